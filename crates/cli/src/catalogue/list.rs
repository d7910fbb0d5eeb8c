//! `fewest catalogue list`: a line for each level.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueHint;
use fewest_catalogue::Listed;
use fewest_verbs::catalogue::{FilterArgs, LevelAnswer, PageArgs, title};
use fewest_verbs::ended::Failure;
use fewest_verbs::output::json;
use fewest_words::{key, of, readable, say, to_the_left, to_the_right, width};

use super::Opened;

/// What the columns are called, and whether the words in them begin at the left.
const COLUMNS: [(&str, bool); 6] = [
    (key("number"), false),
    (key("game"), true),
    (key("size"), false),
    (key("par"), false),
    (key("difficulty"), false),
    (key("seed"), false),
];

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

pub fn run(args: &CatalogueListArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let opened = Opened::new(&args.file)?;
    let filter = args.page.page(args.filter.filter());
    opened.ask(|catalogue| catalogue.require(&filter))?;
    if args.json {
        return opened.each(&filter, |level| Ok(json(out, &LevelAnswer::from(level))?));
    }
    // Looked through twice: there may be more levels than anybody would keep in memory.
    let mut widths = COLUMNS.map(|(name, _)| width(of(name)));
    let mut any = false;
    opened.each(&filter, |level| {
        any = true;
        for (widest, word) in widths.iter_mut().zip(words(&level)) {
            *widest = width(&word).max(*widest);
        }
        Ok(())
    })?;
    if !any {
        writeln!(out, "{}", say!("no such level is in it"))?;
        return Ok(());
    }
    let mut line = |words: [String; 6], title: &str| {
        for ((word, width), (_, is_left)) in words.iter().zip(widths).zip(COLUMNS) {
            let aligned = if is_left { to_the_left } else { to_the_right };
            write!(out, "{}  ", aligned(word, width))?;
        }
        writeln!(out, "{title}")
    };
    line(
        COLUMNS.map(|(name, _)| of(name).to_string()),
        of(key("title")),
    )?;
    opened.each(&filter, |level| {
        let title = title(&level.entry.text);
        let title = readable(title.as_deref().unwrap_or("-"));
        Ok(line(words(&level), &title)?)
    })
}

/// What stands in the columns.
fn words(Listed { number, entry }: &Listed) -> [String; 6] {
    let or_none = |word: Option<String>| word.unwrap_or("-".to_string());
    [
        number.to_string(),
        readable(&entry.game).into_owned(),
        format!("{}x{}", entry.rows, entry.columns),
        match entry.par {
            Some(par) => par.to_string(),
            None => of(key("impossible")).to_string(),
        },
        or_none(
            entry
                .difficulty
                .map(|difficulty| format!("{difficulty:.1}")),
        ),
        or_none(entry.seed.map(|seed| seed.to_string())),
    ]
}
