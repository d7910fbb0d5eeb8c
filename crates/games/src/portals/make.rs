//! How portal mazes are made.

use std::sync::Arc;

use fewest_search::{Limits, Watch};

use super::{Board, Maze};
use crate::grid::{Direction, Grid, Square};
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NOWHERE, NoStarts, distances};
use crate::making::frame::Frame;
use crate::making::subsets::Subsets;
use crate::making::turns::Turn;
use crate::making::{Make, Numbered, shift};

/// There are only so many letters.
const LETTERS: u32 = 26;

impl Make for Board {
    fn blank(rows: u32, columns: u32) -> Option<String> {
        let floor = vec!['.'; (rows * columns) as usize];
        Some(Grid::new(columns as usize, floor).to_string())
    }

    fn random(frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let board = &frame.pattern;
        let mut glyphs = board.maze.glyphs.clone();
        let mut squares: Vec<Square> = (0..glyphs.len()).collect();
        let pairs = frame.amount_within("portals", LETTERS.min(squares.len() as u32 / 2))?;
        let pairs = pairs.start() + chance.below(pairs.end() - pairs.start() + 1);
        for letter in (b'A'..).take(pairs as usize) {
            for square in chance.take(&mut squares, 2) {
                glyphs[square] = letter;
            }
        }
        squares.retain(|&square| !board.is_end(square));
        let walls = frame.amount_within("walls", squares.len() as u32)?;
        let walls = walls.start() + chance.below(walls.end() - walls.start() + 1);
        for square in chance.take(&mut squares, walls) {
            glyphs[square] = b'#';
        }
        Some(board.with(renamed(glyphs)))
    }

    /// A wall set, removed or moved; one end of a portal moved; or a portal built or taken away.
    fn changed(&self, frame: &Frame<Self>, chance: &mut Chance) -> Option<Self> {
        let mut glyphs = self.maze.glyphs.clone();
        let doors: Vec<Square> = self.doors().collect();
        let all = 0..glyphs.len();
        let mut floor: Vec<Square> = all.filter(|&square| self.is_floor(square)).collect();
        let pairs = frame.amount("portals");
        let used = doors.len() as u32 / 2;
        match chance.below(8) {
            0 if used < *pairs.end().min(&LETTERS) && floor.len() >= 2 => {
                let mut letters = (b'A'..).zip(&self.maze.portals);
                let (letter, _) = letters.find(|(_, pair)| pair.is_none())?;
                for square in chance.take(&mut floor, 2) {
                    glyphs[square] = letter;
                }
            }
            1 if used > *pairs.start() => {
                let letter = glyphs[chance.choice(&doors)?];
                for cell in glyphs.squares_mut() {
                    if *cell == letter {
                        *cell = b'.';
                    }
                }
            }
            2 | 3 if !doors.is_empty() => {
                let (from, to) = (chance.choice(&doors)?, chance.choice(&floor)?);
                glyphs.squares_mut().swap(from as usize, to as usize);
            }
            _ => {
                let all = 0..glyphs.len();
                let open: Vec<Square> = all.filter(|&square| self.may_wall(square)).collect();
                let mut walls = glyphs.map(|&glyph| glyph == b'#');
                let amount = frame.amount_within("walls", open.len() as u32)?;
                if !shift(&mut walls, &open, &amount, chance) {
                    return None;
                }
                for square in open {
                    glyphs[square] = if walls[square] { b'#' } else { b'.' };
                }
            }
        }
        Some(self.with(renamed(glyphs)))
    }

    /// Turned, and the letters in the order in which they stand there.
    fn images(&self) -> Vec<Self> {
        let glyphs = &self.maze.glyphs;
        let size = (glyphs.rows(), glyphs.columns());
        let image = |turn: Turn| {
            let turned = Board {
                start: turn.square(size, self.start),
                goal: turn.square(size, self.goal),
                ..self.clone()
            };
            turned.with(renamed(turn.grid(glyphs)))
        };
        Turn::all().map(image).collect()
    }

    /// No way to the goal comes by a square twice; but a portal may lead there at once.
    fn pars(frame: &Frame<Self>) -> (u64, u64) {
        let is_apart = frame.pattern.start != frame.pattern.goal;
        let least = u64::from(is_apart && *frame.amount("portals").end() == 0);
        let walls = *frame.amount("walls").start();
        let floor = frame.pattern.maze.glyphs.len().saturating_sub(walls);
        (least, u64::from(floor.max(1) - 1))
    }

    fn numbered(frame: &Frame<Self>) -> Option<Box<dyn Numbered<Self> + '_>> {
        Some(Box::new(Mazes::new(frame)?))
    }

    /// Every square that is no wall, told by one pass backwards from the goal.
    fn farthest(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Farthest<Self>, NoStarts> {
        let grid = &self.maze.glyphs;
        let leads = |from: Square, tell: &mut dyn FnMut(Square)| {
            if self.maze.is_wall(from) {
                return;
            }
            let beside = Direction::ALL
                .iter()
                .filter_map(|&way| grid.step(from, way));
            for next in beside.filter(|&next| !self.maze.is_wall(next)) {
                tell(self.arrival(next));
            }
        };
        let distances = distances(grid.len(), |at| self.is_goal(at), leads, limits, watch)?;
        let mut farthest = Farthest::new();
        for start in (0..grid.len()).filter(|&at| !self.maze.is_wall(at) && at != self.goal) {
            let board = || Board {
                start,
                ..self.clone()
            };
            match distances[self.arrival(start) as usize] {
                NOWHERE => {}
                par => farthest.add(par.into(), board),
            }
        }
        Ok(farthest)
    }
}

