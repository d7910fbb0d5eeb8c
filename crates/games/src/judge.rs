//! A judge's input as a whole: made of levels, and what can keep it from being answered.

use fewest_search::Limit;
use fewest_words::{of, say};

use crate::builtin::AnyLevel;
use crate::game::Game;
use crate::level::About;
use crate::scan::Scanner;
use crate::solve::Disagreement;
use crate::source::TextError;

/// The format of a game's judge.
pub struct Judge<G> {
    /// Reads the next case of its input; `None` after the last one.
    pub read: fn(&mut Scanner) -> Result<Option<G>, TextError>,
    /// Writes one case as `read` reads it, or says what the format cannot say.
    pub write: fn(&G) -> Result<String, String>,
    /// Writes the answer to a case: [`answer_fewest`] where the judge asks for the fewest.
    pub answer: Answerer<G>,
}

/// Writes the answer to a case; it may ask for the fewest moves of boards.
pub type Answerer<G> = fn(G, Fewest<G>, &mut Vec<u8>) -> Result<(), JudgeError>;

/// Finds the fewest moves of a board; `None` if it cannot be won.
pub type Fewest<'a, G> = &'a mut dyn FnMut(&G) -> Result<Option<u64>, JudgeError>;

/// Writes the fewest moves of a board on a line, or the judge's word for one that cannot be won.
///
/// # Errors
/// The board was not decided.
pub fn answer_fewest<G: Game>(
    board: G,
    fewest: Fewest<G>,
    out: &mut Vec<u8>,
) -> Result<(), JudgeError> {
    match fewest(&board)? {
        Some(fewest) => out.extend_from_slice(fewest.to_string().as_bytes()),
        None => out.extend_from_slice(G::INFO.judge_no.as_bytes()),
    }
    out.push(b'\n');
    Ok(())
}

/// One judge's input with a case for each level, or what it cannot say.
pub fn input<'a>(levels: impl Iterator<Item = &'a AnyLevel>) -> Result<String, String> {
    let mut text = String::new();
    let mut game = None;
    for (number, level) in (1..).zip(levels) {
        let info = level.info();
        let first = game.get_or_insert(info);
        if first.id != info.id {
            let (one, other) = (first.id, info.id);
            return Err(say!(
                "a judge's input is of one game, not {one} and {other}",
                one,
                other
            ));
        }
        let title = title(level.about(), number);
        let case = level.judge_case();
        text += &case.map_err(|why| {
            say!(
                "{judge} cannot have {title}: {why}",
                judge = info.judge.unwrap_or(info.title),
                title,
                why
            )
        })?;
    }
    text += game.map_or("", |info| info.judge_end);
    Ok(text)
}

/// What a level of several is called: its title, or its number.
pub(crate) fn title(level: About, number: usize) -> String {
    level
        .title
        .map_or(say!("level {number}", number), |title| format!("`{title}`"))
}

/// Why a judge's input was not answered.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The input is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A case was not decided within the limits.
    #[error("{}", of(.0.in_words()))]
    GaveUp(Limit),
    /// A kernel's answer was refused by the rules.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}
