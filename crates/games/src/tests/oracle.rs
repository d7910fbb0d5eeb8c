//! What a game is held to by its oracle: the answer, the positions reached, and the texts.
//!
//! The oracles themselves stand in the games' tests: each has the rules in its own words, and shares
//! nothing with the engine, so that a fault in one place cannot hide a fault in another.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;

use fewest_search::{Limits, Report, SearchContext, SearchOptions, Verdict};

use crate::builtin::{self, AnyLevel, GameId};
use crate::game::{Game, MoveName};
use crate::solve::search;
use crate::source::Source;

/// A search within limits.
pub fn within(limits: impl Borrow<Limits>) -> SearchContext<'static> {
    SearchContext::new(&SearchOptions::new().limits(*limits.borrow()))
}

/// Searches a board as [`search`] does.
pub trait Solve: Game {
    fn solve(&self, context: &mut SearchContext) -> Report<Self::Move> {
        search(self, context)
    }
}

impl<G: Game> Solve for G {}

/// What an oracle finds out.
pub struct Truth {
    /// How many positions are first reached by each number of moves, at least up to the win.
    pub layers: Vec<u64>,
    /// The first of the fewest solutions.
    pub moves: Option<Vec<String>>,
}

/// A judge's input, and the answer to it.
pub struct Judged {
    pub input: String,
    pub answer: String,
}

impl Truth {
    /// The truth about a game with few positions.
    pub fn of<S: Clone + Eq + Hash, N: ToString>(
        start: &S,
        is_won: impl Fn(&S) -> bool,
        moves: impl Fn(&S) -> Vec<(N, S)>,
    ) -> Truth {
        let reached = reached(start, &is_won, &moves);
        Truth {
            layers: reached.iter().map(|layer| layer.len() as u64).collect(),
            moves: first_solution(start, reached, is_won, moves),
        }
    }

    /// The fewest as a judge's answer; each judge has its own word for a board without one.
    pub fn answer(&self, impossible: &str) -> String {
        match &self.moves {
            Some(moves) => format!("{}\n", moves.len()),
            None => format!("{impossible}\n"),
        }
    }
}

/// The positions that are first reached by each number of moves, up to the first win or to the last
/// that there are: the plainest search.
pub fn reached<S: Clone + Eq + Hash, N>(
    start: &S,
    is_won: impl Fn(&S) -> bool,
    moves: impl Fn(&S) -> Vec<(N, S)>,
) -> Vec<HashSet<S>> {
    let mut layers = Vec::new();
    let mut layer = HashSet::from([start.clone()]);
    let mut seen = layer.clone();
    while !layer.is_empty() && !layer.iter().any(&is_won) {
        let next = layer.iter().flat_map(&moves).map(|(_, next)| next);
        let next = next.filter(|next| seen.insert(next.clone())).collect();
        layers.push(std::mem::replace(&mut layer, next));
    }
    if !layer.is_empty() {
        layers.push(layer);
    }
    layers
}

/// Strikes from the layers, last to first, what does not lead to a win; then the first move into
/// what is left is the right one everywhere.
fn first_solution<S: Clone + Eq + Hash, N: ToString>(
    start: &S,
    mut layers: Vec<HashSet<S>>,
    is_won: impl Fn(&S) -> bool,
    moves: impl Fn(&S) -> Vec<(N, S)>,
) -> Option<Vec<String>> {
    let last = layers.len() - 1;
    layers[last].retain(is_won);
    for depth in (0..last).rev() {
        let (before, after) = layers.split_at_mut(depth + 1);
        let leads = |(_, next): (N, S)| after[0].contains(&next);
        before[depth].retain(|at| moves(at).into_iter().any(leads));
    }
    let mut at = layers[0].contains(start).then(|| start.clone())?;
    let mut names = Vec::new();
    for layer in &layers[1..] {
        let mut moves = moves(&at).into_iter();
        let (name, next) = moves.find(|(_, next)| layer.contains(next))?;
        names.push(name.to_string());
        at = next;
    }
    Some(names)
}

