//! `fewest draw`: a picture of a board, of the way of a solution, or of every position on it.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use fewest_draw::{Format, Heat, Scene, Theme, TooLarge, raster};
use fewest_games::builtin::{AnyLevel, AnySession};
use fewest_games::game::{MoveName, Standing};
use fewest_games::view::Trace;
use fewest_search::{Limit, Limits, Progress, Verdict};
use fewest_words::{Lang, key, of, say};
use serde::Serialize;

use crate::args::{DrawArgs, LimitArgs, Paper, ProgressMode};
use crate::host::{Host, limits, search_within};
use crate::levels::{self, Entry, Purpose};
use crate::outcome::{Exit, Failure};
use crate::output::{count, json, positions, size};
use crate::{exit, gave_up, heat};

pub fn run(args: &DrawArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let began = Instant::now();
    let format = format(args, host)?;
    let mut entries = levels::read(&args.levels, Purpose::Show, host)?;
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
        Some(text) => levels::play_moves(&entry, &mut session, "--after", text)?,
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
            let moves = levels::play_moves(&entry, &mut ahead, "--solution", text)?;
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
            match heat::read(asked, &entry, &session, &left, host)? {
                Ok(heat) => Some(heat),
                Err(limit) => {
                    host.tell(&say!(
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
        (None, Some(_)) => match best(&entry, &session, &left(&args.limits, began), host)? {
            Ok(moves) => moves,
            Err(ended) => return Ok(ended),
        },
    };
    let film = Film::new(level, &before, &solution);
    let limits = limits(host, &left(&args.limits, began));
    let painted = film.picture(format, args, heat.as_ref(), &limits, host)?;
    let picture = match painted {
        Ok(picture) => picture,
        Err(limit) => {
            host.tell(&say!(
                "{title}: {why}: the picture is not finished",
                title = entry.title(),
                why = of(limit.in_words())
            ));
            return Ok(gave_up(&limit));
        }
    };
    hand_over(&picture, &entry, format, args, host, out)?;
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
fn format(args: &DrawArgs, host: &dyn Host) -> Result<Format, Failure> {
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
    if !to_stdout && let Some(why) = host.refusal(&args.output) {
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
    host: &mut dyn Host,
) -> Result<Result<Vec<MoveName>, Exit>, Failure> {
    let mut watch = host.watch(ProgressMode::Bar);
    let mut context = search_within(limits(host, left), watch.as_mut());
    let report = session.here().solve(&mut context)?;
    drop(watch);
    let ended = exit(&report.verdict);
    let title = entry.title();
    match report.verdict {
        Verdict::Fewest { moves, .. } => return Ok(Ok(moves)),
        Verdict::Impossible => host.tell(&say!(
            "{title}: impossible, proven: there is no solution to draw",
            title
        )),
        Verdict::GaveUp { limit, .. } => {
            host.tell(&say!(
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
    host: &mut dyn Host,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let file = args.output.as_path();
    host.hand_over(file, &picture.bytes)?;
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

/// The most squares that the way of a solution can pass.
const LONGEST_WAY: usize = 1_000_000;

/// A game from its first position to its last.
pub struct Film<'a> {
    level: &'a AnyLevel,
    moves: Vec<&'a str>,
    /// How many of the moves are made before the first position that is shown.
    begins: usize,
    /// The game that is being played, to show the next position.
    session: AnySession<'a>,
}

/// A finished picture.
pub struct Picture {
    pub bytes: Vec<u8>,
    pub pixels: (u32, u32),
    pub frames: usize,
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
        session: &AnySession,
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
    pub fn new(level: &'a AnyLevel, before: &'a [MoveName], after: &'a [MoveName]) -> Self {
        Film {
            level,
            moves: before.iter().chain(after).map(|step| &**step).collect(),
            begins: before.len(),
            session: level.session(),
        }
    }

    /// Paints the first position and the way from there, or all of them; or says which limit ended
    /// that.
    pub fn picture(
        mut self,
        format: Format,
        args: &DrawArgs,
        heat: Option<&Heat>,
        limits: &Limits,
        host: &dyn Host,
    ) -> Result<Result<Picture, Limit>, Failure> {
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
        let mut watch = host.watch(ProgressMode::None);
        let mut context = search_within(*limits, watch.as_mut());
        let mut reached = None;
        let mut go_on = || {
            let nothing = || Progress {
                depth: 0,
                states: 0,
                at_least: 0,
            };
            reached = reached.take().or(context.step(1, nothing).err());
            reached.is_none()
        };
        self.go_to(self.begins);
        if format == Format::Gif {
            let pixels = |scene: &Scene| scene.pixels(size);
            let pixels = look.at(&self.session, None, &[], &self.counter(0), pixels);
            if host.let_paint(area(pixels)).is_break() {
                return Ok(Err(Limit::Stopped));
            }
            let frame = |number: usize| {
                let trail = self.last_move(number);
                let (session, counter) = (&self.session, self.counter(number));
                let svg = |scene: &Scene| scene.svg(&theme, size);
                look.at(session, trail.as_ref(), &[], &counter, svg)
            };
            let bytes = raster::gif(frames, frame, &mut go_on)?;
            let picture = bytes.map(|bytes| Picture {
                bytes,
                pixels,
                frames,
            });
            return Ok(picture.ok_or_else(|| reached.unwrap_or(Limit::Stopped)));
        }
        let way = self.way()?;
        self.go_to(self.moves.len());
        let summary = self.summary();
        self.go_to(self.begins);
        let both = |scene: &Scene| (scene.svg(&theme, size), scene.pixels(size));
        let (svg, pixels) = look.at(&self.session, None, &way, &summary, both);
        if format == Format::Png && host.let_paint(area(pixels)).is_break() {
            return Ok(Err(Limit::Stopped));
        }
        let bytes = match format {
            Format::Png => raster::png(&svg, &mut go_on)?,
            _ => go_on().then(|| svg.into_bytes()),
        };
        let picture = bytes.map(|bytes| Picture {
            bytes,
            pixels,
            frames,
        });
        Ok(picture.ok_or_else(|| reached.unwrap_or(Limit::Stopped)))
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
