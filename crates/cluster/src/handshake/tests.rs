//! Handshakes that succeed, all the ways in which they fail, and the parts that they are made of.

use std::cell::Cell;
use std::net::Shutdown;
use std::thread;

use super::*;
use crate::wire::pair;

const VERSION: &str = "fewest 0.1.0 of a test";

/// Long enough for a handshake on a busy machine, where it must go well.
const LONG: Duration = Duration::from_secs(20);

fn token() -> Token {
    Token::random().expect("there is chance")
}

fn handshake(token: &Token, patience: Duration) -> Handshake<'_> {
    Handshake {
        token,
        version: VERSION,
        deadline: Instant::now() + patience,
    }
}

fn mesh() -> SessionKind {
    SessionKind::Mesh {
        run: [7; 16],
        subject: [9; 32],
        from: 1,
        to: 0,
    }
}

fn not_asked(_: &SessionKind) -> Result<(), Denial> {
    panic!("what a stranger wants must not matter");
}

/// What both sides return from a handshake between them.
fn meet(
    caller: Handshake,
    acceptor: Handshake,
    kind: &SessionKind,
    allow: impl FnOnce(&SessionKind) -> Result<(), Denial>,
) -> (
    Result<(), HandshakeError>,
    Result<SessionKind, HandshakeError>,
) {
    let (calling, answering) = pair();
    thread::scope(|scope| {
        let called = scope.spawn(move || caller.call(&calling, kind));
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
) -> (Result<SessionKind, HandshakeError>, String) {
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
        let answered = handshake(token, patience).answer(&answering, not_asked);
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
) -> Result<(), HandshakeError> {
    let (calling, mut answering) = pair();
    thread::scope(|scope| {
        scope.spawn(move || answer(&mut answering));
        let called = handshake(token, patience).call(&calling, &SessionKind::Lead);
        drop(calling);
        called
    })
}

fn broken<T>(why: ConnectionError) -> Result<T, HandshakeError> {
    Err(HandshakeError::Connection(why))
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
    for kind in [SessionKind::Lead, mesh()] {
        let handshake = handshake(&token, LONG);
        let asked = Cell::new(0);
        let met = meet(handshake, handshake, &kind, |said| {
            asked.set(asked.get() + 1);
            assert_eq!(*said, kind);
            Ok(())
        });
        assert_eq!(met, (Ok(()), Ok(kind)));
        assert_eq!(asked.get(), 1);
    }
}

#[test]
fn the_connection_is_left_as_it_was() {
    let token = token();
    let (mut calling, mut answering) = pair();
    thread::scope(|scope| {
        scope.spawn(|| {
            let called = handshake(&token, LONG).call(&calling, &SessionKind::Lead);
            assert_eq!(called, Ok(()));
            write(&mut calling, "and now");
        });
        let answered = handshake(&token, LONG).answer(&answering, |_| Ok(()));
        assert_eq!(answered, Ok(SessionKind::Lead));
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
            let said = transcript("caller", VERSION, "lead", [&nonce, &theirs]);
            let proof = hex(&token.proof(&said));
            write(&mut calling, format!("{proof}\nand now\n"));
            assert_eq!(read_line(&mut calling), "welcome\n");
        });
        let answered = handshake(&token, LONG).answer(&answering, |_| Ok(()));
        assert_eq!(answered, Ok(SessionKind::Lead));
        assert_eq!(read_line(&mut answering), "and now\n");
    });
}

#[test]
fn strangers_are_turned_away_by_either_side() {
    let (ours, theirs) = (token(), token());
    let met = meet(
        handshake(&ours, LONG),
        handshake(&theirs, LONG),
        &mesh(),
        not_asked,
    );
    assert_eq!(
        met,
        (
            Err(HandshakeError::WrongToken),
            Err(HandshakeError::WrongToken)
        )
    );
}

#[test]
fn another_build_is_turned_away_before_any_proof() {
    let (ours, theirs) = (token(), token());
    let caller = Handshake {
        version: "fewest 0.2.0",
        ..handshake(&ours, LONG)
    };
    let (called, answered) = meet(
        caller,
        handshake(&theirs, LONG),
        &SessionKind::Lead,
        not_asked,
    );
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
    let other = HandshakeError::OtherBuild {
        ours: VERSION.to_string(),
        theirs: "fewest 0.3.0".to_string(),
    };
    assert_eq!(called, Err(other));
}

