//! All Snake boards of a size at once.
//!
//! For one layout of the walls, every way that the snake may lie has the set of the squares that
//! its head can reach within a number of moves, a bit each. One move more, and it is the union of
//! the sets of all that it leads to. The move that first brings a square into a set is the par of
//! that start with the apple there: so one walk through the layout knows all its boards. Layouts
//! that a turn leads to each other are walked through once.

use std::collections::HashMap;
use std::ops::{ControlFlow, RangeInclusive};

use super::Board;
use super::make::lengths;
use super::placements::Placements;
use crate::grid::{Direction, Square};
use crate::making::frame::Frame;
use crate::making::hardest::{Sweep, Top};
use crate::making::turns::Turn;

/// The way through all layouts of the walls.
pub struct Layouts<'a> {
    frame: &'a Frame<Board>,
    boards: u128,
    walls: RangeInclusive<u32>,
    snakes: Vec<Snakes>,
    /// Where a turn brings the walls of the lower and of the higher squares.
    turns: Vec<[Vec<u32>; 2]>,
}

/// Every way that a snake of one length may lie where there are no walls.
struct Snakes {
    lies: Placements,
    /// The squares of each, as bits, and the head's alone.
    bodies: Vec<u32>,
    heads: Vec<u32>,
    /// What the next moves lead to; the number after the last for moves that are
    /// illegal.
    leads: Vec<[u32; 4]>,
}

/// The squares of a layout are told in two halves: one is the number of the part.
const LOWER: u32 = 13;

impl<'a> Layouts<'a> {
    /// The most squares: there are 2 to that power of layouts.
    const MOST: u32 = 26;

    /// Nothing where the boards are too large.
    pub fn new(frame: &'a Frame<Board>, boards: u128) -> Option<Self> {
        let pattern = &frame.pattern;
        let size = (pattern.walls.rows(), pattern.walls.columns());
        let squares = pattern.walls.len();
        if squares > Self::MOST {
            return None;
        }
        let half = |turn: Turn, first: Square, end: Square| -> Vec<u32> {
            let turned = |bits: u32| {
                let set = (first..end).filter(|at| bits >> (at - first) & 1 == 1);
                set.fold(0, |turned, at| turned | 1 << turn.square(size, at))
            };
            (0..1u32 << (end - first)).map(turned).collect()
        };
        let lower = squares.min(LOWER);
        let stay = |turn: &Turn| turn.size(size) == size;
        let halves = |turn| [half(turn, 0, lower), half(turn, lower, squares)];
        let snakes = lengths(frame)?.map(|length| Snakes::new(pattern, length));
        Some(Layouts {
            frame,
            boards,
            walls: frame.amount("walls"),
            snakes: snakes.collect::<Option<_>>()?,
            turns: Turn::all().skip(1).filter(stay).map(halves).collect(),
        })
    }

    fn lower(&self) -> u32 {
        self.frame.pattern.walls.len().min(LOWER)
    }

    /// Whether no turn leads to a layout of a lower number.
    fn is_first(&self, walls: u32) -> bool {
        let (low, high) = (walls & ((1 << self.lower()) - 1), walls >> self.lower());
        let mut images = self.turns.iter();
        images.all(|[lower, higher]| walls <= lower[low as usize] | higher[high as usize])
    }

    fn board(&self, walls: u32, snake: &[Square], apple: Square) -> Board {
        let mut board = self.frame.pattern.clone();
        board.snake = snake.to_vec();
        board.apple = apple;
        for square in 0..board.walls.len() {
            board.walls[square] = walls >> square & 1 == 1;
        }
        board
    }

