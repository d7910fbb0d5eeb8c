//! Everything that can be asked about a level: the words that ask it, and the answers, in words
//! and in JSON.
//!
//! [`Verb`] is the one list of questions. The command takes its subcommands from it and the server its
//! addresses, and both hand what was asked to [`run`]. A [`Host`] says where levels come from, what a
//! search may use and who observes it: nothing here knows a terminal or a socket.

mod advise;
#[allow(missing_docs, reason = "what each flag does is its help")]
pub mod args;
mod batch;
pub mod catalogue;
mod check;
mod draw;
pub mod games;
mod heat;
mod hint;
pub mod host;
pub mod levels;
pub mod outcome;
pub mod output;
mod rate;
pub mod scratch;
mod show;
pub mod solve;
mod values;

use std::io::Write;

use fewest_games::builtin::AnyLevel;
use fewest_games::format::JudgeError;
use fewest_games::game::MoveName;
use fewest_games::solve::Disagreement;
use fewest_games::source::Source;
use fewest_search::{Limit, Limits, SearchContext, Verdict, Watch};
use fewest_words::{of, say};

pub use args::{Ask, ContentKind, Verb};
use args::{JudgeArgs, LimitArgs, ProgressMode};
use host::{Host, limits, search_within};
use outcome::{Exit, Failure};
pub use values::{board_size, bytes, duration, game_ids, patience, range, threads};

/// Answers a question.
pub fn run(verb: &Verb, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    match verb {
        Verb::Solve(args) => solve::run(args, host, out),
        Verb::Check(args) => check::check(args, host, out),
        Verb::Rate(args) => rate::rate(args, host, out),
        Verb::Hint(args) => hint::hint(args, host, out),
        Verb::Why(args) => check::why(args, host, out),
        Verb::All(args) => rate::all(args, host, out),
        Verb::Layers(args) => rate::layers(args, host, out),
        Verb::Judge(args) => judge(args, host, out),
        Verb::Show(args) => show::run(args, host, out),
        Verb::Advise(args) => advise::run(args, host, out),
        Verb::Draw(args) => draw::run(args, host, out),
        Verb::Odds(args) => hint::odds(args, host, out),
        Verb::Games(args) => games::run(args, out),
    }
}

/// `fewest judge`: exactly what the judges read and print.
fn judge(args: &JudgeArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (name, bytes) = host.read(None)?;
    let game = levels::game(&args.game);
    // Every square takes a byte at least: only a long text may have a board that is refused.
    if host.may_refuse(bytes.len() as u64) {
        let cases = levels::parse(&name, &bytes, |source| game.read_judge(source))?;
        cases.iter().try_for_each(|case| host.admit(case))?;
    }
    let answer = |limits: Limits, watch: &mut dyn Watch| {
        let source = Source::new(&bytes)?;
        game.judge(source, &mut search_within(limits, watch))
    };
    let (little, mut watch) = host.at_once();
    let mut answered = answer(little, watch.as_mut());
    drop(watch);
    if let Err(JudgeError::GaveUp(Limit::Memory)) = answered {
        let more = limits(host, &LimitArgs::default());
        if more
            .memory
            .is_none_or(|more| little.memory.is_some_and(|little| more > little))
        {
            answered = answer(more, host.watch(ProgressMode::None).as_mut());
        }
    }
    match answered {
        Ok(answer) => {
            out.write_all(&answer)?;
            out.flush()?;
            Ok(Exit::Done)
        }
        Err(JudgeError::Text(error)) => Err(Failure::text(&name, &bytes, error)),
        Err(JudgeError::GaveUp(limit)) => {
            host.tell_error(of(limit.in_words()));
            Ok(gave_up(&limit))
        }
        Err(JudgeError::Disagreement(disagreement)) => Err(disagreement.into()),
    }
}

/// Searches for what is asked about each level and writes what was found. Returns the worst exit code; a wish
/// to stop ends it after the level that is being answered.
fn search_each<T, F>(
    asked: &[T],
    within: &LimitArgs,
    host: &mut dyn Host,
    out: &mut dyn Write,
    mut search: impl FnMut(&T, &mut SearchContext) -> Result<F, Disagreement>,
    mut tell: impl FnMut(&T, F, &mut dyn Write) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let limits = limits(host, within);
    let mut worst = Exit::Done;
    for asked in asked {
        let mut observer = host.watch(ProgressMode::Bar);
        let found = search(asked, &mut search_within(limits, observer.as_mut()))?;
        // The bar is gone before anything is written.
        drop(observer);
        worst = worst.max(tell(asked, found, out)?);
        out.flush()?;
        if host.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
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

/// The exit code for a verdict.
pub fn exit<M>(verdict: &Verdict<M>) -> Exit {
    match verdict {
        Verdict::Fewest { .. } => Exit::Done,
        Verdict::Impossible => Exit::Refuted,
        Verdict::GaveUp { limit, .. } => gave_up(limit),
    }
}

/// The exit code for a limit that ended a search.
pub fn gave_up(limit: &Limit) -> Exit {
    match limit {
        Limit::Stopped => Exit::Interrupted,
        _ => Exit::GaveUp,
    }
}
