//! Minesweeper levels that need no guess, as they are made.

use fewest_minesweeper::{FirstClick, NoGuessGenerator, Reasoning as Kinds, reasoning};
use fewest_words::say;

use super::Board;
use super::make::free;
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;
use crate::making::frame::{Frame, NoFrame};
use crate::making::unguessed::{Draw, Drawn, Reasoning};

/// See [`Make::unguessed`](crate::making::Make::unguessed).
pub fn draw(frame: &Frame<Board>, chance: &mut Chance) -> Result<Draw<Board>, NoFrame> {
    let (pattern, first) = beginning(frame);
    let places = free(&pattern);
    let size = (pattern.cells.rows(), pattern.cells.columns());
    // With a mine under it the first click loses.
    let most = (places.len() as u32).min(pattern.cells.len() - 1);
    frame.has_room("mines", most)?;
    let amount = frame.amount_within("mines", most).expect("there is room");
    let mines = chance.within(&amount);
    let Some(mut generator) = NoGuessGenerator::new(size, mines, first, &places) else {
        return Err(NoFrame(say!(
            "a board that needs no guess has at most {most} rows or at most as many columns",
            most = NoGuessGenerator::MOST
        )));
    };
    Ok(Box::new(move |chance: &mut Chance, most| {
        let drawn = generator.find(&mut || chance.bits(), most);
        let found = drawn.found.map(|(mines, kinds)| {
            let mines = Grid::from(mines);
            (with_mines(&pattern, &mines), named(kinds))
        });
        Drawn {
            guesses: drawn.boards - u64::from(found.is_some()),
            found,
        }
    }))
}

/// See [`Make::reasoned`](crate::making::Make::reasoned).
pub fn reasoned(board: Board, frame: &Frame<Board>) -> Option<(Board, Reasoning)> {
    let (pattern, first) = beginning(frame);
    let mines = board.cells.map(|&cell| cell == b'M');
    if pattern.promised().iter().any(|&square| mines[square]) {
        return None;
    }
    let kinds = reasoning(&mines.clone().into(), first).ok()?;
    Some((with_mines(&pattern, &mines), named(kinds)))
}

/// The frame's pattern with the click that play begins with, and that click. Where nothing is said
/// it is in the middle, where most boards need no guess, and no mine is around it.
fn beginning(frame: &Frame<Board>) -> (Board, Square) {
    let mut pattern = frame.pattern.clone();
    let cells = &pattern.cells;
    let middle = cells.at(cells.rows() / 2, cells.columns() / 2);
    let first = pattern.click.or(middle).expect("a board has a middle");
    pattern.click = Some(first);
    if !frame.says("first") {
        pattern.first = FirstClick::Open;
    }
    (pattern, first)
}

fn with_mines(pattern: &Board, mines: &Grid<bool>) -> Board {
    Board {
        cells: mines.map(|&is_mine| if is_mine { b'M' } else { b'E' }),
        ..pattern.clone()
    }
}

fn named(kinds: Kinds) -> Reasoning {
    Reasoning(vec![
        ("single", kinds.single),
        ("pair", kinds.pair),
        ("set", kinds.set),
        ("count", kinds.count),
    ])
}
