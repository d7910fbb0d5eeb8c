//! Whole processes, from start to exit, at the judges' own largest sizes: `fewest judge` against
//! the textbook programs, and against a program that does nothing.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::contests::FEWEST;
use crate::instances::{curling, ladders, mines, portals, snake};
use crate::measure::{Contest, Disagreement, Trust};
use crate::outcome::{Answer, Outcome};
use crate::programs::Programs;
use crate::run::Run;

/// The part's name in the tables.
pub const GAME: &str = "processes";
/// The instance that measures starting alone.
pub const START_UP: &str = "start-up, a sample of snake";
/// The program that does nothing.
pub const EMPTY: &str = "an empty program";

/// One process contest: its name, the game, the input, and the textbook programs.
pub struct Race {
    /// What the instance is called.
    pub name: &'static str,
    game: &'static str,
    text: fn() -> String,
    /// The programs it is held against.
    pub textbooks: &'static [&'static str],
    /// How many times the time of fewest they shall take at least.
    pub wanted: f64,
}

/// The races, each at its judge's largest size.
pub const RACES: &[Race] = &[
    Race {
        name: "snake, 15×15, walled-in apple",
        game: "snake",
        text: || snake::exploring(false)[0].text(),
        textbooks: &["textbook-snake", "textbook-snake-array"],
        wanted: 5.0,
    },
    Race {
        name: "snake, 15×15, the hardest",
        game: "snake",
        text: || snake::random(snake::hardest()[0].0),
        textbooks: &["textbook-snake", "textbook-snake-array"],
        wanted: 5.0,
    },
    Race {
        name: "curling, the slow hundred",
        game: "curling",
        text: || curling::all(false)[0].text(),
        textbooks: &["textbook-curling"],
        wanted: 5.0,
    },
    Race {
        name: "portals, 100², open",
        game: "portals",
        text: || portals::maze(100, portals::Kind::Open),
        textbooks: &["textbook-portals"],
        wanted: 1.0,
    },
    Race {
        name: "ladders, n = 20, mixed",
        game: "ladders",
        text: || ladders::board(20, ladders::Kind::Mixed),
        textbooks: &["textbook-ladders"],
        wanted: 1.0,
    },
    Race {
        name: "mines, 50², 1 % mines",
        game: "mines",
        text: || mines::field(50, 1),
        textbooks: &["textbook-mines"],
        wanted: 1.0,
    },
];

const SAMPLE: &str = "4 5\n##...\n..1#@\n432#.\n...#.\n";

/// The names of the races.
pub fn names() -> Vec<String> {
    let races = RACES.iter().map(|race| race.name.to_string());
    races.chain([START_UP.to_string()]).collect()
}

/// Runs them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    let programs = Programs::build().map_err(Disagreement)?;
    for race in RACES {
        let input = programs.input(&(race.text)()).map_err(Disagreement)?;
        let mut contest = Contest::new(GAME, race.name);
        contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
            let mut command = judge(&programs, race.game, &input);
            clock.time(|| answer(&mut command))
        });
        for textbook in race.textbooks {
            contest.enter(textbook, FEWEST, Trust::Exact, |clock| {
                let mut command = programs.command(textbook, &input);
                clock.time(|| answer(&mut command))
            });
        }
        run.hold(contest)?;
    }
    let input = programs.input(SAMPLE).map_err(Disagreement)?;
    let mut contest = Contest::new(GAME, START_UP);
    contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
        let mut command = judge(&programs, "snake", &input);
        clock.time(|| answer(&mut command))
    });
    contest.enter(EMPTY, FEWEST, Trust::Silent, |clock| {
        let mut command = programs.command("empty", &input);
        let mut outcome = clock.time(|| answer(&mut command));
        outcome.answer = Answer::None;
        outcome
    });
    run.hold(contest)
}

fn judge(programs: &Programs, game: &str, input: &Path) -> Command {
    let mut command = programs.command("fewest", input);
    command.args(["judge", game]);
    command
}

/// Runs a process to its end. One that fails has no answer, and so disagrees.
fn answer(command: &mut Command) -> Outcome {
    let output = command.stderr(Stdio::inherit()).output();
    let answer = match output {
        Ok(output) if output.status.success() => Answer::Text(output.stdout),
        _ => Answer::None,
    };
    Outcome {
        answer,
        positions: None,
    }
}
