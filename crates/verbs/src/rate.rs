//! `fewest rate`: what is counted about a level, and how hard that makes it.

use std::io::{self, Write};

use fewest_games::answer::RatingAnswer;
use fewest_games::rating::{Difficulty, Rating, share};
use fewest_games::survey::Survey;
use fewest_search::Verdict;
use fewest_words::{key, of, say, to_the_left};

use super::{exit, gave_up, in_words};
use crate::args::{RateArgs, Telling};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{headline, json, large_count};

pub fn run(args: &RateArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for entry in &entries {
        let level = &entry.level;
        let rating = level.rate(&mut search_within(
            limits,
            desk.watch(Telling::Bar).as_mut(),
        ))?;
        match args.json {
            true => json(out, &RatingAnswer::new(level.about(), &rating))?,
            false => tell(out, entry, &rating)?,
        }
        out.flush()?;
        worst = worst.max(match (&rating.report.verdict, rating.survey) {
            (verdict @ Verdict::Impossible, _) | (verdict, Ok(_)) => exit(verdict),
            (_, Err(limit)) => gave_up(&limit),
        });
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

fn tell(out: &mut dyn Write, entry: &Entry, rating: &Rating) -> io::Result<()> {
    let level = &entry.level;
    let verdict = in_words(level, &rating.report.verdict);
    headline(out, entry, &verdict)?;
    let unit = &level.info().unit;
    figure(out, key("careless guess"), &unit.count(rating.guess))?;
    match &rating.survey {
        Ok(survey) => figures(out, entry, survey)?,
        Err(limit) if rating.report.verdict.at_least() == rating.report.verdict.fewest() => {
            let why = of(limit.in_words());
            writeln!(out, "  {}", say!("the rest was not counted: {why}", why))?;
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
        let told = match survey.part {
            None => solutions,
            Some(0) => say!(
                "{solutions}, parting at the first {unit}",
                solutions,
                unit = of(unit.one)
            ),
            Some(made) => say!(
                "{solutions}, parting after {moves}",
                solutions,
                moves = unit.count(made)
            ),
        };
        figure(out, key("optimal solutions"), &told)?;
    }
    let positions = large_count(&survey.positions);
    let dead = large_count(&survey.dead);
    let dead_share = percent(share(&survey.dead, &survey.positions));
    let told = say!(
        "{positions}, of which {dead} without a win ({share})",
        positions,
        dead,
        share = dead_share
    );
    figure(out, key("positions"), &told)?;
    if survey.par.is_some_and(|par| par > 0) {
        let open = percent(share(&survey.open, &survey.moves));
        let best = percent(share(&survey.best, &survey.moves));
        let of_all = |share| say!("{share} of all moves", share);
        figure(out, key("keep the win open"), &of_all(open))?;
        figure(out, key("keep the optimum"), &of_all(best))?;
        figure(out, key("forced in a row"), &unit.count(survey.forced))?;
        let narrow = unit.count(survey.narrow);
        figure(
            out,
            key("only one best"),
            &say!("{narrow} in a row", narrow),
        )?;
    }
    Ok(())
}

fn parts(out: &mut dyn Write, difficulty: &Difficulty) -> io::Result<()> {
    let value = format!("{:.1}", difficulty.value);
    figure(out, key("difficulty"), &say!("{value} of 10", value))?;
    for part in &difficulty.parts {
        let name = to_the_left(of(part.name), LABEL - 1);
        let (value, weight) = (part.value, 10.0 * part.weight);
        let points = value * weight;
        writeln!(out, "    {name} {points:.2}  ({value:.2} × {weight:.1})")?;
    }
    Ok(())
}

/// How wide the column is in which it says what a figure is.
const LABEL: usize = 17;

/// One line: what it is, and how much of it there is.
fn figure(out: &mut dyn Write, label: &str, figure: &str) -> io::Result<()> {
    writeln!(out, "  {}  {figure}", to_the_left(of(label), LABEL))
}

/// A share that is neither all nor nothing is not told as if it were.
fn percent(share: f64) -> String {
    match 100.0 * share {
        nearly_none if share > 0.0 && nearly_none < 0.05 => "< 0.1 %".to_string(),
        nearly_all if share < 1.0 && nearly_all >= 99.95 => "> 99.9 %".to_string(),
        percent => format!("{percent:.1} %"),
    }
}
