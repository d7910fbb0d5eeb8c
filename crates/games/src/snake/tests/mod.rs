//! Snake against a plain oracle.

mod search;

use std::collections::HashSet;

use fewest_search::{Puzzle as _, Report, SearchContext, SearchOptions, Space, Verdict};

use super::make::most_moves;
use super::{Ask, Board, SnakePuzzle, kernel};
use crate::builtin::AnyLevel;
use crate::edits::{Glyphs, Rewritten, agree};
use crate::game::{Game as _, MoveText};
use crate::grid::{Direction, Grid};
use crate::oracle;
use crate::oracle::{Judged, OrShow as _, Truth, judge};

/// Holds the packing of every placement to its promises; says how many there are.
fn check_packing(yard: &Yard, length: usize) -> usize {
    let seen = format!("{} by {}, wrap {}", yard.rows, yard.columns, yard.wrap);
    let squares = |snake: &Body| -> Vec<u32> {
        let square = |&(row, column): &Spot| (row * yard.columns + column) as u32;
        snake.iter().map(square).collect()
    };
    let board = Board {
        walls: Grid::new(yard.columns as usize, vec![false; yard.spots().len()]),
        snake: (0..length as u32).collect(),
        apple: 0,
        wrap: yard.wrap,
    };
    let puzzle = SnakePuzzle::<u32>::new(&board);
    let Space::Dense(space) = puzzle.space() else {
        panic!("{seen} is not dense");
    };
    let mut taken = vec![false; space as usize];
    let mut count = 0;
    yard.place_all(length, &mut |snake| {
        let state = puzzle.snake(&squares(snake));
        let key = puzzle.pack(&state);
        assert!(puzzle.unpack(&key) == state, "{seen}: {snake:?}");
        let taken = &mut taken[key as usize];
        assert!(!std::mem::replace(taken, true), "{seen}: {snake:?}");
        count += 1;
    });
    count
}

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..25_000 {
        let (rows, columns) = (rng.i32(1..=6), rng.i32(1..=6));
        let mut yard = Yard::open(rows, columns, rng.bool());
        let length = rng.usize(1..=6);
        if fill(&mut yard, length, &mut rng).is_some() {
            let (level, truth) = yard.check();
            yard.check_texts(&level, &truth);
        }
    }
}

#[test]
fn random_narrow_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..20_000 {
        let (narrow, long) = (rng.i32(1..=2), rng.i32(1..=8));
        let (rows, columns) = if rng.bool() {
            (narrow, long)
        } else {
            (long, narrow)
        };
        let mut yard = Yard::open(rows, columns, rng.u8(..3) > 0);
        let length = rng.usize(1..=7);
        if fill(&mut yard, length, &mut rng).is_some() {
            let (level, truth) = yard.check();
            yard.check_texts(&level, &truth);
        }
    }
}

#[test]
fn long_snakes_agree_with_the_oracle_whatever_the_width_of_their_keys() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut longest = 0;
    for _ in 0..200 {
        let mut yard = Yard::open(6, 6, rng.bool());
        if fill(&mut yard, rng.usize(20..=35), &mut rng).is_none() || yard.snake.len() < 20 {
            continue;
        }
        longest = longest.max(yard.snake.len());
        let (level, truth) = yard.check();
        yard.check_texts(&level, &truth);
        if !yard.wrap {
            // Walls all around change nothing but the number of squares, and so the keys.
            let room = yard.spots();
            (yard.rows, yard.columns) = (50, 50);
            let outside = yard.spots().into_iter().filter(|spot| !room.contains(spot));
            yard.walls.extend(outside.collect::<Vec<_>>());
            assert_eq!(yard.check().1.layers, truth.layers);
        }
    }
    assert!(longest > 30, "seed {SEED} made none longer than {longest}");
}

#[test]
fn random_large_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..60 {
        let mut yard = Yard::open(12, 12, rng.u8(..4) == 0);
        fill(&mut yard, rng.usize(4..=6), &mut rng).unwrap();
        yard.check();
    }
}

