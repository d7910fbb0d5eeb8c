//! The oracle: whole snakes in hash sets, layer by layer. It shares nothing with the game.

use std::collections::HashSet;

use fewest_search::{Report, SearchContext, SearchOptions, Verdict};

use super::super::make::most_moves;
use super::super::{Ask, Board, kernel};
use crate::builtin::AnyLevel;
use crate::game::{Game as _, MoveText};
use crate::grid::{Direction, Grid};
use crate::oracle::{self, Judged, OrShow as _, Truth};

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
