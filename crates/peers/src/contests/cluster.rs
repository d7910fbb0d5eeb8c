//! fewest by itself against fewest as a cluster on this machine: what sharing costs, and what more
//! threads and more processes bring.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::instances::scale;
use crate::measure::{Contest, Disagreement};
use crate::outcome::Told;
use crate::programs::Programs;
use crate::run::Run;
use crate::textbook::Found;

/// What the rows are called that this part brings.
pub const GAME: &str = "cluster";
/// No cluster: one process and one thread, with whichever kernel is best.
pub const PLAIN: &str = "no cluster, 1 thread";
/// A cluster of one.
pub const ONE: &str = "1 worker";
/// One process with two workers.
pub const THREADS: &str = "2 threads";
/// Two processes with a worker each.
pub const TWO: &str = "2 processes";
/// Four processes with a worker each.
pub const FOUR: &str = "4 processes";

/// Measures them all, each with the start of its processes.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    let programs = Programs::build().map_err(Disagreement)?;
    for instance in scale::shared(run.quick) {
        let input = programs.input(&instance.text).map_err(Disagreement)?;
        let mut contest = Contest::new(GAME, &*instance.name);
        contest.explores = true;
        let solve = |processes: Option<u32>, threads: u32| {
            let mut command = programs.command("fewest", &input);
            command.args(["solve", "--whole", "--json", "--threads"]);
            command.arg(threads.to_string());
            if let Some(processes) = processes {
                command.arg("--processes").arg(processes.to_string());
            }
            found(&mut command, &input)
        };
        contest.add(ONE, ONE, || solve(Some(1), 1));
        contest.add(PLAIN, ONE, || solve(None, 1));
        contest.add(THREADS, ONE, || solve(Some(1), 2));
        contest.add(TWO, ONE, || solve(Some(2), 1));
        contest.add(FOUR, ONE, || solve(Some(4), 1));
        run.hold(contest)?;
    }
    Ok(())
}

fn found(command: &mut Command, input: &Path) -> Found {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.expect("the program is there");
    let told = serde_json::from_slice::<Told>(&output.stdout);
    let told = told.unwrap_or_else(|why| panic!("no answer about {}: {why}", input.display()));
    told.into()
}
