//! Whole clusters, their workers on threads of this process. One program, so that timely is linked
//! once.

mod common;
mod losses;

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use fewest_cluster::worker::WorkerEvent;
use fewest_cluster::{
    ClusterError, ClusterEvent, ConnectionError, Denial, HandshakeError, LossCause, Question,
    UnreachableWorker, Work,
};
use fewest_games::builtin::AnyLevel;
use fewest_search::{Progress, Report, SearchContext, Unwatched, Verdict};

use common::{Worker, busy, folder, lawn, leader, leader_of, levels, quiet, token, work};

/// More positions than this are left to the benchmark.
const STATES: u64 = 10_000;

/// What must not depend on how many search.
fn essence(report: &Report<u32>) -> (Option<u64>, Option<u64>, &[u64]) {
    let verdict = &report.verdict;
    (verdict.fewest(), verdict.at_least(), &report.stats.layers)
}

#[test]
fn several_find_what_one_finds() {
    let _busy = busy();
    let token = token();
    let workers: Vec<Worker> = (0..4).map(|_| Worker::start(&token)).collect();
    let mut decided = 0;
    for (name, level) in levels() {
        let plain = level.solve(&mut SearchContext::default());
        let plain = plain.expect("the plain search is right").verdict;
        for whole in [false, true] {
            let mut first: Option<Report<u32>> = None;
            for (processes, threads) in [(1, 1), (1, 2), (2, 1), (4, 1)] {
                let told = format!("{name}, whole: {whole}, {processes} × {threads}");
                let work = Work {
                    whole,
                    states: Some(STATES),
                    ..work(threads)
                };
                let mut leader = leader(&workers[..processes], &token);
                let mut tell = |event: &ClusterEvent| panic!("{name}: {event}");
                let report = leader.solve(&level, &work, &mut Unwatched, &mut tell);
                let report = report.unwrap_or_else(|why| panic!("{told}: {why:?}"));
                match &first {
                    Some(first) => assert_eq!(essence(&report), essence(first), "{told}"),
                    None => first = Some(report.clone()),
                }
                // The rules play what was found.
                let report = level.adopt(report).expect(&told);
                match report.verdict {
                    // Twice is enough where it is large.
                    Verdict::GaveUp { .. } if processes == 2 => break,
                    Verdict::GaveUp { .. } => {}
                    verdict => {
                        assert_eq!(verdict.fewest(), plain.fewest(), "{told}");
                        decided += 1;
                    }
                }
            }
        }
    }
    assert!(decided > 400, "only {decided} were decided");
}

fn level(name: &str) -> AnyLevel {
    let mut levels = levels().into_iter();
    let found = levels.find(|(file, _)| file.ends_with(name));
    found.expect("it is shipped").1
}

/// Says something to a worker, and hears what comes back until the connection is closed.
fn say(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    // One who is turned away at once hears nothing more.
    let _ = stream.write_all(bytes);
    let mut heard = Vec::new();
    let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
    let _ = stream.read_to_end(&mut heard);
    String::from_utf8_lossy(&heard).into_owned()
}

