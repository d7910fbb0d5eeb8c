//! fewest itself, by its public face: a judge's text is read before the clock runs, and solving
//! includes the replay of the answer by the plain rules.

use fewest_games::builtin::{self, AnyLevel, GameId};
use fewest_games::game::Game;
use fewest_games::grid::{Grid, Square};
use fewest_games::level::Level;
use fewest_games::mines;
use fewest_games::snake;
use fewest_games::source::Source;
use fewest_search::{Report, SearchContext, SearchOptions};

use crate::textbook::Found;

/// The levels of a judge's input.
///
/// # Panics
/// If it is not one: the instances are this crate's own.
pub fn levels(game: &str, text: &str) -> Vec<AnyLevel> {
    let game = GameId::find(game).expect("one of the games");
    let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
    game.read_judge(source)
        .expect("the instance is well formed")
}

/// The one level of a level text.
///
/// # Panics
/// If it is none: the instances are this crate's own.
pub fn level(text: &str) -> AnyLevel {
    let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
    let mut levels = builtin::read(source, None).expect("the instance is well formed");
    levels.pop().expect("there is one")
}

/// What the judge's text is answered with.
///
/// # Panics
/// If it is none: the instances are this crate's own.
pub fn judge(game: &str, text: &str) -> Vec<u8> {
    let game = GameId::find(game).expect("one of the games");
    let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
    let answer = game.judge(source, &mut SearchContext::default());
    answer.expect("the instance is well formed")
}

/// Solves a level as every command does.
///
/// # Panics
/// If the plain rules refuse the answer.
pub fn solve(level: &AnyLevel) -> Found {
    solve_with(level, &SearchOptions::new())
}

/// Solves a level with these options.
///
/// # Panics
/// If the plain rules refuse the answer.
pub fn solve_with(level: &AnyLevel, options: &SearchOptions) -> Found {
    let report = level.solve(&mut SearchContext::new(options));
    found(&report.expect("the rules accept the answer"))
}

fn found<M>(report: &Report<M>) -> Found {
    Found::new(report.verdict.fewest(), report.stats.states)
}

/// A snake board by its own type.
///
/// # Panics
/// If the text is none: the instances are this crate's own.
pub fn snake_board(text: &str) -> snake::Board {
    board(text)
}

/// Searches a snake board breadth-first without a bound, over everything if need be.
pub fn explore(board: &snake::Board, moves: bool) -> Found {
    let ask = snake::Ask {
        bounded: false,
        moves,
    };
    let report = board.search(ask, &mut SearchContext::default());
    found(&report)
}

/// A mines board by its own type, and the click that the judge asks about.
///
/// # Panics
/// If the text is none: the instances are this crate's own.
pub fn mines_board(text: &str) -> (Grid<u8>, Square) {
    let board: mines::Board = board(text);
    let click = board.click().expect("a case has one");
    (board.cells().clone(), click)
}

/// The board of a judge's input with one case.
fn board<G: Game>(text: &str) -> G {
    let source = Source::new(text.as_bytes()).expect("the text is UTF-8");
    let mut levels = Level::read_judge(source).expect("well formed");
    levels.pop().expect("there is one").board
}
