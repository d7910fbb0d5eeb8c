//! `fewest catalogue`: what is in a file of levels.

mod export;
mod list;
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
  fewest catalogue list levels.db            all of them, in the order in which they came
  fewest catalogue list levels.db --sort difficulty --reverse --limit 10
  fewest catalogue list levels.db --par impossible --json")]
    List(list::CatalogueListArgs),
    /// Write the levels out, one after another, as `fewest solve` and `fewest check` read them
    #[command(before_help = "\
Examples:
  fewest catalogue export levels.db > levels.txt
  fewest catalogue export levels.db --game snake --limit 1 | fewest check
  fewest catalogue export levels.db --game portals --as judge > input.txt")]
    Export(export::CatalogueExportArgs),
    /// Say how many levels there are of each game, how many moves they take, and how hard they are
    #[command(before_help = "\
Examples:
  fewest catalogue stats levels.db           all of them
  fewest catalogue stats levels.db --size 9x12 --json")]
    Stats(stats::CatalogueStatsArgs),
}

pub fn run(command: &CatalogueCommand, out: &mut dyn Write) -> Result<Exit, Failure> {
    match command {
        CatalogueCommand::List(args) => list::run(args, out)?,
        CatalogueCommand::Export(args) => export::run(args, out)?,
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