#[test]
fn a_search_goes_on_while_strangers_knock() {
    let _busy = busy();
    let token = token();
    let workers = [Worker::start(&token), Worker::start(&token)];
    let addresses = workers.each_ref().map(|worker| worker.address);
    let level = level("butterfly.txt");
    let work = Work {
        whole: true,
        ..work(1)
    };
    let quiet = leader(&workers, &token).solve(&level, &work, &mut Unwatched, &mut |_| ());
    let quiet = quiet.expect("nobody disturbs it").stats.layers;
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for address in addresses {
            let is_over = &is_over;
            scope.spawn(move || {
                let mut rng = Rng::with_seed(7);
                let mut half_open = Vec::new();
                while !is_over.load(Ordering::Relaxed) {
                    let noise: Vec<u8> = (0..200).map(|_| rng.u8(..)).collect();
                    let heard = say(address, &noise);
                    assert!(!heard.contains("welcome"), "{heard}");
                    let heard = say(address, b"GET / HTTP/1.1\r\nHost: worker\r\n\r\n");
                    assert!(heard.starts_with("refused greeting "), "{heard}");
                    // One that says nothing, and one that stops in the middle.
                    half_open.push(TcpStream::connect(address).expect("it listens"));
                    let mut stream = TcpStream::connect(address).expect("it listens");
                    let _ = stream.write_all(b"fewest-cluster fewest");
                    half_open.push(stream);
                    half_open.truncate(20);
                    thread::sleep(Duration::from_millis(5));
                }
            });
        }
        for _ in 0..5 {
            let mut leader = leader(&workers, &token);
            let report = leader.solve(&level, &work, &mut Unwatched, &mut |event| {
                panic!("{event}")
            });
            assert_eq!(report.expect("it is not disturbed").stats.layers, quiet);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let events = workers[0].events.lock().expect("nobody panics");
    let is_refused = |event: &WorkerEvent| {
        matches!(
            event,
            WorkerEvent::TurnedAway(_, HandshakeError::OtherProtocol)
        )
    };
    let refused = events.iter().find(|event| is_refused(event));
    let words = refused.expect("strangers have called").to_string();
    let reason = " was turned away: the other side is no process of a fewest cluster";
    assert!(words.ends_with(reason), "{words}");
}

#[test]
fn a_leader_with_another_token_is_turned_away() {
    let _busy = busy();
    let token = token();
    let workers = [Worker::start(&token)];
    let stranger = common::token();
    let mut leader = leader(&workers, &stranger);
    let lost = leader.solve(&level("crown.txt"), &work(1), &mut Unwatched, &mut |_| ());
    let Err(ClusterError::Unreachable(unreachable)) = lost else {
        panic!("{lost:?}");
    };
    let UnreachableWorker {
        worker,
        address,
        error,
    } = &unreachable;
    assert_eq!((*worker, error), (0, &HandshakeError::WrongToken));
    let words = format!("worker 0 at {address}: the other side has another token");
    assert_eq!(unreachable.to_string(), words);
}

#[test]
fn a_second_leader_waits_its_turn_and_no_longer_than_it_may() {
    let _busy = busy();
    let token = token();
    let workers = [Worker::start(&token)];
    let level = lawn(48);
    let work = Work {
        whole: true,
        ..work(1)
    };
    let mut second = None;
    let mut watch = |progress: Progress| {
        if second.is_none() && progress.depth > 0 {
            let addresses = workers.iter().map(|worker| worker.address);
            let mut other = leader_of(addresses, &token, Duration::from_millis(500));
            second = Some(other.solve(&level, &work, &mut Unwatched, &mut |_| ()));
        }
        ControlFlow::Continue(())
    };
    let mut leader = leader(&workers, &token);
    let report = leader.solve(&level, &work, &mut watch, &mut |event| panic!("{event}"));
    assert_eq!(
        report.expect("the first one goes on").verdict.fewest(),
        Some(87)
    );
    let Some(Err(ClusterError::Unreachable(unreachable))) = second else {
        panic!("{second:?}");
    };
    assert_eq!(unreachable.error, HandshakeError::Denied(Denial::Busy));
}

fn questions(many: usize, how: &str) -> Vec<Question> {
    let question = |number: usize| Question {
        name: number.to_string(),
        text: "x".repeat(number % 100),
        how: how.to_string(),
    };
    (0..many).map(question).collect()
}

#[test]
fn answers_come_in_the_order_of_the_questions() {
    let token = token();
    let workers = [(); 3].map(|()| Worker::start(&token));
    let questions = questions(1000, "fast");
    let mut answers = Vec::new();
    let ended = leader(&workers, &token).spread(
        &questions,
        &mut || false,
        &mut |event| panic!("{event}"),
        &mut |answer| {
            answers.push(answer.out);
            ControlFlow::Continue(())
        },
    );
    ended.expect("all are there");
    let expected = questions
        .iter()
        .map(|asked| format!("{}: {}", asked.name, asked.text));
    assert_eq!(answers, expected.collect::<Vec<_>>());
}

#[test]
fn what_a_lost_worker_was_asked_is_asked_again() {
    let token = token();
    let mut workers: Vec<Worker> = (0..3).map(|_| Worker::start(&token)).collect();
    let mut leader = leader(&workers, &token);
    let questions = questions(200, "slow");
    let (mut answers, mut lost) = (0, 0);
    let ended = leader.spread(
        &questions,
        &mut || false,
        &mut |event| match event {
            ClusterEvent::Lost(worker) => {
                assert_eq!(worker.worker, lost + 1);
                lost += 1;
            }
            event => panic!("{event}"),
        },
        &mut |answer| {
            assert!(answer.out.starts_with(&format!("{answers}: ")));
            answers += 1;
            if answers == 50 || answers == 100 {
                workers.remove(1);
            }
            ControlFlow::Continue(())
        },
    );
    ended.expect("one is left");
    assert_eq!(answers, 200);
    assert_eq!(lost, 2);
}

/// A patience that is shorter than what it has to bear.
const SHORT: Duration = Duration::from_millis(800);

fn impatient(token: &fewest_cluster::Token) -> Worker {
    Worker::start_with(token, folder(), "127.0.0.1:0", SHORT)
}

#[test]
fn whoever_reads_the_answers_may_take_their_time() {
    let _quiet = quiet();
    let token = token();
    let workers = [(); 2].map(|()| impatient(&token));
    let addresses = workers.iter().map(|worker| worker.address);
    let mut answers = 0;
    let ended = leader_of(addresses, &token, SHORT).spread(
        &questions(100, "fast"),
        &mut || false,
        &mut |event| panic!("{event}"),
        &mut |_| {
            if answers == 10 {
                thread::sleep(3 * SHORT);
            }
            answers += 1;
            ControlFlow::Continue(())
        },
    );
    ended.expect("both are there");
    assert_eq!(answers, 100);
}

#[test]
fn a_leader_that_waits_for_others_is_still_there() {
    let _quiet = quiet();
    let token = token();
    let worker = impatient(&token);
    // Nobody answers there, and the leader waits longer than the worker would.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let silent_at = silent.local_addr().expect("it has one");
    let addresses = [worker.address, silent_at].into_iter();
    let (mut answers, mut missing) = (0, Vec::new());
    let ended = leader_of(addresses, &token, 3 * SHORT).spread(
        &questions(10, "fast"),
        &mut || false,
        &mut |event| match event {
            ClusterEvent::Missing(UnreachableWorker { worker, error, .. }) => {
                assert_eq!(
                    error,
                    &HandshakeError::Connection(ConnectionError::TimedOut)
                );
                missing.push((*worker, event.to_string()));
            }
            event => panic!("{event}"),
        },
        &mut |_| {
            answers += 1;
            ControlFlow::Continue(())
        },
    );
    ended.expect("the other one answers");
    assert_eq!(answers, 10);
    let words = format!(
        "worker 1 at {silent_at} cannot be reached: the other side did not answer in time; the \
         others do its work"
    );
    assert_eq!(missing, [(1, words)]);
}

#[test]
fn it_ends_when_nobody_is_left_or_nobody_wants_more() {
    let token = token();
    let mut workers = vec![Worker::start(&token)];
    let mut leader = leader(&workers, &token);
    let questions = questions(100, "slow");
    let mut answers = 0;
    let ended = leader.spread(&questions, &mut || false, &mut |_| (), &mut |_| {
        answers += 1;
        match answers {
            10 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    ended.expect("it was stopped");
    assert_eq!(answers, 10);
    let ended = leader.spread(&questions, &mut || false, &mut |_| (), &mut |_| {
        workers.clear();
        ControlFlow::Continue(())
    });
    let Err(ClusterError::Lost(lost)) = ended else {
        panic!("{ended:?}");
    };
    let closed = HandshakeError::Connection(ConnectionError::Closed);
    assert!(
        matches!(&lost.cause, LossCause::Connection(error) if *error == closed),
        "{lost}"
    );
}
