//! Boards that a perfect player wins without a guess.
//!
//! Such a player opens a cell when it is safe in every layout of mines that agrees with the numbers
//! in sight and with how many mines there are. What is certain stays certain, so the order of the
//! clicks does not matter: a board needs no guess if and only if opening all that is certain, again
//! and again, opens every safe cell. Whoever makes boards knows the truth, and that makes most of
//! it cheap (`position`); only where one number (`position`) and two (`pairs`) tell nothing
//! any more, other layouts are looked for: by small changes of the true one (`repair`) and, where
//! the number of mines may matter, by all that there are (`totals`).
//!
//! Boards are made by drawing them blindly and throwing away those that need a guess, so each that
//! is left is as likely as any other.

mod apart;
mod deal;
mod grade;
mod pairs;
mod part;
#[cfg(test)]
mod plain;
mod position;
mod quick;
mod repair;
mod row;
mod seek;
mod sets;
mod shape;
mod sums;
#[cfg(test)]
mod tests;
mod totals;
mod twins;

pub use grade::Grade;
pub use quick::Play;
pub use seek::{Seeker, Sought, grade};
