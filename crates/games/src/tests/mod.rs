//! What every game is held to in tests: the contract, the oracles' helpers, the edits, and a kernel
//! that lies.

pub mod contract;
pub mod edits;
mod liar;
pub mod oracle;
