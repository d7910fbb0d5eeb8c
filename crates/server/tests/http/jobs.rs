//! Long questions are jobs: they tell how far they are, and end when nobody wants them any more. What is
//! larger or longer than the server allows is refused, and others are still answered.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use fewest_tests::server::{Answer, LEVEL, TestServer};

/// A level whose search is short and whose counting takes a while.
const LONG: &str = "game: snake\npar: 5\n\n........\n.1....@.\n.2......\n.3......\n.456....\n...7....\n...89...\n....abc.\n";

/// A job that never ends by itself, and its address.
fn endless(house: &TestServer) -> String {
    let answer = house.ask("solve", "endless");
    assert_eq!(answer.status, 202);
    let place = answer.header("location").expect("a place").to_string();
    let job = answer.json();
    assert_eq!(
        place,
        format!("/api/v1/jobs/{}", job["job"].as_str().expect("a name"))
    );
    assert!(
        job["state"] == "running" || job["state"] == "queued",
        "{job}"
    );
    place
}

/// Two jobs of which one runs and one waits. On a busy machine it is not always the second.
fn one_waits(house: &TestServer) -> (String, String) {
    let (first, second) = (endless(house), endless(house));
    let began = Instant::now();
    loop {
        let waits = |place: &str| house.get(place).json()["state"] == "queued";
        match (waits(&first), waits(&second)) {
            (false, true) => return (first, second),
            (true, false) => return (second, first),
            _ => assert!(began.elapsed() < Duration::from_secs(20), "one waits"),
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// How far a job is, once it is so far.
fn wait_for(house: &TestServer, place: &str, state: &str) -> Value {
    let began = Instant::now();
    loop {
        let job = house.get(place).json();
        if job["state"] == state {
            return job;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{job}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_job_tells_how_far_it_is_and_can_be_stopped() {
    let house = TestServer::open("--patience 100ms");
    let place = endless(&house);
    let job = wait_for(&house, &place, "running");
    let number = |name: &str| job[name].as_u64().expect("a number");
    assert_eq!(number("at_least"), number("depth") + 1);
    assert!(number("states") > 0);
    assert_eq!((&job["tried"], &job["of"]), (&Value::Null, &Value::Null));
    let answer = house.get(&format!("{place}/answer"));
    assert_eq!(answer.status, 202);
    assert_eq!(answer.header("location"), Some(place.as_str()));
    assert_eq!(house.request("DELETE", &place, "", b"").status, 204);
    wait_for(&house, &place, "stopped");
    house.wait_for(0, 0);
    let answer = house.get(&format!("{place}/answer"));
    answer.problem();
    assert_eq!(answer.status, 410);
}

/// What is counted after the search goes further than the fewest.
#[test]
fn no_bound_is_told_that_is_not_proven() {
    let house = TestServer::open("--patience 0ms");
    let answer = house.ask("rate", LONG);
    let place = answer.header("location").expect("a place").to_string();
    let events = house.get(&format!("{place}/events"));
    let told = events.text().lines();
    let jobs: Vec<Value> = told
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|job| serde_json::from_str(job).expect(job))
        .collect();
    let depths = jobs.iter().filter_map(|job| job["depth"].as_u64());
    assert!(depths.max() > Some(5), "{jobs:?}");
    for job in &jobs {
        assert!(job["at_least"].as_u64() <= Some(5), "{job}");
    }
    let answer = house.get(&format!("{place}/answer")).json();
    assert_eq!(answer["fewest"], 5);
}

#[test]
fn a_job_that_waits_can_be_stopped_too() {
    let house = TestServer::open("--patience 100ms --jobs 1");
    let (runs, waits) = one_waits(&house);
    let job = house.get(&waits).json();
    // What its first, short turn has found is still so.
    assert!(
        job["at_least"].as_u64().is_some_and(|bound| bound > 1),
        "{job}"
    );
    house.request("DELETE", &waits, "", b"");
    wait_for(&house, &waits, "stopped");
    house.wait_for(1, 0);
    house.request("DELETE", &runs, "", b"");
    house.wait_for(0, 0);
}

#[test]
fn a_job_that_waited_has_its_turn() {
    let house = TestServer::open("--patience 100ms --jobs 1");
    let (runs, waits) = one_waits(&house);
    house.request("DELETE", &runs, "", b"");
    wait_for(&house, &waits, "running");
    house.request("DELETE", &waits, "", b"");
    house.wait_for(0, 0);
}

#[test]
fn who_goes_while_waiting_stops_it() {
    let house = TestServer::open("--patience 20s");
    let waiting = house.send("POST", "/api/v1/solve", "", b"endless");
    house.wait_for(1, 0);
    drop(waiting);
    house.wait_for(0, 0);
}

#[test]
fn who_stops_listening_stops_it() {
    let house = TestServer::open("--patience 100ms");
    let place = endless(&house);
    let events = house.send("GET", &format!("{place}/events"), "", b"");
    let mut lines = BufReader::new(events).lines().map_while(Result::ok);
    let mut seen = 0;
    while seen < 3 {
        let line = lines.next().expect("it goes on");
        if let Some(data) = line.strip_prefix("data: ") {
            let job: Value = serde_json::from_str(data).expect(data);
            assert!(job["depth"].is_u64(), "{job}");
            seen += 1;
        }
    }
    house.wait_for(1, 0);
    drop(lines);
    house.wait_for(0, 0);
    assert_eq!(house.get(&place).json()["state"], "stopped");
}

#[test]
fn what_nobody_asks_for_is_stopped() {
    let house = TestServer::open("--patience 100ms --silence 1s");
    let place = endless(&house);
    // As long as somebody asks it goes on.
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(1500) {
        let job = house.get(&place).json();
        assert_eq!(job["state"], "running");
        thread::sleep(Duration::from_millis(100));
    }
    house.wait_for(0, 0);
    assert_eq!(house.get(&place).json()["state"], "stopped");
}

#[test]
fn what_is_over_stays_as_it_ended() {
    let house = TestServer::open("--patience 0ms");
    let answer = house.ask("solve", "panic");
    let place = answer.header("location").expect("a place");
    let events = house.get(&format!("{place}/events"));
    assert!(events.text().contains("\"failed\""), "{}", events.text());
    assert_eq!(house.request("DELETE", place, "", b"").status, 204);
    assert_eq!(house.get(place).json()["state"], "failed");
    assert_eq!(house.get(&format!("{place}/answer")).status, 500);
}

#[test]
fn who_asks_for_the_head_alone_does_not_listen() {
    let house = TestServer::open("--patience 100ms");
    let place = endless(&house);
    let head = house.request("HEAD", &format!("{place}/events"), "", b"");
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    thread::sleep(Duration::from_millis(200));
    assert_eq!(house.get(&place).json()["state"], "running");
}

#[test]
fn who_listens_hears_the_end() {
    let house = TestServer::open("--patience 0ms");
    let answer = house.ask("rate", LONG);
    assert_eq!(answer.status, 202);
    let place = answer.header("location").expect("a place");
    let events = house.get(&format!("{place}/events"));
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    assert!(events.text().contains("event: done\n"), "{}", events.text());
    let job = house.get(place).json();
    assert_eq!(job["state"], "done");
    let answer = house.get(&format!("{place}/answer"));
    assert_eq!((answer.status, &answer.json()["fewest"]), (200, &json!(5)));
    // A fault is an end, too.
    let answer = house.ask("solve", "panic");
    let place = answer.header("location").expect("a place");
    wait_for(&house, place, "failed");
    assert_eq!(house.get(&format!("{place}/answer")).status, 500);
}

#[test]
fn who_is_in_a_hurry_has_a_job_sooner() {
    let house = TestServer::open("--patience 20s");
    let began = Instant::now();
    let stream = house.send(
        "POST",
        "/api/v1/solve",
        "prefer: respond-async\r\n",
        b"endless",
    );
    let answer = Answer::read(stream);
    assert_eq!(answer.status, 202);
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn the_house_can_be_closed_at_any_time() {
    let mut house = TestServer::open("--patience 20s --jobs 1");
    let waiting = house.send("POST", "/api/v1/solve", "", b"endless");
    house.wait_for(1, 0);
    let queued = house.send("POST", "/api/v1/solve", "", b"endless");
    house.wait_for(1, 1);
    // Somebody who is connected and says nothing keeps nobody waiting for long.
    let silent = TcpStream::connect(house.address).expect("it listens");
    assert!(house.close() < Duration::from_secs(5));
    for stream in [waiting, queued] {
        let answer = Answer::read(stream);
        answer.problem();
        assert_eq!(answer.status, 503);
    }
    drop(silent);
}

#[test]
fn a_text_may_be_too_large() {
    let house = TestServer::open("--max-body 1KiB");
    assert_eq!(house.ask("solve", LEVEL).status, 200);
    let answer = house.ask("solve", &"x".repeat(1025));
    answer.problem();
    assert_eq!(answer.status, 413);
    // One that does not say how long it is, too.
    let chunk = format!("401\r\n{}\r\n0\r\n\r\n", "x".repeat(0x401));
    let headers = "transfer-encoding: chunked\r\nx-";
    let answer = house.request("POST", "/api/v1/solve", headers, chunk.as_bytes());
    assert_eq!(answer.status, 413);
}

#[test]
fn a_board_may_be_too_large_for_every_verb() {
    let house = TestServer::open("--max-board 19");
    for verb in ["solve", "show", "show?as=judge", "draw", "rate", "advise"] {
        let answer = house.ask(verb, LEVEL);
        answer.problem();
        assert_eq!(answer.status, 413, "{verb}");
    }
    let judge = "4 5\n##...\n..1#@\n432#.\n...#.\n";
    let answer = house.ask("judge?game=snake", judge);
    answer.problem();
    assert_eq!(answer.status, 413);
}

/// Who shows a board has all of its squares in hand.
#[test]
fn a_board_may_be_too_large_to_be_shown() {
    let house = TestServer::open("--memory 1MiB --jobs 1");
    let row = ".".repeat(200);
    let level = format!("game: portals\n\n{}", format!("{row}\n").repeat(200));
    for (verb, status) in [("show", 413), ("draw", 413), ("solve", 200)] {
        assert_eq!(house.ask(verb, &level).status, status, "{verb}");
    }
    assert_eq!(house.ask("show", LEVEL).status, 200);
}

#[test]
fn long_texts_wait_until_there_is_room_for_them() {
    let house = TestServer::open("--max-body 100KiB --patience 200ms");
    let head = format!(
        "POST /api/v1/solve HTTP/1.1\r\nhost: {}\r\ncontent-length: 102400\r\n\r\n",
        house.address
    );
    let announced: Vec<_> = (0..16)
        .map(|_| {
            let mut stream = TcpStream::connect(house.address).expect("it listens");
            stream.write_all(head.as_bytes()).expect("it reads");
            stream
        })
        .collect();
    let long = format!("{LEVEL}{}", "\n".repeat(100_000));
    let began = Instant::now();
    while house.ask("solve", &long).status != 429 {
        assert!(began.elapsed() < Duration::from_secs(20));
    }
    assert_eq!(house.ask("solve", LEVEL).status, 200);
    drop(announced);
    let began = Instant::now();
    while house.ask("solve", &long).status != 200 {
        assert!(began.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn an_answer_may_be_too_large() {
    let house = TestServer::open("--max-answer 2KiB");
    for (question, text) in [
        ("solve", "long-winded"),
        ("draw", LEVEL),
        ("show?every=true", LEVEL),
    ] {
        let answer = house.ask(question, text);
        assert!(answer.problem()["advice"].is_string(), "{question}");
        assert_eq!(answer.status, 413, "{question}");
    }
    assert_eq!(house.ask("solve", LEVEL).status, 200);
}

#[test]
fn nobody_gets_more_than_the_server_gives() {
    let house = TestServer::open("--max-states 1");
    let answer = house.ask("solve?states=1000000", LEVEL);
    assert_eq!(answer.json()["limit"], "states");
    let house = TestServer::open("--memory 6KiB");
    let answer = house.ask("solve?memory=1GiB", LEVEL);
    assert_eq!(answer.json()["limit"], "memory");
}

#[test]
fn all_of_it_together_may_take_too_long() {
    let house = TestServer::open("--max-time 10ms --patience 5s");
    let answer = house.ask("solve", "endless");
    assert!(answer.problem()["advice"].is_string());
    assert_eq!(answer.status, 422);
}

#[test]
fn more_than_may_wait_is_sent_away_and_the_rest_is_quick() {
    let house = TestServer::open("--jobs 1 --queued 2 --patience 5s");
    let endless = || house.send("POST", "/api/v1/solve", "", b"endless");
    let running = endless();
    house.wait_for(1, 0);
    let waiting = [endless(), endless()];
    house.wait_for(1, 2);
    let refused = Answer::read(endless());
    assert_eq!(refused.header("retry-after"), Some("2"));
    assert!(refused.problem()["advice"].is_string());
    assert_eq!(refused.status, 429);
    assert_eq!(house.ask("solve", LEVEL).status, 200);
    drop(running);
    house.wait_for(1, 1);
    drop(waiting);
    house.wait_for(0, 0);
}

#[test]
fn what_breaks_breaks_alone() {
    let house = TestServer::open("");
    for _ in 0..20 {
        let answer = house.ask("solve", "panic");
        assert!(answer.problem()["advice"].is_string());
        assert_eq!(answer.status, 500);
    }
    assert_eq!(house.ask("solve", LEVEL).status, 200);
    house.wait_for(0, 0);
}

/// Connections that say the beginning of a request and no more.
fn slow(house: &TestServer, beginning: &str, count: usize) -> Vec<TcpStream> {
    let connect = |_| {
        let mut stream = TcpStream::connect(house.address).expect("it listens");
        let _ = stream.write_all(beginning.as_bytes());
        stream
    };
    (0..count).map(connect).collect()
}

/// How many of them the server has closed. To be asked when it has had reason to.
fn closed(connections: &mut [TcpStream]) -> usize {
    let is_closed = |stream: &mut TcpStream| {
        stream.set_nonblocking(true).expect("it can be asked");
        let read = stream.read(&mut [0; 1000]);
        !matches!(read, Err(error) if error.kind() == ErrorKind::WouldBlock)
    };
    let each = connections.iter_mut().map(is_closed);
    each.filter(|&is_closed| is_closed).count()
}

#[test]
fn slow_connections_make_room_for_others_the_slowest_first() {
    let house = TestServer::open("--max-connections 64");
    let head = format!("POST /api/v1/solve HTTP/1.1\r\nhost: {}\r\n", house.address);
    for beginning in [
        "",
        "GET / HT",
        &format!("{head}content-length: 100\r\n\r\ngame"),
    ] {
        let mut many = slow(&house, beginning, 200);
        for _ in 0..10 {
            assert_eq!(house.ask("solve", LEVEL).status, 200);
        }
        assert_eq!(closed(&mut many[140..]), 0, "{beginning}");
        let began = Instant::now();
        while closed(&mut many[..100]) < 100 {
            assert!(began.elapsed() < Duration::from_secs(20), "{beginning}");
        }
    }
}

#[test]
fn who_waits_for_an_answer_is_not_slow() {
    let house = TestServer::open("--max-connections 6 --jobs 1 --patience 5m");
    let endless = || house.send("POST", "/api/v1/solve", "", b"endless");
    let mut waiting = [endless(), endless(), endless()];
    house.wait_for(1, 2);
    let many = slow(&house, "GET / HT", 20);
    for _ in 0..10 {
        assert_eq!(house.health(), (1, 2));
    }
    assert_eq!(closed(&mut waiting), 0);
    drop(many);
}

/// Where nobody is slow, a new one waits for a connection that ends.
#[test]
fn where_all_wait_for_an_answer_another_waits_too() {
    let house = TestServer::open("--max-connections 2 --jobs 2 --patience 5m");
    let endless = || house.send("POST", "/api/v1/solve", "", b"endless");
    let (first, mut second) = (endless(), endless());
    let third = house.send("POST", "/api/v1/solve", "", LEVEL.as_bytes());
    drop(first);
    assert_eq!(Answer::read(third).status, 200);
    assert_eq!(closed(std::slice::from_mut(&mut second)), 0);
}

/// A connection from another address of this machine.
#[cfg(target_os = "linux")]
fn from(house: &TestServer, address: [u8; 4], request: &str) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let stream = runtime.expect("a runtime").block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind((address, 0).into())?;
        socket.connect(house.address).await?.into_std()
    });
    let mut stream = stream.expect("it listens");
    stream.set_nonblocking(false).expect("it can wait");
    stream.write_all(request.as_bytes()).expect("it reads");
    stream
}

#[cfg(target_os = "linux")]
#[test]
fn one_address_does_not_take_the_connections_of_others() {
    let house = TestServer::open("--max-per-address 2 --jobs 1 --patience 5m");
    let host = house.address;
    let head = |length| {
        format!(
            "POST /api/v1/solve HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
        )
    };
    let endless = format!("{}endless", head(7));
    let one = [127, 0, 0, 2];
    let _busy = [from(&house, one, &endless), from(&house, one, &endless)];
    house.wait_for(1, 1);
    let refused = Answer::read(from(&house, one, "GET / HTTP/1.1\r\n"));
    assert_eq!(refused.header("retry-after"), Some("2"));
    assert!(refused.problem()["advice"].is_string());
    assert_eq!(refused.status, 429);
    let asked = format!("{}{LEVEL}", head(LEVEL.len()));
    let other = from(&house, [127, 0, 0, 3], &asked);
    assert_eq!(Answer::read(other).status, 200);
    // Its own slow ones make room for it.
    let other = [127, 0, 0, 4];
    let _slow = [from(&house, other, "GET"), from(&house, other, "GET")];
    assert_eq!(Answer::read(from(&house, other, &asked)).status, 200);
}
