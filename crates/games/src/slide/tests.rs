//! Robots on ice by an oracle that knows the rules in other words: squares are pairs of numbers, a
//! wall is a pair of squares, and the other robots are a set.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use fewest_search::{Limit, SearchContext, SearchOptions, Verdict};

use super::{Board, kernel};
use crate::edits::{Rewritten, agree};
use crate::game::Game as _;
use crate::level::Level;
use crate::oracle::{OrShow as _, Solve as _, Truth, search_agrees, seen, texts_agree};

const SEED: u64 = 1_985;

type Spot = (i32, i32);

/// What there is to know of a board.
#[derive(Clone)]
struct Rink {
    rows: i32,
    columns: i32,
    blocks: BTreeSet<Spot>,
    /// Each as the two squares that it parts.
    walls: BTreeSet<(Spot, Spot)>,
    robots: BTreeMap<char, Spot>,
    target: Spot,
    passing: bool,
}

/// Where robot 0 is, and where the others are.
type Position = (Spot, BTreeSet<Spot>);

const WAYS: [(char, Spot); 4] = [('U', (-1, 0)), ('D', (1, 0)), ('L', (0, -1)), ('R', (0, 1))];

impl Rink {
    fn random(rows: i32, columns: i32, others: usize, rng: &mut Rng) -> Rink {
        let mut rink = Rink {
            rows,
            columns,
            blocks: BTreeSet::new(),
            walls: BTreeSet::new(),
            robots: BTreeMap::new(),
            target: (0, 0),
            passing: rng.u8(..4) == 0,
        };
        let mut spots = rink.spots();
        rng.shuffle(&mut spots);
        let mut labels: Vec<char> = ('1'..='9').chain('a'..='z').collect();
        rng.shuffle(&mut labels);
        labels.truncate(others);
        labels.insert(0, '0');
        rink.robots = labels.into_iter().zip(spots.iter().copied()).collect();
        let used = rink.robots.len();
        // Now and then the target is under a robot.
        let target = if rng.u8(..6) == 0 {
            0
        } else {
            used.min(spots.len() - 1)
        };
        rink.target = spots[rng.usize(target..spots.len())];
        let density = rng.f32() * 0.4;
        for &spot in &spots[used..] {
            if spot != rink.target && rng.f32() < density {
                rink.blocks.insert(spot);
            }
        }
        let density = rng.f32() * 0.3;
        rink.walls = rink.gaps();
        rink.walls.retain(|_| rng.f32() < density);
        rink
    }

    fn spots(&self) -> Vec<Spot> {
        let rows = 0..self.rows;
        rows.flat_map(|row| (0..self.columns).map(move |column| (row, column)))
            .collect()
    }

    /// The pairs of squares side by side.
    fn gaps(&self) -> BTreeSet<(Spot, Spot)> {
        let spots = self.spots();
        let beside = |&(row, column): &Spot| [(row, column + 1), (row + 1, column)];
        let pairs = spots
            .iter()
            .flat_map(|spot| beside(spot).map(|next| (*spot, next)));
        pairs.filter(|(_, next)| spots.contains(next)).collect()
    }

    fn text(&self) -> String {
        let mut text = "game: slide\n".to_string();
        let (row, column) = self.target;
        if self.robots.values().any(|&spot| spot == self.target) {
            text += &format!("target: {row},{column}\n");
        }
        let wall = |((row, column), (below, _)): &(Spot, Spot)| {
            let side = if below > row { 'D' } else { 'R' };
            format!(" {row},{column}{side}")
        };
        // Of the two walls of a square the right one comes first.
        let order = |(spot, next): &(Spot, Spot)| (*spot, next.0 > spot.0);
        let mut walls: Vec<_> = self.walls.iter().copied().collect();
        walls.sort_by_key(order);
        if !walls.is_empty() {
            text += &format!("edges:{}\n", walls.iter().map(wall).collect::<String>());
        }
        if self.passing {
            text += "passing: yes\n";
        }
        text + "\n" + &self.board()
    }

