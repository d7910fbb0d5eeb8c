//! What is written in the squares: a ring's letter and a count in the middle, all else small in a
//! corner.

use std::fmt::Write as _;

use fewest_games::grid::Grid;
use fewest_games::view::{Ground, Tile};

use crate::layout::{corner, middle};
use crate::letters::{self, Align, WEIGHT, strokes};
use crate::pen::{Path, Point, at, number};
use crate::theme::{Colour, Theme};

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
            _ if text.is_empty() => {}
            Ground::Ring if tile.piece.is_none() => {
                letters::centre(&mut rings, text, middle, LETTER, 16.0);
            }
            Ground::Count => {
                let hue = text.bytes().next_back().unwrap_or(0) as usize % counts.len();
                letters::centre(&mut counts[hue], text, middle, COUNT, 30.0);
            }
            _ => {
                let place = corner(tiles, square) + at(4.0, 4.0 + SMALL);
                small.extend(letters::places(text, place, Align::Begin, SMALL));
            }
        }
    }
    in_corners(&small, theme, out);
    strokes("letters", &rings, theme.ink, LETTER, out);
    for (hue, path) in counts.iter().enumerate() {
        strokes("counts", path, count_colour(theme, hue), COUNT, out);
    }
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
        letters::write(
            &mut path,
            c.encode_utf8(&mut [0; 4]),
            at(0.0, SMALL),
            Align::Begin,
            SMALL,
        );
        let (name, d) = (u32::from(c), path.text());
        write!(out, r#"<path id="t{name}" d="{d}"/>"#).expect("writing to a string");
    }
    out.push_str(r#"<g id="labels" fill="none" stroke-linecap="round" stroke-linejoin="round">"#);
    for &(c, place) in letters {
        let (name, x, y) = (u32::from(c), number(place.x), number(place.y));
        write!(out, r##"<use href="#t{name}" x="{x}" y="{y}"/>"##).expect("writing to a string");
    }
    out.push_str("</g></defs>\n");
    for (ink, times) in [(theme.floor, 3.0), (theme.quiet, 1.0)] {
        let wide = number(SMALL * WEIGHT * times);
        writeln!(
            out,
            r##"<use href="#labels" stroke="{ink}" stroke-width="{wide}"/>"##
        )
        .expect("writing to a string");
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
