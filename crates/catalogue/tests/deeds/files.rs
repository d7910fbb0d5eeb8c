//! What is no catalogue is refused, with its reason, and left as it is; no bytes whatever bring it down.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use fewest_catalogue::{Catalogue, Entry, Filter, Trouble};
use rusqlite::Connection;

use crate::{listed, place, some_level};

/// A file with some levels, nothing else beside it.
fn a_catalogue(path: &Path) -> Vec<u8> {
    let mut catalogue = Catalogue::create_or_open(path).expect("it can be made");
    let rng = &mut Rng::with_seed(5);
    let entries: Vec<Entry> = (0..200).map(|number| some_level(number, rng)).collect();
    catalogue.keep(&entries).expect("it keeps");
    catalogue.begin("a run", 0).expect("it begins");
    drop(catalogue);
    fs::read(path).expect("it can be read")
}

/// All three ways to open it are refused for the same reason, and nothing is changed or left.
fn is_refused(path: &Path, is_reason: fn(&Trouble) -> bool) {
    let before = fs::read(path).ok();
    type Way = fn(&Path) -> Result<Catalogue, Trouble>;
    let ways: [Way; 3] = [Catalogue::create_or_open, Catalogue::open, Catalogue::read];
    for open in ways {
        let trouble = open(path).expect_err("it is no catalogue");
        assert!(is_reason(&trouble), "{trouble:?}");
        assert_eq!(fs::read(path).ok(), before);
        let folder = path.parent().expect("it is in a folder");
        assert_eq!(
            fs::read_dir(folder).expect("it is there").count(),
            1,
            "{trouble:?}"
        );
    }
}

