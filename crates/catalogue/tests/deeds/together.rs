//! Several processes may use one file, and any that writes may be killed at any moment: nothing that was
//! reported as kept is lost, nothing is half kept, and a run goes on where it was.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::thread::sleep;
use std::time::Duration;

use fastrand::Rng;
use fewest_catalogue::{Catalogue, Entry, Filter};

use crate::{listed, place, some_level};

#[test]
fn two_keep_the_same_levels_at_once() {
    let (_folder, path) = place();
    let start = Barrier::new(3);
    let new_to = |seed: u64| {
        start.wait();
        // Both make the file.
        let mut catalogue = Catalogue::create_or_open(&path).expect("it can be opened");
        let rng = &mut Rng::with_seed(seed);
        let mut new = 0;
        for first in 0..60 {
            let entries: Vec<Entry> = (first..first + 3)
                .map(|level| some_level(level, rng))
                .collect();
            let kept = catalogue.keep(&entries).expect("it keeps");
            new += kept.into_iter().filter(|is_new| *is_new).count();
        }
        new
    };
    let new: usize = thread::scope(|scope| {
        let both = [1, 2].map(|seed| scope.spawn(move || new_to(seed)));
        start.wait();
        while Catalogue::read(&path).is_err() {
            thread::yield_now();
        }
        // Whoever reads meanwhile never waits, and never sees less than before.
        let reader = Catalogue::read(&path).expect("it can be read");
        let mut before = 0;
        while both.iter().any(|thread| !thread.is_finished()) {
            let now = listed(&reader, &Filter::default()).len();
            assert!(now >= before);
            before = now;
        }
        both.map(|thread| thread.join().expect("it ends"))
            .into_iter()
            .sum()
    });
    assert_eq!(new, 62);
    let reader = Catalogue::read(&path).expect("it can be read");
    assert_eq!(reader.count(&Filter::default()).expect("it counts"), 62);
}

#[test]
fn two_do_the_same_run_at_once() {
    let (_folder, path) = place();
    drop(Catalogue::create_or_open(&path).expect("it can be made"));
    let work = || {
        let mut catalogue = Catalogue::open(&path).expect("it can be opened");
        let mut run = catalogue.begin("snake, from 0", 0).expect("it begins");
        let mut new = 0;
        for seed in run.next..100 {
            let entry = some_level(seed as u32 / 2, &mut Rng::with_seed(seed));
            match seed % 3 {
                0 => catalogue.tried(&run, seed + 1).expect("it moves on"),
                _ => {
                    let is_new = catalogue.found(&mut run, seed + 1, &entry, 50);
                    new += u64::from(is_new.expect("it is kept"));
                }
            }
        }
        new
    };
    let new: u64 = thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(work));
        both.map(|thread| thread.join().expect("it ends"))
            .into_iter()
            .sum()
    });
    let mut catalogue = Catalogue::open(&path).expect("it can be opened");
    let run = catalogue.begin("snake, from 0", 0).expect("it is there");
    assert_eq!((run.next, run.found, new), (100, 50, 50));
    // What the one run has found is news to another one.
    let mut other = catalogue.begin("snake, from 7", 7).expect("it begins");
    assert_eq!((other.next, other.found), (7, 0));
    let entry = some_level(3, &mut Rng::with_seed(0));
    assert!(
        catalogue
            .found(&mut other, 8, &entry, 9)
            .expect("it is kept")
    );
    assert!(
        !catalogue
            .found(&mut other, 9, &entry, 9)
            .expect("it is kept")
    );
    assert_eq!(catalogue.count(&Filter::default()).expect("it counts"), 50);
}

/// Where the process that is going to be killed finds its file.
const FILE: &str = "FEWEST_CATALOGUE_TO_BE_KILLED";

/// Finds a level at each seed, and says so once it is kept.
#[test]
#[ignore = "it is the process that is killed, and ends in no other way"]
fn finds_without_end() {
    let Ok(file) = std::env::var(FILE) else {
        return;
    };
    let mut catalogue = Catalogue::create_or_open(Path::new(&file)).expect("it can be opened");
    let mut run = catalogue.begin("without end", 0).expect("it begins");
    for seed in run.next..u32::MAX.into() {
        let entry = some_level(seed as u32, &mut Rng::with_seed(seed));
        let is_new = catalogue.found(&mut run, seed + 1, &entry, u64::MAX);
        assert!(
            is_new.expect("it is kept"),
            "the run goes on behind what it has found"
        );
        println!("kept {seed}");
    }
}

/// Starts it, kills it after some time, and says which seed it kept last.
fn kept_before_the_end(path: &Path, time: Duration) -> Option<u64> {
    let mut child = Command::new(std::env::current_exe().expect("this is a program"))
        .args([
            "together::finds_without_end",
            "--exact",
            "--ignored",
            "--nocapture",
        ])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    sleep(time);
    child.kill().expect("it can be killed");
    let said = child.stdout.take().expect("it is piped");
    child.wait().expect("it is gone");
    let seeds = BufReader::new(said).lines().map_while(Result::ok);
    let seeds = seeds.filter_map(|line| line.strip_prefix("kept ")?.parse().ok());
    seeds.last()
}

/// What was kept is there, and nothing else.
fn is_whole(path: &Path, kept: Option<u64>) {
    let mut catalogue = Catalogue::create_or_open(path).expect("it is whole");
    let run = catalogue.begin("without end", 0).expect("it is there");
    assert!(kept.is_none_or(|kept| run.next > kept));
    assert_eq!(run.found, run.next);
    let levels = listed(&catalogue, &Filter::default());
    assert_eq!(levels.len() as u64, run.next);
    for (seed, level) in (0..).zip(levels) {
        assert_eq!(
            level.entry,
            some_level(seed, &mut Rng::with_seed(seed.into()))
        );
    }
}

#[test]
fn whoever_is_killed_loses_nothing() {
    let (_folder, path) = place();
    let mut rng = Rng::with_seed(1);
    let mut kept = None;
    for round in 0.. {
        // Each may live longer than those before: on a slow machine, too, one keeps something.
        let time = Duration::from_micros(rng.u64(1000..30_000 + round * 2000));
        kept = kept_before_the_end(&path, time).or(kept);
        is_whole(&path, kept);
        if round > 30 && kept.is_some() {
            break;
        }
    }
}

#[test]
fn whoever_is_killed_while_it_makes_the_file_has_made_it_or_not() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..60 {
        let (_folder, path) = place();
        let kept = kept_before_the_end(&path, Duration::from_micros(rng.u64(500..9000)));
        is_whole(&path, kept);
    }
}
