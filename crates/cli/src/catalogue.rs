//! `fewest catalogue`: what is in a file of levels, and what is put into it and taken out.

mod stats;

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum, ValueHint};
use fewest_catalogue::{Entry, Filter, Listed};
use fewest_games::advise::Outcome;
use fewest_games::builtin::{self, AnyLevel};
use fewest_games::format;
use fewest_search::disk::Scratch;
use fewest_search::{SearchContext, SearchOptions, Verdict};
use fewest_verbs::args::{LevelArgs, LimitArgs, ProgressMode};
use fewest_verbs::catalogue::{
    CatalogueFile, FilterArgs, LevelAnswer, PageArgs, rated_entry, title,
};
use fewest_verbs::host::{Host as _, limits, search_within};
use fewest_verbs::levels::{self, Purpose};
use fewest_verbs::outcome::{Exit, Failure};
use fewest_verbs::output::{count, json};
use fewest_verbs::threads;
use fewest_words::{key, of, readable, say, to_the_left, to_the_right, width};
use serde::Serialize;

use crate::messages::tell;
use crate::progress;
use crate::terminal::Terminal;

#[derive(clap::Args)]
pub struct CatalogueArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub command: CatalogueCommand,
}

/// What can be done with a catalogue.
#[derive(Subcommand)]
pub enum CatalogueCommand {
    /// List the levels, one a line
    #[command(before_help = "\
Examples:
  fewest catalogue list levels.db            # all of them, in the order in which they came
  fewest catalogue list levels.db --sort difficulty --reverse --limit 10
  fewest catalogue list levels.db --number 3,5..7
  fewest catalogue list levels.db --par impossible --json")]
    List(CatalogueListArgs),
    /// Write the levels out, one after another, as `fewest solve` and `fewest check` read them
    #[command(before_help = "\
Examples:
  fewest catalogue export levels.db > levels.txt
  fewest catalogue export levels.db --game snake --limit 1 | fewest check
  fewest catalogue export levels.db --number 7 | fewest show
  fewest catalogue export levels.db --game portals --as judge > input.txt
  fewest catalogue export levels.db --format jsonl > levels.jsonl")]
    Export(CatalogueExportArgs),
    /// Solve levels and add them with their par, difficulty and solution: all of them or none
    #[command(
        before_help = "\
Examples:
  fewest catalogue add levels.db many.txt
  fewest catalogue add levels.db sample:snake/lawn sample:curling/crown
  fewest catalogue add levels.db --time 10s big.txt    # what is not solved by then is not added",
        after_help = "\
Exit codes: 0 all of them are in the catalogue, impossible ones too; 3 gave up at a limit on some,
which are not added, and the others are."
    )]
    Add(CatalogueAddArgs),
    /// Remove levels, and say which they were
    #[command(before_help = "\
Examples:
  fewest catalogue remove levels.db --number 3,5..7
  fewest catalogue remove levels.db --game snake --difficulty ..1
  fewest catalogue remove levels.db --par impossible --json > removed.jsonl")]
    Remove(CatalogueRemoveArgs),
    /// Say how many levels there are of each game, how many moves they take, and how hard they are
    #[command(before_help = "\
Examples:
  fewest catalogue stats levels.db           # all of them
  fewest catalogue stats levels.db --size 9x12 --json")]
    Stats(stats::CatalogueStatsArgs),
}

pub fn run(command: &CatalogueCommand, out: &mut dyn Write) -> Result<Exit, Failure> {
    match command {
        CatalogueCommand::List(args) => list(args, out)?,
        CatalogueCommand::Export(args) => return export(args, out),
        CatalogueCommand::Add(args) => return add(args, out),
        CatalogueCommand::Remove(args) => remove(args, out)?,
        CatalogueCommand::Stats(args) => stats::run(args, out)?,
    }
    Ok(Exit::Done)
}

