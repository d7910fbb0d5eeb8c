//! Tries every change of a board: on several threads, within limits, and watched.

#[cfg(test)]
mod tests;

use std::iter::Enumerate;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Instant;

use fewest_search::{Books, Limit, Limits, Progress, Watch};

use crate::advice::{Advice, Counts, Effect, Group, Outcome, Tally, Tried, Wish};
use crate::disagreement::Disagreement;
use crate::grid::Grid;
use crate::making::labour::Others;
use crate::replay::solve_and_replay;
use crate::rules::Change;
use crate::typed::Board;

/// Solves a board as it is and after each of its edits.
///
/// The time allowed is for all of it; the other limits hold for each search, and the memory for
/// the list of what was found as well. What is found is the same on any number of
/// threads, unless something ends it early.
pub fn advise<B: Board>(
    board: &B,
    wish: Wish,
    threads: NonZeroUsize,
    limits: &Limits,
    watch: &mut dyn FnMut(Tally) -> ControlFlow<()>,
) -> Result<Advice, Disagreement> {
    let began = Instant::now();
    let trial = Trial {
        board,
        limits,
        began,
        of: board.count_edits(),
        tried: AtomicU64::new(0),
        ended: OnceLock::new(),
        desk: Mutex::new(Desk {
            edits: board.edits().enumerate(),
            groups: Vec::new(),
            books: Books::new(limits),
        }),
    };
    let mut look = |_: Progress| {
        let tried = trial.tried.load(Ordering::Relaxed);
        if watch(Tally {
            tried,
            of: trial.of,
        })
        .is_break()
        {
            trial.end(End::At(Limit::Stopped));
        }
        trial.goes_on()
    };
    let now = trial.solve(board, &mut look)?;
    if !trial.is_over(now) {
        trial.run(threads, &mut look);
    }
    let limit = match trial.ended.into_inner() {
        None => None,
        Some(End::At(limit)) => Some(limit),
        Some(End::Lie(lie)) => return Err(lie),
    };
    let groups = trial.desk.into_inner().expect("nobody panicked").groups;
    let mut groups = sorted(groups, now, wish);
    put_in_words(board, &mut groups);
    let tried: u64 = groups.iter().map(|group| group.counts.all()).sum();
    let untried = trial.of - tried;
    Ok(Advice {
        now,
        groups,
        left_out: board.left_out(),
        untried,
        // Who asks to stop when all is done has stopped nothing.
        limit: limit.filter(|_| untried > 0),
        elapsed: began.elapsed(),
    })
}

/// Makes the edit of that number, from 1.
///
/// # Errors
/// How many edits there are, if that is none of them.
pub fn changed<B: Board>(board: &B, number: u64) -> Result<B, u64> {
    let edit = number.checked_sub(1).and_then(|place| board.edit(place));
    edit.map(|edit| board.edited(edit))
        .ok_or_else(|| board.count_edits())
}

/// Where a change stands: its number among the edits, its group, its place there.
type Spot = (u64, usize, usize);

/// Says of every change what it is.
fn put_in_words<B: Board>(board: &B, groups: &mut [Group]) {
    let mut spots: Vec<Spot> =
        Vec::with_capacity(groups.iter().map(|group| group.tried.len()).sum());
    for (number, group) in groups.iter().enumerate() {
        let tried = group.tried.iter().enumerate();
        spots.extend(tried.map(|(place, tried)| (tried.number, number, place)));
    }
    spots.sort_unstable();
    let mut edits = (1..).zip(board.edits());
    for (number, group, place) in spots {
        let mut reached = edits.by_ref().skip_while(|&(at, _)| at < number);
        let (_, edit) = reached.next().expect("it was tried");
        let Change { what, by, .. } = board.describe(edit);
        let tried = &mut groups[group].tried[place];
        (tried.what, tried.by) = (what, by);
    }
}

/// All that the threads share.
struct Trial<'a, B, I> {
    board: &'a B,
    limits: &'a Limits,
    began: Instant,
    of: u64,
    tried: AtomicU64,
    /// Why nothing more is tried.
    ended: OnceLock<End>,
    desk: Mutex<Desk<I>>,
}

/// Where edits are taken from and what was found is left.
struct Desk<I> {
    edits: Enumerate<I>,
    groups: Vec<Group>,
    books: Books,
}

/// What ends the trial before all is tried.
enum End {
    At(Limit),
    Lie(Disagreement),
}

