//! Level text is read by any game or refused with a place; what was read holds.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewest_games_truths::level_text(bytes));
