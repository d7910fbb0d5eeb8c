//! `fewest catalogue stats`: what the levels of each game are like, with little bars.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueHint;
use fewest_catalogue::{GameStats, Spread};
use fewest_verbs::catalogue::{CatalogueFile, FilterArgs};
use fewest_verbs::outcome::Failure;
use fewest_verbs::output::{count, json};
use fewest_words::{key, of, readable, say, to_the_left, to_the_right, width};
use serde::Serialize;

/// The most bars of a game: where there are more pars, several share one.
const BARS: u64 = 20;
/// How long the longest bar is.
const WIDEST: f64 = 40.0;

#[derive(clap::Args)]
pub struct CatalogueStatsArgs {
    /// The catalogue
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &CatalogueStatsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut file = CatalogueFile::read(&args.file)?;
    let filter = args.filter.filter();
    file.ask(|catalogue| catalogue.require(&filter))?;
    let games = file.ask(|catalogue| catalogue.stats(&filter))?;
    if args.json {
        let levels = games.iter().map(|game| game.levels).sum();
        json(out, &StatsAnswer { levels, games })?;
        return Ok(());
    }
    if games.is_empty() {
        writeln!(out, "{}", say!("no such level is in it"))?;
    }
    for (number, game) in games.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        tell(out, game)?;
    }
    Ok(())
}

fn tell(out: &mut dyn Write, stats: &GameStats) -> io::Result<()> {
    writeln!(out, "{}", readable(&stats.game))?;
    let mut figures = vec![
        (key("levels"), count(stats.levels)),
        (key("impossible"), count(stats.impossible)),
        (key("a single solution"), count(stats.unique)),
    ];
    if let Some(par) = &stats.par {
        let mean = format!("{:.1}", par.mean);
        figures.push((
            key("par"),
            spread(&count(par.least), &count(par.most), &mean),
        ));
    }
    if let Some(difficulty) = &stats.difficulty {
        let [least, most, mean] = [difficulty.least, difficulty.most, difficulty.mean]
            .map(|difficulty| format!("{difficulty:.1}"));
        figures.push((key("difficulty"), spread(&least, &most, &mean)));
    }
    figures.push((key("size"), sizes(stats)));
    let column = figures.iter().map(|(label, _)| width(of(label))).max();
    for (label, figure) in figures {
        let label = to_the_left(of(label), column.unwrap_or(0));
        writeln!(out, "  {label}  {figure}")?;
    }
    match &stats.par {
        Some(par) => bars(out, par),
        None => Ok(()),
    }
}

fn spread(least: &str, most: &str, mean: &str) -> String {
    say!("{least} to {most}, {mean} on average", least, most, mean)
}

/// The sizes that most levels have, and how many have them.
fn sizes(stats: &GameStats) -> String {
    const MOST: usize = 6;
    let mut sizes: Vec<_> = stats.sizes.iter().collect();
    sizes.sort_by_key(|&(size, levels)| (std::cmp::Reverse(levels), size));
    let told = |((rows, columns), levels): &(&(u32, u32), &u64)| {
        format!("{rows}x{columns} ({})", count(**levels))
    };
    let shown: Vec<_> = sizes.iter().take(MOST).map(told).collect();
    let shown = shown.join(of(key(", ")));
    match sizes.len().saturating_sub(MOST) {
        0 => shown,
        more => say!(
            "{moves} … and {number} more",
            moves = shown,
            number = count(more as u64)
        ),
    }
}

/// A bar for each par, or for each few of them; one for all that follow each other without a level.
fn bars(out: &mut dyn Write, par: &Spread<u64>) -> io::Result<()> {
    let span = (par.most - par.least) / BARS + 1;
    let mut heights = vec![0_u64; ((par.most - par.least) / span + 1) as usize];
    for (moves, levels) in &par.histogram {
        heights[((moves - par.least) / span) as usize] += levels;
    }
    // Bars without a level that follow each other are one.
    let mut bars: Vec<(u64, u64, u64)> = Vec::new();
    for (bar, height) in (0..).zip(heights) {
        let first = par.least + bar * span;
        let last = par.most.min(first.saturating_add(span - 1));
        match bars.last_mut() {
            Some((_, end, 0)) if height == 0 => *end = last,
            _ => bars.push((first, last, height)),
        }
    }
    let name = |first: u64, last: u64| match first == last {
        true => first.to_string(),
        false => format!("{first}..{last}"),
    };
    let names = bars.iter().map(|&(first, last, _)| name(first, last));
    let names: Vec<_> = names.collect();
    let column = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let heights = bars.iter().map(|(.., height)| *height);
    let highest = heights.max().unwrap_or(1) as f64;
    for (name, (.., height)) in names.iter().zip(bars) {
        let name = to_the_right(name, column);
        let length = (height as f64 / highest * WIDEST).ceil() as usize;
        let bar = "█".repeat(length);
        let gap = if height == 0 { "" } else { " " };
        writeln!(out, "    {name} {bar}{gap}{}", count(height))?;
    }
    Ok(())
}

/// What is told about all of them in JSON.
#[derive(Serialize)]
struct StatsAnswer {
    levels: u64,
    games: Vec<GameStats>,
}
