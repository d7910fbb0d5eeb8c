//! What can keep a judge's input from being answered.

use fewest_search::Limit;

use crate::source::TextError;

/// Why a judge's input was not answered.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The input is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A case was not decided within the limits.
    #[error("gave up at the limit of {}", .0.name())]
    GaveUp(Limit),
    /// A kernel's answer was refused by the rules.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

/// A kernel's answer that the plain rules refuse: a fault of this program, never an answer.
#[derive(Debug, thiserror::Error)]
#[error(
    "internal error in {game}, kernel {kernel}: {what}; this is a fault of fewest, please report it"
)]
pub struct Disagreement {
    /// Which game.
    pub game: &'static str,
    /// Which kernel answered.
    pub kernel: &'static str,
    /// What the rules said.
    pub what: String,
}
