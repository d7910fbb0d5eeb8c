//! The squares that a snake's head can reach within a number of moves, from every way that it may
//! lie at once.
//!
//! Each placement has such a set, a bit a square. One move more, and it is the union of the sets of
//! all placements that it leads to. The move that first brings a square into a set is the par of
//! that start with the apple there.

use std::collections::HashMap;
use std::iter;

use super::Board;
use super::placements::Placements;
use crate::grid::{Direction, Square};

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
