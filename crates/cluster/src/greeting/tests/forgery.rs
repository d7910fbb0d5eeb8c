//! Without the token nobody makes a proof, nor takes one from somewhere else.

use super::*;

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
