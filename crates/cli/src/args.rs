//! What can be typed: everything that can be asked, and what only a command does.

use std::ffi::OsString;
use std::path::Path;

use clap::{Parser, Subcommand};
use fewest_games::builtin::GameId;
use fewest_verbs::Verb;
use fewest_verbs::args::{JudgeArgs, LanguageArgs};
use fewest_verbs::host::STDIN;

use crate::bench_player::BenchPlayerArgs;
use crate::catalogue::CatalogueArgs;
use crate::convert::ConvertArgs;
use crate::make::{GenerateArgs, HardestArgs};
use crate::messages::CompletionsArgs;
use crate::worker::WorkerArgs;

/// The fewest moves that win a grid puzzle, proven.
#[derive(Parser)]
#[command(
    version,
    about,
    before_help = "\
Examples:
  fewest solve sample:snake/round-the-wall        # the fewest moves, proven
  fewest show sample:curling/crown                # the board
  fewest draw sample:curling/run-up -o film.gif   # its solution as a picture that moves
  fewest judge ladders < input.txt                # what the judge reads and prints
  fewest advise sample:snake/round-the-wall       # what one wall more or less would change
  fewest generate snake --size 7x7 --par 14..18   # a new level with what is asked
  fewest games                                    # what there is to solve
  fewest games --levels                           # the levels that ship, to try it with
  fewest serve                                    # all of it in the browser",
    after_help = "\
Exit codes: 0 solved or valid; 1 proven impossible, or a checked claim is wrong, or a line of play
that does not win; 2 bad usage or bad input; 3 gave up at a limit; 130 interrupted.",
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
  fewest generate portals --size 9x9 --difficulty 5..7 --count 1000 --into levels.db
  fewest generate portals --size 6x6 --mix --count 100 > levels.txt    can be won, or cannot
  fewest generate --again levels.txt         from its notes, compared")]
    Generate(GenerateArgs),
    /// Find the hardest board of a size, or the hardest start on one board
    #[command(before_help = "\
Examples:
  fewest hardest curling 5x5 --with throws=none    # of all five thousand million boards
  fewest hardest snake 5x5 --with length=3         # between any walls
  fewest hardest mines 8x8 --time 1m               # the best that is found in a minute
  fewest hardest --start sample:snake/lawn         # the start farthest from the win")]
    Hardest(HardestArgs),
    /// Let the player that reasons play Minesweeper, and tell how often it wins
    #[command(before_help = "\
Examples:
  fewest bench-player expert                         # ten thousand games, the first click opens
  fewest bench-player beginner --first safe --games 100000 --seed 1
  fewest bench-player 24x24/99 --threads 2 --json    # columns, rows and mines")]
    BenchPlayer(BenchPlayerArgs),
    /// Write levels in another format, such as those that other programs share
    #[command(before_help = "\
Examples:
  fewest convert board.mbf --to pttacg       # a link that can be shared
  fewest convert sample:mines/heart -o heart.mbf
  fewest convert - --from tatham --to level < ids.txt
  fewest convert sample:mines/heart --to jsminesweeper --lossy
  fewest convert sample:snake/lawn sample:snake/orchard --to judge > input.txt")]
    Convert(ConvertArgs),
    /// Keep a catalogue of levels: add, list, export, count and remove them
    #[command(before_help = "\
Examples:
  fewest catalogue add levels.db sample:snake/lawn sample:curling/crown
  fewest catalogue list levels.db --game snake --par 14..18 --difficulty 5..7
  fewest catalogue export levels.db --unique --limit 10 > ten.txt
  fewest catalogue stats levels.db           # how many there are, and their pars")]
    Catalogue(CatalogueArgs),
    /// Open the workbench: a page to draw, play and solve levels in the browser, and its API
    #[command(before_help = "\
Examples:
  fewest serve                               # the page, at http://127.0.0.1:8321/
  fewest serve --port 0                      # at any port that is free
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

/// `judge GAME` and no other word. A judge starts the command for every case anew, and to set up
/// the parser for all that could be typed takes longer than most boards do.
pub fn judge_alone() -> Option<Verb> {
    let mut words = std::env::args_os().skip(1);
    let (judge, game) = (words.next()?, words.next()?.into_string().ok()?);
    let is_it = judge == "judge" && words.next().is_none();
    (is_it && GameId::find(&game).is_some()).then_some(Verb::Judge(JudgeArgs { game }))
}

/// The words that were typed, each as the parser takes it: `-#2`, a level of standard input, is no
/// flag.
pub fn words() -> impl Iterator<Item = OsString> {
    let mut are_flags_over = false;
    std::env::args_os().map(move |word| {
        are_flags_over |= word == "--";
        match word.to_str().and_then(|text| text.strip_prefix("-#")) {
            Some(_) if are_flags_over => word,
            Some(_) if Path::new(&word).exists() => Path::new(".").join(word).into(),
            Some(number) => format!("{STDIN}#{number}").into(),
            None => word,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        <Args as clap::CommandFactory>::command().debug_assert();
    }
}
