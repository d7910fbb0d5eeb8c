//! fewest itself, by its public face: a judge's text is read before the clock runs, and solving
//! includes the replay of the answer by the plain rules.

use fewest_games::game::Level;
use fewest_games::grid::{Direction, Place};
use fewest_games::mines;
use fewest_games::registry;
use fewest_games::rules::{Rules as _, Solve as _, Text as _};
use fewest_games::scan::Scanner;
use fewest_games::snake;
use fewest_games::source::Source;
use fewest_search::{Limits, Report, Unwatched};

use crate::textbook::Found;

/// The levels of a judge's input.
///
/// # Panics
/// If it is not one: the instances are this crate's own.
pub fn levels(game: &str, text: &str) -> Vec<Box<dyn Level>> {
    let game = registry::find(game).expect("one of the games");
    let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
    game.read_judge(source)
        .expect("the instance is well formed")
}

/// Solves a level as every command does.
///
/// # Panics
/// If the plain rules refuse the answer.
pub fn solve(level: &dyn Level) -> Found {
    let report = level
        .solve(&Limits::default(), &mut Unwatched)
        .expect("the rules accept the answer");
    found(&report)
}

fn found<M>(report: &Report<M>) -> Found {
    Found {
        fewest: report.verdict.fewest(),
        positions: report.stats.states,
    }
}

/// A snake board by its own type.
///
/// # Panics
/// If the text is none: the instances are this crate's own.
pub fn snake_board(text: &str) -> snake::Board {
    let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
    let board = snake::Board::read_case(&mut Scanner::new(source));
    board.expect("well formed").expect("there is one")
}

/// Searches a snake board breadth-first without a bound, over everything if need be.
pub fn explore(board: &snake::Board, moves: bool) -> Found {
    // Until `Board::search` takes an `Ask`, the generic search does both.
    let _ = moves;
    let report: Report<Direction> = board.solve(&Limits::default(), &mut Unwatched);
    found(&report)
}

/// A mines board, and the click that the judge asks about.
pub struct Mines {
    board: mines::Board,
    click: Place,
    /// The letters after the click, from the judge's answer.
    letters: Vec<u8>,
}

impl Mines {
    /// Reads a judge's case.
    ///
    /// # Panics
    /// If it is none: the instances are this crate's own.
    pub fn read(text: &str) -> Self {
        let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
        let board = mines::Board::read_case(&mut Scanner::new(source));
        let click = text.lines().nth(1).expect("the click's line");
        let game = registry::find("mines").expect("one of the games");
        let mut letters = game
            .judge(source, &Limits::default(), &mut Unwatched)
            .expect("the instance is well formed");
        letters.retain(u8::is_ascii_alphanumeric);
        Mines {
            board: board.expect("well formed").expect("there is one"),
            click: Place::read(click.trim_matches(['[', ']'])).expect("a row and a column"),
            letters,
        }
    }

    /// The cells before the click.
    pub fn hidden(&self) -> mines::Field {
        self.board.start()
    }

    /// Clicks.
    ///
    /// # Panics
    /// If the click is on a revealed cell, which no case has.
    pub fn reveal(&self, cells: &mut mines::Field) {
        self.board.play(cells, self.click).expect("it is hidden");
    }

    /// The letters of the cells after the click, row by row.
    pub fn letters(&self, _cells: &mines::Field) -> Vec<u8> {
        self.letters.clone()
    }
}
