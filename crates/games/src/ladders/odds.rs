//! Snakes and Ladders with the dice at random: how many rolls it takes, and who wins.
//!
//! The board is a chain of squares. Its equations are solved by fractions ([`exact`]); how the rolls
//! are spread around their mean comes from a [`Walk`] along the chain, roll by roll.

use std::cmp::Ordering;
use std::ops::Range;

use fewest_search::{Limit, Progress, SearchContext};
use fewest_words::say;
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use serde_json::Value;

use super::exact::{Chain, Fate};
use super::tell::{Asked, Figure, Findings, Rolls};
use super::{Board, exact, tell};
use crate::making::wanted::Dice;
use crate::odds::{NoOdds, Odds, OddsAsk};

/// Boards for which fractions are more work than this have no odds. It is some minutes.
const MOST_WORK: f64 = 4e11;

/// Counts work, and now and then polls the clock and the observer.
pub fn count_work(
    ctx: &mut SearchContext,
    work: usize,
    depth: u64,
    states: usize,
) -> Result<(), Limit> {
    let work = u32::try_from(work).unwrap_or(u32::MAX);
    ctx.step(work, || Progress {
        depth,
        states: states as u64,
        at_least: 0,
    })
}

/// The odds of a board.
pub fn odds(board: &Board, ask: &OddsAsk, ctx: &mut SearchContext) -> Result<Odds, NoOdds> {
    let findings = match Chain::of(board, ctx)? {
        Fate::Impossible => return Ok(tell::impossible()),
        Fate::Won => already_won(ask, ctx)?,
        Fate::Open(chain) => find(&chain, ask, ctx)?,
    };
    Ok(findings.tell())
}

/// Nothing is left to be rolled, and the first player has won.
fn already_won(ask: &OddsAsk, ctx: &mut SearchContext) -> Result<Findings, Limit> {
    let won = vec![ONE];
    let zero = BigRational::zero();
    let one = BigRational::one();
    let asked = ask.moves.map(|rolls| Asked {
        rolls,
        exactly: Some(Figure::exact(if rolls == 0 { &one } else { &zero })),
        at_most: Some(Figure::exact(&one)),
    });
    let seats = match ask.players > 1 {
        true => Some(seats(&won, 0, 0.0, ask.players, ctx)?),
        false => None,
    };
    Ok(Findings {
        rolls: Rolls::Certain {
            mean: Figure::exact(&zero),
            variance: Figure::exact(&zero),
            deviation: Figure::root(&zero),
        },
        percentiles: vec![Within::Rolls(0); SHARES.len()],
        won,
        asked,
        seats,
    })
}

/// All that is asked of a chain.
fn find(chain: &Chain, ask: &OddsAsk, ctx: &mut SearchContext) -> Result<Findings, NoOdds> {
    if exact::work(chain) > MOST_WORK {
        return Err(NoOdds::OutOfReach(say!(
            "the board is too large for fractions"
        )));
    }
    let (rolls, mut percentiles) = match chain.certain {
        true => {
            let moments = exact::moments(chain, ctx)?;
            let rolls = Rolls::Certain {
                mean: Figure::exact(&moments.mean),
                variance: Figure::exact(&moments.variance),
                deviation: Figure::root(&moments.variance),
            };
            (rolls, Percentiles::new(chain, &BigRational::one()))
        }
        false => {
            let chance = exact::chance(chain, ctx)?;
            let percentiles = Percentiles::new(chain, &chance);
            let chance = Figure::exact(&chance);
            (Rolls::Uncertain { chance }, percentiles)
        }
    };
    let mut walk = Walk::new(chain, ctx)?;
    let mut asked = None;
    loop {
        percentiles.update(&walk, chain, ctx)?;
        if ask.moves == Some(walk.rolls()) {
            asked = Some(ask_walk(&walk, chain, ctx)?);
        }
        // Where not all percentiles can be reached, nearly all who finish are still looked at.
        let goes_on = !percentiles.are_found()
            || !chain.certain && walk.open() > walk.won() / 100
            || ask.moves.is_some_and(|rolls| walk.rolls() < rolls)
            || ask.players > 1 && left(&walk, ask.players) > ENOUGH;
        if !goes_on || walk.is_over() {
            break;
        }
        walk.roll(ctx)?;
    }
    let asked = match (asked, ask.moves) {
        (None, Some(rolls)) => Some(beyond(&walk, chain, rolls, ctx)?),
        (asked, _) => asked,
    };
    let (undecided, lost) = (left(&walk, ask.players), walk.lost);
    let won = walk.won;
    let seats = match ask.players > 1 {
        true => Some(seats(&won, lost, undecided, ask.players, ctx)?),
        false => None,
    };
    Ok(Findings {
        rolls,
        percentiles: percentiles.all(),
        won,
        asked,
        seats,
    })
}

