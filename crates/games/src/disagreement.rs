//! A kernel's answer that the rules refuse, and questions that are left without one.

use fewest_search::Limit;
use fewest_words::{of, say};

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
