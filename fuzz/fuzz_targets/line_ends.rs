//! How lines end and a byte order mark mean nothing.

#![no_main]

#[path = "../../crates/games/tests/truths/mod.rs"]
mod truths;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| truths::line_ends(bytes));
