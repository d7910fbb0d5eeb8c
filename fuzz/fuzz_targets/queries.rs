//! Queries about a board are read or refused with a place; what was read holds.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewest_games_truths::queries(bytes));