#[test]
fn every_board_of_six_squares() {
    for (rows, columns) in [(1, 6), (2, 3), (3, 2), (6, 1)] {
        for length in 1..=5 {
            for wrap in [false, true] {
                every_yard(rows, columns, wrap, length, &mut |yard| {
                    yard.check();
                });
            }
        }
    }
}

#[test]
fn every_board_of_three_by_three() {
    for length in 1..=8 {
        every_yard(3, 3, false, length, &mut |yard| {
            yard.check();
        });
    }
    for length in 1..=4 {
        every_yard(3, 3, true, length, &mut |yard| {
            yard.check();
        });
    }
}

#[test]
fn every_placement_on_a_board_of_fifteen_has_its_own_key() {
    let yard = Yard::open(15, 15, false);
    let counts = (3..=9).map(|length| check_packing(&yard, length));
    let counts: Vec<usize> = counts.collect();
    assert_eq!(counts, [2348, 6656, 17372, 46632, 120532, 317296, 813820]);
}

#[test]
fn every_placement_on_a_torus_of_fifteen_has_its_own_key() {
    let yard = Yard::open(15, 15, true);
    assert_eq!(check_packing(&yard, 9), 1_331_100);
}

#[test]
fn every_placement_on_a_narrow_torus_has_its_own_key() {
    for rows in 1..=4 {
        for columns in 1..=5 {
            for length in 1..=6 {
                check_packing(&Yard::open(rows, columns, true), length);
            }
        }
    }
}

#[test]
fn all_that_five_segments_reach_on_fifteen_by_fifteen() {
    let mut yard = Yard::open(15, 15, false);
    yard.snake = vec![(7, 7), (7, 8), (7, 9), (8, 9), (9, 9)];
    yard.walls = HashSet::from([(0, 1), (1, 0)]);
    assert!(yard.check().1.moves.is_none());
    yard.wrap = true;
    yard.walls.extend([(0, 14), (14, 0)]);
    assert!(yard.check().1.moves.is_none());
}

#[test]
fn all_that_nine_segments_reach_on_fifteen_by_fifteen() {
    let mut yard = Yard::open(15, 15, false);
    yard.apple = (14, 14);
    yard.walls = HashSet::from([(13, 14), (14, 13)]);
    yard.snake = (0..9).map(|column| (7, column)).collect();
    let truth = yard.check().1;
    assert!(truth.moves.is_none());
    assert_eq!(truth.layers.iter().sum::<u64>(), 798_232);
}

#[test]
fn the_published_examples() {
    let first = "4 5\n##...\n..1#@\n432#.\n...#.\n";
    let second = "4 4\n#78#\n.612\n.543\n..@.\n";
    let third = "3 2\n3@\n2#\n1#\n";
    assert_eq!(judge("snake", first), "4\n");
    assert_eq!(judge("snake", second), "6\n");
    assert_eq!(judge("snake", third), "-1\n");
    assert_eq!(
        judge("snake", &format!("{first}{second}{third}")),
        "4\n6\n-1\n"
    );
}

#[test]
fn a_snake_of_two_turns_round() {
    let yard = Yard::drawn(&["12@"], false);
    let moves = yard.check().1.moves.unwrap();
    assert_eq!(moves, ["R", "R"]);
    // One of three cannot.
    assert!(Yard::drawn(&["123@"], false).check().1.moves.is_none());
}

#[test]
fn a_snake_of_one_walks_freely() {
    let truth = Yard::drawn(&["1.", ".@"], false).check().1;
    assert_eq!(truth.moves.unwrap(), ["D", "R"]);
    assert!(Yard::drawn(&["1#@"], false).check().1.moves.is_none());
}

#[test]
fn a_torus_leads_round_its_edges() {
    assert_eq!(Yard::drawn(&["1#@"], true).check().1.moves.unwrap(), ["L"]);
    let moves = Yard::drawn(&["1", "#", "@"], true).check().1.moves;
    assert_eq!(moves.unwrap(), ["U"]);
}

#[test]
fn a_ring_of_four_follows_its_tail_for_ever() {
    let truth = Yard::drawn(&["12#", "43@"], false).check().1;
    assert_eq!(truth.moves.unwrap(), ["D", "R", "R"]);
    let truth = Yard::drawn(&["12#", "43#", "##@"], false).check().1;
    assert_eq!(truth.layers, [1, 1, 1, 1]);
}

