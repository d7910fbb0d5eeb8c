//! The oracle: a track as numbers and jumps, swept over and never searched, and tracks to try it on.

use std::collections::BTreeMap;

use fewest_search::{Limits, Report, SearchContext};

use crate::builtin::AnyLevel;
use crate::game::Game as _;
use crate::ladders::jumps::Jumps;
use crate::ladders::{Board, Overshoot, Roll};
use crate::oracle::{self, Judged, Solve as _, Truth, read, within};
use crate::solve::plan;

pub const SEED: u64 = 909;
pub const FAR: u64 = u64::MAX;

/// The board as the oracle knows it: squares from 1, and only the jumps among them.
pub struct Track {
    pub side: usize,
    pub die: usize,
    pub jumps: BTreeMap<usize, usize>,
    /// The square that play begins on; 0 is off the board.
    pub from: usize,
    /// What a roll past the last square does, as the note says it.
    pub overshoot: &'static str,
}

/// What the judge knows no other of; the side and the jumps are for each board to say.
pub const JUDGES: Track = Track {
    side: 2,
    die: 6,
    jumps: BTreeMap::new(),
    from: 1,
    overshoot: "offered",
};

impl Track {
    pub fn last(&self) -> usize {
        self.side * self.side
    }

    /// Where each roll from a square ends, in the order of the rolls.
    pub fn rolls(&self, square: usize) -> Vec<(usize, usize)> {
        let ends = (1..=self.die).map(|roll| Some((roll, self.roll(square, roll)?)));
        ends.flatten().collect()
    }

    /// Where a roll from a square ends; nothing where it is not offered. The pawn is moved step by
    /// step.
    fn roll(&self, square: usize, roll: usize) -> Option<usize> {
        let (mut at, mut back) = (square, false);
        for step in 1..=roll {
            if at == self.last() {
                match self.overshoot {
                    "offered" => return None,
                    "stay" => return Some(square),
                    "win" => return Some(self.last()),
                    _ => back = true,
                }
            }
            if at == 1 && step > 1 {
                back = false;
            }
            at = if back { at - 1 } else { at + 1 };
        }
        Some(self.landing(at))
    }

    fn landing(&self, touched: usize) -> usize {
        *self.jumps.get(&touched).unwrap_or(&touched)
    }

    /// The fewest rolls from every square to the last one: all are swept until none changes.
    pub fn to_win(&self) -> Vec<u64> {
        let mut rolls = vec![FAR; self.last() + 1];
        rolls[self.last()] = 0;
        loop {
            let before = rolls.clone();
            for square in 0..self.last() {
                for (_, end) in self.rolls(square) {
                    rolls[square] = rolls[square].min(rolls[end].saturating_add(1));
                }
            }
            if rolls == before {
                return rolls;
            }
        }
    }

    /// How many squares are first reached by each number of rolls.
    pub fn layers(&self) -> Vec<u64> {
        let mut rolls = vec![FAR; self.last() + 1];
        rolls[self.from] = 0;
        let mut layers = vec![1];
        loop {
            let made = layers.len() as u64;
            for square in 0..self.last() {
                if rolls[square] == made - 1 {
                    for (_, end) in self.rolls(square) {
                        rolls[end] = rolls[end].min(made);
                    }
                }
            }
            match rolls.iter().filter(|&&count| count == made).count() {
                0 => return layers,
                reached => layers.push(reached as u64),
            }
        }
    }

    /// The first of the fewest solutions: always the lowest roll that still comes nearer.
    pub fn first_solution(&self) -> Option<Vec<String>> {
        let to_win = self.to_win();
        let mut square = self.from;
        if to_win[square] == FAR {
            return None;
        }
        let mut moves = Vec::new();
        while square != self.last() {
            let nearer = |&(_, end): &(usize, usize)| to_win[end] == to_win[square] - 1;
            let (roll, end) = self.rolls(square).into_iter().find(nearer).unwrap();
            moves.push(roll.to_string());
            square = end;
        }
        Some(moves)
    }

    pub fn truth(&self) -> Truth {
        Truth {
            layers: self.layers(),
            moves: self.first_solution(),
        }
    }

    /// The numbers of the squares as they lie on the table, from the top row down.
    fn table(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for row in 0..self.side {
            let mut numbers: Vec<usize> = (1..=self.side).map(|at| row * self.side + at).collect();
            if row % 2 == 1 {
                numbers.reverse();
            }
            rows.insert(0, numbers);
        }
        rows
    }

    pub fn level_text(&self) -> String {
        let mut text = format!("game: ladders\ndie: {}\n", self.die);
        if self.from != 1 {
            text += &format!("from: {}\n", self.from);
        }
        if self.overshoot != "offered" {
            text += &format!("overshoot: {}\n", self.overshoot);
        }
        text.push('\n');
        for row in self.table() {
            for square in row {
                match self.jumps.get(&square) {
                    Some(end) => text += &format!("{end} "),
                    None if square % 3 == 0 => text += "-1 ",
                    None => text += ". ",
                }
            }
            text.push('\n');
        }
        text
    }

