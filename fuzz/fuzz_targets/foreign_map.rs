//! Any text is read or refused with a place, and saying its game changes nothing.

#![no_main]

#[path = "../../crates/games/tests/truths/mod.rs"]
mod truths;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| truths::foreign_map(bytes));
