//! fewest itself, by its public face: a judge's text is read before the clock runs, and solving
//! includes the replay of the answer by the plain rules.

use fewest_games::game::Level;
use fewest_games::grid::{Grid, Square};
use fewest_games::mines;
use fewest_games::registry;
use fewest_games::rules::Text as _;
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

/// The one level of a level text.
///
/// # Panics
/// If it is none: the instances are this crate's own.
pub fn level(text: &str) -> Box<dyn Level> {
    let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
    let mut levels = registry::read(source, None).expect("the instance is well formed");
    levels.pop().expect("there is one")
}

/// What the judge's text is answered with.
///
/// # Panics
/// If it is none: the instances are this crate's own.
pub fn judge(game: &str, text: &str) -> Vec<u8> {
    let game = registry::find(game).expect("one of the games");
    let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
    let answer = game.judge(source, &Limits::default(), &mut Unwatched);
    answer.expect("the instance is well formed")
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
    let ask = snake::Ask {
        bounded: false,
        moves,
    };
    let report = board.search(ask, &Limits::default(), &mut Unwatched);
    found(&report)
}

/// A mines board by its own type, and the click that the judge asks about.
///
/// # Panics
/// If the text is none: the instances are this crate's own.
pub fn mines_board(text: &str) -> (Grid<u8>, Square) {
    let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
    let board = mines::Board::read_case(&mut Scanner::new(source));
    let board = board.expect("well formed").expect("there is one");
    let click = board.click().expect("a case has one");
    (board.cells().clone(), click)
}
