//! `fewest solve`: the verdict, the moves, and what was searched.

use std::io::Write;
use std::path::Path;

use fewest_games::answer::Answer;
use fewest_games::rules::MoveName;
use fewest_search::{Plan, Report, Verdict};
use serde::Serialize;

use super::{exit, in_words};
use crate::args::SolveArgs;
use crate::desk::{Desk, limits};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{count, json, size, time};

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
        let plan = args.explain.then(|| level.plan(&limits));
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
        return Err(Failure::plain(
            "--scen asks about one board: give it one level",
        ));
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
    plan: Option<Explained<'a>>,
}

#[derive(Serialize)]
struct Explained<'a> {
    kernel: &'a str,
    states_at_most: Option<u64>,
    bytes_at_most: Option<u64>,
    why: &'a str,
}

impl<'a> Explained<'a> {
    fn new(plan: &'a Plan) -> Self {
        Explained {
            kernel: plan.kernel,
            states_at_most: plan.states,
            bytes_at_most: plan.bytes,
            why: &plan.why,
        }
    }
}

fn explain(out: &mut dyn Write, plan: &Plan) -> Result<(), Failure> {
    let states = plan
        .states
        .map_or("an unknown number of positions".to_string(), |states| {
            format!("at most {} positions", count(states))
        });
    let bytes = plan
        .bytes
        .map_or("an unknown number of bytes".to_string(), |bytes| {
            format!("at most {}", size(bytes))
        });
    writeln!(out, "plan: kernel {}, {states}, {bytes}", plan.kernel)?;
    writeln!(out, "  because {}", plan.why)?;
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
    writeln!(out, "{}: {verdict}", entry.title())?;
    if let Verdict::Fewest { moves, .. } = &report.verdict
        && !moves.is_empty()
    {
        writeln!(out, "  {}", moves.join(" "))?;
    }
    let (states, elapsed) = (report.stats.states, time(report.stats.elapsed));
    let kernel = report.plan.kernel;
    let decided = !matches!(report.verdict, Verdict::GaveUp { .. });
    if states == 0 && decided {
        writeln!(
            out,
            "  counted, not searched, in {elapsed} (kernel {kernel})"
        )?;
    } else {
        let positions = if states == 1 { "position" } else { "positions" };
        let states = count(states);
        writeln!(
            out,
            "  {states} {positions} searched in {elapsed} (kernel {kernel})"
        )?;
    }
    Ok(())
}