#[test]
fn the_caller_is_told_why_it_is_denied() {
    let token = token();
    let words = [
        (Denial::Busy, "the worker is busy with another search"),
        (Denial::OtherSearch, "the worker searches another level"),
        (Denial::UnknownRun, "the worker knows of no such search"),
    ];
    for (refusal, words) in words {
        let handshake = handshake(&token, LONG);
        let (called, answered) = meet(handshake, handshake, &mesh(), |_| Err(refusal));
        assert_eq!(called, Err(HandshakeError::Denied(refusal)));
        assert_eq!(answered, Err(HandshakeError::Denied(refusal)));
        assert_eq!(HandshakeError::Denied(refusal).to_string(), words);
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
            HandshakeError::OtherProtocol | HandshakeError::OtherBuild { .. }
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
        assert_eq!(called, Err(HandshakeError::OtherProtocol), "{answer:?}");
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
            let _ = handshake(&token, LONG).answer(&outer, |_| Ok(()));
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
        let called = handshake(&token, LONG).call(&calling, &SessionKind::Lead);
        assert_eq!(called, Err(HandshakeError::OtherProtocol));
    });
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
    assert_eq!(called, Err(HandshakeError::WrongToken));
}

/// Everything that both sides send in a right greeting: the caller's bytes, and the acceptor's.
fn overheard(token: &Token) -> [String; 2] {
    let (calling, mut ear) = pair();
    let (mut mouth, answering) = pair();
    thread::scope(|scope| {
        scope.spawn(|| handshake(token, LONG).call(&calling, &SessionKind::Lead));
        scope.spawn(|| handshake(token, LONG).answer(&answering, |_| Ok(())));
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
    assert_eq!(answered, Err(HandshakeError::WrongToken));
    let (_, told) = told.split_once('\n').expect("two lines");
    assert_eq!(told, "refused stranger the other side has another token\n");
    let called = call_to(&token, LONG, |stream| {
        write(stream, &acceptor);
        let _ = stream.read_to_end(&mut Vec::new());
    });
    assert_eq!(called, Err(HandshakeError::WrongToken));
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
    assert_eq!(answered, Err(HandshakeError::WrongToken));
}

#[test]
fn a_proof_is_for_one_session_kind() {
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
        let called = scope.spawn(|| handshake(&token, LONG).call(&calling, &mesh()));
        let answered = handshake(&token, LONG).answer(&answering, not_asked);
        assert_eq!(answered, Err(HandshakeError::WrongToken));
        assert_eq!(
            called.join().expect("it ends"),
            Err(HandshakeError::WrongToken)
        );
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
    assert_eq!(
        (answered, told),
        (Err(HandshakeError::WrongToken), String::new())
    );
    let (answered, told) = answer_to(&token, LONG, |stream| {
        write(
            stream,
            format!("{NAME}{VERSION} lead {}\n", "5a".repeat(32)),
        );
        read_line(stream);
        write(stream, "please\n");
    });
    assert_eq!(answered, Err(HandshakeError::OtherProtocol));
    assert!(told.starts_with("refused greeting "), "{told}");
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

/// Where it must end by the deadline.
const SHORT: Duration = Duration::from_millis(300);

#[test]
fn silence_lasts_until_the_deadline() {
    let token = token();
    let right = format!("{NAME}{VERSION} lead {}\n", "5a".repeat(32));
    let halves = ["", &right[..1], &right[..right.len() - 1], &right];
    let token = &token;
    // All of them are waited for at once.
    thread::scope(|scope| {
        for half in halves {
            scope.spawn(move || {
                let (answered, _) = answer_to(token, SHORT, |stream| write(stream, half));
                assert_eq!(answered, broken(ConnectionError::TimedOut), "{half:?}");
                let (answered, _) = answer_to(token, LONG, |stream| {
                    write(stream, half);
                    stream.shutdown(Shutdown::Write).expect("it was open");
                });
                assert_eq!(answered, broken(ConnectionError::Closed), "{half:?}");
            });
        }
        for half in ["", "fewest-cl", "refused busy"] {
            scope.spawn(move || {
                let wait = |stream: &mut TcpStream| {
                    read_line(stream);
                    write(stream, half);
                    assert_eq!(stream.read(&mut [0]).expect("it waits, then closes"), 0);
                };
                let called = call_to(token, SHORT, wait);
                assert_eq!(called, broken(ConnectionError::TimedOut), "{half:?}");
            });
        }
    });
    let hang_up = |stream: &mut TcpStream| {
        read_line(stream);
    };
    assert_eq!(
        call_to(token, LONG, hang_up),
        broken(ConnectionError::Closed)
    );
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
    assert_eq!(
        (answered, told),
        (broken(ConnectionError::TimedOut), String::new())
    );
    let begin = Instant::now();
    assert_eq!(
        call_to(&token, SHORT, trickle),
        broken(ConnectionError::TimedOut)
    );
    assert!(begin.elapsed() < SHORT + Duration::from_secs(3));
}

#[test]
fn a_deadline_that_has_passed_is_noticed() {
    let token = token();
    let (calling, answering) = pair();
    let late = handshake(&token, Duration::ZERO);
    let slow = HandshakeError::Connection(ConnectionError::TimedOut);
    assert_eq!(late.call(&calling, &SessionKind::Lead), Err(slow.clone()));
    assert_eq!(late.answer(&answering, not_asked), Err(slow));
}

#[test]
fn a_session_kind_is_read_as_it_is_written() {
    assert_eq!(SessionKind::read("lead"), Some(SessionKind::Lead));
    assert_eq!(SessionKind::Lead.to_string(), "lead");
    let mesh = SessionKind::Mesh {
        run: [0x2a; 16],
        subject: [0xe1; 32],
        from: 0,
        to: usize::MAX,
    };
    let text = format!(
        "mesh:{}:{}:0:{}",
        "2a".repeat(16),
        "e1".repeat(32),
        usize::MAX
    );
    assert_eq!(mesh.to_string(), text);
    assert_eq!(SessionKind::read(&text), Some(mesh));
    for cut in 0..text.len() - 20 {
        assert_eq!(SessionKind::read(&text[..cut]), None);
    }
    for wrong in [
        format!("{text}:"),
        format!("{text}0"),
        text.replace("mesh", "Mesh"),
    ] {
        assert_eq!(SessionKind::read(&wrong), None);
    }
    assert_eq!(SessionKind::read("lead:"), None);
}

#[test]
fn what_is_told_is_understood() {
    for (code, refused) in CODES {
        let told = refused.line().expect("it has a code");
        assert!(told.starts_with(&format!("refused {code} the ")), "{told}");
        assert_eq!(HandshakeError::read(&told, "us"), Some(refused.clone()));
        assert_eq!(
            HandshakeError::read(&format!("refused {code}"), "us"),
            Some(refused)
        );
    }
    assert_eq!(
        HandshakeError::Connection(ConnectionError::Closed).line(),
        None
    );
    assert_eq!(HandshakeError::read("welcome", "us"), None);
    assert_eq!(HandshakeError::read("refused", "us"), None);
    assert_eq!(
        HandshakeError::read("refused lunch", "us"),
        Some(HandshakeError::OtherProtocol)
    );
}

#[test]
fn another_build_is_named_to_both() {
    let here = HandshakeError::OtherBuild {
        ours: "fewest 2".to_string(),
        theirs: "fewest 1".to_string(),
    };
    let told = here.line().expect("it has a code");
    assert_eq!(told, "refused version fewest 2");
    let there = HandshakeError::read(&told, "fewest 1").expect("a refusal");
    let words = "the other side is another build: fewest 2, and this is fewest 1";
    assert_eq!(there.to_string(), words);
}

#[test]
fn a_refusal_is_told_in_english_whoever_speaks() {
    Lang::Zh.speak(|| {
        let told = HandshakeError::WrongToken.line().expect("it has a code");
        assert_eq!(told, "refused stranger the other side has another token");
    });
}

#[test]
fn bytes_and_digits_are_the_same() {
    assert_eq!(hex(&[0x00, 0x9f, 0xff]), "009fff");
    assert_eq!(unhex("009fff"), Some([0x00, 0x9f, 0xff]));
    assert_eq!(unhex::<0>(""), Some([]));
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..1000 {
        let bytes: [u8; 32] = std::array::from_fn(|_| random.u8(..));
        assert_eq!(unhex(&hex(&bytes)), Some(bytes));
    }
}

#[test]
fn nothing_else_is_digits() {
    for text in ["", "0", "000", "0000", "0g", "0F", " 0", "+1", "é", "00 "] {
        assert_eq!(unhex::<1>(text), None, "{text:?}");
    }
}

fn token_of(text: &str) -> Token {
    Token::new(text.into(), "a test".to_string()).expect("long enough")
}

#[test]
fn a_token_is_never_shown() {
    assert_eq!(format!("{:?}", token_of("open sesame")), "Token(…)");
}

#[test]
fn a_token_comes_from_the_environment() {
    let read = |variable: Option<&str>| {
        let chosen = Token::choose(None, variable.map(Into::into));
        chosen
            .map(|token| token.0)
            .map_err(|error| error.to_string())
    };
    assert_eq!(read(Some("open sesame\r\n\n")), Ok(b"open sesame".to_vec()));
    let short = "the token in FEWEST_TOKEN must have 8 to 4096 bytes";
    for value in ["", "1234567\n", &"x".repeat(4097)] {
        assert_eq!(read(Some(value)), Err(short.to_string()));
    }
    assert!(read(Some("12345678")).is_ok() && read(Some(&"x".repeat(4096))).is_ok());
    let none = "a cluster needs a token: name a file with --token-file, or set FEWEST_TOKEN";
    assert_eq!(read(None), Err(none.to_string()));
}

#[cfg(unix)]
#[test]
fn a_token_comes_from_a_file_of_ones_own() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let name = format!("fewest-token-{}", std::process::id());
    let file = std::env::temp_dir().join(name);
    let read = |text: &[u8], mode: u32| {
        fs::write(&file, text).expect("it is written");
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("it is ours");
        let read = Token::choose(Some(&file), Some("of the environment".into()));
        fs::remove_file(&file).expect("it was there");
        read.map(|token| token.0).map_err(|error| error.to_string())
    };
    let name = file.display();
    assert_eq!(read(b"open sesame\r\n", 0o600), Ok(b"open sesame".to_vec()));
    assert_eq!(read(b"open sesame", 0o400), Ok(b"open sesame".to_vec()));
    let open =
        format!("others can read the token in {name}: make it yours alone with chmod 600 {name}");
    assert_eq!(read(b"open sesame", 0o640), Err(open.clone()));
    assert_eq!(read(b"open sesame", 0o602), Err(open));
    let bad = format!("the token in {name} must have 8 to 4096 bytes");
    assert_eq!(read(b"1234567\n", 0o600), Err(bad.clone()));
    assert_eq!(read(&[b'x'; 4097], 0o600), Err(bad.clone()));
    assert_eq!(read(&[b'x'; 1 << 20], 0o600), Err(bad));
    assert_eq!(read(&[b'x'; 4096], 0o600), Ok(vec![b'x'; 4096]));

    let gone = Token::read(Some(&file)).map(|token| token.0);
    let gone = gone.expect_err("it was removed").to_string();
    assert!(
        gone.starts_with(&format!("the token cannot be read from {name}: ")),
        "{gone}"
    );
}

#[test]
fn random_tokens_differ() {
    let [one, other] = [(); 2].map(|()| Token::random().expect("there is chance").0);
    assert_eq!((one.len(), other.len()), (64, 64));
    assert_ne!(one, other);
}

#[test]
fn a_proof_is_of_one_token_and_one_list_of_parts() {
    let (ours, theirs) = (token_of("open sesame"), token_of("open barley"));
    let lists: [&[&[u8]]; 7] = [
        &[],
        &[b""],
        &[b"", b""],
        &[b"ab", b"c"],
        &[b"a", b"bc"],
        &[b"abc"],
        &[b"abc", b""],
    ];
    for parts in lists {
        let proof = ours.proof(parts);
        for others in lists {
            assert_eq!(
                ours.is_proven(others, &proof),
                parts == others,
                "{parts:?} {others:?}"
            );
            assert!(!theirs.is_proven(others, &proof));
        }
        for bit in 0..256 {
            let mut wrong = proof;
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(!ours.is_proven(parts, &wrong));
        }
    }
}

#[test]
fn a_proof_is_the_hmac_of_the_framed_parts() {
    let mut plain = Hmac::<Sha256>::new_from_slice(b"open sesame").expect("a key");
    plain.update(b"\x01\0\0\0\0\0\0\0a\x02\0\0\0\0\0\0\0bc");
    let plain: Proof = plain.finalize().into_bytes().into();
    assert_eq!(token_of("open sesame").proof(&[b"a", b"bc"]), plain);
}
