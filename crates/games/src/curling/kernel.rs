//! The fewest throws by iterative deepening: depth-first within one throw, two, three, and so on.
//!
//! Within a few throws there are few lines of play, and hardly two of them lead to the same
//! position, so remembering positions costs more than it saves. What saves is a bound: the
//! throws that a square is away from the goal if every block in the way might be gone already.
//! No real throw does better, so a line that cannot arrive by the bound is left at once.
//!
//! Lines are tried in the order of the moves, so the first that wins is the one that the generic
//! search finds too.

use fewest_search::{Books, Limit, Limits, Patrol, Plan, Progress, Report, Stats, Verdict, Watch};

use super::Board;
use crate::grid::{Direction, Place, Square};

/// The most throws for which lines are so few. Above, remembering positions pays.
const MOST_THROWS: u32 = Board::JUDGES_THROWS;

const ICE: u8 = 0;
const BLOCK: u8 = 1;
const GOAL: u8 = 2;
const EDGE: u8 = 3;

/// No number of throws leads from here to the goal.
const NEVER: u8 = u8::MAX;

/// Bytes for each square of the framed board: what is on it, its bound, a place in the queue.
const BYTES_A_SQUARE: u64 = 1 + 1 + size_of::<u32>() as u64;

/// Whether a board is one for this kernel: few throws, and squares that fit the queue.
pub fn fits(board: &Board) -> bool {
    let few = board.throws.is_some_and(|throws| throws <= MOST_THROWS);
    few && frame(board).squares <= u64::from(u32::MAX)
}

pub fn plan(board: &Board, limits: &Limits) -> Plan {
    let bytes = frame(board).squares * BYTES_A_SQUARE;
    Plan {
        kernel: "deepening",
        states: limits.states,
        bytes: Some(limits.memory.map_or(bytes, |memory| memory.min(bytes))),
        why: format!(
            "within {} throws the lines of play are few, and a bound leaves most of them early, \
             so no position is kept",
            board.throws.unwrap_or(MOST_THROWS)
        ),
    }
}

pub fn solve(board: &Board, limits: &Limits, watch: &mut dyn Watch) -> Report<Direction> {
    let mut deepening = Deepening {
        limits,
        books: Books::new(limits),
        patrol: Patrol::new(limits, watch),
        frame: frame(board),
        ice: Vec::new(),
        bounds: Vec::new(),
        line: Vec::new(),
        throws: 1,
        was_cut: false,
        looked_at: 0,
    };
    let verdict = deepening
        .run(board)
        .unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            // Every line of fewer throws was tried.
            at_least: u64::from(deepening.throws),
        });
    Report {
        verdict,
        stats: Stats {
            states: deepening.looked_at,
            layers: Vec::new(),
            bytes: deepening.books.most(),
            elapsed: deepening.patrol.elapsed(),
        },
        plan: plan(board, limits),
    }
}

/// The board in a frame of edge squares: a stone that leaves it lands there.
#[derive(Clone, Copy)]
struct Frame {
    columns: usize,
    squares: u64,
}

fn frame(board: &Board) -> Frame {
    let columns = u64::from(board.blocks.columns()) + 2;
    Frame {
        columns: columns as usize,
        squares: columns * (u64::from(board.blocks.rows()) + 2),
    }
}

impl Frame {
    fn place(&self, board: &Board, square: Square) -> usize {
        let Place { row, column } = board.blocks.place(square);
        (row as usize + 1) * self.columns + column as usize + 1
    }

    /// How far the next square in a direction is, to be added with wrapping.
    fn stride(&self, direction: Direction) -> usize {
        match direction {
            Direction::Up => self.columns.wrapping_neg(),
            Direction::Down => self.columns,
            Direction::Left => 1usize.wrapping_neg(),
            Direction::Right => 1,
        }
    }
}

struct Deepening<'a> {
    limits: &'a Limits,
    books: Books,
    patrol: Patrol<'a>,
    frame: Frame,
    /// What is on each square now.
    ice: Vec<u8>,
    /// The throws that each square is at least away from the goal.
    bounds: Vec<u8>,
    /// The throws made.
    line: Vec<Direction>,
    /// The throws allowed in this round.
    throws: u32,
    /// Whether a line of this round was left that more throws might have brought to the goal.
    was_cut: bool,
    looked_at: u64,
}

