//! Portal mazes: everything explored, since the goal is walled in.

use crate::contests::{FEWEST, PATHFINDING};
use crate::instances;
use crate::instances::portals::{Kind, name};
use crate::measure::{Contest, Disagreement, Per};
use crate::run::Run;
use crate::textbook::portals;
use crate::{ours, pathfinding, petgraph};

/// Dijkstra over two layers of squares.
pub const TEXTBOOK: &str = "textbook Dijkstra";
/// The largest side.
pub const LARGEST: usize = 4000;

/// Measures them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    for (side, instance) in instances::portals::all(run.quick) {
        solve(run, side, &instance.name, &instance.text())?;
    }
    Ok(())
}

fn solve(run: &mut Run, side: usize, instance: &str, text: &str) -> Result<(), Disagreement> {
    let levels = ours::levels("portals", text);
    let board = portals::read(&mut text.split_ascii_whitespace()).expect("a board");
    // A graph of the largest maze takes gigabytes before it is searched.
    let maze = (side < LARGEST).then(|| petgraph::build(&board));

    let mut contest = Contest::new("portals", instance);
    let squares = (side * side) as u64;
    contest.weighs = (instance == name(LARGEST, Kind::Open)).then_some(Per::Square(squares));
    contest.add(FEWEST, FEWEST, || ours::solve(&levels[0]));
    contest.add(PATHFINDING, FEWEST, || pathfinding::portals(&board));
    if let Some(maze) = &maze {
        contest.add("petgraph, build and Dijkstra", FEWEST, || {
            petgraph::search(&board, &petgraph::build(&board))
        });
        contest.add("petgraph, Dijkstra alone", FEWEST, || {
            petgraph::search(&board, maze)
        });
    }
    contest.add(TEXTBOOK, FEWEST, || portals::fewest(&board));
    run.hold(contest)
}
