//! What `fewest serve` can be told: where it listens, and what it allows.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{ValueHint, value_parser};
use fewest_verbs::{bytes, duration};

/// Where to listen, and what is allowed to whoever asks.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// The address to listen at; others than 127.0.0.1 can be reached from other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// The port to listen at; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8321)]
    pub port: u16,
    /// Do not open the page in the browser; it is only opened where standard output is a terminal
    #[arg(long)]
    pub no_open: bool,
    /// Another name under which the server is asked, such as a proxy's; may be said again
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// Offer the levels of this catalogue beside those that ship
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub catalogue: Option<PathBuf>,
    /// Number of connections that may be open; the slowest one makes room for a new one
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = value_parser!(u32).range(1..=65_536))]
    pub max_connections: u32,
    /// Number of them from one address [default: a quarter; from this machine all]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=65_536))]
    pub max_per_address: Option<u32>,
    /// The most bytes of a level's text
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "4MiB")]
    pub max_body: u64,
    /// The most squares of a board
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_board: u64,
    /// The most bytes of an answer
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "16MiB")]
    pub max_answer: u64,
    /// The most positions that a search may look at [default: as many as the memory holds]
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// The longest that an answer may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub max_time: Duration,
    /// The memory for all searches together, besides the boards [default: half of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,
    /// How many long answers are worked at at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// How many more of them may wait
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u32).range(..=65_536))]
    pub queued: u32,
    /// How long a question waits for its answer before it becomes a job
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "1s")]
    pub patience: Duration,
    /// How long nobody may ask for a job before it is stopped
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub silence: Duration,
}

/// What is allowed to one question.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// The most bytes of a text.
    pub text: usize,
    /// The most squares of a board.
    pub board: u64,
    /// The most bytes of an answer.
    pub answer: usize,
    /// The most positions of a search.
    pub states: Option<u64>,
    /// The longest that an answer may take.
    pub time: Duration,
    /// The memory of one search.
    pub memory: u64,
    /// How many questions are quickly answered at a time.
    pub quick: usize,
    /// How many long answers are worked at at a time.
    pub jobs: usize,
    /// How many more may wait.
    pub queued: usize,
    /// How long a question waits for its answer.
    pub patience: Duration,
    /// How long nobody may ask for a job.
    pub silence: Duration,
}

impl Options {
    /// What they allow, where all searches together may take so much memory unless they say.
    pub(crate) fn limits(&self, free: u64) -> ServerLimits {
        let whole = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let quick = 2 * processors;
        let jobs = self.jobs.map_or(processors, |jobs| jobs as usize);
        ServerLimits {
            text: whole(self.max_body),
            board: self.max_board,
            answer: whole(self.max_answer),
            states: self.max_states,
            time: self.max_time,
            memory: self.memory.unwrap_or(free) / (quick + jobs) as u64,
            quick,
            jobs,
            queued: self.queued as usize,
            patience: self.patience,
            silence: self.silence,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    #[command(no_binary_name = true)]
    struct Words {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn no_number_is_too_large_to_be_refused_or_borne() {
        let read = |words: &[&str]| Words::try_parse_from(words).map(|words| words.options);
        let numbers = [
            "--queued",
            "--jobs",
            "--max-connections",
            "--max-per-address",
        ];
        for flag in numbers {
            assert!(read(&[flag, "18446744073709551615"]).is_err(), "{flag}");
        }
        let most = [
            "--queued",
            "65536",
            "--jobs",
            "1024",
            "--max-time",
            "1000000h",
        ];
        let limits = read(&most).expect("they are allowed").limits(u64::MAX);
        assert_eq!((limits.queued, limits.jobs), (65_536, 1024));
        let most = u64::MAX.to_string();
        let flags = ["--max-body", "--max-answer", "--memory"];
        let words: Vec<&str> = flags
            .iter()
            .flat_map(|flag| [flag, most.as_str()])
            .collect();
        let limits = read(&words).expect("they are allowed").limits(0);
        crate::scheduler::Scheduler::new(limits, fewest_verbs::run, None);
    }
}
