//! How it is told what `fewest generate` has found, and how far it is.

use std::collections::BTreeMap;

use fewest_games::answer::Answer;
use fewest_games::builtin::AnyLevel;
use fewest_games::making::generate::Found;
use fewest_games::making::unguessed::Reasoning;
use fewest_verbs::output::count;
use fewest_words::say;
use serde::Serialize;

use super::histogram;

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
        0 => histogram::in_a_line(tried),
        _ => say!("need a guess: {guesses}", guesses = count(guesses)),
    }
}
