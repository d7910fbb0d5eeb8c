//! Level text is read by any game or refused with a place; what was read holds.

#![no_main]

#[path = "../../crates/games/tests/truths/mod.rs"]
mod truths;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| truths::level_text(bytes));
