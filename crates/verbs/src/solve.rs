//! `fewest solve`: the verdict, the moves, and what was searched.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use fewest_games::answer::Answer;
use fewest_games::rules::MoveName;
use fewest_search::{Plan, Report, Verdict, Why};
use fewest_words::{fill, say};
use serde::Serialize;

use super::{exit, in_words};
use crate::args::SolveArgs;
use crate::desk::{Desk, limits};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{count, headline, json, size, time};

pub fn run(args: &SolveArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    let entries = match &args.scen {
        Some(file) => queries(entries, file, desk)?,
        None => entries,
    };
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for entry in &entries {
        let level = entry.level.as_ref();
        let plan = args.explain.then(|| level.plan(&(&limits).into()));
        if let (Some(plan), false) = (&plan, args.json) {
            explain(out, plan)?;
            // A long search should not keep its plan to itself.
            out.flush()?;
        }
        let report = level.solve(&limits, desk.watch(args.quiet).as_mut())?;
        if args.json {
            let answer = Answer::new(level, &report);
            let plan = plan.as_ref().map(Explained::new);
            json(out, &Line { answer, plan })?;
        } else if args.quiet || args.scen.is_some() {
            writeln!(out, "{}", in_a_word(&report))?;
        } else {
            tell(out, entry, &report)?;
        }
        out.flush()?;
        worst = worst.max(exit(&report.verdict));
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

/// The levels that a file of queries asks about the one board that was read.
fn queries(entries: Vec<Entry>, file: &Path, desk: &mut dyn Desk) -> Result<Vec<Entry>, Failure> {
    let [board] = entries.as_slice() else {
        return Err(Failure::plain(say!(
            "--scen asks about one board: give it one level"
        )));
    };
    let (name, bytes) = desk.read(Some(file))?;
    let levels = levels::parse(&name, &bytes, |source| board.level.read_queries(source))?;
    let entry = |(number, level)| Entry {
        name: format!("{name}#{number}"),
        level,
    };
    Ok((1..).zip(levels).map(entry).collect())
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    answer: Answer<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Explained>,
}

#[derive(Serialize)]
struct Explained {
    kernel: &'static str,
    states_at_most: Option<u64>,
    bytes_at_most: Option<u64>,
    why: String,
}

impl Explained {
    fn new(plan: &Plan) -> Self {
        Explained {
            kernel: plan.kernel,
            states_at_most: plan.states,
            bytes_at_most: plan.bytes,
            why: because(&plan.why),
        }
    }
}

/// A plan's reason, in the language that is spoken.
fn because(why: &Why) -> String {
    let numbers = why.numbers.iter();
    let numbers: Vec<_> = numbers
        .map(|(name, number)| (*name, number as &dyn Display))
        .collect();
    fill(why.template, &numbers)
}

fn explain(out: &mut dyn Write, plan: &Plan) -> Result<(), Failure> {
    let states = plan
        .states
        .map_or(say!("an unknown number of positions"), |states| {
            say!("at most {number} positions", number = count(states))
        });
    let bytes = plan
        .bytes
        .map_or(say!("an unknown number of bytes"), |bytes| {
            say!("at most {size}", size = size(bytes))
        });
    let kernel = plan.kernel;
    let told = say!(
        "plan: kernel {kernel}, {states}, {bytes}",
        kernel,
        states,
        bytes
    );
    writeln!(out, "{told}")?;
    let why = because(&plan.why);
    writeln!(out, "  {}", say!("because {why}", why))?;
    Ok(())
}

/// The verdict alone, for scripts.
fn in_a_word(report: &Report<MoveName>) -> String {
    match &report.verdict {
        Verdict::Fewest { cost, .. } => cost.to_string(),
        Verdict::Impossible => "impossible".to_string(),
        Verdict::GaveUp { at_least, .. } => format!("at least {at_least}"),
    }
}

fn tell(out: &mut dyn Write, entry: &Entry, report: &Report<MoveName>) -> Result<(), Failure> {
    let verdict = in_words(entry.level.as_ref(), &report.verdict);
    headline(out, entry, &verdict)?;
    if let Verdict::Fewest { moves, .. } = &report.verdict
        && !moves.is_empty()
    {
        writeln!(out, "  {}", moves.join(" "))?;
    }
    let (states, elapsed) = (report.stats.states, time(report.stats.elapsed));
    let kernel = report.plan.kernel;
    let decided = !matches!(report.verdict, Verdict::GaveUp { .. });
    if states == 0 && decided {
        let told = say!(
            "counted, not searched, in {elapsed} (kernel {kernel})",
            elapsed,
            kernel
        );
        writeln!(out, "  {told}")?;
    } else {
        let positions = match states {
            1 => say!("1 position"),
            _ => say!("{number} positions", number = count(states)),
        };
        let told = say!(
            "{positions} searched in {elapsed} (kernel {kernel})",
            positions,
            elapsed,
            kernel
        );
        writeln!(out, "  {told}")?;
    }
    Ok(())
}
