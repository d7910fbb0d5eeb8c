//! A refused move changes nothing, and undo takes back exactly one.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewest_games_truths::moves(bytes));
