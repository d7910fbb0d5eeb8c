//! What the tests of several crates share. Nothing else uses it.

pub mod server;
pub mod sessions;
