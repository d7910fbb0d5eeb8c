//! Ladders with rungs and winding snakes, from one square to another across the board.

use std::fmt::Write as _;

use fewest_games::grid::Grid;
use fewest_games::view::{Link, Role};

use crate::layout::middle;
use crate::pen::{Path, Point, at, number};
use crate::theme::{Colour, Theme};

/// Half of a ladder's width, and from one rung to the next.
const RAIL: f64 = 5.5;
const RUNG: f64 = 10.0;
/// A snake's half wave, and how far it swings out.
const WAVE: f64 = 20.0;
const SWING: f64 = 5.0;
/// The radius of a snake that bites its own tail.
const CURL: f64 = 9.0;

/// What a link is called in a picture.
pub fn name(link: &Link) -> &'static str {
    match link.role {
        Role::Lift if link.from != link.to => "ladder",
        _ => "snake",
    }
}

/// All links, the longest first, so that the short ones lie on top; each parted from those below
/// by a seam of floor.
pub fn links<T>(grid: &Grid<T>, links: &[Link], theme: &Theme, out: &mut String) {
    let ends = |link: &Link| (middle(grid, link.from), middle(grid, link.to));
    let length = |link: &Link| {
        let (from, to) = ends(link);
        (to - from).length()
    };
    let mut sorted: Vec<&Link> = links.iter().collect();
    sorted.sort_by(|one, other| length(other).total_cmp(&length(one)));
    let [lift, _, lift_edge] = theme.lift;
    let [drop, drop_edge] = theme.drop;
    for (id, link) in sorted.into_iter().enumerate() {
        let (from, to) = ends(link);
        let mut path = Path::default();
        let (strokes, head) = if link.from == link.to {
            (
                [(theme.floor, 9.0), (drop_edge, 6.5), (drop, 4.0)],
                Some(curl(from, &mut path)),
            )
        } else if link.role == Role::Lift {
            ladder(from, to, &mut path);
            ([(theme.floor, 7.5), (lift_edge, 4.5), (lift, 2.5)], None)
        } else {
            (
                [(theme.floor, 11.0), (drop_edge, 8.0), (drop, 5.5)],
                Some(snake(from, to, &mut path)),
            )
        };
        put(link, id, &path, strokes, head, out);
    }
}

fn put(
    link: &Link,
    id: usize,
    path: &Path,
    strokes: [(Colour, f64); 3],
    head: Option<(Point, f64)>,
    out: &mut String,
) {
    let (name, d) = (name(link), path.text());
    write!(
        out,
        r#"<g class="{name}" fill="none" stroke-linecap="round" stroke-linejoin="round"><defs><path id="l{id}" d="{d}"/></defs>"#
    )
    .expect("writing to a string");
    for (colour, width) in strokes {
        let width = number(width);
        write!(
            out,
            r##"<use href="#l{id}" stroke="{colour}" stroke-width="{width}"/>"##
        )
        .expect("writing to a string");
    }
    if let Some((place, degrees)) = head {
        write!(
            out,
            r##"<use href="#viper" transform="translate({} {}) rotate({})"/>"##,
            number(place.x),
            number(place.y),
            number(degrees)
        )
        .expect("writing to a string");
    }
    out.push_str("</g>\n");
}

/// Two rails, and rungs at even distances.
fn ladder(from: Point, to: Point, path: &mut Path) {
    let along = (to - from).unit();
    let side = along.right() * RAIL;
    let (foot, top) = (from - along * 4.0, to + along * 4.0);
    for side in [side, side * -1.0] {
        path.move_to(foot + side);
        path.line_to(top + side);
    }
    let length = (top - foot).length();
    let rungs = (length / RUNG).floor().max(2.0);
    for rung in 0..rungs as usize {
        let place = foot + along * ((rung as f64 + 0.5) * length / rungs);
        path.move_to(place - side);
        path.line_to(place + side);
    }
}

/// A body in waves from the head to the tail; says where the head is and how it is turned.
fn snake(from: Point, to: Point, path: &mut Path) -> (Point, f64) {
    let along = (to - from).unit();
    let length = (to - from).length();
    let waves = (length / WAVE).round().max(2.0);
    let wave = along * (length / waves);
    path.move_to(from);
    for number in 0..waves as usize {
        let swing = if number % 2 == 0 { SWING } else { -SWING };
        let out = along.right() * (swing * 4.0 / 3.0);
        let begin = from + wave * number as f64;
        path.curve_to(
            begin + wave * (1.0 / 3.0) + out,
            begin + wave * (2.0 / 3.0) + out,
            begin + wave,
        );
    }
    let neck = wave * (1.0 / 3.0) + along.right() * (SWING * 4.0 / 3.0);
    (from, (neck * -1.0).degrees())
}

/// A snake that bites its own tail.
fn curl(middle: Point, path: &mut Path) -> (Point, f64) {
    let out = CURL * 0.552;
    let ways = [at(0.0, -1.0), at(-1.0, 0.0), at(0.0, 1.0), at(1.0, 0.0)];
    path.move_to(middle + ways[0] * CURL);
    for (number, &way) in ways.iter().enumerate() {
        let next = ways[(number + 1) % 4];
        path.curve_to(
            middle + way * CURL + next * out,
            middle + next * CURL + way * out,
            middle + next * CURL,
        );
    }
    (middle + ways[0] * CURL, 0.0)
}
