//! `fewest draw`: a picture of a board, of the way of a solution, or of every position on it.

use std::io::Write;
use std::path::Path;

use fewest_draw::{Format, Heat, Scene, Theme, TooLarge, animation, raster};
use fewest_games::game::{Level, Session};
use fewest_games::rules::{MoveName, Standing};
use fewest_games::view::Trace;
use fewest_search::Verdict;
use fewest_words::{Lang, key, of, say};
use serde::Serialize;

use super::{exit, gave_up};
use crate::args::{DrawArgs, Paper, Telling};
use crate::desk::{Desk, limits};
use crate::ended::{Exit, Failure};
use crate::levels::{self, Entry};
use crate::output::{count, json, positions, size};
use crate::{heat, moves};

/// The most squares that the way of a solution can pass.
const LONGEST_WAY: usize = 1_000_000;

pub fn run(args: &DrawArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let format = format(args, desk)?;
    let mut entries = levels::read_any(&args.levels, desk)?;
    if entries.len() != 1 {
        let message = say!(
            "draw makes a picture of one level: {number} were given",
            number = entries.len()
        );
        return Err(Failure::plain(message));
    }
    let entry = entries.remove(0);
    let level = entry.level.as_ref();
    // What can be refused by its words alone is refused before a search begins.
    let one = format.size(level.size(), 1, 1, args.size);
    one.map_err(|why| too_large(&why))?;
    let mut session = level.session();
    let before = match &args.after {
        Some(text) => moves::play(&entry, session.as_mut(), "--after", text)?,
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
            let moves = moves::play(&entry, ahead.as_mut(), "--solution", text)?;
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
        Some(asked) => match heat::read(asked, &entry, session.as_ref(), &args.limits, desk)? {
            Ok(heat) => Some(heat),
            Err(limit) => {
                desk.tell(&say!(
                    "{title}: {why}: the heat is not known",
                    title = entry.title(),
                    why = of(limit.in_words())
                ));
                return Ok(gave_up(limit));
            }
        },
    };
    let solution = match (typed, asked) {
        (Some(moves), _) => moves,
        (None, None) => Vec::new(),
        (None, Some(_)) => match best(&entry, session.as_ref(), args, desk)? {
            Ok(moves) => moves,
            Err(ended) => return Ok(ended),
        },
    };
    let film = Film::new(level, &before, &solution);
    let picture = film.picture(format, args, heat.as_ref(), desk)?;
    let Some(picture) = picture else {
        return Ok(Exit::Interrupted);
    };
    hand_over(&picture, &entry, format, args, desk, out)?;
    Ok(Exit::Done)
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
    session: &dyn Session,
    args: &DrawArgs,
    desk: &mut dyn Desk,
) -> Result<Result<Vec<MoveName>, Exit>, Failure> {
    let report = session.solve(
        &limits(desk, &args.limits),
        desk.watch(Telling::Bar).as_mut(),
    )?;
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

/// A game from its first position to its last.
struct Film<'a> {
    level: &'a dyn Level,
    moves: Vec<&'a str>,
    /// How many of the moves are made before the first position that is shown.
    begins: usize,
    /// The game that is being played, to show the next position.
    session: Box<dyn Session + 'a>,
}

/// A finished picture.
struct Picture {
    bytes: Vec<u8>,
    pixels: (u32, u32),
    frames: usize,
}

fn area((width, height): (u32, u32)) -> u64 {
    u64::from(width) * u64::from(height)
}

/// What all positions of a film are shown with.
struct Look<'a> {
    heat: Option<&'a Heat>,
    title: &'a str,
}

impl Look<'_> {
    /// Sets the scene of a position, and makes something of it.
    fn at<T>(
        &self,
        session: &dyn Session,
        trail: Option<&Trace>,
        way: &[Trace],
        caption: &str,
        make: impl FnOnce(&Scene) -> T,
    ) -> T {
        let view = session.view();
        make(&Scene {
            way,
            made: session.made(),
            trail,
            heat: self.heat,
            title: self.title,
            caption: Some(caption).filter(|caption| !caption.is_empty()),
            ..Scene::new(&view)
        })
    }
}

impl<'a> Film<'a> {
    fn new(level: &'a dyn Level, before: &'a [MoveName], after: &'a [MoveName]) -> Self {
        Film {
            level,
            moves: before.iter().chain(after).map(|step| &**step).collect(),
            begins: before.len(),
            session: level.session(),
        }
    }

