//! Which levels are meant, in which order, how they are listed, and what those of each game are like together.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use serde::{Serialize, Serializer};

use crate::entry::{self, COLUMNS, Entry, number_of, read_unsigned, read_unsigned_if_any, stored};
use crate::file::{Catalogue, Trouble};

/// Which levels are meant. The default means all of them, in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Those with these numbers or ids; all, where there are none of either.
    pub numbers: Vec<RangeInclusive<u64>>,
    /// Those with these ids or numbers.
    pub ids: Vec<String>,
    /// Of this game.
    pub game: Option<String>,
    /// With so many rows.
    pub rows: Option<u32>,
    /// With so many columns.
    pub columns: Option<u32>,
    /// That take so many moves; then none that is impossible.
    pub par: Option<RangeInclusive<u64>>,
    /// Only those that are proven impossible.
    pub impossible: bool,
    /// That are so hard; then none whose difficulty is not known.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Only those that are known to have a single optimal solution.
    pub unique: bool,
    /// In which order they are listed.
    pub order: Order,
    /// The other way round; what has no place in the order still comes last.
    pub descending: bool,
    /// List so many, at most.
    pub limit: Option<u64>,
    /// But first leave out so many.
    pub offset: u64,
}

/// An order of levels. Those that are equal in it stand in the order in which they came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// In the order in which they came.
    #[default]
    Added,
    /// The fewest moves first; the impossible ones last.
    Par,
    /// The easiest first; those whose difficulty is not known last.
    Difficulty,
    /// The smallest board first, and of those with as many squares the one with fewer rows.
    Size,
}

/// A level of the catalogue, as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its number: the first one that came has 1.
    pub number: u64,
    /// What is known of it.
    pub entry: Entry,
}

impl Catalogue {
    /// Tells the levels that are meant one after another, until the listener has heard enough. All
    /// of them are told as they were at the beginning, whatever others write meanwhile.
    pub fn list(
        &self,
        filter: &Filter,
        listener: &mut dyn FnMut(Listed) -> ControlFlow<()>,
    ) -> Result<(), Trouble> {
        list(&self.connection, filter, listener)
    }

    /// Refuses a filter that names a level, by its number or its id, which is not there; of a range
    /// of numbers one must be.
    pub fn require(&self, filter: &Filter) -> Result<(), Trouble> {
        require(&self.connection, filter)
    }

    /// The number of the level with this key.
    pub fn number(&self, key: &str) -> Result<Option<u64>, Trouble> {
        let number = number_of(&self.connection, key)?;
        Ok(number.map(i64::cast_unsigned))
    }

    /// How many levels are meant, whatever the limit and the offset.
    pub fn count(&self, filter: &Filter) -> Result<u64, Trouble> {
        let Conditions { sql, values } = filter.conditions(&self.connection)?;
        let count = format!("SELECT count(*) AS levels FROM level {sql}");
        let mut statement = self.connection.prepare(&count)?;
        Ok(statement.query_row(params_from_iter(values), |row| read_unsigned(row, "levels"))?)
    }
}

/// Tells the levels that are meant one after another, until the listener has heard enough.
pub(crate) fn list(
    connection: &Connection,
    filter: &Filter,
    listener: &mut dyn FnMut(Listed) -> ControlFlow<()>,
) -> Result<(), Trouble> {
    let Conditions { sql, mut values } = filter.conditions(connection)?;
    let order = filter.order.sql(filter.descending);
    let most = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    values.push(filter.limit.map_or(-1, most).into());
    values.push(most(filter.offset).into());
    let mut statement = connection.prepare(&format!(
        "SELECT number, {COLUMNS} FROM level {sql} ORDER BY {order} LIMIT ? OFFSET ?"
    ))?;
    let mut rows = statement.query(params_from_iter(values))?;
    while let Some(row) = rows.next()? {
        let listed = Listed {
            number: read_unsigned(row, "number")?,
            entry: Entry::read(row)?,
        };
        if listener(listed).is_break() {
            break;
        }
    }
    Ok(())
}

/// Refuses a filter that names a level which is not there.
pub(crate) fn require(connection: &Connection, filter: &Filter) -> Result<(), Trouble> {
    for range in &filter.numbers {
        let bounds = [*range.start(), *range.end()].map(number_stored);
        let find = "SELECT EXISTS (SELECT 1 FROM level WHERE number BETWEEN ? AND ?)";
        if !connection.query_row(find, bounds, |row| row.get(0))? {
            return Err(Trouble::NoLevel(match range.start() == range.end() {
                true => range.start().to_string(),
                false => format!("{}..{}", range.start(), range.end()),
            }));
        }
    }
    let found = filter.numbers_of_ids(connection)?;
    let is_there = |id: &&String| found.iter().any(|(_, there)| there == *id);
    match filter.ids.iter().find(|id| !is_there(id)) {
        None => Ok(()),
        Some(id) => Err(Trouble::NoLevel(id.clone())),
    }
}

