//! Real dataflows of timely over lines that break, end and are abandoned.
//!
//! Timely joins its threads where its guard is dropped, and panics if one of them did: a test that
//! ends has no thread that hangs or panicked.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

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
use crate::loopback::pair;
use crate::losses::Loss;

const THREADS: usize = 2;

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
    losses: Losses,
}

/// One process, a thread for each of its workers.
fn process(index: usize, streams: Vec<Option<TcpStream>>, losses: Losses, task: Task) -> Outcome {
    let got = with_workers(index, streams, &losses, |worker| run(worker, &losses, task));
    Outcome { got, losses }
}

/// Builds a process on its connections, does something on each of its workers, and ends it.
fn with_workers<T: Send>(
    index: usize,
    streams: Vec<Option<TcpStream>>,
    losses: &Losses,
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
fn run(mut worker: Worker, losses: &Losses, task: Task) -> Option<usize> {
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
            if losses.is_lost() {
                return None;
            }
            worker.step_or_park(Some(Duration::from_millis(1)));
        }
    }
    input.close();
    while worker.has_dataflows() {
        if losses.is_lost() {
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
            thread::spawn(move || process(index, streams, Losses::default(), task))
        });
        let processes: Vec<_> = processes.collect();
        for (index, process) in processes.into_iter().enumerate() {
            let outcome = process.join().expect("no process panics");
            assert_eq!(outcome.got, [Some(30 * 6); THREADS]);
            assert!(!outcome.losses.is_lost());
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
                thread::spawn(move || process(index, streams, Losses::default(), task))
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
        let first = scope.spawn(move || process(0, first, Losses::default(), task));
        let second = scope.spawn(move || process(1, second, Losses::default(), task));
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
                    assert!(outcome.losses.is_lost());
                    let why = Broken::Closed;
                    assert_eq!(
                        outcome.losses.first(),
                        Some(Loss { peer, why }),
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
            let losses = [Losses::default(), Losses::default()];
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
            assert!(losses[0].is_lost() && losses[1].is_lost());
            assert_eq!(losses[0].first(), None, "who gives up has lost nobody");
            let why = Broken::Closed;
            assert_eq!(losses[1].first(), Some(Loss { peer: 0, why }));
        }
    });
}

#[test]
fn what_is_abandoned_before_it_begins_ends_at_once() {
    in_time(|| {
        let (first, second) = pair();
        let losses = Losses::default();
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
                let losses = Losses::default();
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
                assert!(!losses.is_lost());
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
            (message(unknown, THREADS, 8), Some(Broken::Garbled)),
            (long, Some(Broken::TooLong)),
            (
                message(unknown, 1, 5000)[..4000].to_vec(),
                Some(Broken::Closed),
            ),
            (
                b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .to_vec(),
                Some(Broken::TooLong),
            ),
        ];
        for (bytes, why) in cases {
            let losses = Losses::default();
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
                assert!(!losses.is_lost(), "to end is not to be lost");
                losses.abandon();
                running.join().expect("no process panics");
                assert_eq!((losses.first(), losses.ended()), (None, vec![1]));
                continue;
            };
            // All that is sent to it is taken, so that nothing is reset.
            second.shutdown(Shutdown::Write).expect("it was open");
            let _ = io::copy(&mut second, &mut io::sink());
            running.join().expect("no process panics");
            assert_eq!(losses.first(), Some(Loss { peer: 1, why }));
        }
    });
}

#[test]
fn a_peer_that_takes_nothing_holds_nobody_up() {
    in_time(|| {
        let (first, second) = pair();
        let losses = Losses::default();
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
                    while !losses.is_lost() {
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
    let losses = Losses::default();
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
    let why = Broken::Closed;
    assert_eq!(losses.first(), Some(Loss { peer: 7, why }));
}

#[test]
fn the_first_loss_is_told() {
    let losses = Losses::default();
    losses.lose(3, Broken::TooSlow);
    losses.lose(2, Broken::Closed);
    losses.abandon();
    losses.lose(1, Broken::Closed);
    let why = Broken::TooSlow;
    assert_eq!(losses.first(), Some(Loss { peer: 3, why }));
}
