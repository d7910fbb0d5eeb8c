//! How a question ended: well, or with a complaint about what was asked.

use std::io;

use fewest_games::judge::Disagreement;
use fewest_games::source::TextError;

/// How an answer ended. The order is from good to bad: of several levels the worst counts, and
/// what is proven wrong is worse than what is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Solved, or valid.
    Done,
    /// Gave up at a limit.
    GaveUp,
    /// Proven impossible, or a checked claim is wrong.
    Refuted,
    /// Whoever asked wanted to stop.
    Interrupted,
}

/// What ends an answer before its end.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or bad input, and everything that is wrong with it.
    BadInput(Vec<Complaint>),
    /// A level that is larger than whoever is asked takes, and why.
    TooLarge(String),
    /// There is no text to be asked about.
    NoInput,
    /// The output could not be written.
    Write(io::Error),
    /// An answer that the rules refuse: never shown as one.
    Internal(Disagreement),
}

/// What is wrong with what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// Something that has no place in a text.
    Plain(String),
    /// Something in a text.
    Text {
        /// What the text is called.
        name: String,
        /// The line that is meant.
        line: String,
        /// What is wrong, and where.
        error: TextError,
    },
}

impl Failure {
    /// A complaint that has no place in a text.
    pub fn plain(message: impl Into<String>) -> Self {
        Failure::BadInput(vec![Complaint::Plain(message.into())])
    }

    /// A complaint about a text.
    pub fn text(name: &str, bytes: &[u8], error: TextError) -> Self {
        let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
        let line = text.split('\n').nth(error.line - 1).unwrap_or("");
        Failure::BadInput(vec![Complaint::Text {
            name: name.to_string(),
            line: line.trim_end_matches('\r').to_string(),
            error,
        }])
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Write(error)
    }
}

impl From<Disagreement> for Failure {
    fn from(disagreement: Disagreement) -> Self {
        Failure::Internal(disagreement)
    }
}
