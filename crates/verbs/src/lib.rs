//! Everything that can be asked about a level: the words that ask it, and the answers, in words
//! and in JSON. One file for each verb.
//!
//! [`Verb`] is the one list of them. The command takes its subcommands from it and the server its
//! addresses, and both hand what was asked to [`run`]. Where levels come from, what a search may
//! use and who watches it is the [`Desk`]'s business: nothing here knows a terminal or a socket.

mod advise;
mod all;
#[allow(
    missing_docs,
    reason = "what each flag does is its help, and that is what it is for"
)]
pub mod args;
mod batch;
pub mod bound;
pub mod catalogue;
mod check;
pub mod crew;
pub mod desk;
mod draw;
pub mod ended;
mod errand;
pub mod games;
mod heat;
mod hint;
mod judge;
pub mod keeper;
mod layers;
pub mod levels;
mod moves;
mod odds;
pub mod output;
mod rate;
pub mod samples;
mod scratch;
mod shape;
mod show;
mod signs;
mod solve;
mod together;
pub mod usage;
mod values;
mod why;

use std::io::Write;

use fewest_games::builtin::AnyLevel;
use fewest_games::game::MoveName;
use fewest_search::{Limit, Verdict};
use fewest_words::{of, say};

pub use args::{Ask, Verb};
use desk::Desk;
use ended::{Exit, Failure};
pub use shape::Shape;
pub use values::{board_size, bytes, duration, game_ids, patience, range, threads};

/// Answers what was asked.
pub fn run(verb: &Verb, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    match verb {
        Verb::Solve(args) => solve::run(args, desk, out),
        Verb::Check(args) => check::run(args, desk, out),
        Verb::Rate(args) => rate::run(args, desk, out),
        Verb::Hint(args) => hint::run(args, desk, out),
        Verb::Why(args) => why::run(args, desk, out),
        Verb::All(args) => all::run(args, desk, out),
        Verb::Layers(args) => layers::run(args, desk, out),
        Verb::Judge(args) => judge::run(args, desk, out),
        Verb::Show(args) => show::run(args, desk, out),
        Verb::Advise(args) => advise::run(args, desk, out),
        Verb::Draw(args) => draw::run(args, desk, out),
        Verb::Odds(args) => odds::run(args, desk, out),
        Verb::Games(args) => games::run(args, out),
    }
}

/// A verdict in words.
fn in_words(level: &AnyLevel, verdict: &Verdict<MoveName>) -> String {
    let unit = &level.info().unit;
    match verdict {
        Verdict::Fewest { cost, .. } => {
            say!("{count}, the proven fewest", count = unit.count(*cost))
        }
        Verdict::Impossible => say!("impossible, proven"),
        Verdict::GaveUp { limit, at_least } => {
            let (why, bound) = (of(limit.in_words()), unit.count(*at_least));
            say!("{why}; a win takes at least {bound}", why, bound)
        }
    }
}

/// How a verdict ends the command.
fn exit<M>(verdict: &Verdict<M>) -> Exit {
    match verdict {
        Verdict::Fewest { .. } => Exit::Done,
        Verdict::Impossible => Exit::Refuted,
        Verdict::GaveUp { limit, .. } => gave_up(limit),
    }
}

/// How a limit ends the command.
pub fn gave_up(limit: &Limit) -> Exit {
    match limit {
        Limit::Stopped => Exit::Interrupted,
        _ => Exit::GaveUp,
    }
}
