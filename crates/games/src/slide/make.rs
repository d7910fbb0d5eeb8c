//! How boards of robots on ice are made and changed.

use std::sync::Arc;

use fewest_search::SearchContext;
use fewest_words::{key, say};

use super::{BLOCK, Board, LABELS, WALL_BELOW, WALL_RIGHT};
use crate::edit::{Change, Edit, Editor};
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Farthest, NoStarts, each_start};
use crate::making::make::{Generator, Turn};
use crate::view::{Edge, Side};

/// Makes and changes boards.
pub struct Maker;

/// There are only so many labels for other robots.
const MOST_OTHERS: u32 = LABELS.len() as u32 - 1;

impl Board {
    /// The board with another content of the ice.
    fn with(&self, ice: Grid<u8>) -> Self {
        Board {
            ice: Arc::new(ice),
            ..self.clone()
        }
    }

    /// The ice without robots and target, but with blocks.
    fn open(&self) -> impl Iterator<Item = Square> + '_ {
        let is_open = |square: &Square| *square != self.target && !self.robots.contains(square);
        (0..self.ice.len()).filter(is_open)
    }

    /// The ice where nothing is.
    fn free(&self) -> impl Iterator<Item = Square> + '_ {
        self.open().filter(|&square| self.ice[square] & BLOCK == 0)
    }

    /// Every place between two squares, as the square and the wall that it would have.
    fn gaps(&self) -> impl Iterator<Item = (Square, u8)> + '_ {
        let (rows, columns) = (self.ice.rows(), self.ice.columns());
        (0..self.ice.len()).flat_map(move |square| {
            let place = self.ice.place(square);
            let right = (place.column + 1 < columns).then_some((square, WALL_RIGHT));
            let below = (place.row + 1 < rows).then_some((square, WALL_BELOW));
            right.into_iter().chain(below)
        })
    }

    /// The board with as many other robots as there are squares, labelled in their order.
    fn with_others(&self, mut others: Vec<Square>) -> Self {
        others.sort_unstable();
        others.insert(0, self.robots[0]);
        Board {
            labels: LABELS.as_bytes()[..others.len()].into(),
            robots: others,
            ..self.clone()
        }
    }
}

/// How many places there are between two squares.
fn count_gaps(ice: &Grid<u8>) -> u32 {
    let (rows, columns) = (ice.rows(), ice.columns());
    rows * (columns - 1) + columns * (rows - 1)
}

impl Generator<Board> for Maker {
    fn decisive(&self) -> &'static [&'static str] {
        &["passing"]
    }

    fn blank(&self, rows: u32, columns: u32) -> Option<String> {
        let mut glyphs = Grid::new(columns as usize, vec!['.'; (rows * columns) as usize]);
        let last = glyphs.len().checked_sub(2)? + 1;
        (glyphs[0], glyphs[last]) = ('0', 'G');
        Some(glyphs.to_string())
    }

    fn room(&self, frame: &Frame<Board>) -> Result<(), NoFrame> {
        let open = frame.pattern.ice.len() - 2;
        frame.has_room("robots", MOST_OTHERS.min(open))?;
        let robots = *frame.amount("robots").start();
        frame.has_room("blocks", open - robots)?;
        frame.has_room("edges", count_gaps(&frame.pattern.ice))
    }

    fn random(&self, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut board = frame.pattern.clone();
        let mut squares: Vec<Square> = (0..board.ice.len()).collect();
        let ends = chance.take(&mut squares, 2);
        (board.robots[0], board.target) = (ends[0], ends[1]);
        let most = MOST_OTHERS.min(squares.len() as u32);
        let others = chance.within(&frame.amount_within("robots", most)?);
        let others = chance.take(&mut squares, others);
        let mut ice = board.ice.map(|_| 0);
        let blocks = chance.within(&frame.amount_within("blocks", squares.len() as u32)?);
        for square in chance.take(&mut squares, blocks) {
            ice[square] = BLOCK;
        }
        let mut gaps: Vec<_> = board.gaps().collect();
        let edges = chance.within(&frame.amount_within("edges", gaps.len() as u32)?);
        for (square, wall) in chance.take(&mut gaps, edges) {
            ice[square] |= wall;
        }
        Some(board.with(ice).with_others(others))
    }

    /// A robot or the target moved; a block or a wall set, removed or moved; or a robot more or
    /// fewer.
    fn changed(&self, board: &Board, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let free: Vec<Square> = board.free().collect();
        let mut others = board.robots[1..].to_vec();
        match chance.below(8) {
            0 => {
                let target = chance.choice(&free)?;
                let board = board.clone();
                Some(Board { target, ..board })
            }
            1 => {
                let mut board = board.clone();
                board.robots[0] = chance.choice(&free)?;
                Some(board)
            }
            2 if !others.is_empty() => {
                let moved = chance.below(others.len() as u32) as usize;
                others[moved] = chance.choice(&free)?;
                Some(board.with_others(others))
            }
            3 => {
                let amount = frame.amount_within("robots", MOST_OTHERS)?;
                let now = others.len() as u32;
                if chance.below(2) == 0 && now < *amount.end() {
                    others.push(chance.choice(&free)?);
                } else if now > *amount.start() {
                    others.swap_remove(chance.below(now) as usize);
                } else {
                    return None;
                }
                Some(board.with_others(others))
            }
            kind => {
                let (name, all): (_, Vec<_>) = match kind {
                    4 | 5 => ("edges", board.gaps().collect()),
                    _ => ("blocks", board.open().map(|at| (at, BLOCK)).collect()),
                };
                let amount = frame.amount_within(name, all.len() as u32)?;
                let mut ice = (*board.ice).clone();
                let is_there = |ice: &Grid<u8>, &(square, what)| ice[square] & what != 0;
                let now = all.iter().filter(|it| is_there(&ice, it)).count() as u32;
                let it = chance.choice(&all)?;
                let was_there = is_there(&ice, &it);
                let fits = match was_there {
                    true => now > *amount.start(),
                    false => now < *amount.end(),
                };
                if !fits {
                    let others = all.iter().filter(|it| is_there(&ice, it) != was_there);
                    let (square, what) = chance.choice(&others.copied().collect::<Vec<_>>())?;
                    ice[square] ^= what;
                }
                ice[it.0] ^= it.1;
                Some(board.with(ice))
            }
        }
    }

    /// Turned and mirrored, and the other robots named in the order in which they lie.
    fn images(&self, board: &Board) -> Vec<Board> {
        let size = (board.ice.rows(), board.ice.columns());
        let image = |turn: Turn| {
            let turned = |square| turn.square(size, square);
            let mut ice = turn.grid(&board.ice.map(|ice| ice & BLOCK));
            for Edge { square, side } in board.edges() {
                let next = match side {
                    Side::Right => square + 1,
                    Side::Down => square + size.1,
                };
                let (one, other) = (turned(square), turned(next));
                let (first, last) = (one.min(other), one.max(other));
                let is_row = first / ice.columns() == last / ice.columns();
                ice[first] |= if is_row { WALL_RIGHT } else { WALL_BELOW };
            }
            let mut robots = board.robots.iter().map(|&square| turned(square));
            let first = robots.next().expect("there is robot 0");
            let image = Board {
                robots: vec![first],
                target: turned(board.target),
                ..board.with(ice)
            };
            image.with_others(robots.collect())
        };
        Turn::all().map(image).collect()
    }

    /// No new board begins with robot 0 on the target.
    fn pars(&self, _: &Frame<Board>) -> (u64, u64) {
        (1, u64::MAX)
    }

    /// Robot 0 on every square of the ice where nothing is.
    fn farthest(
        &self,
        board: &Board,
        most: usize,
        context: &mut SearchContext,
    ) -> Result<Farthest<Board>, NoStarts> {
        let mut starts: Vec<Square> = board.free().chain([board.robots[0]]).collect();
        starts.retain(|&start| start != board.target);
        starts.sort_unstable();
        let boards = starts.into_iter().map(|start| {
            let mut board = board.clone();
            board.robots[0] = start;
            board
        });
        each_start(boards, most, context)
    }
}

