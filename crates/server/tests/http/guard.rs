//! Who may ask, and what a browser is told to keep others out.

use crate::common::{House, LEVEL};
use serde_json::json;

#[test]
fn it_answers_only_to_its_own_name() {
    let house = House::open("--allow-host puzzles.example");
    let port = house.address.port();
    let status = |host: &str| {
        let headers = format!("host: {host}\r\n");
        house.request("GET", "/api/v1/games", &headers, b"").status
    };
    for host in ["localhost", "127.0.0.1", "[::1]"] {
        assert_eq!(status(&format!("{host}:{port}")), 200, "{host}");
        assert_eq!(status(host), 421, "{host}");
    }
    assert_eq!(status("puzzles.example"), 200);
    assert_eq!(status("puzzles.example:443"), 200);
    assert_eq!(status(&format!("evil.example:{port}")), 421);
    assert_eq!(status(&format!("evil@localhost:{port}")), 421);
    let twice = format!("localhost:{port}\r\nhost: localhost:{port}");
    assert_eq!(status(&twice), 421);
    // A whole address may be asked for, as of a proxy.
    for (host, expected) in [("evil.example", 421), ("localhost", 200)] {
        let address = format!("http://{host}:{port}/api/v1/games");
        assert_eq!(house.get(&address).status, expected, "{host}");
    }
    let headers = format!("host: evil.example:{port}\r\n");
    let answer = house.request("GET", "/", &headers, b"");
    assert_eq!(
        answer.json(),
        json!({
            "type": "about:blank",
            "title": "This is another server",
            "status": 421,
            "detail": "this server is not called that, or on another port",
            "advice": "start it with --allow-host and the name",
        })
    );
}

#[test]
fn pages_of_others_may_not_ask() {
    let house = House::open("");
    let status = |origin: &str| {
        let headers = format!("origin: {origin}\r\n");
        let answer = house.request("POST", "/api/v1/solve", &headers, LEVEL.as_bytes());
        assert_eq!(answer.header("access-control-allow-origin"), None);
        answer.status
    };
    assert_eq!(status(&format!("http://{}", house.address)), 200);
    for origin in ["http://evil.example", "null", "http://localhost", ""] {
        assert_eq!(status(origin), 403, "{origin}");
    }
    let ours = format!("http://{}", house.address);
    for other in [ours.as_str(), "http://evil.example", ""] {
        for two in [
            format!("{ours}\r\norigin: {other}"),
            format!("{other}\r\norigin: {ours}"),
        ] {
            assert_eq!(status(&two), 403, "{two:?}");
        }
    }
}

/// Of two lengths, another program on the way may take the other.
#[test]
fn two_lengths_of_a_text_are_refused() {
    let house = House::open("");
    let status = |headers: &str| {
        let answer = house.request("POST", "/api/v1/solve", headers, LEVEL.as_bytes());
        answer.status
    };
    assert_eq!(status("content-length: 3\r\n"), 400);
    assert_eq!(status("content-length: 1000\r\n"), 400);
    assert_eq!(
        status("content-type: text/plain\r\ncontent-type: image/png\r\n"),
        200
    );
}

#[test]
fn every_answer_tells_the_browser_what_may_run() {
    let house = House::open("--max-body 1KiB");
    let answers = [
        house.get("/"),
        house.get("/nothing"),
        house.get("/words/zh.json"),
        house.get("/api/v1/levels"),
        house.ask("solve", LEVEL),
        house.ask("draw", LEVEL),
        house.ask("solve?x=1", LEVEL),
        house.ask("solve", &"x".repeat(2000)),
        house.request("GET", "/", "host: evil.example\r\n", b""),
        house.request("PATCH", "/", "", b""),
    ];
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; \
                  img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
                  base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for answer in answers {
        let status = answer.status;
        let told = |name| answer.header(name);
        assert_eq!(told("content-security-policy"), Some(policy), "{status}");
        assert_eq!(told("x-content-type-options"), Some("nosniff"), "{status}");
        assert_eq!(told("referrer-policy"), Some("no-referrer"), "{status}");
        assert!(told("cache-control").is_some(), "{status}");
        let same = Some("same-origin");
        assert_eq!(told("cross-origin-opener-policy"), same, "{status}");
        assert_eq!(told("cross-origin-resource-policy"), same, "{status}");
    }
}
