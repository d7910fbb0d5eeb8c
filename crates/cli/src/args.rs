//! What can be typed: everything that can be asked, and what only a command does.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum, ValueHint, value_parser};
use fewest_games::mines::First;
use fewest_games::registry;
use fewest_search::Limits;
use fewest_verbs::args::{Format, JudgeArgs, LanguageArgs, LevelArgs, LimitArgs, Telling};
use fewest_verbs::catalogue::{FilterArgs, PageArgs};
use fewest_verbs::{Verb, board_size, bytes, duration, game_ids, patience, range, threads};

use crate::bench_player;
use crate::convert;
use crate::make::{named, percent};

/// The fewest moves that win a grid puzzle, proven.
#[derive(Parser)]
#[command(
    version,
    about,
    before_help = "\
Examples:
  fewest solve levels/snake/round-the-wall.txt    the fewest moves, proven
  fewest show levels/curling/*.txt                the boards
  fewest draw level.txt -o film.gif               its solution as a picture that moves
  fewest judge ladders < input.txt                what the judge reads and prints
  fewest advise levels/snake/round-the-wall.txt   what one wall more or less would change
  fewest generate snake --size 7x7 --par 14..18   a new level with what is asked
  fewest games                                    what there is to solve
  fewest serve                                    all of it in the browser",
    after_help = "\
Exit codes: 0 solved or valid; 1 proven impossible, or a checked claim is wrong; 2 bad usage or
bad input; 3 gave up at a limit; 130 interrupted.",
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    #[command(flatten)]
    Ask(Verb),
    /// Make levels: with the par, the difficulty and whatever else is asked
    #[command(before_help = "\
Examples:
  fewest generate snake --size 7x7 --par 14..18 > level.txt
  fewest generate curling --size 8x8 --par 9 --unique --count 10 --seed 1
  fewest generate mines --size 16x30 --with mines=99 --par 180..
  fewest generate ladders --size 10x10 --mean 20..25 --edge 1.5%
  fewest generate portals --size 9x9 --difficulty 5..7 --count 1000 --into levels.db")]
    Generate(GenerateArgs),
    /// Find the hardest board of a size, or the hardest start on one board
    #[command(before_help = "\
Examples:
  fewest hardest curling 5x5 --with throws=none    of all five thousand million boards
  fewest hardest snake 5x5 --with length=3         between any walls
  fewest hardest mines 8x8 --time 1m               the best that is found in a minute
  fewest hardest --start level.txt                 the start farthest from the win")]
    Hardest(HardestArgs),
    /// Let the player that reasons play Minesweeper, and tell how often it wins
    #[command(before_help = "\
Examples:
  fewest bench-player expert                         ten thousand games, the first click opens
  fewest bench-player beginner --first safe --games 100000 --seed 1
  fewest bench-player 24x24/99 --threads 2 --json    columns, rows and mines")]
    BenchPlayer(BenchPlayerArgs),
    /// Write levels in another format, such as those that other programs share
    #[command(before_help = "\
Examples:
  fewest convert board.mbf --to pttacg       a link that can be shared
  fewest convert level.txt -o board.mbf      the name tells the format
  fewest convert - --from tatham --to level < ids.txt
  fewest convert level.txt --to jsminesweeper --lossy
  fewest convert levels/snake/*.txt --to judge > input.txt")]
    Convert(ConvertArgs),
    /// Look into a catalogue of levels: list them, write them out, count them
    #[command(before_help = "\
Examples:
  fewest catalogue list levels.db --game snake --par 14..18 --difficulty 5..7
  fewest catalogue export levels.db --unique --limit 10 > ten.txt
  fewest catalogue stats levels.db           how many there are, and their pars")]
    Catalogue(CatalogueArgs),
    /// Open the workbench: a page to draw, play and solve levels in the browser, and its API
    #[command(before_help = "\
Examples:
  fewest serve                               the page, at http://127.0.0.1:8321/
  fewest serve --port 0                      at any port that is free
  fewest serve --host 0.0.0.0 --allow-host puzzles.example")]
    Serve(fewest_server::Options),
    /// Be a worker of a cluster, and search for whoever leads it with `solve --hosts`
    #[command(before_help = "\
Examples:
  fewest worker --hosts hosts.txt --index 0 --token-file token
  fewest worker --hosts hosts.txt --index 1 --token-file token --threads 4 --memory 8GiB
  fewest worker --bind 0.0.0.0:7100 --token-file token")]
    Worker(WorkerArgs),
    /// Print a completion script for a shell
    #[command(before_help = "\
Examples:
  fewest completions bash > /etc/bash_completion.d/fewest
  fewest completions fish > ~/.config/fish/completions/fewest.fish")]
    Completions(CompletionsArgs),
}

#[derive(clap::Args)]
pub struct GenerateArgs {
    /// The game
    #[arg(value_parser = game_ids())]
    pub game: String,
    /// How many rows and columns the boards have, such as 9x12
    #[arg(long, value_name = "RxC", value_parser = board_size)]
    pub size: (u32, u32),
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
            states: Some(self.states.unwrap_or(2_000_000)),
            memory: Some(self.memory.unwrap_or(512 << 20)),
            ..Limits::default()
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

#[derive(clap::Args)]
pub struct BenchPlayerArgs {
    /// beginner, intermediate, expert, or columns, rows and mines such as 30x16/99
    #[arg(value_name = "BOARD", value_parser = bench_player::board)]
    pub board: bench_player::Board,
    /// What the first click is promised: nothing, no mine, or none around it either
    #[arg(long, value_name = "PROMISE", value_enum, default_value_t = Promise::Open)]
    pub first: Promise,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    pub games: u64,
    /// The seed of the first game; each has the next
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Play so many games at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The format to write [default: what the name of the output tells]
    #[arg(long, value_name = "FORMAT", value_parser = convert::written(), required_unless_present = "output")]
    pub to: Option<String>,
    /// The format to read [default: what the file looks like]
    #[arg(long, value_name = "FORMAT", value_parser = convert::read())]
    pub from: Option<String>,
    /// Leave out what the format cannot say: flags, revealed cells, or where the mines are
    #[arg(long)]
    pub lossy: bool,
    /// The file to write; `-` is standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, default_value = "-")]
    pub output: PathBuf,
    /// One JSON object about the file
    #[arg(long)]
    pub json: bool,
}

/// What the first click of a game is promised.
#[derive(Clone, Copy, ValueEnum)]
pub enum Promise {
    Any,
    Safe,
    Open,
}

impl From<Promise> for First {
    fn from(promise: Promise) -> Self {
        match promise {
            Promise::Any => First::Any,
            Promise::Safe => First::Safe,
            Promise::Open => First::Open,
        }
    }
}

#[derive(clap::Args)]
pub struct CatalogueArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub command: CatalogueCommand,
}

/// What can be done with a catalogue.
#[derive(Subcommand)]
pub enum CatalogueCommand {
    /// List the levels, one a line
    #[command(before_help = "\
Examples:
  fewest catalogue list levels.db            all of them, in the order in which they came
  fewest catalogue list levels.db --sort difficulty --reverse --limit 10
  fewest catalogue list levels.db --par impossible --json")]
    List(CatalogueListArgs),
    /// Write the levels out, one after another, as `fewest solve` and `fewest check` read them
    #[command(before_help = "\
Examples:
  fewest catalogue export levels.db > levels.txt
  fewest catalogue export levels.db --game snake --limit 1 | fewest check
  fewest catalogue export levels.db --game portals --as judge > input.txt")]
    Export(CatalogueExportArgs),
    /// Say how many levels there are of each game, how many moves they take, and how hard they are
    #[command(before_help = "\
Examples:
  fewest catalogue stats levels.db           all of them
  fewest catalogue stats levels.db --size 9x12 --json")]
    Stats(CatalogueStatsArgs),
}

#[derive(clap::Args)]
pub struct CatalogueListArgs {
    /// The catalogue
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub page: PageArgs,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct CatalogueExportArgs {
    /// The catalogue
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub page: PageArgs,
    /// Write the levels in a format
    #[arg(long = "as", value_name = "FORMAT", default_value = "level")]
    pub format: Format,
}

#[derive(clap::Args)]
pub struct CatalogueStatsArgs {
    /// The catalogue
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct WorkerArgs {
    /// The file that names all workers, a host:port on each line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "index",
          required_unless_present_any = ["bind", "local"])]
    pub hosts: Option<PathBuf>,
    /// Which of them this is, counted from 0: it listens there
    #[arg(long, value_name = "I", requires = "hosts")]
    pub index: Option<usize>,
    /// Listen at this host:port instead, where others reach it by another one
    #[arg(long, value_name = "ADDRESS")]
    pub bind: Option<String>,
    /// Read the secret that all workers know from this file [default: the variable FEWEST_TOKEN]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub token_file: Option<PathBuf>,
    /// Search on so many threads, unless the leader says how many [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<NonZeroUsize>,
    /// Use at most this much memory, besides the boards [default: half of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Keep what is found in this folder [default: one below $TMPDIR or /var/tmp]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub scratch: Option<PathBuf>,
    /// Wait so long for others that do not connect or answer
    #[arg(long, value_name = "TIME", value_parser = patience, default_value = "30s")]
    pub patience: Duration,
    /// One of the processes that `solve --processes` starts: it says on standard output where it
    /// listens, and ends with its standard input
    #[arg(long, hide = true, conflicts_with_all = ["hosts", "bind", "token_file"])]
    pub local: bool,
}

#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// `judge GAME` and no other word. A judge starts the command for every case anew, and to set up
/// the parser for all that could be typed takes longer than most boards do.
pub fn judge_alone() -> Option<Verb> {
    let mut words = std::env::args_os().skip(1);
    let (judge, game) = (words.next()?, words.next()?.into_string().ok()?);
    let is_it = judge == "judge" && words.next().is_none();
    (is_it && registry::find(&game).is_some()).then_some(Verb::Judge(JudgeArgs { game }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        <Args as clap::CommandFactory>::command().debug_assert();
    }
}
