//! Snakes and Ladders against a plain oracle: sweeps over the squares, no search.

use std::collections::BTreeMap;

use super::winding;
use crate::game::Level;
use crate::oracle::{self, Judged, Truth, judge, read};

const SEED: u64 = 909;
const FAR: u64 = u64::MAX;

/// The board as the oracle knows it: squares from 1, and only the jumps among them.
struct Track {
    side: usize,
    die: usize,
    jumps: BTreeMap<usize, usize>,
}

impl Track {
    fn last(&self) -> usize {
        self.side * self.side
    }

    /// Where each roll from a square ends, in the order of the rolls.
    fn rolls(&self, square: usize) -> Vec<(usize, usize)> {
        let ahead = (1..=self.die).map(|roll| (roll, square + roll));
        let offered = ahead.filter(|&(_, touched)| touched <= self.last());
        let landed = offered.map(|(roll, touched)| (roll, self.landing(touched)));
        landed.collect()
    }

    fn landing(&self, touched: usize) -> usize {
        *self.jumps.get(&touched).unwrap_or(&touched)
    }

    /// The fewest rolls from every square to the last one: all are swept until none changes.
    fn to_win(&self) -> Vec<u64> {
        let mut rolls = vec![FAR; self.last() + 1];
        rolls[self.last()] = 0;
        loop {
            let before = rolls.clone();
            for square in 1..self.last() {
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
    fn layers(&self) -> Vec<u64> {
        let mut rolls = vec![FAR; self.last() + 1];
        rolls[1] = 0;
        let mut layers = vec![1];
        loop {
            let made = layers.len() as u64;
            for square in 1..self.last() {
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
    fn first_solution(&self) -> Option<Vec<String>> {
        let to_win = self.to_win();
        let mut square = 1;
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

    fn truth(&self) -> Truth {
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

    fn level_text(&self) -> String {
        let mut text = format!("game: ladders\ndie: {}\n\n", self.die);
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

    fn judge_text(&self) -> String {
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

    /// Holds the game's answer and its count of squares to the oracle's.
    fn check(&self) -> (Box<dyn Level>, Truth) {
        let truth = self.truth();
        let level = oracle::solve_agrees(&self.level_text(), &truth, SEED);
        (level, truth)
    }

    /// Holds what is written and what the judge is told to the oracle's.
    fn check_texts(&self, level: &dyn Level, truth: &Truth) {
        let seen = oracle::seen(SEED, &self.level_text());
        // The oracle mixes `.` and `-1` and aligns nothing, so the game does not write its text:
        // what the game does write must be read and written the same.
        let written = level.level_text();
        assert_eq!(read(&written).level_text(), written, "{seen}");
        let judged = (self.die == 6).then(|| Judged {
            input: self.judge_text(),
            answer: truth.answer("-1"),
        });
        oracle::judge_agrees(level, judged, &seen);
    }
}

fn random_track(rng: &mut fastrand::Rng) -> Track {
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
    Track { side, die, jumps }
}

#[test]
fn the_track_winds_from_the_bottom_left() {
    let numbers = |side| -> Vec<u32> {
        (0..side * side)
            .map(|index| winding(side, index) + 1)
            .collect()
    };
    assert_eq!(numbers(2), [4, 3, 1, 2]);
    assert_eq!(numbers(3), [7, 8, 9, 6, 5, 4, 1, 2, 3]);
}

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..20_000 {
        let track = random_track(&mut rng);
        let (level, truth) = track.check();
        track.check_texts(&*level, &truth);
    }
}

#[test]
fn every_board_of_two_by_two() {
    let ends = || (1..=4).map(Some).chain([None]);
    for die in 1..=8 {
        for (second, third) in ends().flat_map(|second| ends().map(move |third| (second, third))) {
            let jumps = [(2, second), (3, third)];
            let jumps = jumps.iter().filter_map(|&(at, end)| Some((at, end?)));
            let track = Track {
                side: 2,
                die,
                jumps: jumps.collect(),
            };
            let (level, truth) = track.check();
            track.check_texts(&*level, &truth);
        }
    }
}

#[test]
fn every_board_of_three_by_three_with_up_to_two_jumps() {
    let jumps = || (2..9).flat_map(|at| (1..=9).map(move |end| (at, end)));
    let check = |jumps: &[(usize, usize)]| {
        for die in 1..=8 {
            let jumps = jumps.iter().copied().collect();
            Track {
                side: 3,
                die,
                jumps,
            }
            .check();
        }
    };
    check(&[]);
    for one in jumps() {
        check(&[one]);
        for other in jumps().filter(|other| other.0 > one.0) {
            check(&[one, other]);
        }
    }
}

#[test]
fn the_published_examples() {
    let first = "[[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1,-1],\
                 [-1,35,-1,-1,13,-1],[-1,-1,-1,-1,-1,-1],[-1,15,-1,-1,-1,-1]]\n";
    assert_eq!(judge("ladders", first), "4\n");
    assert_eq!(judge("ladders", "[[-1,-1],[-1,3]]\n"), "1\n");
    assert_eq!(
        judge("ladders", &format!("{first}[[-1,-1],[-1,3]]\n")),
        "4\n1\n"
    );
}

#[test]
fn a_jump_at_the_top_left_of_an_odd_board_is_like_any_other() {
    // A published solution says -1 to all of these: it takes that cell for the last square.
    assert_eq!(judge("ladders", "[[9,-1,-1],[-1,-1,-1],[-1,-1,-1]]"), "1\n");
    assert_eq!(judge("ladders", "[[1,-1,-1],[-1,-1,-1],[-1,-1,-1]]"), "2\n");
    assert_eq!(judge("ladders", "[[7,-1,-1],[-1,-1,-1],[-1,-1,-1]]"), "2\n");
}

#[test]
fn one_jump_a_roll() {
    // 2 leads to 3, which leads to the last square: the second ladder waits for a landing.
    let track = |jumps: &[(usize, usize)]| Track {
        side: 3,
        die: 1,
        jumps: jumps.iter().copied().collect(),
    };
    assert_eq!(track(&[(2, 3), (3, 9)]).first_solution().unwrap().len(), 7);
    track(&[(2, 3), (3, 9)]).check();
    track(&[(2, 1)]).check();
}
