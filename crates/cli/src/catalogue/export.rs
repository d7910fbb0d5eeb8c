//! `fewest catalogue export`: the levels themselves, parted by `---`, as a judge's input, or as lines
//! of JSON.

use std::io::Write;
use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use fewest_games::builtin::AnyLevel;
use fewest_games::{builtin, judge};
use fewest_verbs::catalogue::{FilterArgs, LevelAnswer, PageArgs};
use fewest_verbs::ended::{Exit, Failure};
use fewest_verbs::output::{count, json};
use fewest_words::say;

use super::Opened;
use crate::exit::tell;

#[derive(clap::Args)]
pub struct CatalogueExportArgs {
    /// The catalogue
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub page: PageArgs,
    /// Write the levels in a format; one that it cannot express is left out, and the exit code is 2
    #[arg(
        long = "as",
        visible_alias = "format",
        value_name = "FORMAT",
        default_value = "level"
    )]
    pub format: Format,
}

/// A format to write levels in.
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// Level text
    Level,
    /// The input of the game's judge
    Judge,
    /// One JSON object for each level
    Jsonl,
}

pub fn run(args: &CatalogueExportArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let opened = Opened::new(&args.file)?;
    let filter = args.page.page(args.filter.filter());
    opened.ask(|catalogue| catalogue.require(&filter))?;
    match args.format {
        Format::Level => {
            let mut parting = "";
            opened.each(&filter, |level| {
                let text = level.entry.text.trim_end();
                writeln!(out, "{parting}{text}")?;
                parting = "---\n";
                Ok(())
            })?;
        }
        Format::Jsonl => {
            opened.each(&filter, |level| Ok(json(out, &LevelAnswer::from(level))?))?;
        }
        Format::Judge => {
            let mut levels: Vec<AnyLevel> = Vec::new();
            let mut left_out = 0;
            opened.each(&filter, |level| {
                match cases(&level.entry.text) {
                    Ok(cases) => levels.extend(cases),
                    Err(why) => {
                        left_out += 1;
                        tell(&say!(
                            "warning: level {number} is left out: {why}",
                            number = level.number,
                            why
                        ));
                    }
                }
                Ok(())
            })?;
            let input = judge::input(levels.iter());
            out.write_all(input.map_err(Failure::plain)?.as_bytes())?;
            if left_out > 0 {
                tell(&say!("levels left out: {number}", number = count(left_out)));
                return Ok(Exit::Unreadable);
            }
        }
    }
    Ok(Exit::Done)
}

/// The levels of a text, each of which its judge can have, or why one cannot.
fn cases(text: &str) -> Result<Vec<AnyLevel>, String> {
    let levels = builtin::read_bytes(text.as_bytes(), None).map_err(|error| error.to_string())?;
    levels
        .iter()
        .try_for_each(|level| level.judge_case().map(drop))?;
    Ok(levels)
}
