//! Pictures of any game's positions: SVG text, and PNG and GIF made from it.
//!
//! A picture is painted from a [`View`](fewest_games::view::View) alone, so it knows no game:
//!
//! ```
//! use fewest_draw::{Scene, Theme, raster};
//! use fewest_games::{builtin, source::Source};
//!
//! let text = b"game: snake\n\n##...\n..1#@\n432#.\n...#.\n";
//! let level = builtin::read(Source::new(text)?, None)?.remove(0);
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

/// Writes formatted text to a string, which cannot fail.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use ::std::fmt::Write as _;
        $out.write_fmt(format_args!($($text)*)).expect("writing to a string")
    }};
}

/// Writes formatted text and a line end to a string.
macro_rules! putln {
    ($out:expr, $($text:tt)*) => {{
        put!($out, $($text)*);
        $out.push('\n');
    }};
}

pub mod heat;
mod letters;
mod pen;
pub mod raster;
mod routes;
mod scene;
mod symbols;
mod theme;

pub use heat::Heat;
pub use raster::{Format, TooLarge};
pub use scene::Scene;
pub use symbols::{css, sheet};
pub use theme::{Colour, Theme};
