//! Makes levels: boards that have what is asked, and the hardest that there are.
//!
//! What a game knows of it is in its generator ([`Generator`](make::Generator)); the rest is here, once for all games. A
//! [`frame`] says which boards are meant. A climb leads from a random board to one that has what
//! is [`wanted`], change by change; [`generate`] does so for one seed after another, on all
//! threads. [`hardest`] goes through all boards of a frame, or climbs where they are too many, and
//! [`farthest`] through all starts on one board.

pub mod amounts;
pub mod chance;
mod climb;
pub mod dice;
pub mod farthest;
pub mod frame;
pub mod generate;
pub mod hardest;
mod items;
pub(crate) mod labour;
pub mod make;
pub mod recipe;
pub(crate) mod subsets;
#[cfg(test)]
mod tests;
pub(crate) mod top;
pub(crate) mod turns;
pub mod unguessed;
pub mod wanted;

pub(crate) use items::shift;
