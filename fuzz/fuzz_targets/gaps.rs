//! What parts the words of a judge's input means nothing.

#![no_main]

#[path = "../../crates/games/tests/truths/mod.rs"]
mod truths;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| truths::gaps(bytes));
