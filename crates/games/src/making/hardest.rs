//! The greatest par of all boards of a frame, and the boards that have it; the starts on one board
//! that are farthest from a win.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use fewest_search::{
    Leads, Limit, Limits, Report, SearchContext, SearchOptions, StopFlag, Verdict, ordered_map,
};
use fewest_words::{of, say};

use super::chance::Chance;
use super::frame::{Frame, FrameAsk, NoFrame, Unasked};
use super::make::{Numbered, alike};
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
pub struct Each<'a, B>(pub Numbered<'a, B>);

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
pub fn hardest<B: Game, L: From<Level<B>>>(
    ask: &FrameAsk,
    most: usize,
    options: &SearchOptions,
    watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
) -> Result<Hardest<L>, Unsought> {
    let started = Instant::now();
    let frame = Frame::<B>::new(ask, Unasked::All)?;
    let memory = options.limits.memory.unwrap_or(u64::MAX);
    let sweep = B::generator().sweep(&frame, memory);
    let bar = AtomicU64::new(0);
    let run = Run::new(&bar, options, options.limits.time);
    let proof = match &sweep {
        None => run.upwards(&frame, Proof::BestFound, watch),
        Some(sweep) => match room(&**sweep, memory) {
            Some(room) => run.through_all(&**sweep, room, watch),
            None => run.upwards(&frame, Proof::NoMemory, watch),
        },
    };
    let top = run.top();
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
            level: Level::new(board).solved(&report.verdict).into(),
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
    let began = Instant::now();
    let memory = options.limits.memory.unwrap_or(u64::MAX);
    let sweep = B::generator().sweep(frame, memory)?;
    let room = room(&*sweep, memory)?;
    // Only boards of that par or more lift it.
    let bar = AtomicU64::new(par);
    let run = Run::new(&bar, options, options.limits.after(began.elapsed()).time);
    let mut watch = |sought: Sought| match sought.best >= Some(par) {
        true => ControlFlow::Break(()),
        false => go_on(),
    };
    match run.through_all(&*sweep, room, &mut watch) {
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
struct Run<'a, B> {
    bar: &'a AtomicU64,
    options: &'a SearchOptions<'a>,
    time: Option<Duration>,
    /// The hardest boards that each thread has seen; a thread at work has taken its own.
    tops: Mutex<Vec<Top<'a, B>>>,
}

impl<'a, B: Game> Run<'a, B> {
    fn new(bar: &'a AtomicU64, options: &'a SearchOptions, time: Option<Duration>) -> Self {
        Run {
            bar,
            options,
            time,
            tops: Mutex::new(Vec::new()),
        }
    }

    /// Part by part, until all are gone through.
    fn through_all(
        &self,
        sweep: &dyn Sweep<B>,
        room: NonZeroUsize,
        watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
    ) -> Proof {
        let parts = sweep.parts();
        let work = |part, top: &mut Top<'a, B>, stop: &StopFlag| {
            sweep.part(part, top, &mut || stop.flow())
        };
        let threads = self.options.threads.min(room);
        match self.work(threads, Some(parts), self.time, work, watch) {
            // Who asks to stop when all is done has stopped nothing.
            (done, Some(limit)) if done < parts => Proof::Ended(limit),
            _ => Proof::All(sweep.boards()),
        }
    }

    /// From one random board after another, until the time is up; `found` is how certain that is.
    fn upwards(
        &self,
        frame: &Frame<B>,
        found: Proof,
        watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
    ) -> Proof {
        let (threads, limits) = (self.options.threads, self.options.limits);
        let of_each = SearchOptions::new().limits(Limits {
            time: None,
            memory: limits.memory.map(|memory| memory / threads.get() as u64),
            ..limits
        });
        let work = |seed, top: &mut Top<'a, B>, stop: &StopFlag| {
            let climbed = climb(frame, &mut Chance::new(seed), |board| {
                let mut watch = |_| stop.flow();
                let mut context = SearchContext::new(&of_each).observed_by(&mut watch);
                let par = search(board, &mut context).verdict.fewest();
                stop.flow().is_continue().then(|| {
                    if let Some(par) = par {
                        top.offer(par, || board.clone());
                    }
                    (1.0 / (2.0 + par.map_or(-1.0, |par| par as f64)), ())
                })
            });
            // A thousand seeds without a single board: there is none.
            match climbed.is_none() && seed > 1000 && self.bar.load(Ordering::Relaxed) == 0 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let time = self.time.or(Some(LONG_ENOUGH));
        match self.work(threads, None, time, work, watch).1 {
            Some(limit) if limit != Limit::Time => Proof::Ended(limit),
            _ => found,
        }
    }

    /// Does `work` for every number below `of`, until it breaks, or a limit ends it. Returns how often
    /// it was done, and the limit.
    fn work(
        &self,
        threads: NonZeroUsize,
        of: Option<u64>,
        time: Option<Duration>,
        work: impl Fn(u64, &mut Top<'a, B>, &StopFlag) -> ControlFlow<()> + Sync,
        watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
    ) -> (u64, Option<Limit>) {
        let began = Instant::now();
        let (mut done, mut ended) = (0, None);
        let work = |number, stop: &StopFlag| {
            let top = self.tops().pop();
            let mut top = top.unwrap_or_else(|| Top::new(self.bar));
            let flow = work(number, &mut top, stop);
            self.tops().push(top);
            flow
        };
        let mut poll = |done| {
            let best = self.bar.load(Ordering::Relaxed).checked_sub(1);
            if watch(Sought { done, of, best }).is_break() {
                ended = Some(Limit::Stopped);
            } else if time.is_some_and(|time| began.elapsed() >= time) {
                ended = Some(Limit::Time);
            }
            match ended {
                None => ControlFlow::Continue(()),
                Some(_) => ControlFlow::Break(()),
            }
        };
        ordered_map(
            threads,
            0..of.unwrap_or(u64::MAX),
            work,
            |flow| match flow {
                None => poll(done),
                Some(flow) => {
                    done += u64::from(flow.is_continue());
                    flow
                }
            },
        );
        if of == Some(done) {
            let _ = poll(done);
        }
        (done, ended)
    }

    fn tops(&self) -> MutexGuard<'_, Vec<Top<'a, B>>> {
        self.tops
            .lock()
            .expect("no thread panics while it holds the lock")
    }

    /// The hardest boards that all threads have seen.
    fn top(&self) -> Top<'a, B> {
        let mut all = Top::new(self.bar);
        self.tops().drain(..).for_each(|top| all.join(top));
        all
    }
}

