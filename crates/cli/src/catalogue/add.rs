//! `fewest catalogue add`: solves levels and adds them, all of them or none.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueHint;
use fewest_games::advise::Outcome;
use fewest_search::disk::Scratch;
use fewest_search::{SearchContext, SearchOptions, Verdict};
use fewest_verbs::args::{LevelArgs, LimitArgs, Telling};
use fewest_verbs::desk::{Desk as _, limits, search_within};
use fewest_verbs::ended::{Exit, Failure};
use fewest_verbs::keeper::{Keeper, rated_entry};
use fewest_verbs::levels;
use fewest_verbs::output::json;
use fewest_verbs::threads;
use fewest_words::{of, say};
use serde::Serialize;

use crate::desk::Terminal;
use crate::exit::tell;
use crate::progress;

#[derive(clap::Args)]
pub struct CatalogueAddArgs {
    /// The catalogue, which is made where there is none
    #[arg(value_name = "CATALOGUE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Number of threads to search with [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

/// What became of a level.
#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    verdict: &'static str,
    fewest: Option<u64>,
    /// Whether it was not there before.
    added: bool,
    number: Option<u64>,
    id: Option<String>,
}

pub fn run(args: &CatalogueAddArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    progress::catch_interrupts();
    let mut desk = Terminal;
    let entries = levels::read(&args.levels, &mut desk)?;
    let mut keeper = Keeper::open(&args.file)?;
    let limits = limits(&desk, &args.limits);
    let threads = args.threads.unwrap_or_else(|| desk.threads());
    let mut solved = Vec::with_capacity(entries.len());
    for entry in &entries {
        let level = &entry.level;
        let scratch = desk.scratch().map(|below| Scratch::fleeting(&below));
        let options = SearchOptions {
            limits,
            threads,
            scratch: scratch.as_ref(),
            whole: false,
        };
        let watch = &mut *desk.watch(Telling::Bar);
        let report = level.solve(&mut SearchContext::new(&options).observed_by(watch))?;
        let watch = &mut *desk.watch(Telling::Bar);
        let rated = rated_entry(level, &report, &mut search_within(limits, watch))?;
        if desk.is_stopped() {
            tell(&say!("stopped: no level is added"));
            return Ok(Exit::Interrupted);
        }
        solved.push((report.verdict, rated));
    }
    // All levels are written in one transaction, before the first line is printed.
    let kept: Vec<_> = solved.iter().filter_map(|(_, kept)| kept.clone()).collect();
    let mut added = keeper.keep(&kept)?.into_iter();
    let mut worst = Exit::Done;
    for (entry, (verdict, kept)) in entries.iter().zip(&solved) {
        let number = match kept {
            Some(kept) => keeper.number(kept)?,
            None => None,
        };
        let is_new = kept.is_some() && added.next() == Some(true);
        if let Verdict::GaveUp { .. } = verdict {
            worst = Exit::GaveUp;
        }
        if args.json {
            let line = Line {
                name: &entry.name,
                verdict: Outcome::from(verdict).name(),
                fewest: verdict.fewest(),
                added: is_new,
                number,
                id: kept.as_ref().map(fewest_catalogue::Entry::id),
            };
            json(out, &line)?;
            continue;
        }
        let told = match (number, verdict) {
            (Some(number), _) if is_new => say!("added as number {number}", number),
            (Some(number), _) => say!("already there as number {number}", number),
            (None, Verdict::GaveUp { limit, .. }) => {
                say!("not added: {why}", why = of(limit.in_words()))
            }
            // Another process has removed it since.
            (None, _) => say!("removed again by another process"),
        };
        writeln!(out, "{}", say!("{name}: {told}", name = entry.name, told))?;
    }
    Ok(worst)
}
