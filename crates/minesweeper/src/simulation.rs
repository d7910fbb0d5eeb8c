//! Simulated games on several threads: how often the player wins. And the random numbers that boards are
//! drawn from.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewest_search::{StopFlag, ordered_map};

use crate::grid::{Grid, Square};
use crate::player::{BoardInfo, Player};
use crate::position::{Cell, MineCount};

/// What the first click is promised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstClick {
    /// Nothing.
    #[default]
    Any,
    /// It hits no mine.
    Safe,
    /// There is no mine there or around it.
    Open,
}

impl FirstClick {
    /// All promises.
    pub const ALL: [FirstClick; 3] = [FirstClick::Any, FirstClick::Safe, FirstClick::Open];
    /// Their names.
    pub const NAMES: &'static [&'static str] = &["any", "safe", "open"];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The squares that hold no mine if the first click is on `click`, in reading order.
    pub fn promised<T>(self, grid: &Grid<T>, click: Square) -> Vec<Square> {
        let mut promised = match self {
            FirstClick::Any => Vec::new(),
            FirstClick::Safe => vec![click],
            FirstClick::Open => grid.around(click).chain([click]).collect(),
        };
        promised.sort_unstable();
        promised
    }
}

/// The games that are simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
    /// The number of mines.
    pub mines: u32,
    /// What the first click is promised.
    pub first: FirstClick,
    /// The square of the first click.
    pub click: Square,
}

/// The outcome of simulated games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of games played.
    pub games: u64,
    /// The number of games won.
    pub wins: u64,
    /// The total time of all games, each on its own thread.
    pub time: Duration,
}

impl Score {
    /// The share of games won.
    pub fn rate(&self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }

    /// The 95 % confidence interval of the win rate (Wilson's).
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

impl Simulation {
    /// The square where a first click wins most often: a corner, or a little inside if it is promised
    /// an opening.
    pub fn usual_click(rows: u32, columns: u32, first: FirstClick) -> Square {
        let inside = if rows.min(columns) >= 16 && rows.max(columns) > 16 {
            3
        } else {
            2
        };
        match first {
            FirstClick::Any | FirstClick::Safe => 0,
            FirstClick::Open => {
                inside.min((rows - 1) / 2) * columns + inside.min((columns - 1) / 2)
            }
        }
    }

    fn grid(&self) -> Grid<()> {
        let cells = vec![(); (self.rows * self.columns) as usize];
        Grid::new(self.columns as usize, cells)
    }

    /// Whether there is room for the mines and for a cell without one.
    pub fn is_possible(&self) -> bool {
        let grid = self.grid();
        let promised = self.first.promised(&grid, self.click).len() as u32;
        self.mines <= grid.len() - promised.max(1)
    }

    /// Places the mines. All boards that keep the promise are equally likely.
    ///
    /// # Panics
    /// If there is no room for the mines.
    pub fn board(&self, bits: RandomBits) -> Grid<bool> {
        let mut board = self.grid().map(|()| false);
        let promised = self.first.promised(&board, self.click);
        let mut free: Vec<Square> = (0..board.len())
            .filter(|square| !promised.contains(square))
            .collect();
        for _ in 0..self.mines {
            let at = below(bits, free.len() as u32);
            board[free.swap_remove(at as usize)] = true;
        }
        board
    }

