//! What a leader and its workers say to each other, once they have greeted.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::outcome::Outcome;

/// The build of this program, as it is told in a greeting.
pub(crate) const VERSION: &str = concat!(
    "fewest ",
    env!("CARGO_PKG_VERSION"),
    " ",
    env!("FEWEST_FINGERPRINT")
);

/// What a leader says to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Order {
    /// To get ready for a search.
    Prepare(Search),
    /// To begin it: from a layer that all have committed, or anew.
    Go { from: Option<u64> },
    /// To end it with what it has.
    Stop,
    /// To be done with it, and to keep what is on the disk, or not.
    Release { forget: bool },
    /// To answer a question.
    Ask { number: u64, question: Question },
    /// The leader is still there.
    Alive,
}

/// What a worker says to its leader.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// It is at the leader's service, with so many threads.
    Hello { threads: usize },
    /// It is ready for the search, and has committed the layers up to each of these before.
    Prepared { depths: Vec<u64> },
    /// It cannot get ready, and why.
    Refused { why: String },
    /// It is still there, and how far it has come.
    Alive { depth: u64, states: u64 },
    /// What all workers found, and what went wrong with this one's disk.
    Ended {
        outcome: Outcome,
        fault: Option<String>,
    },
    /// The search was cut short: which process was lost, as far as it knows, and why.
    Lost { process: Option<usize>, why: String },
    /// It is done with the search.
    Released,
    /// The answer to a question.
    Answered { number: u64, answer: Answer },
}

/// A search, as one of the processes has to make it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Search {
    /// The attempt.
    pub run: [u8; 16],
    /// The level, as level text.
    pub level: String,
    pub whole: bool,
    /// The addresses of all processes.
    pub processes: Vec<String>,
    /// Which of them this is.
    pub index: usize,
    /// How many workers each has.
    pub threads: usize,
    /// The bytes that each may hold, unless it has less.
    pub memory: Option<u64>,
    /// The most positions that all may keep together.
    pub states: Option<u64>,
    /// Whether what is on the disks will be asked for by another leader.
    pub is_kept: bool,
}

impl Search {
    /// The name of what is searched and of how it is shared out: workers that differ in it must not
    /// meet, and what they have on their disks must not either.
    pub fn subject(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        let (processes, threads) = (self.processes.len(), self.threads);
        let how = format!("{VERSION} {} {processes} {threads}\n", self.whole);
        digest.update(how);
        digest.update(&self.level);
        digest.finalize().into()
    }
}

/// A question about one level. How it is asked is between who asks and who answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// What the level is called.
    pub name: String,
    /// The level, as level text.
    pub text: String,
    /// What is asked about it.
    pub how: String,
}

/// What a question was answered with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What is printed.
    pub out: String,
    /// The exit code that it leads to.
    pub exit: u8,
    /// What is told beside it, and whether that is an error.
    pub remarks: Vec<(bool, String)>,
}
