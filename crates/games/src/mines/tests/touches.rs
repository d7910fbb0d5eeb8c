//! Flags and chords against their oracle.

use fastrand::Rng;
use fewest_search::SearchContext;

use super::field::SEED;
use super::game::random;
use crate::game::Standing;
use crate::oracle::numbers;
use crate::oracle::{OrShow as _, read, seen};

/// Every word is taken or refused, and the board is as it should be after it, all along a game.
#[test]
fn flags_and_chords_are_played_like_the_oracle() {
    let mut rng = Rng::with_seed(SEED);
    let (mut chords, mut losses, mut wins) = (0, 0, 0);
    for _ in 0..4_000 {
        let mut game = random(6, &mut rng);
        let text = game.text();
        let level = read(&text);
        assert_eq!(level.level_text(), text);
        let mut session = level.session();
        for _ in 0..40 {
            let seen = seen(SEED, || format!("{text}now\n{}", game.board_text()));
            let view = session
                .view()
                .tiles
                .map(|tile| tile.text.chars().next().unwrap());
            assert_eq!(view.to_string(), game.board_text(), "{seen}");
            let standing = match (game.is_lost(), game.is_won()) {
                (true, _) => Standing::Lost,
                (false, true) => Standing::Won,
                (false, false) => Standing::Playing,
            };
            assert_eq!(session.standing(), standing, "{seen}");
            if standing != Standing::Playing {
                losses += usize::from(standing == Standing::Lost);
                wins += usize::from(standing == Standing::Won);
                assert!(session.moves().is_empty(), "{seen}");
                break;
            }
            let moves: Vec<_> = game.moves().into_iter().map(|(word, _)| word).collect();
            assert_eq!(session.moves(), moves, "{seen}");
            for word in game.words() {
                let allowed = session.trace(&word).is_some();
                assert_eq!(allowed, game.after(&word).is_some(), "{word}: {seen}");
            }
            // Chords are rare: one that can be made is.
            let words = game.words().into_iter();
            let allowed: Vec<_> = words.filter(|word| game.after(word).is_some()).collect();
            let chord = allowed.iter().rfind(|word| word.starts_with('C'));
            let Some(word) = chord.or_else(|| rng.choice(&allowed)).cloned() else {
                break;
            };
            chords += usize::from(word.starts_with('C'));
            session.push(&word.to_lowercase()).or_show(&seen);
            game = game.after(&word).or_show(&seen);
        }
    }
    assert!(
        chords > 500 && losses > 500 && wins > 500,
        "{chords}, {losses}, {wins}"
    );
}

#[test]
fn the_fewest_with_flags_and_chords_is_the_oracles() {
    let mut rng = Rng::with_seed(SEED);
    let (mut less, mut read_all) = (0, 0);
    while read_all < 400 {
        let game = random(3, &mut rng);
        let text = game.text();
        let seen = seen(SEED, || &text);
        let fewest = game.fewest();
        let report = read(&text).solve(&mut SearchContext::default());
        let verdict = report.or_show(&seen).verdict;
        assert_eq!(verdict.fewest(), fewest, "{seen}");
        let plain = text
            .replace("clicks: all\n", "")
            .replace('F', "M")
            .replace('f', "E");
        let plain = read(&plain).solve(&mut SearchContext::default());
        let plain = plain.or_show(&seen).verdict.fewest();
        assert_eq!(plain.is_some(), fewest.is_some(), "{seen}");
        less += usize::from(fewest < plain);
        read_all += 1;
    }
    assert!(less > 0, "flags and chords never pay");
}

/// A wrong flag is in the way until it is taken away; a right one is there for nothing.
#[test]
fn flags_that_stand_already_count() {
    let fewest = |board: &str| {
        let level = read(&format!("game: mines\nclicks: all\n\n{board}\n"));
        let report = level.solve(&mut SearchContext::default());
        report.expect(board).verdict.fewest()
    };
    assert_eq!(fewest("EEE\nEME\nEEE"), Some(5));
    assert_eq!(fewest("EEE\nEFE\nEEE"), Some(4));
    assert_eq!(fewest("EEE\nfEE\nEEE"), Some(2));
    assert_eq!(fewest("EMEE\nEEME\nEEEE\nMMEE"), Some(6));
}

/// Without `clicks: all` a flag is a mark: what is under it is opened as ever, and it is no move.
#[test]
fn flags_are_marks_where_only_clicks_count() {
    let level = read("game: mines\n\nFfE\n");
    let report = level.solve(&mut SearchContext::default());
    assert_eq!(report.unwrap().verdict.fewest(), Some(1));
    let mut session = level.session();
    let moves: Vec<_> = session.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["0,1", "0,2"]);
    for step in ["F0,0", "C0,0"] {
        session.push(step).expect_err("it is none");
    }
    session.push("0,2").unwrap();
    assert!(session.won());
    assert_eq!(
        session.view().tiles.map(|tile| tile.text.clone()).squares(),
        ["F", "1", "B"]
    );
}

#[test]
fn what_cannot_be_done_is_refused() {
    let level = read("game: mines\nclicks: all\n\nFf1\nM31\n");
    let mut session = level.session();
    for step in ["0,9", "0,2", "F0,2", "0,0", "0,1", "C1,0", "C0,2"] {
        session.push(step).expect_err(step);
    }
    // A chord takes three flags there, and there are two.
    let refused = session.push("C1,1").expect_err("a flag is missing").0;
    assert_eq!(numbers(&refused), [3, 2], "{refused}");
}

/// A chord can open several mines; no reason is given while the game is not lost.
#[test]
fn a_lost_game_says_where_the_mine_was() {
    let after = |board: &str, steps: &[&str]| {
        let level = read(&format!("game: mines\nclicks: all\n\n{board}\n"));
        let mut session = level.session();
        for step in steps {
            session.push(step).expect(step);
        }
        session.lost_because()
    };
    assert_eq!(after("ME\nEE", &["0,1"]), None);
    // The square; of several mines, how many there were, and the first of them.
    let why = |board: &str, steps: &[&str]| numbers(&after(board, steps).expect("it is lost"));
    assert_eq!(why("ME\nEE", &["1,1", "0,0"]), [0, 0]);
    assert_eq!(why("MEM\nE2E", &["F0,1", "F1,0", "C1,1"]), [2, 0, 0]);
    assert_eq!(after("E", &["0,0"]), None);
}

/// Turned and mirrored boards are alike with their flags, and other flags make another board.
#[test]
fn keys_know_flags_and_notes() {
    let alike = |text: &str| read(text).key();
    assert_eq!(
        alike("game: mines\n\nFEM\n"),
        alike("game: mines\n\nM\nE\nF\n")
    );
    assert_ne!(alike("game: mines\n\nFEM\n"), alike("game: mines\n\nMEM\n"));
    assert_ne!(
        alike("game: mines\n\nME\n"),
        alike("game: mines\nclicks: all\n\nME\n")
    );
    assert_eq!(
        alike("game: mines\nmines: 1\n\n?1!\n"),
        alike("game: mines\nmines: 1\n\n!1?\n")
    );
}
