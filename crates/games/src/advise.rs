//! Solves a level after every change of a single square: which change makes it better?

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fewest_search::{
    Books, Limit, SearchContext, SearchOptions, StopFlag, Verdict, Watch, ordered_map,
};
use serde::ser::{Serialize, SerializeSeq as _, Serializer};

use crate::edit::{Change, Edit, LeftOut};
use crate::game::Game;
use crate::grid::{Grid, Place};
use crate::solve::{Disagreement, Unanswered, solve};

/// What every change of a single square makes of a level.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Advice {
    /// The par as it is.
    #[serde(flatten)]
    pub now: Outcome,
    /// The changes, by what is changed, in the order of the game's edits.
    pub groups: Vec<Group>,
    /// The squares that no change is for, though they look as if one were.
    pub left_out: Vec<LeftOut>,
    /// How many changes there are that were not tried.
    pub untried: u64,
    /// What ended it before all were tried.
    #[serde(serialize_with = "name", rename = "ended")]
    pub limit: Option<Limit>,
    /// Wall-clock time.
    #[serde(serialize_with = "seconds", rename = "seconds")]
    pub elapsed: Duration,
}

impl Advice {
    /// How many changes were tried.
    pub fn tried(&self) -> u64 {
        self.groups.iter().map(|group| group.counts.all()).sum()
    }

    /// Whether everything is known: the par as it is, and what each change makes of it.
    pub fn is_complete(&self) -> bool {
        let is_decided = !matches!(self.now, Outcome::Undecided { .. });
        let mut groups = self.groups.iter();
        self.untried == 0 && is_decided && groups.all(|group| group.counts.undecided == 0)
    }
}

/// All changes of one kind.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Group {
    /// What is changed: `wall`, `apple`.
    pub name: Cow<'static, str>,
    /// How many changes there are of each effect.
    pub counts: Counts,
    /// The changes, the best first; of equals the one that the game lists first. Of more than
    /// [`Group::MOST_LISTED`] only the best of each square.
    #[serde(rename = "changes")]
    pub tried: Vec<Tried>,
    /// What a change makes of the level, where on the view it shows. Where several changes meet on
    /// one square, the best of them counts.
    #[serde(serialize_with = "rows")]
    pub grid: Grid<Option<Outcome>>,
    /// The place among the changes of the one that counts on a square.
    #[serde(serialize_with = "places")]
    pub best: Grid<Option<usize>>,
}

/// A change, and what it makes of the level.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Tried {
    /// Its number among the game's edits, from 1: [`Level::changed`](crate::level::Level::changed)
    /// makes it.
    pub number: u64,
    /// What to do: `set a wall at 0,3`.
    pub what: String,
    /// What is changed, in short, where several changes show on one square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Where it shows.
    #[serde(flatten)]
    pub place: Place,
    /// The par after it.
    #[serde(flatten)]
    pub becomes: Outcome,
    /// How that compares to the par as it is.
    pub effect: Effect,
}

/// What is known of a board's par.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(into = "Told")]
pub enum Outcome {
    /// The proven fewest.
    Fewest(u64),
    /// Proven impossible.
    Impossible,
    /// A limit ended the search.
    Undecided {
        /// Which limit it was.
        limit: Limit,
        /// Nothing shorter wins.
        at_least: u64,
    },
}

impl<M> From<&Verdict<M>> for Outcome {
    fn from(verdict: &Verdict<M>) -> Self {
        match verdict {
            Verdict::Fewest { cost, .. } => Outcome::Fewest(*cost),
            Verdict::Impossible => Outcome::Impossible,
            Verdict::GaveUp { limit, at_least } => Outcome::Undecided {
                limit: limit.clone(),
                at_least: *at_least,
            },
        }
    }
}

impl Outcome {
    /// Its word in every output for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Fewest(_) => "fewest",
            Outcome::Impossible => "impossible",
            Outcome::Undecided { .. } => GAVE_UP,
        }
    }
}