    fn board(&self) -> String {
        let glyph = |spot: Spot| {
            let robot = self.robots.iter().find(|(_, at)| **at == spot);
            match robot {
                Some((label, _)) => *label,
                None if spot == self.target => 'G',
                None if self.blocks.contains(&spot) => '#',
                None => '.',
            }
        };
        let row = |row| -> String {
            (0..self.columns)
                .map(|column| glyph((row, column)))
                .collect()
        };
        (0..self.rows).map(|number| row(number) + "\n").collect()
    }

    fn start(&self) -> Position {
        let others = self.robots.iter().filter(|(label, _)| **label != '0');
        (self.robots[&'0'], others.map(|(_, spot)| *spot).collect())
    }

    /// Where a robot ends that goes a way with others about; `None` where it cannot go at all.
    fn end(&self, from: Spot, way: Spot, others: &[Spot], is_first: bool) -> Option<Spot> {
        let far = |steps: i32| (from.0 + steps * way.0, from.1 + steps * way.1);
        let may_enter = |steps: &i32| {
            let (before, next) = (far(steps - 1), far(*steps));
            let is_inside = (0..self.rows).contains(&next.0) && (0..self.columns).contains(&next.1);
            let is_parted =
                self.walls.contains(&(before, next)) || self.walls.contains(&(next, before));
            let has_won = self.passing && is_first && before == self.target;
            is_inside
                && !is_parted
                && !has_won
                && !self.blocks.contains(&next)
                && !others.contains(&next)
        };
        let steps = (1..).take_while(may_enter).count() as i32;
        (steps > 0).then(|| far(steps))
    }

    /// The moves, each named by where the robot is and its way.
    fn moves(&self, (first, others): &Position) -> Vec<((Spot, char), Position)> {
        if *first == self.target {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (letter, way) in WAYS {
            let all: Vec<Spot> = others.iter().copied().collect();
            if let Some(end) = self.end(*first, way, &all, true) {
                moves.push(((*first, letter), (end, others.clone())));
            }
        }
        for &robot in others {
            for (letter, way) in WAYS {
                let mut rest = others.clone();
                rest.remove(&robot);
                let about: Vec<Spot> = rest.iter().copied().chain([*first]).collect();
                if let Some(end) = self.end(robot, way, &about, false) {
                    rest.insert(end);
                    moves.push(((robot, letter), (*first, rest)));
                }
            }
        }
        moves
    }

    /// The truth, with the moves as they are written.
    fn truth(&self) -> Truth {
        let is_won = |position: &Position| position.0 == self.target;
        let named = |position: &Position| {
            let moves = self.moves(position).into_iter();
            let name = |((row, column), letter)| format!("{row} {column} {letter}");
            moves.map(|(step, next)| (name(step), next)).collect()
        };
        let mut truth = Truth::of(&self.start(), is_won, named);
        truth.moves = truth.moves.map(|moves| self.labelled(&moves));
        truth
    }

    fn labelled(&self, moves: &[String]) -> Vec<String> {
        let mut robots = self.robots.clone();
        let mut written = Vec::new();
        for step in moves {
            let words: Vec<&str> = step.split(' ').collect();
            let number = |word: &str| word.parse::<i32>().expect("a number");
            let from = (number(words[0]), number(words[1]));
            let (&label, _) = robots.iter().find(|(_, at)| **at == from).expect("a robot");
            let others: Vec<Spot> = robots.values().copied().filter(|&at| at != from).collect();
            let way = WAYS
                .iter()
                .find(|(letter, _)| words[2] == letter.to_string());
            let end = self.end(from, way.expect("a way").1, &others, label == '0');
            robots.insert(label, end.expect("it moves"));
            written.push(match robots.len() {
                1 => words[2].to_string(),
                _ => format!("{label}{}", words[2]),
            });
        }
        written
    }

    /// Holds the generic search, the kernel and the texts to the truth.
    fn agrees(&self) -> Truth {
        let (text, truth) = (self.text(), self.truth());
        let shown = seen(SEED, || &text);
        let level = Level::<Board>::parse(&text).or_show(&shown);
        let report = level.board.puzzle().solve(&mut SearchContext::default());
        let name = |step: super::Slide| step.to_string().into();
        search_agrees(&report.clone().map(name), &truth, &shown);
        if kernel::fits(&level.board, &SearchOptions::new()) {
            let solved = kernel::solve(&level.board, &mut SearchContext::default());
            assert_eq!(solved.verdict, report.verdict, "{shown}");
        }
        assert_eq!(
            level
                .solve(&mut SearchContext::default())
                .or_show(&shown)
                .verdict
                .fewest(),
            report.verdict.fewest()
        );
        texts_agree(&level.into(), &text, None, SEED);
        truth
    }
}

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(SEED);
    let (mut won, mut lost) = (0, 0);
    for round in 0..3_000 {
        let others = round % 4;
        let most = [40, 16, 12, 9][others];
        let rows = rng.i32(1..=most.min(7));
        let columns = rng.i32(1..=most / rows);
        if (rows * columns) as usize > others {
            match Rink::random(rows, columns, others, &mut rng).agrees().moves {
                Some(moves) => won += usize::from(moves.len() > 2),
                None => lost += 1,
            }
        }
    }
    assert!(
        won > 200 && lost > 200,
        "{won} won at length, {lost} impossible"
    );
}