    /// Walks through one layout: its greatest par. Shows the boards of one par, if that is asked.
    fn walk(&self, snakes: &Snakes, able: &[u32], sets: &mut Sets, mut show: Option<Show>) -> u64 {
        let Sets { now, next } = sets;
        for &snake in able {
            now[snake as usize] = snakes.heads[snake as usize];
        }
        let (mut moves, mut par) = (0, 0);
        loop {
            moves += 1;
            let (mut is_new, mut fresh) = (false, 0);
            for &snake in able {
                let snake = snake as usize;
                let before = now[snake];
                let leads = snakes.leads[snake].iter();
                let set = leads.fold(before, |set, &lead| set | now[lead as usize]);
                next[snake] = set;
                is_new |= set != before;
                fresh |= (set ^ before) & !snakes.bodies[snake];
            }
            if fresh != 0 {
                par = moves;
            }
            if let Some((par, show)) = &mut show
                && *par == moves
            {
                for &snake in able {
                    let snake = snake as usize;
                    let fresh = (next[snake] ^ now[snake]) & !snakes.bodies[snake];
                    for apple in bits(fresh) {
                        show(&snakes.lies.get(snake), apple);
                    }
                }
            }
            std::mem::swap(now, next);
            if !is_new {
                break;
            }
        }
        for &snake in able {
            (now[snake as usize], next[snake as usize]) = (0, 0);
        }
        par
    }
}

/// A par, and who is shown the snakes and apples that have it.
type Show<'a> = (u64, &'a mut dyn FnMut(&[Square], Square));

/// The squares of a set.
fn bits(set: u32) -> impl Iterator<Item = Square> {
    (0..u32::BITS).filter(move |square| set >> square & 1 == 1)
}

/// The squares that can be reached from each placement, and within one move more.
struct Sets {
    now: Vec<u32>,
    next: Vec<u32>,
}

impl Snakes {
    /// Nothing where there are too many.
    fn new(pattern: &Board, length: u32) -> Option<Self> {
        let lies = Placements::new(pattern, length)?;
        let numbers: HashMap<&[Square], u32> = lies.iter().zip(0..).collect();
        let nowhere = lies.len() as u32;
        let lead = |snake: &[Square], way| {
            let head = pattern.step(snake[0], way)?;
            let mut moved = vec![head];
            moved.extend_from_slice(&snake[..snake.len() - 1]);
            // One that would lie on itself has no number.
            numbers.get(moved.as_slice()).copied()
        };
        let leads =
            |snake: &[Square]| Direction::ALL.map(|way| lead(snake, way).unwrap_or(nowhere));
        let body = |snake: &[Square]| snake.iter().fold(0, |bits, square| bits | 1 << square);
        Some(Snakes {
            heads: lies.iter().map(|snake| 1 << snake[0]).collect(),
            bodies: lies.iter().map(body).collect(),
            leads: lies.iter().map(leads).collect(),
            lies,
        })
    }
}

impl Sweep<Board> for Layouts<'_> {
    fn boards(&self) -> u128 {
        self.boards
    }

    /// One for each layout of the higher squares.
    fn parts(&self) -> u64 {
        1 << (self.frame.pattern.walls.len() - self.lower())
    }

    fn bytes(&self) -> u64 {
        let most = self
            .snakes
            .iter()
            .map(|snakes| snakes.lies.len() as u64)
            .max();
        most.unwrap_or(0) * 16 + (1 << 20)
    }

    fn part(
        &self,
        part: u64,
        top: &mut Top<Board>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let high = (part as u32) << self.lower();
        let fits = |snakes: &Snakes, snake: u32, walls| snakes.bodies[snake as usize] & walls == 0;
        let mut able: Vec<Vec<u32>> = Vec::new();
        let mut sets: Vec<Sets> = Vec::new();
        for snakes in &self.snakes {
            let all = 0..snakes.lies.len() as u32;
            able.push(all.filter(|&snake| fits(snakes, snake, high)).collect());
            let empty = vec![0; snakes.lies.len() + 1];
            sets.push(Sets {
                now: empty.clone(),
                next: empty,
            });
        }
        let mut here = Vec::new();
        for low in 0..1u32 << self.lower() {
            let walls = high | low;
            if !self.walls.contains(&walls.count_ones()) || !self.is_first(walls) {
                continue;
            }
            go_on()?;
            for ((snakes, able), sets) in self.snakes.iter().zip(&able).zip(&mut sets) {
                here.clear();
                let fitting = able.iter().filter(|&&snake| fits(snakes, snake, low));
                here.extend(fitting);
                let par = self.walk(snakes, &here, sets, None);
                if par > 0 && par >= top.bar() {
                    let mut show = |snake: &[Square], apple| {
                        top.offer(par, || self.board(walls, snake, apple));
                    };
                    self.walk(snakes, &here, sets, Some((par, &mut show)));
                }
            }
        }
        ControlFlow::Continue(())
    }
}
