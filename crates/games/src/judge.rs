//! A judge's input as a whole: made of levels, and what can keep it from being answered.

use fewest_search::Limit;
use fewest_words::{of, say};

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

/// Why a question about a level was not answered.
#[derive(Debug, thiserror::Error)]
pub enum Unanswered {
    /// A limit ended it.
    #[error("{}", of(.0.in_words()))]
    GaveUp(Limit),
    /// An answer was refused by the rules.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

/// A kernel's answer that the plain rules refuse: a fault of this program, never an answer.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.in_words())]
pub struct Disagreement {
    /// Which game.
    pub game: &'static str,
    /// Which kernel answered.
    pub kernel: &'static str,
    /// What the rules said, in English: it is for those who read the report.
    pub what: String,
}

impl Disagreement {
    fn in_words(&self) -> String {
        say!(
            "internal error in {game}, kernel {kernel}: {what}; this is a fault of fewest, please report it",
            game = self.game,
            kernel = self.kernel,
            what = self.what
        )
    }
}
