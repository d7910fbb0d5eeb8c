//! `fewest bench-player`: how often the player that sees no more than a player sees wins at
//! Minesweeper, game after game.

use std::io::Write;
use std::num::NonZeroUsize;

use clap::{ValueEnum, value_parser};
use fewest_minesweeper::{FirstClick, Score, Simulation};
use fewest_verbs::outcome::{Exit, Failure};
use fewest_verbs::output::{count, json, time};
use fewest_words::say;
use serde::Serialize;

use crate::make::thread_count;
use crate::progress::{self, Bar};

#[derive(clap::Args)]
pub struct BenchPlayerArgs {
    /// beginner, intermediate, expert, or columns, rows and mines such as 30x16/99
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,
    /// What the first click is promised: nothing, no mine, or none around it either
    #[arg(long, value_name = "PROMISE", value_enum, default_value_t = Promise::Open)]
    pub first: Promise,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    pub games: u64,
    /// The seed of the first game; each has the next
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Play so many games at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = fewest_verbs::threads())]
    pub threads: Option<NonZeroUsize>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// What the first click of a game is promised.
#[derive(Clone, Copy, ValueEnum)]
pub enum Promise {
    Any,
    Safe,
    Open,
}

impl From<Promise> for FirstClick {
    fn from(promise: Promise) -> Self {
        match promise {
            Promise::Any => FirstClick::Any,
            Promise::Safe => FirstClick::Safe,
            Promise::Open => FirstClick::Open,
        }
    }
}

/// A board as players call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    name: String,
    columns: u32,
    rows: u32,
    mines: u32,
}

/// The boards that have names.
const NAMED: [(&str, u32, u32, u32); 3] = [
    ("beginner", 9, 9, 10),
    ("intermediate", 16, 16, 40),
    ("expert", 30, 16, 99),
];

/// Boards with more cells are not played: there would be more to think about than anybody waits for.
const MOST_CELLS: u64 = 2_500;

/// Reads `expert`, or `30x16/99`: columns, rows and mines.
pub fn board(text: &str) -> Result<Board, String> {
    let named = NAMED.iter().find(|(name, ..)| *name == text);
    let sizes = || {
        let (size, mines) = text.split_once('/')?;
        let (columns, rows) = size.split_once(['x', 'X'])?;
        let number = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| is_plain)
        };
        Some((number(columns)?, number(rows)?, number(mines)?))
    };
    let (columns, rows, mines) = match named {
        Some(&(_, columns, rows, mines)) => (columns, rows, mines),
        None => sizes().ok_or_else(|| {
            say!(
                "write beginner, intermediate, expert, or columns, rows and mines such as 30x16/99"
            )
        })?,
    };
    let cells = u64::from(columns) * u64::from(rows);
    if cells == 0 || cells > MOST_CELLS {
        return Err(say!(
            "a board has 1 to {most} cells here",
            most = MOST_CELLS
        ));
    }
    Ok(Board {
        name: text.to_string(),
        columns,
        rows,
        mines,
    })
}

pub fn run(args: &BenchPlayerArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let first = args.first.into();
    let Board {
        columns,
        rows,
        mines,
        ..
    } = args.board;
    let simulation = Simulation {
        rows,
        columns,
        mines,
        first,
        click: Simulation::usual_click(rows, columns, first),
    };
    if !simulation.is_possible() {
        return Err(Failure::plain(say!(
            "there is no room for so many mines: {mines}, where the first click is {first}",
            mines,
            first = first.name()
        )));
    }
    progress::catch_interrupts();
    let mut bar = Bar::new(true);
    let score = simulation.play(args.seed, args.games, thread_count(args.threads), |score| {
        bar.show(|_| {
            say!(
                "{games} of {all} games · {wins} won",
                games = count(score.games),
                all = count(args.games),
                wins = count(score.wins)
            )
        })
    });
    drop(bar);
    if args.json {
        json(out, &Told::new(args, first, &score))?;
    } else {
        writeln!(out, "{}", in_words(args, first, &score))?;
    }
    Ok(match score.games == args.games {
        true => Exit::Done,
        false => Exit::Interrupted,
    })
}

fn in_words(args: &BenchPlayerArgs, first: FirstClick, score: &Score) -> String {
    let Board {
        name,
        columns,
        rows,
        mines,
    } = &args.board;
    let (low, high) = score.interval();
    let percent = |share: f64| format!("{:.2}%", share * 100.0);
    say!(
        "{name} ({columns}x{rows}, mines: {mines}, first click: {first}, seed: {seed}): {wins} of \
         {games} games won, {share}, with 95% confidence {low} to {high}; {each} a game",
        name,
        columns,
        rows,
        mines,
        first = first.name(),
        seed = args.seed,
        wins = count(score.wins),
        games = count(score.games),
        share = percent(score.rate()),
        low = percent(low),
        high = percent(high),
        each = time(score.mean_time())
    )
}

#[derive(Serialize)]
struct Told<'a> {
    board: &'a str,
    columns: u32,
    rows: u32,
    mines: u32,
    first: &'static str,
    seed: u64,
    games: u64,
    wins: u64,
    rate: f64,
    low: f64,
    high: f64,
    seconds_a_game: f64,
}

impl<'a> Told<'a> {
    fn new(args: &'a BenchPlayerArgs, first: FirstClick, score: &Score) -> Self {
        let (low, high) = score.interval();
        Told {
            board: &args.board.name,
            columns: args.board.columns,
            rows: args.board.rows,
            mines: args.board.mines,
            first: first.name(),
            seed: args.seed,
            games: score.games,
            wins: score.wins,
            rate: score.rate(),
            low,
            high,
            seconds_a_game: score.mean_time().as_secs_f64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read() {
        let expert = board("expert").expect("it is one");
        assert_eq!((expert.columns, expert.rows, expert.mines), (30, 16, 99));
        let own = board("7X5/34").expect("it is one");
        assert_eq!((own.columns, own.rows, own.mines), (7, 5, 34));
        for text in [
            "",
            "Expert",
            "30x16",
            "0x5/1",
            "30/16/99",
            "+3x3/1",
            "100x100/5",
            "3x3/",
        ] {
            assert!(board(text).is_err(), "{text}");
        }
    }
}
