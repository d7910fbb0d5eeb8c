//! The command `fewest`: words in, one command run, an exit code out.

mod args;
mod bench_player;
mod catalogue;
mod cluster;
mod convert;
mod make;
mod messages;
mod progress;
mod terminal;
#[cfg(test)]
mod tests {
    mod translations;
}
mod worker;

use std::io;
use std::process::ExitCode;

use clap::FromArgMatches as _;
use fewest_verbs::Verb;
use fewest_verbs::outcome::{Exit, Failure};

use args::{Args, Command};
use terminal::Terminal;

fn main() -> ExitCode {
    #[cfg(unix)]
    // SAFETY: ignoring a signal runs no code in a handler.
    #[allow(unsafe_code, reason = "there is no safe way to ask for it")]
    unsafe {
        // A write past the system's limit of a file's size (`ulimit -f`) then fails like one to a full disk.
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
    let ended = match args::judge_alone() {
        // Straight to standard output: an answer has no colours to look for and take out.
        Some(judge) => fewest_verbs::run(&judge, &mut Terminal, &mut io::stdout().lock()),
        None => run(),
    };
    messages::exit_code(ended).into()
}

/// Runs the command that was typed. If that is refused, the process ends here.
fn run() -> Result<Exit, Failure> {
    messages::language().set();
    let matches = messages::command().try_get_matches_from(args::words());
    let args = matches.and_then(|mut matches| Args::from_arg_matches_mut(&mut matches));
    let args = args.unwrap_or_else(|refused| messages::refuse(&refused));
    args.language.lang.set();
    let out: &mut dyn io::Write = match &args.command {
        // To look for colours in the lines of a million levels would take as long as to solve some.
        Command::Ask(verb) if verb.is_colourless() => &mut io::stdout().lock(),
        _ => &mut io::BufWriter::new(anstream::stdout().lock()),
    };
    let ended = match args.command {
        Command::Ask(Verb::Solve(args)) if args.cluster.is_asked() => cluster::solve(&args, out),
        Command::Ask(verb) => fewest_verbs::run(&verb, &mut Terminal, out),
        Command::Generate(args) => make::generate::run(&args, out),
        Command::Hardest(args) => make::hardest::run(&args, out),
        Command::BenchPlayer(args) => bench_player::run(&args, out),
        Command::Serve(options) => fewest_server::serve(&options, terminal::default_memory())
            .map(|()| Exit::Done)
            .map_err(Failure::plain),
        Command::Convert(args) => convert::run(&args, out),
        Command::Catalogue(args) => catalogue::run(&args.command, out),
        Command::Worker(args) => worker::run(&args, out),
        Command::Completions(args) => messages::completions(&args, out),
    };
    io::Write::flush(out)?;
    ended
}
