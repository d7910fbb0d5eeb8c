//! Pictures of any game's positions: SVG text, and PNG and GIF made from it.
//!
//! A picture is painted from a [`View`](fewest_games::view::View) alone, so it knows no game:
//!
//! ```
//! use fewest_draw::{Scene, Theme, raster};
//! use fewest_games::{registry, source::Source};
//!
//! let text = b"game: snake\n\n##...\n..1#@\n432#.\n...#.\n";
//! let level = registry::read(Source::new(text)?, None)?.remove(0);
//! let view = level.session().view();
//! let svg = Scene::new(&view).svg(&Theme::LIGHT, 40);
//! assert!(svg.contains("<use href=\"#apple\" x=\"160\" y=\"40\"/>"));
//! let png = raster::png(&svg, &mut || true)?.expect("nothing stops it");
//! assert_eq!(png[..4], *b"\x89PNG");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A page that draws boards itself takes the same symbols from [`sheet`] and their colours from
//! [`css`].

pub mod animation;
mod body;
mod format;
pub mod heat;
mod labels;
mod layout;
mod letters;
mod links;
mod outline;
mod pen;
pub mod raster;
mod scene;
mod sheet;
mod sketch;
mod symbols;
mod theme;
mod way;

pub use format::{Format, TooLarge};
pub use heat::Heat;
pub use scene::Scene;
pub use sheet::{css, sheet};
pub use theme::{Colour, Theme};
