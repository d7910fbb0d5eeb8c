//! Greetings that go well, and all the ways in which they do not.

use std::cell::Cell;
use std::net::Shutdown;
use std::thread;

use super::*;
use crate::loopback::pair;

mod forgery;
mod time;

const VERSION: &str = "fewest 0.1.0 of a test";

/// Long enough for a greeting on a busy machine, where it must go well.
const LONG: Duration = Duration::from_secs(20);

fn token() -> Token {
    Token::random().expect("there is chance")
}

fn greeter(token: &Token, patience: Duration) -> Greeter<'_> {
    Greeter {
        token,
        version: VERSION,
        deadline: Instant::now() + patience,
    }
}

fn mesh() -> Purpose {
    Purpose::Mesh {
        run: [7; 16],
        subject: [9; 32],
        from: 1,
        to: 0,
    }
}

fn not_asked(_: &Purpose) -> Result<(), Refusal> {
    panic!("a stranger's purpose is nobody's business");
}

/// What both sides say of a greeting between them.
fn meet(
    caller: Greeter,
    acceptor: Greeter,
    purpose: &Purpose,
    allow: impl FnOnce(&Purpose) -> Result<(), Refusal>,
) -> (Result<(), Refused>, Result<Purpose, Refused>) {
    let (calling, answering) = pair();
    thread::scope(|scope| {
        let called = scope.spawn(move || caller.call(&calling, purpose));
        let answered = acceptor.answer(&answering, allow);
        // A refusal is read although the acceptor has hung up.
        drop(answering);
        (called.join().expect("it ends"), answered)
    })
}

/// What an acceptor says of a caller that does this, and what the caller is told.
fn answer_to(
    token: &Token,
    patience: Duration,
    call: impl FnOnce(&mut TcpStream) + Send,
) -> (Result<Purpose, Refused>, String) {
    let (mut calling, answering) = pair();
    let begin = Instant::now();
    let answered = thread::scope(|scope| {
        let caller = scope.spawn(move || {
            call(&mut calling);
            let mut told = Vec::new();
            // What was told before the connection was reset is what counts.
            let _ = calling.read_to_end(&mut told);
            String::from_utf8(told).expect("it is text")
        });
        let answered = greeter(token, patience).answer(&answering, not_asked);
        drop(answering);
        (answered, caller.join().expect("it ends"))
    });
    // Generous, for a machine that does much else: the trickles below would take far longer.
    assert!(begin.elapsed() < patience + Duration::from_secs(3));
    answered
}

/// What a caller says of an acceptor that does this.
fn call_to(
    token: &Token,
    patience: Duration,
    answer: impl FnOnce(&mut TcpStream) + Send,
) -> Result<(), Refused> {
    let (calling, mut answering) = pair();
    thread::scope(|scope| {
        scope.spawn(move || answer(&mut answering));
        let called = greeter(token, patience).call(&calling, &Purpose::Lead);
        drop(calling);
        called
    })
}

fn broken<T>(why: Broken) -> Result<T, Refused> {
    Err(Refused::Broken(why))
}

fn read_line(stream: &mut TcpStream) -> String {
    let mut line = Vec::new();
    while !line.ends_with(b"\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("the line goes on");
        line.extend(byte);
    }
    String::from_utf8(line).expect("it is text")
}

fn write(stream: &mut TcpStream, text: impl AsRef<[u8]>) {
    stream.write_all(text.as_ref()).expect("it is open");
}

#[test]
fn those_who_know_the_token_are_welcome() {
    let token = token();
    for purpose in [Purpose::Lead, mesh()] {
        let greeter = greeter(&token, LONG);
        let asked = Cell::new(0);
        let met = meet(greeter, greeter, &purpose, |said| {
            asked.set(asked.get() + 1);
            assert_eq!(*said, purpose);
            Ok(())
        });
        assert_eq!(met, (Ok(()), Ok(purpose)));
        assert_eq!(asked.get(), 1);
    }
}

#[test]
fn the_connection_is_left_as_it_was() {
    let token = token();
    let (mut calling, mut answering) = pair();
    thread::scope(|scope| {
        scope.spawn(|| {
            let called = greeter(&token, LONG).call(&calling, &Purpose::Lead);
            assert_eq!(called, Ok(()));
            write(&mut calling, "and now");
        });
        let answered = greeter(&token, LONG).answer(&answering, |_| Ok(()));
        assert_eq!(answered, Ok(Purpose::Lead));
        let mut next = [0; 7];
        answering.read_exact(&mut next).expect("it goes on");
        assert_eq!(&next, b"and now");
    });
    for stream in [calling, answering] {
        assert_eq!(stream.read_timeout().expect("it is open"), None);
        assert_eq!(stream.write_timeout().expect("it is open"), None);
    }
}

#[test]
fn no_byte_behind_the_greeting_is_read() {
    let token = token();
    let (mut calling, mut answering) = pair();
    thread::scope(|scope| {
        scope.spawn(|| {
            let nonce: Nonce = [5; 32];
            write(
                &mut calling,
                format!("{NAME}{VERSION} lead {}\n", hex(&nonce)),
            );
            let answer = read_line(&mut calling);
            let words: Vec<_> = answer.trim_end().rsplit(' ').collect();
            let theirs: Nonce = unhex(words[1]).expect("a nonce");
            let said = Said {
                version: VERSION,
                purpose: "lead",
                nonces: [&nonce, &theirs],
            };
            let proof = hex(&token.proof(&said.by("caller")));
            write(&mut calling, format!("{proof}\nand now\n"));
            assert_eq!(read_line(&mut calling), "welcome\n");
        });
        let answered = greeter(&token, LONG).answer(&answering, |_| Ok(()));
        assert_eq!(answered, Ok(Purpose::Lead));
        assert_eq!(read_line(&mut answering), "and now\n");
    });
}