/// Every board of four squares with up to two robots, however blocks and walls are set.
#[test]
fn every_board_of_four_squares_agrees() {
    let mut rng = Rng::with_seed(SEED);
    let mut rink = Rink::random(2, 2, 0, &mut rng);
    let (spots, gaps) = (rink.spots(), rink.gaps());
    let mut boards = 0;
    for set in 0..1u32 << (spots.len() + gaps.len()) {
        let is_in = |&(number, _): &(usize, &Spot)| set >> number & 1 == 1;
        rink.blocks = spots
            .iter()
            .enumerate()
            .filter(is_in)
            .map(|(_, spot)| *spot)
            .collect();
        let walls = gaps.iter().enumerate();
        let walls = walls.filter(|(number, _)| set >> (spots.len() + number) & 1 == 1);
        rink.walls = walls.map(|(_, wall)| *wall).collect();
        let ice: Vec<Spot> = spots
            .iter()
            .copied()
            .filter(|spot| !rink.blocks.contains(spot))
            .collect();
        for &first in &ice {
            for &target in &ice {
                rink.target = target;
                for other in [None].into_iter().chain(ice.iter().copied().map(Some)) {
                    if other == Some(first) {
                        continue;
                    }
                    let others = other.map(|spot| ('z', spot));
                    rink.robots = [('0', first)].into_iter().chain(others).collect();
                    rink.passing = set.count_ones() % 2 == 1;
                    rink.agrees();
                    boards += 1;
                }
            }
        }
    }
    assert_eq!(boards, 3_584);
}

/// With many robots a key takes several words, and the generic search solves the level.
#[test]
fn many_robots_are_searched_alike() {
    let mut rng = Rng::with_seed(SEED);
    let mut fewest = BTreeMap::new();
    for round in 0..400 {
        let side = rng.i32(7..=16);
        let others = [4, 5, 9, 35][round % 4];
        let text = Rink::random(side, side, others, &mut rng).text();
        let shown = seen(SEED, || &text);
        let board = Level::<Board>::parse(&text).or_show(&shown).board;
        let options = SearchOptions::new().cost(2);
        let searched = board.puzzle().solve(&mut SearchContext::new(&options));
        let solved = board.solve(&mut SearchContext::new(&options));
        match (&searched.verdict, &solved.verdict) {
            (Verdict::GaveUp { limit, at_least }, other) => {
                assert_eq!((limit, *at_least), (&Limit::Cost, 3), "{shown}");
                let bound = other.at_least().unwrap_or(u64::MAX);
                assert!(bound >= 3, "{shown}");
            }
            (one, other) => assert_eq!(one, other, "{shown}"),
        }
        *fewest.entry(searched.verdict.fewest()).or_insert(0) += 1;
    }
    assert!(
        (0..3).all(|cost| fewest.contains_key(&Some(cost))),
        "{fewest:?}"
    );
}