/// The word for what a limit left undecided.
pub(crate) const GAVE_UP: &str = "gave-up";

/// What a change is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wish {
    /// The greatest par is the best.
    #[default]
    Harder,
    /// The smallest par is the best.
    Easier,
}

impl Wish {
    /// The better outcome comes first: any that can be won, then what is not known, and last what
    /// is impossible.
    pub(crate) fn compare(self, one: &Outcome, other: &Outcome) -> Ordering {
        let class = |outcome: &Outcome| match outcome {
            Outcome::Fewest(_) => 0,
            Outcome::Undecided { .. } => 1,
            Outcome::Impossible => 2,
        };
        match (one, other, self) {
            (Outcome::Fewest(one), Outcome::Fewest(other), Wish::Harder) => other.cmp(one),
            (Outcome::Fewest(one), Outcome::Fewest(other), Wish::Easier) => one.cmp(other),
            _ => class(one).cmp(&class(other)),
        }
    }
}

/// How the par after a change compares to the par before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// It takes more moves.
    Harder,
    /// It takes fewer moves.
    Easier,
    /// It was impossible and can be won now.
    Winnable,
    /// It could be won and is impossible now.
    Impossible,
    /// All is as it was.
    Unchanged,
    /// One of the two is not known.
    Undecided,
}

impl Effect {
    /// The effect that leads from one outcome to the other.
    pub fn new(before: &Outcome, after: &Outcome) -> Self {
        match (before, after) {
            (Outcome::Undecided { .. }, _) | (_, Outcome::Undecided { .. }) => Effect::Undecided,
            (Outcome::Impossible, Outcome::Impossible) => Effect::Unchanged,
            (Outcome::Impossible, Outcome::Fewest(_)) => Effect::Winnable,
            (Outcome::Fewest(_), Outcome::Impossible) => Effect::Impossible,
            (Outcome::Fewest(before), Outcome::Fewest(after)) => match after.cmp(before) {
                Ordering::Greater => Effect::Harder,
                Ordering::Less => Effect::Easier,
                Ordering::Equal => Effect::Unchanged,
            },
        }
    }
}

/// How many changes there are of each effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Those that take more moves.
    pub harder: u64,
    /// Those that take fewer moves.
    pub easier: u64,
    /// Those that can be won where the level cannot.
    pub winnable: u64,
    /// Those that cannot be won where the level can.
    pub impossible: u64,
    /// Those that leave all as it was.
    pub unchanged: u64,
    /// Those that cannot be compared.
    pub undecided: u64,
}

impl Group {
    /// A longer list is cut down to the best change of each square: a board of ladders has as many
    /// new jumps as pairs of squares.
    pub const MOST_LISTED: usize = 10_000;

    /// Cuts down a long list.
    pub(crate) fn shorten(&mut self) {
        if self.tried.len() <= Self::MOST_LISTED {
            return;
        }
        let mut places: Vec<usize> = self.best.squares().iter().copied().flatten().collect();
        places.sort_unstable();
        let new_place = |place: usize| places.binary_search(&place).expect("it is one of them");
        self.best = self.best.map(|best| best.map(new_place));
        let mut place = 0;
        self.tried.retain(|_| {
            place += 1;
            places.binary_search(&(place - 1)).is_ok()
        });
        self.tried.shrink_to_fit();
    }
}

impl Counts {
    /// All of them.
    pub fn all(&self) -> u64 {
        let Counts {
            harder,
            easier,
            winnable,
            impossible,
            unchanged,
            undecided,
        } = self;
        harder + easier + winnable + impossible + unchanged + undecided
    }

    /// One more of an effect.
    pub(crate) fn add(&mut self, effect: Effect) {
        *match effect {
            Effect::Harder => &mut self.harder,
            Effect::Easier => &mut self.easier,
            Effect::Winnable => &mut self.winnable,
            Effect::Impossible => &mut self.impossible,
            Effect::Unchanged => &mut self.unchanged,
            Effect::Undecided => &mut self.undecided,
        } += 1;
    }
}

