//! Any bytes are read as they would be as text, or as a binary file where they are none.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewest_games_truths::any_bytes(bytes));
