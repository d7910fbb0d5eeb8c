//! The engine's distributed tier: one search over several processes, on timely dataflow.

pub mod broken;
mod crew;
mod exchange;
pub mod greeting;
pub mod hex;
pub mod hosts;
pub mod inbox;
pub mod line;
pub mod losses;
mod outcome;
mod packing;
pub mod purpose;
pub mod refused;
mod shard;
#[cfg(test)]
mod tests;
pub mod token;
mod walk;
pub mod wire;
