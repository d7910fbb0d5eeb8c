//! The level maker: what can be typed behind `fewest generate` and `fewest hardest`, how made levels are
//! reported, and `fewest generate --again`.

pub mod generate;
pub mod hardest;

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Parser as _, ValueHint, value_parser};
use fewest_games::answer::Answer;
use fewest_games::builtin::AnyLevel;
use fewest_games::making::generate::{Attempt, Found, GenerateAsk, Unmade};
use fewest_games::making::recipe::{PROGRAM, USUAL_LIMITS, words};
use fewest_games::making::wanted::Reasoning;
use fewest_search::{Limits, SearchOptions};
use fewest_verbs::args::{LevelArgs, LimitArgs, ProgressMode};
use fewest_verbs::levels::{self, Entry, Purpose};
use fewest_verbs::outcome::{Diagnostic, Exit, Failure};
use fewest_verbs::output::{count, json};
use fewest_verbs::{board_size, bytes, duration, game_ids, range, threads};
use fewest_words::say;
use serde::Serialize;

use crate::args::{Args, Command};
use crate::make::generate::ask;
use crate::messages::tell;
use crate::progress;
use crate::terminal::Terminal;

/// How many threads are asked for.
pub fn thread_count(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Reads `NAME=VALUE`.
pub fn named(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err(say!(
            "write a name and a value, such as walls=20% or throws=none"
        )),
    }
}

/// Reads `0.5%`, `0.5`: a share of a hundred.
pub fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse();
    match number {
        Ok(percent) if (0.0..=50.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err(say!("write a share from 0% to 50%, such as 0.5%")),
    }
}

/// What a level that is made again says itself.
const AGAIN_IS_WITHOUT: [&str; 17] = [
    "game",
    "size",
    "impossible",
    "mix",
    "par",
    "difficulty",
    "unique",
    "no_guess",
    "first",
    "mean",
    "edge",
    "with",
    "count",
    "seed",
    "into",
    "states",
    "memory",
];

#[derive(clap::Args)]
pub struct GenerateArgs {
    /// The game
    #[arg(value_parser = game_ids(), required_unless_present = "again")]
    pub game: Option<String>,
    /// How many rows and columns the boards have, such as 9x12
    #[arg(long, value_name = "RxC", value_parser = board_size, required_unless_present = "again")]
    pub size: Option<(u32, u32)>,
    /// Make the levels of this file again, from what their notes say, and compare; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = AGAIN_IS_WITHOUT)]
    pub again: Option<PathBuf>,
    /// Only levels that are proven to be impossible to win
    #[arg(long, conflicts_with_all = ["mix", "par", "difficulty", "unique", "no_guess", "mean", "edge"])]
    pub impossible: bool,
    /// By turns levels that can be won and impossible ones: what else is asked of moves holds for the former
    #[arg(long)]
    pub mix: bool,
    /// The fewest moves, such as 14, 14..18, 14.. or ..18 [default: any, but it can be won]
    #[arg(long, value_name = "RANGE", value_parser = range::<u64>)]
    pub par: Option<RangeInclusive<u64>>,
    /// How hard the levels are, from 0 to 10, such as 5..7
    #[arg(long, value_name = "RANGE", value_parser = range::<f64>)]
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Only levels with a single optimal solution
    #[arg(long)]
    pub unique: bool,
    /// Only boards that are won without a guess, where something is hidden from the player, each as likely as any other
    #[arg(long)]
    pub no_guess: bool,
    /// Where play begins with --no-guess, such as 0,0: short for --with click=0,0 [default: the middle]
    #[arg(long, value_name = "ROW,COLUMN", requires = "no_guess")]
    pub first: Option<String>,
    /// The mean number of rolls where dice decide, such as 20..25
    #[arg(long, value_name = "RANGE", value_parser = range::<f64>)]
    pub mean: Option<RangeInclusive<f64>>,
    /// How much more often than every other time the first of two players may win, such as 1%
    #[arg(long, value_name = "SHARE", value_parser = percent)]
    pub edge: Option<f64>,
    /// An option of the game, or how much there is of something: `fewest games` tells what there is
    #[arg(long, value_name = "NAME=VALUE", value_parser = named)]
    pub with: Vec<(String, String)>,
    /// How many levels
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    pub count: u64,
    /// The first seed: with the same one the same levels are made [default: any; with --into: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Keep the levels in this catalogue, and go on there after an interruption
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub into: Option<PathBuf>,
    /// Give up when no other level was found for so long [default: 1m]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Leave out boards that take more memory to be looked at [default: 512MiB]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Leave out boards with more positions [default: 2000000]
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// Look at so many boards at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    /// How to tell on standard error that it goes on: a bar, on a terminal, or JSON lines
    #[arg(long, value_name = "HOW", value_enum, default_value_t = ProgressMode::Bar)]
    pub progress: ProgressMode,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
    /// Only how many were found, and no bar
    #[arg(long, short)]
    pub quiet: bool,
}

