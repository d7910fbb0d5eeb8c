//! One file for each command.

mod check;
mod completions;
mod games;
pub mod judge;
mod show;
mod solve;

use std::io;

use fewest_search::{Limit, Limits, Verdict};

use crate::args::{Args, Command, LimitArgs};
use crate::exit::{Exit, Failure};
use crate::memory;

/// Runs what was typed.
pub fn run(args: Args) -> Result<Exit, Failure> {
    let out = &mut io::BufWriter::new(anstream::stdout().lock());
    let exit = match args.command {
        Command::Solve(args) => solve::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Judge(args) => judge::run(&args),
        Command::Show(args) => show::run(&args, out),
        Command::Games(args) => games::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
    };
    io::Write::flush(out)?;
    exit
}

/// What a search may use: what was typed, and never all the memory there is.
fn limits(args: &LimitArgs) -> Limits {
    Limits {
        states: args.states,
        memory: Some(args.memory.unwrap_or_else(memory::default_limit)),
        time: args.time,
        cost: None,
    }
}

/// What ended a search before its end, in words.
fn why(limit: Limit) -> String {
    match limit {
        Limit::Stopped => "interrupted".to_string(),
        limit => format!("gave up at the limit of {}", limit.name()),
    }
}

/// How a verdict ends the command.
fn exit<M>(verdict: &Verdict<M>) -> Exit {
    match verdict {
        Verdict::Fewest { .. } => Exit::Done,
        Verdict::Impossible => Exit::Refuted,
        Verdict::GaveUp {
            limit: Limit::Stopped,
            ..
        } => Exit::Interrupted,
        Verdict::GaveUp { .. } => Exit::GaveUp,
    }
}
