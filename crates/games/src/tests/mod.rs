//! What every game is held to in tests: the contract, the oracles' helpers, the edits, and a kernel
//! that lies.

pub mod contract;
pub mod edits;
mod liar;
pub mod oracle;
#[allow(dead_code, reason = "the search's own tests use all of it")]
#[path = "../../../search/tests/common/ram.rs"]
pub mod ram;