impl GenerateArgs {
    /// What may be used for each board that is looked at: the same on every machine, so that a seed
    /// leads to the same everywhere.
    pub fn limits_of_each(&self) -> Limits {
        Limits {
            states: self.states.or(USUAL_LIMITS.states),
            memory: self.memory.or(USUAL_LIMITS.memory),
            ..USUAL_LIMITS
        }
    }
}

#[derive(clap::Args)]
pub struct HardestArgs {
    /// The game
    #[arg(value_parser = game_ids(), required_unless_present = "start", requires = "size")]
    pub game: Option<String>,
    /// How many rows and columns the boards have, such as 5x5
    #[arg(value_name = "SIZE", value_parser = board_size, required_unless_present = "start")]
    pub size: Option<(u32, u32)>,
    /// On this very board: the start from which it takes the most moves to win
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["game", "size", "with", "threads"])]
    pub start: Option<PathBuf>,
    /// An option of the game, or how much there is of something: `fewest games` tells what there is
    #[arg(long, value_name = "NAME=VALUE", value_parser = named)]
    pub with: Vec<(String, String)>,
    /// Show at most so many of the boards
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub list: usize,
    /// Add the boards that are shown to this catalogue
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub into: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Look at so many boards at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
    /// Only the number, and no bar
    #[arg(long, short)]
    pub quiet: bool,
}

/// How many boards took so many moves, or none that win.
pub type Tried = BTreeMap<Option<u64>, u64>;

/// A level as JSON.
#[derive(Serialize)]
pub struct Line<'a> {
    #[serde(flatten)]
    answer: Answer<'a>,
    seed: Option<String>,
    made: Option<&'a str>,
    rows: u32,
    columns: u32,
    difficulty: Option<f64>,
    solutions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<&'a Reasoning>,
    text: String,
}

impl<'a> Line<'a> {
    pub fn new(found: &'a Found<AnyLevel>) -> Self {
        let (rows, columns) = found.level.size();
        Line {
            answer: Answer::new(found.level.about(), &found.report),
            seed: found.level.seed().map(|seed| seed.to_string()),
            made: found.level.made(),
            rows,
            columns,
            difficulty: found.difficulty,
            solutions: found.solutions.as_ref().map(ToString::to_string),
            mean: found.dice.map(|dice| dice.mean),
            edge: found.dice.map(|dice| dice.edge),
            reasoning: found.reasoning.as_ref(),
            text: found.level.level_text(),
        }
    }
}

/// How far it is, as JSON.
#[derive(Serialize)]
pub struct Event {
    pub event: &'static str,
    pub game: &'static str,
    pub found: u64,
    pub of: u64,
    pub seeds: u64,
    pub boards: u64,
    pub pars: BTreeMap<String, u64>,
    /// The least and the greatest difficulty that was rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulties: Option<[f64; 2]>,
    pub seconds: f64,
}

/// How many boards there were of each par, which are named as JSON wants it.
pub fn by_name(tried: &Tried) -> BTreeMap<String, u64> {
    let name = |par: &Option<u64>| par.map_or("impossible".to_string(), |par| par.to_string());
    let pars = tried.iter();
    pars.map(|(par, times)| (name(par), *times)).collect()
}

/// What the boards were that were tried, in a few words.
pub fn what_they_were(tried: &Tried, guesses: u64) -> String {
    match guesses {
        0 => pars_in_a_line(tried),
        _ => say!("need a guess: {guesses}", guesses = count(guesses)),
    }
}

