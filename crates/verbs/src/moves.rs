//! Plays moves that were typed, and shows which of them is illegal.

use fewest_games::game::Session;
use fewest_games::rows::Row;
use fewest_games::rules::MoveName;
use fewest_words::{of, say};

use crate::ended::Failure;
use crate::levels::{self, Entry};
use crate::output::first_of;

/// The moves of a text that was typed as `what`, all of them legal on the level.
pub fn legal(entry: &Entry, what: &str, text: &str) -> Result<Vec<MoveName>, Failure> {
    play(entry, entry.level.session().as_mut(), what, text)
}

/// Plays on by the moves of a text that was typed as `what`, all of them legal, and says what
/// they are.
pub fn play(
    entry: &Entry,
    session: &mut dyn Session,
    what: &str,
    text: &str,
) -> Result<Vec<MoveName>, Failure> {
    let name = say!("{what} on {level}", what = of(what), level = entry.called());
    levels::parse(&name, text.as_bytes(), |source| {
        let moves = entry.level.read_moves(source)?;
        for (number, step) in (1..).zip(&moves) {
            session.push(step.text).map_err(|why| {
                let message = say!(
                    "move {number}, `{step}`, is illegal: {why}",
                    number,
                    step = step.text,
                    why
                );
                let legal = session.moves();
                let advice = match legal.is_empty() {
                    true => say!("no move is left here"),
                    false => say!("what can be played here: {moves}", moves = first_of(&legal)),
                };
                source.error(step.range(), message, advice)
            })?;
        }
        let name = |step: &Row| MoveName::Owned(step.text.to_string());
        Ok(moves.iter().map(name).collect())
    })
}
