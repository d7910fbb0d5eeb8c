//! The engine's distributed tier: one search over several processes, on timely dataflow.
//!
//! A leader ([`Cluster`]) gives a search to workers ([`worker::serve`]), which greet one another and
//! then exchange positions by key, layer by layer, each with its share on a disk. It knows puzzles
//! only as [`fewest_search::Positions`]: bytes and numbers of moves. What the workers find is a report
//! whose moves are such numbers; [`fewest_games::game::Level::adopt`] turns them into the game's own.
//!
//! The same workers answer questions about whole levels ([`Cluster::spread`]), one level each.

mod attempt;
mod broken;
mod cluster;
mod crew;
mod exchange;
mod expansion;
mod folders;
mod greeting;
mod hex;
pub mod hosts;
mod inbox;
mod journey;
mod line;
pub mod local;
#[cfg(test)]
mod loopback;
mod losses;
mod mesh;
mod messages;
mod outcome;
mod packing;
mod purpose;
mod refused;
mod reins;
mod round;
mod session;
mod shard;
mod spread;
#[cfg(test)]
mod tests;
pub mod token;
mod walk;
mod wire;
pub mod worker;

pub use cluster::{Cluster, Settings, Trouble, Work};
pub use messages::{Answer, Question};