    pub fn judge_text(&self) -> String {
        let entry = |square| match self.jumps.get(&square) {
            Some(end) => end.to_string(),
            None => "-1".to_string(),
        };
        let row = |squares: Vec<usize>| {
            let entries: Vec<String> = squares.into_iter().map(entry).collect();
            format!("[{}]", entries.join(","))
        };
        let rows: Vec<String> = self.table().into_iter().map(row).collect();
        format!("[{}]\n", rows.join(","))
    }

    pub fn board(&self) -> Board {
        let jumps = self.jumps.iter();
        let jumps: Vec<_> = jumps
            .map(|(&at, &end)| (at as u32 - 1, end as u32 - 1))
            .collect();
        Board {
            side: self.side as u32,
            die: self.die as u32,
            overshoot: match self.overshoot {
                "offered" => Overshoot::Offered,
                "stay" => Overshoot::Stay,
                "win" => Overshoot::Win,
                _ => Overshoot::Bounce,
            },
            jumps: Jumps::new(self.last() as u32, &jumps),
            from: self.from as u32,
        }
    }

    /// Holds the kernel to the generic search: the same answer roll for roll, and the same number
    /// of squares at every depth, those of the last included.
    pub fn check_kernel(&self, limits: &Limits) -> Report<Roll> {
        let board = self.board();
        let seen = oracle::seen(SEED, || self.level_text());
        let solved = board.solve(&mut within(limits));
        let searched = board
            .puzzle()
            .solve(&mut SearchContext::new(&limits.into()));
        assert_eq!(solved.verdict, searched.verdict, "{seen}");
        assert_eq!(solved.stats.layers, searched.stats.layers, "{seen}");
        assert_eq!(solved.stats.states, searched.stats.states, "{seen}");
        assert_eq!(solved.plan, plan(&board, &limits.into()), "{seen}");
        assert!(Some(solved.stats.bytes) <= solved.plan.bytes, "{seen}");
        solved
    }

    /// Holds the game's answer and its count of squares to the oracle's.
    pub fn check(&self) -> (AnyLevel, Truth) {
        let truth = self.truth();
        let level = oracle::solve_agrees(&self.level_text(), &truth, SEED);
        (level, truth)
    }

    /// Holds what is written and what the judge is told to the oracle's.
    pub fn check_texts(&self, level: &AnyLevel, truth: &Truth) {
        let seen = oracle::seen(SEED, || self.level_text());
        // The oracle mixes `.` and `-1` and aligns nothing, so the game does not write its text:
        // what the game does write must be read and written the same.
        let written = level.level_text();
        assert_eq!(read(&written).level_text(), written, "{seen}");
        let is_judges = (self.die, self.from, self.overshoot) == (6, 1, "offered");
        let judged = is_judges.then(|| Judged {
            input: self.judge_text(),
            answer: truth.answer("-1"),
        });
        oracle::judge_agrees(level, judged, &seen);
    }
}

pub fn random_track(rng: &mut fastrand::Rng) -> Track {
    let side = rng.usize(2..=6);
    let last = side * side;
    let density = rng.f32();
    let snakes = rng.f32();
    let mut jumps = BTreeMap::new();
    for square in 2..last {
        if rng.f32() < density {
            let is_snake = rng.f32() < snakes;
            let end = rng.usize(if is_snake { 1..=square } else { square..=last });
            jumps.insert(square, end);
        }
    }
    // The judge's die is asked about more often: only it has a judge's text.
    let die = if rng.bool() { 6 } else { rng.usize(1..=8) };
    Track {
        side,
        die,
        jumps,
        ..JUDGES
    }
}

/// A board of several words of squares. Its jumps are short or long; most are snakes where
/// squares are to be come by again and again.
pub fn large_track(rng: &mut fastrand::Rng) -> Track {
    let side = rng.usize(7..=24);
    let last = side * side;
    let density = rng.f32() * rng.f32();
    let snakes = rng.f32();
    let reach = *rng.choice(&[8, 70, last]).unwrap();
    let mut jumps = BTreeMap::new();
    for square in 2..last {
        if rng.f32() < density {
            let end = match rng.f32() < snakes {
                true => rng.usize(square.saturating_sub(reach).max(1)..=square),
                false => rng.usize(square..=last.min(square + reach)),
            };
            jumps.insert(square, end);
        }
    }
    let die = *rng
        .choice(&[1, 2, 6, 20, 63, 64, 65, 100, 128, 200, 600])
        .unwrap();
    Track {
        side,
        die,
        jumps,
        ..JUDGES
    }
}
