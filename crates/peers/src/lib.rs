//! Measures fewest against other people's software and against the programs that a competitor
//! writes: the same boards for everyone, answers compared before times.
//!
//! `cargo run --release -p fewest-peers` prints the tables; `README.md` says what they mean.

pub mod choose;
pub mod contests;
pub mod heap;
pub mod inputs;
pub mod instances;
pub mod measure;
pub mod ours;
pub mod outcome;
pub mod packed;
pub mod pathfinding;
pub mod petgraph;
pub mod programs;
pub mod run;
pub mod stateright;
pub mod table;
pub mod targets;
pub mod textbook;
pub mod toollib;
