//! `fewest show`: the board in the terminal, as it is, after some moves, or frame by frame.

use std::io::{self, Write};

use fewest_games::answer::ViewAnswer;
use fewest_games::builtin::{AnyLevel, AnySession};
use fewest_games::format::{self, Loss};
use fewest_games::game::{MoveName, Standing};
use fewest_games::grid::Grid;
use fewest_games::view::{Role, Trace};
use fewest_search::Limit;
use fewest_words::{key, of, say};
use serde::Serialize;

use crate::args::{Format, ProgressMode, ShowArgs};
use crate::gave_up;
use crate::heat::distances;
use crate::host::{Host, limits, search_within};
use crate::levels::{self, Entry, Purpose};
use crate::outcome::{Exit, Failure};
use crate::output::{DIMMED, LIT, board, grid, json};

pub fn run(args: &ShowArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, Purpose::Show, host)?;
    if let Some(format) = args.format {
        return write_as(format, &entries, out);
    }
    // All moves are tried before anything is shown: nothing is half done.
    let mut shows = Vec::new();
    for entry in &entries {
        shows.push((entry, moves(entry, args)?));
    }
    let mut worst = Exit::Done;
    for (number, (entry, moves)) in shows.iter().enumerate() {
        if !args.json {
            let gap = if number == 0 { "" } else { "\n" };
            writeln!(out, "{gap}{}", entry.title())?;
        }
        let limit = play(&entry.level, moves, args, host, out)?;
        worst = worst.max(limit.as_ref().map_or(Exit::Done, gave_up));
    }
    Ok(worst)
}

/// The moves to make on a level, all of them legal.
fn moves(entry: &Entry, args: &ShowArgs) -> Result<Vec<MoveName>, Failure> {
    match &args.after {
        Some(moves) => levels::legal_moves(entry, "--after", moves),
        None if args.every => {
            let moves = entry.level.solution().unwrap_or_default();
            levels::legal_moves(entry, key("the solution"), &moves.join(" "))
        }
        None => Ok(Vec::new()),
    }
}

/// Plays legal moves; shows the last position, or every one. Says which limit left a distance open.
fn play(
    level: &AnyLevel,
    moves: &[MoveName],
    args: &ShowArgs,
    host: &dyn Host,
    out: &mut dyn Write,
) -> Result<Option<Limit>, Failure> {
    let mut session = level.session();
    let mut limit = None;
    let mut watch = host.watch(ProgressMode::None);
    let mut context = search_within(limits(host, &args.limits), watch.as_mut());
    for made in 0..=moves.len() {
        let last = made.checked_sub(1).map(|last| &*moves[last]);
        let is_shown = args.every || made == moves.len();
        let trace = last
            .filter(|_| is_shown)
            .and_then(|last| session.trace(last));
        if let Some(last) = last {
            session.push(last).expect("it was legal before");
        }
        if !is_shown {
            continue;
        }
        // A long game on a large board is a great many squares.
        if made > 0
            && args.every
            && let Err(limit) = context.next_search().map(drop)
        {
            if !args.json {
                writeln!(out, "\n{}", of(limit.in_words()))?;
            }
            return Ok(Some(limit));
        }
        let distances = args
            .distances
            .then(|| distances(&session, &args.limits, host));
        if args.json {
            limit = frame(level, &session, trace.as_ref(), distances, out)?;
        } else {
            tell(level, &session, last, out)?;
            limit = match distances {
                Some(Ok(distances)) => tell_distances(level, &session, &distances, out)?,
                Some(Err(limit)) => {
                    writeln!(out, "\n{}", of(limit.in_words()))?;
                    Some(limit)
                }
                None => None,
            };
        }
    }
    Ok(limit)
}

