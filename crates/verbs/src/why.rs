//! `fewest why`: a solution move by move, and what each cost.

use std::io::{self, Write};

use fewest_games::answer::ReviewAnswer;
use fewest_games::game::{MoveName, Standing};
use fewest_games::review::{Loss, Review, Step};
use fewest_words::{key, of, say};

use super::{exit, gave_up, in_words};
use crate::args::{Telling, WhyArgs};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::moves;
use crate::output::{first_of, headline, json};

pub fn run(args: &WhyArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    // All moves are tried before anything is searched: nothing is half done.
    let mut asked = Vec::new();
    for entry in &entries {
        let (moves, after) = match (&args.solution, entry.level.solution()) {
            (Some(moves), _) => moves::until_the_end(entry, "--solution", moves)?,
            (None, Some(moves)) => {
                moves::until_the_end(entry, key("the solution"), &moves.join(" "))?
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
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for (entry, moves, after) in asked {
        let level = &entry.level;
        let mut watch = desk.watch(Telling::Bar);
        let review = level.review(&moves, &mut search_within(limits, watch.as_mut()))?;
        drop(watch);
        match args.json {
            true => json(out, &ReviewAnswer::new(level.about(), &review, &after))?,
            false => tell(out, entry, &review, &after)?,
        }
        out.flush()?;
        worst = worst.max(match review.unfinished {
            // A line that loses every win, or goes on after the end, is a claim proven wrong.
            None if !review.can_win() || !after.is_empty() => Exit::Refuted,
            None => exit(&review.report.verdict),
            Some(limit) => gave_up(&limit),
        });
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

fn tell(out: &mut dyn Write, entry: &Entry, review: &Review, after: &[MoveName]) -> io::Result<()> {
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
