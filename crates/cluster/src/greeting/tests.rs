//! Greetings that go well, and all the ways in which they do not.

use std::cell::Cell;
use std::net::{Shutdown, TcpListener};
use std::thread;

use super::*;

const VERSION: &str = "fewest 0.1.0 of a test";

/// Long enough for a greeting on a busy machine, where it must go well.
const LONG: Duration = Duration::from_secs(20);

/// Where it must end by the deadline.
const SHORT: Duration = Duration::from_millis(300);

fn pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has one");
    let caller = TcpStream::connect(address).expect("it listens");
    (caller, listener.accept().expect("it was called").0)
}

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
fn a_caller_gives_no_proof_to_a_stranger() {
    let answer = format!("{NAME}{VERSION} {} {}\n", "5a".repeat(32), "a5".repeat(32));
    let called = call_to(&token(), LONG, |stream| {
        read_line(stream);
        write(stream, &answer);
        let told = read_line(stream);
        assert_eq!(told, "refused stranger the other side has another token\n");
        assert_eq!(stream.read(&mut [0]).expect("it was closed"), 0);
    });
    assert_eq!(called, Err(Refused::Stranger));
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

#[test]
fn random_bytes_are_no_greeting() {
    let token = token();
    let right = format!("{NAME}{VERSION} {} {}\n", mesh(), "5a".repeat(32));
    for seed in 0..300 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bytes = right.clone().into_bytes();
        match random.u8(..3) {
            0 => bytes = (0..random.usize(1..700)).map(|_| random.u8(..)).collect(),
            1 => {
                for _ in 0..random.usize(1..4) {
                    let place = random.usize(..bytes.len());
                    bytes[place] = random.u8(..);
                }
            }
            _ => bytes.truncate(random.usize(..bytes.len())),
        }
        let (answered, told) = answer_to(&token, LONG, |stream| {
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(Shutdown::Write);
        });
        assert!(answered.is_err(), "seed {seed}");
        assert!(!told.contains("welcome"), "seed {seed}");
    }
}

#[test]
fn silence_lasts_until_the_deadline() {
    let token = token();
    let right = format!("{NAME}{VERSION} lead {}\n", "5a".repeat(32));
    let halves = ["", &right[..1], &right[..right.len() - 1], &right];
    for half in halves {
        let (answered, _) = answer_to(&token, SHORT, |stream| write(stream, half));
        assert_eq!(answered, broken(Broken::TooSlow), "{half:?}");
        let (answered, _) = answer_to(&token, LONG, |stream| {
            write(stream, half);
            stream.shutdown(Shutdown::Write).expect("it was open");
        });
        assert_eq!(answered, broken(Broken::Closed), "{half:?}");
    }
    for half in ["", "fewest-cl", "refused busy"] {
        let wait = |stream: &mut TcpStream| {
            read_line(stream);
            write(stream, half);
            assert_eq!(stream.read(&mut [0]).expect("it waits, then closes"), 0);
        };
        assert_eq!(
            call_to(&token, SHORT, wait),
            broken(Broken::TooSlow),
            "{half:?}"
        );
    }
    let hang_up = |stream: &mut TcpStream| {
        read_line(stream);
    };
    assert_eq!(call_to(&token, LONG, hang_up), broken(Broken::Closed));
}

#[test]
fn a_trickle_does_not_prolong_the_greeting() {
    let token = token();
    let trickle = |stream: &mut TcpStream| {
        // Half a minute of it.
        for byte in NAME.bytes().chain([b'x'; 485]) {
            thread::sleep(Duration::from_millis(60));
            if stream.write_all(&[byte]).is_err() {
                break;
            }
        }
    };
    let (answered, told) = answer_to(&token, SHORT, trickle);
    assert_eq!((answered, told), (broken(Broken::TooSlow), String::new()));
    let begin = Instant::now();
    assert_eq!(call_to(&token, SHORT, trickle), broken(Broken::TooSlow));
    assert!(begin.elapsed() < SHORT + Duration::from_secs(3));
}

