//! How portal mazes are made.

use std::sync::Arc;

use fewest_search::{NEVER, SearchContext};
use fewest_words::{key, say};

use super::{Board, Maze};
use crate::edit::{Change, Edit, Editor};
use crate::grid::{Direction, Grid, Square};
use crate::making::chance::Chance;
use crate::making::frame::{Frame, NoFrame};
use crate::making::hardest::{Farthest, NoStarts, distances};
use crate::making::make::{Generator, Numbered, Subsets, Turn, shift};

/// Makes and changes boards.
pub struct Maker;

impl Generator<Board> for Maker {
    fn decisive(&self) -> &'static [&'static str] {
        &["start", "goal"]
    }

    fn room(&self, frame: &Frame<Board>) -> Result<(), NoFrame> {
        let squares = frame.pattern.maze.glyphs.len();
        frame.has_room("portals", LETTERS.min(squares / 2))?;
        let pairs = *frame.amount("portals").start();
        let ends = frame.pattern.ends().len() as u32;
        frame.has_room("walls", squares - ends.max(2 * pairs).min(squares))
    }

    fn random(&self, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let board = &frame.pattern;
        let mut glyphs = board.maze.glyphs.clone();
        let mut squares: Vec<Square> = (0..glyphs.len()).collect();
        let pairs = frame.amount_within("portals", LETTERS.min(squares.len() as u32 / 2))?;
        let pairs = chance.within(&pairs);
        for letter in (b'A'..).take(pairs as usize) {
            for square in chance.take(&mut squares, 2) {
                glyphs[square] = letter;
            }
        }
        squares.retain(|&square| !board.is_end(square));
        let walls = frame.amount_within("walls", squares.len() as u32)?;
        let walls = chance.within(&walls);
        for square in chance.take(&mut squares, walls) {
            glyphs[square] = b'#';
        }
        Some(board.with(renamed(glyphs)))
    }

    /// A wall set, removed or moved; one end of a portal moved; or a portal built or taken away.
    fn changed(&self, board: &Board, frame: &Frame<Board>, chance: &mut Chance) -> Option<Board> {
        let mut glyphs = board.maze.glyphs.clone();
        let doors: Vec<Square> = board.doors().collect();
        let all = 0..glyphs.len();
        let mut floor: Vec<Square> = all.filter(|&square| board.is_floor(square)).collect();
        let pairs = frame.amount("portals");
        let used = doors.len() as u32 / 2;
        match chance.below(8) {
            0 if used < *pairs.end().min(&LETTERS) && floor.len() >= 2 => {
                let mut letters = (b'A'..).zip(&board.maze.portals);
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
                let open: Vec<Square> = all.filter(|&square| board.may_wall(square)).collect();
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
        Some(board.with(renamed(glyphs)))
    }

    /// Turned, and the letters in the order in which they stand there.
    fn images(&self, board: &Board) -> Vec<Board> {
        let glyphs = &board.maze.glyphs;
        let size = (glyphs.rows(), glyphs.columns());
        let image = |turn: Turn| {
            let turned = Board {
                start: turn.square(size, board.start),
                goal: turn.square(size, board.goal),
                ..board.clone()
            };
            turned.with(renamed(turn.grid(glyphs)))
        };
        Turn::all().map(image).collect()
    }

    /// No way to the goal comes by a square twice; but a portal may lead there at once.
    fn pars(&self, frame: &Frame<Board>) -> (u64, u64) {
        let is_apart = frame.pattern.start != frame.pattern.goal;
        let least = u64::from(is_apart && *frame.amount("portals").end() == 0);
        let walls = *frame.amount("walls").start();
        let floor = frame.pattern.maze.glyphs.len().saturating_sub(walls);
        (least, u64::from(floor.max(1) - 1))
    }

    /// Nothing is in the way without walls and portals; nor is there a way to go to a goal on the
    /// start.
    fn always_won(&self, frame: &Frame<Board>) -> Option<String> {
        if frame.pattern.start == frame.pattern.goal {
            return Some(say!("every board can be won: play begins on the goal"));
        }
        let is_free = ["walls", "portals"]
            .iter()
            .all(|name| *frame.amount(name).end() == 0);
        is_free.then(|| say!("every board can be won: it has neither walls nor portals"))
    }

    /// Every set of squares for portals, every way to pair them, and every set of walls elsewhere.
    fn numbered<'a>(&self, frame: &'a Frame<Board>, most: u128) -> Option<Numbered<'a, Board>> {
        let squares = frame.pattern.maze.glyphs.len();
        let ends = frame.pattern.ends().len() as u32;
        let mut kinds = Vec::new();
        for pairs in frame.amount_within("portals", LETTERS.min(squares / 2))? {
            for on_ends in 0..=ends.min(2 * pairs) {
                kinds.push(mazes(frame, pairs, on_ends)?);
            }
        }
        let mazes = Numbered::of_kinds(kinds)?;
        (mazes.count() <= most).then_some(mazes)
    }

    /// Every square that is no wall, told by one pass backwards from the goal; the goal itself only
    /// where play begins on it.
    fn farthest(
        &self,
        board: &Board,
        most: usize,
        context: &mut SearchContext,
    ) -> Result<Farthest<Board>, NoStarts> {
        let grid = &board.maze.glyphs;
        let leads = |from: Square, tell: &mut dyn FnMut(Square)| {
            if board.maze.is_wall(from) {
                return;
            }
            let beside = Direction::ALL
                .iter()
                .filter_map(|&way| grid.step(from, way));
            for next in beside.filter(|&next| !board.maze.is_wall(next)) {
                tell(board.arrival(next));
            }
        };
        let distances = distances(grid.len(), |at| board.is_goal(at), &leads, context)?;
        let mut farthest = Farthest::new(most);
        let may_begin = |at: Square| at == board.start || at != board.goal;
        for start in (0..grid.len()).filter(|&at| !board.maze.is_wall(at) && may_begin(at)) {
            match distances[board.arrival(start) as usize] {
                NEVER => {}
                par => farthest.add(par.into(), || Board {
                    start,
                    ..board.clone()
                }),
            }
        }
        Ok(farthest)
    }
}

