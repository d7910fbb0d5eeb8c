//! What parts the words of a judge's input means nothing.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewest_games_truths::gaps(bytes));
