//! Minesweeper: which boards need no guess, among many that are dealt at random. fewest deals them
//! on its own time; the library is handed them.
//!
//! The library does not count the mines that are left, so the boards are compared that do not take
//! that; fewest keeps the others too, and both are told how many they kept.

use fewest_minesweeper::Reasoning;

use crate::contests::{FEWEST, TOOLLIB};
use crate::instances::expert::{self, EXPERT};
use crate::measure::{Contest, Disagreement, Trust};
use crate::outcome::{Answer, Outcome};
use crate::run::Run;
use crate::toollib;

/// What the rows are called that this part brings.
pub const GAME: &str = "no-guess";

/// The names of its instances.
pub fn names(quick: bool) -> Vec<String> {
    vec![expert::dealt_name(quick)]
}

/// Measures them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    let quick = run.quick;
    let boards: Vec<_> = expert::dealt(quick)
        .map(|mines| toollib::dealt(&mines))
        .collect();

    let mut contest = Contest::new(GAME, expert::dealt_name(quick));
    contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
        let kept = clock.time(|| keep(expert::many(quick)));
        let compared = kept.iter().filter(|(_, reasoning)| reasoning.count == 0);
        Outcome {
            positions: Some(kept.len() as u64),
            answer: Answer::Boards(compared.map(|&(number, _)| number).collect()),
        }
    });
    contest.enter(TOOLLIB, FEWEST, Trust::Exact, |clock| {
        let kept: Vec<u64> = clock.time(|| {
            let numbered = (0..).zip(&boards);
            let kept = numbered.filter(|(_, board)| toollib::needs_no_guess(board, EXPERT.click));
            kept.map(|(number, _)| number).collect()
        });
        Outcome {
            positions: Some(kept.len() as u64),
            answer: Answer::Boards(kept),
        }
    });
    run.hold(contest)
}

/// Deals so many boards, and keeps those that need no guess: their numbers, and the reasoning that they take.
fn keep(many: u64) -> Vec<(u64, Reasoning)> {
    let (mut generator, mut bits) = expert::dealer();
    let mut kept = Vec::new();
    let mut drawn = 0;
    while drawn < many {
        let next = generator.find(&mut bits, many - drawn);
        drawn += next.boards;
        kept.extend(next.found.map(|(_, reasoning)| (drawn - 1, reasoning)));
    }
    kept
}
