//! `fewest odds`: what the dice do, where nobody chooses the moves, and what is likely under covered
//! squares.

use std::fmt::Display;
use std::io::Write;

use fewest_games::odds::{NoOdds, Odds, OddsAsk, OddsLine};
use fewest_search::Limit;
use fewest_words::{of, say};
use serde_json::Value;

use crate::args::{OddsArgs, Telling};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::moves;
use crate::output::{headline, json};

pub fn run(args: &OddsArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read_any(&args.levels, desk)?;
    // Levels without chance are found before anything is calculated, and all moves are tried:
    // nothing is half done.
    let mut asked = Vec::new();
    for entry in &entries {
        let info = entry.level.info();
        let of_dice = args.players.is_some() || args.rolls.is_some();
        match (info.chance, info.covers) {
            (false, false) => return Err(refused(entry, &NoOdds::Chanceless(info.id))),
            (false, true) if of_dice => {
                let why = say!(
                    "--players and --rolls ask about dice, and {game} has none",
                    game = info.id
                );
                return Err(refused(entry, &why));
            }
            _ => {}
        }
        let mut session = entry.level.session();
        moves::play(entry, &mut session, "--after", &args.after)?;
        asked.push((entry, session));
    }
    let ask = OddsAsk {
        players: args.players.unwrap_or(1),
        moves: args.rolls,
    };
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for (entry, session) in asked {
        let mut watch = desk.watch(Telling::Bar);
        let odds = session
            .here()
            .odds(&ask, &mut search_within(limits, watch.as_mut()));
        drop(watch);
        let ended = answer(out, entry, args.json, odds, &mut Vec::new())?;
        out.flush()?;
        worst = worst.max(ended);
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

/// Writes what was found, after some entries that are known already, or why nothing was; and says
/// how the command ends.
pub fn answer(
    out: &mut dyn Write,
    entry: &Entry,
    as_json: bool,
    found: Result<Odds, NoOdds>,
    entries: &mut Vec<(&'static str, Value)>,
) -> Result<Exit, Failure> {
    let ended = match found {
        Ok(odds) => {
            if !as_json {
                tell(out, entry, &odds)?;
            }
            entries.extend(odds.entries);
            match odds.can_win {
                true => Exit::Done,
                false => Exit::Refuted,
            }
        }
        Err(NoOdds::Disagreement(disagreement)) => return Err(disagreement.into()),
        Err(NoOdds::Contradiction {
            why,
            drawn,
            squares,
        }) => {
            let name = entry.called();
            return Err(Failure::squares(name, why, drawn, squares));
        }
        Err(error) => {
            let (ended, message) = gave_up(&error);
            if !as_json {
                headline(out, entry, &message)?;
            }
            entries.extend(error.entries());
            ended
        }
    };
    if as_json {
        json(out, &OddsLine::new(entry.level.about(), entries))?;
    }
    Ok(ended)
}

/// That a level cannot be asked about, and why.
fn refused(entry: &Entry, why: &dyn Display) -> Failure {
    Failure::plain(say!("{name}: {told}", name = entry.called(), told = why))
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
