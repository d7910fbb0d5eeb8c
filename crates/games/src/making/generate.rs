//! Makes one level after another: each seed leads to one at the most, on any number of threads to
//! the same ones in the same order.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use fewest_search::{Limits, Report};
use fewest_words::say;
use num_bigint::BigUint;

use super::chance::Chance;
use super::climb::climb;
use super::dice::{Dice, least_edge};
use super::frame::{Frame, FrameAsk, NoFrame, Unasked};
use super::labour::labour;
use super::make::alike;
use super::unguessed::{Drawn, Reasoning};
use super::wanted::{Measures, Wanted, measure};
use crate::disagreement::Disagreement;
use crate::game::Level;
use crate::rating::Difficulty;
use crate::replay::solve_and_replay;
use crate::rules::{MoveName, MoveText as _};
use crate::typed::{Board, TypedLevel};

/// What is asked of new levels.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerateAsk {
    /// Which boards are meant.
    pub frame: FrameAsk,
    /// What they are to have.
    pub wanted: Wanted,
    /// The first seed; the others follow.
    pub seed: u64,
}

/// What came of one seed.
pub struct Attempt {
    /// The seed.
    pub seed: u64,
    /// How many boards of each par were tried; without one: those that cannot be won.
    pub tried: BTreeMap<Option<u64>, u64>,
    /// How many more needed a guess, where none is wanted.
    pub guesses: u64,
    /// The level that it led to, if it did.
    pub found: Option<Found>,
}

/// A level that has what was wanted.
pub struct Found {
    /// The level, with its par, its solution and its seed.
    pub level: Box<dyn Level>,
    /// The text that it has in common with all levels that are like it, and with no other.
    pub key: String,
    /// How it was solved.
    pub report: Report<MoveName>,
    /// How hard it is, where that could be counted.
    pub difficulty: Option<f64>,
    /// How many optimal solutions it has, where they could be counted.
    pub solutions: Option<BigUint>,
    /// What dice make of it, where they were asked for.
    pub dice: Option<Dice>,
    /// How much reasoning it takes to win it without a guess, where that was asked for.
    pub reasoning: Option<Reasoning>,
}