#[test]
fn what_is_missing_is_only_made_where_it_may_be() {
    let (folder, path) = place();
    for open in [Catalogue::open, Catalogue::read] {
        let trouble = open(&path).expect_err("there is nothing");
        assert!(matches!(trouble, Trouble::Missing), "{trouble:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
    Catalogue::create_or_open(&path).expect("it can be made");
    Catalogue::read(&path).expect("it is there");
    let nowhere = folder.path().join("nowhere").join("levels.db");
    Catalogue::create_or_open(&nowhere).expect_err("there is no such folder");
}

/// `first.db` was written by the first version: three levels that a run found, and two that were
/// solved. Such files are read for ever.
#[test]
fn a_file_of_the_first_version_is_read() {
    let (_folder, path) = place();
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deeds/first.db");
    fs::copy(first, &path).expect("it is there");
    let read = Catalogue::read(&path).expect("it is one");
    let levels = listed(&read, &Filter::default());
    let snake = Entry {
        key: "game: snake\n\n##.@\n4...\n3#..\n21.#\n".to_string(),
        game: "snake".to_string(),
        rows: 4,
        columns: 4,
        par: Some(5),
        difficulty: Some(1.5955628593395415),
        solutions: Some("3".to_string()),
        text: "game: snake\nseed: 1\npar: 5\n\n#432\n#.#1\n....\n@..#\n\nsolution: D L D L L\n"
            .to_string(),
        seed: Some(1),
        kernel: "bits".to_string(),
        states: 11,
    };
    let impossible = Entry {
        key: "game: curling\n\n#\n#\nS\n#\n#\nG\n".to_string(),
        game: "curling".to_string(),
        rows: 1,
        columns: 6,
        text: "game: curling\ntitle: Hemmed in\nsource: POJ 3009\npar: impossible\n\n##S##G\n"
            .to_string(),
        kernel: "deepening".to_string(),
        states: 5,
        ..Entry::default()
    };
    assert_eq!(levels.len(), 5);
    assert_eq!(levels[0].entry, snake);
    assert_eq!(levels[3].entry, impossible);
    let mut catalogue = Catalogue::open(&path).expect("it is one");
    let ask = "generate 1 snake 4x4, states 2000000, memory 536870912, seed 1";
    let run = catalogue.begin(ask, 1).expect("it is there");
    assert_eq!((run.next, run.found), (4, 3));
    assert_eq!(catalogue.keep(&[snake]).expect("it keeps"), [false]);
}

#[test]
fn an_empty_file_may_become_one() {
    let (_folder, path) = place();
    fs::write(&path, "").expect("it can be written");
    for open in [Catalogue::open, Catalogue::read] {
        let trouble = open(&path).expect_err("there is nothing in it");
        assert!(matches!(trouble, Trouble::NotADatabase), "{trouble:?}");
    }
    Catalogue::create_or_open(&path).expect("it can be made");
    Catalogue::open(&path).expect("it is one");
}

#[test]
fn names_have_no_meaning_of_their_own() {
    let (folder, _) = place();
    for name in [
        ":memory:",
        "file:levels.db?mode=memory",
        "a?b#c%20",
        "目录 ü",
    ] {
        let path = folder.path().join(name);
        drop(Catalogue::create_or_open(&path).expect("it can be made"));
        assert!(path.is_file(), "{name}");
        Catalogue::read(&path).expect("it is there");
    }
}

#[test]
fn other_files_are_refused() {
    let (_folder, path) = place();
    let no_database = |trouble: &Trouble| matches!(trouble, Trouble::NotADatabase);
    for bytes in [
        &b"game: snake\n\n.1@\n"[..],
        b"\0",
        &[0; 5000],
        b"SQLite format 3\0",
    ] {
        fs::write(&path, bytes).expect("it can be written");
        is_refused(&path, no_database);
    }
    fs::remove_file(&path).expect("it is there");
    fs::create_dir(&path).expect("it can be made");
    is_refused(&path, no_database);
}

#[test]
fn the_databases_of_others_are_refused() {
    let (_folder, path) = place();
    for mode in ["DELETE", "WAL"] {
        let other = Connection::open(&path).expect("it can be made");
        other
            .pragma_update(None, "journal_mode", mode)
            .expect("it is set");
        other
            .execute_batch("CREATE TABLE IF NOT EXISTS level (key)")
            .expect("it is made");
        drop(other);
        is_refused(&path, |trouble| matches!(trouble, Trouble::Foreign));
    }
}

#[test]
fn newer_ones_are_refused() {
    let (_folder, path) = place();
    a_catalogue(&path);
    let newer = Connection::open(&path).expect("it can be opened");
    newer
        .pragma_update(None, "user_version", 2)
        .expect("it is set");
    drop(newer);
    is_refused(&path, |trouble| {
        matches!(trouble, Trouble::Newer { version: 2 })
    });
}

#[test]
fn tables_of_another_kind_are_refused() {
    let endless = "DROP TABLE level; CREATE VIEW level AS
                   WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n";
    let trigger = "CREATE TRIGGER t AFTER INSERT ON level BEGIN DELETE FROM level; END";
    let changes = [
        endless,
        trigger,
        "DROP TABLE find",
        "PRAGMA user_version = 0",
    ];
    for change in changes {
        let (_folder, path) = place();
        drop(Catalogue::create_or_open(&path).expect("it can be made"));
        let other = Connection::open(&path).expect("it can be opened");
        other.execute_batch(change).expect("it can be changed");
        drop(other);
        for open in [Catalogue::create_or_open, Catalogue::open, Catalogue::read] {
            let trouble = open(&path).expect_err("it is damaged");
            assert!(matches!(trouble, Trouble::Damaged), "{change}: {trouble:?}");
        }
    }
}

/// Everything that can be asked of a file: it may be refused, and that is all.
fn use_it(path: &Path) {
    for open in [Catalogue::read, Catalogue::create_or_open] {
        let Ok(mut catalogue) = open(path) else {
            continue;
        };
        let everything = Filter::default();
        let _ = catalogue.count(&everything);
        let _ = catalogue.stats(&everything);
        let _ = catalogue.list(&everything, &mut |_| std::ops::ControlFlow::Continue(()));
        if let Ok(mut run) = catalogue.begin("a run", 0) {
            let entry = some_level(900, &mut Rng::with_seed(0));
            let _ = catalogue.found(&mut run, 9, &entry, 9);
        }
        let _ = catalogue.keep(&[some_level(901, &mut Rng::with_seed(0))]);
    }
}

#[test]
fn truncated_files_are_no_catastrophe() {
    let (_folder, path) = place();
    let whole = a_catalogue(&path);
    for length in (0..whole.len()).step_by(997) {
        let (_folder, path) = place();
        fs::write(&path, &whole[..length]).expect("it can be written");
        use_it(&path);
    }
}

#[test]
fn damaged_files_are_no_catastrophe() {
    let (_folder, path) = place();
    let whole = a_catalogue(&path);
    for seed in 0..150 {
        let rng = &mut Rng::with_seed(seed);
        let mut bytes = whole.clone();
        // The headers of the pages are where it hurts.
        for _ in 0..rng.usize(1..20) {
            let page = rng.usize(..bytes.len() / 4096) * 4096;
            let reach = [16, 120, 4096][rng.usize(..3)];
            let at = page + rng.usize(..reach);
            bytes[at] = rng.u8(..);
        }
        let (_folder, path) = place();
        fs::write(&path, &bytes).expect("it can be written");
        use_it(&path);
    }
}

#[test]
fn making_it_can_be_broken_off() {
    // A journal without an end beside a file whose first page is not yet written.
    let (folder, path) = place();
    fs::write(&path, [0; 4096]).expect("it can be written");
    is_refused(&path, |trouble| matches!(trouble, Trouble::NotADatabase));
    fs::write(
        folder.path().join("levels.db-journal"),
        broken_off_at_nothing(),
    )
    .expect("as well");
    let mut catalogue = Catalogue::create_or_open(&path).expect("it is made anew");
    catalogue.keep(&[Entry::default()]).expect("it keeps");
}

/// The header of a journal by which a file is to be cut back to no page at all.
fn broken_off_at_nothing() -> Vec<u8> {
    let mut journal = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    // No page is in it, its checksums begin with 0, the file had none, sectors and pages.
    for number in [0, 0, 0, 512, 4096_u32] {
        journal.extend(number.to_be_bytes());
    }
    journal.resize(512, 0);
    journal
}

#[test]
fn a_reader_changes_nothing_and_leaves_nothing() {
    let (folder, path) = place();
    let before = a_catalogue(&path);
    let mut reader = Catalogue::read(&path).expect("it can be read");
    assert_eq!(listed(&reader, &Filter::default()).len(), 200);
    reader
        .keep(&[Entry::default()])
        .expect_err("it is only read");
    reader.begin("another run", 0).expect_err("it is only read");
    drop(reader);
    assert_eq!(fs::read(&path).expect("it is there"), before);
    let left = fs::read_dir(folder.path()).expect("it is there");
    let left: Vec<_> = left
        .map(|file| file.expect("it is there").file_name())
        .collect();
    assert_eq!(left, ["levels.db"]);
}

#[test]
fn the_same_deeds_make_the_same_file() {
    let [(_one, first), (_other, second)] = [place(), place()];
    assert_eq!(a_catalogue(&first), a_catalogue(&second));
}