#[test]
fn strangers_are_turned_away_by_either_side() {
    let (ours, theirs) = (token(), token());
    let met = meet(
        greeter(&ours, LONG),
        greeter(&theirs, LONG),
        &mesh(),
        not_asked,
    );
    assert_eq!(met, (Err(Refused::Stranger), Err(Refused::Stranger)));
}

#[test]
fn another_build_is_turned_away_before_any_proof() {
    let (ours, theirs) = (token(), token());
    let caller = Greeter {
        version: "fewest 0.2.0",
        ..greeter(&ours, LONG)
    };
    let (called, answered) = meet(caller, greeter(&theirs, LONG), &Purpose::Lead, not_asked);
    let words = "the other side is another build: ";
    assert_eq!(
        called.expect_err("another build").to_string(),
        format!("{words}{VERSION}, and this is fewest 0.2.0")
    );
    assert_eq!(
        answered.expect_err("another build").to_string(),
        format!("{words}fewest 0.2.0, and this is {VERSION}")
    );
    // Also where it is the acceptor that says so by its own line alone.
    let called = call_to(&ours, LONG, |stream| {
        read_line(stream);
        write(stream, format!("{NAME}fewest 0.3.0 a b\n"));
    });
    let other = Refused::OtherVersion {
        ours: VERSION.to_string(),
        theirs: "fewest 0.3.0".to_string(),
    };
    assert_eq!(called, Err(other));
}

#[test]
fn the_caller_is_told_why_it_is_denied() {
    let token = token();
    let words = [
        (Refusal::Busy, "the worker is busy with another search"),
        (Refusal::OtherLevel, "the worker searches another level"),
        (Refusal::Stale, "the worker knows of no such search"),
    ];
    for (refusal, words) in words {
        let greeter = greeter(&token, LONG);
        let (called, answered) = meet(greeter, greeter, &mesh(), |_| Err(refusal));
        assert_eq!(called, Err(Refused::Denied(refusal)));
        assert_eq!(answered, Err(Refused::Denied(refusal)));
        assert_eq!(Refused::from(refusal).to_string(), words);
    }
}

#[test]
fn what_is_no_greeting_is_told_so_at_once() {
    let token = token();
    let nonce = "0".repeat(64);
    let calls = [
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_string(),
        "\n".to_string(),
        "\u{16}\u{3}\u{1}\u{2}".to_string(),
        "x".repeat(512),
        "x".repeat(100_000),
        format!("{NAME}{VERSION} {}\n", "x".repeat(512)),
        format!("{NAME}{VERSION}\n"),
        format!("{NAME}{VERSION} lead\n"),
        format!("{NAME}{VERSION} lead \n"),
        format!("{NAME}{VERSION} lunch {nonce}\n"),
        format!("{NAME}{VERSION} lead {}\n", &nonce[1..]),
        format!("{NAME}{VERSION} mesh:1:2:3:4 {nonce}\n"),
        format!("{NAME}{VERSION} lead {nonce}\r\n"),
        format!(" {NAME}{VERSION} lead {nonce}\n"),
    ];
    for call in calls {
        let (answered, told) = answer_to(&token, LONG, |stream| {
            // It may hang up before all was said.
            let _ = stream.write_all(call.as_bytes());
        });
        // The version is compared first, and then the rest makes no sense.
        let refused = answered.expect_err("no greeting");
        let is_known = matches!(
            refused,
            Refused::NotAGreeting | Refused::OtherVersion { .. }
        );
        assert!(is_known, "{call:?}: {refused:?}");
        let is_told = told.starts_with("refused greeting ") || told.starts_with("refused version ");
        // A connection that is closed with bytes unread is reset, and then even this may be lost.
        assert!(is_told || told.is_empty(), "{call:?}: {told:?}");
    }
}

#[test]
fn what_answers_something_else_is_no_worker() {
    let token = token();
    let answers = [
        "HTTP/1.1 400 Bad Request\r\n\r\n".to_string(),
        "SSH-2.0-OpenSSH_9.6\n".to_string(),
        "welcome\n".to_string(),
        "refused\n".to_string(),
        "refused lunch at noon\n".to_string(),
        format!("{NAME}{VERSION} 00 00\n"),
        "x".repeat(513),
    ];
    for answer in answers {
        let called = call_to(&token, LONG, |stream| {
            read_line(stream);
            write(stream, &answer);
            let _ = stream.read_to_end(&mut Vec::new());
        });
        assert_eq!(called, Err(Refused::NotAGreeting), "{answer:?}");
    }
}

#[test]
fn a_caller_waits_for_its_welcome() {
    let token = token();
    let (calling, answering) = pair();
    let (inner, outer) = pair();
    // Everything goes on as it should, but the last line is another one.
    thread::scope(|scope| {
        scope.spawn(|| {
            let _ = greeter(&token, LONG).answer(&outer, |_| Ok(()));
        });
        scope.spawn(|| {
            let (mut calling, mut inner) = (&answering, &inner);
            let relay = |from: &mut &TcpStream, to: &mut &TcpStream| {
                let line = read_line(&mut from.try_clone().expect("it is open"));
                to.write_all(line.as_bytes()).expect("it is open");
            };
            relay(&mut calling, &mut inner);
            relay(&mut inner, &mut calling);
            relay(&mut calling, &mut inner);
            calling.write_all(b"Welcome\n").expect("it is open");
        });
        let called = greeter(&token, LONG).call(&calling, &Purpose::Lead);
        assert_eq!(called, Err(Refused::NotAGreeting));
    });
}