/// A number of a level as it is stored: none has a sign, nor ever comes so far.
fn number_stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// What a filter demands of a row: `WHERE …`, or nothing, and the values of its question marks.
pub struct Conditions {
    pub sql: String,
    pub values: Vec<Value>,
}

impl Filter {
    /// The levels that are named by their ids: their numbers, and the ids.
    fn numbers_of_ids(&self, connection: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
        if self.ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let mut statement = connection.prepare("SELECT number, key FROM level")?;
        let mut rows = statement.query(())?;
        while let Some(row) = rows.next()? {
            let id = entry::id(row.get_ref("key")?.as_str()?);
            if self.ids.contains(&id) {
                found.push((row.get("number")?, id));
            }
        }
        Ok(found)
    }

    /// What is demanded of each level.
    pub(crate) fn conditions(&self, connection: &Connection) -> rusqlite::Result<Conditions> {
        let mut demands: Vec<String> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let mut demand = |demand: &str, of: &[Value]| {
            demands.push(demand.to_string());
            values.extend_from_slice(of);
        };
        if !self.numbers.is_empty() || !self.ids.is_empty() {
            let ids = self.numbers_of_ids(connection)?;
            let ids: Vec<_> = ids.iter().map(|(number, _)| number.to_string()).collect();
            let mut any = vec!["number BETWEEN ? AND ?"; self.numbers.len()];
            // Where none of the ids is there, no level is meant, instead of all.
            let ids = format!("number IN ({})", ids.join(", "));
            any.push(&ids);
            let ranges = self.numbers.iter();
            let bounds = ranges.flat_map(|range| [*range.start(), *range.end()]);
            let bounds: Vec<Value> = bounds.map(|bound| number_stored(bound).into()).collect();
            demand(&format!("({})", any.join(" OR ")), &bounds);
        }
        if let Some(game) = &self.game {
            demand("game = ?", &[game.clone().into()]);
        }
        for (side, length) in [("rows", self.rows), ("columns", self.columns)] {
            if let Some(length) = length {
                demand(&format!("{side} = ?"), &[length.into()]);
            }
        }
        if let Some(par) = &self.par {
            let bounds = [stored(*par.start()).into(), stored(*par.end()).into()];
            demand(within(par), &bounds);
        }
        if self.impossible {
            demand("par IS NULL", &[]);
        }
        if let Some(range) = &self.difficulty {
            let bounds = [(*range.start()).into(), (*range.end()).into()];
            demand("difficulty BETWEEN ? AND ?", &bounds);
        }
        if self.unique {
            demand("solutions = '1'", &[]);
        }
        let sql = match demands.is_empty() {
            true => String::new(),
            false => format!("WHERE {}", demands.join(" AND ")),
        };
        Ok(Conditions { sql, values })
    }
}

/// Whether a par is in a range. The large numbers are stored as negative ones: a range that begins
/// below them and ends among them is two.
fn within(par: &RangeInclusive<u64>) -> &'static str {
    let is_large = |number: u64| stored(number) < 0;
    match (is_large(*par.start()), is_large(*par.end())) {
        (false, true) => "(par >= ? OR par < 0 AND par <= ?)",
        (true, false) => "(FALSE AND par BETWEEN ? AND ?)",
        _ => "par BETWEEN ? AND ?",
    }
}

impl Order {
    fn sql(self, descending: bool) -> String {
        let terms: &[&str] = match self {
            Order::Added => &[],
            Order::Par => &["par < 0", "par"],
            Order::Difficulty => &["difficulty"],
            Order::Size => &["rows * columns", "rows"],
        };
        let way = if descending { "DESC" } else { "ASC" };
        let mut sql: String = terms
            .iter()
            .map(|term| format!("{term} {way} NULLS LAST, "))
            .collect();
        sql += "number ";
        sql += if self == Order::Added { way } else { "ASC" };
        sql
    }
}

/// What the levels of one game are like.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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
    #[serde(serialize_with = "as_sizes")]
    pub sizes: BTreeMap<(u32, u32), u64>,
}

/// How some numbers are spread. There is at least one of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread<T> {
    /// The smallest.
    pub least: T,
    /// All together, shared out equally.
    pub mean: f64,
    /// The greatest.
    pub most: T,
    /// How many there are of each whole number, parts of one left off.
    #[serde(serialize_with = "as_pairs")]
    pub histogram: BTreeMap<u64, u64>,
}

fn as_pairs<S: Serializer>(histogram: &BTreeMap<u64, u64>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(histogram)
}

fn as_sizes<S: Serializer>(sizes: &BTreeMap<(u32, u32), u64>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Size {
        rows: u32,
        columns: u32,
        levels: u64,
    }
    to.collect_seq(sizes.iter().map(|(&(rows, columns), &levels)| Size {
        rows,
        columns,
        levels,
    }))
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
            let par = read_unsigned_if_any(row, "par")?;
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