/// Nothing more is to be told of seats where no more than this is undecided.
const ENOUGH: f64 = 1e-14;

/// The chance that the game of several players is still to be decided.
fn left(walk: &Walk, players: u32) -> f64 {
    undecided(walk.won(), walk.stuck, players)
}

/// What was asked about the number of rolls that the walk has made.
fn ask_walk(walk: &Walk, chain: &Chain, ctx: &mut SearchContext) -> Result<Asked, Limit> {
    let rolls = walk.rolls();
    if let Some(asked) = ask_exactly(chain, rolls, ctx)? {
        return Ok(asked);
    }
    let error = chance(walk.lost) + f64::EPSILON;
    let figure = |units| Some(Figure::near(chance(units), error));
    Ok(Asked {
        rolls,
        exactly: figure(walk.won() - walk.won_before()),
        at_most: figure(walk.won()),
    })
}

/// What can be said about a number of rolls that the walk did not come to: something where hardly
/// a game is left by then.
fn beyond(walk: &Walk, chain: &Chain, rolls: u64, ctx: &mut SearchContext) -> Result<Asked, Limit> {
    if let Some(asked) = ask_exactly(chain, rolls, ctx)? {
        return Ok(asked);
    }
    let open = chance(walk.open());
    let said = (open <= 1e-12).then_some(open + f64::EPSILON);
    Ok(Asked {
        rolls,
        exactly: said.map(|error| Figure::near(0.0, error)),
        at_most: said.map(|error| Figure::near(chance(walk.won()), error)),
    })
}

/// The answer in fractions, where that is cheap.
fn ask_exactly(chain: &Chain, rolls: u64, ctx: &mut SearchContext) -> Result<Option<Asked>, Limit> {
    let exactly = exactly(chain, rolls, ctx)?;
    Ok(exactly.map(|[before, won]| Asked {
        rolls,
        exactly: Some(Figure::exact(&(&won - before))),
        at_most: Some(Figure::exact(&won)),
    }))
}

/// Certainty. There is room above it for sums, and for a hundred times as much.
pub const ONE: u128 = 1 << 120;

/// How much work a walk may be, in ways passed, before what is further is said to be out of reach.
const FAR: u64 = 3_000_000_000;
/// How many rolls are looked at in any case: each is kept.
const MOST_ROLLS: u64 = 1_000_000;
/// How many ways a square counts for besides its own: it takes a division.
const DIVISION: usize = 16;

/// The pawn spread over the squares after some rolls.
pub struct Walk<'a> {
    chain: &'a Chain,
    alive: Vec<u128>,
    /// All squares that the pawn may be on are among these: hardly ever are they the whole board.
    span: Range<usize>,
    /// Where the next roll leads; empty between the rolls.
    next: Vec<u128>,
    /// The chance to have finished within each number of rolls from 0 on, at the least.
    won: Vec<u128>,
    /// The chance to be where nobody wins, at the least.
    stuck: u128,
    /// What rounding has taken away so far: any chance may be so much more than is said.
    lost: u128,
    work: u64,
}

