//! The engine of fewest: hand it a puzzle, and it finds the fewest moves that win and proves
//! that nothing shorter exists, or that no win exists at all.
//!
//! It knows states, moves and costs; nothing about grids, text or files. A puzzle is a small
//! trait. Here is one, complete: measure four litres with a jug of three and a jug of five.
//!
//! ```
//! use std::ops::ControlFlow;
//! use fewest_search::{Puzzle, SearchContext, Space, Verdict, solve};
//!
//! struct Jugs;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! enum Pour { FillSmall, FillLarge, EmptySmall, EmptyLarge, IntoLarge, IntoSmall }
//! use Pour::*;
//!
//! impl Puzzle for Jugs {
//!     type State = (u32, u32);
//!     type Move = Pour;
//!     type Key = u32;
//!
//!     fn start(&self) -> (u32, u32) { (0, 0) }
//!     fn is_won(&self, &(_, large): &(u32, u32)) -> bool { large == 4 }
//!     fn expand(
//!         &self,
//!         &(small, large): &(u32, u32),
//!         mut visit: impl FnMut(Pour, (u32, u32)) -> ControlFlow<()>,
//!     ) -> ControlFlow<()> {
//!         visit(FillSmall, (3, large))?;
//!         visit(FillLarge, (small, 5))?;
//!         visit(EmptySmall, (0, large))?;
//!         visit(EmptyLarge, (small, 0))?;
//!         let poured = small.min(5 - large);
//!         visit(IntoLarge, (small - poured, large + poured))?;
//!         let poured = large.min(3 - small);
//!         visit(IntoSmall, (small + poured, large - poured))
//!     }
//!     fn pack(&self, &(small, large): &(u32, u32)) -> u32 { small * 6 + large }
//!     fn unpack(&self, key: &u32) -> (u32, u32) { (key / 6, key % 6) }
//!     fn space(&self) -> Space { Space::Dense(4 * 6) }
//! }
//!
//! let report = solve(&Jugs, &mut SearchContext::default());
//! assert_eq!(report.verdict, Verdict::Fewest {
//!     cost: 6,
//!     moves: vec![FillLarge, IntoSmall, EmptySmall, IntoSmall, FillLarge, IntoSmall],
//! });
//! assert_eq!(report.stats.layers, [1, 2, 3, 2, 2, 2, 2]);
//! ```

mod atlas;
mod bfs;
mod budget;
mod context;
pub mod disk;
mod external;
mod parallel;
mod puzzle;
mod report;
mod seen;

pub use atlas::{Atlas, Leads, NEVER, chart, distances};
pub use bfs::solve;
pub use budget::{Books, Chunks};
pub use context::{
    Limit, Limits, Patrol, Progress, SearchContext, SearchOptions, Unwatched, Watch,
};
pub use parallel::{StopFlag, ordered_map};
pub use puzzle::{Key, Positions, Puzzle, Reached, Space, chosen};
pub use report::{Plan, Report, Stats, Verdict, Why, plan};
