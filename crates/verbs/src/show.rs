//! `fewest show`: the board in the terminal, as it is, after some moves, or frame by frame.

use std::io::{self, Write};

use fewest_games::game::{Level, Session};
use fewest_games::judge;
use fewest_games::rules::{MoveName, Standing};
use serde::Serialize;

use crate::args::{Format, ShowArgs};
use crate::desk::Desk;
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::moves;
use crate::output::{board, json};

pub fn run(args: &ShowArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    if let Some(format) = args.format {
        return write_as(format, &entries, out);
    }
    // All moves are tried before anything is shown: nothing is half done.
    let mut shows = Vec::new();
    for entry in &entries {
        shows.push((entry, moves(entry, args)?));
    }
    for (number, (entry, moves)) in shows.iter().enumerate() {
        if !args.json {
            let gap = if number == 0 { "" } else { "\n" };
            writeln!(out, "{gap}{}", entry.title())?;
        }
        play(entry.level.as_ref(), moves, args, out)?;
    }
    Ok(Exit::Done)
}

/// The moves to make on a level, all of them legal.
fn moves(entry: &Entry, args: &ShowArgs) -> Result<Vec<MoveName>, Failure> {
    match &args.after {
        Some(moves) => moves::legal(entry, "--after", moves),
        None if args.every => {
            let moves = entry.level.solution().unwrap_or_default();
            moves::legal(entry, "the solution", &moves.join(" "))
        }
        None => Ok(Vec::new()),
    }
}

/// Plays legal moves; shows the last position, or every one.
fn play(
    level: &dyn Level,
    moves: &[MoveName],
    args: &ShowArgs,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut session = level.session();
    if args.every || moves.is_empty() {
        frame(level, session.as_ref(), None, args.json, out)?;
    }
    for (number, step) in (1..).zip(moves) {
        session.push(step).expect("it was legal before");
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
    moves: Vec<MoveName>,
}

/// Shows one position.
fn frame(
    level: &dyn Level,
    session: &dyn Session,
    last: Option<&str>,
    as_json: bool,
    out: &mut dyn Write,
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
        return json(out, &frame);
    }
    if let Some(last) = last {
        let made = level.info().unit.count(session.made() as u64);
        let standing = match standing {
            Standing::Playing => "",
            Standing::Won => ", won",
            Standing::Lost => ", lost",
        };
        writeln!(out, "after {made} ({last}){standing}")?;
    }
    board(out, &view)
}

/// The levels themselves, all in the format asked for.
fn write_as(format: Format, entries: &[Entry], out: &mut dyn Write) -> Result<Exit, Failure> {
    let levels = entries.iter().map(|entry| entry.level.as_ref());
    let text = match format {
        Format::Level => levels
            .map(Level::level_text)
            .collect::<Vec<_>>()
            .join("---\n"),
        Format::Judge => judge::input(levels).map_err(|why| Failure::plain(&why))?,
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Done)
}
