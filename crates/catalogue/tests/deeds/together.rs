//! Several processes may use one file: here, several connections on several threads.

use std::sync::Barrier;
use std::thread;

use fastrand::Rng;
use fewest_catalogue::{Catalogue, Entry, Filter};

use crate::common::{listed, place, some_level};

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
