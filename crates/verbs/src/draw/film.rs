//! A game from its first position to its last, painted: one picture with the way, or every position.

use fewest_draw::{Format, Heat, Scene, Theme, raster};
use fewest_games::builtin::{AnyLevel, AnySession};
use fewest_games::game::{MoveName, Standing};
use fewest_games::view::Trace;
use fewest_search::{Limit, Limits, Progress};
use fewest_words::{Lang, say};

use super::too_large;
use crate::args::{DrawArgs, Paper, Telling};
use crate::desk::{Desk, search_within};
use crate::ended::Failure;
use crate::output::count;

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
        desk: &dyn Desk,
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
        let mut watch = desk.watch(Telling::None);
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
            if desk.let_paint(area(pixels)).is_break() {
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
        if format == Format::Png && desk.let_paint(area(pixels)).is_break() {
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
