//! `fewest check`: tests what levels claim.

use std::io::Write;

use fewest_games::answer::Answer;
use fewest_games::builtin::AnyLevel;
use fewest_games::check::Fault;
use fewest_games::game::MoveName;
use fewest_games::rows::Row;
use fewest_search::{Report, Verdict};
use fewest_words::{key, of, say};
use serde::Serialize;

use super::exit;
use crate::args::{CheckArgs, Telling};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::levels;
use crate::output::json;

pub fn run(args: &CheckArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    // All that was typed is read before anything is searched: nothing is half done.
    let mut solutions = Vec::new();
    for entry in &entries {
        solutions.push(match &args.solution {
            Some(moves) => Some(levels::parse("--solution", moves.as_bytes(), |source| {
                let moves = entry.level.read_moves(source)?;
                let name = |step: &Row| MoveName::Owned(step.text.to_string());
                Ok(moves.iter().map(name).collect())
            })?),
            None => entry.level.solution().map(<[_]>::to_vec),
        });
    }
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for (entry, solution) in entries.iter().zip(&solutions) {
        let level = &entry.level;
        let report = level.solve(&mut search_within(
            limits,
            desk.watch(Telling::Bar).as_mut(),
        ))?;
        let checked = level.check(solution.as_deref(), &report)?;
        let ended = match (checked.faults.is_empty(), checked.decided) {
            (false, _) => Exit::Refuted,
            (true, true) => Exit::Done,
            (true, false) => exit(&report.verdict),
        };
        if args.json {
            let right = match ended {
                Exit::Done => Some(true),
                Exit::Refuted => Some(false),
                Exit::GaveUp | Exit::Unreadable | Exit::Broken | Exit::Interrupted => None,
            };
            let (faults, answer) = (&checked.faults, Answer::new(level.about(), &report));
            json(
                out,
                &Line {
                    right,
                    faults,
                    answer,
                },
            )?;
        } else if checked.faults.is_empty() {
            let finding = match checked.decided {
                true => right(level, solution.as_deref(), &report),
                false => undecided(level, &report),
            };
            let told = say!("{name}: {told}", name = entry.name, told = finding);
            writeln!(out, "{told}")?;
        } else {
            for fault in &checked.faults {
                let told = say!("{name}: wrong: {fault}", name = entry.name, fault);
                writeln!(out, "{told}")?;
            }
        }
        out.flush()?;
        worst = worst.max(ended);
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

#[derive(Serialize)]
struct Line<'a> {
    right: Option<bool>,
    faults: &'a [Fault],
    #[serde(flatten)]
    answer: Answer<'a>,
}

/// Claims in which nothing is wrong, or what could have been claimed.
fn right(level: &AnyLevel, solution: Option<&[MoveName]>, report: &Report<MoveName>) -> String {
    let unit = &level.info().unit;
    let mut claims = Vec::new();
    claims.extend(
        level
            .par()
            .map(|par| say!("par {par}", par = of(&par.to_string()))),
    );
    claims.extend(solution.map(|moves| {
        say!(
            "solution of {moves}",
            moves = unit.count(moves.len() as u64)
        )
    }));
    match report.verdict.fewest() {
        _ if !claims.is_empty() => say!("right: {claims}", claims = claims.join(of(key(", ")))),
        Some(fewest) => say!(
            "claims nothing; it takes {moves}",
            moves = unit.count(fewest)
        ),
        None => say!("claims nothing; it is impossible"),
    }
}

/// Claims that the limit left open.
fn undecided(level: &AnyLevel, report: &Report<MoveName>) -> String {
    match &report.verdict {
        Verdict::GaveUp { limit, at_least } => {
            let bound = level.info().unit.count(*at_least);
            let why = of(limit.in_words());
            say!("undecided, {why}; a win takes at least {bound}", why, bound)
        }
        _ => unreachable!("a proven verdict decides every claim"),
    }
}
