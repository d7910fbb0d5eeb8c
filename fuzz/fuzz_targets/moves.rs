//! A refused move changes nothing, and undo takes back exactly one.

#![no_main]

#[path = "../../crates/games/tests/truths/mod.rs"]
mod truths;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| truths::moves(bytes));
