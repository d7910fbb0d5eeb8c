//! The greatest par of all boards of a frame, and the boards that have it.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use fewest_search::{Limit, Limits, Report, SearchContext, SearchOptions, Verdict};

use super::chance::Chance;
use super::climb::climb;
use super::frame::{Frame, FrameAsk, NoFrame, Unasked};
use super::labour::labour;
use super::make::Numbered;
use super::top::Top;
use crate::game::{Game, MoveName, MoveText as _};
use crate::level::Level;
use crate::solve::{Disagreement, search, solve};

/// A way through all boards of a frame, in parts that can be gone through at the same time.
pub trait Sweep<B>: Sync {
    /// How many boards there are.
    fn boards(&self) -> u128;

    /// How many parts they are gone through in.
    fn parts(&self) -> u64;

    /// The bytes that all parts share, and those that going through one takes besides.
    fn bytes(&self) -> (u64, u64);

    /// Goes through a part, and shows what may be among the hardest; asks now and then whether to
    /// go on.
    fn part(
        &self,
        part: u64,
        top: &mut Top<B>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

/// Solves one board after another.
pub struct Each<'a, B>(pub Box<dyn Numbered<B> + 'a>);

impl<B> Each<'_, B> {
    /// More boards are not solved one after another: that would take days.
    pub const MOST: u128 = 1 << 32;
    const PART: u128 = 1 << 12;
}

impl<B: Game> Sweep<B> for Each<'_, B> {
    fn boards(&self) -> u128 {
        self.0.count()
    }

    fn parts(&self) -> u64 {
        self.boards().div_ceil(Self::PART) as u64
    }

    fn bytes(&self) -> (u64, u64) {
        (0, 1 << 20)
    }

    fn part(
        &self,
        part: u64,
        top: &mut Top<B>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let first = u128::from(part) * Self::PART;
        for number in first..self.boards().min(first + Self::PART) {
            go_on()?;
            let board = self.0.nth(number);
            let report = search(&board, &mut SearchContext::default());
            if let Verdict::Fewest { cost, .. } = report.verdict {
                top.offer(cost, || board);
            }
        }
        ControlFlow::Continue(())
    }
}

