//! Runs every truth over good and nasty inputs and over thousands of mutations of them.

mod corpus;
mod mutation;

use std::cell::Cell;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use corpus::{corpus, judge_texts};
use fastrand::Rng;
use fewest_games_truths as truths;
use mutation::mutation;

const SEED: u64 = 20_260_714;
/// Mutations for each truth.
const MUTATIONS: usize = 10_000;
/// A single input that takes longer is a fault, and so is one that never ends.
const PATIENCE: Duration = Duration::from_secs(2);
/// An input that takes so much more address space than those before it is a fault.
const MOST_KIB: u64 = 1 << 18;
/// Longer inputs are tried as they are but not mutated: they would take all the time.
const MUTABLE: usize = 4096;

#[test]
fn level_text() {
    holds("level_text", truths::level_text);
}

#[test]
fn judge_input() {
    holds("judge_input", truths::judge_input);
}

#[test]
fn foreign_map() {
    holds("foreign_map", truths::foreign_map);
}

#[test]
fn any_bytes() {
    holds("any_bytes", truths::any_bytes);
}

#[test]
fn formats() {
    holds("formats", truths::formats);
}

#[test]
fn queries() {
    holds("queries", truths::queries);
}

#[test]
fn moves() {
    holds("moves", truths::moves);
}

#[test]
fn line_ends() {
    holds("line_ends", truths::line_ends);
}

#[test]
fn gaps() {
    holds("gaps", truths::gaps);
}

/// Runs a truth in a thread of its own, which says what it is about to try: a truth that
/// panics, takes too long or never ends is then known by its input.
fn holds(name: &str, truth: fn(&[u8])) {
    // One truth at a time, or they would slow each other down and be blamed for it.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);

    let (tell, told) = mpsc::channel();
    let trying = std::thread::spawn(move || {
        let tell = |input: &[u8]| tell.send(input.to_vec()).expect("somebody listens");
        let before = Cell::new(address_space_kib());
        for_each_input(tell, |input| {
            truth(input);
            let after = address_space_kib();
            let taken = after - before.replace(after);
            assert!(taken < MOST_KIB, "it takes {taken} KiB more");
        });
    });
    let (mut last, mut number) = (Vec::new(), 0);
    let failed = loop {
        match told.recv_timeout(PATIENCE) {
            Ok(input) => (last, number) = (input, number + 1),
            Err(RecvTimeoutError::Timeout) => break Some("it takes too long"),
            Err(RecvTimeoutError::Disconnected) => {
                break trying.join().err().map(|_| "it panics");
            }
        }
    };
    if let Some(what) = failed {
        let shown = last.escape_ascii().to_string();
        let shown = shown.get(..20_000).unwrap_or(&shown);
        let length = last.len();
        panic!("{name}, seed {SEED}, input {number} of {length} bytes: {what}\n{shown}");
    }
}

/// The most address space taken so far, where the system tells.
fn address_space_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmPeak:"));
    peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok())
        .unwrap_or(0)
}

/// The corpus as it is, then what its levels are for their judges, then mutations of both.
/// Tells of each input before anything is done with it.
fn for_each_input(tell: impl Fn(&[u8]), truth: impl Fn(&[u8])) {
    let holds = |input: &[u8]| {
        tell(input);
        truth(input);
    };
    let mut corpus = corpus();
    corpus.iter().for_each(|input| holds(input));
    let mut cases = Vec::new();
    for input in &corpus {
        tell(input);
        cases.extend(judge_texts(input));
    }
    cases.sort();
    cases.dedup();
    cases.iter().for_each(|input| holds(input));
    corpus.extend(cases);
    corpus.retain(|input| input.len() <= MUTABLE);
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..MUTATIONS {
        holds(&mutation(&mut rng, &corpus));
    }
}
