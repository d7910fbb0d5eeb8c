//! `fewest hint`: what to play, and how far the win is. `fewest odds`: what the dice do, and what is
//! likely under covered squares.

use std::fmt::Display;
use std::io::Write;

use fewest_games::answer::HintAnswer;
use fewest_games::game::{MoveName, Standing};
use fewest_games::odds::{NoOdds, Odds, OddsAsk, OddsLine};
use fewest_games::review::Hint;
use fewest_search::{Limit, Verdict};
use fewest_words::{key, of, say};
use serde_json::Value;

use crate::args::{HintArgs, OddsArgs};
use crate::host::Host;
use crate::levels::{self, Entry, Purpose};
use crate::outcome::{Exit, Failure};
use crate::output::{first_of, headline, json};
use crate::{exit, gave_up, search_each};

pub fn hint(args: &HintArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, Purpose::Show, host)?;
    // All moves are tried before anything is searched: nothing is half done.
    let mut asked = Vec::new();
    for entry in &entries {
        if args.blind && !entry.level.info().covers {
            let told = say!(
                "--blind is for games with covered squares, and {game} has none",
                game = entry.level.info().id
            );
            let name = entry.called();
            return Err(Failure::plain(say!("{name}: {told}", name, told)));
        }
        asked.push((entry, levels::legal_moves(entry, "--after", &args.after)?));
    }
    search_each(
        &asked,
        &args.limits,
        host,
        out,
        |(entry, made), context| {
            let level = &entry.level;
            if !args.blind && level.missing().is_none() {
                let hint = level.hint(made, context)?;
                return Ok(Found::Hint(Box::new(hint)));
            }
            let mut session = level.session();
            for step in made {
                session.push(step).expect("it was legal before");
            }
            let guidance = session.here().guidance(context);
            Ok(Found::Guidance(session.standing(), guidance))
        },
        |(entry, made), found, out| {
            let hint = match found {
                Found::Hint(hint) => hint,
                Found::Guidance(standing, guidance) => {
                    let standing = serde_json::to_value(standing).expect("a word");
                    let known = vec![("made", made.len().into()), ("standing", standing)];
                    return answer_odds(out, entry, args.json, guidance, known);
                }
            };
            match args.json {
                true => json(out, &HintAnswer::new(entry.level.about(), &hint))?,
                false => headline(out, entry, &hint_in_words(entry, &hint, made))?,
            }
            Ok(match &hint.unfinished {
                None => exit(&hint.report.verdict),
                Some(limit) => gave_up(limit),
            })
        },
    )
}

/// What to play.
enum Found {
    /// Where everything is known.
    Hint(Box<Hint>),
    /// Going by what can be seen alone.
    Guidance(Standing, Result<Odds, NoOdds>),
}

fn hint_in_words(entry: &Entry, hint: &Hint, made: &[MoveName]) -> String {
    let unit = &entry.level.info().unit;
    match (&hint.report.verdict, hint.standing) {
        (_, Standing::Won) => say!("won already"),
        (Verdict::Fewest { cost, .. }, _) => {
            let left = unit.count(*cost);
            let moves = match hint.moves.as_slice() {
                [only] => only.to_string(),
                several => say!("any of {moves}", moves = first_of(several)),
            };
            match &hint.unfinished {
                None => say!("{left} to go; play {moves}", left, moves),
                Some(limit) => say!(
                    "{left} to go; play {moves}, and maybe others would do: {why}",
                    left,
                    moves,
                    why = of(limit.in_words())
                ),
            }
        }
        (Verdict::Impossible, standing) => {
            let lost = match standing {
                Standing::Lost => of(key("the game is lost")),
                _ => of(key("no win is possible any more")),
            };
            match hint.lost_by.map(|number| (number, number.checked_sub(1))) {
                Some((_, None)) => say!("impossible, proven: there is no win from the start"),
                Some((number, Some(index))) => {
                    say!(
                        "{lost}: {unit} {number}, `{step}`, lost the win",
                        lost,
                        unit = of(unit.one),
                        number,
                        step = made[index]
                    )
                }
                None => match &hint.unfinished {
                    Some(limit) => say!(
                        "{lost}; which {unit} lost the win was not found: {why}",
                        lost,
                        unit = of(unit.one),
                        why = of(limit.in_words())
                    ),
                    None => lost.to_string(),
                },
            }
        }
        (Verdict::GaveUp { limit, at_least }, _) => {
            let bound = unit.count(*at_least);
            let why = of(limit.in_words());
            if let Some([first, others @ ..]) = hint.report.best.as_deref() {
                return say!(
                    "play {first}: the best that was found takes {found}, not proven: {why}; a win \
                     takes at least {bound} more",
                    first,
                    found = unit.count(1 + others.len() as u64),
                    why,
                    bound
                );
            }
            say!("{why}; a win takes at least {bound} more", why, bound)
        }
    }
}

pub fn odds(args: &OddsArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, Purpose::Show, host)?;
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
        levels::play_moves(entry, &mut session, "--after", &args.after)?;
        asked.push((entry, session));
    }
    let ask = OddsAsk {
        players: args.players.unwrap_or(1),
        moves: args.rolls,
    };
    search_each(
        &asked,
        &args.limits,
        host,
        out,
        |(_, session), context| Ok(session.here().odds(&ask, context)),
        |(entry, _), odds, out| answer_odds(out, entry, args.json, odds, Vec::new()),
    )
}

/// Writes what was found, after some entries that are known already, or why nothing was; and says
/// how the command ends.
fn answer_odds(
    out: &mut dyn Write,
    entry: &Entry,
    as_json: bool,
    found: Result<Odds, NoOdds>,
    mut entries: Vec<(&'static str, Value)>,
) -> Result<Exit, Failure> {
    let ended = match found {
        Ok(odds) => {
            if !as_json {
                tell_odds(out, entry, &odds)?;
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
            let (ended, message) = no_odds(&error);
            if !as_json {
                headline(out, entry, &message)?;
            }
            entries.extend(error.entries());
            ended
        }
    };
    if as_json {
        json(out, &OddsLine::new(entry.level.about(), &entries))?;
    }
    Ok(ended)
}

/// That a level cannot be asked about, and why.
fn refused(entry: &Entry, why: &dyn Display) -> Failure {
    Failure::plain(say!("{name}: {told}", name = entry.called(), told = why))
}

fn tell_odds(out: &mut dyn Write, entry: &Entry, odds: &Odds) -> Result<(), Failure> {
    headline(out, entry, &odds.headline)?;
    for line in &odds.lines {
        let indent = if line.is_empty() { "" } else { "  " };
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}

/// How the command ends where there are no odds, and why.
fn no_odds(error: &NoOdds) -> (Exit, String) {
    match error {
        NoOdds::GaveUp(limit @ Limit::Stopped) => {
            (Exit::Interrupted, of(limit.in_words()).to_string())
        }
        error => (Exit::GaveUp, error.to_string()),
    }
}
