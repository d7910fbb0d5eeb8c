//! `fewest hardest`: the greatest par of all boards, or of all starts on one board.

use std::io::Write;
use std::time::Instant;

use fewest_games::answer::Answer;
use fewest_games::builtin::AnyLevel;
use fewest_games::game::MoveName;
use fewest_games::info::Info;
use fewest_games::making::frame::FrameAsk;
use fewest_games::making::hardest::NoStarts;
use fewest_games::making::hardest::{Hardest, Proof, Sought, Unsought};
use fewest_search::{Limit, Limits, Report, SearchContext, SearchOptions, Verdict};
use fewest_verbs::args::LevelArgs;
use fewest_verbs::catalogue::{CatalogueFile, rated_entry};
use fewest_verbs::gave_up;
use fewest_verbs::host::{limits, search_within};
use fewest_verbs::levels::{self, Purpose};
use fewest_verbs::outcome::{Exit, Failure};
use fewest_verbs::output::{count, json, time};
use fewest_words::{of, say};
use serde::Serialize;

use super::{HardestArgs, thread_count};
use crate::messages::tell;
use crate::progress::{self, Bar};
use crate::terminal::Terminal;

pub fn run(args: &HardestArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    progress::catch_interrupts();
    let mut writer = args
        .into
        .as_deref()
        .map(CatalogueFile::create_or_open)
        .transpose()?;
    match (&args.start, &args.game, args.size) {
        (Some(file), ..) => of_starts(args, file, writer.as_mut(), out),
        (None, Some(game), Some(size)) => of_boards(args, game, size, writer.as_mut(), out),
        _ => unreachable!("the arguments want a game and a size, or a level"),
    }
}

/// The hardest of all boards of a size.
fn of_boards(
    args: &HardestArgs,
    game: &str,
    (rows, columns): (u32, u32),
    writer: Option<&mut CatalogueFile>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let game = levels::game(game);
    let ask = FrameAsk {
        rows,
        columns,
        with: args.with.clone(),
    };
    let limits = limits(&Terminal, &args.limits);
    let mut bar = Bar::new(!args.quiet);
    let mut watch = |sought: Sought| bar.show(|_| in_a_line(sought));
    let options = SearchOptions::new()
        .limits(limits)
        .threads(thread_count(args.threads));
    let found = game.hardest(&ask, args.list, &options, &mut watch);
    drop(bar);
    let found = found.map_err(|why| match why {
        Unsought::NoFrame(why) => Failure::plain(why.to_string()),
        Unsought::Disagreement(lie) => lie.into(),
    })?;
    let levels: Vec<_> = found
        .levels
        .iter()
        .map(|hard| (&hard.level, &hard.report))
        .collect();
    keep(writer, &levels, &limits)?;
    let told = Told {
        game: game.info().id,
        par: found.par,
        unit: game.info().unit.many,
        proof: match &found.proof {
            Proof::All(_) => "all",
            Proof::BestFound => "best-found",
            Proof::NoMemory => "memory",
            Proof::Ended(limit) => limit.name(),
        },
        boards: match &found.proof {
            Proof::All(boards) => Some(boards.to_string()),
            _ => None,
        },
        winnable: None,
        count: found.count,
        more: found.is_more,
        seconds: found.elapsed.as_secs_f64(),
        levels: levels
            .iter()
            .map(|(level, report)| Line::new(level, report))
            .collect(),
    };
    show(args, &told, &levels, out)?;
    if !args.quiet {
        tell_proof(game.info(), &found);
    }
    Ok(match (found.proof, found.par) {
        (Proof::All(_), Some(_)) => Exit::Done,
        (Proof::All(_), None) => Exit::Refuted,
        (Proof::Ended(Limit::Stopped), _) => Exit::Interrupted,
        _ => Exit::GaveUp,
    })
}

fn in_a_line(sought: Sought) -> String {
    let done = count(sought.done);
    let best = sought.best.map_or("–".to_string(), |best| best.to_string());
    match sought.of {
        Some(of) => {
            let all = count(of);
            say!(
                "part {done} of {all} · greatest par so far {best}",
                done,
                all,
                best
            )
        }
        None => say!("{done} climbs · greatest par so far {best}", done, best),
    }
}

/// Says how certain it is.
fn tell_proof(info: &Info, found: &Hardest<AnyLevel>) {
    let elapsed = time(found.elapsed);
    let Some(par) = found.par else {
        tell(&match &found.proof {
            Proof::All(boards) => say!(
                "no board can be won, proven; boards looked at: {boards}, all there are, in {elapsed}",
                boards = large(*boards),
                elapsed
            ),
            _ => say!("no board that can be won was found in {elapsed}", elapsed),
        });
        return;
    };
    let par = info.unit.count(par);
    tell(&match &found.proof {
        Proof::All(boards) => say!(
            "{par}: no board takes more, proven; boards looked at: {boards}, all there are, in {elapsed}",
            par,
            boards = large(*boards),
            elapsed
        ),
        Proof::BestFound => say!(
            "{par}: the most that was found in {elapsed}; there are too many boards to look at all, \
             so this is not proven",
            par,
            elapsed
        ),
        Proof::NoMemory => say!(
            "{par}: the most that was found in {elapsed}; to look at all boards takes more memory \
             than is allowed, so this is not proven",
            par,
            elapsed
        ),
        Proof::Ended(limit) => say!(
            "{par}: the most up to here, not proven; {why} after {elapsed}",
            par,
            why = of(limit.in_words()),
            elapsed
        ),
    });
    let boards = count(found.count as u64);
    tell(&match found.is_more {
        false => say!(
            "boards that take so many, of those that are alike one: {boards}",
            boards
        ),
        true => say!(
            "boards that take so many, of those that are alike one: at least {boards}",
            boards
        ),
    });
}