/// Does something with each level that is meant, up to the first failure.
fn each(
    file: &mut CatalogueFile,
    filter: &Filter,
    mut task: impl FnMut(Listed) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut ended = Ok(());
    file.ask(|catalogue| {
        catalogue.list(filter, &mut |level| {
            ended = task(level);
            match ended {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })
    })?;
    ended
}

/// What the columns are called, and whether the words in them begin at the left.
const COLUMNS: [(&str, bool); 6] = [
    (key("number"), false),
    (key("game"), true),
    (key("size"), false),
    (key("par"), false),
    (key("difficulty"), false),
    (key("seed"), false),
];

#[derive(clap::Args)]
pub struct CatalogueListArgs {
    /// The catalogue
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub page: PageArgs,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

pub fn list(args: &CatalogueListArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut file = CatalogueFile::read(&args.file)?;
    let filter = args.page.page(args.filter.filter());
    file.ask(|catalogue| catalogue.require(&filter))?;
    if args.json {
        return each(&mut file, &filter, |level| {
            Ok(json(out, &LevelAnswer::from(level))?)
        });
    }
    // Looked through twice: there may be more levels than anybody would keep in memory.
    let mut widths = COLUMNS.map(|(name, _)| width(of(name)));
    let mut any = false;
    each(&mut file, &filter, |level| {
        any = true;
        for (widest, word) in widths.iter_mut().zip(words(&level)) {
            *widest = width(&word).max(*widest);
        }
        Ok(())
    })?;
    if !any {
        writeln!(out, "{}", say!("no such level is in it"))?;
        return Ok(());
    }
    let mut line = |words: [String; 6], title: &str| {
        for ((word, width), (_, is_left)) in words.iter().zip(widths).zip(COLUMNS) {
            let aligned = if is_left { to_the_left } else { to_the_right };
            write!(out, "{}  ", aligned(word, width))?;
        }
        writeln!(out, "{title}")
    };
    line(
        COLUMNS.map(|(name, _)| of(name).to_string()),
        of(key("title")),
    )?;
    each(&mut file, &filter, |level| {
        let title = title(&level.entry.text);
        let title = readable(title.as_deref().unwrap_or("-"));
        Ok(line(words(&level), &title)?)
    })
}

/// What stands in the columns.
fn words(Listed { number, entry }: &Listed) -> [String; 6] {
    let or_none = |word: Option<String>| word.unwrap_or("-".to_string());
    [
        number.to_string(),
        readable(&entry.game).into_owned(),
        format!("{}x{}", entry.rows, entry.columns),
        match entry.par {
            Some(par) => par.to_string(),
            None => of(key("impossible")).to_string(),
        },
        or_none(
            entry
                .difficulty
                .map(|difficulty| format!("{difficulty:.1}")),
        ),
        or_none(entry.seed.map(|seed| seed.to_string())),
    ]
}

#[derive(clap::Args)]
pub struct CatalogueExportArgs {
    /// The catalogue
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub page: PageArgs,
    /// Write the levels in a format; one that it cannot express is left out, and the exit code is 2
    #[arg(
        long = "as",
        visible_alias = "format",
        value_name = "FORMAT",
        default_value = "level"
    )]
    pub format: Format,
}

/// A format to write levels in.
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// Level text
    Level,
    /// The input of the game's judge
    Judge,
    /// One JSON object for each level
    Jsonl,
}

