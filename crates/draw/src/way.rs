//! The way of a solution over the board: a line with arrowheads, and numbers where moves end.

use std::collections::HashMap;
use std::fmt::Write as _;

use fewest_games::grid::{Grid, Square};
use fewest_games::view::Trace;

use crate::layout::{corner, middle, step};
use crate::letters::{self, WEIGHT};
use crate::pen::{Path, Point, SQUARE, at, number};
use crate::theme::Theme;

/// Lines keep to the right of a square's middle, so that the way there and the way back are two.
const LANE: f64 = 3.5;
/// How far from a square's middle a line ends where something is to be seen in it: the goal, or
/// where a jump begins and ends.
const SHORT: f64 = 16.0;
/// Numbers past this are too long for their badge.
const MOST_BADGES: usize = 999;

/// A walk without a gap: the middles of its squares, and whether a jump is before and after it.
struct Walk {
    points: Vec<Point>,
    lands: bool,
    leaps: bool,
}

impl Walk {
    fn from(point: Point, lands: bool) -> Self {
        Walk {
            points: vec![point],
            lands,
            leaps: false,
        }
    }
}

/// The lines: what the moves walk over, and what they jump across.
pub fn lines<T>(grid: &Grid<T>, way: &[Trace], theme: &Theme, out: &mut String) {
    let (walks, jumps) = walks(grid, way);
    let (mut line, mut heads) = (Path::default(), Path::default());
    for (number, walk) in walks.iter().enumerate() {
        draw(walk, number + 1 == walks.len(), &mut line, &mut heads);
    }
    let mut leaps = Path::default();
    for (from, to) in jumps {
        leap(from, to, &mut leaps);
    }
    let (ink, floor) = (theme.ink, theme.floor);
    out.push_str(r#"<g class="way" fill="none" stroke-linecap="round" stroke-linejoin="round">"#);
    if !leaps.is_empty() {
        let d = leaps.text();
        write!(
            out,
            r#"<path d="{d}" stroke="{ink}" stroke-width="2" stroke-dasharray="1 5" opacity=".7"/>"#
        )
        .expect("writing to a string");
    }
    if !line.is_empty() {
        let (line, heads) = (line.text(), heads.text());
        write!(
            out,
            r##"<defs><path id="way" d="{line}"/><path id="heads" d="{heads}"/></defs><g stroke="{floor}" stroke-width="6.5" opacity=".85"><use href="#way"/><use href="#heads" stroke-width="5"/></g><use href="#way" stroke="{ink}" stroke-width="3"/><use href="#heads" stroke="{ink}" fill="{ink}" stroke-width="1.5"/>"##
        )
        .expect("writing to a string");
    }
    out.push_str("</g>\n");
}

/// The move that led to a position: its line, or a frame around the one square that it touched. A
/// step to the next square is not drawn: whoever made it stands in its way.
pub fn trail<T>(grid: &Grid<T>, trail: &Trace, theme: &Theme, out: &mut String) {
    match trail.steps.as_slice() {
        [_, _] if trail.jump.is_none() => {}
        [touched] if trail.jump.is_none() => {
            let place = corner(grid, *touched);
            writeln!(
                out,
                r#"<rect class="way" x="{}" y="{}" width="37" height="37" rx="5" fill="none" stroke="{}" stroke-width="3"/>"#,
                number(place.x + 1.5),
                number(place.y + 1.5),
                theme.ink
            )
            .expect("writing to a string");
        }
        _ => lines(grid, std::slice::from_ref(trail), theme, out),
    }
}

/// Splits the moves into walks without a gap, and jumps.
fn walks<T>(grid: &Grid<T>, way: &[Trace]) -> (Vec<Walk>, Vec<(Point, Point)>) {
    let mut walks: Vec<Walk> = Vec::new();
    let mut jumps = Vec::new();
    let mut stands: Option<Square> = None;
    for trace in way {
        let Some(&first) = trace.steps.first() else {
            continue;
        };
        if stands != Some(first) {
            walks.push(Walk::from(middle(grid, first), false));
        }
        for pair in trace.steps.windows(2) {
            let (direction, over_the_edge) = step(grid, pair[0], pair[1]);
            let next = middle(grid, pair[1]);
            let walk = walks.last_mut().expect("one was begun");
            if over_the_edge {
                let edge = direction * (SQUARE / 2.0);
                walk.points.push(middle(grid, pair[0]) + edge);
                walks.push(Walk::from(next - edge, false));
            }
            let walk = walks.last_mut().expect("one was begun");
            walk.points.push(next);
        }
        stands = trace.steps.last().copied();
        if let (Some(from), Some(to)) = (stands, trace.jump) {
            jumps.push((middle(grid, from), middle(grid, to)));
            walks.last_mut().expect("one was begun").leaps = true;
            walks.push(Walk::from(middle(grid, to), true));
            stands = Some(to);
        }
    }
    walks.retain(|walk| walk.points.len() > 1);
    (walks, jumps)
}

/// Draws a walk in its lane: an arrowhead in the middle of each straight run, and one at the very
/// end of the way.
fn draw(walk: &Walk, is_last: bool, line: &mut Path, heads: &mut Path) {
    let mut runs: Vec<(Point, Point)> = Vec::new();
    for pair in walk.points.windows(2) {
        let along = (pair[1] - pair[0]).unit();
        match runs.last_mut() {
            Some((from, to)) if (*to - *from).unit() == along => *to = pair[1],
            _ => runs.push((pair[0], pair[1])),
        }
    }
    let aside = |run: &(Point, Point)| (run.1 - run.0).unit().right() * LANE;
    for (number, run) in runs.iter().enumerate() {
        let along = (run.1 - run.0).unit();
        let before = number.checked_sub(1).map(|before| &runs[before]);
        let after = runs.get(number + 1);
        // Where two runs meet at a right angle their lanes cross; where the way turns back it
        // changes the lane.
        let meet = |other: Option<&(Point, Point)>| match other {
            Some(other) if (other.1 - other.0).unit() != along * -1.0 => aside(other),
            _ => at(0.0, 0.0),
        };
        let mut begin = run.0 + aside(run) + meet(before);
        let mut end = run.1 + aside(run) + meet(after);
        if walk.lands && before.is_none() {
            begin = begin + along * SHORT;
        }
        let at_the_end = is_last && after.is_none();
        if at_the_end || walk.leaps && after.is_none() {
            end = end - along * SHORT;
        }
        match before {
            None => line.move_to(begin),
            Some(_) => line.line_to(begin),
        }
        if at_the_end {
            arrowhead(end, along, heads);
        } else {
            arrowhead((begin + end) * 0.5 + along * 3.0, along, heads);
        }
        line.line_to(end);
    }
}

fn arrowhead(tip: Point, along: Point, heads: &mut Path) {
    let back = tip - along * 7.0;
    heads.move_to(tip);
    heads.line_to(back + along.right() * 4.0);
    heads.line_to(back - along.right() * 4.0);
    heads.close();
}

/// A jump: a bow from one square to the other.
fn leap(from: Point, to: Point, path: &mut Path) {
    let gap = to - from;
    let bend = (from + to) * 0.5 + gap.right() * 0.12;
    path.move_to(from + (bend - from).unit() * SHORT);
    path.quad_to(bend, to + (bend - to).unit() * SHORT);
}

/// The number of every move where it ends, for moves that walk over several squares or over none:
/// a line alone would not show how many they are. So many moves were made before.
pub fn badges<T>(grid: &Grid<T>, made: usize, way: &[Trace], theme: &Theme, out: &mut String) {
    if made + way.len() > MOST_BADGES || way.iter().all(|trace| trace.steps.len() == 2) {
        return;
    }
    let (mut digits, mut visits) = (Path::default(), HashMap::new());
    write!(out, r#"<g class="numbers" fill="{}">"#, theme.ink).expect("writing to a string");
    for (count, trace) in (made + 1..).zip(way) {
        let Some(end) = trace.end() else {
            continue;
        };
        let place = if trace.steps.len() == 1 {
            middle(grid, end)
        } else {
            let visit = visits.entry(end).or_insert(0);
            let places = [(30.0, 30.0), (30.0, 10.0), (10.0, 30.0), (10.0, 10.0)];
            let (x, y) = places[*visit % places.len()];
            *visit += 1;
            corner(grid, end) + at(x, y)
        };
        let (x, y) = (number(place.x), number(place.y));
        write!(out, r#"<circle cx="{x}" cy="{y}" r="9"/>"#).expect("writing to a string");
        letters::centre(&mut digits, &count.to_string(), place, 9.0, 12.0);
    }
    let (paper, wide) = (theme.floor, number(9.0 * WEIGHT));
    let d = digits.text();
    write!(
        out,
        r#"<path d="{d}" fill="none" stroke="{paper}" stroke-width="{wide}" stroke-linecap="round" stroke-linejoin="round"/></g>"#
    )
    .expect("writing to a string");
}