/// Why no levels are made.
#[derive(Debug, thiserror::Error)]
pub enum Unmade {
    /// There are no such boards.
    #[error(transparent)]
    NoFrame(#[from] NoFrame),
    /// No board can have what is wanted, and why.
    #[error("{0}")]
    CannotBe(String),
    /// An answer was refused by the rules.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

/// How many seeds may be under way for each thread: one that takes long holds up no other.
const AHEAD: u64 = 64;

/// The seeds that are worked on.
struct Seeds {
    /// The next one to be tried; nothing after the last there is.
    next: Option<u64>,
    /// The first whose attempt was not handed over.
    due: u64,
    done: BTreeMap<u64, Result<Attempt, Disagreement>>,
}

/// Makes levels, and hands over what came of one seed after another; between them, now and then,
/// nothing. It ends when whoever hears it has heard enough. The limits hold for each board that is
/// looked at, but for the time, which is not looked at: what a seed leads to must not depend on it.
pub fn generate<B: Board>(
    ask: &GenerateAsk,
    threads: NonZeroUsize,
    limits: &Limits,
    hear: &mut dyn FnMut(Option<Attempt>) -> ControlFlow<()>,
) -> Result<(), Unmade> {
    let frame = Frame::<B>::new(&ask.frame, Unasked::Usual)?;
    refuse_what_cannot_be(&frame, &ask.wanted)?;
    let limits = &Limits {
        time: None,
        cost: None,
        ..*limits
    };
    let stopped = AtomicBool::new(false);
    let seeds = Mutex::new(Seeds {
        next: Some(ask.seed),
        due: ask.seed,
        done: BTreeMap::new(),
    });
    let moved = Condvar::new();
    let onlooker = thread::current();
    let window = AHEAD.saturating_mul(threads.get() as u64);
    let work = || {
        while let Some(seed) = next_seed(&seeds, &moved, window, &stopped) {
            let attempt = attempt(&frame, &ask.wanted, seed, limits, &stopped);
            // One that was broken off says nothing.
            let Some(attempt) = attempt.transpose() else {
                return;
            };
            lock(&seeds).done.insert(seed, attempt);
            onlooker.unpark();
        }
    };
    let mut lie = None;
    labour(threads, work, || {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        let mut flow = hear(None);
        while flow.is_continue() && lie.is_none() {
            let Some(attempt) = next_attempt(&seeds, &moved) else {
                break;
            };
            match attempt {
                Ok(attempt) => flow = hear(Some(attempt)),
                Err(disagreement) => lie = Some(disagreement),
            }
        }
        if flow.is_break() || lie.is_some() {
            stopped.store(true, Ordering::Relaxed);
            moved.notify_all();
        }
    });
    match lie {
        Some(lie) => Err(lie.into()),
        None => Ok(()),
    }
}

/// How many different levels there are that have what is wanted, where there are so few boards that
/// all can be looked at in a moment; and how many boards there are. Where a limit leaves a board
/// undecided, it is not known.
pub fn count_fitting<B: Board>(
    ask: &GenerateAsk,
    limits: &Limits,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<Fitting>, Unmade> {
    /// The squares of all boards together.
    const MOST: u128 = 1 << 20;
    const LONG_ENOUGH: Duration = Duration::from_secs(2);
    let frame = Frame::<B>::new(&ask.frame, Unasked::Usual)?;
    refuse_what_cannot_be(&frame, &ask.wanted)?;
    let (rows, columns) = frame.pattern.size();
    let squares = u128::from(rows) * u128::from(columns);
    let Some(boards) = B::numbered(&frame, MOST / squares) else {
        return Ok(None);
    };
    let limits = &Limits {
        time: None,
        ..*limits
    };
    let began = Instant::now();
    let mut keys = HashSet::new();
    for number in 0..boards.count() {
        if go_on().is_break() || began.elapsed() > LONG_ENOUGH {
            return Ok(None);
        }
        let mut board = boards.nth(number);
        if ask.wanted.no_guess {
            match board.reasoned(&frame) {
                Some((reasoned, _)) => board = reasoned,
                None => continue,
            }
        }
        let measures = measure(&board, &ask.wanted, limits, &mut |_| go_on());
        if !measures.is_certain {
            return Ok(None);
        }
        if measures.gap == 0.0 {
            keys.insert(alike(&board).0);
        }
    }
    Ok(Some(Fitting {
        levels: keys.len() as u64,
        boards: boards.count() as u64,
    }))
}

/// How many levels fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fitting {
    /// The levels that do, of those that are alike one.
    pub levels: u64,
    /// The boards that were looked at.
    pub boards: u64,
}

fn lock(seeds: &Mutex<Seeds>) -> MutexGuard<'_, Seeds> {
    seeds.lock().expect("nobody panicked")
}

/// The next seed to be tried, as soon as it is not too far ahead; nothing when it is over.
fn next_seed(
    seeds: &Mutex<Seeds>,
    moved: &Condvar,
    window: u64,
    stopped: &AtomicBool,
) -> Option<u64> {
    const PATIENCE: Duration = Duration::from_millis(20);
    let mut seeds = lock(seeds);
    loop {
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        let seed = seeds.next?;
        if seed - seeds.due < window {
            seeds.next = seed.checked_add(1);
            return Some(seed);
        }
        (seeds, _) = moved
            .wait_timeout(seeds, PATIENCE)
            .expect("nobody panicked");
    }
}

/// What came of the seed that is due, once that is known.
fn next_attempt(seeds: &Mutex<Seeds>, moved: &Condvar) -> Option<Result<Attempt, Disagreement>> {
    let mut seeds = lock(seeds);
    let due = seeds.due;
    let attempt = seeds.done.remove(&due)?;
    seeds.due = due.saturating_add(1);
    moved.notify_all();
    Some(attempt)
}

/// What comes of a seed; nothing where it was broken off.
fn attempt<B: Board>(
    frame: &Frame<B>,
    wanted: &Wanted,
    seed: u64,
    limits: &Limits,
    stopped: &AtomicBool,
) -> Result<Option<Attempt>, Disagreement> {
    let mut tried = BTreeMap::new();
    let flow = || match stopped.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut measure = |board: &B| {
        let measures = measure(board, wanted, limits, &mut |_| flow());
        *tried.entry(measures.par).or_insert(0) += 1;
        flow().is_continue().then_some((measures.gap, measures))
    };
    let mut guesses = 0;
    let reached = match wanted.no_guess {
        true => draw(frame, seed, &mut guesses, flow, measure),
        false => climb(frame, seed, &mut measure)
            .filter(|&(_, gap, _)| gap == 0.0)
            .map(|(board, _, measures)| (board, measures, None)),
    };
    let found = match reached {
        Some((board, measures, reasoning)) => {
            let report = solve_and_replay(&board, &limits.into(), &mut |_| flow())?;
            let survey = measures.survey.or_else(|| {
                let mut enough = |_: &[B::Move]| ControlFlow::Break(());
                let survey = board.survey(limits, &mut |_| flow(), &mut enough);
                survey.ok()
            });
            let difficulty = |survey| Difficulty::new(survey, board.careless());
            Some(Found {
                key: alike(&board).0,
                difficulty: survey.as_ref().and_then(difficulty).map(|hard| hard.value),
                solutions: survey.map(|survey| survey.solutions),
                dice: measures.dice,
                level: Box::new(TypedLevel::made(board, seed, reasoning.as_ref(), &report)),
                report: report.map(B::Move::name),
                reasoning,
            })
        }
        None => None,
    };
    if flow().is_break() {
        return Ok(None);
    }
    Ok(Some(Attempt {
        seed,
        tried,
        guesses,
        found,
    }))
}

/// Draws boards that need no guess until one has what is wanted: no change leads from one such
/// board to the next, so that each is as likely as any other. Says how many needed one.
fn draw<B: Board>(
    frame: &Frame<B>,
    seed: u64,
    guesses: &mut u64,
    flow: impl Fn() -> ControlFlow<()>,
    mut measure: impl FnMut(&B) -> Option<(f64, Measures)>,
) -> Option<(B, Measures, Option<Reasoning>)> {
    /// How many squares are drawn until the seed is given up, so that a word about it comes soon, and
    /// how many between looks at the flow.
    const MOST: u64 = 1 << 21;
    const AT_ONCE: u64 = 1 << 18;
    let (rows, columns) = frame.pattern.size();
    let squares = u64::from(rows) * u64::from(columns);
    let mut chance = Chance::new(seed);
    let mut draw = B::unguessed(frame, &mut chance).ok()?;
    let mut left = MOST.div_ceil(squares);
    while left > 0 && flow().is_continue() {
        let at_once = AT_ONCE.div_ceil(squares).min(left);
        let Drawn {
            guesses: more,
            found,
        } = draw(&mut chance, at_once);
        *guesses += more;
        left -= more + u64::from(found.is_some());
        if let Some((board, reasoning)) = found {
            let (gap, measures) = measure(&board)?;
            if gap == 0.0 {
                return Some((board, measures, Some(reasoning)));
            }
        }
    }
    None
}

/// What no board of the frame can have is not looked for.
fn refuse_what_cannot_be<B: Board>(frame: &Frame<B>, wanted: &Wanted) -> Result<(), Unmade> {
    if wanted.no_guess {
        drop(B::unguessed(frame, &mut Chance::new(0))?);
    }
    let (least, most) = B::pars(frame);
    if let Some(par) = &wanted.par
        && (*par.end() < least || *par.start() > most)
    {
        return Err(Unmade::CannotBe(say!(
            "no such board has that par: it is from {least} to {most}",
            least,
            most
        )));
    }
    if let Some(difficulty) = &wanted.difficulty
        && (*difficulty.end() < 0.0 || *difficulty.start() > 10.0)
    {
        return Err(Unmade::CannotBe(say!("a difficulty is from 0 to 10")));
    }
    if wanted.throws_dice() && !B::INFO.chance {
        return Err(NoFrame(say!("{game} has no dice", game = B::INFO.id)).into());
    }
    if wanted.edge == Some(0.0) {
        return Err(Unmade::CannotBe(say!(
            "the first player is never without an advantage"
        )));
    }
    if let Some(mean) = &wanted.mean
        && *mean.end() < least as f64
    {
        return Err(Unmade::CannotBe(say!("it takes at least one roll")));
    }
    if let (Some(mean), Some(edge)) = (&wanted.mean, wanted.edge) {
        let least = least_edge(*mean.end());
        if edge < least {
            return Err(Unmade::CannotBe(say!(
                "with a mean of at most {mean} rolls the first player's advantage is at least \
                 {percent}%",
                mean = mean.end(),
                percent = (least * 1e7).floor() / 1e5
            )));
        }
    }
    Ok(())
}
