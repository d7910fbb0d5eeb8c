//! How lines end and a byte order mark mean nothing.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewest_games_truths::line_ends(bytes));
