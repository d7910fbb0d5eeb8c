//! Several processes that search together: what they are asked, and what they answer. Who they are
//! and how they talk to each other is their leader's business.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use fewest_games::builtin::AnyLevel;
use fewest_games::game::MoveName;
use fewest_games::solve::Disagreement;
use fewest_search::{Report, Watch};

pub use crate::errand::answer;

/// The processes of a search.
pub trait Crew {
    /// How many there are.
    fn processes(&self) -> NonZeroUsize;

    /// Searches one level together.
    fn solve(
        &mut self,
        level: &AnyLevel,
        work: &Work,
        watch: &mut dyn Watch,
    ) -> Result<Report<MoveName>, Trouble>;

    /// Has each question answered by one of them, and hands the answers over in the order of the
    /// questions, until all are there or nobody wants more.
    fn spread(
        &mut self,
        questions: Vec<Question>,
        hand_over: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<(), Trouble>;

    /// The search is over, and nothing of it is needed any more.
    fn forget(self: Box<Self>);
}

/// What each process may use; nothing leaves it to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many threads.
    pub threads: Option<NonZeroUsize>,
    /// How many bytes of memory.
    pub memory: Option<u64>,
}

/// On what terms one level is searched together.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// Whether every position is visited, past the win too.
    pub whole: bool,
    /// How long it may take.
    pub time: Option<Duration>,
    /// The most positions that all may keep together.
    pub states: Option<u64>,
    /// What each process may use.
    pub share: Share,
    /// Whether what they have is kept when the search is not over, to be resumed.
    pub is_kept: bool,
}

/// A question about one level, for [`answer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What the level is called.
    pub name: String,
    /// The level, as level text.
    pub text: String,
    /// What is asked about it.
    pub how: String,
}

/// What one of the processes has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is printed.
    pub out: String,
    /// The exit code that it leads to.
    pub exit: u8,
    /// What is told beside it, and whether that is an error.
    pub remarks: Vec<(bool, String)>,
}

/// Why a crew did not do its work.
#[derive(Debug)]
pub enum Trouble {
    /// It never began, and why.
    CannotBegin(String),
    /// It was broken off, and why.
    Lost(String),
    /// What it found is refused by the rules.
    Internal(Disagreement),
}
