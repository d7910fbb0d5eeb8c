//! Minesweeper: the chance of a mine in every covered cell. Each position is a contest of its own,
//! and a row tells the median, the fastest and the slowest of them.

use fewest_minesweeper::Position;
use fewest_search::SearchContext;

use crate::contests::{FEWEST, TOOLLIB};
use crate::instances::expert::EXPERT;
use crate::instances::frontiers;
use crate::measure::{Contest, Disagreement, Row, Trust};
use crate::outcome::{Answer, Outcome};
use crate::run::Run;
use crate::toollib;

/// What the rows are called that this part brings.
pub const GAME: &str = "chances";
/// The library, with what is easy to see marked before, as its manual advises.
pub const MARKED: &str = "ms_toollib, marked";

/// The names of its instances.
pub fn names(quick: bool) -> Vec<String> {
    vec![frontiers::name(quick)]
}

/// Measures them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    let name = frontiers::name(run.quick);
    let before = run.rows.len();
    for (number, position) in (1..).zip(frontiers::all(run.quick)) {
        compare(run, &format!("{name}, number {number}"), &position)?;
    }
    let each = run.rows.split_off(before);
    let ours = gathered(&name, FEWEST, &each);
    for program in [FEWEST, TOOLLIB, MARKED] {
        let row = gathered(&name, program, &each);
        run.rows.push(Row {
            ratio: row.seconds / ours.seconds,
            ..row
        });
    }
    Ok(())
}

fn compare(run: &mut Run, name: &str, position: &Position) -> Result<(), Disagreement> {
    let board = toollib::board(position);
    let covered = |chances: Vec<Vec<f64>>| {
        let columns = position.cells.columns() as usize;
        let chance = |square: u32| chances[square as usize / columns][square as usize % columns];
        outcome(position.covered().map(chance))
    };

    let mut contest = Contest::new(GAME, name);
    contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
        let chances = clock.time(|| {
            let exact = position.probabilities(&mut SearchContext::default());
            let exact = exact.unwrap_or_else(|_| unreachable!("some layout fits"));
            let squares = 0..position.cells.len();
            squares
                .map(|square| exact.mine_f64(square))
                .collect::<Vec<_>>()
        });
        outcome(chances.into_iter().flatten())
    });
    contest.enter(TOOLLIB, FEWEST, Trust::Exact, |clock| {
        covered(clock.time(|| toollib::chances(&board, EXPERT.mines)))
    });
    contest.enter(MARKED, FEWEST, Trust::Exact, |clock| {
        covered(clock.time(|| toollib::marked_chances(&board, EXPERT.mines)))
    });
    run.hold(contest)
}

fn outcome(chances: impl Iterator<Item = f64>) -> Outcome {
    Outcome {
        answer: Answer::Chances(chances.collect()),
        positions: None,
    }
}

/// One row of all that a program was measured on.
fn gathered(name: &str, program: &str, each: &[Row]) -> Row {
    let mut rows: Vec<&Row> = each.iter().filter(|row| row.program == program).collect();
    rows.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    Row {
        instance: name.to_string(),
        answer: format!("{} positions", rows.len()),
        seconds: rows[rows.len() / 2].seconds,
        least: rows[0].seconds,
        most: rows[rows.len() - 1].seconds,
        runs: rows.len(),
        ..rows[0].clone()
    }
}