/// After how many changes that did not help it is given up.
const PATIENCE: u32 = 150;

/// Climbs from the board that chance leads to. `measure` says how far a board is from what is wanted,
/// or that it is to end; 0 is there. Returns the last board and what was said of it, as far as it
/// came.
pub fn climb<G: Game, M>(
    frame: &Frame<G>,
    chance: &mut Chance,
    mut measure: impl FnMut(&G) -> Option<(f64, M)>,
) -> Option<(G, f64, M)> {
    let mut board = G::generator().random(frame, chance)?;
    let (mut gap, mut known) = measure(&board)?;
    let mut idle = 0;
    while gap > 0.0 && idle < PATIENCE {
        idle += 1;
        let Some(changed) = G::generator().changed(&board, frame, chance) else {
            continue;
        };
        let (next, told) = measure(&changed)?;
        // One that is no worse is kept, too: the way up may lead along.
        if next <= gap {
            if next < gap {
                idle = 0;
            }
            (board, gap, known) = (changed, next, told);
        }
    }
    Some((board, gap, known))
}

/// The hardest boards so far, of those that one thread has seen.
pub struct Top<'a, B> {
    /// One more than the greatest par that any thread has seen; 0 for none.
    bar: &'a AtomicU64,
    /// Their par; nothing while there are none.
    pub par: Option<u64>,
    /// By what all that are alike have in common.
    pub boards: BTreeMap<String, B>,
    /// Whether there were more.
    pub is_full: bool,
}

impl<'a, B: Game> Top<'a, B> {
    /// As many are kept, however many there are.
    const MOST: usize = 100_000;
    /// Fewer are kept if their texts are longer than this together.
    const MOST_BYTES: usize = 8 << 20;

    /// How many boards with such texts are kept.
    fn capacity(key: &str) -> usize {
        (Self::MOST_BYTES / key.len().max(1)).clamp(1, Self::MOST)
    }

    /// None yet.
    pub fn new(bar: &'a AtomicU64) -> Self {
        Top {
            bar,
            par: None,
            boards: BTreeMap::new(),
            is_full: false,
        }
    }

