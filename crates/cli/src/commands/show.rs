//! `fewest show`: the board in the terminal, as it is, after some moves, or frame by frame.

use std::io::{self, Write};

use fewest_games::game::{Level, Session};
use fewest_games::judge;
use fewest_games::rules::Standing;
use fewest_games::source::{Source, TextError};
use serde::Serialize;

use super::solve::title;
use crate::args::{Format, ShowArgs};
use crate::exit::{Exit, Failure};
use crate::input::{self, Entry};
use crate::output::{board, json};

pub fn run(args: &ShowArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = input::levels(&args.levels, "show")?;
    if let Some(format) = args.format {
        return write_as(format, &entries, out);
    }
    // Shown once all of it is known to be right: nothing is half done.
    let mut shown = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let level = entry.level.as_ref();
        if !args.json {
            let gap = if number == 0 { "" } else { "\n" };
            writeln!(shown, "{gap}{}", title(level, &entry.name))?;
        }
        let own = level.solution().filter(|_| args.every).unwrap_or_default();
        let (name, moves) = match &args.after {
            Some(moves) => ("--after", moves.clone()),
            None => ("the solution", own.join(" ")),
        };
        input::parse(name, moves.as_bytes(), |source| {
            play(level, source, args, &mut shown)
        })?;
    }
    out.write_all(&shown)?;
    Ok(Exit::Done)
}

/// Plays the moves; shows the last position, or every one.
fn play(
    level: &dyn Level,
    source: Source,
    args: &ShowArgs,
    shown: &mut Vec<u8>,
) -> Result<(), TextError> {
    let mut session = level.session();
    let moves = level.read_moves(source)?;
    if args.every || moves.is_empty() {
        frame(level, session.as_ref(), None, args.json, shown).expect("memory can be written");
    }
    for (number, step) in (1..).zip(&moves) {
        session.push(step.text).map_err(|why| {
            let message = format!("move {number}, `{}`, is illegal: {why}", step.text);
            let legal = session.moves();
            let advice = match legal.is_empty() {
                true => "no move is left here".to_string(),
                false => format!("what can be played here: {}", legal.join(" ")),
            };
            source.error(step.range(), message, advice)
        })?;
        if args.every || number == moves.len() {
            frame(level, session.as_ref(), Some(step.text), args.json, shown)
                .expect("memory can be written");
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Frame<'a> {
    game: &'static str,
    title: Option<&'a str>,
    made: usize,
    standing: Standing,
    board: Vec<Vec<String>>,
    moves: Vec<String>,
}

/// Adds one position to what is shown.
fn frame(
    level: &dyn Level,
    session: &dyn Session,
    last: Option<&str>,
    as_json: bool,
    shown: &mut Vec<u8>,
) -> io::Result<()> {
    let view = session.view();
    let standing = session.standing();
    if as_json {
        let tiles = view.tiles.map(|tile| tile.text.clone());
        let rows = tiles.squares().chunks(tiles.columns() as usize);
        let frame = Frame {
            game: level.info().id,
            title: level.title(),
            made: session.made(),
            standing,
            board: rows.map(<[String]>::to_vec).collect(),
            moves: session.moves(),
        };
        return json(shown, &frame);
    }
    if let Some(last) = last {
        let made = level.info().unit.count(session.made() as u64);
        let standing = match standing {
            Standing::Playing => "",
            Standing::Won => ", won",
            Standing::Lost => ", lost",
        };
        writeln!(shown, "after {made} ({last}){standing}")?;
    }
    board(shown, &view)
}

/// The levels themselves, all in the format asked for.
fn write_as(format: Format, entries: &[Entry], out: &mut dyn Write) -> Result<Exit, Failure> {
    let levels = entries.iter().map(|entry| entry.level.as_ref());
    let text = match format {
        Format::Level => levels
            .map(Level::level_text)
            .collect::<Vec<_>>()
            .join("---\n"),
        Format::Judge => judge::input(levels).map_err(|why| input::refuse(&why))?,
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Done)
}
