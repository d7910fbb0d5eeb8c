//! What the levels of each game are like, taken together.

use std::collections::BTreeMap;

use rusqlite::params_from_iter;

use crate::file::Catalogue;
use crate::filter::{Conditions, Filter};
use crate::trouble::Trouble;
use crate::unsigned::read_if_any;

/// What the levels of one game are like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameStats {
    /// The game.
    pub game: String,
    /// How many levels there are.
    pub levels: u64,
    /// How many of them are proven impossible.
    pub impossible: u64,
    /// How many of them are known to have a single optimal solution.
    pub unique: u64,
    /// How many moves the others take, and how many levels take just so many.
    pub par: Option<Spread<u64>>,
    /// How hard those are whose difficulty is known, and how many are between one whole number and
    /// the next.
    pub difficulty: Option<Spread<f64>>,
    /// How many levels have so many rows and columns.
    pub sizes: BTreeMap<(u32, u32), u64>,
}

/// How some numbers are spread. There is at least one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread<T> {
    /// The smallest.
    pub least: T,
    /// All together, shared out equally.
    pub mean: f64,
    /// The greatest.
    pub most: T,
    /// How many there are of each whole number, parts of one left off.
    pub histogram: BTreeMap<u64, u64>,
}

impl Catalogue {
    /// What the levels that are meant are like, game by game in the order of their names, whatever
    /// the limit and the offset.
    pub fn stats(&self, filter: &Filter) -> Result<Vec<GameStats>, Trouble> {
        let Conditions { sql, values } = filter.conditions(&self.connection)?;
        let mut statement = self.connection.prepare(&format!(
            "SELECT game, rows, columns, par, difficulty, solutions = '1' AS is_unique FROM level {sql}"
        ))?;
        let mut rows = statement.query(params_from_iter(values))?;
        let mut games: BTreeMap<String, Tally> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let tally = games.entry(row.get("game")?).or_default();
            let size = (row.get("rows")?, row.get("columns")?);
            *tally.sizes.entry(size).or_default() += 1;
            let par = read_if_any(row, "par")?;
            *tally.pars.entry(par).or_default() += 1;
            tally
                .difficulties
                .extend(row.get::<_, Option<f64>>("difficulty")?);
            tally.unique += u64::from(row.get::<_, Option<bool>>("is_unique")? == Some(true));
        }
        Ok(games
            .into_iter()
            .map(|(game, tally)| tally.sum_up(game))
            .collect())
    }
}

/// What is counted of a game.
#[derive(Default)]
struct Tally {
    pars: BTreeMap<Option<u64>, u64>,
    difficulties: Vec<f64>,
    unique: u64,
    sizes: BTreeMap<(u32, u32), u64>,
}

impl Tally {
    fn sum_up(mut self, game: String) -> GameStats {
        let levels = self.pars.values().sum();
        let impossible = self.pars.remove(&None).unwrap_or(0);
        let pars = self.pars.into_iter();
        let pars = pars.filter_map(|(par, count)| Some((par?, count)));
        GameStats {
            game,
            levels,
            impossible,
            unique: self.unique,
            par: pars_spread(pars.collect()),
            difficulty: difficulties_spread(&self.difficulties),
            sizes: self.sizes,
        }
    }
}

fn pars_spread(histogram: BTreeMap<u64, u64>) -> Option<Spread<u64>> {
    let (&least, _) = histogram.first_key_value()?;
    let (&most, _) = histogram.last_key_value()?;
    let count: u64 = histogram.values().sum();
    let weighed = |(&par, &count)| u128::from(par) * u128::from(count);
    let sum: u128 = histogram.iter().map(weighed).sum();
    let mean = sum as f64 / count as f64;
    Some(Spread {
        least,
        mean,
        most,
        histogram,
    })
}

fn difficulties_spread(numbers: &[f64]) -> Option<Spread<f64>> {
    let least = numbers.iter().copied().reduce(f64::min)?;
    let most = numbers.iter().copied().reduce(f64::max)?;
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let mut histogram = BTreeMap::new();
    for number in numbers {
        // The conversion takes what is below 0 for 0.
        *histogram.entry(*number as u64).or_default() += 1;
    }
    Some(Spread {
        least,
        mean,
        most,
        histogram,
    })
}
