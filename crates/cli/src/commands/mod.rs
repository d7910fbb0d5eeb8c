//! One file for each command.

mod advise;
mod all;
mod check;
mod completions;
mod draw;
mod games;
mod hint;
pub mod judge;
mod odds;
mod rate;
mod show;
mod solve;
mod why;

use std::io;
use std::num::NonZeroUsize;
use std::thread;

use fewest_games::game::Level;
use fewest_games::rules::MoveName;
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
        Command::Rate(args) => rate::run(&args, out),
        Command::Hint(args) => hint::run(&args, out),
        Command::Why(args) => why::run(&args, out),
        Command::All(args) => all::run(&args, out),
        Command::Judge(args) => judge::run(&args),
        Command::Show(args) => show::run(&args, out),
        Command::Advise(args) => advise::run(&args, out),
        Command::Draw(args) => draw::run(&args, out),
        Command::Odds(args) => odds::run(&args, out),
        Command::Games(args) => games::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
    };
    io::Write::flush(out)?;
    exit
}

/// What a search may use: what was typed, and never all the memory there is.
pub fn limits(args: &LimitArgs) -> Limits {
    Limits {
        states: args.states,
        memory: Some(args.memory.unwrap_or_else(memory::default_limit)),
        time: args.time,
        cost: None,
    }
}

/// How many searches go on at the same time, and what each may use: memory that nobody asked for
/// is divided among them and the list of what they find.
pub fn shared_limits(args: &LimitArgs) -> (NonZeroUsize, Limits) {
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let parts = match args.memory {
        Some(_) => 1,
        None => threads.get() as u64 + 1,
    };
    let limits = limits(args);
    let memory = limits.memory.map(|memory| memory / parts);
    (threads, Limits { memory, ..limits })
}

/// A verdict in words.
fn in_words(level: &dyn Level, verdict: &Verdict<MoveName>) -> String {
    let unit = &level.info().unit;
    match verdict {
        Verdict::Fewest { cost, .. } => format!("{}, the proven fewest", unit.count(*cost)),
        Verdict::Impossible => "impossible, proven".to_string(),
        Verdict::GaveUp { limit, at_least } => {
            let (why, bound) = (limit.in_words(), unit.count(*at_least));
            format!("{why}; a win takes at least {bound}")
        }
    }
}

/// How a verdict ends the command.
fn exit<M>(verdict: &Verdict<M>) -> Exit {
    match verdict {
        Verdict::Fewest { .. } => Exit::Done,
        Verdict::Impossible => Exit::Refuted,
        Verdict::GaveUp { limit, .. } => gave_up(*limit),
    }
}

/// How a limit ends the command.
fn gave_up(limit: Limit) -> Exit {
    match limit {
        Limit::Stopped => Exit::Interrupted,
        _ => Exit::GaveUp,
    }
}
