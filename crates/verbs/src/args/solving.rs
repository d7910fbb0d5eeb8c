//! What can be asked of `solve`: how a search is made, with which processes, and what is told of it.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ValueEnum, ValueHint};

use super::{LevelArgs, LimitArgs};
use crate::values::{at_a_time, patience, threads};

/// How a search is made: how far, on how many threads, with which disk, and what is told meanwhile.
#[derive(clap::Args)]
pub struct EffortArgs {
    /// Visit every position that can be reached, past the win too
    #[arg(long)]
    pub whole: bool,
    /// Search on so many threads, in each process [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    /// Go on in this folder once the memory is used up, to be resumed from there; `none` gives up
    /// instead [default: a folder that is gone afterwards]
    #[arg(long, value_name = "FOLDER|none", value_hint = ValueHint::DirPath)]
    pub scratch: Option<PathBuf>,
    /// Go on with the search that is kept in this folder; with a level, begin it where none is
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with_all = ["scratch", "scen"])]
    pub resume: Option<PathBuf>,
    /// How to tell on standard error that a search goes on: a bar, on a terminal, or JSON lines
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Telling::Bar)]
    pub progress: Telling,
}

/// With which other processes a search is made.
#[derive(clap::Args)]
#[command(next_help_heading = "Cluster")]
pub struct ClusterArgs {
    /// Start so many processes on this machine, and share one level out among them, or many levels
    #[arg(long, value_name = "N", conflicts_with_all = ["hosts", "scen"],
          value_parser = at_a_time(64))]
    pub processes: Option<NonZeroUsize>,
    /// Share it out among the workers that this file names, a host:port on each line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "scen")]
    pub hosts: Option<PathBuf>,
    /// Read the secret that all workers know from this file [default: the variable FEWEST_TOKEN]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "hosts")]
    pub token_file: Option<PathBuf>,
    /// Start again at most so often when a worker is lost
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub restarts: u32,
    /// Wait so long for a worker that does not connect or answer
    #[arg(long, value_name = "TIME", value_parser = patience, default_value = "30s")]
    pub patience: Duration,
}

/// How a search that goes on is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Telling {
    Bar,
    Json,
    None,
}

#[derive(clap::Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// Add what is solved to this catalogue, rated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["processes", "hosts"])]
    pub into: Option<PathBuf>,
    /// Answer each query of this file about the one board that is read
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub scen: Option<PathBuf>,
    /// Say how the search is planned: the kernel, positions and bytes at most, and why
    #[arg(long, conflicts_with = "quiet")]
    pub explain: bool,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
    /// Only the number for each level, and no bar
    #[arg(long, short)]
    pub quiet: bool,
    /// Solve so many levels at a time, on one thread and in memory each: one JSON object a line, in
    /// the order of the levels; one that is wrong has its error there, and the others go on
    #[arg(long, value_name = "N", value_parser = threads(),
          conflicts_with_all = ["quiet", "explain", "scen", "resume", "scratch", "threads", "processes", "hosts"])]
    pub jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub cluster: ClusterArgs,
}

#[cfg(test)]
impl SolveArgs {
    /// What is asked in these words.
    pub fn typed(words: &str) -> Self {
        match <super::Ask as clap::Parser>::try_parse_from(words.split(' ')) {
            Ok(super::Ask {
                verb: super::Verb::Solve(args),
                ..
            }) => args,
            _ => panic!("{words} asks for a solution"),
        }
    }
}
