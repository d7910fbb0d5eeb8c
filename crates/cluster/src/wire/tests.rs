//! Messages that come as they were sent, and all that breaks a wire.

use std::thread;

use super::*;
use crate::loopback::pair;

const SHORT: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_secs(20);

fn wires() -> (Wire, Wire) {
    let (one, other) = pair();
    let wire = |stream| Wire::new(stream).expect("it is open");
    (wire(one), wire(other))
}

fn frame(text: &[u8]) -> Vec<u8> {
    [&(text.len() as u32).to_le_bytes(), text].concat()
}

#[test]
fn messages_come_as_they_were_sent() {
    let (one, other) = wires();
    let messages: Vec<Vec<String>> = (0..50)
        .map(|i| vec!["a quote \" and 雪".repeat(i * 100); i % 7])
        .collect();
    let sender = one.clone();
    thread::scope(|scope| {
        scope.spawn(|| {
            messages
                .iter()
                .for_each(|message| sender.send(message).expect("sent"))
        });
        for message in &messages {
            assert_eq!(other.receive(LONG).as_ref(), Ok(&Some(message.clone())));
        }
    });
    other.send(&7).expect("the other way as well");
    assert_eq!(one.receive(LONG), Ok(Some(7)));
    assert_eq!(one.receive::<u8>(SHORT), Ok(None));
    assert_eq!(one.receive::<u8>(Duration::ZERO), Ok(None));
}

#[test]
fn what_is_there_needs_no_time() {
    let (one, other) = wires();
    other.send(&"there").expect("sent");
    thread::sleep(SHORT);
    assert_eq!(one.receive(Duration::ZERO), Ok(Some("there".to_string())));
    let end = other.clone();
    thread::spawn(move || {
        thread::sleep(SHORT);
        end.send(&"late").expect("sent");
    });
    assert_eq!(one.receive(Duration::MAX), Ok(Some("late".to_string())));
}

#[test]
fn senders_do_not_mix() {
    let (one, other) = wires();
    thread::scope(|scope| {
        for sender in 0..4 {
            let wire = other.clone();
            scope.spawn(move || {
                for i in 0..200 {
                    wire.send(&vec![sender; i * 30]).expect("sent");
                }
            });
        }
        let mut next = [0; 4];
        for _ in 0..800 {
            let message: Vec<usize> = one.receive(LONG).expect("whole").expect("in time");
            let Some(&sender) = message.first() else {
                continue;
            };
            assert!(message.iter().all(|entry| *entry == sender));
            assert!(message.len() / 30 > next[sender]);
            next[sender] = message.len() / 30;
        }
    });
}

#[test]
fn a_frame_that_is_begun_is_kept() {
    let (one, mut other) = pair();
    let wire = Wire::new(one).expect("it is open");
    for byte in frame(b"[1,2]") {
        assert_eq!(wire.receive::<Vec<u8>>(Duration::from_millis(2)), Ok(None));
        other.write_all(&[byte]).expect("sent");
    }
    assert_eq!(wire.receive(LONG), Ok(Some(vec![1, 2])));
}

#[test]
fn a_trickle_does_not_prolong_the_wait() {
    let (one, mut other) = pair();
    let wire = Wire::new(one).expect("it is open");
    let text = format!("\"{}\"", "x".repeat(400));
    thread::scope(|scope| {
        scope.spawn(|| {
            for byte in frame(text.as_bytes()) {
                thread::sleep(Duration::from_millis(2));
                other.write_all(&[byte]).expect("sent");
            }
        });
        assert_eq!(wire.receive::<String>(SHORT), Ok(None));
        let message = wire.receive::<String>(LONG);
        assert_eq!(
            message.map(|text| text.map(|text| text.len())),
            Ok(Some(400))
        );
    });
}

#[test]
fn bad_frames_break_the_wire() {
    let cases: [(&[u8], Broken); 7] = [
        (&[0, 0, 0, 0], Broken::Garbled),
        (&frame(b"{"), Broken::Garbled),
        (&frame(b"7 7"), Broken::Garbled),
        (&frame(b"-1"), Broken::Garbled),
        (&frame(&[b'['; 100_000]), Broken::Garbled),
        (&[0, 0, 0, 0x10, 7], Broken::Closed),
        (&[1, 0, 0, 0x10], Broken::TooLong),
    ];
    for (bytes, why) in cases {
        let (one, mut other) = pair();
        let wire = Wire::new(one).expect("it is open");
        other.write_all(bytes).expect("sent");
        other.shutdown(Shutdown::Write).expect("it was open");
        assert_eq!(wire.receive::<u32>(LONG), Err(why));
        assert!(wire.receive::<u32>(LONG).is_err(), "and stays broken");
        assert_eq!(
            other.read(&mut [0; 9]).unwrap_or(0),
            0,
            "the other side sees it"
        );
    }
}

