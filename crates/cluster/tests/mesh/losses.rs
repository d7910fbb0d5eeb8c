//! Workers that are lost in the middle: the search starts again from what all have committed, and
//! says what an undisturbed one says.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::common::{Worker, busy, folder, lawn, leader, leader_of, levels, token, work};
use fewest_cluster::{Trouble, Work};
use fewest_games::game::Level;
use fewest_search::{Limit, Progress, Report, Unwatched, Verdict, Watch};

fn all_of_it(threads: usize) -> Work {
    Work {
        whole: true,
        ..work(threads)
    }
}

/// The board that all of them search.
fn meadow() -> Box<dyn Level> {
    lawn(48)
}

/// What a search says of it that nobody disturbs.
static UNDISTURBED: LazyLock<Report<u32>> = LazyLock::new(|| {
    let token = token();
    let workers = [Worker::start(&token)];
    let mut leader = leader(&workers, &token);
    let tell = &mut |told: &str| panic!("{told}");
    let report = leader.solve(&*meadow(), &all_of_it(1), &mut Unwatched, tell);
    report.expect("nothing is in its way")
});

fn same(report: &Report<u32>, other: &Report<u32>) {
    assert_eq!(report.verdict.fewest(), other.verdict.fewest());
    assert_eq!(report.stats.layers, other.stats.layers);
}

/// Searches with some workers, and loses one of them whenever a depth of the list is reached.
fn lose(processes: usize, lost: usize, mut depths: Vec<u64>) -> Vec<String> {
    let _busy = busy();
    let level = meadow();
    let token = token();
    let mut workers: Vec<Worker> = (0..processes).map(|_| Worker::start(&token)).collect();
    let mut leader = leader(&workers, &token);
    let mut told = Vec::new();
    let mut watch = |progress: Progress| {
        if depths.first().is_some_and(|depth| progress.depth >= *depth) {
            depths.remove(0);
            let (folder, address) = (workers[lost].folder.clone(), workers[lost].address);
            workers[lost].fall();
            workers[lost] = Worker::start_in(&token, folder, &address.to_string());
        }
        ControlFlow::Continue(())
    };
    let tell = &mut |remark: &str| told.push(remark.to_string());
    let report = leader.solve(&*level, &all_of_it(1), &mut watch, tell);
    let report = report.expect("it recovers");
    assert!(depths.is_empty(), "all were lost: {depths:?} left");
    same(&report, &UNDISTURBED);
    level.adopt(report).expect("the rules play it");
    told
}

#[test]
fn a_worker_that_is_lost_is_waited_for() {
    for lost in 0..3 {
        let told = lose(3, lost, vec![20]);
        assert!(
            told[0].starts_with(&format!("worker {lost} at ")),
            "{told:?}"
        );
        assert!(told[0].ends_with("; it starts again (1 of 3)"), "{told:?}");
    }
}

#[test]
fn it_goes_on_from_what_all_have_committed() {
    let told = lose(2, 1, vec![20, 40]);
    assert_eq!(told.len(), 4, "{told:?}");
    let from = |told: &String| -> u64 {
        let number = told.strip_prefix("going on from layer ");
        let number = number.unwrap_or_else(|| panic!("{told}"));
        number.parse().expect("it is a number")
    };
    let layers: Vec<u64> = told.iter().skip(1).step_by(2).map(from).collect();
    assert!(layers[0] > 10 && layers.is_sorted(), "{layers:?}");
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
    let lost = leader.solve(&*level, &all_of_it(1), &mut watch, &mut |_| ());
    let Err(Trouble::Lost(told)) = lost else {
        panic!("{lost:?}");
    };
    assert!(told.starts_with("worker 1 at "), "{told}");
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
    let lost = leader.solve(&*level, &work(1), &mut Unwatched, &mut |_| ());
    let Err(Trouble::CannotBegin(told)) = lost else {
        panic!("{lost:?}");
    };
    let begins = format!("worker 1 at {empty} cannot be reached: ");
    assert!(told.starts_with(&begins), "{told}");
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
        let report = leader.solve(&*level, &work, &mut watch, &mut |told| panic!("{told}"));
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
        let report = leader(&workers, &token).solve(&*level, &work, watch, &mut |_| ());
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
        let report = leader(&workers, &token).solve(&*level, work, watch, &mut |_| ());
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
