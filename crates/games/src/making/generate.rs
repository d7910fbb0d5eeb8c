//! Makes one level after another: each seed leads to one at the most, on any number of threads to
//! the same ones in the same order.

use std::collections::{BTreeMap, HashSet};
use std::iter;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fewest_search::{Limits, Report, SearchContext, SearchOptions, StopFlag, ordered_map};
use fewest_words::say;
use num_bigint::BigUint;

use super::chance::Chance;
use super::frame::{Frame, FrameAsk, NoFrame, Unasked};
use super::hardest::{boards_below, climb};
use super::make::alike;
use super::recipe::Recipe;
use super::wanted::{Dice, Drawn, Measures, Outcome, Reasoning, Wanted, least_edge, measure};
use crate::game::{Game, MoveName, MoveText as _};
use crate::level::Level;
use crate::rating::Difficulty;
use crate::solve::{Disagreement, solve};

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
pub struct Attempt<L> {
    /// The seed.
    pub seed: u64,
    /// How many boards of each par were tried; without one: those that cannot be won.
    pub tried: BTreeMap<Option<u64>, u64>,
    /// The least and the greatest difficulty of those that were rated.
    pub difficulties: Option<[f64; 2]>,
    /// How many more needed a guess, where none is wanted.
    pub guesses: u64,
    /// The level that it led to, if it did.
    pub found: Option<Found<L>>,
}