/// How far an advice has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The changes that were tried.
    pub tried: u64,
    /// The changes there are.
    pub of: u64,
}

/// An outcome in the words of [`crate::answer::Answer`].
#[derive(serde::Serialize)]
struct Told {
    verdict: &'static str,
    fewest: Option<u64>,
    at_least: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
}

impl From<Outcome> for Told {
    fn from(outcome: Outcome) -> Self {
        let (fewest, at_least, limit) = match &outcome {
            Outcome::Fewest(fewest) => (Some(*fewest), Some(*fewest), None),
            Outcome::Impossible => (None, None, None),
            Outcome::Undecided { limit, at_least } => (None, Some(*at_least), Some(limit.name())),
        };
        Told {
            verdict: outcome.name(),
            fewest,
            at_least,
            limit,
        }
    }
}

/// A limit by its name.
fn name<S: Serializer>(limit: &Option<Limit>, to: S) -> Result<S::Ok, S::Error> {
    limit.as_ref().map(Limit::name).serialize(to)
}

fn seconds<S: Serializer>(elapsed: &Duration, to: S) -> Result<S::Ok, S::Error> {
    elapsed.as_secs_f64().serialize(to)
}

/// A list of rows: a number for a par, a word for what is none, null where nothing changes.
fn rows<S: Serializer>(grid: &Grid<Option<Outcome>>, to: S) -> Result<S::Ok, S::Error> {
    struct Row<'a>(&'a [Option<Outcome>]);
    impl Serialize for Row<'_> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let mut row = to.serialize_seq(Some(self.0.len()))?;
            for outcome in self.0 {
                match outcome {
                    None => row.serialize_element(&()),
                    Some(Outcome::Fewest(fewest)) => row.serialize_element(fewest),
                    Some(other) => row.serialize_element(other.name()),
                }?;
            }
            row.end()
        }
    }
    to.collect_seq(grid.squares().chunks(grid.columns() as usize).map(Row))
}

/// A list of rows: a place in the list of changes, null where nothing changes.
fn places<S: Serializer>(grid: &Grid<Option<usize>>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(grid.squares().chunks(grid.columns() as usize))
}

/// Solves a board as it is and after each of its editor's changes, each answer replayed by the
/// rules.
///
/// The time allowed is for all of it; the other limits hold for each search, and the memory for
/// the list of what was found as well. What is found is the same on any number of threads, unless
/// the time or `watch` ends it early. `watch` is called by this thread alone, and
/// [`ControlFlow::Break`] ends it.
///
/// # Errors
/// The rules refuse an answer.
pub fn advise<G: Game>(
    board: &G,
    wish: Wish,
    options: &SearchOptions,
    watch: &mut dyn FnMut(Tally) -> ControlFlow<()>,
) -> Result<Advice, Disagreement> {
    let began = Instant::now();
    let editor = G::editor();
    let of = editor.count(board);
    // Solves a board within the time that is left.
    let solve = |board: &G, watch: &mut dyn Watch| -> Result<Outcome, Disagreement> {
        let limits = options.limits.after(began.elapsed());
        let options = SearchOptions::new().limits(limits);
        let mut context = SearchContext::new(&options).observed_by(watch);
        Ok(Outcome::from(&solve(board, &mut context)?.verdict))
    };
    let now = solve(board, &mut |_| watch(Tally { tried: 0, of }))?;
    let mut ended = what_ends_all(&now).cloned().map(Unanswered::from);
    let mut tried = 0;
    let mut found = Found {
        groups: Vec::new(),
        books: Books::new(&options.limits),
    };
    if ended.is_none() {
        let most = NonZeroUsize::new(usize::try_from(of).unwrap_or(usize::MAX));
        let threads = options.threads.min(most.unwrap_or(NonZeroUsize::MIN));
        let work = |(number, edit), stop: &StopFlag| {
            let becomes = solve(&editor.edited(board, edit), &mut |_| stop.flow());
            (number, edit, becomes)
        };
        let mut hear = |result: Option<(u64, Edit, Result<Outcome, Disagreement>)>| {
            if let Some((number, edit, becomes)) = result {
                let becomes = becomes?;
                if let Some(limit) = what_ends_all(&becomes) {
                    return Err(limit.clone().into());
                }
                let change = editor.describe(board, edit);
                found.add(board.size(), number, change, becomes)?;
                tried += 1;
            }
            let is_late = |time| began.elapsed() >= time;
            if watch(Tally { tried, of }).is_break() {
                Err(Limit::Stopped.into())
            } else if options.limits.time.is_some_and(is_late) {
                Err(Limit::Time.into())
            } else {
                Ok(())
            }
        };
        let edits = (1..).zip(editor.edits(board));
        ordered_map(threads, edits, work, |result| match hear(result) {
            Ok(()) => ControlFlow::Continue(()),
            Err(why) => {
                ended = Some(why);
                ControlFlow::Break(())
            }
        });
    }
    let limit = ended.map(Unanswered::limit).transpose()?;
    let untried = of - tried;
    Ok(Advice {
        groups: sorted(found.groups, &now, wish),
        now,
        left_out: editor.left_out(board),
        untried,
        // A stop after everything was tried has stopped nothing.
        limit: limit.filter(|_| untried > 0),
        elapsed: began.elapsed(),
    })
}

