//! Long questions are jobs: they tell how far they are, and end when nobody wants them any more.

use std::io::{BufRead as _, BufReader};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Answer, House};
use serde_json::{Value, json};

/// A level whose search is short and whose counting takes a while.
const LONG: &str = "game: snake\npar: 5\n\n........\n.1....@.\n.2......\n.3......\n.456....\n...7....\n...89...\n....abc.\n";

/// A job that never ends by itself, and its address.
fn endless(house: &House) -> String {
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
fn one_waits(house: &House) -> (String, String) {
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
fn wait_for(house: &House, place: &str, state: &str) -> Value {
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
    let house = House::open("--patience 100ms");
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
    assert_eq!(
        answer.json(),
        json!({
            "type": "about:blank",
            "title": "Stopped",
            "status": 410,
            "detail": "the job was stopped",
        })
    );
}

/// What is counted after the search goes further than the fewest.
#[test]
fn no_bound_is_told_that_is_not_proven() {
    let house = House::open("--patience 0ms");
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
    let house = House::open("--patience 100ms --jobs 1");
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
    let house = House::open("--patience 100ms --jobs 1");
    let (runs, waits) = one_waits(&house);
    house.request("DELETE", &runs, "", b"");
    wait_for(&house, &waits, "running");
    house.request("DELETE", &waits, "", b"");
    house.wait_for(0, 0);
}

#[test]
fn who_goes_while_waiting_stops_it() {
    let house = House::open("--patience 20s");
    let waiting = house.send("POST", "/api/v1/solve", "", b"endless");
    house.wait_for(1, 0);
    drop(waiting);
    house.wait_for(0, 0);
}

#[test]
fn who_stops_listening_stops_it() {
    let house = House::open("--patience 100ms");
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
    let house = House::open("--patience 100ms --silence 1s");
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
    let house = House::open("--patience 0ms");
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
    let house = House::open("--patience 100ms");
    let place = endless(&house);
    let head = house.request("HEAD", &format!("{place}/events"), "", b"");
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    thread::sleep(Duration::from_millis(200));
    assert_eq!(house.get(&place).json()["state"], "running");
}

#[test]
fn who_listens_hears_the_end() {
    let house = House::open("--patience 0ms");
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
    let house = House::open("--patience 20s");
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
    let mut house = House::open("--patience 20s --jobs 1");
    let waiting = house.send("POST", "/api/v1/solve", "", b"endless");
    house.wait_for(1, 0);
    let queued = house.send("POST", "/api/v1/solve", "", b"endless");
    house.wait_for(1, 1);
    // Somebody who is connected and says nothing keeps nobody waiting for long.
    let silent = std::net::TcpStream::connect(house.address).expect("it listens");
    assert!(house.close() < Duration::from_secs(5));
    for stream in [waiting, queued] {
        let answer = Answer::read(stream);
        assert_eq!(answer.status, 503);
        assert_eq!(answer.json()["detail"], "the server is being closed");
    }
    drop(silent);
}
