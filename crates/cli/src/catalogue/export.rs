//! `fewest catalogue export`: the levels themselves, parted by `---`, or as a judge's input.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueHint;
use fewest_games::game::Level;
use fewest_games::{judge, registry};
use fewest_verbs::args::Format;
use fewest_verbs::catalogue::{FilterArgs, PageArgs};
use fewest_verbs::ended::Failure;

use super::Opened;

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

pub fn run(args: &CatalogueExportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let opened = Opened::new(&args.file)?;
    let filter = args.page.page(args.filter.filter());
    if let Format::Judge = args.format {
        let mut levels: Vec<Box<dyn Level>> = Vec::new();
        opened.each(&filter, |level| {
            let name = format!("{}#{}", opened.file.display(), level.number);
            let text = level.entry.text.as_bytes();
            let read = registry::read_bytes(text, None);
            levels.extend(read.map_err(|error| Failure::text(&name, text, error))?);
            Ok(())
        })?;
        let input = judge::input(levels.iter().map(|level| &**level));
        out.write_all(input.map_err(Failure::plain)?.as_bytes())?;
        return Ok(());
    }
    let mut parting = "";
    opened.each(&filter, |level| {
        let text = level.entry.text.trim_end();
        writeln!(out, "{parting}{text}")?;
        parting = "---\n";
        Ok(())
    })
}
