//! Real dataflows of timely over lines that break, end and are abandoned, and the inbox of a line.
//!
//! Timely joins its threads where its guard is dropped, and panics if one of them did: a test that
//! ends has no thread that hangs or panicked.

use std::sync::mpsc;

use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::networking::MessageHeader;
use timely::communication::{Allocator, Hooks};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::operators::{Exchange as _, Inspect as _, Probe as _};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::*;
use crate::wire::pair;

const THREADS: usize = 2;

fn lost(peer: usize, error: ConnectionError) -> Option<LostPeer> {
    let error = error.into();
    Some(LostPeer { peer, error })
}

/// Fails instead of hanging for ever.
fn in_time(test: impl FnOnce() + Send + 'static) {
    let (done, is_done) = mpsc::channel();
    let running = thread::spawn(move || {
        test();
        done.send(()).expect("somebody waits");
    });
    match is_done.recv_timeout(Duration::from_secs(100)) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("it hangs"),
        _ => running.join().expect("the test panicked"),
    }
}

/// What a worker of the tests sends in each round to each worker: a text of so many bytes.
#[derive(Clone, Copy)]
struct Task {
    rounds: u64,
    bytes: usize,
}

/// How a process of the tests ended.
#[derive(Debug)]
struct Outcome {
    /// For each of its workers, how many texts it got, if it did not stop early.
    got: Vec<Option<usize>>,
    losses: LostPeers,
}

/// One process, a thread for each of its workers.
fn process(
    index: usize,
    streams: Vec<Option<TcpStream>>,
    losses: LostPeers,
    task: Task,
) -> Outcome {
    let got = with_workers(index, streams, &losses, |worker| run(worker, &losses, task));
    Outcome { got, losses }
}

/// Builds a process on its connections, does something on each of its workers, and ends it.
fn with_workers<T: Send>(
    index: usize,
    streams: Vec<Option<TcpStream>>,
    losses: &LostPeers,
    work: impl Fn(Worker) -> T + Sync,
) -> Vec<T> {
    let workers = index * THREADS..(index + 1) * THREADS;
    let lines = streams.into_iter().enumerate().map(|(peer, stream)| {
        stream.map(|stream| Line::new(stream, peer, workers.clone(), losses).expect("it is open"))
    });
    let hooks = Hooks::default();
    let builders = ProcessBuilder::new_typed_vector(THREADS, hooks.refill.clone(), None);
    let (builders, guard): (_, CommsGuard) =
        initialize_networking_from_sockets(builders, lines.collect(), index, THREADS, hooks)
            .expect("there are threads");
    let done = thread::scope(|scope| {
        let threads = builders.into_iter().map(|builder| {
            scope.spawn(|| {
                let allocator = Allocator::Tcp(builder.build());
                work(Worker::new(WorkerConfig::default(), allocator, None))
            })
        });
        let threads: Vec<_> = threads.collect();
        let done = threads.into_iter().map(|thread| thread.join());
        done.map(|done| done.expect("no worker panics")).collect()
    });
    drop(guard);
    done
}

type Text = (u64, String);
type Input = InputHandle<u64, CapacityContainerBuilder<Vec<Text>>>;

/// A dataflow in which texts go to the worker of their number.
fn dataflow(
    worker: &mut Worker,
    mut take: impl FnMut(&Text) + 'static,
) -> (Input, ProbeHandle<u64>) {
    let mut input = Input::new();
    let probe = worker.dataflow(|scope| {
        let texts = input.to_stream(scope).exchange(|text: &Text| text.0);
        texts.inspect(move |text| take(text)).probe().0
    });
    (input, probe)
}

/// Sends the texts of a task; nothing where a loss stops it.
fn run(mut worker: Worker, losses: &LostPeers, task: Task) -> Option<usize> {
    let count = std::rc::Rc::new(std::cell::Cell::new(0));
    let counted = std::rc::Rc::clone(&count);
    let (mut input, probe) = dataflow(&mut worker, move |text| {
        assert_eq!(text.1.len(), task.bytes, "only whole texts arrive");
        counted.set(counted.get() + 1);
    });
    for round in 1..=task.rounds {
        for to in 0..worker.peers() {
            input.send((to as u64, "x".repeat(task.bytes)));
        }
        input.advance_to(round);
        while probe.less_than(&round) {
            if losses.is_broken() {
                return None;
            }
            worker.step_or_park(Some(Duration::from_millis(1)));
        }
    }
    input.close();
    while worker.has_dataflows() {
        if losses.is_broken() {
            return None;
        }
        worker.step_or_park(Some(Duration::from_millis(1)));
    }
    Some(count.get())
}

