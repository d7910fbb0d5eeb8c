//! The command `fewest`: words in, one command run, an exit code out.

#![cfg_attr(all(target_os = "linux", target_env = "gnu", not(test)), no_main)]

mod args;
mod aside;
mod commands;
mod exit;
mod heat;
mod input;
mod memory;
mod moves;
mod output;
mod progress;
mod signs;
mod start;
mod values;

use clap::Parser as _;

/// Does what was typed, and says the exit code.
fn run() -> u8 {
    exit::code(match args::JudgeArgs::alone() {
        Some(args) => commands::judge::run(&args),
        None => commands::run(args::Args::parse()),
    })
}

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(test))))]
fn main() -> std::process::ExitCode {
    run().into()
}