fn large(number: u128) -> String {
    fewest_verbs::output::large_count(&number.into())
}

/// The starts on one board from which it takes the most moves to win.
fn of_starts(
    args: &HardestArgs,
    file: &std::path::Path,
    mut writer: Option<&mut CatalogueFile>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let asked = LevelArgs {
        files: vec![file.to_path_buf()],
        level: None,
        game: None,
    };
    let entries = levels::read(&asked, Purpose::Search, &mut Terminal)?;
    let limits = limits(&Terminal, &args.limits);
    let mut worst = Exit::Done;
    for entry in &entries {
        let level = &entry.level;
        let began = Instant::now();
        let mut bar = Bar::new(!args.quiet);
        let mut context = search_within(limits, &mut bar);
        let solved = match level.farthest(args.list, &mut context) {
            Ok(found) => solve_starts(&found.boards, &mut context)?.map(|solved| (found, solved)),
            Err(NoStarts::GaveUp(limit)) => Err(limit),
            Err(why @ NoStarts::Startless(_)) => return Err(Failure::plain(why.to_string())),
        };
        drop(bar);
        let elapsed = began.elapsed();
        let (found, solved) = match solved {
            Ok(solved) => solved,
            Err(limit) => {
                let name = entry.title();
                tell(&say!("{name}: {told}", name, told = of(limit.in_words())));
                worst = worst.max(gave_up(&limit));
                continue;
            }
        };
        let levels: Vec<_> = solved
            .iter()
            .map(|(level, report)| (level, report))
            .collect();
        keep(writer.as_deref_mut(), &levels, &limits)?;
        let told = Told {
            game: level.info().id,
            par: found.par,
            unit: level.info().unit.many,
            proof: "all",
            boards: None,
            winnable: Some(found.winnable),
            count: found.count as usize,
            more: false,
            seconds: elapsed.as_secs_f64(),
            levels: levels
                .iter()
                .map(|(level, report)| Line::new(level, report))
                .collect(),
        };
        show(args, &told, &levels, out)?;
        let name = entry.title();
        match found.par {
            None => {
                tell(&say!("{name}: no start can win, proven", name));
                worst = worst.max(Exit::Refuted);
            }
            Some(_) if args.quiet => {}
            Some(par) => tell(&say!(
                "{name}: {par} from the farthest start, proven; starts that are so far: {starts}, of {winnable} that can win",
                name,
                par = level.info().unit.count(par),
                starts = count(found.count),
                winnable = count(found.winnable)
            )),
        }
    }
    Ok(worst)
}

/// Levels with what solving them has shown, and the reports.
type SolvedStarts = Vec<(AnyLevel, Report<MoveName>)>;

/// Solves the same level with other starts, or says which limit ended that.
fn solve_starts(
    starts: &[AnyLevel],
    context: &mut SearchContext,
) -> Result<Result<SolvedStarts, Limit>, Failure> {
    let mut solved = Vec::new();
    for start in starts {
        let report = match context.next_search() {
            Ok(mut search) => start.solve(&mut search)?,
            Err(limit) => return Ok(Err(limit)),
        };
        if let Verdict::GaveUp { limit, .. } = report.verdict {
            return Ok(Err(limit));
        }
        solved.push((start.solved(&report.verdict), report));
    }
    Ok(Ok(solved))
}

type Solved<'a> = (&'a AnyLevel, &'a Report<MoveName>);

/// Adds the levels to the catalogue, where there is one.
fn keep(
    writer: Option<&mut CatalogueFile>,
    levels: &[Solved],
    limits: &Limits,
) -> Result<(), Failure> {
    let Some(writer) = writer else {
        return Ok(());
    };
    for (level, report) in levels {
        let entry = {
            let mut bar = Bar::new(false);
            rated_entry(level, report, &mut search_within(*limits, &mut bar))?
        };
        writer.ask(|catalogue| catalogue.keep(entry.as_slice()))?;
    }
    Ok(())
}

/// Shows the levels, in the form that is asked for.
fn show(
    args: &HardestArgs,
    told: &Told,
    levels: &[Solved],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if args.json {
        json(out, told)?;
    } else if args.quiet {
        let par = told
            .par
            .map_or("impossible".to_string(), |par| par.to_string());
        writeln!(out, "{par}")?;
    } else {
        for (number, (level, _)) in levels.iter().enumerate() {
            let gap = if number == 0 { "" } else { "---\n" };
            write!(out, "{gap}{}", level.level_text())?;
        }
    }
    out.flush()?;
    Ok(())
}

/// All of it, as JSON.
#[derive(Serialize)]
struct Told<'a> {
    game: &'static str,
    /// The greatest par; null where nothing can be won.
    par: Option<u64>,
    unit: &'static str,
    /// `all` where all boards or starts were looked at; otherwise why not.
    proof: &'static str,
    /// How many boards were looked at, where all were.
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<String>,
    /// From how many starts of the one board it can be won.
    #[serde(skip_serializing_if = "Option::is_none")]
    winnable: Option<u64>,
    /// How many have that par: of boards that are alike one, of starts all.
    count: usize,
    /// Whether there may be more.
    more: bool,
    seconds: f64,
    levels: Vec<Line<'a>>,
}

/// A level as JSON.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    answer: Answer<'a>,
    text: String,
}

impl<'a> Line<'a> {
    fn new(level: &'a AnyLevel, report: &'a Report<MoveName>) -> Self {
        Line {
            answer: Answer::new(level.about(), report),
            text: level.level_text(),
        }
    }
}
