//! Snakes and Ladders against a plain oracle: the track, random boards, searches, texts and edits.

mod odds;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use fewest_search::{Limit, Limits, Report, SearchContext, SearchOptions, Verdict};

use super::{Board, Jumps, Overshoot, Roll, winding};
use crate::advise::Wish;
use crate::builtin::{AnyLevel, GameId};
use crate::edits::{Rewritten, agree};
use crate::game::{Game as _, MoveText as _};
use crate::level::Level;
use crate::oracle::{Judged, Solve as _, Truth, judge, judge_text, numbers, read, within};
use crate::solve::plan;
use crate::source::Source;
use crate::{builtin, oracle};

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

#[test]
fn the_kernel_agrees_with_the_generic_search() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let (mut won, mut rolls) = (0, 0);
    for _ in 0..20_000 {
        let report = large_track(&mut rng).check_kernel(&Limits::default());
        won += u64::from(report.verdict.fewest().is_some());
        rolls += report.verdict.fewest().unwrap_or(0);
    }
    // Neither too easy nor too hard to say anything.
    assert!((5_000..19_000).contains(&won), "{won}");
    assert!(rolls > 10 * won, "{rolls} rolls, {won} won");
}

#[test]
fn the_kernel_agrees_on_every_three_by_three_with_a_few_kinds_of_jumps() {
    // Plain, back to the start, to its own square, and one ahead, where a chain may go on.
    for number in 0..4_usize.pow(7) {
        let jump = |square: usize| match number >> (2 * (square - 2)) & 3 {
            0 => None,
            1 => Some((square, 1)),
            2 => Some((square, square)),
            _ => Some((square, square + 1)),
        };
        for die in [1, 2, 3, 6, 9] {
            let jumps = (2..9).filter_map(jump).collect();
            let side = 3;
            Track {
                side,
                die,
                jumps,
                ..JUDGES
            }
            .check_kernel(&Limits::default());
        }
    }
}

/// Every window overlaps the one before but for a square, which leads back once more.
#[test]
fn snakes_that_lead_back_a_little_less_each_time() {
    for (side, die) in [(8, 5), (12, 40), (20, 70), (20, 130)] {
        let last = side * side;
        let back = |square: usize| match square.checked_sub(die + 1) {
            Some(fresh) if square + die < last => (square, fresh + 2),
            _ => (square, 1),
        };
        let jumps: BTreeMap<_, _> = (2..last - 1).map(back).collect();
        let track = Track {
            side,
            die,
            jumps,
            ..JUDGES
        };
        let report = track.check_kernel(&Limits::default());
        assert!(report.stats.layers.len() > last - 3 * die, "{side} {die}");
        track.check();
    }
}

#[test]
fn the_kernel_agrees_on_large_boards() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let side = 1_500;
    let last = side * side;
    for die in [4, 6, 100] {
        let mut jumps = BTreeMap::new();
        for square in 2..last {
            if rng.u8(..10) == 0 {
                jumps.insert(square, rng.usize(1..last));
            }
        }
        let report = Track {
            side,
            die,
            jumps,
            ..JUDGES
        }
        .check_kernel(&Limits::default());
        assert!(report.stats.states > 50_000, "{die}");
    }
}

/// A die as large as the board, and a board on which that matters: nothing is looked at twice.
#[test]
fn a_large_board_and_a_larger_die() {
    let side = 1_500;
    let last = side * side;
    // The last six squares can only be reached one by one.
    let jumps = (2..last - 6)
        .map(|square| (square, square / 2 + 1))
        .collect();
    let die = 4 * last;
    let report = Track {
        side,
        die,
        jumps,
        ..JUDGES
    }
    .board();
    let report = report.solve(&mut SearchContext::default());
    assert_eq!(report.verdict.fewest(), Some(1));
    let walls = (2..last).map(|square| (square, square / 2 + 1)).collect();
    let die = last - 2;
    let board = Track {
        side,
        die,
        jumps: walls,
        ..JUDGES
    }
    .board();
    let report = board.solve(&mut SearchContext::default());
    assert_eq!(report.verdict.fewest(), Some(2));
    assert_eq!(report.stats.states, last as u64 / 2 + 1);
}