impl<B: Board, I: Iterator<Item = B::Edit> + Send> Trial<'_, B, I> {
    /// Tries all edits on so many threads; this one is one of them, and it alone watches.
    fn run(&self, threads: NonZeroUsize, look: &mut impl FnMut(Progress) -> ControlFlow<()>) {
        let most = usize::try_from(self.of).unwrap_or(usize::MAX);
        let others = Others::default();
        let work = || self.work(&mut |_| self.goes_on());
        thread::scope(|scope| {
            // Where no other thread is to be had, this one does it all.
            others.begin(scope, threads.get().min(most).saturating_sub(1), &work);
            self.work(look);
            others.wait(|| {
                let _ = look(NOTHING_YET);
            });
        });
    }

    /// Tries one edit after another until none is left or it is over.
    fn work(&self, watch: &mut impl FnMut(Progress) -> ControlFlow<()>) {
        while watch(NOTHING_YET).is_continue() {
            if self
                .limits
                .time
                .is_some_and(|time| self.began.elapsed() >= time)
            {
                return self.end(End::At(Limit::Time));
            }
            let next = self.desk.lock().expect("nobody panicked").edits.next();
            let Some((number, edit)) = next else {
                return;
            };
            match self.solve(&self.board.edited(edit), watch) {
                Err(lie) => self.end(End::Lie(lie)),
                Ok(becomes) if self.is_over(becomes) => {}
                Ok(becomes) => self.leave(number as u64 + 1, self.board.describe(edit), becomes),
            }
        }
    }

    /// Solves a board within the time that is left.
    fn solve(&self, board: &B, watch: &mut dyn Watch) -> Result<Outcome, Disagreement> {
        let limits = self.limits.after(self.began.elapsed());
        let report = solve_and_replay(board, &(&limits).into(), watch)?;
        Ok(Outcome::from(&report.verdict))
    }

    /// Whether a search was ended by what ends the trial. Its board then counts as not tried.
    fn is_over(&self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Undecided {
                limit: limit @ (Limit::Time | Limit::Stopped),
                ..
            } => {
                self.end(End::At(limit));
                true
            }
            _ => false,
        }
    }

    /// Leaves on the desk what a change makes of the board.
    fn leave(&self, number: u64, change: Change, becomes: Outcome) {
        let mut desk = self.desk.lock().expect("nobody panicked");
        match desk.add(self.board.size(), number, change, becomes) {
            Ok(()) => {
                self.tried.fetch_add(1, Ordering::Relaxed);
            }
            Err(limit) => self.end(End::At(limit)),
        }
    }

    /// Nothing more is tried; the first reason counts.
    fn end(&self, why: End) {
        let _ = self.ended.set(why);
    }

    fn goes_on(&self) -> ControlFlow<()> {
        match self.ended.get() {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    }
}

/// Between two searches; only the tally is looked at.
const NOTHING_YET: Progress = Progress {
    depth: 0,
    states: 0,
};

impl<I> Desk<I> {
    /// Adds a change to its group. Its effect is known once all are compared.
    fn add(
        &mut self,
        (rows, columns): (u32, u32),
        number: u64,
        change: Change,
        becomes: Outcome,
    ) -> Result<(), Limit> {
        let Desk { groups, books, .. } = self;
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
        // The words come when all is tried: small strings that stay, between boards that go,
        // would keep the boards' memory from being given back.
        let words = change.what.capacity() + change.by.as_ref().map_or(0, String::capacity);
        books.take((words + size_of::<Spot>()) as u64)?;
        let tried = Tried {
            number,
            what: String::new(),
            by: None,
            place: group.grid.place(change.square),
            becomes,
            effect: Effect::Undecided,
        };
        books.push(&mut group.tried, tried)
    }
}

/// The groups in the order of their edits, each with its best changes first, counted and drawn.
fn sorted(mut groups: Vec<Group>, now: Outcome, wish: Wish) -> Vec<Group> {
    groups.sort_by_key(|group| group.tried.iter().map(|tried| tried.number).min());
    // A group of which nothing could be kept says nothing.
    groups.retain(|group| !group.tried.is_empty());
    for group in &mut groups {
        group.tried.sort_unstable_by(|one, other| {
            let better = wish.compare(one.becomes, other.becomes);
            better.then(one.number.cmp(&other.number))
        });
        for (place, tried) in group.tried.iter_mut().enumerate() {
            tried.effect = Effect::new(now, tried.becomes);
            group.counts.add(tried.effect);
            let square = group.grid.at(tried.place.row, tried.place.column);
            let square = square.expect("it is on the board");
            group.grid[square].get_or_insert(tried.becomes);
            group.best[square].get_or_insert(place);
        }
        group.shorten();
    }
    groups
}
