//! Boards of very many squares, or of very small ones: flat colours, all of a kind in one path.

use std::fmt::Write as _;

use fewest_games::grid::{Grid, Square};
use fewest_games::view::{Ground, Link, Piece, View};

use crate::layout::{corner, middle};
use crate::links;
use crate::pen::{Path, SQUARE, at};
use crate::symbols::{ground_name, piece_name};
use crate::theme::{Colour, Theme};

/// Shapes are not seen in smaller squares.
const LEAST_SIZE: u32 = 12;
/// With more squares or links than these a picture that draws each of them is too much for many
/// programs, and for the eye.
const MOST_SQUARES: u32 = 10_000;
const MOST_LINKS: usize = 1_000;

/// Whether a board is only sketched.
pub fn is_sketched(view: &View, size: u32) -> bool {
    size < LEAST_SIZE || view.tiles.len() > MOST_SQUARES || view.links.len() > MOST_LINKS
}

/// What lies in the squares, what stands on them, and the links between them.
pub fn sketch(view: &View, theme: &Theme, out: &mut String) {
    let tiles = &view.tiles;
    for (ground, colour) in [
        (Ground::Wall, theme.wall[0]),
        (Ground::Block, theme.wall[0]),
        (Ground::Rubble, theme.wall[1].towards(theme.floor, 0.6)),
        (Ground::Lid, theme.lid[0]),
        (Ground::Ring, theme.lift[0]),
        (Ground::Target, theme.goal[0]),
        (Ground::Flag, theme.goal[0]),
        (Ground::Apple, theme.danger[0]),
        (Ground::Count, theme.line),
    ] {
        let is_it = |square| tiles[square].ground == ground;
        put(ground_name(ground), &runs(tiles, is_it), colour, out);
    }
    lines(view, theme, out);
    for (piece, colour) in [
        (Piece::Mine, theme.ink),
        (Piece::Blast, theme.danger[0]),
        (Piece::Marker, theme.danger[0]),
        (Piece::Stone, theme.player[0]),
        (Piece::Pawn, theme.player[0]),
    ] {
        let is_it = |square| tiles[square].piece == Some(piece);
        put(piece_name(piece), &runs(tiles, is_it), colour, out);
    }
}

fn put(class: &str, path: &Path, colour: Colour, out: &mut String) {
    if !path.is_empty() {
        let d = path.text();
        writeln!(out, r#"<path class="{class}" fill="{colour}" d="{d}"/>"#)
            .expect("writing to a string");
    }
}

/// All squares that are chosen, those side by side in one piece.
pub fn runs<T>(grid: &Grid<T>, chosen: impl Fn(Square) -> bool) -> Path {
    let mut path = Path::default();
    let squares: Vec<Square> = (0..grid.len()).collect();
    for row in squares.chunks(grid.columns() as usize) {
        for run in row.chunk_by(|&one, &other| chosen(one) == chosen(other)) {
            if chosen(run[0]) {
                let place = corner(grid, run[0]);
                let width = run.len() as f64 * SQUARE;
                path.move_to(place);
                path.line_to(place + at(width, 0.0));
                path.line_to(place + at(width, SQUARE));
                path.line_to(place + at(0.0, SQUARE));
                path.close();
            }
        }
    }
    path
}

/// The links, each a line. A path holds a few of them: one path of very many long lines takes
/// minutes to be painted, and nothing can end it. Each path has a group, since links that all lie in
/// one row have no area.
fn lines(view: &View, theme: &Theme, out: &mut String) {
    const LINKS_A_PATH: usize = 64;
    for (class, colour) in [("ladder", theme.lift[0]), ("snake", theme.drop[0])] {
        let links: Vec<&Link> = view
            .links
            .iter()
            .filter(|link| links::name(link) == class)
            .collect();
        let colour = colour.towards(theme.floor, 0.4);
        for some in links.chunks(LINKS_A_PATH) {
            let mut path = Path::default();
            for link in some {
                path.move_to(middle(&view.tiles, link.from));
                path.line_to(middle(&view.tiles, link.to));
            }
            let d = path.text();
            writeln!(
                out,
                r#"<g><path class="{class}" stroke="{colour}" stroke-width="8" fill="none" d="{d}"/></g>"#
            )
            .expect("writing to a string");
        }
    }
}
