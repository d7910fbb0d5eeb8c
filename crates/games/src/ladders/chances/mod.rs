//! Snakes and Ladders with the dice at random: how many rolls it takes, and who wins.
//!
//! The board is a chain of squares. Its equations are solved by fractions ([`exact`]); how the rolls
//! are spread around their mean comes from a [`Walk`] along the chain, roll by roll.

mod chain;
mod exact;
mod figure;
mod glance;
mod modular;
mod percentiles;
mod rolls;
mod seats;
mod tell;
mod walk;

use fewest_search::{Limit, Progress, SearchContext};

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use fewest_words::say;

use super::Board;
use crate::odds::{NoOdds, Odds, OddsAsk};
use chain::{Chain, Fate};
use figure::Figure;
pub use glance::glance;
use percentiles::{Percentiles, SHARES, Within};
use tell::{Asked, Findings, Rolls};
use walk::Walk;

/// Boards for which fractions are more work than this have no odds. It is some minutes.
const MOST_WORK: f64 = 4e11;

/// Counts work, and now and then polls the clock and the observer.
fn count_work(
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
    let won = vec![walk::ONE];
    let zero = BigRational::zero();
    let one = BigRational::one();
    let asked = ask.moves.map(|rolls| Asked {
        rolls,
        exactly: Some(Figure::exact(if rolls == 0 { &one } else { &zero })),
        at_most: Some(Figure::exact(&one)),
    });
    let seats = match ask.players > 1 {
        true => Some(seats::seats(&won, 0, 0.0, ask.players, ctx)?),
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
        return Err(NoOdds::OutOfReach(say!("the board is too large for fractions")));
    }
    let (rolls, mut percentiles) = match chain.certain() {
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
        percentiles.look(&walk, chain, ctx)?;
        if ask.moves == Some(walk.rolls()) {
            asked = Some(ask_walk(&walk, chain, ctx)?);
        }
        // Where not all percentiles can be reached, nearly all who finish are still looked at.
        let goes_on = !percentiles.are_found()
            || !chain.certain() && walk.open() > walk.won() / 100
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
    let (undecided, lost) = (left(&walk, ask.players), walk.lost());
    let won = walk.into_won();
    let seats = match ask.players > 1 {
        true => Some(seats::seats(&won, lost, undecided, ask.players, ctx)?),
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
    seats::undecided(walk.won(), walk.stuck(), players)
}

/// What was asked about the number of rolls that the walk has made.
fn ask_walk(walk: &Walk, chain: &Chain, ctx: &mut SearchContext) -> Result<Asked, Limit> {
    let rolls = walk.rolls();
    if let Some(asked) = ask_exactly(chain, rolls, ctx)? {
        return Ok(asked);
    }
    let error = seats::chance(walk.lost()) + f64::EPSILON;
    let figure = |chance| Some(Figure::near(seats::chance(chance), error));
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
    let open = seats::chance(walk.open());
    let said = (open <= 1e-12).then_some(open + f64::EPSILON);
    Ok(Asked {
        rolls,
        exactly: said.map(|error| Figure::near(0.0, error)),
        at_most: said.map(|error| Figure::near(seats::chance(walk.won()), error)),
    })
}

/// The answer in fractions, where that is cheap.
fn ask_exactly(chain: &Chain, rolls: u64, ctx: &mut SearchContext) -> Result<Option<Asked>, Limit> {
    let exactly = walk::exactly(chain, rolls, ctx)?;
    Ok(exactly.map(|[before, won]| Asked {
        rolls,
        exactly: Some(Figure::exact(&(&won - before))),
        at_most: Some(Figure::exact(&won)),
    }))
}