/// Passes on what comes until so many bytes have passed, and then hangs up at once.
fn relay(from: &TcpStream, to: &TcpStream, mut most: usize) {
    let (mut source, mut sink) = (from, to);
    let mut bytes = vec![0; 1 << 16];
    while most > 0 {
        let piece = most.min(bytes.len());
        match source.read(&mut bytes[..piece]) {
            Ok(many) if many > 0 && sink.write_all(&bytes[..many]).is_ok() => most -= many,
            _ => break,
        }
    }
    for end in [from, to] {
        let _ = end.shutdown(Shutdown::Both);
    }
}

/// The connections of three processes, each with the two others.
fn triangle() -> [Vec<Option<TcpStream>>; 3] {
    let mut streams = [(); 3].map(|()| vec![None, None, None]);
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        let (there, back) = pair();
        streams[one][other] = Some(there);
        streams[other][one] = Some(back);
    }
    streams
}

#[test]
fn a_mesh_of_lines_works_as_plain_connections_do() {
    in_time(|| {
        let task = Task {
            rounds: 30,
            bytes: 10_000,
        };
        let processes = triangle().into_iter().enumerate().map(|(index, streams)| {
            thread::spawn(move || process(index, streams, LostPeers::default(), task))
        });
        let processes: Vec<_> = processes.collect();
        for (index, process) in processes.into_iter().enumerate() {
            let outcome = process.join().expect("no process panics");
            assert_eq!(outcome.got, [Some(30 * 6); THREADS]);
            assert!(!outcome.losses.is_broken());
            assert_eq!(outcome.losses.first(), None);
            let mut ended = outcome.losses.ended();
            ended.sort_unstable();
            let others: Vec<_> = (0..3).filter(|other| *other != index).collect();
            assert_eq!(ended, others);
        }
    });
}

#[test]
fn one_broken_line_ends_the_whole_mesh() {
    in_time(|| {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..25 {
            let task = Task {
                rounds: u64::MAX,
                bytes: random.usize(1..50_000),
            };
            let streams = triangle();
            let line = streams[0][1].as_ref().expect("they are peers");
            let line = line.try_clone().expect("it is open");
            let mut index = 0..;
            let processes = streams.map(|streams| {
                let index = index.next().expect("there are more numbers");
                thread::spawn(move || process(index, streams, LostPeers::default(), task))
            });
            thread::sleep(Duration::from_micros(random.u64(..20_000)));
            line.shutdown(Shutdown::Both).expect("it was open");
            drop(line);
            for process in processes {
                let outcome = process.join().expect("no process panics");
                assert_eq!(outcome.got, [None; THREADS]);
                assert!(outcome.losses.first().is_some());
                assert!(outcome.losses.ended().is_empty(), "nobody ended on purpose");
            }
        }
    });
}

/// Two processes whose connection ends after so many bytes from the second to the first.
fn cut_after(bytes: usize, task: Task) -> [Outcome; 2] {
    let (first, near) = pair();
    let (far, second) = pair();
    thread::scope(|scope| {
        scope.spawn(|| relay(&near, &far, usize::MAX));
        scope.spawn(|| relay(&far, &near, bytes));
        let first = vec![None, Some(first)];
        let second = vec![Some(second), None];
        let first = scope.spawn(move || process(0, first, LostPeers::default(), task));
        let second = scope.spawn(move || process(1, second, LostPeers::default(), task));
        [first, second].map(|process| process.join().expect("no process panics"))
    })
}