#[derive(Serialize)]
struct Frame<'a> {
    game: &'static str,
    title: Option<&'a str>,
    made: usize,
    standing: Standing,
    /// Why the game is lost, where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost_because: Option<String>,
    board: Vec<Vec<&'a str>>,
    moves: Vec<MoveName>,
    /// What the level does not say and every search must know.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
    view: ViewAnswer<'a>,
    /// For each square, row by row, the fewest moves that win with the player there.
    #[serde(skip_serializing_if = "Option::is_none")]
    distances: Option<&'a [Option<u64>]>,
    /// Which limit left the distances unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
}

/// One position for a program. Says which limit left the distances unknown.
fn frame(
    level: &AnyLevel,
    session: &AnySession,
    trace: Option<&Trace>,
    distances: Option<Result<Grid<Option<u64>>, Limit>>,
    out: &mut dyn Write,
) -> io::Result<Option<Limit>> {
    let view = session.view();
    let (distances, limit) = match distances {
        Some(Ok(distances)) => (Some(distances), None),
        Some(Err(limit)) => (None, Some(limit)),
        None => (None, None),
    };
    let rows = view.tiles.squares().chunks(view.tiles.columns() as usize);
    let frame = Frame {
        game: level.info().id,
        title: level.title(),
        made: session.made(),
        standing: session.standing(),
        lost_because: session.lost_because(),
        board: rows
            .map(|row| row.iter().map(|tile| &*tile.text).collect())
            .collect(),
        moves: session.moves(),
        missing: level.missing(),
        view: ViewAnswer::new(&view, trace),
        distances: distances.as_ref().map(Grid::squares),
        limit: limit.as_ref().map(Limit::name),
    };
    json(out, &frame)?;
    Ok(limit)
}

/// One position for people.
fn tell(
    level: &AnyLevel,
    session: &AnySession,
    last: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(last) = last {
        let made = level.info().unit.count(session.made() as u64);
        let told = match session.standing() {
            Standing::Playing => say!("after {made} ({last})", made, last),
            Standing::Won => say!("after {made} ({last}), won", made, last),
            Standing::Lost => match session.lost_because() {
                Some(why) => say!("after {made} ({last}), lost: {why}", made, last, why),
                None => say!("after {made} ({last}), lost", made, last),
            },
        };
        writeln!(out, "{told}")?;
    }
    board(out, &session.view())
}

/// For people, how far the win is from each square, and what the numbers are.
fn tell_distances(
    level: &AnyLevel,
    session: &AnySession,
    distances: &Grid<Option<u64>>,
    out: &mut dyn Write,
) -> io::Result<Option<Limit>> {
    const NONE: &str = "·";
    let tiles = session.view().tiles;
    let squares = tiles.squares().iter().zip(distances.squares());
    let cells: Vec<_> = squares
        .map(|(tile, distance)| match distance {
            Some(distance) => (distance.to_string(), LIT),
            // A digit of the board would be taken for a distance.
            None if tile.role == Role::Wall => (tile.text.clone(), DIMMED),
            None => (NONE.to_string(), DIMMED),
        })
        .collect();
    writeln!(out)?;
    let texts = cells.iter().map(|(text, style)| (text.as_str(), *style));
    grid(out, tiles.columns(), "", texts)?;
    let unit = of(level.info().unit.many);
    let legend = match level.info().covers {
        true => say!(
            "number: the fewest {unit} left after the best one on that square; {none} nothing to play or no win",
            unit,
            none = NONE
        ),
        false => say!(
            "number: the fewest {unit} that win with the player on that square; {none} never reached or no win",
            unit,
            none = NONE
        ),
    };
    writeln!(out, "{legend}")?;
    Ok(None)
}

/// The levels themselves, all in the format asked for.
fn write_as(asked: Format, entries: &[Entry], out: &mut dyn Write) -> Result<Exit, Failure> {
    let name = match asked {
        Format::Level => format::LEVEL.name,
        Format::Judge => format::JUDGE.name,
    };
    let levels = entries.iter().map(|entry| &entry.level);
    let bytes = format::file(name, levels, Loss::Refused).map_err(Failure::plain)?;
    out.write_all(&bytes)?;
    Ok(Exit::Done)
}
