//! All Snake boards of a size at once.
//!
//! One walk through a layout of the walls ([`Snakes`]) knows the par of every start and every
//! apple between them. Layouts that a turn leads to each other are walked through once.

use std::collections::HashMap;
use std::iter;
use std::ops::{ControlFlow, RangeInclusive};

use super::Board;
use super::make::{Placements, lengths, most_moves};
use crate::grid::{Direction, Square};
use crate::making::frame::Frame;
use crate::making::hardest::{Sweep, Top};
use crate::making::make::{Subsets, Turn};

/// The way through all layouts of the walls.
pub struct Layouts<'a> {
    frame: &'a Frame<Board>,
    boards: u128,
    walls: RangeInclusive<u32>,
    snakes: Vec<Snakes>,
    /// Where a turn brings the walls of the lower and of the higher squares.
    turns: Vec<[Vec<u32>; 2]>,
    /// The neighbours of each square.
    beside: Vec<u32>,
}

/// Layouts are turned in two halves: the squares of the lower one.
const LOWER: u32 = 13;
/// The squares that tell one part from another.
const HIGHEST: u32 = 8;

impl<'a> Layouts<'a> {
    /// The most squares: there are 2 to that power of layouts.
    const MOST: u32 = 26;

    /// Nothing where the boards are too large, or the lists of snakes for so many bytes.
    pub fn new(frame: &'a Frame<Board>, memory: u64) -> Option<Self> {
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
        let (mut snakes, mut boards, mut bytes) = (Vec::new(), 0u128, 0);
        for length in lengths(frame) {
            let walls = Subsets::new(squares - length - 1, &frame.amount("walls"))?;
            let all = Snakes::new(pattern, length)?;
            boards += walls.count() * u128::from(squares - length) * all.len() as u128;
            bytes += all.bytes();
            snakes.push(all);
            if bytes > memory {
                return None;
            }
        }
        let beside = |at| {
            let steps = Direction::ALL
                .iter()
                .filter_map(|&way| pattern.step(at, way));
            steps.fold(0, |beside, step| beside | 1 << step)
        };
        Some(Layouts {
            frame,
            boards,
            walls: frame.amount("walls"),
            snakes,
            beside: (0..squares).map(beside).collect(),
            turns: Turn::all().skip(1).filter(stay).map(halves).collect(),
        })
    }

    fn lower(&self) -> u32 {
        self.frame.pattern.walls.len().min(LOWER)
    }

    fn highest(&self) -> u32 {
        self.frame.pattern.walls.len().min(HIGHEST)
    }

    /// Whether no turn leads to a layout of a lower number.
    fn is_first(&self, walls: u32) -> bool {
        let (low, high) = (walls & ((1 << self.lower()) - 1), walls >> self.lower());
        let mut images = self.turns.iter();
        images.all(|[lower, higher]| walls <= lower[low as usize] | higher[high as usize])
    }

    /// The most moves that a shortest win between these walls can take, in their largest region.
    fn most_moves(&self, walls: u32) -> u64 {
        let mut floor = !walls & (u32::MAX >> (u32::BITS - self.frame.pattern.walls.len()));
        let mut largest = 0;
        while floor.count_ones() > largest {
            let (mut region, mut new) = (0, 1 << floor.trailing_zeros());
            while new != 0 {
                region |= new;
                let beside = squares(new).fold(0, |all, at| all | self.beside[at as usize]);
                new = beside & floor & !region;
            }
            largest = largest.max(region.count_ones());
            floor &= !region;
        }
        most_moves(largest)
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
}

impl Sweep<Board> for Layouts<'_> {
    fn boards(&self) -> u128 {
        self.boards
    }

    /// One for each layout of the highest squares.
    fn parts(&self) -> u64 {
        1 << self.highest()
    }

    /// Two sets for each placement, and what is listed of them on the way.
    fn bytes(&self) -> (u64, u64) {
        let placements: usize = self.snakes.iter().map(Snakes::len).sum();
        let tables = self.snakes.iter().map(Snakes::bytes).sum();
        (tables, 16 * placements as u64 + (1 << 20))
    }

    fn part(
        &self,
        part: u64,
        top: &mut Top<Board>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let left = self.frame.pattern.walls.len() - self.highest();
        let walls = (part as u32) << left;
        let fitting = |snakes: &Snakes| {
            let all = 0..snakes.len() as u32;
            all.filter(|&snake| snakes.fits(snake, walls)).collect()
        };
        let able: Vec<_> = self.snakes.iter().map(fitting).collect();
        let mut walk = Walk {
            layouts: self,
            sets: self.snakes.iter().map(Snakes::sets).collect(),
            top,
            go_on,
        };
        walk.descend(walls, left, &able)
    }
}

/// On the way through the layouts of a part.
struct Walk<'a, 'b> {
    layouts: &'a Layouts<'a>,
    sets: Vec<Sets>,
    top: &'a mut Top<'b, Board>,
    go_on: &'a mut dyn FnMut() -> ControlFlow<()>,
}