#[test]
fn a_line_may_break_at_any_byte() {
    in_time(|| {
        let mut random = fastrand::Rng::with_seed(3);
        for bytes in [20, 3000, 700_000, 5_000_000] {
            let task = Task {
                rounds: u64::MAX,
                bytes,
            };
            let cuts = if bytes > 1_000_000 { 6 } else { 25 };
            for _ in 0..cuts {
                let cut = random.usize(..bytes * 10 + 500);
                let outcomes = cut_after(cut, task);
                for (outcome, peer) in outcomes.into_iter().zip([1, 0]) {
                    assert_eq!(outcome.got, [None; THREADS]);
                    assert!(outcome.losses.is_broken());
                    assert_eq!(
                        outcome.losses.first(),
                        lost(peer, ConnectionError::Closed),
                        "cut {cut}"
                    );
                    assert!(outcome.losses.ended().is_empty());
                }
            }
        }
    });
}

#[test]
fn a_process_may_give_up_at_any_time() {
    in_time(|| {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..25 {
            let (first, second) = pair();
            let task = Task {
                rounds: u64::MAX,
                bytes: random.usize(1..200_000),
            };
            let losses = [LostPeers::default(), LostPeers::default()];
            let [one, other] = losses.clone();
            let one = thread::spawn(move || process(0, vec![None, Some(first)], one, task));
            let other = thread::spawn(move || process(1, vec![Some(second), None], other, task));
            thread::sleep(Duration::from_micros(random.u64(..20_000)));
            losses[0].abandon();
            let [one, other] = [one, other].map(|process| process.join().expect("no panic"));
            assert_eq!(
                (one.got, other.got),
                (vec![None; THREADS], vec![None; THREADS])
            );
            assert!(losses[0].is_broken() && losses[1].is_broken());
            assert_eq!(losses[0].first(), None, "who gives up has lost nobody");
            assert_eq!(losses[1].first(), lost(0, ConnectionError::Closed));
        }
    });
}

#[test]
fn what_is_abandoned_before_it_begins_ends_at_once() {
    in_time(|| {
        let (first, second) = pair();
        let losses = LostPeers::default();
        losses.abandon();
        let task = Task {
            rounds: 1,
            bytes: 1,
        };
        let outcome = process(0, vec![None, Some(first)], losses, task);
        assert_eq!(outcome.got, [None; THREADS]);
        drop(second);
    });
}

#[test]
fn a_worker_may_be_dropped_with_work_undone() {
    in_time(|| {
        for sends in [0, 1, 1000] {
            let (first, second) = pair();
            let leave = move |index: usize, streams: Vec<Option<TcpStream>>| {
                let losses = LostPeers::default();
                with_workers(index, streams, &losses, |mut worker| {
                    let (mut input, _probe) = dataflow(&mut worker, |_| ());
                    for to in 0..sends {
                        input.send((to, "x".repeat(5000)));
                        worker.step();
                    }
                    // The input may outlive the worker.
                    drop(worker);
                });
                losses
            };
            let one = thread::spawn(move || leave(0, vec![None, Some(first)]));
            let other = thread::spawn(move || leave(1, vec![Some(second), None]));
            for (process, peer) in [(one, 1), (other, 0)] {
                let losses = process.join().expect("no process panics");
                assert!(!losses.is_broken());
                assert_eq!(losses.ended(), [peer], "each said that it ends");
            }
        }
    });
}

fn message(channel: usize, target: usize, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let header = MessageHeader {
        channel,
        source: THREADS,
        target_lower: target,
        target_upper: target + 1,
        length,
        seqno: 0,
    };
    header.write_to(&mut bytes).expect("into memory");
    bytes.resize(bytes.len() + length, 0);
    bytes
}