    /// Paints the first position and the way from there, or all of them; nothing if it was
    /// interrupted.
    fn picture(
        mut self,
        format: Format,
        args: &DrawArgs,
        heat: Option<&Heat>,
        desk: &dyn Desk,
    ) -> Result<Option<Picture>, Failure> {
        let shown = self.moves.len() - self.begins;
        let frames = if format == Format::Gif { shown + 1 } else { 1 };
        let lines = usize::from(!self.moves.is_empty()) + heat.map_or(0, Heat::lines);
        let size = format
            .size(self.level.size(), lines, frames, args.size)
            .map_err(|why| too_large(&why))?;
        let theme = match args.theme {
            Paper::Light => Theme::LIGHT,
            Paper::Dark => Theme::DARK,
        };
        let title = match self.level.title() {
            Some(title) => format!("{title} ({})", self.level.info().title),
            None => self.level.info().title.to_string(),
        };
        let look = Look {
            heat,
            title: &title,
        };
        self.go_to(self.begins);
        if format == Format::Gif {
            let pixels = |scene: &Scene| scene.pixels(size);
            let pixels = look.at(self.session.as_ref(), None, &[], &self.counter(0), pixels);
            if desk.let_paint(area(pixels)).is_break() {
                return Ok(None);
            }
            let frame = |number: usize| {
                let trail = self.last_move(number);
                let (session, counter) = (self.session.as_ref(), self.counter(number));
                let svg = |scene: &Scene| scene.svg(&theme, size);
                look.at(session, trail.as_ref(), &[], &counter, svg)
            };
            let bytes = animation::gif(frames, frame, || !desk.is_stopped());
            return Ok(bytes?.map(|bytes| Picture {
                bytes,
                pixels,
                frames,
            }));
        }
        let way = self.way()?;
        self.go_to(self.moves.len());
        let summary = self.summary();
        self.go_to(self.begins);
        let both = |scene: &Scene| (scene.svg(&theme, size), scene.pixels(size));
        let (svg, pixels) = look.at(self.session.as_ref(), None, &way, &summary, both);
        if format == Format::Png && desk.let_paint(area(pixels)).is_break() {
            return Ok(None);
        }
        let bytes = match format {
            Format::Png => raster::png(&svg)?,
            _ => svg.into_bytes(),
        };
        Ok((!desk.is_stopped()).then_some(Picture {
            bytes,
            pixels,
            frames,
        }))
    }

    /// Plays on, or again from the beginning, until so many moves are made.
    fn go_to(&mut self, made: usize) {
        if self.session.made() > made {
            self.session = self.level.session();
        }
        while self.session.made() < made {
            let step = self.moves[self.session.made()];
            self.session.push(step).expect("it was legal before");
        }
    }

    /// Goes to a frame; gives where the move that leads to it went.
    fn last_move(&mut self, frame: usize) -> Option<Trace> {
        let made = self.begins + frame;
        let trail = (frame > 0).then(|| {
            self.go_to(made - 1);
            self.session.trace(self.moves[made - 1])
        });
        self.go_to(made);
        trail.flatten()
    }

    /// Where all moves that are shown go.
    fn way(&mut self) -> Result<Vec<Trace>, Failure> {
        let mut way = Vec::new();
        let mut squares = 0;
        for made in self.begins..self.moves.len() {
            self.go_to(made);
            let trace = self.session.trace(self.moves[made]);
            squares += trace.as_ref().map_or(0, |trace| trace.steps.len());
            if squares > LONGEST_WAY {
                let message = say!(
                    "the way is too long to be drawn: it passes more than {most} squares",
                    most = count(LONGEST_WAY as u64)
                );
                return Err(Failure::plain(message));
            }
            way.extend(trace);
        }
        Ok(way)
    }

    /// The line below a still picture, once all moves are made: `4 moves`, `moves 2 of 6`.
    fn summary(&self) -> String {
        let unit = &self.level.info().unit;
        let (made, all) = (self.begins, self.moves.len());
        match (made, all) {
            (_, 0) => String::new(),
            (made, all) if made == 0 || made == all => {
                // The alphabet of pictures has no Chinese.
                Lang::En.speak(|| unit.count(all as u64)) + self.lost()
            }
            (made, all) => format!("{} {made} of {all}{}", unit.many, self.lost()),
        }
    }

    /// The line below a frame: `moves 3 / 7`.
    fn counter(&self, frame: usize) -> String {
        let (made, all) = (self.begins + frame, self.moves.len());
        match all {
            0 => String::new(),
            all => format!(
                "{} {made} / {all}{}",
                self.level.info().unit.many,
                self.lost()
            ),
        }
    }

    fn lost(&self) -> &'static str {
        match self.session.standing() {
            Standing::Lost => " · lost",
            Standing::Playing | Standing::Won => "",
        }
    }
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
