//! The oracles of the odds: elimination and enumeration with fractions, and games of several
//! players square by square.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

use fewest_search::SearchContext;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};
use serde_json::Value;

use super::track::{FAR, Track};
use crate::odds::{Odds, OddsAsk};
use crate::oracle;

pub fn fraction(numerator: usize, denominator: usize) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// Chances to stand on squares.
type Spread = BTreeMap<usize, BigRational>;

impl Track {
    /// Where a roll from a square ends, and with what chance.
    fn spread(&self, square: usize) -> Spread {
        let rolls = self.rolls(square);
        let mut spread = Spread::new();
        for (_, end) in &rolls {
            *spread.entry(*end).or_insert_with(BigRational::zero) += fraction(1, rolls.len());
        }
        spread
    }

    /// The squares that can be stood on, but for the last one.
    pub fn stood_on(&self) -> BTreeSet<usize> {
        let (mut all, mut open) = (BTreeSet::from([self.from]), vec![self.from]);
        while let Some(square) = open.pop() {
            for (_, end) in self.rolls(square) {
                if end != self.last() && all.insert(end) {
                    open.push(end);
                }
            }
        }
        all
    }

    /// Solves x(s) = known(s) + what x is on average after a roll, x being 0 on the last square,
    /// for some squares that are left only for the last one or for where x is 0 as well.
    fn eliminate(
        &self,
        squares: &BTreeSet<usize>,
        known: impl Fn(usize) -> BigRational,
    ) -> BTreeMap<usize, BigRational> {
        let list: Vec<usize> = squares.iter().copied().collect();
        let width = list.len() + 1;
        let mut rows = Vec::new();
        for &square in &list {
            let spread = self.spread(square);
            let mut row: Vec<BigRational> = list
                .iter()
                .map(|to| -spread.get(to).cloned().unwrap_or_else(BigRational::zero))
                .collect();
            row[rows.len()] += BigRational::one();
            row.push(known(square));
            rows.push(row);
        }
        for column in 0..list.len() {
            let pivot = (column..list.len()).find(|&row| !rows[row][column].is_zero());
            rows.swap(column, pivot.expect("the equations have one solution"));
            let pivot = rows[column].clone();
            for (number, row) in rows.iter_mut().enumerate() {
                if number == column || row[column].is_zero() {
                    continue;
                }
                let factor = &row[column] / &pivot[column];
                for entry in column..width {
                    let less = &factor * &pivot[entry];
                    row[entry] -= less;
                }
            }
        }
        let solution = |(number, &square): (usize, &usize)| {
            (square, &rows[number][width - 1] / &rows[number][number])
        };
        list.iter().enumerate().map(solution).collect()
    }

    /// The chance to have finished within 0, 1, 2, … rolls.
    pub fn finished(&self, most: usize) -> Vec<BigRational> {
        let mut spread = Spread::from([(self.from, BigRational::one())]);
        let mut finished = Vec::new();
        loop {
            let last = spread.get(&self.last());
            finished.push(last.cloned().unwrap_or_else(BigRational::zero));
            if finished.len() > most {
                return finished;
            }
            let mut next = Spread::new();
            for (&square, chance) in &spread {
                let ends = match square == self.last() {
                    true => Spread::from([(square, BigRational::one())]),
                    false => self.spread(square),
                };
                for (end, share) in ends {
                    *next.entry(end).or_insert_with(BigRational::zero) += share * chance;
                }
            }
            spread = next;
        }
    }

    /// Each player's chance to win, with all the players' squares kept side by side.
    pub fn seats(&self, players: usize) -> Vec<f64> {
        let mut chances = vec![0.0; players];
        let mut spread = BTreeMap::from([(vec![self.from; players], 1.0)]);
        for turn in (0..players).cycle().take(3_000 * players) {
            let mut next = BTreeMap::new();
            for (squares, chance) in spread {
                for (end, share) in self.spread(squares[turn]) {
                    let chance: f64 = chance * share.to_f64().unwrap();
                    if end == self.last() {
                        chances[turn] += chance;
                    } else if chance > 1e-18 {
                        let mut squares = squares.clone();
                        squares[turn] = end;
                        *next.entry(squares).or_insert(0.0) += chance;
                    }
                }
            }
            spread = next;
        }
        chances
    }

    /// The odds as the game tells them.
    pub fn odds(&self, ask: &OddsAsk) -> Odds {
        let level = oracle::read(&self.level_text());
        let odds = level.odds(ask, &mut SearchContext::default());
        odds.unwrap_or_else(|error| panic!("{error}\n{}", self.level_text()))
    }
}

impl Index<&str> for Odds {
    type Output = Value;

    /// The entry of that name.
    fn index(&self, name: &str) -> &Value {
        let entry = self.entries.iter().find(|(other, _)| *other == name);
        &entry.unwrap_or_else(|| panic!("no {name}")).1
    }
}

/// The fraction behind a figure of the answer.
pub fn exact(value: &Value) -> BigRational {
    let text = value["fraction"].as_str().expect("a fraction");
    text.parse().expect("a fraction")
}

/// A figure's decimals.
pub fn decimal(value: &Value) -> f64 {
    value["decimal"].as_str().unwrap().parse().unwrap()
}

/// What the oracle says of the whole: mean and variance, or the chance to finish; nothing where
/// that is 0.
pub enum Whole {
    Certain(BigRational, BigRational),
    Uncertain(BigRational),
    Impossible,
}

pub fn whole(track: &Track) -> Whole {
    let to_win = track.to_win();
    if to_win[track.from] == FAR {
        return Whole::Impossible;
    }
    if track.from == track.last() {
        return Whole::Certain(BigRational::zero(), BigRational::zero());
    }
    let squares = track.stood_on();
    let winners = squares.iter().copied();
    let winners: BTreeSet<usize> = winners.filter(|&at| to_win[at] < FAR).collect();
    if winners.len() < squares.len() {
        let wins = |square| {
            let spread = track.spread(square);
            spread
                .get(&track.last())
                .cloned()
                .unwrap_or_else(BigRational::zero)
        };
        return Whole::Uncertain(track.eliminate(&winners, wins)[&track.from].clone());
    }
    let mean = track.eliminate(&squares, |_| BigRational::one());
    // The square of one roll more is the square, twice the rolls, and one.
    let square = track.eliminate(&squares, |square| {
        let spread = track.spread(square);
        let after = spread.iter().map(|(end, share)| match mean.get(end) {
            Some(mean) => share * mean,
            None => BigRational::zero(),
        });
        after.fold(BigRational::one(), |sum, after| {
            sum + after * BigInt::from(2)
        })
    });
    let mean = mean[&track.from].clone();
    let variance = square[&track.from].clone() - &mean * &mean;
    Whole::Certain(mean, variance)
}
