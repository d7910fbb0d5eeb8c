//! Curling: a hundred boards at a time.

use crate::contests::{FEWEST, PATHFINDING};
use crate::instances;
use crate::measure::{Contest, Disagreement, Trust};
use crate::outcome::Outcome;
use crate::packed::Rink;
use crate::run::Run;
use crate::textbook::curling;
use crate::{ours, pathfinding, stateright};

/// The search with backtracking.
pub const TEXTBOOK: &str = "textbook DFS";

/// Measures them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    for instance in instances::curling::all(run.quick) {
        solve(run, &instance.name, &instance.text())?;
    }
    Ok(())
}

fn solve(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
    let levels = ours::levels("curling", text);
    let mut words = text.split_ascii_whitespace();
    let boards: Vec<_> = std::iter::from_fn(|| curling::read(&mut words)).collect();
    let rinks: Vec<_> = boards.iter().map(Rink::new).collect();

    let mut contest = Contest::new("curling", name);
    contest.add(FEWEST, FEWEST, || {
        levels.iter().map(ours::solve).collect::<Outcome>()
    });
    contest.add(PATHFINDING, FEWEST, || {
        rinks.iter().map(pathfinding::curling).collect::<Outcome>()
    });
    contest.add("stateright, 1 thread", FEWEST, || {
        rinks
            .iter()
            .map(|rink| stateright::check(rink, 1))
            .collect::<Outcome>()
    });
    contest.enter("stateright, 2 threads", FEWEST, Trust::MayErr, |clock| {
        clock.time(|| {
            rinks
                .iter()
                .map(|rink| stateright::check(rink, 2))
                .collect()
        })
    });
    contest.add(TEXTBOOK, FEWEST, || {
        boards.iter().map(curling::fewest).collect::<Outcome>()
    });
    run.hold(contest)
}
