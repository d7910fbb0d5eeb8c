//! A judge answers every case or none, and each case as if it were alone.

#![no_main]

#[path = "../../crates/games/tests/truths/mod.rs"]
mod truths;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| truths::judge_input(bytes));