/// Whatever the limit, the kernel's verdict is the generic search's, the free one, or a bound
/// below it.
#[test]
fn the_kernel_keeps_its_limits() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut gave_up = [0; 4];
    for _ in 0..3_000 {
        let track = large_track(&mut rng);
        let seen = oracle::seen(SEED, || track.level_text());
        let free = track.check_kernel(&Limits::default());
        let fewest = free.verdict.fewest();
        let states = Some(rng.u64(..=free.stats.states + 1));
        let cost = Some(rng.u64(..=free.stats.layers.len() as u64 + 1));
        let unlimited = Limits::default();
        let kinds = [
            Limits {
                states,
                ..unlimited
            },
            Limits { cost, ..unlimited },
            Limits {
                memory: Some(rng.u64(..=free.stats.bytes)),
                ..unlimited
            },
            Limits {
                time: Some(Duration::ZERO),
                ..unlimited
            },
        ];
        for (kind, limits) in kinds.iter().enumerate() {
            let report = match kind {
                0 | 1 => track.check_kernel(limits),
                _ => track.board().solve(&mut within(limits)),
            };
            let (stats, plan) = (&report.stats, &report.plan);
            assert!(stats.bytes <= limits.memory.unwrap_or(u64::MAX), "{seen}");
            assert!(
                plan.bytes <= Some(limits.memory.unwrap_or(u64::MAX)),
                "{seen}"
            );
            assert!(Some(stats.bytes) <= plan.bytes, "{seen}");
            match report.verdict {
                Verdict::GaveUp { limit, at_least } => {
                    gave_up[kind] += 1;
                    let limits = [Limit::States, Limit::Cost, Limit::Memory, Limit::Time];
                    assert_eq!(limit, limits[kind], "{seen}");
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                }
                verdict => assert_eq!(verdict, free.verdict, "{seen}"),
            }
        }
    }
    assert!(gave_up.iter().all(|&often| often > 500), "{gave_up:?}");
}

pub const OVERSHOOTS: [&str; 4] = ["offered", "stay", "win", "bounce"];

/// Another beginning and another rule for rolls past the last square.
pub fn with_conventions(rng: &mut fastrand::Rng, track: Track) -> Track {
    let last = track.last();
    let from = match rng.u8(..4) {
        0 => 0,
        1 => 1,
        _ => rng.usize(..=last),
    };
    let mut jumps = track.jumps;
    if from == 0 && rng.bool() {
        jumps.insert(1, rng.usize(1..=last));
    }
    Track {
        from,
        jumps,
        overshoot: rng.choice(&OVERSHOOTS).unwrap(),
        ..track
    }
}

#[test]
fn random_boards_of_all_conventions_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut won = 0;
    for _ in 0..20_000 {
        let track = random_track(&mut rng);
        let track = with_conventions(&mut rng, track);
        let (level, truth) = track.check();
        track.check_texts(&level, &truth);
        won += u32::from(truth.moves.is_some());
    }
    assert!((5_000..19_500).contains(&won), "{won}");
}

/// The kernel is asked wherever play begins on square 1, whatever a roll past the last one does.
#[test]
fn the_kernel_agrees_whatever_the_options_say() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut kernel = 0;
    for _ in 0..5_000 {
        let track = large_track(&mut rng);
        let track = with_conventions(&mut rng, track);
        let report = track.check_kernel(&Limits::default());
        assert_eq!(report.plan.kernel == "track", track.from == 1);
        kernel += u32::from(track.from == 1 && track.overshoot != "offered");
    }
    assert!(kernel > 500, "{kernel}");
}

/// Every position of a board is the beginning of another one: with a jump on square 1, which
/// no text could say, it is the same game still.
#[test]
fn every_position_is_a_board() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut jumps_on_the_first = 0;
    for _ in 0..1_000 {
        let track = random_track(&mut rng);
        let track = with_conventions(&mut rng, track);
        let seen = oracle::seen(SEED, || track.level_text());
        let to_win = track.to_win();
        let board = track.board();
        for number in track.from..=track.last() {
            let here = board.at(&(number as u32));
            let report = here.solve(&mut SearchContext::default());
            let fewest = to_win.get(number).copied().filter(|&rolls| rolls < FAR);
            assert_eq!(report.verdict.fewest(), fewest, "from {number}, {seen}");
            jumps_on_the_first += u32::from(number == 1 && track.jumps.contains_key(&1));
        }
    }
    assert!(jumps_on_the_first > 50, "{jumps_on_the_first}");
}

#[test]
fn a_bounce_goes_to_and_fro() {
    let bounce = Track {
        die: 20,
        overshoot: "bounce",
        ..JUDGES
    };
    let mut ends = Vec::new();
    for roll in 1..=10 {
        let mut number = 3;
        let played = bounce.board().play(&mut number, Roll(roll));
        played.expect("every roll is legal");
        ends.push(number);
    }
    assert_eq!(ends, [4, 3, 2, 1, 2, 3, 4, 3, 2, 1]);
}

/// More faces than could be listed, or counted: those that do something else all are.
#[test]
fn a_die_of_four_billion_faces() {
    for overshoot in OVERSHOOTS {
        for from in 0..4 {
            let track = Track {
                die: u32::MAX as usize,
                from,
                overshoot,
                ..JUDGES
            };
            let level = read(&track.level_text());
            let report = level.solve(&mut SearchContext::default()).unwrap();
            assert_eq!(report.verdict.fewest(), Some(1), "{overshoot} from {from}");
            let mut session = level.session();
            let listed = if overshoot == "offered" {
                4 - from
            } else {
                1000
            };
            assert_eq!(session.moves().len(), listed, "{overshoot} from {from}");
            let rolled = session.push("4294967295").is_ok();
            assert_eq!(rolled, overshoot != "offered");
        }
    }
}

