//! Many games one after another, on as many threads as are given: how often the player wins.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::super::chances::{COVERED, Mines};
use super::super::options::First;
use super::deal::deal;
use super::{Player, Table};
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// How many rows a board has.
    pub rows: u32,
    /// How many columns a board has.
    pub columns: u32,
    /// How many mines a board has.
    pub mines: u32,
    /// What the first click is promised.
    pub first: First,
    /// Where the first click is.
    pub click: Square,
}

/// How the games went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// How many were played.
    pub games: u64,
    /// How many were won.
    pub wins: u64,
    /// The time of all games together, each on its own thread.
    pub time: Duration,
}

impl Score {
    /// The share of games that were won.
    pub fn rate(&self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }

    /// Between which shares the true one lies in 95 of 100 cases (Wilson's interval).
    pub fn interval(&self) -> (f64, f64) {
        const DEVIATIONS: f64 = 1.959_963_984_540_054;
        let games = self.games.max(1) as f64;
        let squared = DEVIATIONS * DEVIATIONS / games;
        let middle = (self.rate() + squared / 2.0) / (1.0 + squared);
        let spread = self.rate() * (1.0 - self.rate()) / games + squared / games / 4.0;
        let half = DEVIATIONS * spread.sqrt() / (1.0 + squared);
        (middle - half, middle + half)
    }

    /// The mean time of a game.
    pub fn mean_time(&self) -> Duration {
        self.time.div_f64(self.games.max(1) as f64)
    }
}

impl Contest {
    /// The cell where a first click wins most often: a corner, or a little inside where an opening is
    /// promised.
    pub fn usual_click(rows: u32, columns: u32, first: First) -> Square {
        let inside = if rows.min(columns) >= 16 && rows.max(columns) > 16 {
            3
        } else {
            2
        };
        match first {
            First::Any | First::Safe => 0,
            First::Open => inside.min((rows - 1) / 2) * columns + inside.min((columns - 1) / 2),
        }
    }

    /// Whether there is room for the mines and for a cell without one.
    pub fn is_possible(&self) -> bool {
        let grid = Grid::new(
            self.columns as usize,
            vec![(); (self.rows * self.columns) as usize],
        );
        let board = deal(
            &grid,
            self.mines,
            self.click,
            self.first,
            &mut Chance::new(0),
        );
        board.is_some() && self.mines < grid.len()
    }

    /// Plays so many games, whose seeds follow the first one's. The watch hears how they go, now and
    /// then, and may end it. The games do not depend on the threads.
    ///
    /// # Panics
    /// If [`Contest::is_possible`] is false.
    pub fn play(
        &self,
        seed: u64,
        games: u64,
        threads: NonZeroUsize,
        mut watch: impl FnMut(&Score) -> ControlFlow<()>,
    ) -> Score {
        let table = Table::new(self.rows, self.columns, Mines::Total(self.mines));
        let next = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        let mut score = Score::default();
        thread::scope(|scope| {
            for _ in 0..threads.get() {
                let (sender, table, next, stop) = (sender.clone(), &table, &next, &stop);
                scope.spawn(move || {
                    let mut player = Player::default();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games || stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let began = Instant::now();
                        let won = self.play_one(table, &mut player, seed.wrapping_add(number));
                        // Nobody listens any more where the watch has ended it.
                        let _ = sender.send((won, began.elapsed()));
                    }
                });
            }
            drop(sender);
            for (won, time) in receiver {
                score.games += 1;
                score.wins += u64::from(won);
                score.time += time;
                if watch(&score).is_break() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        score
    }

    /// Whether the game of a seed is won.
    fn play_one(&self, table: &Table, player: &mut Player, seed: u64) -> bool {
        let mut chance = Chance::new(seed);
        let board = deal(&table.grid, self.mines, self.click, self.first, &mut chance);
        let mut game = Game {
            table,
            is_mine: board.expect("there is room for the mines"),
            cells: vec![COVERED; table.grid.len() as usize],
            left: table.grid.len() - self.mines,
        };
        if !game.open(self.click) {
            return false;
        }
        while game.left > 0 {
            let chosen = player.choose(table, &mut game.cells).iter();
            if !chosen.copied().all(|square| game.open(square)) {
                return false;
            }
        }
        true
    }
}

/// A game being played.
struct Game<'a> {
    table: &'a Table,
    is_mine: Grid<bool>,
    cells: Vec<u8>,
    /// How many cells without a mine are covered.
    left: u32,
}

impl Game<'_> {
    /// Opens a cell and what follows from it; says whether that went well.
    fn open(&mut self, square: Square) -> bool {
        if self.is_mine[square] {
            return false;
        }
        let mut to_open = vec![square];
        while let Some(square) = to_open.pop() {
            if self.cells[square as usize] != COVERED {
                continue;
            }
            let near = self.table.near.of(square);
            let mines = near.iter().filter(|&&other| self.is_mine[other]).count();
            self.cells[square as usize] = mines as u8;
            self.left -= 1;
            if mines == 0 {
                to_open.extend(
                    near.iter()
                        .filter(|&&other| self.cells[other as usize] == COVERED),
                );
            }
        }
        true
    }
}
