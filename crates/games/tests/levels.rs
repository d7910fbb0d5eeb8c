//! The levels that ship are tests: canonical, right in what they claim, enough of each game.

use std::fs;
use std::path::PathBuf;

use fewest_games::builtin::{self, AnyLevel, GAMES};
use fewest_games::format;
use fewest_games::level::Par;
use fewest_games::odds::{NoOdds, OddsAsk};
use fewest_games::source::Source;
use fewest_search::{Limit, SearchContext, Verdict};

/// Every level of a game, with its file's name and text.
fn levels(game: &str) -> Vec<(String, String, AnyLevel)> {
    read_all(&format!("../../levels/{game}"))
}

fn read_all(folder: &str) -> Vec<(String, String, AnyLevel)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("there is such a folder")
        .map(|file| file.expect("the folder can be listed").path())
        .collect();
    files.sort();
    let read = |file: &PathBuf| {
        let text = fs::read_to_string(file).expect("a level is text");
        let source = Source::new(text.as_bytes()).expect("it is UTF-8");
        let mut levels = builtin::read(source, None)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(levels.len(), 1, "{}: one level a file", file.display());
        (file.display().to_string(), text, levels.remove(0))
    };
    files.iter().map(read).collect()
}

#[test]
fn every_level_is_right_in_what_it_claims() {
    for game in GAMES {
        for (file, _, level) in levels(game.info().id) {
            let report = level
                .solve(&mut SearchContext::default())
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            let checked = level.check(None, &report).expect("no disagreement");
            assert_eq!(checked.faults, [], "{file}");
            assert!(checked.decided, "{file}");
            let solved = matches!(report.verdict, Verdict::Fewest { .. });
            assert_eq!(
                level.solution().is_some(),
                solved,
                "{file}: a solution, if there is one"
            );
            assert!(level.par().is_some(), "{file}: a par");
            assert!(level.title().is_some(), "{file}: a title");
        }
    }
}

#[test]
fn every_level_is_written_as_it_was_read() {
    for game in GAMES {
        for (file, text, level) in levels(game.info().id) {
            assert_eq!(level.level_text(), text, "{file}");
            if let Ok(case) = format::input([&level].into_iter()) {
                let source = Source::new(case.as_bytes()).expect("it is UTF-8");
                let again = game
                    .read_judge(source)
                    .expect("what is written can be read");
                assert_eq!(again.len(), 1, "{file}");
                assert_eq!(format::input([&again[0]].into_iter()), Ok(case), "{file}");
            }
        }
    }
}

/// A position that does not say all claims nothing, and nothing is proven of it.
#[test]
fn positions_are_written_as_they_were_read() {
    for (file, text, level) in read_all("../../positions/mines") {
        assert_eq!(level.level_text(), text, "{file}");
        assert!(level.title().is_some(), "{file}: a title");
        assert!(
            level.par().is_none() && level.solution().is_none(),
            "{file}"
        );
        assert!(level.missing().is_some(), "{file}");
        let report = level.solve(&mut SearchContext::default());
        let verdict = report.expect("no disagreement").verdict;
        let limit = Limit::Unknown;
        assert_eq!(verdict, Verdict::GaveUp { limit, at_least: 1 }, "{file}");
    }
}

#[test]
fn every_game_has_enough_levels_and_an_impossible_one() {
    for game in GAMES {
        let levels = levels(game.info().id);
        let id = game.info().id;
        assert!(levels.len() >= 8, "{id} has {} levels", levels.len());
        let impossible = |level: &AnyLevel| level.par() == Some(Par::Impossible);
        assert!(
            levels.iter().any(|(_, _, level)| impossible(level)),
            "{id} has no impossible level"
        );
    }
}

#[test]
fn the_odds_are_told_where_there_is_chance() {
    for game in GAMES {
        for (file, _, level) in levels(game.info().id) {
            let odds = level.odds(&OddsAsk::default(), &mut SearchContext::default());
            match odds {
                Ok(odds) => {
                    assert!(level.info().chance || level.info().covers, "{file}");
                    assert_eq!(odds.can_win, level.par() != Some(Par::Impossible), "{file}");
                }
                Err(NoOdds::Chanceless(id)) => {
                    let info = level.info();
                    assert!(!info.chance && !info.covers, "{file}");
                    assert_eq!(id, info.id, "{file}");
                }
                Err(error) => panic!("{file}: {error}"),
            }
        }
    }
}

#[test]
fn undo_goes_back_through_every_position() {
    for game in GAMES {
        for (file, _, level) in levels(game.info().id) {
            let moves = level.solution().unwrap_or_default();
            let mut session = level.session();
            let mut views = vec![session.view()];
            // Undo plays again from the start; long solutions would make that quadratic.
            for step in moves.iter().take(40) {
                session
                    .push(step)
                    .unwrap_or_else(|why| panic!("{file}: {why}"));
                views.push(session.view());
            }
            while let Some(view) = views.pop() {
                assert_eq!(session.view(), view, "{file}");
                assert_eq!(session.undo(), !views.is_empty(), "{file}");
            }
        }
    }
}
