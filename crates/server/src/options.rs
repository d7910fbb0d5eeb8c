//! What `fewest serve` can be told: where it listens, and what it allows.

use std::time::Duration;

use fewest_verbs::{bytes, duration};

/// Where to listen, and what is allowed to whoever asks.
#[derive(clap::Args, Clone)]
pub struct Options {
    /// The address to listen at; others than 127.0.0.1 can be reached from other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// The port to listen at; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8321)]
    pub port: u16,
    /// The most bytes of a level's text
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "4MiB")]
    pub max_body: u64,
    /// The most squares of a board
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_board: u64,
    /// The most positions that a search may look at [default: as many as the memory holds]
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// The longest that an answer may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub max_time: Duration,
    /// The memory for all searches together, besides the boards [default: half of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,
}

/// What is allowed to one question.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The most bytes of a text.
    pub body: usize,
    /// The most squares of a board.
    pub board: u64,
    /// The most positions of a search.
    pub states: Option<u64>,
    /// The longest that an answer may take.
    pub time: Duration,
    /// The memory of a search.
    pub memory: u64,
}

impl Options {
    /// What they allow, where so much memory is free.
    pub(crate) fn rules(&self, free: u64) -> Rules {
        Rules {
            body: usize::try_from(self.max_body).unwrap_or(usize::MAX),
            board: self.max_board,
            states: self.max_states,
            time: self.max_time,
            memory: self.memory.unwrap_or(free) / 4,
        }
    }
}