/// The limit that ends the advice as well as the search; the board then counts as not tried.
fn what_ends_all(outcome: &Outcome) -> Option<&Limit> {
    match outcome {
        Outcome::Undecided {
            limit: limit @ (Limit::Time | Limit::Stopped),
            ..
        } => Some(limit),
        _ => None,
    }
}

/// What was found, and the memory that it may take.
struct Found {
    groups: Vec<Group>,
    books: Books,
}

impl Found {
    /// Adds a change to its group. Its effect is known once all are compared.
    fn add(
        &mut self,
        (rows, columns): (u32, u32),
        number: u64,
        change: Change,
        becomes: Outcome,
    ) -> Result<(), Limit> {
        let Found { groups, books } = self;
        let known = groups.iter().position(|group| group.name == change.group);
        let at = match known {
            Some(at) => at,
            None => {
                let len = rows as usize * columns as usize;
                let squares = books.filled(len, None)?;
                let best = books.filled(len, None)?;
                groups.push(Group {
                    name: change.group,
                    counts: Counts::default(),
                    tried: Vec::new(),
                    grid: Grid::new(columns as usize, squares),
                    best: Grid::new(columns as usize, best),
                });
                groups.len() - 1
            }
        };
        let group = &mut groups[at];
        let words = change.what.capacity() + change.by.as_ref().map_or(0, String::capacity);
        books.take(words as u64)?;
        let tried = Tried {
            number,
            what: change.what,
            by: change.by,
            place: group.grid.place(change.square),
            becomes,
            effect: Effect::Undecided,
        };
        books.push(&mut group.tried, tried)
    }
}

/// The groups, each with its best changes first, counted and drawn.
fn sorted(mut groups: Vec<Group>, now: &Outcome, wish: Wish) -> Vec<Group> {
    // A group of which nothing could be kept says nothing.
    groups.retain(|group| !group.tried.is_empty());
    for group in &mut groups {
        group.tried.sort_unstable_by(|one, other| {
            let better = wish.compare(&one.becomes, &other.becomes);
            better.then(one.number.cmp(&other.number))
        });
        for (place, tried) in group.tried.iter_mut().enumerate() {
            tried.effect = Effect::new(now, &tried.becomes);
            group.counts.add(tried.effect);
            let square = group.grid.at(tried.place.row, tried.place.column);
            let square = square.expect("it is on the board");
            group.grid[square].get_or_insert_with(|| tried.becomes.clone());
            group.best[square].get_or_insert(place);
        }
        group.shorten();
    }
    groups
}
