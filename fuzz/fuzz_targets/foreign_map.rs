//! Any text is read or refused with a place, and saying its game changes nothing.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewest_games_truths::foreign_map(bytes));
