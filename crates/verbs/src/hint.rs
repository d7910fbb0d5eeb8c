//! `fewest hint`: what to play, and how far the win is.

use std::io::Write;

use fewest_games::answer::HintAnswer;
use fewest_games::hint::{Hint, hint};
use fewest_games::rules::{MoveName, Standing};
use fewest_search::Verdict;
use fewest_words::{key, of, say};

use super::{exit, gave_up};
use crate::args::{HintArgs, Telling};
use crate::desk::{Desk, limits};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::moves;
use crate::output::{first_of, headline, json};

pub fn run(args: &HintArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    // All moves are tried before anything is searched: nothing is half done.
    let mut asked = Vec::new();
    for entry in &entries {
        asked.push((entry, moves::legal(entry, "--after", &args.after)?));
    }
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for (entry, made) in asked {
        let level = entry.level.as_ref();
        let hint = hint(level, &made, &limits, desk.watch(Telling::Bar).as_mut())?;
        if args.json {
            json(out, &HintAnswer::new(level, &hint))?;
        } else {
            headline(out, entry, &in_words(entry, &hint, &made))?;
        }
        out.flush()?;
        worst = worst.max(match hint.unfinished {
            None => exit(&hint.report.verdict),
            Some(limit) => gave_up(limit),
        });
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

fn in_words(entry: &Entry, hint: &Hint, made: &[MoveName]) -> String {
    let unit = &entry.level.info().unit;
    match (&hint.report.verdict, hint.standing) {
        (_, Standing::Won) => say!("won already"),
        (Verdict::Fewest { cost, .. }, _) => {
            let left = unit.count(*cost);
            let moves = match hint.moves.as_slice() {
                [only] => only.to_string(),
                several => say!("any of {moves}", moves = first_of(several)),
            };
            match hint.unfinished {
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
                None => match hint.unfinished {
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
            say!("{why}; a win takes at least {bound} more", why, bound)
        }
    }
}
