//! Workers that are lost in the middle: the search starts again from what all have committed, and
//! says what an undisturbed one says.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::common::{Worker, busy, folder, lawn, leader, leader_of, levels, token, work};
use fewest_cluster::{ClusterError, ClusterEvent, Work};
use fewest_games::builtin::AnyLevel;
use fewest_search::{Limit, Progress, Report, Unwatched, Verdict, Watch};

fn all_of_it(threads: usize) -> Work {
    Work {
        whole: true,
        ..work(threads)
    }
}

/// The board that all of them search.
fn meadow() -> AnyLevel {
    lawn(48)
}

/// What a search says of it that nobody disturbs.
static UNDISTURBED: LazyLock<Report<u32>> = LazyLock::new(|| {
    let token = token();
    let workers = [Worker::start(&token)];
    let mut leader = leader(&workers, &token);
    let report = &mut |event: &ClusterEvent| panic!("{event}");
    let report = leader.solve(&meadow(), &all_of_it(1), &mut Unwatched, report);
    report.expect("nothing is in its way")
});

fn same(report: &Report<u32>, other: &Report<u32>) {
    assert_eq!(report.verdict.fewest(), other.verdict.fewest());
    assert_eq!(report.stats.layers, other.stats.layers);
}

/// An event, without what differs between two runs.
#[derive(Debug, PartialEq, Eq)]
enum Event {
    Restarting { worker: usize, restart: u32 },
    Resuming(u64),
}

/// Searches with some workers, and loses one of them whenever a depth of the list is reached.
fn lose(processes: usize, lost: usize, mut depths: Vec<u64>) -> Vec<Event> {
    let _busy = busy();
    let level = meadow();
    let token = token();
    let mut workers: Vec<Worker> = (0..processes).map(|_| Worker::start(&token)).collect();
    let mut leader = leader(&workers, &token);
    let mut events = Vec::new();
    let mut watch = |progress: Progress| {
        if depths.first().is_some_and(|depth| progress.depth >= *depth) {
            depths.remove(0);
            let (folder, address) = (workers[lost].folder.clone(), workers[lost].address);
            workers[lost].fall();
            workers[lost] = Worker::start_in(&token, folder, &address.to_string());
        }
        ControlFlow::Continue(())
    };
    let report = &mut |event: &ClusterEvent| {
        events.push(match event {
            ClusterEvent::Restarting {
                lost,
                restart,
                most: 3,
            } => {
                let (worker, restart) = (lost.worker, *restart);
                let words = event.to_string();
                assert!(
                    words.starts_with(&format!("worker {worker} at ")),
                    "{words}"
                );
                let again = format!("; it starts again ({restart} of 3)");
                assert!(words.ends_with(&again), "{words}");
                Event::Restarting { worker, restart }
            }
            ClusterEvent::Resuming(layer) => {
                assert_eq!(event.to_string(), format!("going on from layer {layer}"));
                Event::Resuming(*layer)
            }
            event => panic!("{event}"),
        });
    };
    let report = leader.solve(&level, &all_of_it(1), &mut watch, report);
    let report = report.expect("it recovers");
    assert!(depths.is_empty(), "all were lost: {depths:?} left");
    same(&report, &UNDISTURBED);
    level.adopt(report).expect("the rules play it");
    events
}

#[test]
fn a_worker_that_is_lost_is_waited_for() {
    for lost in 0..3 {
        let events = lose(3, lost, vec![20]);
        let (worker, restart) = (lost, 1);
        assert_eq!(events[0], Event::Restarting { worker, restart });
    }
}

#[test]
fn it_goes_on_from_what_all_have_committed() {
    let events = lose(2, 1, vec![20, 40]);
    let [first, Event::Resuming(from), second, Event::Resuming(then)] = &events[..] else {
        panic!("{events:?}");
    };
    for (event, restart) in [(first, 1), (second, 2)] {
        assert_eq!(*event, Event::Restarting { worker: 1, restart });
    }
    assert!(*from > 10 && from <= then, "{events:?}");
}

#[test]
fn one_that_does_not_come_back_ends_the_search() {
    let _busy = busy();
    let level = meadow();
    let token = token();
    let mut workers = vec![Worker::start(&token), Worker::start(&token)];
    let addresses: Vec<_> = workers.iter().map(|worker| worker.address).collect();
    let mut leader = leader_of(addresses.into_iter(), &token, Duration::from_secs(1));
    let mut watch = |progress: Progress| {
        if progress.depth >= 20 && workers.len() == 2 {
            workers[1].fall();
            workers.pop();
        }
        ControlFlow::Continue(())
    };
    let began = Instant::now();
    let lost = leader.solve(&level, &all_of_it(1), &mut watch, &mut |_| ());
    let Err(ClusterError::Lost(lost)) = lost else {
        panic!("{lost:?}");
    };
    assert_eq!(lost.worker, 1);
    assert!(lost.to_string().starts_with("worker 1 at "), "{lost}");
    assert!(began.elapsed() < Duration::from_secs(60), "it is bounded");
}