/// A level that has what was wanted.
pub struct Found<L> {
    /// The level, with its par, its solution, its seed and its recipe.
    pub level: L,
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

/// Widens a range of difficulties, so that it holds others too.
pub fn widen(range: &mut Option<[f64; 2]>, others: Option<[f64; 2]>) {
    if let Some([least, most]) = others {
        let [low, high] = range.unwrap_or([least, most]);
        *range = Some([low.min(least), high.max(most)]);
    }
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

/// The boards that levels are made of. What is usual where an amount is not asked for says only
/// where they are looked for first: nothing is proven by it.
struct Frames<B> {
    /// With the usual amounts; nothing where all amounts are asked for, or no such board can have
    /// what is wanted.
    usual: Option<Frame<B>>,
    /// With whatever amounts there may be.
    all: Frame<B>,
}

impl<B: Game> Frames<B> {
    fn new(ask: &GenerateAsk) -> Result<Self, Unmade> {
        let all = Frame::<B>::new(&ask.frame, Unasked::All)?;
        refuse_what_cannot_be(&all, &ask.wanted)?;
        let usual = match all.leaves_open() {
            true => Frame::new(&ask.frame, Unasked::Usual).ok(),
            false => None,
        };
        let can_be = |frame: &Frame<B>| refuse_what_cannot_be(frame, &ask.wanted).is_ok();
        Ok(Frames {
            usual: usual.filter(can_be),
            all,
        })
    }

    /// The frame of the boards that are looked for first.
    fn first(&self) -> &Frame<B> {
        self.usual.as_ref().unwrap_or(&self.all)
    }

    /// The frames that one seed climbs in, one climb after another: other than usual amounts come
    /// last, and only where there is another choice is there more than one climb.
    fn climbs(&self) -> impl Iterator<Item = &Frame<B>> {
        /// Climbs in each frame: enough that boards with the usual amounts are found if they are not
        /// very rare.
        const CLIMBS: usize = 32;
        let all = match self.usual {
            Some(_) => CLIMBS,
            None => 1,
        };
        let usual = self.usual.iter();
        let usual = usual.flat_map(|frame| iter::repeat_n(frame, CLIMBS));
        usual.chain(iter::repeat_n(&self.all, all))
    }
}

/// Makes levels, and hands over what came of one seed after another; between them, now and then,
/// nothing. It ends when whoever hears it has heard enough. The limits hold for each board that is
/// looked at, but for the time, which is not looked at: what a seed leads to must not depend on it.
pub fn generate<B: Game, L: From<Level<B>> + Send>(
    ask: &GenerateAsk,
    options: &SearchOptions,
    hear: &mut dyn FnMut(Option<Attempt<L>>) -> ControlFlow<()>,
) -> Result<(), Unmade> {
    let frames = Frames::<B>::new(ask)?;
    let recipe = Recipe::new(ask, &frames.all, &options.limits);
    let of_each = SearchOptions::new().limits(Limits {
        time: None,
        cost: None,
        ..options.limits
    });
    let work = |seed, stop: &StopFlag| attempt(&frames, &ask.wanted, &recipe, seed, &of_each, stop);
    let mut disagreement = None;
    ordered_map(options.threads, ask.seed..=u64::MAX, work, |attempt| {
        match attempt.map(Result::transpose) {
            None => hear(None),
            // One that was broken off says nothing.
            Some(None) => ControlFlow::Continue(()),
            Some(Some(Ok(attempt))) => hear(Some(attempt)),
            Some(Some(Err(refused))) => {
                disagreement = Some(refused);
                ControlFlow::Break(())
            }
        }
    });
    disagreement.map_or(Ok(()), |refused| Err(refused.into()))
}

/// Counts the different levels that have what is wanted, where there are so few boards that all can
/// be looked at in a moment. What a limit leaves undecided is not counted.
pub fn count_fitting<B: Game>(
    ask: &GenerateAsk,
    options: &SearchOptions,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Fitting, Unmade> {
    let frames = Frames::<B>::new(ask)?;
    let wanted = |seed| Wanted {
        outcome: ask.wanted.outcome.of_seed(seed),
        ..ask.wanted.clone()
    };
    let mut count =
        |frame: &Frame<B>, wanted: &Wanted| fitting_keys(frame, wanted, &options.limits, go_on);
    let counted = count(&frames.all, &wanted(ask.seed));
    let difficulties = counted.as_ref().and_then(|counted| counted.difficulties);
    let mut all = counted.map(|counted| (counted.keys.len() as u64, counted.boards));
    let mut usual = None;
    if ask.wanted.outcome == Outcome::Mixed {
        // They come by turns, and end with the last one before a turn that has none.
        let others = all.and_then(|_| count(&frames.all, &wanted(ask.seed ^ 1)));
        all = all.zip(others).map(|((levels, boards), others)| {
            let others = others.keys.len() as u64;
            let by_turns = match levels > others {
                _ if others == 0 || levels == 0 => 0,
                true => 2 * others + 1,
                false => 2 * levels,
            };
            (by_turns, boards)
        });
    } else if let Some(frame) = &frames.usual {
        usual = count(frame, &ask.wanted).map(|counted| counted.keys);
    }
    Ok(Fitting {
        all,
        difficulties,
        usual: usual.filter(|keys| !keys.is_empty()),
        terms: frames.all.terms(),
        is_usual: frames.all.untold(Unasked::Usual),
        is_all: frames.all.untold(Unasked::All),
    })
}

/// Goes through all boards of a frame; `None` if that would take long, or is not certain.
fn fitting_keys<B: Game>(
    frame: &Frame<B>,
    wanted: &Wanted,
    limits: &Limits,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Counted> {
    /// The squares of all boards together.
    const MOST: u128 = 1 << 20;
    const LONG_ENOUGH: Duration = Duration::from_secs(2);
    let (rows, columns) = frame.pattern.size();
    let squares = u128::from(rows) * u128::from(columns);
    let boards = B::generator().numbered(frame, MOST / squares)?;
    let options = &SearchOptions::new().limits(Limits {
        time: None,
        ..*limits
    });
    let began = Instant::now();
    let mut keys = HashSet::new();
    let mut difficulties = None;
    for number in 0..boards.count() {
        if go_on().is_break() || began.elapsed() > LONG_ENOUGH {
            return None;
        }
        let mut board = boards.nth(number);
        if wanted.no_guess {
            match B::generator().reasoned(board, frame) {
                Some((reasoned, _)) => board = reasoned,
                None => continue,
            }
        }
        let mut watch = |_| go_on();
        let mut context = SearchContext::new(options).observed_by(&mut watch);
        let measures = measure(&board, wanted, &mut context);
        if !measures.is_certain {
            return None;
        }
        widen(&mut difficulties, measures.difficulty.map(|hard| [hard; 2]));
        if measures.gap == 0.0 {
            keys.insert(alike(&board).0);
        }
    }
    Some(Counted {
        keys,
        boards: boards.count() as u64,
        difficulties,
    })
}

/// The boards of a frame, counted.
struct Counted {
    /// What the levels that have what is wanted have in common with those that are alike, each once.
    keys: HashSet<String>,
    /// All boards.
    boards: u64,
    /// The least and the greatest difficulty of those that were rated.
    difficulties: Option<[f64; 2]>,
}

/// How many levels fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitting {
    /// The levels that do, of those that are alike one, and the boards that were looked at, which
    /// are all there are.
    pub all: Option<(u64, u64)>,
    /// The keys of those levels with the usual amounts, where an amount is not asked for and there are
    /// such levels.
    pub usual: Option<HashSet<String>>,
    /// The least and the greatest difficulty of those that were rated.
    pub difficulties: Option<[f64; 2]>,
    /// What the first number depends on: the amounts and options that the boards have.
    pub terms: String,
    /// The usual amounts.
    pub is_usual: Vec<String>,
    /// All that these amounts may be.
    pub is_all: Vec<String>,
}

/// That no board has so large a par as is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooHard {
    /// What that depends on: the amounts and options that the boards have.
    pub terms: String,
    /// The least par that is wanted.
    pub par: u64,
    /// The boards that were looked at, which are all there are.
    pub boards: u128,
}

/// Proves that no board has so large a par as is wanted, where all boards can be gone through within
/// the limits. The time and the memory are for all of it.
pub fn too_hard<B: Game>(
    ask: &GenerateAsk,
    options: &SearchOptions,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<TooHard>, Unmade> {
    let frame = Frames::<B>::new(ask)?.all;
    let par = ask.wanted.par.as_ref().map_or(0, |par| *par.start());
    if par == 0 {
        return Ok(None);
    }
    let boards = boards_below(&frame, par, options, go_on);
    Ok(boards.map(|boards| TooHard {
        terms: frame.terms(),
        par,
        boards,
    }))
}

/// What comes of a seed; nothing where it was broken off.
fn attempt<B: Game, L: From<Level<B>>>(
    frames: &Frames<B>,
    wanted: &Wanted,
    recipe: &Recipe,
    seed: u64,
    options: &SearchOptions,
    stop: &StopFlag,
) -> Result<Option<Attempt<L>>, Disagreement> {
    let wanted = &Wanted {
        outcome: wanted.outcome.of_seed(seed),
        ..wanted.clone()
    };
    let mut tried = BTreeMap::new();
    let mut difficulties = None;
    let flow = || stop.flow();
    let mut measure = |board: &B| {
        let mut watch = |_| flow();
        let mut context = SearchContext::new(options).observed_by(&mut watch);
        let measures = measure(board, wanted, &mut context);
        *tried.entry(measures.par).or_insert(0) += 1;
        widen(&mut difficulties, measures.difficulty.map(|hard| [hard; 2]));
        flow().is_continue().then_some((measures.gap, measures))
    };
    let mut guesses = 0;
    let reached = match wanted.no_guess {
        true => draw(frames.first(), seed, &mut guesses, flow, measure),
        false => {
            let mut chance = Chance::new(seed);
            let mut climbs = frames.climbs().take_while(|_| flow().is_continue());
            let reached = climbs.find_map(|frame| {
                let reached = climb(frame, &mut chance, &mut measure);
                reached.filter(|&(_, gap, _)| gap == 0.0)
            });
            reached.map(|(board, _, measures)| (board, measures, None))
        }
    };
    let found = match reached {
        Some((board, measures, reasoning)) => {
            let mut watch = |_| flow();
            let mut context = SearchContext::new(options).observed_by(&mut watch);
            let report = solve(&board, &mut context)?.map(B::Move::name);
            let survey = measures.survey.or_else(|| {
                report.verdict.fewest()?;
                let mut enough = |_: &[B::Move]| ControlFlow::Break(());
                board.survey(&mut context, &mut enough).ok()
            });
            let guess = board.naive_lower_bound();
            let difficulty = |survey| Difficulty::new(survey, guess, B::INFO.hardest);
            Some(Found {
                key: alike(&board).0,
                difficulty: survey.as_ref().and_then(difficulty).map(|hard| hard.value),
                solutions: survey.map(|survey| survey.solutions),
                dice: measures.dice,
                level: Level::new(board)
                    .solved(&report.verdict)
                    .with_recipe(seed, recipe.of_seed(seed), reasoning.as_ref())
                    .into(),
                report,
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
        difficulties,
        guesses,
        found,
    }))
}

/// Draws boards that need no guess until one has what is wanted: no change leads from one such
/// board to the next, so that each is as likely as any other. Says how many needed one.
fn draw<B: Game>(
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
    let mut draw = B::generator().unguessed(frame, &mut chance).ok()?;
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
fn refuse_what_cannot_be<B: Game>(frame: &Frame<B>, wanted: &Wanted) -> Result<(), Unmade> {
    if wanted.outcome != Outcome::Winnable
        && let Some(why) = B::generator().always_won(frame)
    {
        return Err(Unmade::CannotBe(why));
    }
    if wanted.outcome == Outcome::Impossible {
        return Ok(());
    }
    if wanted.no_guess {
        drop(B::generator().unguessed(frame, &mut Chance::new(0))?);
    }
    let (least, most) = B::generator().pars(frame);
    if let Some(par) = &wanted.par
        && (*par.end() < least || *par.start() > most)
    {
        return Err(Unmade::CannotBe(say!(
            "no such board has that par: with {terms} it is from {least} to {most}",
            terms = frame.terms(),
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
