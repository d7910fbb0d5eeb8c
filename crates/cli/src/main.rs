//! The command `fewest`: words in, one command run, an exit code out.

#![cfg_attr(all(target_os = "linux", target_env = "gnu", not(test)), no_main)]

mod args;
mod aside;
mod bench_player;
mod catalogue;
mod clerk;
mod cluster;
mod completions;
mod convert;
mod desk;
mod events;
mod exit;
mod help;
mod make;
mod memory;
mod progress;
mod serve;
mod start;
#[cfg(test)]
mod translations;
mod worker;

use std::io;

use clap::FromArgMatches as _;
use fewest_verbs::ended::{Exit, Failure};

use args::{Args, Command};
use desk::Terminal;

/// Does what was typed, and says the exit code.
fn run() -> u8 {
    #[cfg(unix)]
    start::ignore_file_size_signal();
    exit::code(match args::judge_alone() {
        // Straight to standard output: an answer has no colours to look for and take out.
        Some(judge) => fewest_verbs::run(&judge, &mut Terminal, &mut io::stdout().lock()),
        None => {
            help::language().set();
            run_command(typed())
        }
    })
}

/// What was typed; where that is refused, the process ends here.
fn typed() -> Args {
    let matches = help::command().try_get_matches_from(args::words());
    match matches.and_then(|mut matches| Args::from_arg_matches_mut(&mut matches)) {
        Ok(args) => args,
        Err(refused) => exit::refuse(&refused),
    }
}

fn run_command(args: Args) -> Result<Exit, Failure> {
    args.language.lang.set();
    let out: &mut dyn io::Write = match &args.command {
        // To look for colours in the lines of a million levels would take as long as to solve some.
        Command::Ask(verb) if verb.is_colourless() => &mut io::stdout().lock(),
        _ => &mut io::BufWriter::new(anstream::stdout().lock()),
    };
    let ended = match args.command {
        Command::Ask(verb) => fewest_verbs::run(&verb, &mut Terminal, out),
        Command::Generate(args) => make::generate::run(&args, out),
        Command::Hardest(args) => make::hardest::run(&args, out),
        Command::BenchPlayer(args) => bench_player::run(&args, out),
        Command::Serve(options) => serve::run(&options),
        Command::Convert(args) => convert::run(&args, out),
        Command::Catalogue(args) => catalogue::run(&args.command, out),
        Command::Worker(args) => worker::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
    };
    io::Write::flush(out)?;
    ended
}

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(test))))]
fn main() -> std::process::ExitCode {
    run().into()
}