impl<'a> Walk<'a> {
    /// Before the first roll.
    pub fn new(chain: &'a Chain, ctx: &mut SearchContext) -> Result<Self, Limit> {
        let mut walk = Walk {
            chain,
            alive: ctx.budget.filled(chain.len(), 0)?,
            span: chain.start..chain.start + 1,
            next: ctx.budget.filled(chain.len(), 0)?,
            won: Vec::new(),
            stuck: 0,
            lost: 0,
            work: 0,
        };
        walk.alive[chain.start] = ONE;
        ctx.budget.push(&mut walk.won, 0)?;
        Ok(walk)
    }

    /// How many rolls have been made.
    pub fn rolls(&self) -> u64 {
        self.won.len() as u64 - 1
    }

    /// The chance to have finished by now, at the least.
    pub fn won(&self) -> u128 {
        self.won[self.won.len() - 1]
    }

    /// The chance to have finished one roll earlier, at the least.
    pub fn won_before(&self) -> u128 {
        self.won.len().checked_sub(2).map_or(0, |at| self.won[at])
    }

    /// The chance that neither is decided yet, at the most.
    pub fn open(&self) -> u128 {
        ONE - self.won() - self.stuck
    }

    /// Whether more rolls would tell nothing more, or only after too much work.
    pub fn is_over(&self) -> bool {
        let is_far = self.work > FAR || self.rolls() >= MOST_ROLLS;
        is_far || self.won() + self.stuck + self.lost == ONE
    }

    /// Makes one roll more.
    pub fn roll(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        let chain = self.chain;
        let mut won = self.won();
        let mut work = self.span.len();
        let (mut first, mut end) = (usize::MAX, 0);
        for square in self.span.clone() {
            let chance = std::mem::take(&mut self.alive[square]);
            if chance == 0 {
                continue;
            }
            let each = divided(chance, chain.faces(square));
            self.lost += chance - each * u128::from(chain.faces(square));
            won += each * u128::from(chain.wins(square));
            let mut left = chain.faces(square) - chain.wins(square);
            for &(to, by) in chain.ways(square) {
                let to = to as usize;
                self.next[to] += each * u128::from(by);
                (first, end) = (first.min(to), end.max(to + 1));
                left -= by;
            }
            self.stuck += each * u128::from(left);
            work += chain.ways(square).len() + DIVISION;
        }
        std::mem::swap(&mut self.alive, &mut self.next);
        self.span = first.min(end)..end;
        self.work += work as u64;
        count_work(ctx, work, self.rolls(), chain.len())?;
        ctx.budget.push(&mut self.won, won)
    }
}

/// A chance in so many equal parts, rounded down: like the division of 128 bits by 128, but three
/// of 64 bits are faster.
fn divided(chance: u128, parts: u32) -> u128 {
    let (parts, low) = (u64::from(parts), chance as u64);
    let high = (chance >> 64) as u64;
    let middle = (high % parts) << 32 | low >> 32;
    let rest = (middle % parts) << 32 | low & 0xFFFF_FFFF;
    u128::from(high / parts) << 64 | u128::from(middle / parts) << 32 | u128::from(rest / parts)
}