#[test]
fn a_deadline_that_has_passed_is_noticed() {
    let token = token();
    let (calling, answering) = pair();
    let late = greeter(&token, Duration::ZERO);
    let slow = Refused::Broken(Broken::TooSlow);
    assert_eq!(late.call(&calling, &Purpose::Lead), Err(slow.clone()));
    assert_eq!(late.answer(&answering, not_asked), Err(slow));
}

/// Everything that both sides send in a right greeting: the caller's bytes, and the acceptor's.
fn overheard(token: &Token) -> [String; 2] {
    let (calling, mut ear) = pair();
    let (mut mouth, answering) = pair();
    thread::scope(|scope| {
        scope.spawn(|| greeter(token, LONG).call(&calling, &Purpose::Lead));
        scope.spawn(|| greeter(token, LONG).answer(&answering, |_| Ok(())));
        let mut heard = [String::new(), String::new()];
        for _ in 0..2 {
            let said = read_line(&mut ear);
            write(&mut mouth, &said);
            heard[0] += &said;
            let said = read_line(&mut mouth);
            write(&mut ear, &said);
            heard[1] += &said;
        }
        heard
    })
}

#[test]
fn an_earlier_greeting_cannot_be_said_again() {
    let token = token();
    let [caller, acceptor] = overheard(&token);
    assert!(acceptor.ends_with("\nwelcome\n"), "{acceptor}");
    let (answered, told) = answer_to(&token, LONG, |stream| write(stream, &caller));
    assert_eq!(answered, Err(Refused::Stranger));
    let (_, told) = told.split_once('\n').expect("two lines");
    assert_eq!(told, "refused stranger the other side has another token\n");
    let called = call_to(&token, LONG, |stream| {
        write(stream, &acceptor);
        let _ = stream.read_to_end(&mut Vec::new());
    });
    assert_eq!(called, Err(Refused::Stranger));
}

#[test]
fn a_proof_cannot_be_reflected() {
    let token = token();
    let nonce = "5a".repeat(32);
    let (answered, _) = answer_to(&token, LONG, |stream| {
        write(stream, format!("{NAME}{VERSION} lead {nonce}\n"));
        let answer = read_line(stream);
        let (_, proof) = answer.rsplit_once(' ').expect("it has words");
        write(stream, proof);
    });
    assert_eq!(answered, Err(Refused::Stranger));
}

#[test]
fn a_proof_is_for_one_purpose() {
    let token = token();
    let (calling, mut ear) = pair();
    let (mut mouth, answering) = pair();
    thread::scope(|scope| {
        // What is said in between is changed, by one who does not know the token.
        scope.spawn(move || {
            let said = read_line(&mut ear);
            write(&mut mouth, said.replace(":1:0 ", ":2:0 "));
            let answer = read_line(&mut mouth);
            write(&mut ear, answer);
            write(&mut mouth, read_line(&mut ear));
        });
        let called = scope.spawn(|| greeter(&token, LONG).call(&calling, &mesh()));
        let answered = greeter(&token, LONG).answer(&answering, not_asked);
        assert_eq!(answered, Err(Refused::Stranger));
        assert_eq!(called.join().expect("it ends"), Err(Refused::Stranger));
    });
}

#[test]
fn a_refusal_instead_of_a_proof_is_heeded() {
    let token = token();
    let (answered, told) = answer_to(&token, LONG, |stream| {
        write(
            stream,
            format!("{NAME}{VERSION} lead {}\n", "5a".repeat(32)),
        );
        read_line(stream);
        write(stream, "refused stranger go away\n");
    });
    assert_eq!((answered, told), (Err(Refused::Stranger), String::new()));
    let (answered, told) = answer_to(&token, LONG, |stream| {
        write(
            stream,
            format!("{NAME}{VERSION} lead {}\n", "5a".repeat(32)),
        );
        read_line(stream);
        write(stream, "please\n");
    });
    assert_eq!(answered, Err(Refused::NotAGreeting));
    assert!(told.starts_with("refused greeting "), "{told}");
}
