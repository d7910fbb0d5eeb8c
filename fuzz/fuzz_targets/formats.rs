//! Any bytes are read in any format or refused with a place; what is written without a loss is read
//! as the same level.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewest_games_truths::formats(bytes));