    /// The least par that a board must have to be among them.
    pub fn bar(&self) -> u64 {
        self.bar.load(Ordering::Relaxed).saturating_sub(1)
    }

    /// A board of such a par.
    pub fn offer(&mut self, par: u64, board: impl FnOnce() -> B) {
        let above = par.saturating_add(1);
        if self.bar.fetch_max(above, Ordering::Relaxed) > above {
            return;
        }
        if self.par != Some(par) {
            self.par = Some(par);
            self.boards.clear();
            self.is_full = false;
        }
        if self.is_full {
            return;
        }
        let (key, board) = alike(&board());
        if self.boards.len() < Self::capacity(&key) {
            self.boards.insert(key, board);
        } else {
            self.is_full = !self.boards.contains_key(&key);
        }
    }

    /// Those of another thread, too.
    pub fn join(&mut self, other: Self) {
        if other.par < self.par {
            return;
        }
        if other.par > self.par {
            self.boards.clear();
            self.is_full = false;
            self.par = other.par;
        }
        self.boards.extend(other.boards);
        self.is_full |= other.is_full;
        let first = self.boards.keys().next();
        let most = first.map_or(Self::MOST, |key| Self::capacity(key));
        while self.boards.len() > most {
            self.boards.pop_last();
            self.is_full = true;
        }
    }
}

/// The starts that are farthest from the win.
#[derive(Clone, Debug)]
pub struct Farthest<B> {
    /// How many moves it takes from there; nothing where no start can win.
    pub par: Option<u64>,
    /// How many starts are so far.
    pub count: u64,
    /// The first boards with those starts, in the order of their squares.
    pub boards: Vec<B>,
    /// How many boards are kept at most.
    most: usize,
    /// From how many starts the board can be won.
    pub winnable: u64,
}

impl<B> Farthest<B> {
    /// Nothing is known yet; `most` boards will be kept.
    pub fn new(most: usize) -> Self {
        Farthest {
            par: None,
            count: 0,
            boards: Vec::new(),
            most,
            winnable: 0,
        }
    }

    /// One more start from which it can be won.
    pub fn add(&mut self, par: u64, board: impl FnOnce() -> B) {
        self.winnable += 1;
        if self.par.is_none_or(|best| par > best) {
            self.par = Some(par);
            self.count = 0;
            self.boards.clear();
        }
        if self.par == Some(par) {
            self.count += 1;
            if self.boards.len() < self.most {
                self.boards.push(board());
            }
        }
    }

    /// The same with the boards as something else.
    pub fn map<C>(self, convert: impl FnMut(B) -> C) -> Farthest<C> {
        Farthest {
            par: self.par,
            count: self.count,
            boards: self.boards.into_iter().map(convert).collect(),
            most: self.most,
            winnable: self.winnable,
        }
    }
}

/// Why there is no such start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStarts {
    /// The game begins nowhere.
    #[error("{}", say!("{game} has no start that could be elsewhere", game = .0))]
    Startless(&'static str),
    /// A limit was met.
    #[error("{}", of(.0.in_words()))]
    GaveUp(Limit),
}

impl From<Limit> for NoStarts {
    fn from(limit: Limit) -> Self {
        NoStarts::GaveUp(limit)
    }
}

/// Solves the board from one start after another.
pub fn each_start<G: Game>(
    boards: impl Iterator<Item = G>,
    most: usize,
    context: &mut SearchContext,
) -> Result<Farthest<G>, NoStarts> {
    let mut farthest = Farthest::new(most);
    for board in boards {
        match search(&board, &mut context.next_search()?).verdict {
            Verdict::Fewest { cost, .. } => farthest.add(cost, || board),
            Verdict::Impossible => {}
            Verdict::GaveUp { limit, .. } => return Err(limit.into()),
        }
    }
    Ok(farthest)
}

/// How far each of so many places is from the nearest that is won, where `leads` tells the places
/// that one leads to; [`NEVER`](fewest_search::NEVER) where no win can be reached.
pub fn distances(
    places: u32,
    is_won: impl Fn(u32) -> bool,
    leads: &Leads,
    context: &mut SearchContext,
) -> Result<Vec<u32>, Limit> {
    let won = (0..places).filter(|&place| is_won(place));
    fewest_search::distances(places, won, leads, context)
}
