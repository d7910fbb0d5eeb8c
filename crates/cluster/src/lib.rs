//! The engine's distributed tier: one search over several processes, on timely dataflow.

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
mod losses;
mod mesh;
mod messages;
mod outcome;
mod packing;
mod purpose;
mod refused;
mod reins;
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
