//! Levels of a catalogue: which are meant, as it is typed, what is reported of each in JSON, and how
//! levels are added.

use std::ops::RangeInclusive;
use std::path::Path;

use clap::ValueEnum;
use fewest_catalogue::{Catalogue, Entry, Filter, Listed, Order, Trouble};
use fewest_games::builtin::{self, AnyLevel};
use fewest_games::game::MoveName;
use fewest_games::level_text::read_levels;
use fewest_games::solve::Disagreement;
use fewest_games::source::Source;
use fewest_search::{Report, SearchContext, Verdict};
use fewest_words::say;
use serde::Serialize;

use crate::outcome::Failure;
use crate::values::{board_size, game_ids, range};

/// Which levels of a catalogue are meant.
#[derive(clap::Args, Clone, Debug)]
pub struct FilterArgs {
    /// Only levels with these numbers, such as 3, 5..7 or 3,5..7
    #[arg(long, value_name = "NUMBERS", value_parser = numbers)]
    pub number: Option<Numbers>,
    /// Only levels with these ids, as `list --json` tells them, with commas between them
    #[arg(long, value_name = "IDS", value_parser = ids)]
    pub id: Option<Ids>,
    /// Only levels of this game
    #[arg(long, value_parser = game_ids())]
    pub game: Option<String>,
    /// Only boards with so many rows and columns, such as 9x12
    #[arg(long, value_name = "RxC", value_parser = board_size)]
    pub size: Option<(u32, u32)>,
    /// Only levels that take so many moves, such as 14, 14..18, 14.. or ..18, or are `impossible`
    #[arg(long, value_name = "RANGE|impossible", value_parser = pars)]
    pub par: Option<Pars>,
    /// Only levels that are so hard, from 0 to 10, such as 5..7
    #[arg(long, value_name = "RANGE", value_parser = range::<f64>)]
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Only levels with a single optimal solution
    #[arg(long)]
    pub unique: bool,
}

/// How many of them, and in which order.
#[derive(clap::Args, Clone, Debug)]
pub struct PageArgs {
    /// At most so many levels
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Leave out so many before that
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub offset: u64,
    /// In which order
    #[arg(long, value_enum, default_value_t = Sort::Added)]
    pub sort: Sort,
    /// The other way round
    #[arg(long)]
    pub reverse: bool,
}

/// An order of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    /// The order in which they came.
    #[value(help = None)]
    Added,
    /// The fewest moves first.
    #[value(help = None)]
    Par,
    /// The easiest first.
    #[value(help = None)]
    Difficulty,
    /// The smallest board first.
    #[value(help = None)]
    Size,
}

/// What par may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pars {
    /// So many moves.
    Moves(RangeInclusive<u64>),
    /// It is proven that none win.
    Impossible,
}

/// Reads `14..18`, `impossible`.
fn pars(text: &str) -> Result<Pars, String> {
    match text {
        "impossible" => Ok(Pars::Impossible),
        moves => range(moves).map(Pars::Moves),
    }
}

/// Numbers of levels, each a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers(Vec<RangeInclusive<u64>>);

/// Ids of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids(Vec<String>);

/// How many numbers or ids can be said at once: the database takes no condition of any length.
const MOST_NAMED: usize = 500;

/// Reads `3`, `5..7`, `3,5..7`.
fn numbers(text: &str) -> Result<Numbers, String> {
    let ranges: Result<Vec<_>, _> = text.split(',').map(range).collect();
    few(ranges?).map(Numbers)
}

/// Reads ids with commas between them.
fn ids(text: &str) -> Result<Ids, String> {
    const LENGTH: usize = 16;
    let id = |text: &str| {
        let is_one = text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match is_one {
            true => Ok(text.to_ascii_lowercase()),
            false => Err(say!(
                "`{id}` is no id: it has 16 digits, from 0 to f",
                id = text
            )),
        }
    };
    let ids: Result<Vec<_>, _> = text.split(',').map(id).collect();
    few(ids?).map(Ids)
}

fn few<T>(named: Vec<T>) -> Result<Vec<T>, String> {
    match named.len() > MOST_NAMED {
        false => Ok(named),
        true => Err(say!(
            "at most {most} can be named at once",
            most = MOST_NAMED
        )),
    }
}

impl FilterArgs {
    /// The levels that are meant, all of them.
    pub fn filter(&self) -> Filter {
        let (par, impossible) = match self.par.clone() {
            Some(Pars::Moves(range)) => (Some(range), false),
            Some(Pars::Impossible) => (None, true),
            None => (None, false),
        };
        let numbers = self.number.as_ref().map(|Numbers(numbers)| numbers.clone());
        let ids = self.id.as_ref().map(|Ids(ids)| ids.clone());
        Filter {
            numbers: numbers.unwrap_or_default(),
            ids: ids.unwrap_or_default(),
            game: self.game.clone(),
            rows: self.size.map(|(rows, _)| rows),
            columns: self.size.map(|(_, columns)| columns),
            par,
            impossible,
            difficulty: self.difficulty.clone(),
            unique: self.unique,
            ..Filter::default()
        }
    }
}

impl PageArgs {
    /// So many of the levels that are meant.
    pub fn page(&self, of: Filter) -> Filter {
        Filter {
            limit: self.limit,
            offset: self.offset,
            order: match self.sort {
                Sort::Added => Order::Added,
                Sort::Par => Order::Par,
                Sort::Difficulty => Order::Difficulty,
                Sort::Size => Order::Size,
            },
            descending: self.reverse,
            ..of
        }
    }
}