pub fn export(args: &CatalogueExportArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut file = CatalogueFile::read(&args.file)?;
    let filter = args.page.page(args.filter.filter());
    file.ask(|catalogue| catalogue.require(&filter))?;
    match args.format {
        Format::Level => {
            let mut parting = "";
            each(&mut file, &filter, |level| {
                let text = level.entry.text.trim_end();
                writeln!(out, "{parting}{text}")?;
                parting = "---\n";
                Ok(())
            })?;
        }
        Format::Jsonl => {
            each(&mut file, &filter, |level| {
                Ok(json(out, &LevelAnswer::from(level))?)
            })?;
        }
        Format::Judge => {
            let mut levels: Vec<AnyLevel> = Vec::new();
            let mut left_out = 0;
            each(&mut file, &filter, |level| {
                match cases(&level.entry.text) {
                    Ok(cases) => levels.extend(cases),
                    Err(why) => {
                        left_out += 1;
                        tell(&say!(
                            "warning: level {number} is left out: {why}",
                            number = level.number,
                            why
                        ));
                    }
                }
                Ok(())
            })?;
            let input = format::input(levels.iter());
            out.write_all(input.map_err(Failure::plain)?.as_bytes())?;
            if left_out > 0 {
                tell(&say!("levels left out: {number}", number = count(left_out)));
                return Ok(Exit::Unreadable);
            }
        }
    }
    Ok(Exit::Done)
}

/// The levels of a text, each of which its judge can have, or why one cannot.
fn cases(text: &str) -> Result<Vec<AnyLevel>, String> {
    let levels = builtin::read_bytes(text.as_bytes(), None).map_err(|error| error.to_string())?;
    levels
        .iter()
        .try_for_each(|level| level.judge_case().map(drop))?;
    Ok(levels)
}

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

pub fn add(args: &CatalogueAddArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    progress::catch_interrupts();
    let mut host = Terminal;
    let entries = levels::read(&args.levels, Purpose::Search, &mut host)?;
    let mut writer = CatalogueFile::create_or_open(&args.file)?;
    let limits = limits(&host, &args.limits);
    let threads = args.threads.unwrap_or_else(|| host.threads());
    let mut solved = Vec::with_capacity(entries.len());
    for entry in &entries {
        let level = &entry.level;
        let scratch = host.scratch().map(|below| Scratch::fleeting(&below));
        let options = SearchOptions {
            limits,
            threads,
            scratch: scratch.as_ref(),
            whole: false,
        };
        let watch = &mut *host.watch(ProgressMode::Bar);
        let report = level.solve(&mut SearchContext::new(&options).observed_by(watch))?;
        let watch = &mut *host.watch(ProgressMode::Bar);
        let rated = rated_entry(level, &report, &mut search_within(limits, watch))?;
        if host.is_stopped() {
            tell(&say!("stopped: no level is added"));
            return Ok(Exit::Interrupted);
        }
        solved.push((report.verdict, rated));
    }
    // All levels are written in one transaction, before the first line is printed.
    let kept: Vec<_> = solved.iter().filter_map(|(_, kept)| kept.clone()).collect();
    let mut added = writer.ask(|catalogue| catalogue.keep(&kept))?.into_iter();
    let mut worst = Exit::Done;
    for (entry, (verdict, kept)) in entries.iter().zip(&solved) {
        let number = match kept {
            Some(kept) => writer.ask(|catalogue| catalogue.number(&kept.key))?,
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
                id: kept.as_ref().map(Entry::id),
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

#[derive(clap::Args)]
pub struct CatalogueRemoveArgs {
    /// The catalogue
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// One JSON object for each level that is removed, with its text
    #[arg(long)]
    pub json: bool,
}

pub fn remove(args: &CatalogueRemoveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let filter = args.filter.filter();
    if filter == Filter::default() {
        return Err(Failure::plain(say!(
            "say which levels to remove: by --number, --id or another condition"
        )));
    }
    let mut file = CatalogueFile::open(&args.file)?;
    let removed = file.ask(|catalogue| catalogue.remove(&filter))?;
    for level in removed {
        if args.json {
            json(out, &LevelAnswer::from(level))?;
            continue;
        }
        let game = readable(&level.entry.game).into_owned();
        let what = match title(&level.entry.text) {
            Some(title) => say!("{title} ({game})", title = readable(&title), game),
            None => game,
        };
        let told = say!(
            "removed number {number}: {level}",
            number = level.number,
            level = what
        );
        writeln!(out, "{told}")?;
    }
    Ok(())
}
