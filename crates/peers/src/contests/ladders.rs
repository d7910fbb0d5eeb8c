//! Snakes and Ladders, from the judge's size to millions of squares.

use crate::contests::{FEWEST, PATHFINDING};
use crate::instances;
use crate::measure::{Contest, Disagreement};
use crate::run::Run;
use crate::textbook::ladders;
use crate::{ours, pathfinding};

/// The queue over a hash map.
pub const TEXTBOOK: &str = "textbook hash map";

/// Measures them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    for instance in instances::ladders::all(run.quick) {
        solve(run, &instance.name, &instance.text())?;
    }
    Ok(())
}

fn solve(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
    let levels = ours::levels("ladders", text);
    let board = ladders::read(text).expect("a board");
    // fewest lays the matrix out along its track while it reads; so does the library's user.
    let track = pathfinding::track(&board);

    let mut contest = Contest::new("ladders", name);
    contest.add(FEWEST, FEWEST, || ours::solve(&levels[0]));
    contest.add(PATHFINDING, FEWEST, || pathfinding::ladders(&track));
    contest.add(TEXTBOOK, FEWEST, || ladders::fewest(&board));
    run.hold(contest)
}