/// `par 2–19 ▁▂▅█▃▁`, or how many could not be won.
pub fn pars_in_a_line(tried: &BTreeMap<Option<u64>, u64>) -> String {
    let pars = || {
        tried
            .iter()
            .filter_map(|(par, times)| Some(((*par)?, *times)))
    };
    let (Some((least, _)), Some((most, _))) = (pars().next(), pars().next_back()) else {
        return say!("none of them can be won");
    };
    let bars = bars(pars(), least, most);
    say!("par {least}–{most} {bars}", least, most, bars)
}

/// A bar for each par, or for several where there are many.
fn bars(pars: impl Iterator<Item = (u64, u64)>, least: u64, most: u64) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const MOST_BARS: u64 = 24;
    let of_each = (most - least) / MOST_BARS + 1;
    let mut sums = vec![0u64; ((most - least) / of_each + 1) as usize];
    for (par, times) in pars {
        sums[((par - least) / of_each) as usize] += times;
    }
    let highest = sums.iter().copied().max().unwrap_or(0).max(1);
    let bar = |&sum: &u64| match sum {
        0 => ' ',
        _ => BARS[((sum * BARS.len() as u64).div_ceil(highest) - 1) as usize],
    };
    sums.iter().map(bar).collect()
}

pub fn make_again(args: &GenerateArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let asked = LevelArgs {
        files: args.again.iter().cloned().collect(),
        game: None,
        level: None,
    };
    let entries = levels::read(&asked, Purpose::Show, &mut Terminal)?;
    // All notes are read before the first level is made.
    let mut recipes = Vec::new();
    let mut diagnostics = Vec::new();
    for entry in &entries {
        match read_recipe(&entry.level) {
            Ok(recipe) => recipes.push(recipe),
            Err(told) => {
                let name = &entry.name;
                diagnostics.push(Diagnostic::Plain(say!("{name}: {told}", name, told)));
            }
        }
    }
    if !diagnostics.is_empty() {
        return Err(Failure::BadInput(diagnostics));
    }
    let mut worst = Exit::Done;
    let mut gap = "";
    for (entry, recipe) in entries.iter().zip(&recipes) {
        let name = &entry.name;
        let found = match make_level(entry, recipe, args.time)? {
            Made::Level(found) => found,
            Made::Ended(exit) => return Ok(worst.max(exit)),
        };
        let difference = match &found {
            Some(found) => difference(&entry.level.level_text(), &found.level.level_text()),
            None => Some(say!("its seed leads to no level")),
        };
        match (args.json, args.quiet, &found) {
            (true, ..) => json(
                out,
                &Again {
                    level: found.as_deref().map(Line::new),
                    equal: difference.is_none(),
                    difference: difference.as_deref(),
                },
            )?,
            (false, false, Some(found)) => {
                write!(out, "{gap}{}", found.level.level_text())?;
                gap = "---\n";
            }
            _ => {}
        }
        out.flush()?;
        match difference {
            Some(told) => {
                worst = worst.max(Exit::Refuted);
                tell(&say!("{name}: another level is made: {told}", name, told));
            }
            None if args.quiet => {}
            None => tell(&say!("{name}: the same level is made again", name)),
        }
    }
    Ok(worst)
}

/// A level that was made again, as JSON.
#[derive(Serialize)]
struct Again<'a> {
    #[serde(flatten)]
    level: Option<Line<'a>>,
    /// Whether it is the same.
    equal: bool,
    /// What differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<&'a str>,
}

/// What is asked to make a level again, and the limits of each board that is looked at.
struct Recipe {
    ask: GenerateAsk,
    options: SearchOptions<'static>,
}