/// The chances to have finished within one roll less and within so many, exactly; nothing where
/// that would take too long.
pub fn exactly(
    chain: &Chain,
    rolls: u64,
    ctx: &mut SearchContext,
) -> Result<Option<[BigRational; 2]>, Limit> {
    // A million words take a few milliseconds.
    const CHEAP: u64 = 20_000_000;
    let mut common = BigUint::one();
    for square in 0..chain.len() {
        common = common.lcm(&BigUint::from(chain.faces(square)));
        if common.bits() > 4096 {
            return Ok(None);
        }
    }
    let words = rolls.saturating_mul(common.bits()) / 128 + 1;
    let work = (chain.entries() + chain.len()) as u64;
    if work.saturating_mul(rolls).saturating_mul(words) > CHEAP {
        return Ok(None);
    }
    // Three numbers a square, at the most.
    let bytes = chain.len() as u64 * 3 * (size_of::<BigUint>() as u64 + 16 * (words + 1));
    if ctx.budget.take(bytes).is_err() {
        return Ok(None);
    }
    let faces = (0..chain.len()).map(|square| chain.faces(square));
    let each: Vec<BigUint> = faces.map(|faces| &common / faces).collect();
    let mut alive = vec![BigUint::zero(); chain.len()];
    alive[chain.start] = BigUint::one();
    // All in units of one out of `all`, which grows with every roll.
    let (mut before, mut won, mut all) = (BigUint::zero(), BigUint::zero(), BigUint::one());
    for roll in 0..rolls {
        won *= &common;
        all *= &common;
        before = won.clone();
        let mut next = vec![BigUint::zero(); chain.len()];
        for (square, ways) in alive.iter().enumerate() {
            if ways.is_zero() {
                continue;
            }
            let ways = ways * &each[square];
            won += &ways * chain.wins(square);
            for &(to, by) in chain.ways(square) {
                next[to as usize] += &ways * by;
            }
        }
        alive = next;
        count_work(ctx, (work * words) as usize, roll, chain.len())?;
    }
    ctx.budget.give_back(bytes);
    let fraction = |ways: BigUint| BigRational::new(ways.into(), all.clone().into());
    Ok(Some([fraction(before), fraction(won)]))
}

/// The shares that are asked for, in hundredths.
pub const SHARES: [u32; 6] = [5, 25, 50, 75, 95, 99];

/// Within how many rolls a share of all games is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Within so many, and not within fewer.
    Rolls(u64),
    /// Within no number of rolls: too many games never finish.
    Never,
    /// That is too far off to be said.
    OutOfReach,
}

impl Within {
    /// For a program: the number, or why there is none.
    pub fn json(self) -> Value {
        match self {
            Within::Rolls(rolls) => rolls.into(),
            Within::Never => "never".into(),
            Within::OutOfReach => Value::Null,
        }
    }
}

/// The percentiles, found one after another as the walk goes on.
pub struct Percentiles {
    found: Vec<Within>,
    /// Those from here on are never reached.
    reachable: usize,
}

impl Percentiles {
    /// None is found yet; `chance` is the chance to finish.
    pub fn new(chain: &Chain, chance: &BigRational) -> Self {
        let is_reached = |share: &u32| match chance.cmp(&hundredths(*share)) {
            Ordering::Less => false,
            // All who will ever finish have done so only where nobody can go round for ever.
            Ordering::Equal => !chain.goes_round(),
            Ordering::Greater => true,
        };
        Percentiles {
            found: Vec::new(),
            reachable: SHARES.iter().take_while(|share| is_reached(share)).count(),
        }
    }

    /// Whether nothing is left to be found.
    pub fn are_found(&self) -> bool {
        self.found.len() == self.reachable
    }

    /// Looks at where the walk is.
    pub fn update(
        &mut self,
        walk: &Walk,
        chain: &Chain,
        ctx: &mut SearchContext,
    ) -> Result<(), Limit> {
        while !self.are_found() {
            let share = SHARES[self.found.len()];
            let least = u128::from(share) * ONE;
            if (walk.won() + walk.lost) * 100 < least {
                return Ok(());
            }
            if walk.won() * 100 < least {
                // So near that rounding hides it.
                match exactly(chain, walk.rolls(), ctx)? {
                    Some([_, won]) if won < hundredths(share) => return Ok(()),
                    Some(_) => {}
                    None => {
                        self.found.push(Within::OutOfReach);
                        continue;
                    }
                }
            }
            self.found.push(Within::Rolls(walk.rolls()));
        }
        Ok(())
    }

    /// All of them, in the order of the shares.
    pub fn all(&self) -> Vec<Within> {
        let mut all = self.found.clone();
        all.resize(self.reachable, Within::OutOfReach);
        all.resize(SHARES.len(), Within::Never);
        all
    }
}

