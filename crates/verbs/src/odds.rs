//! `fewest odds`: what the dice do, where nobody chooses the moves.

use std::io::Write;

use fewest_games::odds::{NoOdds, Odds, OddsAsk, OddsLine};
use fewest_search::Limit;
use fewest_words::{of, say};

use crate::args::{OddsArgs, Telling};
use crate::desk::{Desk, limits};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{headline, json};

pub fn run(args: &OddsArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    // Levels without chance are found before anything is calculated: nothing is half done.
    if let Some(entry) = entries.iter().find(|entry| !entry.level.info().chance) {
        let error = NoOdds::Chanceless(entry.level.info().id);
        return Err(Failure::plain(say!(
            "{name}: {told}",
            name = entry.name,
            told = error
        )));
    }
    let ask = OddsAsk {
        players: args.players.unwrap_or(1),
        moves: args.rolls,
    };
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for entry in &entries {
        let level = entry.level.as_ref();
        let mut watch = desk.watch(Telling::Bar);
        // How many rolls are followed says nothing about the fewest.
        watch.move_on();
        let odds = level.odds(&ask, &limits, watch.as_mut());
        drop(watch);
        let (ended, found) = match odds {
            Ok(odds) => {
                if !args.json {
                    tell(out, entry, &odds)?;
                }
                let ended = match odds.can_win {
                    true => Exit::Done,
                    false => Exit::Refuted,
                };
                (ended, odds.entries)
            }
            Err(NoOdds::Disagreement(disagreement)) => return Err(disagreement.into()),
            Err(error) => {
                let (ended, message) = gave_up(&error);
                if !args.json {
                    headline(out, entry, &message)?;
                }
                (ended, error.entries())
            }
        };
        if args.json {
            json(out, &OddsLine::new(level, &found))?;
        }
        out.flush()?;
        worst = worst.max(ended);
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

fn tell(out: &mut dyn Write, entry: &Entry, odds: &Odds) -> Result<(), Failure> {
    headline(out, entry, &odds.headline)?;
    for line in &odds.lines {
        let indent = if line.is_empty() { "" } else { "  " };
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}

/// How the command ends where there are no odds, and why.
fn gave_up(error: &NoOdds) -> (Exit, String) {
    match error {
        NoOdds::GaveUp(limit @ Limit::Stopped) => {
            (Exit::Interrupted, of(limit.in_words()).to_string())
        }
        error => (Exit::GaveUp, error.to_string()),
    }
}
