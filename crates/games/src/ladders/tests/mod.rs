//! Snakes and Ladders against a plain oracle: the track, random boards, texts and edits.

mod odds;
mod search;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fewest_search::{Limits, Report, SearchContext, SearchOptions};

use super::{Board, Jumps, Overshoot, Roll, winding};
use crate::advise::Wish;
use crate::builtin::{AnyLevel, GameId};
use crate::edits::{Rewritten, agree};
use crate::game::{Game as _, MoveText as _};
use crate::level::Level;
use crate::oracle;
use crate::oracle::{Judged, Solve as _, Truth, judge, numbers, read, within};
use crate::solve::plan;
use crate::source::Source;

/// A matrix is read in one way where it has no white space and in another where it has; both
/// must say the same, whatever is wrong with it.
#[test]
fn white_space_in_a_matrix_changes_nothing() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let read = |text: &str| {
        let source = Source::new(text.as_bytes()).unwrap();
        let levels = GameId::find("ladders").unwrap().read_judge(source);
        levels.map(|levels| {
            levels
                .iter()
                .map(|level| level.level_text())
                .collect::<Vec<_>>()
        })
    };
    let parts = [
        "[",
        "]",
        ",",
        "-1",
        "-1,",
        "0",
        "1",
        "7",
        "36",
        "37",
        "-",
        "-2",
        "007",
        "],[",
        "[]",
        "",
        "999999999",
        "1000000000",
        "4294967295",
        "4294967296",
        "99999999999999999999",
        "x",
        "\"",
    ];
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..20_000 {
        let mut text = random_track(&mut rng).judge_text();
        for _ in 0..rng.usize(0..3) {
            let from = rng.usize(..text.len());
            let to = (from + rng.usize(..4)).min(text.len());
            text.replace_range(from..to, rng.choice(&parts).unwrap());
        }
        let seen = oracle::seen(SEED, || &text);
        let Some(rest) = text.strip_prefix('[') else {
            continue;
        };
        let spaced = format!("[ {rest}");
        match (read(&text), read(&spaced)) {
            (Ok(levels), Ok(again)) => {
                right += 1;
                assert_eq!(levels, again, "{seen}");
            }
            (Err(error), Err(again)) => {
                wrong += 1;
                assert_eq!(
                    (error.message, error.width),
                    (again.message, again.width),
                    "{seen}"
                );
                assert_eq!(error.advice, again.advice, "{seen}");
                let column = error.column + usize::from(error.line == 1);
                assert_eq!((error.line, column), (again.line, again.column), "{seen}");
            }
            (one, other) => panic!("{one:?} but {other:?}, {seen}"),
        }
    }
    assert!(right > 5_000 && wrong > 5_000, "{right} {wrong}");
}

#[test]
fn every_roll_is_named_by_its_number() {
    for roll in (0..=200).chain([u32::MAX]) {
        assert_eq!(Roll(roll).name(), roll.to_string());
    }
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
        track.check_texts(&level, &truth);
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
                ..JUDGES
            };
            let (level, truth) = track.check();
            track.check_texts(&level, &truth);
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
                ..JUDGES
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
        ..JUDGES
    };
    assert_eq!(track(&[(2, 3), (3, 9)]).first_solution().unwrap().len(), 7);
    track(&[(2, 3), (3, 9)]).check();
    track(&[(2, 1)]).check();
}

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

/// The numbers of the track as they lie on the table, from the top left: the bottom row runs to
/// the right, the next one to the left, and so on.
fn table(side: usize) -> Vec<usize> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for row in 0..side {
        let mut numbers: Vec<usize> = (row * side + 1..=row * side + side).collect();
        if row % 2 == 1 {
            numbers.reverse();
        }
        rows.push(numbers);
    }
    rows.into_iter().rev().flatten().collect()
}