/// There are only so many letters.
const LETTERS: u32 = 26;

/// All mazes with so many portals, of which so many squares are on the start and the goal.
fn mazes(frame: &Frame<Board>, pairs: u32, on_ends: u32) -> Option<Numbered<'_, Board>> {
    let pattern = &frame.pattern;
    let ends = pattern.ends();
    let all = 0..pattern.maze.glyphs.len();
    let open: Vec<Square> = all.filter(|&square| !pattern.is_end(square)).collect();
    let (squares, on_open) = (open.len() as u32, 2 * pairs - on_ends);
    let odd = (0..u128::from(pairs)).map(|pair| 2 * pair + 1);
    let pairings = odd.into_iter().try_fold(1u128, u128::checked_mul)?;
    // What is left of the open squares may be walls.
    let walls = Subsets::new(squares.saturating_sub(on_open), &frame.amount("walls"))?;
    let on_ends = Subsets::new(ends.len() as u32, &(on_ends..=on_ends))?;
    let on_open = Subsets::new(squares, &(on_open..=on_open))?;
    let factors = [on_ends.count(), on_open.count(), pairings, walls.count()];
    let count = factors.into_iter().try_fold(1, u128::checked_mul)?;
    Some(Numbered::new(count, move |mut number| {
        let mut take = |of: u128| {
            let taken = number % of;
            number /= of;
            taken
        };
        let mut glyphs = pattern.maze.glyphs.clone();
        let on_ends = on_ends.nth(take(on_ends.count())).into_iter();
        let on_open = on_open.nth(take(on_open.count())).into_iter();
        let mut doors: Vec<Square> = on_open.map(|place| open[place as usize]).collect();
        let mut open = open.clone();
        open.retain(|square| !doors.contains(square));
        doors.extend(on_ends.map(|place| ends[place as usize]));
        doors.sort_unstable();
        pair(doors, take(pairings), &mut glyphs);
        for place in walls.nth(take(walls.count())) {
            glyphs[open[place as usize]] = b'#';
        }
        pattern.with(glyphs)
    }))
}

/// Writes portals on some squares, paired in the way of a number.
fn pair(mut doors: Vec<Square>, mut way: u128, glyphs: &mut Grid<u8>) {
    for letter in b'A'.. {
        if doors.is_empty() {
            return;
        }
        // The first that is left, and one of the others.
        let first = doors.remove(0);
        let others = doors.len() as u128;
        let second = doors.remove((way % others) as usize);
        way /= others;
        (glyphs[first], glyphs[second]) = (letter, letter);
    }
}

impl Board {
    /// The start and the goal, which may be one square.
    fn ends(&self) -> Vec<Square> {
        let mut ends = vec![self.start, self.goal];
        ends.dedup();
        ends
    }

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
            maze: Arc::new(Maze { glyphs, portals }),
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
    /// The maze itself, and the same from every other square that is no wall and not the goal.
    pub(crate) fn all_starts(&self) -> Vec<Self> {
        let all = 0..self.maze.glyphs.len();
        let floor = all.filter(|&start| !self.maze.is_wall(start) && start != self.goal);
        let others = floor.filter(|&start| start != self.start);
        let from = |start| Board {
            start,
            ..self.clone()
        };
        [self.clone()].into_iter().chain(others.map(from)).collect()
    }
}