#[test]
fn limits_hold_and_leave_a_proven_bound() {
    let mut rng = Rng::with_seed(SEED);
    let mut bounds = 0;
    for _ in 0..60 {
        let text = Rink::random(9, 9, 3, &mut rng).text();
        let board = Level::<Board>::parse(&text).expect(&text).board;
        let truth = board.solve(&mut SearchContext::default()).verdict;
        for memory in [1 << 12, 1 << 15, 1 << 17, 1 << 20] {
            let options = SearchOptions::new().memory(memory);
            let report = board.solve(&mut SearchContext::new(&options));
            assert!(report.stats.bytes <= memory, "{text}");
            match report.verdict {
                Verdict::GaveUp { limit, at_least } => {
                    assert_eq!(limit, Limit::Memory, "{text}");
                    assert!(truth.fewest().is_none_or(|cost| at_least <= cost), "{text}");
                    bounds += u64::from(at_least > 1);
                }
                verdict => assert_eq!(verdict, truth, "{text}"),
            }
        }
        let options = SearchOptions::new().states(50);
        let report = board.solve(&mut SearchContext::new(&options));
        assert!(report.stats.states <= 50, "{text}");
    }
    assert!(bounds > 20, "{bounds}");
}

/// On an empty board a robot goes round the corners, and another makes it stop elsewhere.
#[test]
fn positions_are_counted_once() {
    let whole = SearchOptions::new().whole(true);
    let positions = |text: &str| {
        let board = Level::<Board>::parse(text).expect(text).board;
        board
            .puzzle()
            .solve(&mut SearchContext::new(&whole))
            .stats
            .states
    };
    let empty = "game: slide\n\n0....\n.....\n..G..\n.....\n.....\n";
    assert_eq!(positions(empty), 4);
    // Which of the two others is where does not matter.
    let three = "game: slide\n\n0.1\n.G.\n..2\n";
    let same = "game: slide\n\n0.x\n.G.\n..k\n";
    assert_eq!(positions(three), positions(same));
    // A robot and a pair of others on eight squares: the middle cannot be stopped on at first.
    assert_eq!(positions(three), Rink::of(three).count());
}

impl Rink {
    /// A board without blocks and walls.
    fn of(text: &str) -> Rink {
        let rows: Vec<&str> = text.lines().skip(2).collect();
        let mut rink = Rink::random(
            rows.len() as i32,
            rows[0].len() as i32,
            0,
            &mut Rng::with_seed(0),
        );
        (rink.blocks, rink.walls, rink.passing) = (BTreeSet::new(), BTreeSet::new(), false);
        for (row, glyphs) in (0..).zip(rows) {
            for (column, glyph) in (0..).zip(glyphs.chars()) {
                match glyph {
                    '.' => {}
                    'G' => rink.target = (row, column),
                    robot => {
                        rink.robots.insert(robot, (row, column));
                    }
                }
            }
        }
        rink
    }