fn text(side: usize, notes: &str, jumps: &BTreeMap<usize, usize>) -> String {
    let mut text = format!("game: ladders\n{notes}");
    for (index, number) in table(side).iter().enumerate() {
        text.push(if index % side == 0 { '\n' } else { ' ' });
        text += &jumps.get(number).map_or(".".to_string(), usize::to_string);
        if index == 0 {
            text.insert(text.rfind('\n').unwrap(), '\n');
        }
    }
    text + "\n"
}

fn by_hand(side: usize, notes: &str, jumps: &BTreeMap<usize, usize>) -> Vec<Rewritten> {
    let mut made = Vec::new();
    for (&start, &now) in jumps {
        for (square, end) in table(side).into_iter().enumerate() {
            if end == now {
                continue;
            }
            let mut changed = jumps.clone();
            if end == start {
                changed.remove(&start);
            } else {
                changed.insert(start, end);
            }
            made.push(Rewritten {
                group: "jump",
                square,
                text: text(side, notes, &changed),
            });
        }
    }
    let last = side * side;
    for start in (2..last).filter(|start| !jumps.contains_key(start)) {
        let places = table(side);
        let square = places.iter().position(|&number| number == start);
        for end in (1..=last).filter(|&end| end != start) {
            let mut changed = jumps.clone();
            changed.insert(start, end);
            made.push(Rewritten {
                group: "new jump",
                square: square.expect("it is on the table"),
                text: text(side, notes, &changed),
            });
        }
    }
    made
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for round in 0..200 {
        // The largest have several words of squares.
        let side = match round % 100 {
            0 => 9,
            _ => rng.usize(2..=4),
        };
        let last = side * side;
        let mut jumps = BTreeMap::new();
        for _ in 0..rng.usize(..=4) {
            jumps.insert(rng.usize(2..last), rng.usize(1..=last));
        }
        let notes = if rng.bool() { "die: 3\n" } else { "" };
        agree::<Board>(&text(side, notes, &jumps), by_hand(side, notes, &jumps));
    }
}

/// On a board without jumps there is something to change: jumps are added, up and down, the longest
/// first.
#[test]
fn jumps_are_added_where_there_are_none() {
    let board = Level::<Board>::parse("game: ladders\n\n. . .\n. . .\n. . .\n");
    let board = board.expect("a level").board;
    let first: Vec<_> = Board::editor()
        .edits(&board)
        .take(4)
        .map(|edit| Board::editor().describe(&board, edit))
        .collect();
    let jumps: Vec<_> = first.iter().map(|change| numbers(&change.what)).collect();
    assert_eq!(jumps, [[8, 1], [2, 9], [7, 1], [2, 8]]);
    assert_eq!(Board::editor().count(&board), 7 * 8);
}

/// A large board has as many new jumps as pairs of squares: all are counted, and the best of each
/// square is listed.
#[test]
fn of_very_many_jumps_the_best_of_each_square_are_listed() {
    let rows = format!("{}\n", ". ".repeat(11)).repeat(11);
    let level = read(&format!("game: ladders\n\n{rows}"));
    let go_on = &mut |_| ControlFlow::Continue(());
    let advice = level.advise(Wish::Harder, &SearchOptions::new(), go_on);
    let advice = advice.expect("no lie");
    assert_eq!((advice.tried(), advice.untried), (119 * 120, 0));
    let group = &advice.groups[0];
    assert_eq!(group.counts.all(), 119 * 120);
    assert_eq!(group.tried.len(), 119);
    assert!(group.counts.easier > 0 && group.counts.unchanged > 0);
    for (square, best) in (0..).zip(group.best.squares()) {
        assert_eq!(
            best.map(|best| group.tried[best].becomes.clone()),
            group.grid[square]
        );
        if let Some(best) = best {
            let place = group.tried[*best].place;
            assert_eq!(group.grid.at(place.row, place.column), Some(square));
            assert_eq!(numbers(&group.tried[*best].what).len(), 2);
        }
    }
}
