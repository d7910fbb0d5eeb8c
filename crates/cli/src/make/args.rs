//! What can be typed behind `fewest generate` and `fewest hardest`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ValueHint, value_parser};
use fewest_games::making::recipe::USUAL_LIMITS;
use fewest_search::Limits;
use fewest_verbs::args::{LimitArgs, Telling};
use fewest_verbs::{board_size, bytes, duration, game_ids, range, threads};

use super::{named, percent};

/// What a level that is made again says itself.
const AGAIN_IS_WITHOUT: [&str; 17] = [
    "game",
    "size",
    "impossible",
    "mix",
    "par",
    "difficulty",
    "unique",
    "no_guess",
    "first",
    "mean",
    "edge",
    "with",
    "count",
    "seed",
    "into",
    "states",
    "memory",
];

#[derive(clap::Args)]
pub struct GenerateArgs {
    /// The game
    #[arg(value_parser = game_ids(), required_unless_present = "again")]
    pub game: Option<String>,
    /// How many rows and columns the boards have, such as 9x12
    #[arg(long, value_name = "RxC", value_parser = board_size, required_unless_present = "again")]
    pub size: Option<(u32, u32)>,
    /// Make the levels of this file again, from what their notes say, and compare; `-` is standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = AGAIN_IS_WITHOUT)]
    pub again: Option<PathBuf>,
    /// Only levels that are proven to be impossible to win
    #[arg(long, conflicts_with_all = ["mix", "par", "difficulty", "unique", "no_guess", "mean", "edge"])]
    pub impossible: bool,
    /// By turns levels that can be won and impossible ones: what else is asked of moves holds for the former
    #[arg(long)]
    pub mix: bool,
    /// The fewest moves, such as 14, 14..18, 14.. or ..18 [default: any, but it can be won]
    #[arg(long, value_name = "RANGE", value_parser = range::<u64>)]
    pub par: Option<RangeInclusive<u64>>,
    /// How hard the levels are, from 0 to 10, such as 5..7
    #[arg(long, value_name = "RANGE", value_parser = range::<f64>)]
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Only levels with a single optimal solution
    #[arg(long)]
    pub unique: bool,
    /// Only boards that are won without a guess, where something is hidden from the player, each as likely as any other
    #[arg(long)]
    pub no_guess: bool,
    /// Where play begins with --no-guess, such as 0,0: short for --with click=0,0 [default: the middle]
    #[arg(long, value_name = "ROW,COLUMN", requires = "no_guess")]
    pub first: Option<String>,
    /// The mean number of rolls where dice decide, such as 20..25
    #[arg(long, value_name = "RANGE", value_parser = range::<f64>)]
    pub mean: Option<RangeInclusive<f64>>,
    /// How much more often than every other time the first of two players may win, such as 1%
    #[arg(long, value_name = "SHARE", value_parser = percent)]
    pub edge: Option<f64>,
    /// An option of the game, or how much there is of something: `fewest games` tells what there is
    #[arg(long, value_name = "NAME=VALUE", value_parser = named)]
    pub with: Vec<(String, String)>,
    /// How many levels
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    pub count: u64,
    /// The first seed: with the same one the same levels are made [default: any; with --into: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Keep the levels in this catalogue, and go on there after an interruption
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub into: Option<PathBuf>,
    /// Give up when no other level was found for so long [default: 1m]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Leave out boards that take more memory to be looked at [default: 512MiB]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Leave out boards with more positions [default: 2000000]
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// Look at so many boards at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    /// How to tell on standard error that it goes on: a bar, on a terminal, or JSON lines
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Telling::Bar)]
    pub progress: Telling,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
    /// Only how many were found, and no bar
    #[arg(long, short)]
    pub quiet: bool,
}

impl GenerateArgs {
    /// What may be used for each board that is looked at: the same on every machine, so that a seed
    /// leads to the same everywhere.
    pub fn limits_of_each(&self) -> Limits {
        Limits {
            states: self.states.or(USUAL_LIMITS.states),
            memory: self.memory.or(USUAL_LIMITS.memory),
            ..USUAL_LIMITS
        }
    }
}

#[derive(clap::Args)]
pub struct HardestArgs {
    /// The game
    #[arg(value_parser = game_ids(), required_unless_present = "start", requires = "size")]
    pub game: Option<String>,
    /// How many rows and columns the boards have, such as 5x5
    #[arg(value_name = "SIZE", value_parser = board_size, required_unless_present = "start")]
    pub size: Option<(u32, u32)>,
    /// On this very board: the start from which it takes the most moves to win
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["game", "size", "with", "threads"])]
    pub start: Option<PathBuf>,
    /// An option of the game, or how much there is of something: `fewest games` tells what there is
    #[arg(long, value_name = "NAME=VALUE", value_parser = named)]
    pub with: Vec<(String, String)>,
    /// Show at most so many of the boards
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub list: usize,
    /// Add the boards that are shown to this catalogue
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub into: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Look at so many boards at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
    /// Only the number, and no bar
    #[arg(long, short)]
    pub quiet: bool,
}
