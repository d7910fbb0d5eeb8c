//! `fewest rate`: what is counted about a level, and how hard that makes it.

use std::io::{self, Write};

use fewest_games::answer::RatingAnswer;
use fewest_games::rating::{Difficulty, Rating, rate, share};
use fewest_games::survey::Survey;
use fewest_search::Verdict;

use super::{exit, gave_up, in_words};
use crate::args::RateArgs;
use crate::desk::{Desk, limits};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{json, large_count};

pub fn run(args: &RateArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for entry in &entries {
        let level = entry.level.as_ref();
        let rating = rate(level, &limits, desk.watch(false).as_mut())?;
        match args.json {
            true => json(out, &RatingAnswer::new(level, &rating))?,
            false => tell(out, entry, &rating)?,
        }
        out.flush()?;
        worst = worst.max(match (&rating.report.verdict, rating.survey) {
            (verdict @ Verdict::Impossible, _) | (verdict, Ok(_)) => exit(verdict),
            (_, Err(limit)) => gave_up(limit),
        });
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

fn tell(out: &mut dyn Write, entry: &Entry, rating: &Rating) -> io::Result<()> {
    let level = entry.level.as_ref();
    let verdict = in_words(level, &rating.report.verdict);
    writeln!(out, "{}: {verdict}", entry.title())?;
    let unit = &level.info().unit;
    writeln!(out, "  careless guess     {}", unit.count(rating.guess))?;
    match &rating.survey {
        Ok(survey) => figures(out, entry, survey)?,
        Err(limit) if rating.report.verdict.at_least() == rating.report.verdict.fewest() => {
            writeln!(out, "  the rest was not counted: {}", limit.in_words())?;
        }
        // The verdict has said so already.
        Err(_) => {}
    }
    match &rating.difficulty {
        Some(difficulty) => parts(out, difficulty),
        None => Ok(()),
    }
}

fn figures(out: &mut dyn Write, entry: &Entry, survey: &Survey) -> io::Result<()> {
    let unit = &entry.level.info().unit;
    if survey.par.is_some() {
        let solutions = large_count(&survey.solutions);
        let part = match survey.part {
            None => String::new(),
            Some(0) => format!(", parting at the first {}", unit.one),
            Some(made) => format!(", parting after {}", unit.count(made)),
        };
        writeln!(out, "  optimal solutions  {solutions}{part}")?;
    }
    let positions = large_count(&survey.positions);
    let dead = large_count(&survey.dead);
    let dead_share = percent(share(&survey.dead, &survey.positions));
    writeln!(
        out,
        "  positions          {positions}, of which {dead} without a win ({dead_share})"
    )?;
    if survey.par.is_some_and(|par| par > 0) {
        let open = percent(share(&survey.open, &survey.moves));
        let best = percent(share(&survey.best, &survey.moves));
        writeln!(out, "  keep the win open  {open} of all moves")?;
        writeln!(out, "  keep the optimum   {best} of all moves")?;
        writeln!(out, "  forced in a row    {}", unit.count(survey.forced))?;
        let narrow = unit.count(survey.narrow);
        writeln!(out, "  only one best      {narrow} in a row")?;
    }
    Ok(())
}

fn parts(out: &mut dyn Write, difficulty: &Difficulty) -> io::Result<()> {
    writeln!(out, "  difficulty         {:.1} of 10", difficulty.value)?;
    for part in &difficulty.parts {
        let (name, value, weight) = (part.name, part.value, 10.0 * part.weight);
        let points = value * weight;
        writeln!(
            out,
            "    {name:<16} {points:.2}  ({value:.2} × {weight:.1})"
        )?;
    }
    Ok(())
}

/// A share that is neither all nor nothing is not told as if it were.
fn percent(share: f64) -> String {
    match 100.0 * share {
        nearly_none if share > 0.0 && nearly_none < 0.05 => "< 0.1 %".to_string(),
        nearly_all if share < 1.0 && nearly_all >= 99.95 => "> 99.9 %".to_string(),
        percent => format!("{percent:.1} %"),
    }
}
