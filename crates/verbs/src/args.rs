//! What can be asked: the verbs, their flags, their help, which leads with examples, and how each answer looks.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum, ValueHint};
use fewest_draw::Format as Picture;
use fewest_words::Lang;
use serde::{Deserialize, Serialize};

use crate::values::{
    at_a_time, bytes, duration, game_ids, heat, languages, patience, pictures, sizes, threads,
};

/// One question, as it is typed.
#[derive(Parser)]
#[command(
    no_binary_name = true,
    disable_help_flag = true,
    disable_help_subcommand = true
)]
pub struct Ask {
    /// What is asked.
    #[command(subcommand)]
    pub verb: Verb,
    /// In which language.
    #[command(flatten)]
    pub language: LanguageArgs,
}

/// The language to answer in.
#[derive(clap::Args)]
pub struct LanguageArgs {
    /// Which language to answer in
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = languages(), default_value = "en")]
    pub lang: Lang,
}

/// Everything that can be asked.
#[derive(Subcommand)]
pub enum Verb {
    /// Find the fewest moves that win, or prove that none do
    #[command(before_help = "\
Examples:
  fewest solve sample:snake/round-the-wall   # the verdict, the moves, what was searched
  fewest solve --json sample:snake/lawn sample:curling/crown
  fewest solve --level 2 many.txt            # the second level of a file; so does many.txt#2
  fewest solve --into levels.db many.txt     # keeps them in a catalogue
  fewest solve --jobs 4 many.txt             # the same for a million levels, on four threads
  fewest solve --time 10s --memory 2GiB big.txt
  fewest solve --resume folder huge.txt      # begins there, or goes on after an interruption
  fewest solve --processes 2 --threads 2 big.txt
  fewest solve --hosts hosts.txt big.txt     # by the workers that are named there
  fewest solve --game snake < judge.txt      # a judge's input instead of a level text
  fewest solve maze.map --scen maze.map.scen # one fewest for each query")]
    Solve(SolveArgs),
    /// Test what levels claim: their par, and that their solution wins in the fewest moves
    #[command(before_help = "\
Examples:
  fewest check sample:snake/lawn sample:curling/crown
  fewest check sample:snake/round-the-wall --solution 'U R R D'
  fewest check levels/*/*.txt                # is every par and every solution right?")]
    Check(CheckArgs),
    /// Rate a level: what is counted about it, and how hard that makes it, from 0 to 10
    #[command(before_help = "\
Examples:
  fewest rate sample:snake/round-the-wall    # par, solutions, positions, traps, difficulty
  fewest rate --json sample:snake/lawn sample:curling/crown")]
    Rate(RateArgs),
    /// Say what to play: the moves that keep the optimum, or which move lost the win
    #[command(before_help = "\
Examples:
  fewest hint sample:snake/round-the-wall    # at the beginning
  fewest hint sample:snake/round-the-wall --after 'U R'
  fewest hint position.txt                   # what to open, and why, where mines are covered
  fewest hint sample:mines/heart --blind     # the same where they are known, but not looked at")]
    Hint(HintArgs),
    /// Walk a solution and mark each move that lost ground, and how much
    #[command(before_help = "\
Examples:
  fewest why sample:snake/round-the-wall --solution 'L L D D R R U U U R R D'
  fewest why sample:snake/round-the-wall     # the level's own solution")]
    Why(WhyArgs),
    /// List the optimal solutions in the order of their moves, and say how many there are
    #[command(before_help = "\
Examples:
  fewest all sample:snake/lawn               # the first hundred
  fewest all sample:snake/lawn --limit 5     # the first five")]
    All(AllArgs),
    /// Show the search layer by layer: how many positions each depth reaches first, and where
    ///
    /// All reachable positions up to the first win are counted; `solve` may visit fewer. Of a
    /// Minesweeper board with too many of them, one shortest solution is shown move by move.
    #[command(before_help = "\
Examples:
  fewest layers sample:snake/lawn            # every layer up to the first win
  fewest layers sample:snake/lawn --at 3     # the board with what the third layer reaches")]
    Layers(LayersArgs),
    /// Answer a judge's input on standard input, to the byte
    #[command(before_help = "\
Examples:
  fewest show sample:snake/lawn --as judge | fewest judge snake
  echo '[[-1,-1],[-1,3]]' | fewest judge ladders")]
    Judge(JudgeArgs),
    /// Show a board, as it is or after some moves
    #[command(before_help = "\
Examples:
  fewest show sample:snake/round-the-wall    # the board
  fewest show sample:snake/round-the-wall --after 'U R'
  fewest show sample:curling/crown --every   # every position of the level's solution
  fewest show sample:snake/lawn --as judge   # as its judge's input
  fewest show sample:snake/lawn --as level   # as a file that can be changed")]
    Show(ShowArgs),
    /// Try every change of a single square: what does it make of the par?
    #[command(before_help = "\
Examples:
  fewest advise sample:snake/round-the-wall  # what makes it harder, and where
  fewest advise --easier --top 3 sample:snake/round-the-wall
  fewest advise --apply 7 sample:snake/round-the-wall > changed.txt
  fewest advise --time 10s big.txt           # what is found in ten seconds
  fewest advise --json sample:portals/express")]
    Advise(AdviseArgs),
    /// Draw a board as a picture: SVG, PNG, or a GIF of a whole solution
    #[command(before_help = "\
Examples:
  fewest draw sample:snake/lawn -o board.svg                   # the board
  fewest draw sample:snake/lawn -o way.png --solution best     # with the fewest moves as a line
  fewest draw sample:snake/round-the-wall -o film.gif          # every position of the fewest moves
  fewest draw sample:portals/express -o far.png --heat distance
  fewest draw sample:portals/express -o better.svg --heat advise
  fewest draw sample:snake/round-the-wall -o there.svg --after 'U R' --theme dark")]
    Draw(DrawArgs),
    /// Tell the odds: what dice do, or how likely a mine is under each covered cell
    #[command(before_help = "\
Examples:
  fewest odds sample:ladders/milton-bradley  # expected rolls, how they spread, percentiles
  fewest odds position.txt                   # the exact chance of a mine in each covered cell
  fewest odds sample:ladders/milton-bradley --rolls 20
  fewest odds sample:ladders/milton-bradley --players 4
  fewest odds --json sample:ladders/promotion")]
    Odds(OddsArgs),
    /// List the games: units, glyphs, moves and options; or the levels that ship
    #[command(before_help = "\
Examples:
  fewest games                               # all of them
  fewest games --levels                      # the levels that ship, and how each is named
  fewest games --json                        # for a program")]
    Games(GamesArgs),
}

/// The levels to read.
#[derive(clap::Args, Default)]
pub struct LevelArgs {
    /// Files of levels, FILE#N for the Nth level of one, or sample:NAME for one that ships; `-` or
    /// none reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Whose level or judge's input it is, where the text does not say
    #[arg(long, value_parser = game_ids())]
    pub game: Option<String>,
    /// Only the Nth level of each text
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub level: Option<u64>,
}

/// What a search may use.
#[derive(clap::Args, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitArgs {
    /// Give up on a level after this time, such as 500ms, 10s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Use at most this much memory for a search, besides the board itself, such as 500MB or 2GiB
    /// [default: half of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,
    /// Give up on a level after this many positions
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
}

#[derive(clap::Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Test these moves in place of the level's own solution
    #[arg(long, value_name = "MOVES")]
    pub solution: Option<String>,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct RateArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct HintArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The moves that have been made
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub after: String,
    /// Go by what can be seen alone, as a player must, where squares are covered
    #[arg(long)]
    pub blind: bool,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct WhyArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The moves to walk, or else the level's own solution
    #[arg(long, value_name = "MOVES")]
    pub solution: Option<String>,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct AllArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// List at most this many
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub limit: usize,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct LayersArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Only the layer of this depth, and the board with how many positions it has on each square
    #[arg(long, value_name = "DEPTH", conflicts_with = "json")]
    pub at: Option<usize>,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct JudgeArgs {
    /// Which game's judge
    #[arg(value_parser = game_ids())]
    pub game: String,
}

#[derive(clap::Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Show the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub after: Option<String>,
    /// Show every position on the way: of --after, or else of the level's solution
    #[arg(long)]
    pub every: bool,
    /// Tell for each square the fewest moves that win with the player there, at best: a grid of
    /// numbers, or a list in the JSON
    #[arg(long, conflicts_with = "every")]
    pub distances: bool,
    /// Write the level itself in a format
    #[arg(long = "as", value_name = "FORMAT", conflicts_with_all = ["after", "every", "json"])]
    pub format: Option<Format>,
    /// One JSON object for each position
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct AdviseArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The smallest par first, instead of the greatest
    #[arg(long)]
    pub easier: bool,
    /// List at most so many changes of each kind
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// Write the level as it is after the change of this number, as level text, and try none
    #[arg(long, value_name = "N", conflicts_with_all = ["easier", "top", "json"])]
    pub apply: Option<u64>,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

/// A format to write a level in.
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// Level text
    Level,
    /// The input of the game's judge
    Judge,
}

#[derive(clap::Args)]
pub struct OddsArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How many roll in turn, from 2 to 1000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub players: Option<u32>,
    /// Tell the chance to finish within R rolls, and with just R
    #[arg(long, value_name = "R")]
    pub rolls: Option<u64>,
    /// The moves that have been made
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub after: String,
    /// One JSON object for each level
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct GamesArgs {
    /// List the levels that ship instead: names that every command reads, games, pars and titles
    #[arg(long)]
    pub levels: bool,
    /// One JSON object for each game, or for each level
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct DrawArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The picture; its name ends in .svg, .png or .gif; `-` is standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// The format, where the name does not tell it
    #[arg(long, value_parser = pictures())]
    pub format: Option<Picture>,
    /// Draw the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub after: Option<String>,
    /// Draw the way of these moves from there; `best` finds the fewest, as a GIF does unasked
    #[arg(long, value_name = "MOVES|best")]
    pub solution: Option<String>,
    /// Tint each square by the fewest moves that win from there at best, or by what par becomes by
    /// a change there; a group of changes can be named, as in advise:apple
    #[arg(long, value_name = "distance|advise[:GROUP]", value_parser = heat)]
    pub heat: Option<Heat>,
    /// Which paper to draw on
    #[arg(long, value_enum, default_value_t = Paper::Light)]
    pub theme: Paper,
    /// The side of a square in pixels [default: what fits]
    #[arg(long, value_name = "PIXELS", value_parser = sizes())]
    pub size: Option<u32>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// One JSON object about the picture
    #[arg(long)]
    pub json: bool,
}

/// What the squares of a picture are tinted by.
#[derive(Clone)]
pub enum Heat {
    /// How far the win is.
    Distance,
    /// What a change makes of the par; of the game's first group where none is named.
    Advise(Option<String>),
}

/// A paper to draw on.
#[derive(Clone, Copy, ValueEnum)]
pub enum Paper {
    /// Dark shapes on light paper
    Light,
    /// Light shapes on dark paper
    Dark,
}

/// How a search is made: how far, on how many threads, with which disk, and what is told meanwhile.
#[derive(clap::Args, Default)]
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
    #[arg(long, value_name = "HOW", value_enum, default_value_t = ProgressMode::Bar)]
    pub progress: ProgressMode,
}

/// With which other processes a search is made.
#[derive(clap::Args, Default)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ProgressMode {
    Bar,
    Json,
    #[default]
    None,
}

impl ClusterArgs {
    /// Whether other processes are asked for.
    pub fn is_asked(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some()
    }
}

#[derive(clap::Args, Default)]
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

/// How the answer to a question looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentKind {
    /// JSON: an object, or one a line where there are several levels.
    Json,
    /// JSON, an object a line.
    Lines,
    /// Plain text.
    Text,
    /// A picture.
    Picture(Picture),
}

impl Verb {
    /// Whether it is about a text.
    pub fn takes_text(&self) -> bool {
        !matches!(self, Verb::Games(_))
    }

    /// Whether it takes every square of the board in hand to show it, which no limit of memory
    /// counts.
    pub fn shows_the_board(&self) -> bool {
        match self {
            Verb::Show(_) | Verb::Draw(_) => true,
            Verb::Advise(args) => args.apply.is_some(),
            _ => false,
        }
    }

    /// The shape of its answer for a program.
    pub fn shape(&self) -> ContentKind {
        match self {
            Verb::Judge(_) => ContentKind::Text,
            Verb::Show(args) if args.format.is_some() => ContentKind::Text,
            Verb::Advise(args) if args.apply.is_some() => ContentKind::Text,
            Verb::Show(args) if args.every => ContentKind::Lines,
            Verb::Games(_) => ContentKind::Lines,
            Verb::Draw(args) => ContentKind::Picture(args.format.unwrap_or(Picture::Svg)),
            Verb::Solve(_)
            | Verb::Check(_)
            | Verb::Rate(_)
            | Verb::Hint(_)
            | Verb::Why(_)
            | Verb::All(_)
            | Verb::Layers(_)
            | Verb::Show(_)
            | Verb::Advise(_)
            | Verb::Odds(_) => ContentKind::Json,
        }
    }

    /// Whether it never writes in colours.
    pub fn is_colourless(&self) -> bool {
        matches!(self, Verb::Solve(args) if args.jobs.is_some())
    }

    /// Whoever asks names no file that would tell a picture's format: it is an SVG unless told.
    pub fn settle_format(&mut self) {
        if let Verb::Draw(args) = self {
            args.format.get_or_insert(Picture::Svg);
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Ask::command().debug_assert();
    }
}
