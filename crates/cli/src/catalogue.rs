//! `fewest catalogue`: what is in a file of levels.

mod export;
mod list;
mod stats;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use fewest_catalogue::{Catalogue, Filter, Listed, Trouble};
use fewest_verbs::catalogue::complaint;
use fewest_verbs::ended::{Exit, Failure};

use crate::args::CatalogueCommand;

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
