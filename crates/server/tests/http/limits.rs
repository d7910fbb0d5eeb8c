//! What is larger than the server allows is refused, whatever it is, and others are still
//! answered.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::common::{Answer, House, LEVEL};
use serde_json::json;

#[test]
fn a_text_may_be_too_large() {
    let house = House::open("--max-body 1KiB");
    assert_eq!(house.ask("solve", LEVEL).status, 200);
    let answer = house.ask("solve", &"x".repeat(1025));
    assert_eq!(
        answer.json(),
        json!({
            "type": "about:blank",
            "title": "Too large",
            "status": 413,
            "detail": "the text is larger than 1.0 KiB",
        })
    );
    // One that does not say how long it is, too.
    let chunk = format!("401\r\n{}\r\n0\r\n\r\n", "x".repeat(0x401));
    let headers = "transfer-encoding: chunked\r\nx-";
    let answer = house.request("POST", "/api/v1/solve", headers, chunk.as_bytes());
    assert_eq!(answer.status, 413);
}

#[test]
fn a_board_may_be_too_large_for_every_verb() {
    let house = House::open("--max-board 19");
    let detail = "a board of 4 by 5 squares is too large: 19 squares are the most";
    for verb in ["solve", "show", "show?as=judge", "draw", "rate", "advise"] {
        let answer = house.ask(verb, LEVEL);
        assert_eq!(answer.status, 413, "{verb}");
        assert_eq!(answer.json()["detail"], detail, "{verb}");
    }
    let judge = "4 5\n##...\n..1#@\n432#.\n...#.\n";
    let answer = house.ask("judge?game=snake", judge);
    assert_eq!(
        (answer.status, &answer.json()["detail"]),
        (413, &json!(detail))
    );
}

/// Who shows a board has all of its squares in hand.
#[test]
fn a_board_may_be_too_large_to_be_shown() {
    let house = House::open("--memory 1MiB --jobs 1");
    let row = ".".repeat(200);
    let level = format!("game: portals\n\n{}", format!("{row}\n").repeat(200));
    for (verb, status) in [("show", 413), ("draw", 413), ("solve", 200)] {
        assert_eq!(house.ask(verb, &level).status, status, "{verb}");
    }
    assert_eq!(house.ask("show", LEVEL).status, 200);
}

#[test]
fn long_texts_wait_until_there_is_room_for_them() {
    let house = House::open("--max-body 100KiB --patience 200ms");
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
    let house = House::open("--max-answer 2KiB");
    for (question, text) in [
        ("solve", "long-winded"),
        ("draw", LEVEL),
        ("show?every=true", LEVEL),
    ] {
        let answer = house.ask(question, text);
        assert_eq!(
            answer.json(),
            json!({
                "type": "about:blank",
                "title": "Too large",
                "status": 413,
                "detail": "the answer is larger than 2.0 KiB",
                "advice": "ask for less at once",
            }),
            "{question}"
        );
    }
    assert_eq!(house.ask("solve", LEVEL).status, 200);
}

#[test]
fn nobody_gets_more_than_the_server_gives() {
    let house = House::open("--max-states 1");
    let answer = house.ask("solve?states=1000000", LEVEL);
    assert_eq!(answer.json()["limit"], "states");
    let house = House::open("--memory 6KiB");
    let answer = house.ask("solve?memory=1GiB", LEVEL);
    assert_eq!(answer.json()["limit"], "memory");
}

#[test]
fn all_of_it_together_may_take_too_long() {
    let house = House::open("--max-time 10ms --patience 5s");
    let answer = house.ask("solve", "endless");
    assert_eq!(
        answer.json(),
        json!({
            "type": "about:blank",
            "title": "There is no answer",
            "status": 422,
            "detail": "the answer would take longer than this server allows",
            "advice": "ask about less at once",
        })
    );
}

#[test]
fn more_than_may_wait_is_sent_away_and_the_rest_is_quick() {
    let house = House::open("--jobs 1 --queued 2 --patience 5s");
    let endless = || house.send("POST", "/api/v1/solve", "", b"endless");
    let running = endless();
    house.wait_for(1, 0);
    let waiting = [endless(), endless()];
    house.wait_for(1, 2);
    let refused = Answer::read(endless());
    assert_eq!(refused.header("retry-after"), Some("2"));
    assert_eq!(
        refused.json(),
        json!({
            "type": "about:blank",
            "title": "Busy",
            "status": 429,
            "detail": "too many questions are being answered",
            "advice": "ask again in a moment",
        })
    );
    assert_eq!(house.ask("solve", LEVEL).status, 200);
    drop(running);
    house.wait_for(1, 1);
    drop(waiting);
    house.wait_for(0, 0);
}

#[test]
fn what_breaks_breaks_alone() {
    let house = House::open("");
    for _ in 0..20 {
        let answer = house.ask("solve", "panic");
        assert_eq!(
            answer.json(),
            json!({
                "type": "about:blank",
                "title": "A fault of fewest",
                "status": 500,
                "detail": "the answer was broken off",
                "advice": "please report it",
            })
        );
    }
    assert_eq!(house.ask("solve", LEVEL).status, 200);
    house.wait_for(0, 0);
}

/// Connections that say the beginning of a request and no more.
fn slow(house: &House, beginning: &str, count: usize) -> Vec<TcpStream> {
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
    let house = House::open("--max-connections 64");
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
    let house = House::open("--max-connections 6 --jobs 1 --patience 5m");
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
    let house = House::open("--max-connections 2 --jobs 2 --patience 5m");
    let endless = || house.send("POST", "/api/v1/solve", "", b"endless");
    let (first, mut second) = (endless(), endless());
    let third = house.send("POST", "/api/v1/solve", "", LEVEL.as_bytes());
    drop(first);
    assert_eq!(Answer::read(third).status, 200);
    assert_eq!(closed(std::slice::from_mut(&mut second)), 0);
}

/// A connection from another address of this machine.
#[cfg(target_os = "linux")]
fn from(house: &House, address: [u8; 4], request: &str) -> TcpStream {
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
    let house = House::open("--max-per-address 2 --jobs 1 --patience 5m");
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
    assert_eq!(
        refused.json(),
        json!({
            "type": "about:blank",
            "title": "Busy",
            "status": 429,
            "detail": "too many connections from your address are being answered",
            "advice": "ask again in a moment",
        })
    );
    let asked = format!("{}{LEVEL}", head(LEVEL.len()));
    let other = from(&house, [127, 0, 0, 3], &asked);
    assert_eq!(Answer::read(other).status, 200);
    // Its own slow ones make room for it.
    let other = [127, 0, 0, 4];
    let _slow = [from(&house, other, "GET"), from(&house, other, "GET")];
    assert_eq!(Answer::read(from(&house, other, &asked)).status, 200);
}