fn hundredths(share: u32) -> BigRational {
    BigRational::new(share.into(), 100.into())
}

/// The chances of the seats, in the order in which they roll.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    /// The chances.
    pub chances: Vec<f64>,
    /// How far each may be from the truth.
    pub error: f64,
}

impl Seats {
    /// Whether they are known well enough to be told.
    pub fn are_known(&self) -> bool {
        self.error <= 1e-6
    }
}

/// The chance, at the most, that nobody has won yet after so many rolls of everyone, but will.
pub fn undecided(won: u128, stuck: u128, players: u32) -> f64 {
    let open = power(chance(ONE - won), players);
    (open - power(chance(stuck), players)).max(0.0)
}

/// The chances of the seats from the chance to have finished within each number of rolls, from 0
/// on, which may be `lost` more than is said; `undecided` is what is left after the last.
///
/// The player in seat j wins with its roll r if it finishes then, those before it have not
/// finished within r rolls, and those after it not within r - 1.
pub fn seats(
    won: &[u128],
    lost: u128,
    undecided: f64,
    players: u32,
    ctx: &mut SearchContext,
) -> Result<Seats, Limit> {
    let mut chances = ctx.budget.filled(players as usize, 0.0)?;
    let mut before = 0;
    for (roll, &won) in (0..).zip(won) {
        // A player still on the way after one roll less, and after this one.
        let (still, now) = (chance(ONE - before), chance(ONE - won));
        if won > before && still > 0.0 {
            let mut wins = chance(won - before) * power(still, players - 1);
            for seat in &mut chances {
                *seat += wins;
                wins *= now / still;
            }
            count_work(ctx, chances.len(), roll, chances.len())?;
        }
        before = won;
    }
    // Each product is off by fewer than four roundings a player, each sum by one a roll. What
    // was lost may be missing from any factor.
    let roundings = 4.0 * f64::from(players) + won.len() as f64 + 8.0;
    let rounding = roundings * f64::EPSILON;
    let missing = 2.0 * f64::from(players) * won.len() as f64 * chance(lost);
    Ok(Seats {
        chances,
        error: undecided + rounding + missing,
    })
}

/// A chance as a floating-point number.
pub fn chance(units: u128) -> f64 {
    units as f64 / ONE as f64
}

/// A power by products alone, so that it is known how far it is rounded.
fn power(base: f64, exponent: u32) -> f64 {
    let (mut product, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            product *= square;
        }
        square *= square;
        left /= 2;
    }
    product
}

/// The mean and the edge, nearly; nothing where the game may never end. One that ends only after
/// very long is past a limit.
pub fn quick_odds(board: &Board, ctx: &mut SearchContext) -> Result<Option<Dice>, Limit> {
    /// No board on which anyone would play takes longer.
    const MOST_ROLLS: u64 = 20_000;
    let chain = match Chain::of(board, ctx) {
        Ok(Fate::Open(chain)) if chain.certain => chain,
        Ok(Fate::Won) => {
            return Ok(Some(Dice {
                mean: 0.0,
                edge: 0.5,
            }));
        }
        Ok(_) => return Ok(None),
        Err(NoOdds::GaveUp(limit)) => return Err(limit),
        Err(_) => return Err(Limit::Cost),
    };
    let mut walk = Walk::new(&chain, ctx)?;
    while chance(walk.open()) > ENOUGH {
        if walk.is_over() || walk.rolls() > MOST_ROLLS {
            return Err(Limit::Cost);
        }
        walk.roll(ctx)?;
    }
    let won = walk.won;
    // A roll is made wherever the game was not over before it.
    let open = |won: &u128| 1.0 - chance(*won);
    let mean = won.iter().map(open).sum();
    let seats = seats(&won, 0, 0.0, 2, ctx)?;
    Ok(Some(Dice {
        mean,
        edge: seats.chances[0] - 0.5,
    }))
}
