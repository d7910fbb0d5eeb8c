//! A judge's input as a whole: made of levels, and what can keep it from being answered.

use fewest_search::Limit;
use fewest_words::{of, say};

use crate::disagreement::Disagreement;
use crate::game::Level;
use crate::source::TextError;

/// One judge's input with a case for each level, or what it cannot say.
pub fn input<'a>(levels: impl Iterator<Item = &'a dyn Level>) -> Result<String, String> {
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
        let title = title(level, number);
        let case = level.judge_case();
        text += &case.map_err(|why| {
            say!(
                "{judge} cannot have {title}: {why}",
                judge = info.judge,
                title,
                why
            )
        })?;
    }
    text += game.map_or("", |info| info.judge_end);
    Ok(text)
}

/// What a level of several is called: its title, or its number.
pub(crate) fn title(level: &dyn Level, number: usize) -> String {
    level
        .title()
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
