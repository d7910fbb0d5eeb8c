//! The command `fewest`: words in, one command run, an exit code out.

mod args;
mod commands;
mod exit;
mod input;
mod memory;
mod output;
mod progress;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    exit::code(match args::JudgeArgs::alone() {
        Some(args) => commands::judge::run(&args),
        None => commands::run(args::Args::parse()),
    })
}
