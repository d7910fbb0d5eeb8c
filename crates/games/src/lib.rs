//! Five grid games for the fewest engine: their rules, their texts, their looks.
//!
//! A game is a type that implements [`game::Game`]; a [`level::Level`] of it can be asked everything
//! below. [`builtin::AnyLevel`] is a level of one of the [built-in games](builtin::GAMES):
//!
//! ```
//! use fewest_games::{builtin, source::Source};
//! use fewest_search::{SearchContext, Verdict};
//!
//! let text = b"game: snake\n\n##...\n..1#@\n432#.\n...#.\n";
//! let level = builtin::read(Source::new(text)?, None)?.remove(0);
//! let report = level.solve(&mut SearchContext::default())?;
//! let Verdict::Fewest { cost, moves } = report.verdict else { panic!() };
//! assert_eq!((cost, moves.join(" ").as_str()), (4, "U R R D"));
//!
//! let mut session = level.session();
//! assert_eq!(session.moves(), ["U", "L"]);
//! assert_eq!(session.push("R").unwrap_err().to_string(), "a wall is there");
//! for step in moves {
//!     session.push(&step)?;
//! }
//! assert!(session.won());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | answer |
//! |---|---|
//! | What are the fewest moves that win? | [`solve::solve`] |
//! | How hard is it, and why? | [`rating::rate`] |
//! | What are all its optimal solutions? | [`Level::survey`](level::Level::survey) |
//! | What is there to play, or where was the win lost? | [`review::hint`] |
//! | Which moves of this solution lost ground? | [`review::review`] |
//! | Which change makes it better? | [`advise::advise`] |
//! | What if dice decide? | [`game::Game::odds`] |
//! | How far is the win from each square? | [`session::distances`] |
//! | How does the search spread? | [`game::Game::layers`] |
//! | Which levels have what I want, and which is the hardest? | [`making`] |

pub mod advise;
pub mod answer;
pub mod builtin;
pub mod check;
pub mod curling;
pub mod edit;
pub mod format;
pub mod game;
pub use fewest_minesweeper::grid;
pub mod info;
pub mod ladders;
pub mod layers;
pub mod level;
pub mod level_text;
pub mod making;
pub mod mines;
pub mod odds;
pub mod portals;
pub mod puzzle;
pub mod rating;
pub mod review;
pub mod rows;
pub mod scan;
pub mod session;
pub mod slide;
pub mod snake;
pub mod solve;
pub mod source;
pub mod survey;
#[cfg(test)]
mod template;
#[cfg(test)]
mod tests;
pub mod view;

#[cfg(test)]
use tests::{contract, edits, oracle};

/// The example of the README runs as it stands there.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
