//! `fewest hint`: what to play, and how far the win is.

use std::io::Write;

use fewest_games::answer::HintAnswer;
use fewest_games::game::{MoveName, Standing};
use fewest_games::hint::Hint;
use fewest_search::{Limits, Verdict};
use fewest_words::{key, of, say};
use serde_json::Value;

use super::{exit, gave_up};
use crate::args::{HintArgs, Telling};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{first_of, headline, json};
use crate::{moves, odds};

pub fn run(args: &HintArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read_any(&args.levels, desk)?;
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
        asked.push((entry, moves::legal(entry, "--after", &args.after)?));
    }
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for (entry, made) in asked {
        let level = &entry.level;
        if args.blind || level.missing().is_some() {
            let ended = guide(entry, &made, args.json, &limits, desk, out)?;
            out.flush()?;
            worst = worst.max(ended);
            if desk.is_stopped() {
                return Ok(Exit::Interrupted);
            }
            continue;
        }
        let hint = level.hint(
            &made,
            &mut search_within(limits, desk.watch(Telling::Bar).as_mut()),
        )?;
        if args.json {
            json(out, &HintAnswer::new(level.about(), &hint))?;
        } else {
            headline(out, entry, &in_words(entry, &hint, &made))?;
        }
        out.flush()?;
        worst = worst.max(match &hint.unfinished {
            None => exit(&hint.report.verdict),
            Some(limit) => gave_up(limit),
        });
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
}

/// Says what to play, going by what can be seen alone.
fn guide(
    entry: &Entry,
    made: &[MoveName],
    as_json: bool,
    limits: &Limits,
    desk: &mut dyn Desk,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let level = &entry.level;
    let mut session = level.session();
    for step in made {
        session.push(step).expect("it was legal before");
    }
    let mut watch = desk.watch(Telling::Bar);
    let guidance = session
        .here()
        .guidance(&mut search_within(*limits, watch.as_mut()));
    drop(watch);
    let mut entries = vec![
        ("made", made.len().into()),
        ("standing", json_of(session.standing())),
    ];
    odds::answer(out, entry, as_json, guidance, &mut entries)
}

fn json_of(standing: Standing) -> Value {
    serde_json::to_value(standing).expect("a word")
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
