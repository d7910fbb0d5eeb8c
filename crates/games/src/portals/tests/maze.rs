//! The oracle: a maze as rows of glyphs, swept over and never searched, and mazes to try it on.

use std::collections::HashMap;

use crate::builtin::AnyLevel;
use crate::oracle::{self, Judged, Truth};

pub const SEED: u64 = 54_138;
const FAR: u64 = u64::MAX;
const STEPS: [(&str, i32, i32); 4] = [("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)];

type Spot = (i32, i32);

/// The maze as the oracle knows it: its glyphs, row by row.
pub struct Maze {
    pub rows: Vec<Vec<char>>,
    pub start: Spot,
    pub goal: Spot,
}

impl Maze {
    pub fn new(rows: Vec<Vec<char>>) -> Self {
        let goal = (rows.len() as i32 - 1, rows[0].len() as i32 - 1);
        Maze {
            rows,
            start: (0, 0),
            goal,
        }
    }

    pub fn spots(&self) -> Vec<Spot> {
        let columns = self.rows[0].len();
        let row = |row| (0..columns).map(move |column| (row as i32, column as i32));
        (0..self.rows.len()).flat_map(row).collect()
    }

    /// The glyph of a spot; past the edge everything is wall.
    fn glyph(&self, (row, column): Spot) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let column = usize::try_from(column).ok();
        *row.zip(column)
            .and_then(|(row, column)| row.get(column))
            .unwrap_or(&'#')
    }

    /// Where a player is who touches a spot.
    fn touch(&self, spot: Spot) -> Spot {
        let glyph = self.glyph(spot);
        if spot == self.goal || !glyph.is_ascii_uppercase() {
            return spot;
        }
        let is_twin = |other: &Spot| *other != spot && self.glyph(*other) == glyph;
        self.spots().into_iter().find(is_twin).unwrap()
    }

    fn birth(&self) -> Spot {
        self.touch(self.start)
    }

    /// The steps from a spot. Nobody walks out of a wall.
    fn steps(&self, (row, column): Spot) -> Vec<(&'static str, Spot)> {
        if self.glyph((row, column)) == '#' {
            return Vec::new();
        }
        let ahead = STEPS.map(|(name, down, right)| (name, (row + down, column + right)));
        let open = ahead
            .into_iter()
            .filter(|&(_, spot)| self.glyph(spot) != '#');
        open.map(|(name, spot)| (name, self.touch(spot))).collect()
    }

    /// The fewest seconds from every spot to the goal: all are swept until none changes.
    fn to_win(&self) -> HashMap<Spot, u64> {
        let mut seconds: HashMap<Spot, u64> =
            self.spots().into_iter().map(|spot| (spot, FAR)).collect();
        if self.glyph(self.goal) != '#' {
            seconds.insert(self.goal, 0);
        }
        let steps: Vec<_> = self
            .spots()
            .into_iter()
            .map(|at| (at, self.steps(at)))
            .collect();
        loop {
            let before = seconds.clone();
            for (spot, steps) in &steps {
                for (_, next) in steps {
                    let longer = seconds[next].saturating_add(1);
                    seconds.insert(*spot, seconds[spot].min(longer));
                }
            }
            if seconds == before {
                return seconds;
            }
        }
    }

    /// How many spots are first stood on after each number of seconds.
    pub fn layers(&self) -> Vec<u64> {
        let mut seconds = HashMap::from([(self.birth(), 0)]);
        let mut layers = vec![1];
        loop {
            let now = layers.len() as u64;
            let standing: Vec<Spot> = seconds
                .iter()
                .filter(|(_, second)| **second == now - 1)
                .map(|(spot, _)| *spot)
                .collect();
            for (_, next) in standing.into_iter().flat_map(|spot| self.steps(spot)) {
                seconds.entry(next).or_insert(now);
            }
            match seconds.values().filter(|&&second| second == now).count() {
                0 => return layers,
                reached => layers.push(reached as u64),
            }
        }
    }

    /// The first of the fewest solutions: always the first step that still comes nearer.
    pub fn first_solution(&self) -> Option<Vec<String>> {
        let to_win = self.to_win();
        let mut spot = self.birth();
        if to_win[&spot] == FAR {
            return None;
        }
        let mut moves = Vec::new();
        while spot != self.goal {
            let nearer = |(_, next): &(_, Spot)| to_win[next] == to_win[&spot] - 1;
            let (name, next) = self.steps(spot).into_iter().find(nearer).unwrap();
            moves.push(name.to_string());
            spot = next;
        }
        Some(moves)
    }

    fn truth(&self) -> Truth {
        Truth {
            layers: self.layers(),
            moves: self.first_solution(),
        }
    }

    fn is_between_corners(&self) -> bool {
        Some(&self.start) == self.spots().first() && Some(&self.goal) == self.spots().last()
    }

    fn board_text(&self) -> String {
        let row = |row: &Vec<char>| row.iter().chain(&['\n']).collect::<String>();
        self.rows.iter().map(row).collect()
    }

    pub fn level_text(&self) -> String {
        let mut text = "game: portals\n".to_string();
        if Some(&self.start) != self.spots().first() {
            text += &format!("start: {},{}\n", self.start.0, self.start.1);
        }
        if Some(&self.goal) != self.spots().last() {
            text += &format!("goal: {},{}\n", self.goal.0, self.goal.1);
        }
        format!("{text}\n{}", self.board_text())
    }

    fn judge_text(&self) -> String {
        let (rows, columns) = (self.rows.len(), self.rows[0].len());
        format!("{rows} {columns}\n{}", self.board_text())
    }

    /// Holds the game's answer and its count of spots to the oracle's.
    pub fn check(&self) -> (AnyLevel, Truth) {
        let truth = self.truth();
        let level = oracle::solve_agrees(&self.level_text(), &truth, SEED);
        (level, truth)
    }

    /// Holds what is written and what the judge is told to the oracle's.
    pub fn check_texts(&self, level: &AnyLevel, truth: &Truth) {
        let judged = self.is_between_corners().then(|| Judged {
            input: self.judge_text(),
            answer: truth.answer("Game Over."),
        });
        oracle::texts_agree(level, &self.level_text(), judged, SEED);
    }
}

pub fn random_maze(rng: &mut fastrand::Rng) -> Maze {
    let size = (rng.usize(1..=7), rng.usize(1..=7));
    let walls = rng.f32() * 0.6;
    random_maze_of(size, walls, rng)
}

pub fn random_maze_of(
    (rows, columns): (usize, usize),
    walls: f32,
    rng: &mut fastrand::Rng,
) -> Maze {
    let wall = |rng: &mut fastrand::Rng| if rng.f32() < walls { '#' } else { '.' };
    let row = |rng: &mut fastrand::Rng| (0..columns).map(|_| wall(rng)).collect();
    let mut maze = Maze::new((0..rows).map(|_| row(rng)).collect());
    let mut spots = maze.spots();
    // Half of the corners are opened, or most mazes would end before they begin.
    for corner in [maze.start, maze.goal] {
        if rng.bool() {
            maze.rows[corner.0 as usize][corner.1 as usize] = '.';
        }
    }
    rng.shuffle(&mut spots);
    let pairs = rng.usize(0..=(spots.len() / 2).min(26));
    for (letter, pair) in ('A'..='Z').zip(spots.chunks_exact(2)).take(pairs) {
        for &(row, column) in pair {
            maze.rows[row as usize][column as usize] = letter;
        }
    }
    if rng.u8(..4) == 0 {
        maze.start = *rng.choice(&spots).unwrap();
    }
    if rng.u8(..4) == 0 {
        maze.goal = *rng.choice(&spots).unwrap();
    }
    maze
}

/// Every board of that size over `. # A B` on which each letter has two spots or none.
pub fn every_maze(rows: usize, columns: usize) -> impl Iterator<Item = Maze> {
    let cells = rows * columns;
    let glyphs = move |number: usize| -> Vec<char> {
        let digit = |place| number / 4usize.pow(place as u32) % 4;
        (0..cells)
            .map(|place| ['.', '#', 'A', 'B'][digit(place)])
            .collect()
    };
    let paired = |glyphs: &Vec<char>| {
        let count = |letter| glyphs.iter().filter(|glyph| **glyph == letter).count();
        [0, 2].contains(&count('A')) && [0, 2].contains(&count('B'))
    };
    let fold =
        move |glyphs: Vec<char>| Maze::new(glyphs.chunks(columns).map(<[char]>::to_vec).collect());
    let numbers = 0..4usize.pow(cells as u32);
    numbers.map(glyphs).filter(paired).map(fold)
}