/// The kinds of [`Edit`] besides [`BLOCK`], [`WALL_RIGHT`] and [`WALL_BELOW`], which are set, or removed
/// where they are: the target, or the robot at a place of the list, is moved.
const EDIT_TARGET: u32 = 5;
const EDIT_ROBOT: u32 = 6;

impl Editor<Board> for Maker {
    /// The blocks, the walls between squares, the target, and the robots. The last two go to any
    /// ice where nothing is.
    fn edits<'a>(&'a self, board: &'a Board) -> Box<dyn Iterator<Item = Edit> + Send + 'a> {
        let blocks = board.open().map(|square| (square, BLOCK));
        let toggled = blocks.chain(board.gaps());
        let toggled = toggled.map(|(square, what)| Edit::at(what.into(), square));
        let kinds = EDIT_TARGET..EDIT_ROBOT + board.robots.len() as u32;
        let moved = kinds.flat_map(|kind| board.free().map(move |to| Edit::at(kind, to)));
        Box::new(toggled.chain(moved))
    }

    fn edited(&self, board: &Board, edit: Edit) -> Board {
        let mut board = board.clone();
        match edit.kind {
            EDIT_TARGET => board.target = edit.to,
            EDIT_ROBOT.. => board.robots[(edit.kind - EDIT_ROBOT) as usize] = edit.to,
            what => Arc::make_mut(&mut board.ice)[edit.to] ^= what as u8,
        }
        board
    }

    fn describe(&self, board: &Board, edit: Edit) -> Change {
        const RIGHT: u32 = WALL_RIGHT as u32;
        const BELOW: u32 = WALL_BELOW as u32;
        let (kind, square) = (edit.kind, edit.to);
        let place = board.ice.place(square);
        let is_there = u32::from(board.ice[square]) & kind != 0;
        let robot = kind.checked_sub(EDIT_ROBOT);
        let robot = robot.map(|robot| char::from(board.labels[robot as usize]));
        let what = match (kind, is_there) {
            (EDIT_TARGET, _) => say!("move the target to {place}", place),
            (EDIT_ROBOT.., _) => {
                let robot = robot.expect("a robot is moved");
                say!("move robot {robot} to {place}", robot, place)
            }
            (RIGHT, true) => say!("remove the wall right of {place}", place),
            (RIGHT, false) => say!("set a wall right of {place}", place),
            (BELOW, true) => say!("remove the wall below {place}", place),
            (BELOW, false) => say!("set a wall below {place}", place),
            (_, true) => say!("remove the block at {place}", place),
            (_, false) => say!("set a block at {place}", place),
        };
        let (group, by) = match kind {
            EDIT_TARGET => (key("target"), None),
            EDIT_ROBOT.. => (key("robot"), robot.filter(|_| board.robots.len() > 1)),
            RIGHT => (key("wall"), Some('R')),
            BELOW => (key("wall"), Some('D')),
            _ => (key("block"), None),
        };
        Change {
            group: group.into(),
            square,
            what,
            by: by.map(String::from),
        }
    }
}
