//! The messages between a leader and its workers once they have made their handshake.

use std::fmt;
use std::time::Duration;

use fewest_search::Limit;
use fewest_search::disk::{self, DiskErrorKind};
use fewest_words::say;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::mesh::LostPeer;

/// The version that the handshake compares: the program's, and a fingerprint of its sources.
pub(crate) const VERSION: &str = concat!(
    "fewest ",
    env!("CARGO_PKG_VERSION"),
    " ",
    env!("FEWEST_FINGERPRINT")
);

/// The time after which each side repeats that it is still there.
pub(crate) const HEARTBEAT: Duration = Duration::from_millis(250);

/// A message from the leader to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Order {
    /// Prepare a search.
    Prepare(Search),
    /// Start it from a layer that all workers have committed, or from the beginning.
    Start { from: Option<u64> },
    /// End it with what was found so far.
    Stop,
    /// Leave the search, and remove its files or keep them.
    Release { forget: bool },
    /// Answer a question.
    Ask { number: u64, question: Question },
    /// The leader is still there.
    Alive,
}

/// A message from a worker to its leader.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// It is ready for orders and offers as many threads.
    Hello { threads: usize },
    /// The search is prepared. These layers were the last when something was committed.
    Prepared { depths: Vec<u64> },
    /// It cannot prepare the search or start it.
    CannotSearch(SearchError),
    /// It is still there, and how far the search is.
    Alive { depth: u64, states: u64 },
    /// What all workers found, and the error of this one's disk.
    Ended(Outcome),
    /// The search was broken off, because the connection to another process is missing.
    LostPeer(LostPeer),
    /// The search was broken off by a failure of this process.
    Failed(WorkerFailure),
    /// It has left the search.
    Released,
    /// The answer to a question.
    Answered { number: u64, answer: Answer },
}

/// A search as one of the processes has to make it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Search {
    /// The attempt.
    pub run: [u8; 16],
    /// The level, as level text.
    pub level: String,
    pub whole: bool,
    /// The addresses of all processes.
    pub processes: Vec<String>,
    /// The index of this one.
    pub index: usize,
    /// The number of workers in each process.
    pub threads: usize,
    /// The bytes that each process may hold, unless it has less.
    pub memory: Option<u64>,
    /// The most positions that all processes may keep together.
    pub states: Option<u64>,
    /// Whether the files are kept for another leader.
    pub is_kept: bool,
}

impl Search {
    /// Identifies what is searched and how it is divided: workers that differ in it must not exchange
    /// positions, and must not use each other's files.
    pub fn subject(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        let (processes, threads) = (self.processes.len(), self.threads);
        digest.update(format!("{VERSION} {} {processes} {threads}\n", self.whole));
        digest.update(&self.level);
        digest.finalize().into()
    }
}

/// What all workers of a search found together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub found: Found,
    /// The number of positions first reached with each number of moves. The layer of a win that ends
    /// the search has the win alone.
    pub layers: Vec<u64>,
    /// The most bytes that the layers took.
    pub bytes: u64,
    /// What went wrong with a disk of this process.
    pub disk_error: Option<DiskError>,
}

impl Outcome {
    /// One for which no memory was taken.
    pub fn of(found: Found, layers: Vec<u64>) -> Self {
        Outcome {
            found,
            layers,
            bytes: 0,
            disk_error: None,
        }
    }
}

/// A verdict, its moves as their numbers in the order of the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Found {
    Won {
        choices: Vec<u32>,
    },
    Impossible,
    GaveUp {
        #[serde(with = "limit_fields")]
        limit: Limit,
        at_least: u64,
    },
}

/// Serialises a limit: the error of a disk whole, any other as its name.
pub(crate) mod limit_fields {
    use fewest_search::Limit;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::DiskError;

    #[derive(Serialize, Deserialize)]
    enum Fields {
        Disk(DiskError),
        Name(String),
    }

    pub fn serialize<S: Serializer>(limit: &Limit, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = match limit {
            Limit::Disk(error) => Fields::Disk(DiskError(error.clone())),
            limit => Fields::Name(limit.name().to_string()),
        };
        fields.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
        use Limit::{Cost, Effort, Memory, States, Stopped, Time, Unknown};
        let name = match Fields::deserialize(deserializer)? {
            Fields::Disk(error) => return Ok(Limit::Disk(error.0)),
            Fields::Name(name) => name,
        };
        let mut limits = [States, Memory, Time, Cost, Stopped, Unknown, Effort].into_iter();
        let limit = limits.find(|limit| limit.name() == name);
        limit.ok_or_else(|| D::Error::custom("there is no such limit"))
    }
}

