//! Plays moves that were typed, and shows which of them is illegal.

use fewest_games::game::Session;
use fewest_games::rows::Row;
use fewest_games::rules::MoveName;

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
    let name = format!("{what} on {}", entry.name);
    levels::parse(&name, text.as_bytes(), |source| {
        let moves = entry.level.read_moves(source)?;
        for (number, step) in (1..).zip(&moves) {
            session.push(step.text).map_err(|why| {
                let message = format!("move {number}, `{}`, is illegal: {why}", step.text);
                let legal = session.moves();
                let advice = match legal.is_empty() {
                    true => "no move is left here".to_string(),
                    false => format!("what can be played here: {}", first_of(&legal)),
                };
                source.error(step.range(), message, advice)
            })?;
        }
        let name = |step: &Row| MoveName::Owned(step.text.to_string());
        Ok(moves.iter().map(name).collect())
    })
}
