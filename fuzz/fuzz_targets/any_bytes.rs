//! Any bytes are read as they would be as text, or as a binary file where they are none.

#![no_main]

#[path = "../../crates/games/tests/truths/mod.rs"]
mod truths;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| truths::any_bytes(bytes));
