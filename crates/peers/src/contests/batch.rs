//! Files of many levels: fewest on one thread and on two, and called for each level by itself.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::instances::batch;
use crate::measure::{Contest, Disagreement, Trust};
use crate::outcome::{Outcome, Told};
use crate::programs::Programs;
use crate::run::Run;
use crate::textbook::Found;

/// What the rows are called that this part brings.
pub const GAME: &str = "batch";
/// One level at a time.
pub const ONE: &str = "--jobs 1";
/// Two levels at a time.
pub const TWO: &str = "--jobs 2";
/// One after another, all read before.
pub const PLAIN: &str = "--json, no jobs";
/// A process for each level.
pub const EACH: &str = "a process a level";

/// The names of its instances.
pub fn names(quick: bool) -> Vec<String> {
    [batch::many(quick), batch::few(quick)]
        .map(batch::name)
        .to_vec()
}

/// Measures them all, each from the start of its processes to their end.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    let programs = Programs::build().map_err(Disagreement)?;
    let solve = |input: &Path, how: &[&str]| {
        let mut command = programs.command("fewest", input);
        command.arg("solve").args(how);
        command
    };
    let count = batch::many(run.quick);
    let levels: Vec<String> = batch::levels(count).collect();
    let input = programs
        .input(&levels.join("---\n"))
        .map_err(Disagreement)?;
    let mut contest = Contest::new(GAME, batch::name(count));
    let contenders: [(_, &[&str]); 3] = [
        (ONE, &["--jobs", "1"]),
        (TWO, &["--jobs", "2"]),
        (PLAIN, &["--json"]),
    ];
    for (program, how) in contenders {
        let input = &input;
        contest.enter(program, ONE, Trust::Exact, move |clock| {
            let mut command = solve(input, how);
            outcome(&clock.time(|| printed(&mut command, None)))
        });
    }
    run.hold(contest)?;

    let count = batch::few(run.quick);
    let levels: Vec<String> = batch::levels(count).collect();
    let input = programs
        .input(&levels.join("---\n"))
        .map_err(Disagreement)?;
    let mut contest = Contest::new(GAME, batch::name(count));
    contest.enter(ONE, ONE, Trust::Exact, |clock| {
        let mut command = solve(&input, &["--jobs", "1"]);
        outcome(&clock.time(|| printed(&mut command, None)))
    });
    contest.enter(EACH, ONE, Trust::Exact, |clock| {
        let lines = clock.time(|| {
            let alone = |level| printed(&mut solve(&input, &["--json"]), Some(level));
            levels.iter().map(alone).collect::<Vec<_>>().concat()
        });
        outcome(&lines)
    });
    run.hold(contest)
}

/// What a process prints, whether or not every level can be won; it may be handed its input.
fn printed(command: &mut Command, level: Option<&String>) -> Vec<u8> {
    if level.is_some() {
        command.stdin(Stdio::piped());
    }
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.expect("the program is there");
    if let Some((level, mut stdin)) = level.zip(child.stdin.take()) {
        stdin
            .write_all(level.as_bytes())
            .expect("it reads its input");
    }
    child.wait_with_output().expect("it ends").stdout
}

fn outcome(lines: &[u8]) -> Outcome {
    let told = serde_json::Deserializer::from_slice(lines).into_iter::<Told>();
    told.map(|told| Found::from(told.expect("each line is an answer")))
        .collect()
}
