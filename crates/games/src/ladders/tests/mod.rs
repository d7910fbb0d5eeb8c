//! Snakes and Ladders against a plain oracle (sweeps over the squares, no search), and the
//! kernel against the generic search.

mod conventions;
mod known_odds;
mod large_odds;
mod odds;

use std::collections::BTreeMap;
use std::time::Duration;

use fewest_search::{Limit, Limits, Report, Unwatched, Verdict};

use super::jumps::Jumps;
use super::{Board, Overshoot, Roll, winding};
use crate::game::Level;
use crate::oracle::{self, Judged, Truth, judge, read};
use crate::registry;
use crate::rules::{MoveText as _, Searching, Solve};
use crate::source::Source;

const SEED: u64 = 909;
const FAR: u64 = u64::MAX;

/// The board as the oracle knows it: squares from 1, and only the jumps among them.
struct Track {
    side: usize,
    die: usize,
    jumps: BTreeMap<usize, usize>,
    /// The square that play begins on; 0 is off the board.
    from: usize,
    /// What a roll past the last square does, as the note says it.
    overshoot: &'static str,
}

/// What the judge knows no other of; the side and the jumps are for each board to say.
const JUDGES: Track = Track {
    side: 2,
    die: 6,
    jumps: BTreeMap::new(),
    from: 1,
    overshoot: "offered",
};

impl Track {
    fn last(&self) -> usize {
        self.side * self.side
    }

    /// Where each roll from a square ends, in the order of the rolls.
    fn rolls(&self, square: usize) -> Vec<(usize, usize)> {
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
    fn to_win(&self) -> Vec<u64> {
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
    fn layers(&self) -> Vec<u64> {
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
    fn first_solution(&self) -> Option<Vec<String>> {
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

    fn board(&self) -> Board {
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
    fn check_kernel(&self, limits: &Limits) -> Report<Roll> {
        let board = self.board();
        let seen = oracle::seen(SEED, || self.level_text());
        let solved = board.solve(limits, &mut Unwatched);
        let searched = board.with_puzzle(Searching {
            terms: &limits.into(),
            watch: &mut Unwatched,
        });
        assert_eq!(solved.verdict, searched.verdict, "{seen}");
        assert_eq!(solved.stats.layers, searched.stats.layers, "{seen}");
        assert_eq!(solved.stats.states, searched.stats.states, "{seen}");
        assert_eq!(solved.plan, board.plan(&limits.into()), "{seen}");
        assert!(Some(solved.stats.bytes) <= solved.plan.bytes, "{seen}");
        solved
    }

    /// Holds the game's answer and its count of squares to the oracle's.
    fn check(&self) -> (Box<dyn Level>, Truth) {
        let truth = self.truth();
        let level = oracle::solve_agrees(&self.level_text(), &truth, SEED);
        (level, truth)
    }

    /// Holds what is written and what the judge is told to the oracle's.
    fn check_texts(&self, level: &dyn Level, truth: &Truth) {
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
    Track {
        side,
        die,
        jumps,
        ..JUDGES
    }
}

/// A board of several words of squares. Its jumps are short or long; most are snakes where
/// squares are to be come by again and again.
fn large_track(rng: &mut fastrand::Rng) -> Track {
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

/// So large that many squares are looked up together.
#[test]
fn the_kernel_agrees_where_squares_are_far_apart() {
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
    let report = report.solve(&Limits::default(), &mut Unwatched);
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
    let report = board.solve(&Limits::default(), &mut Unwatched);
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
                _ => track.board().solve(limits, &mut Unwatched),
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

/// A matrix is read in one way where it has no white space and in another where it has; both
/// must say the same, whatever is wrong with it.
#[test]
fn white_space_in_a_matrix_changes_nothing() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let read = |text: &str| {
        let source = Source::new(text.as_bytes()).unwrap();
        let levels = registry::find("ladders").unwrap().read_judge(source);
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
                ..JUDGES
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
