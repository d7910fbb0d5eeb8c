//! `fewest draw`: a picture of a board, of the way of a solution, or of every position on it.

mod film;

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use fewest_draw::{Format, TooLarge};
use fewest_games::builtin::AnySession;
use fewest_games::game::MoveName;
use fewest_search::Verdict;
use fewest_words::{key, of, say};
use serde::Serialize;

use super::{exit, gave_up};
use crate::args::{DrawArgs, LimitArgs, Telling};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{json, positions, size};
use crate::{heat, moves};
use film::{Film, Picture};

pub fn run(args: &DrawArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let began = Instant::now();
    let format = format(args, desk)?;
    let mut entries = levels::read_any(&args.levels, desk)?;
    if entries.len() != 1 {
        let message = say!(
            "draw makes a picture of one level: {number} were given; name one as FILE#N, or by --level",
            number = entries.len()
        );
        return Err(Failure::plain(message));
    }
    let entry = entries.remove(0);
    let level = &entry.level;
    // What can be refused by its words alone is refused before a search begins.
    let one = format.size(level.size(), 1, 1, args.size);
    one.map_err(|why| too_large(&why))?;
    let mut session = level.session();
    let before = match &args.after {
        Some(text) => moves::play(&entry, &mut session, "--after", text)?,
        None => Vec::new(),
    };
    let asked = args.solution.as_deref();
    let asked = asked.or((format == Format::Gif).then_some(BEST));
    let typed = match asked {
        None | Some(BEST) => None,
        Some(text) => {
            let mut ahead = level.session();
            for step in &before {
                ahead.push(step).expect("it was legal before");
            }
            let moves = moves::play(&entry, &mut ahead, "--solution", text)?;
            Some(moves)
        }
    };
    let heat = match &args.heat {
        None => None,
        Some(_) if format == Format::Gif => {
            return Err(Failure::plain(say!(
                "--heat is for still pictures: SVG or PNG"
            )));
        }
        Some(asked) => {
            let left = left(&args.limits, began);
            match heat::read(asked, &entry, &session, &left, desk)? {
                Ok(heat) => Some(heat),
                Err(limit) => {
                    desk.tell(&say!(
                        "{title}: {why}: the heat is not known",
                        title = entry.title(),
                        why = of(limit.in_words())
                    ));
                    return Ok(gave_up(&limit));
                }
            }
        }
    };
    let solution = match (typed, asked) {
        (Some(moves), _) => moves,
        (None, None) => Vec::new(),
        (None, Some(_)) => match best(&entry, &session, &left(&args.limits, began), desk)? {
            Ok(moves) => moves,
            Err(ended) => return Ok(ended),
        },
    };
    let film = Film::new(level, &before, &solution);
    let limits = limits(desk, &left(&args.limits, began));
    let painted = film.picture(format, args, heat.as_ref(), &limits, desk)?;
    let picture = match painted {
        Ok(picture) => picture,
        Err(limit) => {
            desk.tell(&say!(
                "{title}: {why}: the picture is not finished",
                title = entry.title(),
                why = of(limit.in_words())
            ));
            return Ok(gave_up(&limit));
        }
    };
    hand_over(&picture, &entry, format, args, desk, out)?;
    Ok(Exit::Done)
}

/// What is left of the limits for the next part of the work.
fn left(limits: &LimitArgs, began: Instant) -> LimitArgs {
    LimitArgs {
        time: limits.time.map(|time| time.saturating_sub(began.elapsed())),
        ..*limits
    }
}

/// The word that asks for the fewest moves instead of saying some.
const BEST: &str = "best";

/// The format that was asked for, and a place where such a file can be.
fn format(args: &DrawArgs, desk: &dyn Desk) -> Result<Format, Failure> {
    let to_stdout = args.output.as_os_str() == "-";
    let Some(format) = args.format.or(Format::of(&args.output)) else {
        return Err(Failure::plain(if to_stdout {
            say!("standard output has no name that tells the format: add --format svg, png or gif")
        } else {
            say!(
                "{file}: this name does not tell the format: end it in .svg, .png or .gif, or add --format",
                file = args.output.display()
            )
        }));
    };
    if to_stdout && args.json {
        let message = say!("the picture and --json cannot both be written to standard output");
        return Err(Failure::plain(message));
    }
    if !to_stdout && let Some(why) = desk.refusal(&args.output) {
        let file = args.output.display();
        let message = say!("{name}: {told}", name = file, told = of(why));
        return Err(Failure::plain(message));
    }
    Ok(format)
}

fn too_large(why: &TooLarge) -> Failure {
    Failure::plain(why.to_string())
}

/// The fewest moves from a position, or how the command ends without any.
fn best(
    entry: &Entry,
    session: &AnySession,
    left: &LimitArgs,
    desk: &mut dyn Desk,
) -> Result<Result<Vec<MoveName>, Exit>, Failure> {
    let mut watch = desk.watch(Telling::Bar);
    let mut context = search_within(limits(desk, left), watch.as_mut());
    let report = session.here().solve(&mut context)?;
    drop(watch);
    let ended = exit(&report.verdict);
    let title = entry.title();
    match report.verdict {
        Verdict::Fewest { moves, .. } => return Ok(Ok(moves)),
        Verdict::Impossible => desk.tell(&say!(
            "{title}: impossible, proven: there is no solution to draw",
            title
        )),
        Verdict::GaveUp { limit, .. } => {
            desk.tell(&say!(
                "{title}: {why}: no solution is known",
                title,
                why = of(limit.in_words())
            ));
        }
    }
    Ok(Err(ended))
}

#[derive(Serialize)]
struct Line<'a> {
    game: &'static str,
    title: Option<&'a str>,
    file: String,
    format: &'static str,
    width: u32,
    height: u32,
    frames: usize,
    bytes: usize,
}

/// Writes the picture, and says what it is.
fn hand_over(
    picture: &Picture,
    entry: &Entry,
    format: Format,
    args: &DrawArgs,
    desk: &mut dyn Desk,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let file = args.output.as_path();
    desk.hand_over(file, &picture.bytes)?;
    if file == Path::new("-") {
        return Ok(());
    }
    let ((width, height), frames) = (picture.pixels, picture.frames);
    if args.json {
        let line = Line {
            game: entry.level.info().id,
            title: entry.level.title(),
            file: file.display().to_string(),
            format: format.name(),
            width,
            height,
            frames,
            bytes: picture.bytes.len(),
        };
        json(out, &line)?;
    } else {
        let frames = match format {
            Format::Gif => Some(positions(frames as u64)),
            Format::Svg | Format::Png => None,
        };
        let pixels = say!("{width} × {height} pixels", width, height);
        let parts = frames
            .into_iter()
            .chain([pixels, size(picture.bytes.len() as u64)]);
        let told = parts.collect::<Vec<_>>().join(of(key(", ")));
        writeln!(
            out,
            "{}",
            say!("{name}: {told}", name = file.display(), told)
        )?;
    }
    Ok(())
}