/// The hardest boards.
pub struct Hardest<L> {
    /// The greatest par; nothing where no board can be won.
    pub par: Option<u64>,
    /// The first boards that have it, of those that are alike one.
    pub levels: Vec<Hard<L>>,
    /// How many there are, of those that are alike one.
    pub count: usize,
    /// Whether there may be more than were counted.
    pub is_more: bool,
    /// How certain it is.
    pub proof: Proof,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// One of the hardest boards.
pub struct Hard<L> {
    /// The level, with its par and its solution.
    pub level: L,
    /// The text that it has in common with all levels that are like it, and with no other.
    pub key: String,
    /// How it was solved.
    pub report: Report<MoveName>,
}

impl<L> Hardest<L> {
    /// The same with the levels as something else.
    pub fn map<M>(self, mut map: impl FnMut(L) -> M) -> Hardest<M> {
        let map = |hard: Hard<L>| Hard {
            level: map(hard.level),
            key: hard.key,
            report: hard.report,
        };
        Hardest {
            par: self.par,
            levels: self.levels.into_iter().map(map).collect(),
            count: self.count,
            is_more: self.is_more,
            proof: self.proof,
            elapsed: self.elapsed,
        }
    }
}

/// How certain it is that there is nothing harder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// All boards were looked at, and there are so many.
    All(u128),
    /// There are too many boards to look at: the best that was found.
    BestFound,
    /// To look at all boards takes more memory than is allowed: the best that was found.
    NoMemory,
    /// A limit ended it, and so much of the way was gone: these are the best up to there.
    Ended(Limit),
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sought {
    /// The parts gone through, or the boards climbed from.
    pub done: u64,
    /// The parts there are; nothing where they are not gone through.
    pub of: Option<u64>,
    /// The greatest par so far.
    pub best: Option<u64>,
}

/// Why it is not known.
#[derive(Debug, thiserror::Error)]
pub enum Unsought {
    /// There are no such boards.
    #[error(transparent)]
    NoFrame(#[from] NoFrame),
    /// An answer was refused by the rules.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

/// How long boards are climbed from where nobody says it.
const LONG_ENOUGH: Duration = Duration::from_secs(30);

/// Looks for the hardest boards of a frame, and tells the first `most` of them.
pub fn hardest<B: Game>(
    ask: &FrameAsk,
    most: usize,
    options: &SearchOptions,
    watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
) -> Result<Hardest<Level<B>>, Unsought> {
    let (threads, limits) = (options.threads, &options.limits);
    let started = Instant::now();
    let frame = Frame::<B>::new(ask, Unasked::All)?;
    let bar = AtomicU64::new(0);
    let memory = limits.memory.unwrap_or(u64::MAX);
    let sweep = B::generator().sweep(&frame, memory);
    let search = Search::new(&bar);
    let (proof, top) = match &sweep {
        Some(sweep) => match room(&**sweep, memory) {
            Some(room) => search.through_all(&**sweep, threads.min(room), limits.time, watch),
            None => search.upwards(&frame, threads, limits, true, watch),
        },
        None => search.upwards(&frame, threads, limits, false, watch),
    };
    let mut levels = Vec::new();
    let count = top.boards.len();
    for (key, board) in top.boards.into_iter().take(most) {
        let report = solve(&board, &mut SearchContext::default())?;
        if report.verdict.fewest() != top.par {
            return Err(Disagreement {
                game: B::INFO.id,
                kernel: report.plan.kernel,
                what: format!(
                    "the hardest board has a par of {:?}, and solving it says {:?}",
                    top.par,
                    report.verdict.fewest()
                ),
            }
            .into());
        }
        let report = report.map(B::Move::name);
        levels.push(Hard {
            key,
            level: Level::new(board).solved(&report.verdict),
            report,
        });
    }
    Ok(Hardest {
        par: top.par,
        levels,
        count,
        is_more: top.is_full || !matches!(proof, Proof::All(_)),
        proof,
        elapsed: started.elapsed(),
    })
}

/// Goes through all boards of a frame, and returns how many there are if that shows that none has so
/// great a par. Returns `None` as soon as one has it, where a limit ends it before, and where the
/// boards are too many. The time and the memory are for all of it.
pub(super) fn boards_below<B: Game>(
    frame: &Frame<B>,
    par: u64,
    options: &SearchOptions,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<u128> {
    let (threads, limits) = (options.threads, &options.limits);
    let memory = limits.memory.unwrap_or(u64::MAX);
    let began = Instant::now();
    let sweep = B::generator().sweep(frame, memory)?;
    let room = room(&*sweep, memory)?;
    // Only boards of that par or more lift it.
    let bar = AtomicU64::new(par);
    let mut watch = |sought: Sought| match sought.best >= Some(par) {
        true => ControlFlow::Break(()),
        false => go_on(),
    };
    let search = Search::new(&bar);
    let time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
    let (proof, _) = search.through_all(&*sweep, threads.min(room), time, &mut watch);
    match proof {
        Proof::All(boards) if bar.load(Ordering::Relaxed) <= par => Some(boards),
        _ => None,
    }
}

/// How many parts of a sweep have room in the memory at the same time.
fn room<B>(sweep: &dyn Sweep<B>, memory: u64) -> Option<NonZeroUsize> {
    let (shared, each) = sweep.bytes();
    let room = memory.saturating_sub(shared) / each.max(1);
    NonZeroUsize::new(usize::try_from(room).unwrap_or(usize::MAX))
}

/// What the threads share.
struct Search<'a, B> {
    bar: &'a AtomicU64,
    began: Instant,
    next: AtomicU64,
    done: AtomicU64,
    ended: OnceLock<Limit>,
    top: Mutex<Top<'a, B>>,
}

impl<'a, B: Game> Search<'a, B> {
    fn new(bar: &'a AtomicU64) -> Self {
        Search {
            bar,
            began: Instant::now(),
            next: AtomicU64::new(0),
            done: AtomicU64::new(0),
            ended: OnceLock::new(),
            top: Mutex::new(Top::new(bar)),
        }
    }

    /// Part by part, until all are gone through.
    fn through_all(
        self,
        sweep: &dyn Sweep<B>,
        threads: NonZeroUsize,
        time: Option<Duration>,
        watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
    ) -> (Proof, Top<'a, B>) {
        let parts = sweep.parts();
        let work = || {
            let mut top = Top::new(self.bar);
            loop {
                let part = self.next.fetch_add(1, Ordering::Relaxed);
                if part >= parts || sweep.part(part, &mut top, &mut || self.flow()).is_break() {
                    break;
                }
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            self.hand_in(top);
        };
        labour(threads, work, || self.look(Some(parts), time, watch));
        let proof = match self.ended.get() {
            // Who asks to stop when all is done has stopped nothing.
            Some(limit) if self.done.load(Ordering::Relaxed) < parts => Proof::Ended(limit.clone()),
            _ => Proof::All(sweep.boards()),
        };
        (proof, self.top.into_inner().expect("nobody panicked"))
    }

    /// From one random board after another, until the time is up.
    fn upwards(
        self,
        frame: &Frame<B>,
        threads: NonZeroUsize,
        limits: &Limits,
        is_short_of_memory: bool,
        watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
    ) -> (Proof, Top<'a, B>) {
        let of_each = Limits {
            time: None,
            memory: limits.memory.map(|memory| memory / threads.get() as u64),
            ..*limits
        };
        let is_useless = AtomicBool::new(false);
        let work = || {
            let mut top = Top::new(self.bar);
            while self.flow().is_continue() && !is_useless.load(Ordering::Relaxed) {
                let seed = self.next.fetch_add(1, Ordering::Relaxed);
                let climbed = climb(frame, &mut Chance::new(seed), |board| {
                    let mut watch = |_| self.flow();
                    let options = SearchOptions::new().limits(of_each);
                    let report = search(
                        board,
                        &mut SearchContext::new(&options).observed_by(&mut watch),
                    );
                    self.flow().is_continue().then(|| {
                        let par = report.verdict.fewest();
                        if let Some(par) = par {
                            top.offer(par, || board.clone());
                        }
                        (1.0 / (2.0 + par.map_or(-1.0, |par| par as f64)), ())
                    })
                });
                self.done.fetch_add(1, Ordering::Relaxed);
                // A thousand seeds without a single board: there is none.
                if climbed.is_none() && seed > 1000 && self.bar.load(Ordering::Relaxed) == 0 {
                    is_useless.store(true, Ordering::Relaxed);
                }
            }
            self.hand_in(top);
        };
        let time = limits.time.unwrap_or(LONG_ENOUGH);
        labour(threads, work, || self.look(None, Some(time), watch));
        let proof = match self.ended.get() {
            Some(limit) if *limit != Limit::Time => Proof::Ended(limit.clone()),
            _ if is_short_of_memory => Proof::NoMemory,
            _ => Proof::BestFound,
        };
        (proof, self.top.into_inner().expect("nobody panicked"))
    }

    fn hand_in(&self, top: Top<'a, B>) {
        self.top.lock().expect("nobody panicked").join(top);
    }

    fn look(
        &self,
        of: Option<u64>,
        time: Option<Duration>,
        watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
    ) {
        let sought = Sought {
            done: self.done.load(Ordering::Relaxed),
            of,
            best: self.bar.load(Ordering::Relaxed).checked_sub(1),
        };
        if watch(sought).is_break() {
            let _ = self.ended.set(Limit::Stopped);
        }
        if time.is_some_and(|time| self.began.elapsed() >= time) {
            let _ = self.ended.set(Limit::Time);
        }
    }

    fn flow(&self) -> ControlFlow<()> {
        match self.ended.get() {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    }
}