    /// Plays `games` games with consecutive seeds, the first of them `seed`. `watch` gets the score so
    /// far after each game, and every 10 milliseconds, and can stop. The games do not depend on the number of threads.
    ///
    /// # Panics
    /// If the simulation is not [possible](Self::is_possible).
    pub fn play(
        &self,
        seed: u64,
        games: u64,
        threads: NonZeroUsize,
        mut watch: impl FnMut(&Score) -> ControlFlow<()>,
    ) -> Score {
        let info = BoardInfo::new(self.rows, self.columns, MineCount::Total(self.mines));
        let mut score = Score::default();
        // Players who wait for their next game: what they have allocated is used again.
        let players = Mutex::new(Vec::new());
        let waiting = || players.lock().unwrap_or_else(PoisonError::into_inner);
        let play = |number: u64, _: &StopFlag| {
            let mut player = waiting().pop().unwrap_or_default();
            let began = Instant::now();
            let won = self.play_one(&info, &mut player, seed.wrapping_add(number));
            let time = began.elapsed();
            waiting().push(player);
            (won, time)
        };
        ordered_map(threads, 0..games, play, |played| {
            if let Some((won, time)) = played {
                score.games += 1;
                score.wins += u64::from(won);
                score.time += time;
            }
            watch(&score)
        });
        score
    }

    /// Plays the game of a seed; whether it is won.
    fn play_one(&self, info: &BoardInfo, player: &mut Player, seed: u64) -> bool {
        let mut game = Game {
            info,
            is_mine: self.board(&mut split_mix_64(seed)),
            cells: vec![Cell::Covered; info.grid.len() as usize],
            left: info.grid.len() - self.mines,
        };
        if !game.open(self.click) {
            return false;
        }
        while game.left > 0 {
            let chosen = player.choose(info, &mut game.cells).iter();
            if !chosen.copied().all(|square| game.open(square)) {
                return false;
            }
        }
        true
    }
}

/// A game in progress.
struct Game<'a> {
    info: &'a BoardInfo,
    is_mine: Grid<bool>,
    cells: Vec<Cell>,
    /// The number of covered cells without a mine.
    left: u32,
}

impl Game<'_> {
    /// Opens a cell and what follows from it; whether it is no mine.
    fn open(&mut self, square: Square) -> bool {
        if self.is_mine[square] {
            return false;
        }
        let mut to_open = vec![square];
        while let Some(square) = to_open.pop() {
            if self.cells[square as usize] != Cell::Covered {
                continue;
            }
            let near = self.info.near.of(square);
            let mines = near.iter().filter(|&&other| self.is_mine[other]).count();
            self.cells[square as usize] = Cell::Number(mines as u8);
            self.left -= 1;
            if mines == 0 {
                to_open.extend(near);
            }
        }
        true
    }
}

/// A source of uniformly distributed 64-bit numbers, such as `&mut || rng.u64(..)`.
pub type RandomBits<'a> = &'a mut dyn FnMut() -> u64;

/// The generator SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for a seed on every
/// machine.
pub fn split_mix_64(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let bits = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }
}

/// A number below `end`, by division.
pub(crate) fn below(bits: RandomBits, end: u32) -> u32 {
    let end = u64::from(end);
    // Above the greatest multiple of `end`, some numbers would come up more often than others.
    let multiple = u64::MAX - u64::MAX % end;
    loop {
        let bits = bits();
        if bits < multiple {
            return (bits % end) as u32;
        }
    }
}

/// A number below `end`, by multiplication (Lemire, 2019): faster, and different numbers.
pub(crate) fn fast_below(bits: RandomBits, end: u32) -> u32 {
    loop {
        let product = (bits() >> 32) * u64::from(end);
        let (number, rest) = ((product >> 32) as u32, product as u32);
        // The rests below 2³² mod `end` would be one too many.
        if rest >= end || rest >= end.wrapping_neg() % end {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_64_is_that_of_its_authors() {
        // As the authors' program prints them for the seed 1234567.
        let mut bits = split_mix_64(1_234_567);
        let numbers = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!([(); 3].map(|()| bits()), numbers);
    }

    #[test]
    fn all_numbers_are_equally_frequent() {
        let mut bits = split_mix_64(1);
        for draw in [below, fast_below] {
            let mut times = [0u32; 7];
            for _ in 0..70_000 {
                times[draw(&mut bits, 7) as usize] += 1;
            }
            assert!(
                times.iter().all(|times| times.abs_diff(10_000) < 500),
                "{times:?}"
            );
        }
    }
}
