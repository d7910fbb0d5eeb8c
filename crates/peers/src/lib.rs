//! Measures fewest against other people's software and against the programs that a competitor
//! writes: the same boards for everyone, answers compared before times.
//!
//! `cargo run --release -p fewest-peers` prints the tables; `README.md` says what they mean.

pub mod contests;
pub mod heap;
pub mod instances;
pub mod libraries;
pub mod measure;
pub mod ours;
pub mod processes;
pub mod report;
pub mod textbook;
