//! `fewest advise`: what every change of a single square would make of a level.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use fewest_games::advise::{Advice, Counts, Effect, Group, Outcome, Tried, Wish};
use fewest_games::edit::LeftOut;
use fewest_games::grid::Grid;
use fewest_games::view::{Role, Tile};
use fewest_search::SearchOptions;
use fewest_words::{fill, key, of, say, to_the_left, to_the_right, width};
use serde::Serialize;

use crate::args::{AdviseArgs, ProgressMode};
use crate::host::{BatchProgress, Host, shared_limits};
use crate::levels::{self, Entry, Purpose};
use crate::outcome::{Exit, Failure};
use crate::output::{DIMMED, colour, count, grid, headline, json, time};

pub fn run(args: &AdviseArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, Purpose::Search, host)?;
    if let Some(number) = args.apply {
        return apply(&entries, number, out);
    }
    let (threads, limits) = shared_limits(host, &args.limits);
    let options = SearchOptions::new().limits(limits).threads(threads);
    let wish = match args.easier {
        true => Wish::Easier,
        false => Wish::Harder,
    };
    let mut worst = Exit::Done;
    for (number, entry) in entries.iter().enumerate() {
        let level = &entry.level;
        let mut bar = host.watch(ProgressMode::Bar);
        let mut watch = |tally| bar.on_batch_progress(BatchProgress::Changes(tally));
        let advice = level.advise(wish, &options, &mut watch)?;
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
        worst = worst.max(match (&advice.now, advice.is_complete()) {
            (Outcome::Impossible, _) => Exit::Refuted,
            (_, false) => Exit::GaveUp,
            (_, true) => Exit::Done,
        });
        if host.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

/// Writes the one level as it is after a change.
fn apply(entries: &[Entry], number: u64, out: &mut dyn Write) -> Result<Exit, Failure> {
    let [entry] = entries else {
        return Err(Failure::plain(say!(
            "--apply changes one level: {number} were given; name one as FILE#N, or by --level",
            number = entries.len()
        )));
    };
    let changed = entry.level.changed(number).map_err(|changes| {
        let name = entry.called();
        Failure::plain(match changes {
            0 => {
                let told = of(key("no square of it can be changed"));
                say!("{name}: {told}", name, told)
            }
            _ => say!(
                "{name}: there is no change {number}: they are numbered from 1 to {changes}",
                name,
                number,
                changes
            ),
        })
    })?;
    out.write_all(changed.level_text().as_bytes())?;
    Ok(Exit::Done)
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
    let now = match &advice.now {
        Outcome::Fewest(par) => say!("par {par}", par),
        Outcome::Impossible => say!("impossible as it is"),
        Outcome::Undecided { limit, at_least } => {
            let bound = unit.count(*at_least);
            say!(
                "{why}; a win takes at least {bound}",
                why = of(limit.in_words()),
                bound
            )
        }
    };
    headline(out, entry, &now)?;
    let (tried, elapsed) = (changes(advice.tried()), time(advice.elapsed));
    match &advice.limit {
        None if advice.tried() == 0 => {
            writeln!(out, "  {}", of(key("no square of it can be changed")))?
        }
        None => {
            let told = say!("{changes} tried in {elapsed}", changes = tried, elapsed);
            writeln!(out, "  {told}")?;
        }
        Some(limit) => {
            let untried = count(advice.untried);
            let told = say!(
                "{changes} tried in {elapsed}, {untried} not tried: {why}",
                changes = tried,
                elapsed,
                untried,
                why = of(limit.in_words())
            );
            writeln!(out, "  {told}")?;
        }
    }
    for LeftOut { squares, why } in &advice.left_out {
        let told = say!(
            "squares left out: {number}, for {why}",
            number = count(*squares),
            why = of(why)
        );
        writeln!(out, "  {told}")?;
    }
    let mut squares = advice.groups.iter().map(|group| group.grid.len());
    let small = squares.all(is_small_enough);
    let tiles = small.then(|| entry.level.session().view().tiles);
    let mut symbols = Symbols::default();
    for group in &advice.groups {
        let told = say!(
            "{name}: {told}",
            name = of(&group.name),
            told = in_short(group.counts)
        );
        writeln!(out, "\n{told}")?;
        list(out, &advice.now, group, top)?;
        if let Some(tiles) = &tiles {
            symbols.draw(out, &advice.now, group, tiles)?;
        }
    }
    match small {
        true => symbols.explain(out),
        false => {
            let told = key("The board is too large for a picture; --json has it.");
            writeln!(out, "\n  {}", of(told))
        }
    }
}

/// `1 change`, `1,234 changes`.
fn changes(number: u64) -> String {
    match number {
        1 => say!("1 change"),
        _ => say!("{number} changes", number = count(number)),
    }
}

/// How many changes do what.
fn in_short(counts: Counts) -> String {
    let effects = [
        (counts.winnable, key("winnable")),
        (counts.harder, key("harder")),
        (counts.easier, key("easier")),
        (counts.unchanged, key("unchanged")),
        (counts.impossible, key("impossible")),
        (counts.undecided, key("undecided")),
    ];
    let there_are = effects.into_iter().filter(|&(number, _)| number > 0);
    let told: Vec<_> = there_are
        .map(|(number, effect)| {
            say!(
                "{number} {effect}",
                number = count(number),
                effect = of(effect)
            )
        })
        .collect();
    told.join(of(key(", ")))
}

/// The best changes, each with the number that `--apply` takes, and then some of those after which
/// nothing wins.
fn list(out: &mut dyn Write, now: &Outcome, group: &Group, top: usize) -> io::Result<()> {
    let changed = group
        .tried
        .iter()
        .filter(|tried| tried.effect != Effect::Unchanged);
    let (mut best, mut worst) = (Vec::new(), Vec::new());
    for tried in changed {
        match tried.becomes {
            Outcome::Fewest(par) => best.push((tried, par)),
            Outcome::Impossible => worst.push(tried),
            Outcome::Undecided { .. } => {}
        }
    }
    // A long list holds only the best change of each square.
    let counts = group.counts;
    let (all_best, all_worst) = match now {
        Outcome::Undecided { .. } => (best.len() as u64, worst.len() as u64),
        _ => (
            counts.harder + counts.easier + counts.winnable,
            counts.impossible,
        ),
    };
    let shown = best.iter().take(top).map(|(tried, _)| *tried);
    let shown: Vec<&Tried> = shown.chain(worst.iter().copied().take(top)).collect();
    let column = shown.iter().map(|tried| width(&tried.what)).max();
    let greatest = shown.iter().map(|tried| tried.number).max().unwrap_or(0);
    let digits = greatest.to_string().len();
    let named = |tried: &Tried| {
        let number = to_the_right(&tried.number.to_string(), digits);
        format!(
            "{number}  {}",
            to_the_left(&tried.what, column.unwrap_or(0))
        )
    };
    for (tried, par) in best.iter().take(top) {
        let becomes = match now {
            Outcome::Fewest(now) => {
                let by = i128::from(*par) - i128::from(*now);
                say!("par {now} → {par} ({by})", now, par, by = format!("{by:+}"))
            }
            Outcome::Impossible => say!("impossible → par {par}", par),
            Outcome::Undecided { .. } => say!("par {par}", par),
        };
        writeln!(out, "  {}  {becomes}", named(tried))?;
    }
    more(
        out,
        all_best,
        best.len().min(top),
        key("… and {number} more"),
    )?;
    for tried in worst.iter().take(top) {
        let impossible = of(key("impossible"));
        writeln!(out, "  {}  {impossible}", named(tried))?;
    }
    more(
        out,
        all_worst,
        worst.len().min(top),
        key("… and {number} more impossible"),
    )
}

/// How many were not listed.
fn more(out: &mut dyn Write, all: u64, shown: usize, template: &str) -> io::Result<()> {
    match all.saturating_sub(shown as u64) {
        0 => Ok(()),
        left => {
            let told = fill(template, &[("number", &count(left))]);
            writeln!(out, "  {told}")
        }
    }
}

/// What is drawn in place of a par.
pub const UNCHANGED: &str = "=";
pub const IMPOSSIBLE: &str = "x";
const UNDECIDED: &str = "?";
const NO_CHANGE: &str = "·";

/// The most squares of a board that anybody would look at.
const MOST_SQUARES: u32 = 1 << 16;

/// Draws pictures, and keeps in mind which signs were used.
#[derive(Default)]
pub struct Symbols {
    unchanged: bool,
    impossible: bool,
    undecided: bool,
    no_change: bool,
    glyph_before: bool,
    by: bool,
}

/// Whether a board of so many squares is drawn at all.
pub fn is_small_enough(squares: u32) -> bool {
    squares <= MOST_SQUARES
}

impl Symbols {
    /// The board with the new par in every square.
    pub fn draw(
        &mut self,
        out: &mut dyn Write,
        now: &Outcome,
        group: &Group,
        tiles: &Grid<Tile>,
    ) -> io::Result<()> {
        let squares = tiles.squares().iter().zip(group.grid.squares());
        let best = group.best.squares().iter();
        let cells: Vec<_> = squares
            .zip(best)
            .map(|((tile, outcome), best)| match outcome {
                Some(outcome) => {
                    let by = best.and_then(|place| group.tried[place].by.as_deref());
                    self.changed(tile, now, outcome, by)
                }
                None => (self.as_it_is(tile), DIMMED),
            })
            .collect();
        let cells = cells.iter().map(|(text, style)| (text.as_str(), *style));
        grid(out, tiles.columns(), "  ", cells)
    }

    /// A square that can be changed: what the level then is, behind what stands there now.
    /// Where several changes show on one square, the one that it is stands before the par.
    fn changed(
        &mut self,
        tile: &Tile,
        now: &Outcome,
        outcome: &Outcome,
        by: Option<&str>,
    ) -> (String, Style) {
        let effect = Effect::new(now, outcome);
        let sign = match outcome {
            _ if effect == Effect::Unchanged => {
                self.unchanged = true;
                UNCHANGED.to_string()
            }
            Outcome::Fewest(par) => match by {
                Some(by) => {
                    self.by = true;
                    format!("{by}:{par}")
                }
                None => par.to_string(),
            },
            Outcome::Impossible => {
                self.impossible = true;
                IMPOSSIBLE.to_string()
            }
            Outcome::Undecided { .. } => {
                self.undecided = true;
                UNDECIDED.to_string()
            }
        };
        let style = match effect {
            Effect::Harder => colour(AnsiColor::Yellow).effects(Effects::BOLD),
            Effect::Easier => colour(AnsiColor::Cyan),
            Effect::Winnable => colour(AnsiColor::Green).effects(Effects::BOLD),
            Effect::Impossible => colour(AnsiColor::Red),
            Effect::Unchanged => DIMMED,
            Effect::Undecided => colour(AnsiColor::Magenta),
        };
        let is_worth_it = !matches!(tile.role, Role::Plain | Role::Hidden);
        match tile.text.chars().count() == 1 && is_worth_it {
            true => {
                self.glyph_before = true;
                (format!("{}{sign}", tile.text), style)
            }
            false => (sign, style),
        }
    }

    /// A square that cannot be changed. A number would be taken for a par.
    fn as_it_is(&mut self, tile: &Tile) -> String {
        if tile.role == Role::Plain {
            self.no_change = true;
            return NO_CHANGE.to_string();
        }
        match tile.text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => format!("({})", tile.text),
            false => tile.text.clone(),
        }
    }

    /// What the signs mean that were used.
    pub fn explain(&self, out: &mut dyn Write) -> io::Result<()> {
        let symbols = [
            (self.unchanged, UNCHANGED, key("unchanged")),
            (self.impossible, IMPOSSIBLE, key("impossible")),
            (self.undecided, UNDECIDED, key("undecided")),
            (self.no_change, NO_CHANGE, key("no such change")),
            (
                self.glyph_before,
                "#5",
                key("the new par, behind what stands there now"),
            ),
            (
                self.by,
                "12:5",
                key("which of several changes it is, and the new par"),
            ),
        ];
        let used = symbols.into_iter().filter(|&(used, _, _)| used);
        let told: Vec<_> = used
            .map(|(_, sign, meaning)| format!("{sign} {}", of(meaning)))
            .collect();
        match told.is_empty() {
            true => Ok(()),
            false => writeln!(out, "\n  {DIMMED}{}{DIMMED:#}", told.join(of(key("; ")))),
        }
    }
}