/// The numbers that stand in a text, in their order: what a test asserts of a sentence.
pub fn numbers(text: &str) -> Vec<u64> {
    let digits = text.split(|letter: char| !letter.is_ascii_digit());
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

/// What a failed assertion shows: the board, and the seed that made it. It is written when it is
/// shown: the text of a large board takes longer than what is asserted of it.
pub fn seen<T: fmt::Display, F: Fn() -> T>(seed: u64, text: F) -> Seen<F> {
    Seen { seed, text }
}

pub struct Seen<F> {
    seed: u64,
    text: F,
}

impl<T: fmt::Display, F: Fn() -> T> fmt::Display for Seen<F> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "seed {}\n{}", self.seed, (self.text)())
    }
}

/// What is there, or a panic that shows the board: `expect` with a text that is written only then.
pub trait OrShow<T> {
    fn or_show(self, seen: &dyn fmt::Display) -> T;
}

impl<T> OrShow<T> for Option<T> {
    fn or_show(self, seen: &dyn fmt::Display) -> T {
        self.unwrap_or_else(|| panic!("nothing, {seen}"))
    }
}

impl<T, E: fmt::Debug> OrShow<T> for Result<T, E> {
    fn or_show(self, seen: &dyn fmt::Display) -> T {
        self.unwrap_or_else(|error| panic!("{error:?}, {seen}"))
    }
}

fn source(text: &str) -> Source<'_> {
    Source::new(text.as_bytes()).unwrap()
}

/// The first level of a text.
pub fn read(text: &str) -> AnyLevel {
    let mut levels = builtin::read(source(text), None).expect(text);
    levels.remove(0)
}

/// A level as a whole judge's input.
pub fn judge_text(level: &AnyLevel) -> Result<String, String> {
    Ok(level.judge_case()? + level.info().judge_end)
}

/// What a game answers to its judge's input.
pub fn judge(game: &str, input: &str) -> String {
    let game = GameId::find(game).unwrap();
    let answer = game.judge(source(input), &mut SearchContext::default());
    String::from_utf8(answer.expect(input)).unwrap()
}

/// Reads a level, solves it, and holds what was found to the truth.
pub fn solve_agrees(text: &str, truth: &Truth, seed: u64) -> AnyLevel {
    let seen = seen(seed, || text);
    let level = read(text);
    let report = level.solve(&mut SearchContext::default());
    search_agrees(&report.or_show(&seen), truth, &seen);
    level
}

/// Holds a search's answer and its count of positions to the truth.
pub fn search_agrees(report: &Report<MoveName>, truth: &Truth, seen: &dyn fmt::Display) {
    let layers = &report.stats.layers;
    match (&report.verdict, &truth.moves) {
        (Verdict::Impossible, None) => assert_eq!(*layers, truth.layers, "{seen}"),
        (Verdict::Fewest { cost, moves }, Some(first)) => {
            let before = first.len();
            assert_eq!(*cost, before as u64, "{seen}");
            assert_eq!(moves, first, "{seen}");
            assert_eq!(layers[..before], truth.layers[..before], "{seen}");
            assert_eq!(layers.len(), before + 1, "{seen}");
            // The search stops at the win, somewhere inside the last layer.
            assert!(layers[before] <= truth.layers[before], "{seen}");
        }
        (verdict, first) => panic!("{verdict:?} for {first:?}, {seen}"),
    }
    assert_eq!(report.stats.states, layers.iter().sum::<u64>(), "{seen}");
}

/// Holds all that a level writes to the oracle's: the level's own text, and the judge's.
pub fn texts_agree(level: &AnyLevel, text: &str, judged: Option<Judged>, seed: u64) {
    let seen = seen(seed, || text);
    assert_eq!(level.level_text(), text, "{seen}");
    judge_agrees(level, judged, &seen);
}

/// Holds what the judge is told and what it is answered to the oracle's, which has nothing
/// where the judge's format cannot say the level.
pub fn judge_agrees(level: &AnyLevel, judged: Option<Judged>, seen: &dyn fmt::Display) {
    let Ok(input) = judge_text(level) else {
        return assert!(judged.is_none(), "{seen}");
    };
    let judged = judged.or_show(seen);
    let game = level.info().id;
    assert_eq!(input, judged.input, "{seen}");
    assert_eq!(judge(game, &input), judged.answer, "{seen}");
    let game = GameId::find(game).unwrap();
    let again = game.read_judge(source(&input)).or_show(seen);
    assert_eq!(again.len(), 1, "{seen}");
    assert_eq!(judge_text(&again[0]).or_show(seen), input, "{seen}");
}
