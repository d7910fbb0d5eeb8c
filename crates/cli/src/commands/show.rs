//! `fewest show`: the board in the terminal, as it is, after some moves, or frame by frame.

use std::io::Write;

use fewest_games::game::{Level, Session};
use fewest_games::rules::Standing;
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
    for (number, entry) in entries.iter().enumerate() {
        let level = entry.level.as_ref();
        let moves = match &args.after {
            Some(moves) => input::parse("--after", moves.as_bytes(), |source| {
                level.read_moves(source)
            })?,
            None if args.every => level.solution().unwrap_or_default(),
            None => Vec::new(),
        };
        if !args.json {
            let gap = if number == 0 { "" } else { "\n" };
            writeln!(out, "{gap}{}", title(level, &entry.name))?;
        }
        play(level, &moves, args, out)?;
    }
    Ok(Exit::Done)
}

/// Plays the moves; shows the last position, or every one.
fn play(
    level: &dyn Level,
    moves: &[String],
    args: &ShowArgs,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut session = level.session();
    if args.every || moves.is_empty() {
        frame(level, session.as_ref(), None, args.json, out)?;
    }
    for (number, step) in (1..).zip(moves) {
        if let Err(why) = session.push(step) {
            out.flush()?;
            return Err(input::refuse(&format!(
                "move {number}, `{step}`, is illegal: {why}"
            )));
        }
        if args.every || number == moves.len() {
            frame(level, session.as_ref(), Some(step), args.json, out)?;
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

fn frame(
    level: &dyn Level,
    session: &dyn Session,
    last: Option<&str>,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let view = session.view();
    let standing = session.standing();
    if as_json {
        let tiles = view.tiles.map(|tile| tile.text.clone());
        let rows = tiles.squares().chunks(tiles.columns() as usize);
        json(
            out,
            &Frame {
                game: level.info().id,
                title: level.title(),
                made: session.made(),
                standing,
                board: rows.map(<[String]>::to_vec).collect(),
                moves: session.moves(),
            },
        )?;
        return Ok(());
    }
    if let Some(last) = last {
        let unit = &level.info().unit;
        let standing = match standing {
            Standing::Playing => "",
            Standing::Won => ", won",
            Standing::Lost => ", lost",
        };
        let made = unit.count(session.made() as u64);
        writeln!(out, "after {made} ({last}){standing}")?;
    }
    board(out, &view)?;
    Ok(())
}

/// The levels themselves, each in the format asked for.
fn write_as(format: Format, entries: &[Entry], out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut texts = Vec::new();
    for entry in entries {
        texts.push(match format {
            Format::Level => entry.level.level_text(),
            Format::Judge => entry.level.judge_text().map_err(|why| {
                input::refuse(&format!(
                    "{}: no judge's input says this: {why}",
                    entry.name
                ))
            })?,
        });
    }
    let between = match format {
        Format::Level => "---\n",
        Format::Judge => "",
    };
    out.write_all(texts.join(between).as_bytes())?;
    Ok(Exit::Done)
}
