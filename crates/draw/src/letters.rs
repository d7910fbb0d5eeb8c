//! A small alphabet of strokes, so that no picture needs a font, and the labels of the squares.

use std::sync::LazyLock;

use fewest_games::grid::Grid;
use fewest_games::view::{Ground, Tile};

use crate::pen::{Path, Point, at, corner, middle, number};
use crate::theme::{Colour, Theme};

/// How tall a letter is in the units of its strokes.
const TALL: f64 = 10.0;
/// The gap between two letters, and the width of a space.
const GAP: f64 = 2.6;
const SPACE: f64 = 3.0;
/// The width of a stroke for letters of a height.
pub const WEIGHT: f64 = 0.15;

/// A letter, how wide it is, and its strokes: `M` begins one, `L` goes straight on, `C` curves.
type Letter = (char, f64, &'static str);

/// The letters, a line for each.
static LETTERS: LazyLock<Vec<Letter>> = LazyLock::new(|| {
    let letter = |line: &'static str| {
        let mut columns = line.split('\t');
        let c = columns.next()?.chars().next()?;
        Some((c, columns.next()?.parse().ok()?, columns.next()?))
    };
    let lines = include_str!("alphabet.tsv").lines();
    let letters = lines.map(|line| letter(line).expect("three columns"));
    letters.collect()
});

/// What is drawn for anything else: an empty box.
const BOX: Letter = ('\u{25a1}', 6.0, "M0,0 L6,0 L6,10 L0,10 L0,0");

/// Where a text is put: its beginning, its middle or its end at a point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Begin,
    Middle,
    End,
}

fn letter(c: char) -> &'static Letter {
    let c = c.to_ascii_uppercase();
    LETTERS.iter().find(|letter| letter.0 == c).unwrap_or(&BOX)
}

/// How far it is from a letter to the next, without the gap.
fn advance(c: char) -> f64 {
    if c == ' ' { SPACE } else { letter(c).1 }
}

/// How wide a text of a height is.
pub fn width(text: &str, height: f64) -> f64 {
    let letters: f64 = text.chars().map(|c| advance(c) + GAP).sum();
    (letters - GAP).max(0.0) * height / TALL
}

/// Adds a text's strokes to a path; `place` is on its base line.
pub fn write(path: &mut Path, text: &str, place: Point, align: Align, height: f64) {
    let scale = height / TALL;
    for (c, left) in places(text, place, align, height) {
        stroke(path, letter(c).2, |point| left + point * scale);
    }
}

/// The letters of a text, each with its top left corner.
pub fn places(
    text: &str,
    place: Point,
    align: Align,
    height: f64,
) -> impl Iterator<Item = (char, Point)> {
    let scale = height / TALL;
    let shift = match align {
        Align::Begin => 0.0,
        Align::Middle => width(text, height) / 2.0,
        Align::End => width(text, height),
    };
    let mut left = place - at(shift, height);
    text.chars().filter_map(move |c| {
        let corner = left;
        left.x += (advance(c) + GAP) * scale;
        (c != ' ').then_some((c.to_ascii_uppercase(), corner))
    })
}

/// Adds a text's strokes to a path, its middle at a point, no wider than it may be.
pub fn centre(path: &mut Path, text: &str, middle: Point, height: f64, widest: f64) {
    let height = height * (widest / width(text, height)).min(1.0);
    write(
        path,
        text,
        middle + at(0.0, height / 2.0),
        Align::Middle,
        height,
    );
}

/// A path of letters, in a colour.
pub fn strokes(class: &str, path: &Path, ink: Colour, tall: f64, out: &mut String) {
    if path.is_empty() {
        return;
    }
    let (d, wide) = (path.text(), number(tall * WEIGHT));
    putln!(
        out,
        r#"<path class="{class}" d="{d}" fill="none" stroke="{ink}" stroke-width="{wide}" stroke-linecap="round" stroke-linejoin="round"/>"#
    );
}

fn stroke(path: &mut Path, strokes: &str, place: impl Fn(Point) -> Point) {
    let mut command = 'M';
    let mut points = Vec::with_capacity(3);
    for word in strokes.split(' ') {
        let numbers = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
        if numbers.len() < word.len() {
            command = word.chars().next().expect("a word is not empty");
        }
        let (x, y) = numbers.split_once(',').expect("two numbers and a comma");
        let part = |number: &str| number.parse().expect("a number");
        points.push(place(at(part(x), part(y))));
        match (command, points.as_slice()) {
            ('M', &[point]) => path.move_to(point),
            ('L', &[point]) => path.line_to(point),
            ('C', &[out, inn, point]) => path.curve_to(out, inn, point),
            _ => continue,
        }
        points.clear();
    }
}

/// How tall numbers in the corner of a square are, and the one letter or count in its middle.
const SMALL: f64 = 8.0;
const LETTER: f64 = 13.0;
const COUNT: f64 = 20.0;