impl Walk<'_, '_> {
    /// Decides some squares more, `left` being undecided, until all are. Of each length those
    /// placements are told that the walls so far leave room for.
    fn descend(&mut self, walls: u32, left: u32, able: &[Vec<u32>]) -> ControlFlow<()> {
        const AT_ONCE: u32 = 3;
        // A win that takes n moves comes by n + 1 placements, and below there are no more than here.
        let bar = self.top.bar();
        if able.iter().all(|able| able.len() as u64 <= bar) || self.layouts.most_moves(walls) < bar
        {
            return ControlFlow::Continue(());
        }
        if left == 0 {
            return self.look_at(walls, able);
        }
        let decided = left.min(AT_ONCE);
        let left = left - decided;
        for bits in 0..1 << decided {
            let more = bits << left;
            let fitting = |(snakes, able): (&Snakes, &Vec<u32>)| {
                let able = able.iter().copied();
                able.filter(|&snake| snakes.fits(snake, more)).collect()
            };
            let able = self.layouts.snakes.iter().zip(able).map(fitting);
            self.descend(walls | more, left, &able.collect::<Vec<_>>())?;
        }
        ControlFlow::Continue(())
    }

    /// Walks through one layout, unless another stands for it.
    fn look_at(&mut self, walls: u32, able: &[Vec<u32>]) -> ControlFlow<()> {
        (self.go_on)()?;
        let layouts = self.layouts;
        if !layouts.walls.contains(&walls.count_ones()) || !layouts.is_first(walls) {
            return ControlFlow::Continue(());
        }
        for ((snakes, able), sets) in layouts.snakes.iter().zip(able).zip(&mut self.sets) {
            if able.len() as u64 <= self.top.bar() {
                continue;
            }
            let par = snakes.walk(able, sets, None);
            if par > 0 && par >= self.top.bar() {
                let mut show = |snake: &[Square], apple| {
                    self.top.offer(par, || layouts.board(walls, snake, apple));
                };
                snakes.walk(able, sets, Some((par, &mut show)));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Every way that a snake of one length may lie where there are no walls.
pub struct Snakes {
    lies: Placements,
    /// The squares of each, as bits, and the head's alone.
    bodies: Vec<u32>,
    heads: Vec<u32>,
    /// What the next moves lead to; the number after the last for moves that are illegal.
    leads: Vec<[u32; 4]>,
}

/// The squares that can be reached from each placement, and within one move more.
pub struct Sets {
    now: Vec<u32>,
    next: Vec<u32>,
}

/// A par, and who is shown the snakes and apples that have it.
pub type Show<'a> = (u64, &'a mut dyn FnMut(&[Square], Square));

impl Snakes {
    /// Nothing where there are too many.
    pub fn new(pattern: &Board, length: u32) -> Option<Self> {
        let lies = Placements::new(pattern, length, Placements::MOST)?;
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

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// The bytes that they take, with those that it took to number them.
    pub fn bytes(&self) -> u64 {
        const OF_EACH: u64 = 80;
        self.lies.bytes() + OF_EACH * self.len() as u64
    }

    /// Whether these walls leave room for one of them.
    #[inline]
    pub fn fits(&self, snake: u32, walls: u32) -> bool {
        self.bodies[snake as usize] & walls == 0
    }

    /// A set for each of them, all empty.
    pub fn sets(&self) -> Sets {
        let empty = || vec![0; self.len() + 1];
        Sets {
            now: empty(),
            next: empty(),
        }
    }

    /// The greatest par between walls that leave room for these placements; shows who has it, if
    /// that is asked. The sets are empty before and after.
    pub fn walk(&self, able: &[u32], sets: &mut Sets, mut show: Option<Show>) -> u64 {
        let Sets { now, next } = sets;
        for &snake in able {
            now[snake as usize] = self.heads[snake as usize];
        }
        let (mut moves, mut par) = (0, 0);
        loop {
            moves += 1;
            let (mut is_new, mut fresh) = (false, 0);
            for &snake in able {
                let snake = snake as usize;
                let before = now[snake];
                let leads = self.leads[snake].iter();
                let set = leads.fold(before, |set, &lead| set | now[lead as usize]);
                next[snake] = set;
                is_new |= set != before;
                fresh |= (set ^ before) & !self.bodies[snake];
            }
            if fresh != 0 {
                par = moves;
            }
            if let Some((par, show)) = &mut show
                && *par == moves
            {
                for &snake in able {
                    let snake = snake as usize;
                    let fresh = (next[snake] ^ now[snake]) & !self.bodies[snake];
                    for apple in squares(fresh) {
                        show(&self.lies.get(snake), apple);
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

/// The squares of a set.
pub fn squares(mut set: u32) -> impl Iterator<Item = Square> {
    iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(first)
    })
}