#[test]
fn a_claimed_length_takes_no_memory() {
    let (one, mut other) = pair();
    let wire = Wire::new(one).expect("it is open");
    other.write_all(&[0, 0, 0, 0x10, b'7']).expect("sent");
    assert_eq!(wire.receive::<u32>(SHORT), Ok(None));
    let begun = wire.0.begun.lock().expect("nobody panicked");
    assert!(begun.capacity() < 2 * PIECE);
}

#[test]
fn random_bytes_never_panic() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (one, mut other) = pair();
        let wire = Wire::new(one).expect("it is open");
        let mut bytes: Vec<u8> = (0..random.usize(..200)).map(|_| random.u8(..)).collect();
        if random.bool() {
            bytes.splice(..0, frame(b"[1]"));
        }
        other.write_all(&bytes).expect("sent");
        drop(other);
        while wire.receive::<Vec<u8>>(LONG).is_ok() {}
    }
}

#[test]
fn closing_ends_a_wait() {
    let (one, other) = wires();
    let handle = one.clone();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(SHORT);
            handle.close();
        });
        assert_eq!(one.receive::<u8>(LONG), Err(Broken::Closed));
    });
    assert_eq!(other.receive::<u8>(LONG), Err(Broken::Closed));
    assert_eq!(one.send(&7), Err(Broken::Closed));
    one.close();
}

#[test]
fn a_message_that_is_no_json_is_not_sent() {
    let (one, other) = wires();
    let no_text = std::collections::BTreeMap::from([(vec![1], 2)]);
    assert!(matches!(one.send(&no_text), Err(Broken::Failed(_))));
    one.send(&7).expect("the wire is as it was");
    assert_eq!(other.receive(LONG), Ok(Some(7)));
}

#[test]
fn a_peer_that_takes_nothing_breaks_the_wire() {
    let (one, _other) = wires();
    one.0
        .stream
        .set_write_timeout(Some(SHORT))
        .expect("it is open");
    let message = "x".repeat(100 << 20);
    assert_eq!(one.send(&message), Err(Broken::TooSlow));
    assert_eq!(one.send(&7), Err(Broken::Closed));
}

#[cfg(target_os = "linux")]
#[test]
fn a_peer_that_is_cut_off_is_noticed() {
    let patience = Duration::from_secs(2);
    let watch = |sends: bool| {
        let (one, other) = pair();
        steady(&one, patience).expect("it is open");
        // Whatever is sent to it vanishes: it does not even say that it is there.
        let nothing = socket2::SockFilter::new(6, 0, 0, 0);
        let cut = SockRef::from(&other).attach_filter(&[nothing]);
        cut.expect("it is ours");
        let wire = Wire::new(one).expect("it is open");
        if sends {
            wire.send(&"is anybody there?").expect("it goes out");
        }
        assert_eq!(wire.receive::<u8>(patience / 2), Ok(None));
        assert_eq!(wire.receive::<u8>(LONG), Err(Broken::TooSlow));
    };
    thread::scope(|scope| {
        scope.spawn(|| watch(true));
        scope.spawn(|| watch(false));
    });
}

#[test]
fn a_steady_connection_watches_its_peer() {
    let (one, _other) = pair();
    steady(&one, Duration::from_secs(12)).expect("it is open");
    assert!(one.nodelay().expect("it is open"));
    let socket = SockRef::from(&one);
    assert!(socket.keepalive().expect("it is open"));
    #[cfg(target_os = "linux")]
    {
        let second = Duration::from_secs(1);
        assert_eq!(socket.tcp_keepalive_time().expect("set"), 4 * second);
        assert_eq!(socket.tcp_keepalive_interval().expect("set"), 2 * second);
        assert_eq!(socket.tcp_keepalive_retries().expect("set"), 4);
        assert_eq!(socket.tcp_user_timeout().expect("set"), Some(12 * second));
    }
    steady(&one, Duration::from_millis(1)).expect("as short as it gets");
    steady(&one, Duration::from_secs(24 * 3600)).expect("as long as it gets");
}
