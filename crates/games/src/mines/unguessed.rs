//! Minesweeper levels that need no guess, as they are made.

use fewest_words::say;

use super::make::free;
use super::noguess::{Grade, Seeker, grade};
use super::{Board, First};
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
    let Some(mut seeker) = Seeker::new(size, mines, first, &places) else {
        return Err(NoFrame(say!(
            "a board that needs no guess has at most {most} rows or at most as many columns",
            most = Seeker::MOST
        )));
    };
    Ok(Box::new(move |chance: &mut Chance, most| {
        let sought = seeker.seek(chance, most);
        let found = sought.board.and_then(|mines| {
            let reasoning = reasoning(grade(&mines, first).ok()?);
            Some((with_mines(&pattern, &mines), reasoning))
        });
        Drawn {
            guesses: sought.drawn - u64::from(found.is_some()),
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
    let reasoning = reasoning(grade(&mines, first).ok()?);
    Some((with_mines(&pattern, &mines), reasoning))
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
        pattern.first = First::Open;
    }
    (pattern, first)
}

fn with_mines(pattern: &Board, mines: &Grid<bool>) -> Board {
    Board {
        cells: mines.map(|&is_mine| if is_mine { b'M' } else { b'E' }),
        ..pattern.clone()
    }
}

fn reasoning(grade: Grade) -> Reasoning {
    Reasoning(vec![
        ("single", grade.single),
        ("pair", grade.pair),
        ("set", grade.set),
        ("count", grade.count),
    ])
}

#[cfg(test)]
mod tests {
    use fewest_search::{Limits, Unwatched};

    use super::super::chances::{COVERED, Mines, Position};
    use super::super::noguess::Play;
    use super::*;

    /// Opens what the exact chances call safe, again and again. Whether that wins.
    fn chances_win(mines: &Grid<bool>, first: Square) -> bool {
        let number = |square| mines.around(square).filter(|&near| mines[near]).count() as u8;
        let total = mines.squares().iter().filter(|&&is_mine| is_mine).count() as u32;
        let mut position = Position {
            cells: mines.map(|_| COVERED),
            mines: Mines::Total(total),
        };
        let mut safe = vec![first];
        while !safe.is_empty() {
            while let Some(square) = safe.pop() {
                assert!(!mines[square], "what is safe is no mine");
                if position.cells[square] == COVERED {
                    position.cells[square] = number(square);
                    let opens = position.cells[square] == 0;
                    safe.extend(mines.around(square).filter(|_| opens));
                }
            }
            let chances = position.chances(&Limits::default(), &mut Unwatched);
            let Ok(chances) = chances else {
                panic!("the truth fits");
            };
            safe.extend(position.covered().filter(|&square| chances.is_safe(square)));
        }
        position.covered().count() as u32 == total
    }

    #[test]
    fn whoever_knows_the_exact_chances_wins_the_same_boards() {
        let mut chance = Chance::new(11);
        let mut times = [0; 2];
        for (size, mines, first) in [
            ((16, 30), 99, 255),
            ((16, 30), 99, 0),
            ((16, 16), 30, 17),
            ((9, 9), 10, 40),
            ((5, 40), 25, 3),
        ] {
            let places: Vec<Square> = (0..size.0 * size.1).filter(|&it| it != first).collect();
            let mut seeker = Seeker::new(size, mines, first, &places).expect("there is room");
            for _ in 0..60 {
                let (board, play) = seeker.draw(&mut chance);
                let is_certain = chances_win(&board, first);
                let expected = if is_certain {
                    Play::Certain
                } else {
                    Play::Guess
                };
                assert_eq!(play, expected);
                times[usize::from(is_certain)] += 1;
            }
        }
        assert!(times.iter().all(|&times| times > 15), "{times:?}");
    }
}
