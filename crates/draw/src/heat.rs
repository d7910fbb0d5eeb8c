//! A number for every square, as a warm or cold tint and as digits: how far it is from there, or
//! what would change.

use std::iter;

use fewest_games::grid::Grid;
use fewest_games::view::{Ground, View};

use crate::letters::{self, Align, strokes};
use crate::pen::{Layout, Path, Point, SQUARE, at, corner, middle, number, runs};
use crate::theme::{Colour, Theme};

/// What is known of the squares.
#[derive(Clone, Debug)]
pub struct Heat {
    /// Each square's reading, on a grid as large as the view's; nothing where there is none.
    pub squares: Grid<Option<Reading>>,
    /// What the readings are: `distance to the goal`.
    pub title: String,
    /// What stands at the cold and at the warm end of the scale: `1` and `14`; nothing where no
    /// square is on the scale, and then none is drawn.
    pub ends: Option<[String; 2]>,
    /// Squares that the player can never win from, or never come to: they are hatched. Empty where
    /// no reading means anything else.
    pub unreached: Vec<u32>,
    /// Readings that are not on the scale, and what they mean: `x`, `impossible`.
    pub notes: Vec<(String, String)>,
}

/// What is known of one square.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// What is written: a number, or a mark such as `=` or `x`.
    pub text: String,
    /// From 0, cold, to 1, warm; nothing for a mark that is not on the scale.
    pub warmth: Option<f64>,
}

/// From cold to warm, ever brighter, and told apart by everybody: after cividis.
pub(crate) const SCALE: [Colour; 6] = [
    Colour(0, 42, 102),
    Colour(60, 77, 110),
    Colour(106, 112, 119),
    Colour(150, 147, 115),
    Colour(202, 186, 94),
    Colour(253, 232, 69),
];

/// The tint for a warmth from 0 to 1.
pub fn tint(warmth: f64) -> Colour {
    let steps = (SCALE.len() - 1) as f64;
    // What is no number at all is cold.
    let warmth = if warmth > 0.0 { warmth.min(1.0) } else { 0.0 };
    let place = warmth * steps;
    let below = (place.floor() as usize).min(SCALE.len() - 2);
    SCALE[below].towards(SCALE[below + 1], place - below as f64)
}

/// The scale in steps: finer is not seen, and neighbours of one tint are one piece.
const STEPS: u32 = 32;

fn step(warmth: f64) -> u32 {
    (warmth.clamp(0.0, 1.0) * f64::from(STEPS)).round() as u32
}

fn step_tint(step: u32) -> Colour {
    tint(f64::from(step) / f64::from(STEPS))
}

/// How tall the digits in a square are, and how wide they may get.
const TALL: f64 = 13.0;
const WIDEST: f64 = 28.0;

impl Heat {
    /// How many lines its legend takes below the board, at most: a board that is only sketched
    /// needs no notes, but whether it is depends on its size, which is chosen by the lines.
    pub fn lines(&self) -> usize {
        self.legend_lines(false)
    }

    /// How many lines its legend takes.
    pub(crate) fn legend_lines(&self, sketched: bool) -> usize {
        1 + self.notes(sketched).len() + usize::from(!self.unreached.is_empty())
    }

    /// The notes that are needed: a sketch has no readings, so there is no mark to be explained.
    pub(crate) fn notes(&self, sketched: bool) -> &[(String, String)] {
        if sketched { &[] } else { &self.notes }
    }