/// Why a worker cannot make a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum SearchError {
    /// The order does not describe a search.
    #[error("{}", say!("the leader asks for something that makes no sense"))]
    InvalidOrder,
    /// The level cannot be searched: what its game reports.
    #[error("{0}")]
    Level(String),
    /// Another process uses the folder.
    #[error("{}", say!("another process works in {folder}", folder))]
    FolderInUse {
        /// The folder.
        folder: String,
    },
    /// The folder holds another search.
    #[error("{}", say!("{folder} holds another search", folder))]
    OtherSearch {
        /// The folder.
        folder: String,
    },
    /// The folder cannot be used.
    #[error("{}", say!("{name}: {told}", name = folder, told = error))]
    Disk {
        /// The folder.
        folder: String,
        /// Why.
        error: DiskError,
    },
}

/// What went wrong with a worker's disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskError(pub disk::DiskError);

/// [`DiskErrorKind`], as it is serialised.
#[derive(Serialize, Deserialize)]
#[serde(remote = "DiskErrorKind")]
enum DiskFields {
    Full { free: u64 },
    Refused { file: String, error: String },
    Damaged { file: String },
}

impl Serialize for DiskError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        DiskFields::serialize(self.0.kind(), serializer)
    }
}

impl<'de> Deserialize<'de> for DiskError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        DiskFields::deserialize(deserializer).map(|kind| DiskError(kind.into()))
    }
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&match self.0.kind() {
            DiskErrorKind::Full { .. } => say!("the disk is full"),
            DiskErrorKind::Refused { file, error } => {
                say!("{name}: {told}", name = file, told = error)
            }
            DiskErrorKind::Damaged { file } => {
                say!("{file} is damaged: it is not what was written", file)
            }
        })
    }
}

/// Why a worker broke off a search by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum WorkerFailure {
    /// It was cancelled, and no peer was lost.
    #[error("{}", say!("the search was cut short"))]
    Cancelled,
    /// One of its threads panicked.
    #[error("{}", say!("a worker failed"))]
    Panicked,
    /// The dataflow could not be started: what the system reported.
    #[error("{0}")]
    NoDataflow(String),
}

/// A question about one level. Only the asker and the answerer know what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The name of the level.
    pub name: String,
    /// The level, as level text.
    pub text: String,
    /// What is asked about it.
    pub how: String,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What is printed.
    pub out: String,
    /// The exit code.
    pub exit: u8,
    /// What is reported beside it, and whether that is an error.
    pub remarks: Vec<(bool, String)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handshake::HandshakeError;
    use crate::wire::ConnectionError;

    fn check<T>(value: &T)
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + fmt::Debug,
    {
        let text = serde_json::to_string(value).expect("it can be written");
        let read: T = serde_json::from_str(&text).expect("it can be read");
        assert_eq!(&read, value, "{text}");
    }

    #[test]
    fn causes_arrive_as_they_were_sent() {
        let (file, error) = ("runs".to_string(), "no cable".to_string());
        let refused = DiskErrorKind::Refused {
            file: file.clone(),
            error,
        };
        let disks = [
            DiskErrorKind::Full { free: 7 },
            refused,
            DiskErrorKind::Damaged { file },
        ]
        .map(|kind| DiskError(kind.into()));
        use Limit::{Cost, Effort, Memory, States, Stopped, Time, Unknown};
        let others = [States, Memory, Time, Cost, Stopped, Unknown, Effort];
        let of_disks = disks.iter().map(|error| Limit::Disk(error.0.clone()));
        for limit in others.into_iter().chain(of_disks) {
            check(&Found::GaveUp { limit, at_least: 3 });
        }
        let unknown = r#"{"GaveUp":{"limit":{"Name":"lunch"},"at_least":3}}"#;
        assert!(serde_json::from_str::<Found>(unknown).is_err());
        for error in disks {
            check(&SearchError::Disk {
                folder: "share".to_string(),
                error,
            });
        }
        check(&HandshakeError::Connection(ConnectionError::Io(
            "no cable".to_string(),
        )));
        check(&WorkerFailure::NoDataflow("no threads".to_string()));
    }

    #[test]
    fn a_disk_error_names_its_folder_and_its_file() {
        let damaged = SearchError::Disk {
            folder: "share".to_string(),
            error: DiskError(disk::DiskError::damaged("runs")),
        };
        let words = "share: runs is damaged: it is not what was written";
        assert_eq!(damaged.to_string(), words);
    }
}
