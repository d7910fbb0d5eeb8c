//! `fewest layers`: the search as it goes, layer by layer, for those who teach it.

use std::io::{self, Write};

use fewest_games::answer::LayersAnswer;
use fewest_games::layers::{Layer, Layers, Shows};
use fewest_games::view::Role;
use fewest_words::{of, say};

use super::gave_up;
use crate::args::{LayersArgs, Telling};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{DIMMED, LIT, count, grid, headline, json, positions};

pub fn run(args: &LayersArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for (number, entry) in entries.iter().enumerate() {
        let level = &entry.level;
        let mut watch = desk.watch(Telling::Bar);
        let layers = level.layers(&mut search_within(limits, watch.as_mut()));
        drop(watch);
        if args.json {
            json(out, &LayersAnswer::new(level.about(), &layers))?;
        } else {
            let gap = if number == 0 { "" } else { "\n" };
            write!(out, "{gap}")?;
            tell(out, entry, &layers, args.at)?;
        }
        out.flush()?;
        worst = worst.max(match (&layers.limit, layers.won_at) {
            (Some(limit), _) => gave_up(limit),
            (None, Some(_)) => Exit::Done,
            (None, None) => Exit::Refuted,
        });
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

fn tell(out: &mut dyn Write, entry: &Entry, layers: &Layers, at: Option<usize>) -> io::Result<()> {
    let unit = &entry.level.info().unit;
    let ended = match (&layers.limit, layers.won_at) {
        (Some(limit), _) => of(limit.in_words()).to_string(),
        (None, Some(depth)) => say!("the first win takes {moves}", moves = unit.count(depth)),
        (None, None) => say!("everything was reached, and nothing of it wins"),
    };
    headline(out, entry, &ended)?;
    let shown = match at {
        Some(depth) => depth..depth.saturating_add(1).min(layers.layers.len()),
        None => 0..layers.layers.len(),
    };
    let width = layers.layers.len().saturating_sub(1).to_string().len();
    for depth in shown.clone() {
        let layer = &layers.layers[depth];
        let told = match layers.shows {
            Shows::Search => in_words(layer),
            Shows::Solution => changes(layer),
        };
        writeln!(out, "  {depth:>width$}  {told}")?;
    }
    let sum = match layers.reachable() {
        Some(reachable) => say!(
            "{positions} reachable with at most {moves}; to solve it, fewer may be visited",
            positions = positions(reachable),
            moves = unit.count(layers.layers.len() as u64 - 1)
        ),
        None => say!(
            "the positions are too many to be counted: shown is one shortest solution, and what each move of it changes"
        ),
    };
    if at.is_none() || layers.shows == Shows::Solution {
        writeln!(out, "  {sum}")?;
    }
    match (at, shown.is_empty()) {
        (Some(depth), false) => picture(out, entry, &layers.layers[depth]),
        (Some(depth), true) => writeln!(out, "  {}", say!("there is no layer {depth}", depth)),
        (None, _) => Ok(()),
    }
}

/// `120 positions, on 31 squares`.
fn in_words(layer: &Layer) -> String {
    let positions = positions(layer.positions);
    match layer.squares.len() {
        0 => positions,
        1 => say!("{positions}, on 1 square", positions),
        many => say!(
            "{positions}, on {number} squares",
            positions,
            number = count(many as u64)
        ),
    }
}

/// `changes 31 squares`: a layer of a solution.
fn changes(layer: &Layer) -> String {
    match layer.squares.len() {
        1 => say!("changes 1 square"),
        many => say!("changes {number} squares", number = count(many as u64)),
    }
}

/// The board with the number of positions on each square that the layer reaches.
fn picture(out: &mut dyn Write, entry: &Entry, layer: &Layer) -> io::Result<()> {
    let view = entry.level.session().view();
    let mut counts = vec![None; view.tiles.len() as usize];
    for (square, positions) in &layer.squares {
        counts[*square as usize] = Some(count(*positions).into_boxed_str());
    }
    let tiles = view.tiles.squares().iter().zip(&counts);
    let cells = tiles.map(|(tile, count)| match (count, tile.role) {
        (Some(count), _) => (&**count, LIT),
        // The player is where the layer says, and a number would be taken for a count.
        (None, Role::Wall | Role::Goal) => (tile.text.as_str(), DIMMED),
        (None, _) => ("·", DIMMED),
    });
    grid(out, &view, "  ", cells)
}