    /// The tints, under everything that stands on the board, each in one path. What lies in a
    /// square by itself keeps its own floor.
    pub(crate) fn tints(&self, view: &View, theme: &Theme, out: &mut String) {
        let step = |square: u32| match view.tiles[square].ground {
            Ground::Flag | Ground::Ring | Ground::Target | Ground::Apple => None,
            _ => Some(step(self.squares[square].as_ref()?.warmth?)),
        };
        out.push_str(r#"<g class="heat">"#);
        for tinted in 0..=STEPS {
            let path = runs(&self.squares, |square| step(square) == Some(tinted));
            if !path.is_empty() {
                let (colour, d) = (step_tint(tinted), path.text());
                put!(out, r#"<path fill="{colour}" d="{d}"/>"#);
            }
        }
        out.push_str("</g>\n");
        let mut hatching = Path::default();
        for &square in &self.unreached {
            hatch(&mut hatching, corner(&self.squares, square), SQUARE);
        }
        hatched(&hatching, theme, out);
    }

    /// The readings, over everything else: in the middle of an open square, on a plate in the
    /// middle of a wall, on a small plate in the corner of a square where something is to be seen.
    pub(crate) fn readings(&self, view: &View, theme: &Theme, out: &mut String) {
        let tiles = &view.tiles;
        // Light digits on dark tints and dark ones on bright tints, large and small.
        let mut paths: [[Path; 2]; 2] = Default::default();
        for square in 0..self.squares.len() {
            let Some(reading) = &self.squares[square] else {
                continue;
            };
            let (text, behind) = (
                &reading.text,
                reading
                    .warmth
                    .map_or(theme.floor, |warmth| step_tint(step(warmth))),
            );
            let bright = usize::from(behind.brightness() > 0.5);
            let [large, small] = &mut paths[bright];
            let tile = &tiles[square];
            let is_wall = matches!(tile.ground, Ground::Wall | Ground::Block | Ground::Lid);
            let is_open = tile.ground == Ground::Floor && !view.body.contains(&square);
            if tile.piece.is_none() && (is_wall || is_open) {
                if is_wall {
                    plate(
                        corner(tiles, square) + at(5.0, 5.0),
                        at(30.0, 30.0),
                        behind,
                        out,
                    );
                }
                letters::centre(large, text, middle(tiles, square), TALL, WIDEST);
            } else {
                let end = corner(tiles, square) + at(SQUARE - 1.0, SQUARE - 1.0);
                let size = at(letters::width(text, TALL / 2.0), TALL / 2.0) + at(5.0, 5.0);
                plate(end - size, size, behind, out);
                letters::write(small, text, end - at(2.5, 2.5), Align::End, TALL / 2.0);
            }
        }
        let inks = [Colour(255, 255, 255), Colour(20, 20, 28)];
        for (paths, ink) in paths.iter().zip(inks) {
            for (path, tall) in paths.iter().zip([TALL, TALL / 2.0]) {
                strokes("readings", path, ink, tall, out);
            }
        }
    }

    /// The legend below the board, its title and some notes, from a line on. A line that is too
    /// long is written smaller.
    pub(crate) fn legend(
        &self,
        notes: &[(String, String)],
        layout: &Layout,
        line: usize,
        theme: &Theme,
        out: &mut String,
    ) {
        let mut first = vec![Part::Word(&self.title)];
        if let Some([cold, warm]) = &self.ends {
            first.extend([Part::Word(cold), Part::Scale, Part::Word(warm)]);
        }
        let notes = notes
            .iter()
            .map(|(mark, meaning)| vec![Part::Word(mark), Part::Word(meaning)]);
        let unreached = vec![Part::Hatch, Part::Word(UNREACHED)];
        let unreached = (!self.unreached.is_empty()).then_some(unreached);
        let widest = layout.paper.x - layout.margin * 2.0;
        let mut path = Path::default();
        for (number, parts) in (line..).zip(iter::once(first).chain(notes).chain(unreached)) {
            let advances = parts
                .iter()
                .map(|part| part.width(layout.text) + layout.text);
            let width = advances.sum::<f64>() - layout.text;
            let tall = layout.text * (widest / width).min(1.0);
            let mut place = at(layout.margin, layout.line(number));
            for part in parts {
                match part {
                    Part::Word(text) => letters::write(&mut path, text, place, Align::Begin, tall),
                    Part::Scale => scale(place, tall, out),
                    Part::Hatch => {
                        let mut hatching = Path::default();
                        hatch(&mut hatching, place - at(0.0, tall), tall);
                        hatched(&hatching, theme, out);
                    }
                }
                place.x += part.width(tall) + tall;
            }
        }
        strokes("legend", &path, theme.quiet, layout.text, out);
    }
}

/// A part of a line of the legend.
#[derive(Clone, Copy)]
enum Part<'a> {
    Word(&'a str),
    Scale,
    Hatch,
}

impl Part<'_> {
    /// How wide it is in a line of a height.
    fn width(self, tall: f64) -> f64 {
        match self {
            Part::Word(text) => letters::width(text, tall),
            Part::Scale => tall * 4.0,
            Part::Hatch => tall,
        }
    }
}

/// What the legend says of hatched squares.
const UNREACHED: &str = "no win from here, or never reached";

/// Strokes from the lower left to the upper right over a square of that side.
fn hatch(path: &mut Path, place: Point, side: f64) {
    for part in [0.25, 0.5, 0.75, 1.0] {
        let near = side * part;
        path.move_to(place + at(0.0, near));
        path.line_to(place + at(near, 0.0));
        if part < 1.0 {
            path.move_to(place + at(near, side));
            path.line_to(place + at(side, near));
        }
    }
}

fn hatched(path: &Path, theme: &Theme, out: &mut String) {
    if !path.is_empty() {
        let (colour, d) = (theme.quiet, path.text());
        putln!(
            out,
            r#"<path class="unreached" fill="none" stroke="{colour}" stroke-opacity="0.5" d="{d}"/>"#
        );
    }
}

/// All tints from cold to warm; `place` is on the base line.
fn scale(place: Point, tall: f64, out: &mut String) {
    let width = Part::Scale.width(tall) / f64::from(STEPS + 1);
    for step in 0..=STEPS {
        let colour = step_tint(step);
        put!(
            out,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{colour}"/>"#,
            number(place.x + f64::from(step) * width),
            number(place.y - tall),
            number(width + 0.3),
            number(tall),
        );
    }
}

/// A plate to write on.
fn plate(place: Point, size: Point, colour: Colour, out: &mut String) {
    putln!(
        out,
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="3" fill="{colour}"/>"#,
        number(place.x),
        number(place.y),
        number(size.x),
        number(size.y),
    );
}
