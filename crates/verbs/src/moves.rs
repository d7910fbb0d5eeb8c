//! Plays moves that were typed, and shows which of them is illegal.

use fewest_games::builtin::AnySession;
use fewest_games::game::{MoveName, Refused, Standing};
use fewest_games::rows::Row;
use fewest_games::source::IllegalMove;
use fewest_words::{of, say};

use crate::ended::Failure;
use crate::levels::{self, Entry};
use crate::output::first_of;

/// The moves of a text that was typed as `what`, all of them legal on the level.
pub fn legal(entry: &Entry, what: &str, text: &str) -> Result<Vec<MoveName>, Failure> {
    play(entry, &mut entry.level.session(), what, text)
}

/// The moves of a text that was typed as `what` up to the end of the game, all of them legal on the
/// level, and those that come after the end.
pub fn until_the_end(
    entry: &Entry,
    what: &str,
    text: &str,
) -> Result<(Vec<MoveName>, Vec<MoveName>), Failure> {
    let mut session = entry.level.session();
    let mut made = 0;
    let mut moves = each(entry, what, text, &mut |step| {
        if session.standing() != Standing::Playing {
            return Ok(());
        }
        made += 1;
        push(&mut session, step)
    })?;
    let after = moves.split_off(made);
    Ok((moves, after))
}

/// Plays on by the moves of a text that was typed as `what`, all of them legal, and says what
/// they are.
pub fn play(
    entry: &Entry,
    session: &mut AnySession,
    what: &str,
    text: &str,
) -> Result<Vec<MoveName>, Failure> {
    each(entry, what, text, &mut |step| push(session, step))
}

/// Why a move is illegal, and what can be played instead.
type Illegal = (Refused, String);

fn push(session: &mut AnySession, step: &str) -> Result<(), Illegal> {
    session.push(step).map_err(|why| {
        let legal = session.moves();
        let advice = match legal.is_empty() {
            true => say!("no move is left here"),
            false => say!("what can be played here: {moves}", moves = first_of(&legal)),
        };
        (why, advice)
    })
}

/// Hands each move of a text to `play`; the first that it refuses is shown in its place.
fn each(
    entry: &Entry,
    what: &str,
    text: &str,
    play: &mut dyn FnMut(&str) -> Result<(), Illegal>,
) -> Result<Vec<MoveName>, Failure> {
    let name = say!("{what} on {level}", what = of(what), level = entry.called());
    levels::parse(&name, text.as_bytes(), |source| {
        let moves = entry.level.read_moves(source)?;
        for (number, step) in (1..).zip(&moves) {
            play(step.text).map_err(|(why, advice)| {
                let message = say!(
                    "move {number}, `{step}`, is illegal: {why}",
                    number,
                    step = step.text,
                    why
                );
                source
                    .error(step.range(), message, advice)
                    .illegal(IllegalMove {
                        number,
                        step: step.text.to_string(),
                        reason: why.to_string(),
                    })
            })?;
        }
        let name = |step: &Row| MoveName::Owned(step.text.to_string());
        Ok(moves.iter().map(name).collect())
    })
}