pub const SEED: u64 = 225;
const STEPS: [(&str, i32, i32); 4] = [("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)];
const SEGMENTS: &str = "123456789abcdefghijklmnopqrstuvwxyz";

pub type Spot = (i32, i32);
/// Where the segments are, from the head on.
pub type Body = Vec<Spot>;

/// The board as the oracle knows it.
#[derive(Clone, Debug)]
pub struct Yard {
    pub rows: i32,
    pub columns: i32,
    pub wrap: bool,
    pub walls: HashSet<Spot>,
    pub apple: Spot,
    pub snake: Body,
}

impl Yard {
    pub fn open(rows: i32, columns: i32, wrap: bool) -> Self {
        Yard {
            rows,
            columns,
            wrap,
            walls: HashSet::new(),
            apple: (0, 0),
            snake: Vec::new(),
        }
    }

    /// Reads glyphs: the oracle's own reading, for the examples.
    pub fn drawn(rows: &[&str], wrap: bool) -> Self {
        let mut yard = Yard::open(rows.len() as i32, rows[0].len() as i32, wrap);
        let mut segments = Vec::new();
        for (spot, glyph) in yard.spots().into_iter().zip(rows.concat().chars()) {
            match glyph {
                '.' => {}
                '#' => assert!(yard.walls.insert(spot)),
                '@' => yard.apple = spot,
                segment => segments.push((SEGMENTS.find(segment).unwrap(), spot)),
            }
        }
        segments.sort();
        yard.snake = segments.into_iter().map(|(_, spot)| spot).collect();
        yard
    }

    pub fn spots(&self) -> Vec<Spot> {
        let columns = self.columns;
        let row = |row| (0..columns).map(move |column| (row, column));
        (0..self.rows).flat_map(row).collect()
    }

    /// The spot beside one, if it is floor.
    fn beside(&self, (row, column): Spot, down: i32, right: i32) -> Option<Spot> {
        let (mut row, mut column) = (row + down, column + right);
        if self.wrap {
            row = row.rem_euclid(self.rows);
            column = column.rem_euclid(self.columns);
        }
        let is_on = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        (is_on && !self.walls.contains(&(row, column))).then_some((row, column))
    }

    pub fn moves(&self, snake: &Body) -> Vec<(&'static str, Body)> {
        let mut moves = Vec::new();
        for (name, down, right) in STEPS {
            let Some(head) = self.beside(snake[0], down, right) else {
                continue;
            };
            let mut next = vec![head];
            next.extend(&snake[..snake.len() - 1]);
            // All segments have moved: only the head can lie on another one.
            if !next[1..].contains(&head) {
                moves.push((name, next));
            }
        }
        moves
    }

    /// How many squares are connected to the apple.
    fn connected(&self) -> usize {
        let (mut connected, mut next) = (HashSet::from([self.apple]), vec![self.apple]);
        while let Some(spot) = next.pop() {
            let beside = STEPS.map(|(_, down, right)| self.beside(spot, down, right));
            let new = beside.into_iter().flatten();
            next.extend(new.filter(|&spot| connected.insert(spot)));
        }
        connected.len()
    }

    pub fn is_won(&self, snake: &Body) -> bool {
        snake[0] == self.apple
    }

    pub fn truth(&self) -> Truth {
        Truth::of(
            &self.snake,
            |snake| self.is_won(snake),
            |snake| self.moves(snake),
        )
    }

    pub fn board_text(&self) -> String {
        let glyph = |spot: Spot| {
            let segment = self.snake.iter().position(|&part| part == spot);
            match segment.and_then(|number| SEGMENTS.chars().nth(number)) {
                Some(segment) => segment,
                None if spot == self.apple => '@',
                None if self.walls.contains(&spot) => '#',
                None => '.',
            }
        };
        let glyphs: Vec<char> = self.spots().into_iter().map(glyph).collect();
        let row = |row: &[char]| row.iter().chain(&['\n']).collect::<String>();
        glyphs.chunks(self.columns as usize).map(row).collect()
    }

    pub fn level_text(&self) -> String {
        let wrap = if self.wrap { "wrap: yes\n" } else { "" };
        format!("game: snake\n{wrap}\n{}", self.board_text())
    }

    fn judge_text(&self) -> String {
        format!("{} {}\n{}", self.rows, self.columns, self.board_text())
    }

    /// The same as the game knows it.
    pub fn board(&self) -> Board {
        let square = |&(row, column): &Spot| (row * self.columns + column) as u32;
        let walls = self
            .spots()
            .iter()
            .map(|spot| self.walls.contains(spot))
            .collect();
        Board {
            walls: Grid::new(self.columns as usize, walls),
            snake: self.snake.iter().map(square).collect(),
            apple: square(&self.apple),
            wrap: self.wrap,
        }
    }

    /// Holds the game's answer to the oracle's, the count of snakes of every search that leaves
    /// nothing out, and the most moves that a win can take.
    pub fn check(&self) -> (AnyLevel, Truth) {
        let truth = self.truth();
        let text = self.level_text();
        let seen = oracle::seen(SEED, || &text);
        let board = self.board();
        let named = |report: Report<Direction>| report.map(MoveText::name);
        let searched = named(board.puzzle().solve(&mut SearchContext::default()));
        oracle::search_agrees(&searched, &truth, &seen);
        // Where the kernel is not asked, all of them are the search that was just made.
        if kernel::fits(&board, &SearchOptions::new()) {
            let ask = |bounded, moves| Ask { bounded, moves };
            let swept = named(board.search(ask(false, true), &mut SearchContext::default()));
            oracle::search_agrees(&swept, &truth, &seen);
            let length = board
                .search(ask(true, false), &mut SearchContext::default())
                .verdict;
            assert_eq!(length.fewest(), searched.verdict.fewest(), "{seen}");
        }
        let level = oracle::read(&text);
        let solved = level.solve(&mut SearchContext::default()).or_show(&seen);
        assert_eq!(solved.verdict, searched.verdict, "{seen}");
        if let Verdict::Fewest { cost, .. } = searched.verdict {
            assert!(cost <= most_moves(self.connected() as u32), "{seen}");
        }
        (level, truth)
    }

    /// Holds what is written and what the judge is told to the oracle's.
    pub fn check_texts(&self, level: &AnyLevel, truth: &Truth) {
        let judged = (!self.wrap).then(|| Judged {
            input: self.judge_text(),
            answer: truth.answer("-1"),
        });
        oracle::texts_agree(level, &self.level_text(), judged, SEED);
    }

    /// Visits every way to lay a snake of that length on the floor, each once.
    pub fn place_all(&self, length: usize, visit: &mut impl FnMut(&Body)) {
        for head in self.spots() {
            if !self.walls.contains(&head) {
                self.lengthen(&mut vec![head], length, visit);
            }
        }
    }

    fn lengthen(&self, snake: &mut Body, length: usize, visit: &mut impl FnMut(&Body)) {
        if snake.len() == length {
            return visit(snake);
        }
        let tail = snake[snake.len() - 1];
        let mut tried = Vec::new();
        for (_, down, right) in STEPS {
            match self.beside(tail, down, right) {
                // On a narrow torus two directions may lead to one spot.
                Some(spot) if !snake.contains(&spot) && !tried.contains(&spot) => {
                    tried.push(spot);
                    snake.push(spot);
                    self.lengthen(snake, length, visit);
                    snake.pop();
                }
                _ => {}
            }
        }
    }

    pub fn placements(&self, length: usize) -> Vec<Body> {
        let mut placements = Vec::new();
        self.place_all(length, &mut |snake| placements.push(snake.clone()));
        placements
    }
}

/// Lays a random snake of up to that length, then the apple, then walls; nothing where the
/// snake leaves no room for the apple.
pub fn fill(yard: &mut Yard, length: usize, rng: &mut fastrand::Rng) -> Option<()> {
    let spots = yard.spots();
    yard.snake = vec![*rng.choice(&spots)?];
    for _ in 1..length {
        let tail = yard.snake[yard.snake.len() - 1];
        let around = STEPS.map(|(_, down, right)| yard.beside(tail, down, right));
        let free = around.into_iter().flatten();
        let free: Vec<Spot> = free.filter(|spot| !yard.snake.contains(spot)).collect();
        yard.snake.extend(rng.choice(&free));
    }
    let free = spots.iter().filter(|spot| !yard.snake.contains(spot));
    let mut free: Vec<Spot> = free.copied().collect();
    rng.shuffle(&mut free);
    // Now and then the apple goes far from the head, or most games would be over at once.
    if rng.bool() {
        let (row, column) = yard.snake[0];
        free.sort_by_key(|spot| (spot.0 - row).abs() + (spot.1 - column).abs());
    }
    yard.apple = free.pop()?;
    let density = rng.f32() * 0.6;
    free.retain(|_| rng.f32() < density);
    yard.walls = free.into_iter().collect();
    Some(())
}

/// Every board of that size with a snake of that length: every placement, apple and wall.
pub fn every_yard(
    rows: i32,
    columns: i32,
    wrap: bool,
    length: usize,
    check: &mut impl FnMut(&Yard),
) {
    let mut yard = Yard::open(rows, columns, wrap);
    for snake in yard.placements(length) {
        let free: Vec<Spot> = yard.spots();
        let free: Vec<Spot> = free
            .into_iter()
            .filter(|spot| !snake.contains(spot))
            .collect();
        yard.snake = snake;
        for &apple in &free {
            let rest: Vec<Spot> = free.iter().copied().filter(|&spot| spot != apple).collect();
            yard.apple = apple;
            for layout in 0..1 << rest.len() {
                let walls = rest.iter().enumerate();
                let walls = walls.filter(|(place, _)| layout >> place & 1 == 1);
                yard.walls = walls.map(|(_, &spot)| spot).collect();
                check(&yard);
            }
        }
        yard.walls.clear();
    }
}

/// A snake of up to four segments on a random walk, an apple, walls.
fn random_glyphs(rng: &mut fastrand::Rng) -> Option<Glyphs> {
    let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
    let glyph = |rng: &mut fastrand::Rng| if rng.u8(..3) == 0 { '#' } else { '.' };
    let mut board = Glyphs(vec![vec!['.'; columns]; rows]);
    for spot in board.0.iter_mut().flatten() {
        *spot = glyph(rng);
    }
    let (mut row, mut column) = (rng.usize(..rows), rng.usize(..columns));
    for segment in '1'..=rng.choice(['1', '2', '3', '4'])? {
        if board.0[row][column].is_ascii_digit() {
            return None;
        }
        board.0[row][column] = segment;
        let steps = [(0, 1), (1, 0), (2, 1), (1, 2)];
        let (down, right) = rng.choice(steps)?;
        row = (row + down).checked_sub(1).filter(|&row| row < rows)?;
        column = (column + right)
            .checked_sub(1)
            .filter(|&column| column < columns)?;
    }
    let free = board
        .all()
        .into_iter()
        .filter(|(_, _, glyph)| !glyph.is_ascii_digit());
    let (apple, _, _) = rng.choice(free.collect::<Vec<_>>())?;
    Some(board.with(&[(apple, '@')]))
}

fn by_hand(board: &Glyphs, notes: &str) -> Vec<Rewritten> {
    let mut made = Vec::new();
    let mut write = |group, square, board: Glyphs| {
        let text = format!("game: snake\n{notes}\n{board}");
        made.push(Rewritten {
            group,
            square,
            text,
        });
    };
    let apple = board
        .all()
        .into_iter()
        .find(|(_, _, glyph)| *glyph == '@')
        .unwrap()
        .0;
    for (at, square, glyph) in board.all() {
        match glyph {
            '#' => write("wall", square, board.with(&[(at, '.')])),
            '.' => {
                write("wall", square, board.with(&[(at, '#')]));
                write("apple", square, board.with(&[(apple, '.'), (at, '@')]));
            }
            _ => {}
        }
    }
    made
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut boards = 0;
    while boards < 300 {
        if let Some(board) = random_glyphs(&mut rng) {
            let notes = if rng.u8(..4) == 0 { "wrap: yes\n" } else { "" };
            let text = format!("game: snake\n{notes}\n{board}");
            agree::<Board>(&text, by_hand(&board, notes));
            boards += 1;
        }
    }
}
