//! The level maker: `fewest generate` and `fewest hardest`.

mod again;
pub mod args;
pub mod generate;
pub mod hardest;
mod histogram;
mod memory;
mod telling;

use std::num::NonZeroUsize;
use std::thread;

use fewest_words::say;

/// How many threads are asked for.
pub fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Reads `NAME=VALUE`.
pub fn named(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err(say!(
            "write a name and a value, such as walls=20% or throws=none"
        )),
    }
}

/// Reads `0.5%`, `0.5`: a share of a hundred.
pub fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse();
    match number {
        Ok(percent) if (0.0..=50.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err(say!("write a share from 0% to 50%, such as 0.5%")),
    }
}
