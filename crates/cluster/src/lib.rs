//! The engine's distributed tier: one search over several processes, on timely dataflow.
//!
//! A leader ([`Cluster`]) gives a search to workers ([`worker::serve`]). They make a handshake with
//! each other and exchange positions by their keys, layer by layer; each keeps its shard of them on a
//! disk. The crate knows puzzles only as [`fewest_search::Positions`]: bytes, and numbers of moves.
//! [`fewest_games::level::Level::adopt`] turns the report of the workers into the game's own moves.
//!
//! The same workers answer questions about whole levels ([`Cluster::spread`]), one level each.
//!
//! Errors and events are values, also on their way between the processes. `Display` turns them into
//! text in the language of the thread that shows them.

mod attempt;
mod cluster;
mod exchange;
mod handshake;
mod hosts;
mod mesh;
mod messages;
mod session;
mod shard;
#[cfg(test)]
mod tests;
mod wire;
pub mod worker;

pub use cluster::{
    Cluster, ClusterError, ClusterEvent, LossCause, LostWorker, Settings, UnreachableWorker, Work,
};
pub use handshake::{Denial, HandshakeError, Token, TokenError};
pub use hosts::{Hosts, Start, StartError, process_folder};
pub use messages::{Answer, DiskError, Question, SearchError, WorkerFailure};
pub use wire::ConnectionError;