/// The kinds of [`Edit`]: a wall set, or removed where one is; the start, the goal or one square
/// of a portal moved.
const WALL: u32 = 0;
const START: u32 = 1;
const GOAL: u32 = 2;
const PORTAL: u32 = 3;

impl Board {
    pub(super) fn is_floor(&self, square: Square) -> bool {
        self.maze.glyphs[square] == b'.'
    }

    pub(super) fn is_end(&self, square: Square) -> bool {
        square == self.start || square == self.goal
    }

    /// Whether a wall here can be set or removed.
    pub(super) fn may_wall(&self, square: Square) -> bool {
        self.maze.is_wall(square) || self.is_floor(square) && !self.is_end(square)
    }

    /// Whether the start or the goal can be moved here.
    fn may_end(&self, square: Square) -> bool {
        !self.maze.is_wall(square) && !self.is_end(square)
    }

    /// The squares of the portals, letter by letter.
    pub(super) fn doors(&self) -> impl Iterator<Item = Square> {
        self.maze.portals.iter().flatten().flatten().copied()
    }
}

impl Editor<Board> for Maker {
    /// The walls, the start, the goal, and then each square of a portal, to any floor.
    ///
    /// What says nothing about the maze is left out: a wall on the start or on the goal makes it
    /// impossible, and the two on one square are won at once.
    fn edits<'a>(&'a self, board: &'a Board) -> Box<dyn Iterator<Item = Edit> + Send + 'a> {
        let all = 0..board.maze.glyphs.len();
        let walls = all.clone().filter(|&square| board.may_wall(square));
        let ends = all.clone().filter(|&square| board.may_end(square));
        let doors = board.doors().flat_map(move |from| {
            let floor = all.clone().filter(|&square| board.is_floor(square));
            floor.map(move |to| Edit {
                kind: PORTAL,
                from,
                to,
            })
        });
        let edit = |kind| move |square| Edit::at(kind, square);
        let moved = ends.clone().map(edit(START)).chain(ends.map(edit(GOAL)));
        Box::new(walls.map(edit(WALL)).chain(moved).chain(doors))
    }

    fn count(&self, board: &Board) -> u64 {
        let (mut walls, mut ends, mut floor) = (0, 0, 0);
        for square in 0..board.maze.glyphs.len() {
            walls += u64::from(board.may_wall(square));
            ends += u64::from(board.may_end(square));
            floor += u64::from(board.is_floor(square));
        }
        walls + 2 * ends + board.doors().count() as u64 * floor
    }

    fn edited(&self, board: &Board, edit: Edit) -> Board {
        let mut board = board.clone();
        let Edit { kind, from, to } = edit;
        match kind {
            START => board.start = to,
            GOAL => board.goal = to,
            WALL => {
                let mut glyphs = board.maze.glyphs.clone();
                glyphs[to] = if board.maze.is_wall(to) { b'.' } else { b'#' };
                board.maze = Arc::new(Maze {
                    glyphs,
                    portals: board.maze.portals,
                });
            }
            _ => {
                let mut glyphs = board.maze.glyphs.clone();
                let mut portals = board.maze.portals;
                glyphs.squares_mut().swap(from as usize, to as usize);
                for pair in portals.iter_mut().flatten() {
                    *pair = pair.map(|square| if square == from { to } else { square });
                    // As they are when a board is read.
                    pair.sort_unstable();
                }
                board.maze = Arc::new(Maze { glyphs, portals });
            }
        }
        board
    }

    fn describe(&self, board: &Board, edit: Edit) -> Change {
        let glyphs = &board.maze.glyphs;
        let Edit {
            kind,
            from,
            to: square,
        } = edit;
        let place = glyphs.place(square);
        let by = (kind == PORTAL).then(|| (glyphs[from] as char, glyphs.place(from)));
        let (group, what) = match kind {
            WALL if board.maze.is_wall(square) => {
                (key("wall"), say!("remove the wall at {place}", place))
            }
            WALL => (key("wall"), say!("set a wall at {place}", place)),
            START => (key("start"), say!("move the start to {place}", place)),
            GOAL => (key("goal"), say!("move the goal to {place}", place)),
            _ => {
                let (letter, from) = (glyphs[from] as char, glyphs.place(from));
                let what = say!(
                    "move portal {letter} from {from} to {place}",
                    letter,
                    from,
                    place
                );
                (key("portal"), what)
            }
        };
        Change {
            group: group.into(),
            square,
            what,
            by: by.map(|(letter, from)| format!("{letter} {from}")),
        }
    }
}
