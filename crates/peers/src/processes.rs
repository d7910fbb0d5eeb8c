//! What is measured as whole processes, and fewest against itself: with threads, the disk, files of
//! many levels, and clusters.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the programs are: beside this one.
pub struct Programs {
    folder: PathBuf,
}

impl Programs {
    /// Brings `fewest` and the textbook programs up to date; a stale one would tell lies. Where this
    /// is no release build, times mean nothing, and the programs are as its tests were built with.
    pub fn build() -> Result<Self, String> {
        let here = std::env::current_exe().map_err(|error| error.to_string())?;
        let folder = here.parent().ok_or("this program is in no folder")?;
        let programs = Programs {
            folder: folder.to_path_buf(),
        };
        if cfg!(debug_assertions) && folder.join("fewest").exists() {
            return Ok(programs);
        }
        let target = folder.parent().ok_or("the folder is in no target folder")?;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        for package in [["fewest", "--bins"], ["fewest-peers", "--bins"]] {
            eprintln!("cargo build -p {} …", package[0]);
            let mut command = Command::new(&cargo);
            command
                .args(["build", "--quiet", "--package"])
                .args(package);
            if !cfg!(debug_assertions) {
                command.arg("--release");
            }
            command.arg("--target-dir").arg(target);
            command.current_dir(env!("CARGO_MANIFEST_DIR"));
            let status = command.status().map_err(|error| error.to_string())?;
            if !status.success() {
                return Err(format!("{} could not be built", package[0]));
            }
        }
        Ok(programs)
    }

    /// A file that the processes read; the next one takes its place.
    pub fn input(&self, text: &str) -> Result<PathBuf, String> {
        let file = self.folder.join("fewest-peers-input.txt");
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(file)
    }

    /// A program with this file as its input.
    pub fn command(&self, program: &str, input: &Path) -> Command {
        let mut command = Command::new(self.folder.join(program));
        command.stdin(File::open(input).expect("it was just written"));
        command
    }
}

/// Whole processes, from start to exit, at the judges' own largest sizes: `fewest judge` against
/// the textbook programs, and against a program that does nothing.
pub mod judges {
    use std::path::Path;
    use std::process::{Command, Stdio};

    use super::Programs;
    use crate::contests::FEWEST;
    use crate::instances::{curling, ladders, mines, portals, snake};
    use crate::measure::{Answer, Contest, Disagreement, Outcome, Run, Trust};

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
        let programs = Programs::build()?;
        for race in RACES {
            let input = programs.input(&(race.text)())?;
            let mut contest = Contest::new(GAME, race.name);
            contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
                let mut command = judge(&programs, race.game, &input);
                clock.time(|| answer(&mut command))
            });
            for textbook in race.textbooks {
                contest.enter(textbook, FEWEST, Trust::Exact, |clock| {
                    let mut command = programs.command("textbook", &input);
                    command.arg(textbook.trim_start_matches("textbook-"));
                    clock.time(|| answer(&mut command))
                });
            }
            run.hold(contest)?;
        }
        let input = programs.input(SAMPLE)?;
        let mut contest = Contest::new(GAME, START_UP);
        contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
            let mut command = judge(&programs, "snake", &input);
            clock.time(|| answer(&mut command))
        });
        contest.enter(EMPTY, FEWEST, Trust::Silent, |clock| {
            let mut command = programs.command("empty", &input);
            clock.time(|| answer(&mut command));
            Answer::None.into()
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
        match output {
            Ok(output) if output.status.success() => Answer::Text(output.stdout).into(),
            _ => Answer::None.into(),
        }
    }
}

/// fewest against itself: on one thread and on two, in memory and on the disk, over whole spaces.
pub mod scale {
    use std::num::NonZeroUsize;

    use fewest_games::builtin::AnyLevel;
    use fewest_search::SearchOptions;
    use fewest_search::disk::Scratch;

    use crate::instances::scale;
    use crate::measure::{Contest, Disagreement, Run};
    use crate::ours;
    use crate::textbook::Found;

    /// What the rows are called that this part brings.
    pub const GAME: &str = "scale";
    /// All of it in memory, one thread.
    pub const ONE: &str = "in memory, 1 thread";
    /// All of it in memory, two threads.
    pub const TWO: &str = "in memory, 2 threads";
    /// So little memory that it goes to the disk, two threads.
    pub const DISK: &str = "on the disk, 2 threads";

    /// Measures them all.
    pub fn run(run: &mut Run) -> Result<(), Disagreement> {
        for instance in scale::all(run.quick) {
            let level = ours::level(&instance.text);
            let mut contest = Contest::new(GAME, &*instance.name);
            contest.explores = true;
            contest.add(TWO, TWO, || explore(&level, 2, None));
            contest.add(ONE, TWO, || explore(&level, 1, None));
            if instance.memory.is_some() {
                contest.add(DISK, TWO, || explore(&level, 2, instance.memory));
            }
            run.hold(contest)?;
        }
        Ok(())
    }

    /// Visits everything; on the disk if this is how little memory takes it there.
    fn explore(level: &AnyLevel, threads: usize, memory: Option<u64>) -> Found {
        let scratch = Scratch::fleeting(&std::env::temp_dir());
        let threads = NonZeroUsize::new(threads).expect("at least one");
        let mut options = SearchOptions::new().threads(threads).whole(true);
        if let Some(memory) = memory {
            options = options.memory(memory).scratch(&scratch);
        }
        ours::solve_with(level, &options)
    }
}

/// Files of many levels: fewest on one thread and on two, and called for each level by itself.
pub mod batch {
    use std::io::Write as _;
    use std::path::Path;
    use std::process::{Command, Stdio};

    use super::Programs;
    use crate::instances::batch;
    use crate::measure::{Contest, Disagreement, Outcome, Run, Told, Trust};
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
        let programs = Programs::build()?;
        let solve = |input: &Path, how: &[&str]| {
            let mut command = programs.command("fewest", input);
            command.arg("solve").args(how);
            command
        };
        let count = batch::many(run.quick);
        let levels: Vec<String> = batch::levels(count).collect();
        let input = programs.input(&levels.join("---\n"))?;
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
        let input = programs.input(&levels.join("---\n"))?;
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
}

/// fewest by itself against fewest as a cluster on this machine: what sharing costs, and what more
/// threads and more processes bring.
pub mod cluster {
    use std::path::Path;
    use std::process::{Command, Stdio};

    use super::Programs;
    use crate::instances::scale;
    use crate::measure::{Contest, Disagreement, Run, Told};
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
        let programs = Programs::build()?;
        for instance in scale::shared(run.quick) {
            let input = programs.input(&instance.text)?;
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
}