#[test]
fn a_peer_that_makes_no_sense_is_lost() {
    in_time(|| {
        // No dataflow has so many channels, so nobody decodes what comes on it.
        let unknown = 1 << 40;
        let mut long = message(unknown, 0, 8);
        long[32..40].fill(0xff);
        let cases = [
            (message(unknown, 0, 0), None),
            (
                message(unknown, THREADS, 8),
                Some(ConnectionError::Malformed),
            ),
            (long, Some(ConnectionError::TooLong)),
            (
                message(unknown, 1, 5000)[..4000].to_vec(),
                Some(ConnectionError::Closed),
            ),
            (
                b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .to_vec(),
                Some(ConnectionError::TooLong),
            ),
        ];
        for (bytes, why) in cases {
            let losses = LostPeers::default();
            let known = losses.clone();
            let (first, mut second) = pair();
            let task = Task {
                rounds: u64::MAX,
                bytes: 100,
            };
            let running = thread::spawn(move || process(0, vec![None, Some(first)], known, task));
            second
                .write_all(&message(unknown, 0, 300_000))
                .expect("it is open");
            second.write_all(&bytes).expect("it is open");
            let Some(why) = why else {
                while losses.ended().is_empty() {
                    thread::sleep(Duration::from_millis(1));
                }
                assert!(!losses.is_broken(), "to end is not to be lost");
                losses.abandon();
                running.join().expect("no process panics");
                assert_eq!((losses.first(), losses.ended()), (None, vec![1]));
                continue;
            };
            // All that is sent to it is taken, so that nothing is reset.
            second.shutdown(Shutdown::Write).expect("it was open");
            let _ = io::copy(&mut second, &mut io::sink());
            running.join().expect("no process panics");
            assert_eq!(losses.first(), lost(1, why));
        }
    });
}

#[test]
fn a_peer_that_takes_nothing_holds_nobody_up() {
    in_time(|| {
        let (first, second) = pair();
        let losses = LostPeers::default();
        let is_full = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                with_workers(0, vec![None, Some(first)], &losses, |mut worker| {
                    let (mut input, _probe) = dataflow(&mut worker, |_| ());
                    for to in 0..64 {
                        input.send((to, "x".repeat(1 << 20)));
                        worker.step();
                    }
                    is_full.store(true, Ordering::Relaxed);
                    while !losses.is_broken() {
                        worker.step_or_park(Some(Duration::from_millis(1)));
                    }
                });
            });
            while !is_full.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            // By now timely's thread waits until it can write.
            thread::sleep(Duration::from_millis(100));
            losses.abandon();
        });
        drop(second);
    });
}

#[test]
fn a_line_never_fails() {
    let losses = LostPeers::default();
    let (first, second) = pair();
    let mut line = Line::new(first, 7, 0..1, &losses).expect("it is open");
    let mut writer = line.try_clone().expect("always");
    drop(second);
    let mut read = [1; 100];
    assert_eq!(line.read(&mut read).expect("never fails"), 48);
    assert!(read[..48].iter().all(|byte| *byte == 0));
    for _ in 0..3 {
        assert_eq!(line.read(&mut read).expect("never fails"), 0);
    }
    for _ in 0..3 {
        writer.write_all(&vec![0; 1 << 20]).expect("never fails");
        writer.flush().expect("never fails");
        writer.shutdown(Shutdown::Write).expect("never fails");
    }
    assert_eq!(losses.first(), lost(7, ConnectionError::Closed));
}

#[test]
fn the_first_loss_is_told() {
    let losses = LostPeers::default();
    losses.lose(3, ConnectionError::TimedOut);
    losses.lose(2, ConnectionError::Closed);
    losses.abandon();
    losses.lose(1, ConnectionError::Closed);
    assert_eq!(losses.first(), lost(3, ConnectionError::TimedOut));
}

fn message_for(targets: Range<usize>, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let header = MessageHeader {
        channel: 3,
        source: 1,
        target_lower: targets.start,
        target_upper: targets.end,
        length,
        seqno: 9,
    };
    header.write_to(&mut bytes).expect("into memory");
    bytes.extend((0..length).map(|place| place as u8 | 1));
    bytes
}

fn end_of_messages() -> Vec<u8> {
    vec![0; HEADER]
}

/// Puts bytes in, pieces of at most so many, and takes what can be taken after each.
fn pass(
    inbox: &mut Inbox,
    mut bytes: &[u8],
    random: &mut fastrand::Rng,
) -> Result<Vec<u8>, ConnectionError> {
    let mut taken = Vec::new();
    while !bytes.is_empty() {
        let space = inbox.free_space();
        let many = random.usize(1..=space.len().min(bytes.len()));
        space[..many].copy_from_slice(&bytes[..many]);
        bytes = &bytes[many..];
        inbox.arrive(many)?;
        let mut to = vec![0; random.usize(1..500)];
        // Now and then something is left for later.
        while random.u8(..8) > 0 {
            let many = inbox.take(&mut to);
            taken.extend_from_slice(&to[..many]);
        }
    }
    Ok(taken)
}

