//! A board drawn with what a change of each square would make of its par.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use fewest_games::advise::{Effect, Group, Outcome};
use fewest_games::view::{Role, Tile, View};
use fewest_words::{key, of};

use crate::output::{DIMMED, colour, grid};

/// What is drawn in place of a par.
pub const UNCHANGED: &str = "=";
pub const IMPOSSIBLE: &str = "x";
const UNDECIDED: &str = "?";
const NO_CHANGE: &str = "·";

/// The most squares of a board that anybody would look at.
const MOST: u32 = 1 << 16;

/// Draws pictures, and keeps in mind which signs were used.
#[derive(Default)]
pub struct Signs {
    unchanged: bool,
    impossible: bool,
    undecided: bool,
    no_change: bool,
    glyph_before: bool,
    by: bool,
}

/// Whether a board of so many squares is drawn at all.
pub fn is_small_enough(squares: u32) -> bool {
    squares <= MOST
}

impl Signs {
    /// The board with the new par in every square.
    pub fn draw(
        &mut self,
        out: &mut dyn Write,
        now: &Outcome,
        group: &Group,
        view: &View,
    ) -> io::Result<()> {
        let squares = view.tiles.squares().iter().zip(group.grid.squares());
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
        grid(out, view, "  ", cells)
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
        let signs = [
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
        let used = signs.into_iter().filter(|&(used, _, _)| used);
        let told: Vec<_> = used
            .map(|(_, sign, meaning)| format!("{sign} {}", of(meaning)))
            .collect();
        match told.is_empty() {
            true => Ok(()),
            false => writeln!(out, "\n  {DIMMED}{}{DIMMED:#}", told.join(of(key("; ")))),
        }
    }
}
