//! `fewest check`: tests what levels claim. `fewest why`: a solution move by move, and what each cost.

use std::io::{self, Write};

use fewest_games::answer::{Answer, ReviewAnswer};
use fewest_games::builtin::AnyLevel;
use fewest_games::check::Fault;
use fewest_games::game::{MoveName, Standing};
use fewest_games::review::{Loss, Review, Step};
use fewest_games::rows::Row;
use fewest_search::{Report, Verdict};
use fewest_words::{key, of, say};
use serde::Serialize;

use crate::args::{CheckArgs, WhyArgs};
use crate::host::Host;
use crate::levels::{self, Entry, Purpose};
use crate::outcome::{Exit, Failure};
use crate::output::{first_of, headline, json};
use crate::{exit, gave_up, in_words, search_each};

pub fn check(args: &CheckArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, Purpose::Search, host)?;
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
    let asked: Vec<_> = entries.iter().zip(&solutions).collect();
    search_each(
        &asked,
        &args.limits,
        host,
        out,
        |(entry, _), context| entry.level.solve(context),
        |(entry, solution), report, out| {
            let level = &entry.level;
            let checked = level.check(solution.as_deref(), &report)?;
            let ended = match (checked.faults.is_empty(), checked.decided) {
                (false, _) => Exit::Refuted,
                (true, true) => Exit::Done,
                (true, false) => exit(&report.verdict),
            };
            let faults = &checked.faults;
            if args.json {
                let right = match ended {
                    Exit::Done => Some(true),
                    Exit::Refuted => Some(false),
                    Exit::GaveUp | Exit::Unreadable | Exit::Broken | Exit::Interrupted => None,
                };
                let answer = Answer::new(level.about(), &report);
                let line = Line {
                    right,
                    faults,
                    answer,
                };
                json(out, &line)?;
            } else if faults.is_empty() {
                let finding = match checked.decided {
                    true => right(level, solution.as_deref(), &report),
                    false => undecided(level, &report),
                };
                let told = say!("{name}: {told}", name = entry.name, told = finding);
                writeln!(out, "{told}")?;
            } else {
                for fault in faults {
                    let told = say!("{name}: wrong: {fault}", name = entry.name, fault);
                    writeln!(out, "{told}")?;
                }
            }
            Ok(ended)
        },
    )
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

pub fn why(args: &WhyArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, Purpose::Search, host)?;
    // All moves are tried before anything is searched: nothing is half done.
    let mut asked = Vec::new();
    for entry in &entries {
        let (moves, after) = match (&args.solution, entry.level.solution()) {
            (Some(moves), _) => levels::moves_until_the_end(entry, "--solution", moves)?,
            (None, Some(moves)) => {
                levels::moves_until_the_end(entry, key("the solution"), &moves.join(" "))?
            }
            (None, None) => {
                let message = say!(
                    "{level} has no solution: say --solution MOVES",
                    level = entry.called()
                );
                return Err(Failure::plain(message));
            }
        };
        asked.push((entry, moves, after));
    }
    search_each(
        &asked,
        &args.limits,
        host,
        out,
        |(entry, moves, _), context| entry.level.review(moves, context),
        |(entry, _, after), review, out| {
            match args.json {
                true => json(out, &ReviewAnswer::new(entry.level.about(), &review, after))?,
                false => tell_review(out, entry, &review, after)?,
            }
            Ok(match review.unfinished {
                // A line that loses every win, or goes on after the end, is a claim proven wrong.
                None if !review.can_win() || !after.is_empty() => Exit::Refuted,
                None => exit(&review.report.verdict),
                Some(limit) => gave_up(&limit),
            })
        },
    )
}

fn tell_review(
    out: &mut dyn Write,
    entry: &Entry,
    review: &Review,
    after: &[MoveName],
) -> io::Result<()> {
    let level = &entry.level;
    let verdict = in_words(level, &review.report.verdict);
    headline(out, entry, &verdict)?;
    if let (Some(limit), Some(_)) = (&review.unfinished, review.report.verdict.fewest()) {
        let why = of(limit.in_words());
        writeln!(out, "  {}", say!("the moves were not compared: {why}", why))?;
    }
    let steps = &review.steps;
    let number_width = steps.len().to_string().len();
    let lengths = steps.iter().map(|step| step.step.chars().count());
    let width = lengths.max().unwrap_or(0);
    for (number, step) in (1..).zip(steps) {
        let what = what(step);
        let line = format!("{number:>number_width$}. {:<width$}  {what}", step.step);
        writeln!(out, "  {}", line.trim_end())?;
    }
    if review.unfinished.is_none() {
        writeln!(out, "  {}", conclusion(entry, review))?;
    }
    if !after.is_empty() {
        let moves = first_of(after);
        let told = say!("moves after the end, not played: {moves}", moves);
        writeln!(out, "  {told}")?;
    }
    Ok(())
}

/// What a move cost, with the marks that chess uses.
fn what(step: &Step) -> String {
    let better = first_of(&step.better);
    match (step.loss, step.left) {
        (Loss::None, Some(0)) => say!("won"),
        (Loss::None, left) => say!("{left} to go", left = left.unwrap_or_default()),
        (Loss::Ground { by }, left) => {
            let left = left.unwrap_or_default();
            say!(
                "{left} to go  ?  loses {by}; better {better}",
                left,
                by,
                better
            )
        }
        (Loss::Win, _) => say!("no win left  ??  better {better}", better),
        (Loss::Lost, _) => say!("no win left"),
    }
}

fn conclusion(entry: &Entry, review: &Review) -> String {
    let unit = &entry.level.info().unit;
    let made = review.steps.len() as u64;
    let left = match review.steps.last() {
        Some(step) => step.left,
        None => review.report.verdict.fewest(),
    };
    match (review.standing, review.behind()) {
        (Standing::Won, Some(0)) => say!("wins in {moves}, the fewest", moves = unit.count(made)),
        (Standing::Won, behind) => {
            let behind = behind.unwrap_or_default();
            say!(
                "wins in {moves}, {behind} more than the fewest",
                moves = unit.count(made),
                behind
            )
        }
        (Standing::Lost, _) => say!("loses after {moves}", moves = unit.count(made)),
        (Standing::Playing, None) => say!("does not win, and no win is left"),
        (Standing::Playing, Some(behind)) => {
            let left = unit.count(left.unwrap_or_default());
            let lost = match behind {
                0 => say!("nothing is lost yet"),
                lost => say!("{lost} lost so far", lost),
            };
            say!("does not win yet: {left} to go, {lost}", left, lost)
        }
    }
}
