//! A folder on a real disk: who may work in it, and what is left of it.

use std::fs;
use std::path::{Path, PathBuf};

use fewest_search::disk::{Folder, Refusal, Scratch, Subject};

/// A folder for one test, empty at its beginning.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).expect("it can be made");
    place
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it can be listed");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_folder_that_was_made_for_a_search_goes_with_it() {
    let place = place("made");
    let made = place.join("made");
    drop(Scratch::begin(&made, Subject::default()).expect("it is empty"));
    assert_eq!(names(&made), ["lock", "manifest"]);
    let taken = Scratch::begin(&made, Subject::default());
    assert_eq!(taken.err(), Some(Refusal::Taken));
    // Another process than the one that made it ends the search.
    let scratch = Scratch::resume(&made, Subject::default()).expect("it is kept there");
    scratch.clear().expect("it can be removed");
    assert_eq!(names(&place), [""; 0]);
}

#[test]
fn what_was_there_before_stays() {
    let place = place("mine");
    for name in ["letter", "run-of-luck", "layer-cake.txt", "sort-"] {
        fs::write(place.join(name), "dear reader").expect("it can be written");
    }
    // What a search left that never came to a manifest.
    fs::write(place.join("manifest.new"), "").expect("it can be written");
    let scratch = Scratch::begin(&place, Subject::default()).expect("no search is there");
    scratch.clear().expect("it can be removed");
    let others = ["layer-cake.txt", "letter", "run-of-luck", "sort-"];
    assert_eq!(names(&place), others);
    let made = place.join("made");
    let scratch = Scratch::begin(&made, Subject::default()).expect("it is empty");
    fs::write(made.join("letter"), "dear reader").expect("it can be written");
    scratch.clear().expect("it can be removed");
    assert_eq!(names(&made), ["letter"]);
}

/// Files that are named as those of a search, and a lock of somebody else's, are not removed.
#[test]
fn what_may_be_somebody_elses_is_not_taken() {
    let place = place("theirs");
    for name in ["run-12", "layer-3", "lock"] {
        fs::write(place.join(name), "dear reader").expect("it can be written");
    }
    let begun = Scratch::begin(&place, Subject::default());
    let file = "layer-3".to_string();
    assert_eq!(begun.err(), Some(Refusal::InTheWay { file }));
    assert_eq!(names(&place), ["layer-3", "lock", "run-12"]);
    for name in ["run-12", "layer-3"] {
        fs::remove_file(place.join(name)).expect("it can be removed");
    }
    let scratch = Scratch::begin(&place, Subject::default()).expect("no search is there");
    scratch.clear().expect("it can be removed");
    assert_eq!(names(&place), ["lock"]);
    let lock = fs::read_to_string(place.join("lock")).expect("it can be read");
    assert_eq!(lock, "dear reader");
}

#[test]
fn a_folder_that_is_refused_stays_as_it_was() {
    let place = place("refused");
    fs::write(place.join("run-12"), "dear reader").expect("it can be written");
    assert!(Scratch::begin(&place, Subject::default()).is_err());
    assert_eq!(names(&place), ["run-12"]);
}

#[test]
fn nobody_else_works_in_a_folder() {
    let place = place("locked");
    let scratch = Scratch::begin(&place, Subject::default()).expect("it is empty");
    let begun = Scratch::begin(&place, Subject::default());
    assert_eq!(begun.err(), Some(Refusal::Locked));
    let resumed = Scratch::resume(&place, Subject::default());
    assert_eq!(resumed.err(), Some(Refusal::Locked));
    assert_eq!(Scratch::subject_in(&place), Err(Refusal::Locked));
    drop(scratch);
    assert!(Scratch::resume(&place, Subject::default()).is_ok());
}

#[test]
fn of_a_fleeting_folder_nothing_is_left() {
    let place = place("fleeting");
    let left = place.join("fewest-scratch-1-0");
    fs::create_dir(&left).expect("it can be made");
    fs::write(left.join("layer-0"), "what a kill left").expect("it can be written");
    let one = Folder::fleeting(&place).expect("it can be made");
    let other = Folder::fleeting(&place).expect("it can be made");
    assert!(!left.exists());
    assert_eq!(names(&place).len(), 2);
    drop((one, other));
    assert_eq!(names(&place), [""; 0]);
    // One that nothing was needed from was never made.
    drop(Scratch::fleeting(&place.join("nowhere")));
    assert_eq!(names(&place), [""; 0]);
}

#[test]
fn many_at_once_have_a_folder_each() {
    let place = place("crowd");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..100 {
                    Folder::fleeting(&place).expect("it can be made");
                }
            });
        }
    });
    assert_eq!(names(&place), [""; 0]);
}
