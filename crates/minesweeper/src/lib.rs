//! Minesweeper analysis.
//!
//! - [`Position::probabilities`]: the exact probability of a mine in every covered cell, by counting all
//!   layouts that fit, however many there are; or the numbers that contradict each other.
//! - [`Position::advice`] and [`Player`]: the best cell to open, and why. Endgames are searched completely.
//! - [`Simulation`]: how often the player wins.
//! - [`NoGuessGenerator`] and [`reasoning`]: boards that can be won without a guess, and the reasoning that
//!   they take.
//! - [`fewest_clicks`] and [`Units`]: the fewest clicks on a board with known mines, with or without
//!   flags and chords; [`click_figures`] has 3BV and ZiNi.
//! - [`formats`]: the file formats of other Minesweeper programs.
//!
//! All results are exact unless they say otherwise. Long computations take a [`SearchContext`] with their limits.
//!
//! ```
//! use fewest_minesweeper::{Cell, Grid, MineCount, Position};
//! use fewest_search::SearchContext;
//!
//! let cells = "1?? 2?? 1??".chars().filter(|cell| *cell != ' ').map(|cell| match cell {
//!     '?' => Cell::Covered,
//!     number => Cell::Number(number as u8 - b'0'),
//! });
//! let cells = Grid::new(3, cells.collect());
//! let position = Position { cells, mines: MineCount::Total(3) };
//! let probabilities = position.probabilities(&mut SearchContext::default()).unwrap();
//! assert_eq!(probabilities.layouts, 3u32.into());
//! // The 2 in the middle has a mine above and a mine below, and none beside it.
//! let percent = |square| (100.0 * probabilities.mine_f64(square).unwrap()).round();
//! assert_eq!([1, 4, 7].map(percent), [100.0, 0.0, 100.0]);
//! assert_eq!([2, 5, 8].map(percent), [33.0, 33.0, 33.0]);
//! ```
//!
//! [`SearchContext`]: fewest_search::SearchContext

mod chords;
mod constraints;
mod decision_diagram;
mod endgame;
mod float_probabilities;
pub mod formats;
pub mod grid;
mod no_guess;
mod openings;
mod player;
mod position;
mod probabilities;
mod simulation;

pub use chords::{FewestClicks, fewest_clicks};
pub use decision_diagram::DiagramError;
pub use endgame::{Endgame, KeepGoing, TooMuch};
pub use float_probabilities::FloatProbabilities;
pub use grid::{Grid, Square};
pub use no_guess::{Drawn, NoGuessGenerator, NoReasoning, Reasoning, reasoning};
pub use openings::{Action, ClickFigures, KnownBoard, Units, click_figures};
pub use player::{Advice, BoardInfo, Move, Player, Reason};
pub use position::{Cell, MineCount, Neighbours, Position};
pub use probabilities::{Contradiction, Probabilities, ProbabilityError, check_limits};
pub use simulation::{FirstClick, RandomBits, Score, Simulation, split_mix_64};
