//! How Minesweeper boards are changed and made, with guesses and without.

use std::collections::BTreeMap;

use fewest_minesweeper::{FirstClick, NoGuessGenerator, Reasoning as Kinds, reasoning};
use fewest_search::{Limit, SearchContext, Verdict};
use fewest_words::{key, say};

use super::{Board, Touch, is_hidden, puzzle};
use crate::edit::{Change, Edit, Editor, LeftOut};
use crate::game::Game as _;
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Farthest, NoStarts};
use crate::making::make::{Generator, Numbered, Subsets, Turn, shift};
use crate::making::wanted::{Draw, Drawn, Reasoning};
use crate::solve::search;

/// Makes and changes boards.
pub struct Maker;

impl Generator<Board> for Maker {
    fn decisive(&self) -> &'static [&'static str] {
        &["clicks"]
    }

    fn blank(&self, rows: u32, columns: u32) -> Option<String> {
        let cells = vec!['E'; (rows * columns) as usize];
        Some(Grid::new(columns as usize, cells).to_string())
    }

    fn room(&self, frame: &Frame<Board>) -> Result<(), NoFrame> {
        frame.has_room("mines", free(&frame.pattern).len() as u32)
    }

    fn random(&self, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut board = frame.pattern.clone();
        let mut squares = free(&board);
        let amount = frame.amount_within("mines", squares.len() as u32)?;
        let mines = chance.within(&amount);
        for square in chance.take(&mut squares, mines) {
            board.cells[square] = b'M';
        }
        Some(board)
    }

    /// A mine set, removed or moved.
    fn changed(&self, board: &Board, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut mines = board.cells.map(|&cell| cell == b'M');
        let squares = free(&frame.pattern);
        let amount = frame.amount_within("mines", squares.len() as u32)?;
        shift(&mut mines, &squares, &amount, chance).then(|| Board {
            cells: mines.map(|&is_mine| if is_mine { b'M' } else { b'E' }),
            ..frame.pattern.clone()
        })
    }

    /// Where the judge's click is means nothing to the fewest.
    fn images(&self, board: &Board) -> Vec<Board> {
        let mut flags = board.cells.map(|_| false);
        for &square in &board.flags {
            flags[square] = true;
        }
        let image = |turn: Turn| {
            let flags = turn.grid(&flags);
            let flags = (0..flags.len()).filter(|&square| flags[square]).collect();
            board.with(turn.grid(&board.cells), flags)
        };
        Turn::all().map(image).collect()
    }

    /// Every cell is clicked, but for the mines and those that no solution clicks.
    fn pars(&self, frame: &Frame<Board>) -> (u64, u64) {
        let cells = &frame.pattern.cells;
        let (fewest, most) = frame.amount("mines").into_inner();
        let most = most.min(free(&frame.pattern).len() as u32);
        let least = u64::from(most < cells.len());
        let unclicked = fewest.max(never_clicked(cells.rows(), cells.columns()));
        (least, u64::from(cells.len().saturating_sub(unclicked)))
    }

    /// Every cell without a mine can be clicked.
    fn always_won(&self, _: &Frame<Board>) -> Option<String> {
        Some(say!(
            "every board can be won: whoever knows the mines clicks on every other cell"
        ))
    }

    /// Every set of mines.
    fn numbered<'a>(&self, frame: &'a Frame<Board>, most: u128) -> Option<Numbered<'a, Board>> {
        let pattern = &frame.pattern;
        let squares = free(pattern);
        let mines = Subsets::new(squares.len() as u32, &frame.amount("mines"))?;
        let count = mines.count();
        let nth = move |number| {
            let mut board = pattern.clone();
            for place in mines.nth(number) {
                board.cells[squares[place as usize]] = b'M';
            }
            board
        };
        (count <= most).then(|| Numbered::new(count, nth))
    }

    fn unguessed(&self, frame: &Frame<Board>, chance: &mut Chance) -> Result<Draw<Board>, NoFrame> {
        draw_unguessed(frame, chance)
    }

    fn reasoned(&self, board: Board, frame: &Frame<Board>) -> Option<(Board, Reasoning)> {
        reasoned(board, frame)
    }

    fn farthest(
        &self,
        _: &Board,
        _: usize,
        _: &mut SearchContext,
    ) -> Result<Farthest<Board>, NoStarts> {
        Err(NoStarts::Startless(Board::INFO.id))
    }
}

/// The number of cells that a shortest solution never clicks, at least, wherever the mines are.
///
/// Every clicked cell has a neighbour that is not clicked: a digit has a mine, and an opening is
/// clicked once, on a cell without a mine around it. So each cell in row 0, 3, 6, … and column
/// 0, 3, 6, … is not clicked or has a neighbour that is not, and no two of these cells share a
/// neighbour. Chords only save clicks. The bound is tight: mines on such cells, shifted by one where
/// there is room, leave only digits.
fn never_clicked(rows: u32, columns: u32) -> u32 {
    match (rows, columns) {
        // A single cell has no neighbour.
        (1, 1) => 0,
        _ => rows.div_ceil(3) * columns.div_ceil(3),
    }
}

/// The cells of a board that may be mines.
fn free(pattern: &Board) -> Vec<Square> {
    let promised = pattern.promised();
    let cells = 0..pattern.cells.len();
    cells.filter(|square| !promised.contains(square)).collect()
}