fn rest(inbox: &mut Inbox) -> Vec<u8> {
    let mut to = vec![0; 1 << 20];
    let many = inbox.take(&mut to);
    to.truncate(many);
    to
}

#[test]
fn a_header_is_read_as_timely_writes_it() {
    let bytes = message_for(4..7, 1234);
    let header = read_header(bytes.first_chunk().expect("a header"));
    assert_eq!(header, (4..7, 1234));
    assert_eq!(
        MessageHeader::try_read(&bytes)
            .expect("whole")
            .header_bytes(),
        HEADER
    );
}

#[test]
fn only_whole_messages_are_passed_on_wherever_it_breaks() {
    for seed in 0..3000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut inbox = Inbox::new(2..5);
        let mut sent = Vec::new();
        let mut ends = vec![0];
        for _ in 0..random.usize(..8) {
            let length = random.usize(1..2000);
            sent.extend(message_for(2..random.usize(3..=5), length));
            ends.push(sent.len());
        }
        let cut = random.usize(..=sent.len());
        let mut taken = pass(&mut inbox, &sent[..cut], &mut random).expect("right");
        assert!(!inbox.is_over);
        inbox.end();
        inbox.end();
        taken.extend(rest(&mut inbox));
        let whole = *ends
            .iter()
            .rfind(|end| **end <= cut)
            .expect("none is whole");
        assert_eq!(
            taken,
            [&sent[..whole], &end_of_messages()].concat(),
            "seed {seed}"
        );
        assert!(inbox.is_over && rest(&mut inbox).is_empty());
    }
}

#[test]
fn an_end_is_the_end() {
    for seed in 0..1000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut inbox = Inbox::new(0..1);
        let sent = [
            message_for(0..1, 70),
            end_of_messages(),
            message_for(0..1, 9),
        ]
        .concat();
        let mut taken = pass(&mut inbox, &sent, &mut random).expect("right");
        inbox.end();
        taken.extend(rest(&mut inbox));
        assert_eq!(taken, sent[..HEADER + 70 + HEADER]);
    }
}

#[test]
fn messages_for_nobody_are_none() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut pass = |bytes: &[u8]| pass(&mut Inbox::new(2..5), bytes, &mut random).err();
    for targets in [0..1, 1..3, 4..6, 5..6, 3..3, 0..usize::MAX] {
        assert_eq!(
            pass(&message_for(targets.clone(), 8)),
            Some(ConnectionError::Malformed),
            "{targets:?}"
        );
    }
    let mut long = message_for(2..3, 8);
    long[32..40].copy_from_slice(&(LONGEST_MESSAGE as u64 + 1).to_be_bytes());
    assert_eq!(pass(&long), Some(ConnectionError::TooLong));
    long[32..40].fill(0xff);
    assert_eq!(pass(&long), Some(ConnectionError::TooLong));
}

#[test]
fn a_claimed_length_takes_no_memory() {
    let mut inbox = Inbox::new(0..1);
    let mut bytes = message_for(0..1, 8);
    bytes[32..40].copy_from_slice(&(LONGEST_MESSAGE as u64).to_be_bytes());
    pass(&mut inbox, &bytes, &mut fastrand::Rng::with_seed(1)).expect("it may go on");
    assert!(inbox.free_space().len() <= PIECE);
}

#[test]
fn random_bytes_never_panic() {
    for seed in 0..3000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes: Vec<u8> = (0..300).map(|_| random.u8(..) * random.u8(..2)).collect();
        let mut inbox = Inbox::new(0..usize::MAX);
        let _ = pass(&mut inbox, &bytes, &mut random);
        inbox.end();
        let taken = rest(&mut inbox);
        assert!(taken.len() >= HEADER || taken.is_empty());
    }
}