/// What is told of a level in JSON. A seed may be larger than 2⁵³, and is a string.
#[derive(Debug, Serialize)]
pub struct LevelAnswer {
    /// Its number in the catalogue.
    pub number: u64,
    /// Its id, the same in every catalogue.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Its title.
    pub title: Option<String>,
    /// The rows of its board.
    pub rows: u32,
    /// The columns of its board.
    pub columns: u32,
    /// `fewest` or `impossible`.
    pub verdict: &'static str,
    /// The proven fewest.
    pub fewest: Option<u64>,
    /// How hard it is, from 0 to 10.
    pub difficulty: Option<f64>,
    /// How many optimal solutions there are.
    pub solutions: Option<String>,
    /// The seed it was made from.
    pub seed: Option<String>,
    /// Different positions reached.
    pub states: u64,
    /// Which kernel searched.
    pub kernel: String,
    /// The moves of its solution, where it has one.
    pub moves: Option<Vec<String>>,
    /// The level text.
    pub text: String,
}

impl From<Listed> for LevelAnswer {
    fn from(Listed { number, entry }: Listed) -> Self {
        LevelAnswer {
            number,
            id: entry.id(),
            title: title(&entry.text),
            game: entry.game,
            rows: entry.rows,
            columns: entry.columns,
            verdict: match entry.par {
                Some(_) => "fewest",
                None => "impossible",
            },
            fewest: entry.par,
            difficulty: entry.difficulty.filter(|difficulty| difficulty.is_finite()),
            solutions: entry.solutions,
            seed: entry.seed.map(|seed| seed.to_string()),
            states: entry.states,
            kernel: entry.kernel,
            moves: moves(&entry.text),
            text: entry.text,
        }
    }
}

/// The moves of the solution of the one level of a text.
fn moves(text: &str) -> Option<Vec<String>> {
    let levels = builtin::read_bytes(text.as_bytes(), None).ok()?;
    let moves = levels.first()?.solution()?;
    Some(moves.iter().map(ToString::to_string).collect())
}

/// The title of the first level of a text.
pub fn title(text: &str) -> Option<String> {
    let source = Source::new(text.as_bytes()).ok()?;
    let level = read_levels(source).next()?.ok()?;
    level.note("title").map(|note| note.value.text.to_string())
}

/// A complaint about a catalogue, with the name of its file.
pub fn diagnostic(file: &std::path::Path, trouble: &fewest_catalogue::Trouble) -> String {
    say!("{name}: {told}", name = file.display(), told = trouble)
}

/// A catalogue, and the name of its file, which stands before all that is wrong with it.
pub struct CatalogueFile<'a> {
    file: &'a Path,
    catalogue: Catalogue,
}

impl<'a> CatalogueFile<'a> {
    /// Opens a file to add levels, or makes it.
    pub fn create_or_open(file: &'a Path) -> Result<Self, Failure> {
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        if folder.is_some_and(|folder| !folder.is_dir()) {
            let name = file.display();
            return Err(Failure::plain(say!(
                "{name}: there is no such folder to put it in",
                name
            )));
        }
        Self::opened(file, Catalogue::create_or_open(file))
    }

    /// Opens a file that is there, to remove levels.
    pub fn open(file: &'a Path) -> Result<Self, Failure> {
        Self::opened(file, Catalogue::open(file))
    }

    /// Opens a file that is only read.
    pub fn read(file: &'a Path) -> Result<Self, Failure> {
        Self::opened(file, Catalogue::read(file))
    }

    fn opened(file: &'a Path, opened: Result<Catalogue, Trouble>) -> Result<Self, Failure> {
        let catalogue = opened.map_err(|trouble| Failure::plain(diagnostic(file, &trouble)))?;
        Ok(CatalogueFile { file, catalogue })
    }

    /// Does something with the catalogue.
    pub fn ask<T>(
        &mut self,
        task: impl FnOnce(&mut Catalogue) -> Result<T, Trouble>,
    ) -> Result<T, Failure> {
        let done = task(&mut self.catalogue);
        done.map_err(|trouble| Failure::plain(diagnostic(self.file, &trouble)))
    }
}

/// What a catalogue keeps of a level, which has its solution; nothing where it is not known whether
/// it can be won.
pub fn entry(
    key: String,
    level: &AnyLevel,
    report: &Report<MoveName>,
    difficulty: Option<f64>,
    solutions: Option<String>,
) -> Option<Entry> {
    let par = match &report.verdict {
        Verdict::Fewest { cost, .. } => Some(*cost),
        Verdict::Impossible => None,
        Verdict::GaveUp { .. } => return None,
    };
    let (rows, columns) = level.size();
    Some(Entry {
        key,
        game: level.info().id.to_string(),
        rows,
        columns,
        par,
        difficulty,
        solutions,
        text: level.level_text(),
        seed: level.seed(),
        kernel: report.plan.kernel.to_string(),
        states: report.stats.states,
    })
}

/// The same, rated as far as a moment allows.
pub fn rated_entry(
    level: &AnyLevel,
    report: &Report<MoveName>,
    context: &mut SearchContext,
) -> Result<Option<Entry>, Disagreement> {
    /// Levels that have more positions stay without a rating.
    const MOST: u64 = 2_000_000;
    let solved = level.solved(&report.verdict);
    let rating = match &report.verdict {
        Verdict::Fewest { .. } => {
            let mut context = context.fresh().within_states(MOST);
            level.rate_solved(report.clone(), &mut context)?
        }
        _ => return Ok(entry(level.key(), &solved, report, None, None)),
    };
    let difficulty = rating.difficulty.map(|difficulty| difficulty.value);
    let solutions = rating
        .survey
        .ok()
        .map(|survey| survey.solutions.to_string());
    Ok(entry(level.key(), &solved, report, difficulty, solutions))
}
