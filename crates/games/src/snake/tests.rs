//! Snake against a plain oracle: whole snakes in hash sets, layer by layer.

use std::collections::HashSet;

use fewest_search::{Puzzle, Space};

use super::Board;
use super::puzzle::Lair;
use crate::game::Level;
use crate::grid::Grid;
use crate::oracle::{self, Judged, Truth, judge};

const SEED: u64 = 225;
const STEPS: [(&str, i32, i32); 4] = [("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)];
const SEGMENTS: &str = "123456789abcdefghijklmnopqrstuvwxyz";

type Spot = (i32, i32);
/// Where the segments are, from the head on.
type Body = Vec<Spot>;

/// The board as the oracle knows it.
#[derive(Clone)]
struct Yard {
    rows: i32,
    columns: i32,
    wrap: bool,
    walls: HashSet<Spot>,
    apple: Spot,
    snake: Body,
}

impl Yard {
    fn open(rows: i32, columns: i32, wrap: bool) -> Self {
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
    fn drawn(rows: &[&str], wrap: bool) -> Self {
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

    fn spots(&self) -> Vec<Spot> {
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

    fn moves(&self, snake: &Body) -> Vec<(&'static str, Body)> {
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

    fn is_won(&self, snake: &Body) -> bool {
        snake[0] == self.apple
    }

    fn truth(&self) -> Truth {
        let mut layers = vec![vec![self.snake.clone()]];
        let mut seen = HashSet::from([self.snake.clone()]);
        while !layers[layers.len() - 1]
            .iter()
            .any(|snake| self.is_won(snake))
        {
            let mut reached = Vec::new();
            for (_, next) in layers[layers.len() - 1]
                .iter()
                .flat_map(|at| self.moves(at))
            {
                if seen.insert(next.clone()) {
                    reached.push(next);
                }
            }
            if reached.is_empty() {
                let layers = layers.iter().map(|layer| layer.len() as u64).collect();
                return Truth {
                    layers,
                    moves: None,
                };
            }
            layers.push(reached);
        }
        Truth {
            layers: layers.iter().map(|layer| layer.len() as u64).collect(),
            moves: Some(self.first_solution(layers)),
        }
    }

    /// Strikes from the layers, last to first, what does not lead to a win; then the first
    /// move into what is left is the right one everywhere.
    fn first_solution(&self, layers: Vec<Vec<Body>>) -> Vec<String> {
        let layers = layers.into_iter().map(|layer| layer.into_iter().collect());
        let mut layers: Vec<HashSet<Body>> = layers.collect();
        let last = layers.len() - 1;
        layers[last].retain(|snake| self.is_won(snake));
        for depth in (0..last).rev() {
            let (before, after) = layers.split_at_mut(depth + 1);
            let leads = |(_, next): (_, Body)| after[0].contains(&next);
            before[depth].retain(|snake| self.moves(snake).into_iter().any(leads));
        }
        let mut snake = self.snake.clone();
        let mut names = Vec::new();
        for layer in &layers[1..] {
            let mut moves = self.moves(&snake).into_iter();
            let (name, next) = moves.find(|(_, next)| layer.contains(next)).unwrap();
            names.push(name.to_string());
            snake = next;
        }
        names
    }

    fn board_text(&self) -> String {
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

    fn level_text(&self) -> String {
        let wrap = if self.wrap { "wrap: yes\n" } else { "" };
        format!("game: snake\n{wrap}\n{}", self.board_text())
    }

    fn judge_text(&self) -> String {
        format!("{} {}\n{}", self.rows, self.columns, self.board_text())
    }

    /// Holds the game's answer and its count of snakes to the oracle's.
    fn check(&self) -> (Box<dyn Level>, Truth) {
        let truth = self.truth();
        let level = oracle::solve_agrees(&self.level_text(), &truth, SEED);
        (level, truth)
    }

    /// Holds what is written and what the judge is told to the oracle's.
    fn check_texts(&self, level: &dyn Level, truth: &Truth) {
        let judged = (!self.wrap).then(|| Judged {
            input: self.judge_text(),
            answer: truth.answer("-1"),
        });
        oracle::texts_agree(level, &self.level_text(), judged, SEED);
    }

    /// Visits every way to lay a snake of that length on the floor, each once.
    fn place_all(&self, length: usize, visit: &mut impl FnMut(&Body)) {
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

    fn placements(&self, length: usize) -> Vec<Body> {
        let mut placements = Vec::new();
        self.place_all(length, &mut |snake| placements.push(snake.clone()));
        placements
    }
}

/// Lays a random snake of up to that length, then the apple, then walls; nothing where the
/// snake leaves no room for the apple.
fn fill(yard: &mut Yard, length: usize, rng: &mut fastrand::Rng) -> Option<()> {
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
fn every_yard(rows: i32, columns: i32, wrap: bool, length: usize, check: &mut impl FnMut(&Yard)) {
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
    let lair = Lair::<u32>::new(&board);
    let Space::Dense(space) = lair.space() else {
        panic!("{seen} is not dense");
    };
    let mut taken = vec![false; space as usize];
    let mut count = 0;
    yard.place_all(length, &mut |snake| {
        let state = lair.snake(&squares(snake));
        let key = lair.pack(&state);
        assert!(lair.unpack(&key) == state, "{seen}: {snake:?}");
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
            yard.check_texts(&*level, &truth);
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
            yard.check_texts(&*level, &truth);
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
        yard.check_texts(&*level, &truth);
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
