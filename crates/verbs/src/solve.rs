//! `fewest solve`: the verdict, the moves, and what was searched.

use std::fmt::Display;
use std::io::Write;
use std::sync::Arc;

use fewest_games::answer::Answer;
use fewest_games::builtin::AnyLevel;
use fewest_games::game::MoveName;
use fewest_games::info::Figure;
use fewest_search::{Plan, Report, SearchContext, SearchOptions, Verdict, Why};
use fewest_words::{fill, key, of, say};
use serde::{Serialize, Serializer};

use crate::args::{LevelArgs, ProgressMode, SolveArgs};
use crate::catalogue::{CatalogueFile, rated_entry};
use crate::host::{Host, limits, search_within};
use crate::levels::{self, Entry, Pick, Purpose, Text, Texts};
use crate::outcome::{Exit, Failure};
use crate::output::{count, headline, json, positions, size, time};
use crate::{batch, exit, in_words, scratch};

/// Solves the levels in this process.
pub fn run(args: &SolveArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    if let Some(jobs) = args.jobs {
        return batch::run(args, jobs, host, out);
    }
    let (entries, whole) = read_levels(args, host)?;
    let effort = &args.effort;
    let mut writer = args
        .into
        .as_deref()
        .map(CatalogueFile::create_or_open)
        .transpose()?;
    let limits = limits(host, &args.limits);
    let threads = effort.threads.unwrap_or_else(|| host.threads());
    let mut worst = Exit::Done;
    for entry in &entries {
        let level = &entry.level;
        let scratch = scratch::open(effort, host, level, whole, None)?;
        let options = SearchOptions {
            limits,
            threads,
            scratch: scratch.as_ref(),
            whole,
        };
        let plan = args.explain.then(|| {
            let plan = level.plan(&options);
            let disk = may_need_disk(&plan, &options);
            (plan, disk)
        });
        if let (Some((plan, disk)), false) = (&plan, args.json) {
            explain(out, plan, *disk)?;
            // A long search should not keep its plan to itself.
            out.flush()?;
        }
        let mut watch = host.watch(progress_mode(args));
        let report = level.solve(&mut SearchContext::new(&options).observed_by(watch.as_mut()))?;
        drop(watch);
        let plan = plan.map(|(plan, disk)| Explained::new(&plan, disk));
        if let Some(writer) = &mut writer {
            let watch = &mut *host.watch(progress_mode(args));
            let entry = rated_entry(level, &report, &mut search_within(limits, watch))?;
            writer.ask(|catalogue| catalogue.keep(entry.as_slice()))?;
        }
        let mut watch = host.watch(ProgressMode::None);
        let figures = figures(level, &mut search_within(limits, watch.as_mut()));
        drop(watch);
        answer(out, args, entry, whole, &report, plan, &figures)?;
        // What is kept is needed until the answer is handed over.
        out.flush()?;
        if let Some(scratch) = &scratch {
            scratch::close(scratch, &report, host);
        }
        worst = worst.max(exit(&report.verdict));
        if host.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

/// How a search that goes on is told of.
pub fn progress_mode(args: &SolveArgs) -> ProgressMode {
    match (args.quiet, args.effort.progress) {
        (true, ProgressMode::Bar) => ProgressMode::None,
        (_, mode) => mode,
    }
}

/// Writes what was found out about a level.
pub fn answer(
    out: &mut dyn Write,
    args: &SolveArgs,
    entry: &Entry,
    whole: bool,
    report: &Report<MoveName>,
    plan: Option<Explained>,
    figures: &[Figure],
) -> Result<(), Failure> {
    if args.json {
        let level = &entry.level;
        json(out, &Line::new(level, whole, report, plan, figures))?;
    } else if args.quiet || args.scen.is_some() {
        writeln!(out, "{}", in_a_word(report))?;
    } else {
        tell(out, entry, report)?;
        if !figures.is_empty() {
            let told = figures.iter().map(|figure| {
                let (name, number) = (of(figure.words), count(figure.value));
                say!("{name}: {told}", name, told = number)
            });
            let told: Vec<_> = told.collect();
            writeln!(out, "  {}", told.join(of(key(", "))))?;
        }
        if whole {
            tell_layers(out, entry, report)?;
        }
    }
    Ok(())
}

/// Reads the levels, and whether every position is to be visited. Where no level is named, it is the one of
/// the search that is resumed.
pub fn read_levels(args: &SolveArgs, host: &mut dyn Host) -> Result<(Vec<Entry>, bool), Failure> {
    let effort = &args.effort;
    let mut whole = effort.whole;
    let entries = match (&effort.resume, &args.scen) {
        (Some(folder), _) if args.levels.files.is_empty() => {
            let (text, was_whole) = scratch::kept(folder)?;
            whole |= was_whole;
            let text = Text {
                name: folder.display().to_string(),
                bytes: Arc::new(text.into_bytes()),
                pick: Pick::asked(&args.levels),
            };
            levels::levels_of(&text, args.levels.game.as_deref().map(levels::game))?
        }
        (_, Some(file)) => {
            let entries = levels::read(&args.levels, Purpose::Search, host)?;
            let text = Texts::new(&LevelArgs::default(), host).read(Some(file))?;
            queries(&entries, &text)?
        }
        _ => levels::read(&args.levels, Purpose::Search, host)?,
    };
    if scratch::kept_at(effort).is_some() && entries.len() != 1 {
        return Err(Failure::plain(match effort.resume {
            Some(_) => say!("--resume goes on with one search: give it one level"),
            None => say!("--scratch keeps one search: give it one level"),
        }));
    }
    Ok((entries, whole))
}

/// The levels that a file of queries asks about the one board that was read.
fn queries(entries: &[Entry], text: &Text) -> Result<Vec<Entry>, Failure> {
    let [board] = entries else {
        return Err(Failure::plain(say!(
            "--scen asks about one board: give it one level"
        )));
    };
    let levels = levels::parse(&text.name, &text.bytes, |source| {
        board.level.read_queries(source)
    })?;
    text.entries(levels)
}

/// What is told of a level in JSON.
#[derive(Serialize)]
pub struct Line<'a> {
    #[serde(flatten)]
    answer: Answer<'a>,
    /// How many positions each number of moves reaches first, where every one was to be visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<&'a [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Explained>,
    /// What the game's players know such a board by.
    #[serde(skip_serializing_if = "<[_]>::is_empty", serialize_with = "as_map")]
    figures: &'a [Figure],
}

impl<'a> Line<'a> {
    /// What was found out about a level.
    pub fn new(
        level: &'a AnyLevel,
        whole: bool,
        report: &'a Report<MoveName>,
        plan: Option<Explained>,
        figures: &'a [Figure],
    ) -> Self {
        Line {
            answer: Answer::new(level.about(), report),
            layers: whole.then_some(report.stats.layers.as_slice()),
            plan,
            figures,
        }
    }
}

fn as_map<S: Serializer>(figures: &&[Figure], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(figures.iter().map(|figure| (figure.name, figure.value)))
}

/// What the game's players know a board by; nothing where a limit keeps it from being told.
pub fn figures(level: &AnyLevel, context: &mut SearchContext) -> Vec<Figure> {
    level.figures(context).unwrap_or_default()
}

/// A plan as it is told in JSON.
#[derive(Serialize)]
pub struct Explained {
    kernel: &'static str,
    states_at_most: Option<u64>,
    bytes_at_most: Option<u64>,
    bytes_needed: Option<u64>,
    bytes_expected: Option<u64>,
    disk: bool,
    why: String,
}

impl Explained {
    /// A plan, and whether the disk may be needed.
    pub fn new(plan: &Plan, disk: bool) -> Self {
        Explained {
            kernel: plan.kernel,
            states_at_most: plan.states,
            bytes_at_most: plan.bytes,
            bytes_needed: plan.needed,
            bytes_expected: plan.expected,
            disk,
            why: because(&plan.why),
        }
    }
}

/// A plan's reason, in the language that is spoken.
fn because(why: &Why) -> String {
    let numbers = why.numbers.iter();
    let numbers: Vec<_> = numbers
        .map(|(name, number)| (*name, number as &dyn Display))
        .collect();
    fill(why.template, &numbers)
}

/// Whether the memory may turn out too little, and there is a disk to go on with.
fn may_need_disk(plan: &Plan, options: &SearchOptions) -> bool {
    let fits = |memory| plan.needed.is_some_and(|needed| needed <= memory);
    options.scratch.is_some() && options.limits.memory.is_some_and(|memory| !fits(memory))
}

/// Says how a search is planned, and whether the disk may be needed.
pub fn explain(out: &mut dyn Write, plan: &Plan, disk: bool) -> Result<(), Failure> {
    let states = plan
        .states
        .map_or(say!("an unknown number of positions"), |states| {
            say!("at most {number} positions", number = count(states))
        });
    let bytes = match (plan.expected, plan.bytes) {
        (Some(expected), bytes) if plan.needed == Some(expected) && bytes == Some(expected) => {
            say!("at most {size}", size = size(expected))
        }
        (Some(expected), bytes) if bytes.is_none_or(|bytes| expected <= bytes) => {
            say!("about {size}", size = size(expected))
        }
        (_, Some(bytes)) => say!(
            "memory that grows with the positions found, up to {size}",
            size = size(bytes)
        ),
        (_, None) => say!("an unknown number of bytes"),
    };
    let kernel = plan.kernel;
    let told = say!(
        "plan: kernel {kernel}, {states}, {bytes}",
        kernel,
        states,
        bytes
    );
    writeln!(out, "{told}")?;
    let why = because(&plan.why);
    writeln!(out, "  {}", say!("because {why}", why))?;
    if disk {
        let told = match plan.needed {
            Some(needed) => say!(
                "all of it would take {size}: once the memory is used up, it goes on on the disk",
                size = size(needed)
            ),
            None => say!("should the memory be used up, it goes on on the disk"),
        };
        writeln!(out, "  {told}")?;
    }
    Ok(())
}

/// The verdict alone, for scripts.
fn in_a_word(report: &Report<MoveName>) -> String {
    match &report.verdict {
        Verdict::Fewest { cost, .. } => cost.to_string(),
        Verdict::Impossible => "impossible".to_string(),
        Verdict::GaveUp { at_least, .. } => match &report.best {
            None => format!("at least {at_least}"),
            Some(best) => format!("at least {at_least}, at most {}", best.len()),
        },
    }
}

fn tell(out: &mut dyn Write, entry: &Entry, report: &Report<MoveName>) -> Result<(), Failure> {
    headline(out, entry, &told(entry, report))?;
    let moves = match &report.verdict {
        Verdict::Fewest { moves, .. } => Some(moves),
        _ => report.best.as_ref(),
    };
    if let Some(moves) = moves.filter(|moves| !moves.is_empty()) {
        writeln!(out, "  {}", moves.join(" "))?;
    }
    let (states, elapsed) = (report.stats.states, time(report.stats.elapsed));
    let kernel = report.plan.kernel;
    let decided = !matches!(report.verdict, Verdict::GaveUp { .. });
    if states == 0 && decided {
        let told = say!(
            "counted, not searched, in {elapsed} (kernel {kernel})",
            elapsed,
            kernel
        );
        writeln!(out, "  {told}")?;
    } else {
        let told = say!(
            "{positions} visited in {elapsed} (kernel {kernel})",
            positions = positions(states),
            elapsed,
            kernel
        );
        writeln!(out, "  {told}")?;
    }
    Ok(())
}

/// The verdict, and how good the best is that was found where nothing is proven.
fn told(entry: &Entry, report: &Report<MoveName>) -> String {
    let level = &entry.level;
    let (Verdict::GaveUp { limit, at_least }, Some(best)) = (&report.verdict, &report.best) else {
        return in_words(level, &report.verdict);
    };
    let found = best.len() as u64;
    say!(
        "{found}, not proven: {why}; a win takes at least {bound}, {gap} fewer",
        found = level.info().unit.count(found),
        why = of(limit.in_words()),
        bound = level.info().unit.count(*at_least),
        gap = found.saturating_sub(*at_least)
    )
}

/// How the positions that were visited lie in layers, where the kernel knows them.
fn tell_layers(
    out: &mut dyn Write,
    entry: &Entry,
    report: &Report<MoveName>,
) -> Result<(), Failure> {
    let layers = &report.stats.layers;
    let Some((place, most)) = (0..).zip(layers).max_by_key(|(_, states)| **states) else {
        return Ok(());
    };
    let told = say!(
        "layers: {number}, the largest of {positions} after {moves}",
        number = count(layers.len() as u64),
        positions = positions(*most),
        moves = entry.level.info().unit.count(place)
    );
    writeln!(out, "  {told}")?;
    Ok(())
}
