//! The long body from head to tail, drawn in one piece.

use std::fmt::Write as _;

use fewest_games::grid::{Grid, Square};

use crate::layout::{middle, step};
use crate::pen::{Path, Point, SQUARE, at, number};
use crate::theme::Theme;

/// How thick the body is, and its tail's tip.
const THICK: f64 = 24.0;
const TIP: f64 = 7.0;

/// Everything but the head: a thick line, ending in a tail, with spots on its back.
pub fn body<T>(grid: &Grid<T>, squares: &[Square], theme: &Theme, out: &mut String) {
    let [player, edge, shine] = theme.player;
    let [.., before, tail] = *squares else {
        return;
    };
    let (mut back, mut end) = (Path::default(), Path::default());
    let tapers = !step(grid, before, tail).1;
    let thick = if tapers {
        &squares[..squares.len() - 1]
    } else {
        squares
    };
    line(grid, thick, &mut back);
    if tapers {
        taper(middle(grid, before), middle(grid, tail), &mut end);
    }
    let (back, end) = (back.text(), end.text());
    let (outer, inner) = (number(THICK), number(THICK - 3.0));
    // The edge first, all of it: the edge of one piece would cross the skin of the next.
    writeln!(
        out,
        r##"<g class="body" fill="none" stroke-linecap="round" stroke-linejoin="round" clip-path="url(#board)"><defs><path id="back" d="{back}"/></defs><use href="#back" stroke="{edge}" stroke-width="{outer}"/><path d="{end}" fill="{edge}" stroke="{edge}" stroke-width="3"/><use href="#back" stroke="{player}" stroke-width="{inner}"/><path d="{end}" fill="{player}"/><use href="#back" stroke="{shine}" stroke-width="4" stroke-dasharray="1 9" opacity=".6"/></g>"##
    )
    .expect("writing to a string");
}

/// Where the head is, and which way it looks: away from the neck.
pub fn head<T>(grid: &Grid<T>, squares: &[Square]) -> Option<(Point, f64)> {
    let &head = squares.first()?;
    let looks = match squares.get(1) {
        Some(&neck) => step(grid, neck, head).0,
        None => at(1.0, 0.0),
    };
    Some((middle(grid, head), looks.degrees()))
}

/// A line from middle to middle; over an edge it goes on at the other.
fn line<T>(grid: &Grid<T>, squares: &[Square], path: &mut Path) {
    let Some(&first) = squares.first() else {
        return;
    };
    path.move_to(middle(grid, first));
    let mut turn = middle(grid, first);
    let mut last = at(0.0, 0.0);
    for pair in squares.windows(2) {
        let (direction, over_the_edge) = step(grid, pair[0], pair[1]);
        let (from, to) = (middle(grid, pair[0]), middle(grid, pair[1]));
        if direction != last {
            path.line_to(turn);
        }
        if over_the_edge {
            path.line_to(from + direction * SQUARE);
            path.move_to(to - direction * SQUARE);
        }
        (turn, last) = (to, direction);
    }
    path.line_to(turn);
}

/// The last piece, from full width to the tip.
fn taper(from: Point, to: Point, path: &mut Path) {
    let along = (to - from).unit();
    let (wide, narrow) = (
        along.right() * (THICK / 2.0 - 1.5),
        along.right() * (TIP / 2.0),
    );
    let bend = from + (to - from) * 0.55;
    path.move_to(from + wide);
    path.quad_to(bend + wide, to + narrow);
    let round = along * (TIP * 2.0 / 3.0);
    path.curve_to(to + narrow + round, to - narrow + round, to - narrow);
    path.quad_to(bend - wide, from - wide);
    path.close();
}
