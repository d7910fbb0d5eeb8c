//! Makes levels: boards that have what is asked, and the hardest that there are.
//!
//! What a game knows of it is in its generator ([`Generator`](make::Generator)); the rest is here, once for all games. A
//! [`frame`] says which boards are meant. A climb leads from a random board to one that has what
//! is [`wanted`], change by change; [`generate`] does so for one seed after another, on all
//! threads. [`hardest`] goes through all boards of a frame, or climbs where they are too many, or
//! through all starts on one board.

pub mod chance;
pub mod frame;
pub mod generate;
pub mod hardest;
pub mod make;
pub mod recipe;
#[cfg(test)]
mod tests;
pub mod wanted;