#[test]
fn a_player_off_the_board_is_nowhere_on_it() {
    let level = read("game: ladders\nfrom: 0\n\n. .\n2 .\n");
    let look = || {
        let view = level.session().view();
        let texts = view.tiles.squares().iter().map(|tile| tile.text.clone());
        texts.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(look(), "4* 3 1>2 2");
    let mut session = level.session();
    session.push("1").unwrap();
    let view = session.view();
    assert_eq!(view.tiles.squares()[3].text, "(2)");
}

/// The squares, in the numbers of the track, that a roll walks over, and where a jump leads then.
fn traced(notes: &str, moves: &[&str], roll: &str) -> (Vec<u32>, Option<u32>) {
    // 7 8 9 / 6 5 4 / 1 2 3, with a ladder from 1 to 5 and a snake from 8 to 4.
    let level = read(&format!("game: ladders\n{notes}\n\n. 4 .\n. . .\n5 . .\n"));
    let mut session = level.session();
    for step in moves {
        session.push(step).unwrap();
    }
    let number = |square: u32| [7, 8, 9, 6, 5, 4, 1, 2, 3][square as usize];
    let trace = session.trace(roll).unwrap();
    let steps = trace.steps.into_iter().map(number).collect();
    (steps, trace.jump.map(number))
}

#[test]
fn a_roll_walks_over_every_square() {
    let from = "from: 0\ndie: 9\novershoot:";
    let (stay, win) = (format!("{from} stay"), format!("{from} win"));
    let bounce = format!("{from} bounce");
    assert_eq!(traced(&stay, &[], "1"), (vec![1], Some(5)));
    assert_eq!(traced(&stay, &[], "3"), (vec![1, 2, 3], None));
    assert_eq!(traced(&stay, &["1"], "2"), (vec![5, 6, 7], None));
    assert_eq!(traced(&stay, &["1"], "3"), (vec![5, 6, 7, 8], Some(4)));
    assert_eq!(traced(&stay, &["7"], "5"), (vec![7], None));
    assert_eq!(traced(&win, &["7"], "5"), (vec![7, 8, 9], None));
    assert_eq!(traced(&bounce, &["7"], "3"), (vec![7, 8, 9, 8], Some(4)));
    assert_eq!(traced(&bounce, &["7"], "4"), (vec![7, 8, 9, 8, 7], None));
}

#[test]
fn who_begins_on_the_last_square_has_won() {
    let level = read("game: ladders\nfrom: 4\n\n. .\n. .\n");
    let report = level.solve(&mut SearchContext::default()).unwrap();
    let moves = Vec::new();
    assert_eq!(report.verdict, Verdict::Fewest { cost: 0, moves });
}

/// A player who begins on a jump stands there, and takes it only by landing on it later.
#[test]
fn who_begins_on_a_jump_stands_there() {
    let level = read("game: ladders\nfrom: 2\ndie: 1\n\n. 2\n. 4\n");
    let report = level.solve(&mut SearchContext::default()).unwrap();
    assert_eq!(report.verdict, Verdict::Impossible);
    let level = read("game: ladders\nfrom: 2\ndie: 1\n\n. 1\n. 4\n");
    let report = level.solve(&mut SearchContext::default()).unwrap();
    assert_eq!(report.verdict.fewest(), Some(2));
}

#[test]
fn what_the_judge_cannot_say() {
    let said = |notes: &str| {
        let level = read(&format!("game: ladders\n{notes}\n. .\n. .\n"));
        judge_text(&level).unwrap_err()
    };
    assert_eq!(numbers(&said("die: 8\n")), [6, 8]);
    assert_eq!(numbers(&said("from: 0\n")), [1, 0]);
    let overshoot = said("overshoot: stay\n");
    assert!(overshoot.contains("offered") && overshoot.contains("stay"));
}

#[test]
fn what_is_wrong_with_a_note() {
    let wrong = |notes: &str| {
        let text = format!("game: ladders\n{notes}\n\n. .\n3 .\n");
        let source = Source::new(text.as_bytes()).unwrap();
        let error = builtin::read(source, None).err().expect(notes);
        (error.line, error.column)
    };
    for text in ["", "-1", "one", "4294967296"] {
        assert_eq!(wrong(&format!("from: {text}")), (2, 7), "{text}");
    }
    assert_eq!(wrong("overshoot: Stay"), (2, 12));
    // Square 1 holds a jump here, which is right only for those who begin off the board.
    assert_eq!(wrong("from: 2"), (5, 1));
    let text = "game: ladders\nfrom: 5\n\n. .\n. .\n";
    let error = builtin::read(Source::new(text.as_bytes()).unwrap(), None);
    let error = error.err().unwrap();
    assert_eq!((error.line, error.column), (2, 7));
}
