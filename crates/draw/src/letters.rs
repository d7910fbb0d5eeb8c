//! A small alphabet of strokes, so that no picture needs a font, and the labels of the squares.

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
const LETTERS: &[(char, f64, &str)] = &[
    (
        '0',
        6.0,
        "M3,0 C4.8,0 6,2 6,5 C6,8 4.8,10 3,10 C1.2,10 0,8 0,5 C0,2 1.2,0 3,0",
    ),
    ('1', 6.0, "M1.2,2.2 L3.6,0 L3.6,10"),
    (
        '2',
        6.0,
        "M.3,2.8 C.3,1.1 1.5,0 3,0 C4.6,0 5.7,1.1 5.7,2.7 C5.7,4.2 4.8,5.2 3.6,6.4 L0,10 L6,10",
    ),
    (
        '3',
        6.0,
        "M.4,1.7 C.8,.6 1.8,0 2.9,0 C4.5,0 5.5,1 5.5,2.4 C5.5,3.9 4.4,4.7 2.4,4.7 C4.7,4.7 5.9,5.7 5.9,7.3 C5.9,9 4.7,10 2.9,10 C1.5,10 .4,9.3 0,8.2",
    ),
    ('4', 6.0, "M4.5,10 L4.5,0 L0,7.2 L6,7.2"),
    (
        '5',
        6.0,
        "M5.4,0 L1,0 L.6,4.6 C1.2,4 2,3.7 2.9,3.7 C4.7,3.7 6,4.9 6,6.8 C6,8.7 4.7,10 2.8,10 C1.5,10 .5,9.4 0,8.4",
    ),
    (
        '6',
        6.0,
        "M5.2,.9 C4.7,.3 4,0 3.2,0 C1.2,0 0,2.2 0,5.6 C0,8.5 1.1,10 3,10 C4.8,10 6,8.7 6,6.9 C6,5.1 4.8,3.9 3.1,3.9 C1.4,3.9 .2,5 .1,6.6",
    ),
    ('7', 6.0, "M0,0 L6,0 L2.2,10"),
    (
        '8',
        6.0,
        "M3,4.6 C1.5,4.6 .5,3.7 .5,2.3 C.5,.9 1.5,0 3,0 C4.5,0 5.5,.9 5.5,2.3 C5.5,3.7 4.5,4.6 3,4.6 C1.2,4.6 0,5.7 0,7.3 C0,9 1.2,10 3,10 C4.8,10 6,9 6,7.3 C6,5.7 4.8,4.6 3,4.6",
    ),
    (
        '9',
        6.0,
        "M.8,9.1 C1.3,9.7 2,10 2.8,10 C4.8,10 6,7.8 6,4.4 C6,1.5 4.9,0 3,0 C1.2,0 0,1.3 0,3.1 C0,4.9 1.2,6.1 2.9,6.1 C4.6,6.1 5.8,5 5.9,3.4",
    ),
    ('A', 6.6, "M0,10 L3.3,0 L6.6,10 M1.1,6.8 L5.5,6.8"),
    (
        'B',
        6.0,
        "M0,4.8 L2.9,4.8 C4.5,4.8 5.4,3.9 5.4,2.4 C5.4,.9 4.5,0 2.9,0 L0,0 L0,10 L3.2,10 C5,10 6,9 6,7.4 C6,5.8 5,4.8 3.2,4.8",
    ),
    (
        'C',
        6.2,
        "M6.2,2 C5.6,.8 4.6,0 3.4,0 C1.4,0 0,2 0,5 C0,8 1.4,10 3.4,10 C4.6,10 5.6,9.2 6.2,8",
    ),
    (
        'D',
        6.4,
        "M0,0 L0,10 L2.6,10 C5,10 6.4,8.2 6.4,5 C6.4,1.8 5,0 2.6,0 L0,0",
    ),
    ('E', 5.2, "M5.2,0 L0,0 L0,10 L5.2,10 M0,4.8 L4.4,4.8"),
    ('F', 5.2, "M5.2,0 L0,0 L0,10 M0,4.9 L4.4,4.9"),
    (
        'G',
        6.5,
        "M6.2,2 C5.6,.8 4.6,0 3.4,0 C1.4,0 0,2 0,5 C0,8 1.4,10 3.4,10 C5.3,10 6.5,8.6 6.5,6.4 L6.5,5.4 L3.8,5.4",
    ),
    ('H', 6.0, "M0,0 L0,10 M6,0 L6,10 M0,4.8 L6,4.8"),
    ('I', 1.0, "M.5,0 L.5,10"),
    (
        'J',
        4.6,
        "M4.6,0 L4.6,7.2 C4.6,9 3.7,10 2.3,10 C1.1,10 .2,9.3 0,8",
    ),
    ('K', 6.0, "M0,0 L0,10 M5.8,0 L0,6 M2.3,3.7 L6,10"),
    ('L', 5.0, "M0,0 L0,10 L5,10"),
    ('M', 7.6, "M0,10 L0,0 L3.8,6.6 L7.6,0 L7.6,10"),
    ('N', 6.4, "M0,10 L0,0 L6.4,10 L6.4,0"),
    (
        'O',
        7.2,
        "M3.6,0 C5.8,0 7.2,2 7.2,5 C7.2,8 5.8,10 3.6,10 C1.4,10 0,8 0,5 C0,2 1.4,0 3.6,0",
    ),
    (
        'P',
        5.8,
        "M0,10 L0,0 L3,0 C4.8,0 5.8,1.1 5.8,2.8 C5.8,4.5 4.8,5.6 3,5.6 L0,5.6",
    ),
    (
        'Q',
        7.2,
        "M3.6,0 C5.8,0 7.2,2 7.2,5 C7.2,8 5.8,10 3.6,10 C1.4,10 0,8 0,5 C0,2 1.4,0 3.6,0 M4.5,7.3 L7.2,10.4",
    ),
    (
        'R',
        6.0,
        "M0,10 L0,0 L3,0 C4.8,0 5.8,1.1 5.8,2.8 C5.8,4.5 4.8,5.6 3,5.6 L0,5.6 M3,5.6 L6,10",
    ),
    (
        'S',
        5.8,
        "M5.4,1.7 C4.9,.6 4,0 2.9,0 C1.3,0 .3,1 .3,2.5 C.3,4 1.4,4.5 2.9,4.9 C4.6,5.3 5.8,5.9 5.8,7.5 C5.8,9 4.6,10 2.9,10 C1.5,10 .5,9.3 0,8.2",
    ),
    ('T', 6.0, "M0,0 L6,0 M3,0 L3,10"),
    (
        'U',
        6.2,
        "M0,0 L0,6.4 C0,8.8 1.2,10 3.1,10 C5,10 6.2,8.8 6.2,6.4 L6.2,0",
    ),
    ('V', 6.6, "M0,0 L3.3,10 L6.6,0"),
    ('W', 9.0, "M0,0 L2.2,10 L4.5,1.5 L6.8,10 L9,0"),
    ('X', 6.0, "M0,0 L6,10 M6,0 L0,10"),
    ('Y', 6.0, "M0,0 L3,5 L6,0 M3,5 L3,10"),
    ('Z', 6.0, "M0,0 L6,0 L0,10 L6,10"),
    ('/', 4.0, "M4,-.4 L0,10.4"),
    ('=', 5.0, "M0,3.6 L5,3.6 M0,6.8 L5,6.8"),
    ('+', 5.0, "M2.5,2.7 L2.5,7.7 M0,5.2 L5,5.2"),
    ('-', 4.0, "M0,5.2 L4,5.2"),
    ('.', 0.6, "M.1,9.8 L.5,9.8"),
    (',', 1.0, "M.8,9.6 L.2,11.4"),
    (':', 0.6, "M.1,3.4 L.5,3.4 M.1,9 L.5,9"),
    ('·', 0.6, "M.1,5.2 L.5,5.2"),
    (
        '?',
        5.0,
        "M0,2.4 C.2,.9 1.1,0 2.5,0 C4.1,0 5,1 5,2.4 C5,4.6 2.5,4.6 2.5,6.9 M2.3,9.8 L2.7,9.8",
    ),
    (
        '*',
        5.0,
        "M2.5,.6 L2.5,5.4 M.4,1.8 L4.6,4.2 M4.6,1.8 L.4,4.2",
    ),
    ('(', 2.4, "M2.4,-.6 C.8,1.2 0,3 0,5 C0,7 .8,8.8 2.4,10.6"),
    (
        ')',
        2.4,
        "M0,-.6 C1.6,1.2 2.4,3 2.4,5 C2.4,7 1.6,8.8 0,10.6",
    ),
    ('<', 4.6, "M4.6,1.8 L0,5.2 L4.6,8.6"),
    ('>', 4.6, "M0,1.8 L4.6,5.2 L0,8.6"),
];

/// What is drawn for anything else: an empty box.
const BOX: (char, f64, &str) = ('\u{25a1}', 6.0, "M0,0 L6,0 L6,10 L0,10 L0,0");

/// Where a text is put: its beginning, its middle or its end at a point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Begin,
    Middle,
    End,
}

fn letter(c: char) -> &'static (char, f64, &'static str) {
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
        for (c, wide, _) in LETTERS {
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
