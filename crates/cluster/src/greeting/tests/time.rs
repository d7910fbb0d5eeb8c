//! Nobody has a greeting wait for longer than its deadline.

use super::*;

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
                assert_eq!(answered, broken(Broken::TooSlow), "{half:?}");
                let (answered, _) = answer_to(token, LONG, |stream| {
                    write(stream, half);
                    stream.shutdown(Shutdown::Write).expect("it was open");
                });
                assert_eq!(answered, broken(Broken::Closed), "{half:?}");
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
                assert_eq!(called, broken(Broken::TooSlow), "{half:?}");
            });
        }
    });
    let hang_up = |stream: &mut TcpStream| {
        read_line(stream);
    };
    assert_eq!(call_to(token, LONG, hang_up), broken(Broken::Closed));
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