    /// How many positions can be reached.
    fn count(&self) -> u64 {
        let mut seen = BTreeSet::from([self.start()]);
        let mut open = vec![self.start()];
        while let Some(position) = open.pop() {
            for (_, next) in self.moves(&position) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen.len() as u64
    }

    /// Every edit, made by hand.
    fn by_hand(&self) -> Vec<Rewritten> {
        let mut made = Vec::new();
        let mut write = |group, (row, column): Spot, rink: Rink| {
            made.push(Rewritten {
                group,
                square: (row * self.columns + column) as usize,
                text: rink.text(),
            });
        };
        let is_robot = |spot: &Spot| self.robots.values().any(|at| at == spot);
        let spots = self.spots();
        let open = spots
            .iter()
            .filter(|&spot| !is_robot(spot) && *spot != self.target);
        for &spot in open.clone() {
            let mut rink = self.clone();
            if !rink.blocks.remove(&spot) {
                rink.blocks.insert(spot);
            }
            write("block", spot, rink);
        }
        for wall in self.gaps() {
            let mut rink = self.clone();
            if !rink.walls.remove(&wall) {
                rink.walls.insert(wall);
            }
            write("wall", wall.0, rink);
        }
        let free: Vec<Spot> = open
            .copied()
            .filter(|spot| !self.blocks.contains(spot))
            .collect();
        for &target in &free {
            write(
                "target",
                target,
                Rink {
                    target,
                    ..self.clone()
                },
            );
        }
        for &label in self.robots.keys() {
            for &spot in &free {
                let mut rink = self.clone();
                rink.robots.insert(label, spot);
                write("robot", spot, rink);
            }
        }
        made
    }
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..150 {
        let (rows, columns) = (rng.i32(1..=3), rng.i32(2..=3));
        let rink = Rink::random(rows, columns, rng.usize(..2), &mut rng);
        agree::<Board>(&rink.text(), rink.by_hand());
    }
}

/// What is wrong, and where.
#[test]
fn faulty_boards_are_refused() {
    let wrong = [
        ("game: slide\n\n0.0\nG..\n", (3, 3)),
        ("game: slide\n\n1.G\n", (3, 1)),
        ("game: slide\n\n0..\n", (3, 1)),
        ("game: slide\n\n0GG\n", (3, 3)),
        ("game: slide\n\n0G1\n..1\n", (4, 3)),
        ("game: slide\n\n0G?\n", (3, 3)),
        ("game: slide\ntarget: 0,0\n\n0.G\n", (2, 9)),
        ("game: slide\ntarget: 0,1\n\n0#.\n", (2, 9)),
        ("game: slide\ntarget: 1,0\n\n0#.\n", (2, 9)),
        ("game: slide\nedges: 0,1R 0,2R\n\n0.G\n", (2, 13)),
        ("game: slide\nedges: 0,1D\n\n0.G\n", (2, 8)),
        ("game: slide\nedges: 0,1R 0,1R\n\n0.G\n", (2, 13)),
        ("game: slide\nedges: 0,0L\n\n0.G\n", (2, 8)),
        ("game: slide\nedges: x\n\n0.G\n", (2, 8)),
        ("game: slide\npassing: perhaps\n\n0.G\n", (2, 10)),
    ];
    for (text, place) in wrong {
        let error = Level::<Board>::parse(text).err().expect(text);
        assert_eq!((error.line, error.column), place, "{text}{error}");
    }
    for right in [
        "game: slide\ntarget: 0,2\n\n0..\n",
        "game: slide\ntarget: 0,2\n\n0.G\n",
        "game: slide\nedges:\npassing: no\n\n0.G\n",
    ] {
        let level = Level::<Board>::parse(right).expect(right);
        assert_eq!(level.level_text(), "game: slide\n\n0.G\n");
    }
}

/// The name of a single robot may be left out, and those of several may not.
#[test]
fn moves_name_a_robot_where_there_are_several() {
    let one = Level::<Board>::parse("game: slide\n\n0.#\n..G\n").expect("a level");
    for way in ["R D R", "RDR", "0R 0D 0R", "r 0d R"] {
        let text = format!("{}\nsolution: {way}\n", one.level_text());
        let level = Level::<Board>::parse(&text);
        assert!(level.is_ok(), "{way}: {:?}", level.err());
    }
    let two = Level::<Board>::parse("game: slide\n\n0.1\n..G\n").expect("a level");
    let mut session = two.session();
    for refused in ["D", "2D", "00", "1R", "0", "x", "1DD"] {
        assert!(session.push(refused).is_err(), "{refused}");
    }
    assert!(["0D", "0R"].iter().all(|step| session.push(step).is_ok()));
    assert!(session.won());
}