/// Reads the note of a level. Only what this version writes is taken, so that nothing else can be
/// asked by a note, such as a file to be written.
fn read_recipe(level: &AnyLevel) -> Result<Recipe, String> {
    let Some(made) = level.made() else {
        return Err(say!(
            "no note `made` says how this level was made: `fewest generate` writes one"
        ));
    };
    let Some(words) = words(made) else {
        return Err(say!(
            "this level was made by another version: its note `made` does not begin with `{program}`",
            program = PROGRAM
        ));
    };
    let recipe = typed(words).filter(|(game, recipe)| {
        let game = levels::game(game);
        let again = game.recipe(&recipe.ask, &recipe.options);
        game.info().id == level.info().id && again.is_ok_and(|again| again == made)
    });
    let damaged = || say!("the note `made` is not as `fewest generate` writes it");
    recipe.map(|(_, recipe)| recipe).ok_or_else(damaged)
}

/// The words of a note as if they were typed: the game, and what is asked.
fn typed(words: Vec<String>) -> Option<(String, Recipe)> {
    let typed = ["fewest".to_string()].into_iter().chain(words);
    let Command::Generate(args) = Args::try_parse_from(typed).ok()?.command else {
        return None;
    };
    let recipe = Recipe {
        ask: ask(&args, args.size?),
        options: SearchOptions::new().limits(args.limits_of_each()),
    };
    Some((args.game?, recipe))
}

/// What came of making one.
enum Made {
    /// What its seed leads to.
    Level(Option<Box<Found<AnyLevel>>>),
    /// It was ended before.
    Ended(Exit),
}

/// Makes the level of the seed, and no other.
fn make_level(entry: &Entry, recipe: &Recipe, time: Option<Duration>) -> Result<Made, Failure> {
    const LONG_ENOUGH: Duration = Duration::from_secs(60);
    let name = &entry.name;
    let patience = time.unwrap_or(LONG_ENOUGH);
    let began = Instant::now();
    let mut made = None;
    let mut hear = |attempt: Option<Attempt<AnyLevel>>| match attempt {
        Some(attempt) => {
            made = Some(attempt.found.map(Box::new));
            ControlFlow::Break(())
        }
        None if began.elapsed() >= patience => ControlFlow::Break(()),
        None => progress::going_on(),
    };
    let game = levels::game(entry.level.info().id);
    match game.generate(&recipe.ask, &recipe.options, &mut hear) {
        Ok(()) => {}
        Err(Unmade::CannotBe(_)) => made = Some(None),
        Err(Unmade::NoFrame(why)) => {
            return Err(Failure::plain(say!("{name}: {told}", name, told = why)));
        }
        Err(Unmade::Disagreement(lie)) => return Err(lie.into()),
    }
    Ok(match made {
        Some(found) => Made::Level(found),
        None if progress::interrupted() => Made::Ended(Exit::Interrupted),
        None => {
            tell(&say!(
                "{name}: the time was over before the level was made",
                name
            ));
            Made::Ended(Exit::GaveUp)
        }
    })
}

/// What is different in the text of a level that was made again, if anything is. What people have
/// written about it was not made.
fn difference(given: &str, made: &str) -> Option<String> {
    let (given, made) = (made_lines(given), made_lines(made));
    let most = given.len().max(made.len());
    let at = (0..most).find(|&at| given.get(at) != made.get(at))?;
    Some(say!(
        "it says `{made}`, and the file says `{given}`",
        made = made.get(at).unwrap_or(&""),
        given = given.get(at).unwrap_or(&"")
    ))
}

/// The lines of a level but for the notes that are for people.
fn made_lines(text: &str) -> Vec<&str> {
    const FOR_PEOPLE: [&str; 4] = ["title:", "author:", "source:", "comment:"];
    let is_for_people = |line: &str| FOR_PEOPLE.iter().any(|name| line.starts_with(name));
    let (notes, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let notes = notes.lines().filter(|line| !is_for_people(line));
    notes.chain([""]).chain(rest.lines()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pars_are_drawn() {
        let tried = BTreeMap::from([(None, 5), (Some(2), 1), (Some(3), 8), (Some(5), 4)]);
        assert_eq!(pars_in_a_line(&tried), "par 2–5 ▁█ ▄");
        assert_eq!(
            pars_in_a_line(&BTreeMap::from([(None, 5)])),
            "none of them can be won"
        );
        let many = (0..100).map(|par| (Some(par), par + 1)).collect();
        let line = pars_in_a_line(&many);
        assert_eq!(line.chars().last(), Some('█'));
        assert!(line.chars().count() < 40);
    }
}
