//! `fewest catalogue remove`: takes levels out, all that are meant or none.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueHint;
use fewest_catalogue::{Catalogue, Filter};
use fewest_verbs::catalogue::{FilterArgs, LevelAnswer, complaint, title};
use fewest_verbs::ended::Failure;
use fewest_verbs::output::json;
use fewest_words::{readable, say};

#[derive(clap::Args)]
pub struct CatalogueRemoveArgs {
    /// The catalogue
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// One JSON object for each level that is removed, with its text
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &CatalogueRemoveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let filter = args.filter.filter();
    if filter == Filter::default() {
        return Err(Failure::plain(say!(
            "say which levels to remove: by --number, --id or another condition"
        )));
    }
    let removed = Catalogue::open(&args.file).and_then(|mut catalogue| catalogue.remove(&filter));
    let removed = removed.map_err(|trouble| Failure::plain(complaint(&args.file, &trouble)))?;
    for level in removed {
        if args.json {
            json(out, &LevelAnswer::from(level))?;
            continue;
        }
        let game = readable(&level.entry.game).into_owned();
        let what = match title(&level.entry.text) {
            Some(title) => say!("{title} ({game})", title = readable(&title), game),
            None => game,
        };
        let told = say!(
            "removed number {number}: {level}",
            number = level.number,
            level = what
        );
        writeln!(out, "{told}")?;
    }
    Ok(())
}
