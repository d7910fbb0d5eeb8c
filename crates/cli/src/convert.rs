//! `fewest convert`: levels from one format into another.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use clap::builder::{PossibleValue, PossibleValuesParser};
use fewest_games::builtin::AnyLevel;
use fewest_games::builtin::GAMES;
use fewest_games::format::{self, FormatInfo, Loss};
use fewest_verbs::args::LevelArgs;
use fewest_verbs::host::Host as _;
use fewest_verbs::levels::{self, Purpose};
use fewest_verbs::outcome::{Exit, Failure};
use fewest_verbs::output::{json, size};
use fewest_words::{of, say};
use serde::Serialize;

use crate::terminal::Terminal;

#[derive(clap::Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The format to write [default: what the name of the output tells]
    #[arg(long, value_name = "FORMAT", value_parser = written(), required_unless_present = "output")]
    pub to: Option<String>,
    /// The format to read [default: what the file looks like]
    #[arg(long, value_name = "FORMAT", value_parser = read())]
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

pub fn run(args: &ConvertArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut host = Terminal;
    let file = args.output.as_path();
    let to_stdout = file == Path::new("-");
    let to = target(args)?;
    if to_stdout && args.json {
        let message = say!("the levels and --json cannot both be written to standard output");
        return Err(Failure::plain(message));
    }
    if !to_stdout && let Some(why) = host.refusal(file) {
        let message = say!("{name}: {told}", name = file.display(), told = of(why));
        return Err(Failure::plain(message));
    }
    let entries = match &args.from {
        Some(from) => levels::read(&args.levels, Purpose::ShowFormat(from), &mut host)?,
        None => levels::read(&args.levels, Purpose::Show, &mut host)?,
    };
    let loss = match args.lossy {
        true => Loss::Accepted,
        false => Loss::Refused,
    };
    let all: Vec<&AnyLevel> = entries.iter().map(|entry| &entry.level).collect();
    let bytes = format::file(to, all.iter().copied(), loss).map_err(Failure::plain)?;
    host.hand_over(file, &bytes)?;
    if !to_stdout {
        tell(args, to, (all.len(), bytes.len()), out)?;
    }
    Ok(Exit::Done)
}

/// The format that is asked for by its name, or by that of the file.
fn target(args: &ConvertArgs) -> Result<&str, Failure> {
    if let Some(to) = &args.to {
        return Ok(to);
    }
    let name = args.output.to_string_lossy();
    let ends = |format: &FormatInfo| format.ending.is_some_and(|ending| name.ends_with(ending));
    match formats(|format| format.is_written && ends(format)).first() {
        Some(format) => Ok(format.name),
        None => Err(Failure::plain(say!(
            "{file}: this name does not tell the format: add --to",
            file = name
        ))),
    }
}

#[derive(Serialize)]
struct Line<'a> {
    file: String,
    format: &'a str,
    levels: usize,
    bytes: usize,
}

/// Says what was written.
fn tell(
    args: &ConvertArgs,
    format: &str,
    (levels, bytes): (usize, usize),
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let file = args.output.display().to_string();
    if args.json {
        let line = Line {
            file,
            format,
            levels,
            bytes,
        };
        json(out, &line)?;
        return Ok(());
    }
    let size = size(bytes as u64);
    let told = match levels {
        1 => say!("1 level, {format}, {size}", format, size),
        _ => say!("{levels} levels, {format}, {size}", levels, format, size),
    };
    writeln!(out, "{}", say!("{name}: {told}", name = file, told))?;
    Ok(())
}

/// The formats of all games that are meant, each once.
fn formats(is_meant: impl Fn(&FormatInfo) -> bool) -> Vec<FormatInfo> {
    let mut found: Vec<FormatInfo> = Vec::new();
    for format in GAMES.iter().flat_map(|game| game.formats()) {
        if is_meant(&format) && !found.contains(&format) {
            found.push(format);
        }
    }
    found
}

/// The names of formats that can be typed, and what each is.
fn names(is_meant: impl Fn(&FormatInfo) -> bool) -> PossibleValuesParser {
    let value = |format: FormatInfo| PossibleValue::new(format.name).help(format.what);
    PossibleValuesParser::new(formats(is_meant).into_iter().map(value))
}

/// The formats to read.
pub fn read() -> PossibleValuesParser {
    names(|format| format.is_read)
}

/// The formats to write.
pub fn written() -> PossibleValuesParser {
    names(|format| format.is_written)
}