impl Board {
    /// Whether a revealed cell beside a cell tells something of it.
    fn is_told(&self, square: Square) -> bool {
        let tells = |near: Square| matches!(self.cells[near], b'B' | b'1'..=b'8');
        self.cells.around(square).any(tells)
    }

    /// Where it takes `cost` clicks to win: a click is one of them or it is not.
    pub(super) fn distances_by_counting(
        &self,
        cost: u64,
        context: &mut SearchContext,
    ) -> Result<Vec<(Square, u64)>, Limit> {
        // Both are in reading order.
        let mut keeping = self.keeping(cost, context)?.into_iter().peekable();
        let left = |touch: Touch| {
            let is_best = keeping.next_if_eq(&touch).is_some();
            (self.square(touch), cost - u64::from(is_best))
        };
        Ok(self.moves(&self.start()).into_iter().map(left).collect())
    }

    /// Each move is made, and what is left is solved.
    pub(super) fn distances_by_trying(
        &self,
        context: &mut SearchContext,
    ) -> Result<Vec<(Square, u64)>, Limit> {
        let start = self.start();
        let mut nearest: BTreeMap<Square, u64> = BTreeMap::new();
        for touch in self.worth_trying() {
            let mut next = start.clone();
            next.touch(touch, self.clicks, |_| {});
            match search(&self.at(&next), &mut context.next_search()?).verdict {
                Verdict::Fewest { cost, .. } => {
                    let nearest = nearest.entry(self.square(touch)).or_insert(cost);
                    *nearest = cost.min(*nearest);
                }
                Verdict::Impossible => {}
                Verdict::GaveUp { limit, .. } => return Err(limit),
            }
        }
        Ok(nearest.into_iter().collect())
    }

    /// The moves that an optimal solution may begin with. A flag that is wrong is never of use, nor
    /// is one that is right ever in the way, where the digits are right.
    pub(super) fn worth_trying(&self) -> Vec<Touch> {
        let mut moves = self.moves(&self.start());
        if puzzle::is_right(self) {
            moves.retain(|touch| {
                let square = self.square(*touch);
                let is_flagged = self.flags.binary_search(&square).is_ok();
                !matches!(touch, Touch::Flag(_)) || is_flagged != (self.cells[square] == b'M')
            });
        }
        moves
    }

    /// The cell that a legal touch is on.
    fn square(&self, touch: Touch) -> Square {
        let place = touch.place();
        place.row * self.cells.columns() + place.column
    }
}

impl Editor<Board> for Maker {
    /// Every hidden cell, except beside a digit or a blank: what is revealed there tells how many
    /// mines are around it, and would be wrong. No mine is set where the first click is promised
    /// that there is none.
    fn edits<'a>(&'a self, board: &'a Board) -> Box<dyn Iterator<Item = Edit> + Send + 'a> {
        let promised = board.promised();
        let squares = (0..board.cells.len()).filter(move |&square| {
            is_hidden(board.cells[square]) && !board.is_told(square) && !promised.contains(&square)
        });
        Box::new(squares.map(|square| Edit::at(0, square)))
    }

    fn left_out(&self, board: &Board) -> Vec<LeftOut> {
        let promised = board.promised();
        let hidden = (0..board.cells.len()).filter(|&square| is_hidden(board.cells[square]));
        let (mut beside, mut clicked) = (0, 0);
        for square in hidden {
            if board.is_told(square) {
                beside += 1;
            } else if promised.contains(&square) {
                clicked += 1;
            }
        }
        let reasons = [
            (
                beside,
                key("a revealed cell beside them tells how many mines are around it"),
            ),
            (
                clicked,
                key("the first click is promised that no mine is there"),
            ),
        ];
        let there_are = reasons.into_iter().filter(|&(squares, _)| squares > 0);
        there_are
            .map(|(squares, why)| LeftOut { squares, why })
            .collect()
    }

    /// A flag stays where it is; the note with the number of mines is updated.
    fn edited(&self, board: &Board, Edit { to: square, .. }: Edit) -> Board {
        let mut board = board.clone();
        let is_mine = board.cells[square] == b'M';
        board.cells[square] = if is_mine { b'E' } else { b'M' };
        board.total = board.total.map(|total| match is_mine {
            true => total - 1,
            false => total + 1,
        });
        board
    }

    fn describe(&self, board: &Board, Edit { to: square, .. }: Edit) -> Change {
        let place = board.cells.place(square);
        let what = match board.cells[square] {
            b'M' => say!("remove the mine at {place}", place),
            _ => say!("set a mine at {place}", place),
        };
        Change::at(square, (key("mine"), what))
    }
}

/// See [`Make::unguessed`](crate::making::Make::unguessed).
fn draw_unguessed(frame: &Frame<Board>, chance: &mut Chance) -> Result<Draw<Board>, NoFrame> {
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
        let found = drawn
            .found
            .map(|(mines, kinds)| (with_mines(&pattern, &mines), named(kinds)));
        Drawn {
            guesses: drawn.boards - u64::from(found.is_some()),
            found,
        }
    }))
}

/// See [`Make::reasoned`](crate::making::Make::reasoned).
fn reasoned(board: Board, frame: &Frame<Board>) -> Option<(Board, Reasoning)> {
    let (pattern, first) = beginning(frame);
    let mines = board.cells.map(|&cell| cell == b'M');
    if pattern.promised().iter().any(|&square| mines[square]) {
        return None;
    }
    let kinds = reasoning(&mines, first).ok()?;
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
