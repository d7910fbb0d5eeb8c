//! `fewest advise`: what every change of a single square would make of a level.

use std::io::{self, Write};

use fewest_games::advice::{Advice, Counts, Effect, Group, Outcome, Wish};
use serde::Serialize;

use crate::args::AdviseArgs;
use crate::desk::{Desk, shared_limits};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{count, json, time};
use crate::signs::{self, Signs};

pub fn run(args: &AdviseArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    let (threads, limits) = shared_limits(desk, &args.limits);
    let wish = match args.easier {
        true => Wish::Easier,
        false => Wish::Harder,
    };
    let mut worst = Exit::Done;
    for (number, entry) in entries.iter().enumerate() {
        let level = entry.level.as_ref();
        let mut bar = desk.watch(false);
        let mut watch = |tally| bar.look_at_changes(tally);
        let advice = level.advise(wish, threads, &limits, &mut watch)?;
        drop(bar);
        if args.json {
            let line = Line {
                game: level.info().id,
                title: level.title(),
                unit: level.info().unit.many,
                advice: &advice,
            };
            json(out, &line)?;
        } else {
            let gap = if number == 0 { "" } else { "\n" };
            write!(out, "{gap}")?;
            tell(out, entry, &advice, args.top)?;
        }
        out.flush()?;
        if !advice.is_complete() {
            worst = Exit::GaveUp;
        }
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

#[derive(Serialize)]
struct Line<'a> {
    game: &'static str,
    title: Option<&'a str>,
    unit: &'static str,
    #[serde(flatten)]
    advice: &'a Advice,
}

fn tell(out: &mut dyn Write, entry: &Entry, advice: &Advice, top: usize) -> io::Result<()> {
    let unit = entry.level.info().unit;
    let now = match advice.now {
        Outcome::Fewest(par) => format!("par {par}"),
        Outcome::Impossible => "impossible as it is".to_string(),
        Outcome::Undecided { limit, at_least } => {
            let bound = unit.count(at_least);
            format!("{}; a win takes at least {bound}", limit.in_words())
        }
    };
    writeln!(out, "{}: {now}", entry.title())?;
    let (tried, elapsed) = (changes(advice.tried()), time(advice.elapsed));
    match advice.limit {
        None if advice.tried() == 0 => writeln!(out, "  no square of it can be changed")?,
        None => writeln!(out, "  {tried} tried in {elapsed}")?,
        Some(limit) => {
            let untried = count(advice.untried);
            let why = limit.in_words();
            writeln!(
                out,
                "  {tried} tried in {elapsed}, {untried} not tried: {why}"
            )?;
        }
    }
    let mut squares = advice.groups.iter().map(|group| group.grid.len());
    let small = squares.all(signs::is_small_enough);
    let tiles = small.then(|| entry.level.session().view().tiles);
    let mut signs = Signs::default();
    for group in &advice.groups {
        writeln!(out, "\n{}: {}", group.name, in_short(group.counts))?;
        list(out, advice.now, group, top)?;
        if let Some(tiles) = &tiles {
            signs.draw(out, advice.now, group, tiles)?;
        }
    }
    match small {
        true => signs.explain(out),
        false => writeln!(
            out,
            "\n  The board is too large for a picture; --json has it."
        ),
    }
}

/// `1 change`, `1,234 changes`.
fn changes(number: u64) -> String {
    let word = if number == 1 { "change" } else { "changes" };
    format!("{} {word}", count(number))
}

/// How many changes do what.
fn in_short(counts: Counts) -> String {
    let effects = [
        (counts.winnable, "winnable"),
        (counts.harder, "harder"),
        (counts.easier, "easier"),
        (counts.unchanged, "unchanged"),
        (counts.impossible, "impossible"),
        (counts.undecided, "undecided"),
    ];
    let there_are = effects.into_iter().filter(|&(number, _)| number > 0);
    let told: Vec<_> = there_are
        .map(|(number, effect)| format!("{} {effect}", count(number)))
        .collect();
    told.join(", ")
}

/// The best changes, and then some of those after which nothing wins.
fn list(out: &mut dyn Write, now: Outcome, group: &Group, top: usize) -> io::Result<()> {
    let changed = group
        .tried
        .iter()
        .filter(|tried| tried.effect != Effect::Unchanged);
    let (mut best, mut worst) = (Vec::new(), Vec::new());
    for tried in changed {
        match tried.becomes {
            Outcome::Fewest(par) => best.push((&tried.what, par)),
            Outcome::Impossible => worst.push(&tried.what),
            Outcome::Undecided { .. } => {}
        }
    }
    let shown = best.iter().take(top).map(|(what, _)| *what);
    let shown = shown.chain(worst.iter().copied().take(top));
    let width = shown.map(|what| what.chars().count()).max().unwrap_or(0);
    for (what, par) in best.iter().take(top) {
        let becomes = match now {
            Outcome::Fewest(now) => {
                let by = i128::from(*par) - i128::from(now);
                format!("par {now} → {par} ({by:+})")
            }
            Outcome::Impossible => format!("impossible → par {par}"),
            Outcome::Undecided { .. } => format!("par {par}"),
        };
        writeln!(out, "  {what:<width$}  {becomes}")?;
    }
    more(out, best.len(), top, "")?;
    for what in worst.iter().take(top) {
        writeln!(out, "  {what:<width$}  impossible")?;
    }
    more(out, worst.len(), top, " impossible")
}

/// How many were not listed.
fn more(out: &mut dyn Write, all: usize, top: usize, what: &str) -> io::Result<()> {
    match all.saturating_sub(top) {
        0 => Ok(()),
        left => writeln!(out, "  … and {} more{what}", count(left as u64)),
    }
}
