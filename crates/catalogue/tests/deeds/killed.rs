//! Whoever writes may be killed at any moment: nothing that was told to be kept is lost, nothing is
//! half kept, and the run goes on where it was.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use fastrand::Rng;
use fewest_catalogue::{Catalogue, Filter};

use crate::common::{listed, place, some_level};

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
            "killed::finds_without_end",
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
