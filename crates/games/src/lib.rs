//! Five grid games for the fewest engine: their rules, their texts, their looks.
//!
//! Everything outside a game's folder goes through [`game::Game`], [`game::Level`] and
//! [`game::Session`]:
//!
//! ```
//! use fewest_games::{registry, source::Source};
//! use fewest_search::{Limits, Unwatched, Verdict};
//!
//! let text = b"game: snake\n\n##...\n..1#@\n432#.\n...#.\n";
//! let level = registry::read(Source::new(text)?, None)?.remove(0);
//! let report = level.solve(&Limits::default(), &mut Unwatched)?;
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
//! What those who make levels ask:
//!
//! | question | answer |
//! |---|---|
//! | How hard is it, and why? | [`rating::rate`] |
//! | What are all its optimal solutions? | [`rating::survey`] |
//! | What is there to play, or where was the win lost? | [`hint::hint`] |
//! | Which moves of this solution lost ground? | [`why::analyse`] |
//! | Which change makes it better? | [`game::Level::advise`] |
//! | What if dice decide? | [`game::Level::odds`] |
//! | How far is the win from each square? | [`game::Session::distances`] |
//! | How does the search spread? | [`game::Session::layers`] |

pub mod advice;
pub mod answer;
pub mod check;
#[cfg(test)]
mod contract;
pub mod disagreement;
mod distances;
#[cfg(test)]
mod edits;
pub mod figure;
pub mod format;
pub mod game;
pub mod grid;
pub mod hint;
pub mod info;
pub mod judge;
pub mod layers;
pub mod level;
#[cfg(test)]
mod liar;
pub mod making;
pub mod odds;
#[cfg(test)]
mod oracle;
pub mod palette;
#[cfg(test)]
#[allow(dead_code, reason = "the search's own tests use all of it")]
#[path = "../../search/tests/common/ram.rs"]
mod ram;
pub mod rating;
pub mod registry;
mod replay;
pub mod rows;
pub mod rules;
pub mod scan;
mod session;
pub mod source;
pub mod survey;
#[cfg(test)]
mod template;
mod trying;
mod typed;
pub mod view;
pub mod why;

registry::games! { ladders, mines, snake, curling, portals }

/// The example of the README runs as it stands there.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