impl Deepening<'_> {
    fn run(&mut self, board: &Board) -> Result<Verdict<Direction>, Limit> {
        self.lay(board)?;
        let stone = self.frame.place(board, board.stone);
        let bound = self.bounds[stone];
        let most = board.throws.unwrap_or(MOST_THROWS);
        if bound == NEVER {
            return Ok(Verdict::Impossible);
        }
        for throws in u32::from(bound)..=most {
            self.throws = throws;
            if self
                .limits
                .cost
                .is_some_and(|cost| u64::from(throws) > cost)
            {
                return Err(Limit::Cost);
            }
            self.was_cut = false;
            if self.wins(stone)? {
                return Ok(Verdict::Fewest {
                    cost: u64::from(throws),
                    moves: std::mem::take(&mut self.line),
                });
            }
            if !self.was_cut {
                break;
            }
        }
        Ok(Verdict::Impossible)
    }

    /// Lays out the board and the bounds.
    fn lay(&mut self, board: &Board) -> Result<(), Limit> {
        let squares = usize::try_from(self.frame.squares).map_err(|_| Limit::Memory)?;
        self.ice = self.books.list(squares)?;
        self.ice.resize(squares, EDGE);
        let columns = board.blocks.columns() as usize;
        let rows = self.ice.chunks_mut(self.frame.columns).skip(1);
        for (laid, row) in rows.zip(board.blocks.squares().chunks(columns)) {
            for (laid, &block) in laid[1..].iter_mut().zip(row) {
                *laid = if block { BLOCK } else { ICE };
            }
        }
        let goal = self.frame.place(board, board.goal);
        self.ice[goal] = GOAL;
        self.bound_from(goal, board.throws.unwrap_or(MOST_THROWS))
    }

    /// Works the bounds out backwards from the goal. A stone that stops before a block came from
    /// anywhere behind that square, since whatever stood between may have been broken; one that
    /// reached the goal came from anywhere in line with it.
    fn bound_from(&mut self, goal: usize, most: u32) -> Result<(), Limit> {
        let squares = self.ice.len();
        self.bounds = self.books.list(squares)?;
        self.bounds.resize(squares, NEVER);
        let mut queue: Vec<u32> = self.books.list(squares)?;
        self.bounds[goal] = 0;
        queue.push(goal as u32);
        let mut next = 0;
        while let Some(&stop) = queue.get(next) {
            let stop = stop as usize;
            let bound = self.bounds[stop] + 1;
            next += 1;
            if u32::from(bound) > most {
                break;
            }
            for direction in Direction::ALL {
                let stride = self.frame.stride(direction);
                if stop != goal && self.ice[stop.wrapping_add(stride)] != BLOCK {
                    continue;
                }
                let mut from = stop.wrapping_sub(stride);
                while self.ice[from] != EDGE {
                    if self.bounds[from] == NEVER {
                        self.bounds[from] = bound;
                        queue.push(from as u32);
                    }
                    from = from.wrapping_sub(stride);
                }
            }
        }
        Ok(())
    }

    /// Whether the goal can be reached with the throws that are left; the line is then complete.
    fn wins(&mut self, stone: usize) -> Result<bool, Limit> {
        self.look()?;
        let made = self.line.len() as u32 + 1;
        for direction in Direction::ALL {
            let stride = self.frame.stride(direction);
            let mut stop = stone;
            let mut next = stone.wrapping_add(stride);
            while self.ice[next] == ICE {
                stop = next;
                next = next.wrapping_add(stride);
            }
            if self.ice[next] == GOAL {
                self.line.push(direction);
                return Ok(true);
            }
            let bound = self.bounds[stop];
            if self.ice[next] == EDGE || stop == stone || bound == NEVER {
                continue;
            }
            if made + u32::from(bound) > self.throws {
                self.was_cut = true;
                continue;
            }
            self.ice[next] = ICE;
            self.line.push(direction);
            if self.wins(stop)? {
                return Ok(true);
            }
            self.line.pop();
            self.ice[next] = BLOCK;
        }
        Ok(false)
    }

    fn look(&mut self) -> Result<(), Limit> {
        if self
            .limits
            .states
            .is_some_and(|most| self.looked_at >= most)
        {
            return Err(Limit::States);
        }
        self.looked_at += 1;
        let progress = Progress {
            depth: u64::from(self.throws) - 1,
            states: self.looked_at,
        };
        self.patrol.step(4, || progress)
    }
}
