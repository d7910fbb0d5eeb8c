//! `fewest generate --again`: makes levels again from what their notes say, and compares.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Parser as _;
use fewest_games::builtin::AnyLevel;
use fewest_games::making::generate::{Attempt, Found, GenerateAsk, Unmade};
use fewest_games::making::recipe::{PROGRAM, words};
use fewest_search::SearchOptions;
use fewest_verbs::args::LevelArgs;
use fewest_verbs::ended::{Complaint, Exit, Failure};
use fewest_verbs::levels::{self, Entry};
use fewest_verbs::output::json;
use fewest_words::say;
use serde::Serialize;

use super::args::GenerateArgs;
use super::generate::ask;
use super::telling::Line;
use crate::args::{Args, Command};
use crate::desk::Terminal;
use crate::exit::tell;
use crate::progress;

pub fn run(args: &GenerateArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let asked = LevelArgs {
        files: args.again.iter().cloned().collect(),
        game: None,
        level: None,
    };
    let entries = levels::read_any(&asked, &mut Terminal)?;
    // All notes are read before the first level is made.
    let mut recipes = Vec::new();
    let mut complaints = Vec::new();
    for entry in &entries {
        match read(&entry.level) {
            Ok(recipe) => recipes.push(recipe),
            Err(told) => {
                let name = &entry.name;
                complaints.push(Complaint::Plain(say!("{name}: {told}", name, told)));
            }
        }
    }
    if !complaints.is_empty() {
        return Err(Failure::BadInput(complaints));
    }
    let mut worst = Exit::Done;
    let mut gap = "";
    for (entry, recipe) in entries.iter().zip(&recipes) {
        let name = &entry.name;
        let found = match make(entry, recipe, args.time)? {
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
fn read(level: &AnyLevel) -> Result<Recipe, String> {
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
fn make(entry: &Entry, recipe: &Recipe, time: Option<Duration>) -> Result<Made, Failure> {
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
    let (given, made) = (lines(given), lines(made));
    let most = given.len().max(made.len());
    let at = (0..most).find(|&at| given.get(at) != made.get(at))?;
    Some(say!(
        "it says `{made}`, and the file says `{given}`",
        made = made.get(at).unwrap_or(&""),
        given = given.get(at).unwrap_or(&"")
    ))
}

/// The lines of a level but for the notes that are for people.
fn lines(text: &str) -> Vec<&str> {
    const FOR_PEOPLE: [&str; 4] = ["title:", "author:", "source:", "comment:"];
    let is_for_people = |line: &str| FOR_PEOPLE.iter().any(|name| line.starts_with(name));
    let (notes, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let notes = notes.lines().filter(|line| !is_for_people(line));
    notes.chain([""]).chain(rest.lines()).collect()
}
