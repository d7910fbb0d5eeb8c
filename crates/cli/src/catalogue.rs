//! `fewest catalogue`: what is in a file of levels, and what is put into it and taken out.

mod add;
mod export;
mod list;
mod remove;
mod stats;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use clap::Subcommand;
use fewest_catalogue::{Catalogue, Filter, Listed, Trouble};
use fewest_verbs::catalogue::complaint;
use fewest_verbs::ended::{Exit, Failure};

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
  fewest catalogue list levels.db            # all of them, in the order in which they came
  fewest catalogue list levels.db --sort difficulty --reverse --limit 10
  fewest catalogue list levels.db --number 3,5..7
  fewest catalogue list levels.db --par impossible --json")]
    List(list::CatalogueListArgs),
    /// Write the levels out, one after another, as `fewest solve` and `fewest check` read them
    #[command(before_help = "\
Examples:
  fewest catalogue export levels.db > levels.txt
  fewest catalogue export levels.db --game snake --limit 1 | fewest check
  fewest catalogue export levels.db --number 7 | fewest show
  fewest catalogue export levels.db --game portals --as judge > input.txt
  fewest catalogue export levels.db --format jsonl > levels.jsonl")]
    Export(export::CatalogueExportArgs),
    /// Solve levels and add them with their par, difficulty and solution: all of them or none
    #[command(
        before_help = "\
Examples:
  fewest catalogue add levels.db many.txt
  fewest catalogue add levels.db sample:snake/lawn sample:curling/crown
  fewest catalogue add levels.db --time 10s big.txt    # what is not solved by then is not added",
        after_help = "\
Exit codes: 0 all of them are in the catalogue, impossible ones too; 3 gave up at a limit on some,
which are not added, and the others are."
    )]
    Add(add::CatalogueAddArgs),
    /// Remove levels, and say which they were
    #[command(before_help = "\
Examples:
  fewest catalogue remove levels.db --number 3,5..7
  fewest catalogue remove levels.db --game snake --difficulty ..1
  fewest catalogue remove levels.db --par impossible --json > removed.jsonl")]
    Remove(remove::CatalogueRemoveArgs),
    /// Say how many levels there are of each game, how many moves they take, and how hard they are
    #[command(before_help = "\
Examples:
  fewest catalogue stats levels.db           # all of them
  fewest catalogue stats levels.db --size 9x12 --json")]
    Stats(stats::CatalogueStatsArgs),
}

pub fn run(command: &CatalogueCommand, out: &mut dyn Write) -> Result<Exit, Failure> {
    match command {
        CatalogueCommand::List(args) => list::run(args, out)?,
        CatalogueCommand::Export(args) => return export::run(args, out),
        CatalogueCommand::Add(args) => return add::run(args, out),
        CatalogueCommand::Remove(args) => remove::run(args, out)?,
        CatalogueCommand::Stats(args) => stats::run(args, out)?,
    }
    Ok(Exit::Done)
}

/// A file that is only read, and whose name stands before all that is wrong with it.
struct Opened<'a> {
    file: &'a Path,
    catalogue: Catalogue,
}

impl<'a> Opened<'a> {
    fn new(file: &'a Path) -> Result<Self, Failure> {
        let catalogue = Catalogue::read(file);
        let catalogue = catalogue.map_err(|trouble| Failure::plain(complaint(file, &trouble)))?;
        Ok(Opened { file, catalogue })
    }

    /// Asks it something.
    fn ask<T>(
        &self,
        question: impl FnOnce(&Catalogue) -> Result<T, Trouble>,
    ) -> Result<T, Failure> {
        let answer = question(&self.catalogue);
        answer.map_err(|trouble| Failure::plain(complaint(self.file, &trouble)))
    }

    /// Does something with each level that is meant, up to the first failure.
    fn each(
        &self,
        filter: &Filter,
        mut task: impl FnMut(Listed) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut ended = Ok(());
        self.ask(|catalogue| {
            catalogue.list(filter, &mut |level| {
                ended = task(level);
                match ended {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            })
        })?;
        ended
    }
}
