//! A catalogue of solved levels: an SQLite file that keeps each level once, whoever finds it and
//! however often, and finds it again by what is known of it.
//!
//! A record says what identifies a level, how many moves it takes, and how hard it is. What the
//! texts in it mean is the business of whoever keeps them.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use fewest_catalogue::{Catalogue, Entry, Filter};
//!
//! let folder = tempfile::tempdir()?;
//! let mut catalogue = Catalogue::create_or_open(&folder.path().join("levels.db"))?;
//! let entry = Entry {
//!     key: "...".to_string(),
//!     game: "portals".to_string(),
//!     rows: 1,
//!     columns: 3,
//!     par: Some(2),
//!     text: "game: portals\n\n...\n".to_string(),
//!     ..Entry::default()
//! };
//! assert_eq!(catalogue.keep(&[entry.clone(), entry])?, [true, false]);
//!
//! let short = Filter { par: Some(0..=5), ..Filter::default() };
//! catalogue.list(&short, &mut |listed| {
//!     assert_eq!((listed.number, listed.entry.par), (1, Some(2)));
//!     ControlFlow::Continue(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod file;
mod filter;

pub use entry::{Entry, Run};
pub use file::{Catalogue, Trouble};
pub use filter::{Filter, GameStats, Listed, Order, Spread};
