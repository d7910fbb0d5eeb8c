//! The engine's distributed tier: one search over several processes, on timely dataflow.

mod crew;
mod exchange;
mod outcome;
mod packing;
mod shard;
#[cfg(test)]
mod tests;
mod walk;
