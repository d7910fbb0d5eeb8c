//! A judge answers every case or none, and each case as if it were alone.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fewest_games_truths::judge_input(bytes));