#[test]
fn one_that_was_never_there_is_named() {
    let _busy = busy();
    let token = token();
    let workers = [Worker::start(&token)];
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let empty = nobody.local_addr().expect("it has one");
    drop(nobody);
    let addresses = [workers[0].address, empty].into_iter();
    let mut leader = leader_of(addresses, &token, Duration::from_secs(1));
    let (_, level) = levels().swap_remove(0);
    let lost = leader.solve(&level, &work(1), &mut Unwatched, &mut |_| ());
    let Err(ClusterError::Unreachable(unreachable)) = lost else {
        panic!("{lost:?}");
    };
    assert_eq!(unreachable.worker, 1);
    let begins = format!("worker 1 at {empty} cannot be reached: ");
    assert!(
        unreachable.to_string().starts_with(&begins),
        "{unreachable}"
    );
}

/// A search that was stopped goes on with another leader, where it was kept.
#[test]
fn what_is_kept_is_resumed_by_another_leader() {
    let _busy = busy();
    let level = meadow();
    let token = token();
    let workers = [Worker::start(&token), Worker::start(&token)];
    let work = Work {
        is_kept: true,
        ..all_of_it(2)
    };
    let mut stops = 0;
    let report = loop {
        let until = 15 + 5 * stops;
        let mut watch = |progress: Progress| match progress.depth >= until {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let mut leader = leader(&workers, &token);
        let report = leader.solve(&level, &work, &mut watch, &mut |event| panic!("{event}"));
        let report = report.expect("nobody is lost");
        if report.verdict.fewest().is_some() {
            break report;
        }
        assert!(report.stats.layers.len() as u64 >= until, "{stops}");
        stops += 1;
    };
    assert!(stops >= 1, "it was never stopped");
    same(&report, &UNDISTURBED);
    for worker in &workers {
        let left = worker.shares();
        assert_eq!(left, 0, "nothing is left behind");
    }
}

fn stop_at(depth: u64) -> impl FnMut(Progress) -> ControlFlow<()> {
    move |progress: Progress| match progress.depth >= depth {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("it can be made");
    for entry in std::fs::read_dir(from).expect("it is there") {
        let entry = entry.expect("it can be listed").path();
        let copied = to.join(entry.file_name().expect("it has a name"));
        match entry.is_dir() {
            true => copy(&entry, &copied),
            false => drop(std::fs::copy(&entry, &copied).expect("it can be copied")),
        }
    }
}

/// One has committed less than the others: they go back to what it has.
#[test]
fn all_go_back_to_the_one_that_is_behind() {
    let _busy = busy();
    let level = meadow();
    let token = token();
    let workers = [(); 3].map(|()| Worker::start(&token));
    let work = Work {
        is_kept: true,
        ..all_of_it(1)
    };
    let solve = |watch: &mut dyn Watch| {
        let report = leader(&workers, &token).solve(&level, &work, watch, &mut |_| ());
        report.expect("nobody is lost")
    };
    let first = solve(&mut stop_at(10));
    let (now, then) = (&workers[1].folder, folder());
    copy(now, &then);
    let second = solve(&mut stop_at(first.stats.layers.len() as u64 + 2));
    assert!(second.stats.layers.len() > first.stats.layers.len());
    workers[1].forget();
    copy(&then, now);
    std::fs::remove_dir_all(&then).expect("it is there");
    same(&solve(&mut Unwatched), &UNDISTURBED);
}

#[test]
fn time_and_whoever_watches_end_it() {
    let _busy = busy();
    let level = meadow();
    let token = token();
    let workers = [Worker::start(&token), Worker::start(&token)];
    let solve = |work: &Work, watch: &mut dyn Watch| {
        let report = leader(&workers, &token).solve(&level, work, watch, &mut |_| ());
        report.expect("nobody is lost").verdict
    };
    for time in [Duration::ZERO, Duration::from_millis(400)] {
        let work = Work {
            time: Some(time),
            ..all_of_it(1)
        };
        let Verdict::GaveUp { limit, .. } = solve(&work, &mut Unwatched) else {
            panic!("it takes longer");
        };
        assert_eq!(limit, Limit::Time);
    }
    for depth in [0, 5] {
        let Verdict::GaveUp { limit, .. } = solve(&all_of_it(1), &mut stop_at(depth)) else {
            panic!("it takes longer");
        };
        assert_eq!(limit, Limit::Stopped);
    }
    for worker in &workers {
        let left = worker.shares();
        assert_eq!(left, 0, "what is not kept is not left behind");
    }
}