/// Everything that is written.
pub fn labels(tiles: &Grid<Tile>, theme: &Theme, out: &mut String) {
    let mut small = Vec::new();
    let mut rings = Path::default();
    let mut counts: [Path; 8] = Default::default();
    for square in 0..tiles.len() {
        let tile = &tiles[square];
        let (text, middle) = (&tile.label, middle(tiles, square));
        match tile.ground {
            _ if text.is_empty() || is_named(tile) => {}
            Ground::Ring if tile.piece.is_none() => {
                centre(&mut rings, text, middle, LETTER, 16.0);
            }
            Ground::Count => {
                let hue = text.bytes().next_back().unwrap_or(0) as usize % counts.len();
                centre(&mut counts[hue], text, middle, COUNT, 30.0);
            }
            _ => {
                let place = corner(tiles, square) + at(4.0, 4.0 + SMALL);
                small.extend(places(text, place, Align::Begin, SMALL));
            }
        }
    }
    in_corners(&small, theme, out);
    strokes("letters", &rings, theme.ink, LETTER, out);
    for (hue, path) in counts.iter().enumerate() {
        strokes("counts", path, count_colour(theme, hue), COUNT, out);
    }
}

/// Whether what stands on a square is known by its label, as one of several pieces is.
fn is_named(tile: &Tile) -> bool {
    tile.piece.is_some() && tile.label == tile.text
}

/// The names of pieces, on top of them, with an outline that parts them from what is under them.
pub fn names(tiles: &Grid<Tile>, theme: &Theme, out: &mut String) {
    let mut path = Path::default();
    for square in (0..tiles.len()).filter(|&square| is_named(&tiles[square])) {
        let middle = middle(tiles, square);
        centre(&mut path, &tiles[square].label, middle, LETTER, 16.0);
    }
    strokes("outline", &path, theme.player[1], LETTER * 3.0, out);
    strokes("name", &path, theme.floor, LETTER, out);
}

/// Hundreds of small numbers: each digit is drawn once and used again. A seam of floor parts them
/// from what lies under them.
fn in_corners(letters: &[(char, Point)], theme: &Theme, out: &mut String) {
    if letters.is_empty() {
        return;
    }
    let mut different: Vec<char> = letters.iter().map(|&(c, _)| c).collect();
    different.sort_unstable();
    different.dedup();
    out.push_str("<defs>");
    for c in different {
        let mut path = Path::default();
        write(
            &mut path,
            c.encode_utf8(&mut [0; 4]),
            at(0.0, SMALL),
            Align::Begin,
            SMALL,
        );
        let (name, d) = (u32::from(c), path.text());
        put!(out, r#"<path id="t{name}" d="{d}"/>"#);
    }
    out.push_str(r#"<g id="labels" fill="none" stroke-linecap="round" stroke-linejoin="round">"#);
    for &(c, place) in letters {
        let (name, x, y) = (u32::from(c), number(place.x), number(place.y));
        put!(out, r##"<use href="#t{name}" x="{x}" y="{y}"/>"##);
    }
    out.push_str("</g></defs>\n");
    for (ink, times) in [(theme.floor, 3.0), (theme.quiet, 1.0)] {
        let wide = number(SMALL * WEIGHT * times);
        putln!(
            out,
            r##"<use href="#labels" stroke="{ink}" stroke-width="{wide}"/>"##
        );
    }
}

/// Counts in different colours are told apart at a glance. (8 has the hue 0.)
fn count_colour(theme: &Theme, hue: usize) -> Colour {
    match hue {
        1 => theme.player[0],
        2 => theme.goal[0],
        3 => theme.danger[0],
        4 => theme.drop[0],
        5 => theme.lift[0],
        _ => theme.ink,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_can_be_written_and_stays_in_its_box() {
        for (c, wide, _) in LETTERS.iter() {
            let mut path = Path::default();
            write(&mut path, &c.to_string(), at(0.0, 10.0), Align::Begin, 10.0);
            assert!(path.text().starts_with('M'), "{c}");
            stroke(&mut path, letter(*c).2, |point| {
                assert!((-0.1..=wide + 0.1).contains(&point.x), "{c}: {point:?}");
                assert!((-1.0..=11.5).contains(&point.y), "{c}: {point:?}");
                point
            });
        }
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters_and_gaps() {
        assert_eq!(width("", 10.0), 0.0);
        assert_eq!(width("1", 10.0), 6.0);
        assert_eq!(width("11", 20.0), 2.0 * (6.0 + 2.6 + 6.0));
        assert_eq!(width("a", 10.0), width("A", 10.0));
    }

    #[test]
    fn the_alphabet_has_every_letter_that_the_games_write() {
        let has = |text: &str| text.chars().all(|c| c == ' ' || letter(c).0 != BOX.0);
        assert!(has("Moves 3 of 4 · lost") && !has("水"));
        let mut labels = 0;
        for game in fewest_games::builtin::GAMES {
            let info = game.info();
            assert!(has(info.unit.one) && has(info.unit.many), "{}", info.id);
            let folder = format!("../../levels/{}", info.id);
            for file in std::fs::read_dir(folder).expect("every game has levels") {
                let bytes = std::fs::read(file.expect("it is listed").path()).expect("it is read");
                let source = fewest_games::source::Source::new(&bytes).expect("it is UTF-8");
                let levels = fewest_games::builtin::read(source, None).expect("it is right");
                for level in levels {
                    let mut session = level.session();
                    let mut moves = level.solution().unwrap_or_default().iter();
                    loop {
                        for tile in session.view().tiles.squares() {
                            assert!(has(&tile.label), "{}: {}", info.id, tile.label);
                            labels += usize::from(!tile.label.is_empty());
                        }
                        match moves.next() {
                            Some(step) => session.push(step).expect("it is a solution"),
                            None => break,
                        }
                    }
                }
            }
        }
        assert!(labels > 0);
    }
}
