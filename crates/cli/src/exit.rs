//! What the command's exit code says, and the failures that lead to one.

use std::io;

use fewest_games::judge::Disagreement;

use crate::output::tell;

/// How a command ended. The order is from good to bad: of several levels the worst counts, and
/// what is proven wrong is worse than what is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Solved, or valid.
    Done,
    /// Gave up at a limit.
    GaveUp,
    /// Proven impossible, or a checked claim is wrong.
    Refuted,
    /// Ctrl-C.
    Interrupted,
}

/// What ends a command before its end.
pub enum Failure {
    /// Bad usage or bad input. The message has been shown already.
    BadInput,
    /// The output could not be written.
    Write(io::Error),
    /// An answer that the rules refuse: never shown as one.
    Internal(Disagreement),
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

/// The exit code for how a command ended.
pub fn code(ended: Result<Exit, Failure>) -> u8 {
    match ended {
        Ok(Exit::Done) => 0,
        Ok(Exit::Refuted) => 1,
        Err(Failure::BadInput) => 2,
        Ok(Exit::GaveUp) => 3,
        Ok(Exit::Interrupted) => 130,
        // Whoever read the output has read enough (`fewest … | head`).
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(Failure::Write(error)) => {
            tell(&format!("error: the output cannot be written: {error}"));
            74
        }
        Err(Failure::Internal(disagreement)) => {
            tell(&disagreement.to_string());
            70
        }
    }
}