/// Every set of squares for portals, every way to pair them, and every set of walls.
struct Mazes<'a> {
    pattern: &'a Board,
    /// The squares that may be walls.
    open: Vec<Square>,
    walls: Subsets,
    pairs: Vec<Pairs>,
    count: u128,
}

/// All ways to have one number of portals.
struct Pairs {
    squares: Subsets,
    /// How many ways there are to pair the squares.
    ways: u128,
    count: u128,
}

impl Pairs {
    /// So many of them on so many squares.
    fn new(pairs: u32, squares: u32) -> Option<Self> {
        let odd = (0..u128::from(pairs)).map(|pair| 2 * pair + 1);
        let ways = odd.into_iter().try_fold(1u128, u128::checked_mul)?;
        let squares = Subsets::new(squares, &(2 * pairs..=2 * pairs))?;
        let count = squares.count().checked_mul(ways)?;
        Some(Pairs {
            squares,
            ways,
            count,
        })
    }

    /// Writes the portals of a number.
    fn write(&self, number: u128, glyphs: &mut Grid<u8>) {
        let mut squares = self.squares.nth(number / self.ways);
        let mut way = number % self.ways;
        for letter in b'A'.. {
            if squares.is_empty() {
                return;
            }
            // The first that is left, and one of the others.
            let first = squares.remove(0);
            let others = squares.len() as u128;
            let second = squares.remove((way % others) as usize);
            way /= others;
            (glyphs[first], glyphs[second]) = (letter, letter);
        }
    }
}

impl<'a> Mazes<'a> {
    fn new(frame: &'a Frame<Board>) -> Option<Self> {
        let pattern = &frame.pattern;
        let squares = pattern.maze.glyphs.len();
        let open = (0..squares).filter(|&square| !pattern.is_end(square));
        let open: Vec<_> = open.collect();
        let walls = Subsets::new(open.len() as u32, &frame.amount("walls"))?;
        let amount = frame.amount_within("portals", LETTERS.min(squares / 2))?;
        let pairs = amount.map(|pairs| Pairs::new(pairs, squares));
        let pairs: Vec<Pairs> = pairs.collect::<Option<_>>()?;
        let portals = pairs.iter().map(|pairs| pairs.count);
        let portals = portals.into_iter().try_fold(0u128, u128::checked_add)?;
        Some(Mazes {
            pattern,
            count: portals.checked_mul(walls.count())?,
            open,
            walls,
            pairs,
        })
    }
}

impl Numbered<Board> for Mazes<'_> {
    fn count(&self) -> u128 {
        self.count
    }

    /// A wall where a portal is already would be another board's.
    fn nth(&self, number: u128) -> Option<Board> {
        let mut glyphs = self.pattern.maze.glyphs.clone();
        let (mut portals, walls) = (number / self.walls.count(), number % self.walls.count());
        for pairs in &self.pairs {
            match portals.checked_sub(pairs.count) {
                Some(left) => portals = left,
                None => {
                    pairs.write(portals, &mut glyphs);
                    break;
                }
            }
        }
        for place in self.walls.nth(walls) {
            let square = self.open[place as usize];
            if glyphs[square] != b'.' {
                return None;
            }
            glyphs[square] = b'#';
        }
        Some(self.pattern.with(glyphs))
    }
}

impl Board {
    /// The same start and goal in another maze.
    fn with(&self, glyphs: Grid<u8>) -> Self {
        let mut portals: [Option<[Square; 2]>; LETTERS as usize] = [None; LETTERS as usize];
        for (square, &glyph) in (0..).zip(glyphs.squares()) {
            if glyph.is_ascii_uppercase() {
                match &mut portals[usize::from(glyph - b'A')] {
                    Some([_, second]) => *second = square,
                    none => *none = Some([square, square]),
                }
            }
        }
        Board {
            maze: Arc::new(Maze::new(glyphs, portals)),
            start: self.start,
            goal: self.goal,
        }
    }
}

/// The letters of the portals in the order in which they stand there.
fn renamed(glyphs: Grid<u8>) -> Grid<u8> {
    let mut names = [None; LETTERS as usize];
    let mut next = b'A'..=b'Z';
    let mut glyphs = glyphs;
    for glyph in glyphs.squares_mut() {
        if glyph.is_ascii_uppercase() {
            let name = &mut names[usize::from(*glyph - b'A')];
            *glyph = *name.get_or_insert_with(|| next.next().expect("no more than there were"));
        }
    }
    glyphs
}

#[cfg(test)]
impl Board {
    /// The same maze from every square that is no wall and not the goal.
    pub(crate) fn other_starts(&self) -> Vec<Self> {
        let all = 0..self.maze.glyphs.len();
        let floor = all.filter(|&start| !self.maze.is_wall(start) && start != self.goal);
        let from = |start| Board {
            start,
            ..self.clone()
        };
        floor.map(from).collect()
    }
}
