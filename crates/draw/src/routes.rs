//! What reaches over several squares: the long body, ladders and snakes, and the way of a solution.

use std::collections::HashMap;

use fewest_games::grid::{Grid, Square};
use fewest_games::view::{Link, Role, Trace};

use crate::letters::{self, WEIGHT};
use crate::pen::{Path, Point, SQUARE, at, corner, middle, number, step};
use crate::theme::{Colour, Theme};

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
    body_line(grid, thick, &mut back);
    if tapers {
        taper(middle(grid, before), middle(grid, tail), &mut end);
    }
    let (back, end) = (back.text(), end.text());
    let (outer, inner) = (number(THICK), number(THICK - 3.0));
    // The edge first, all of it: the edge of one piece would cross the skin of the next.
    putln!(
        out,
        r##"<g class="body" fill="none" stroke-linecap="round" stroke-linejoin="round" clip-path="url(#board)"><defs><path id="back" d="{back}"/></defs><use href="#back" stroke="{edge}" stroke-width="{outer}"/><path d="{end}" fill="{edge}" stroke="{edge}" stroke-width="3"/><use href="#back" stroke="{player}" stroke-width="{inner}"/><path d="{end}" fill="{player}"/><use href="#back" stroke="{shine}" stroke-width="4" stroke-dasharray="1 9" opacity=".6"/></g>"##
    );
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
fn body_line<T>(grid: &Grid<T>, squares: &[Square], path: &mut Path) {
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

/// Half of a ladder's width, and from one rung to the next.
const RAIL: f64 = 5.5;
const RUNG: f64 = 10.0;
/// A snake's half wave, and how far it swings out.
const WAVE: f64 = 20.0;
const SWING: f64 = 5.0;
/// The radius of a snake that bites its own tail.
const CURL: f64 = 9.0;

/// What a link is called in a picture.
pub fn link_name(link: &Link) -> &'static str {
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
        put_link(link, id, &path, strokes, head, out);
    }
}

fn put_link(
    link: &Link,
    id: usize,
    path: &Path,
    strokes: [(Colour, f64); 3],
    head: Option<(Point, f64)>,
    out: &mut String,
) {
    let (name, d) = (link_name(link), path.text());
    put!(
        out,
        r#"<g class="{name}" fill="none" stroke-linecap="round" stroke-linejoin="round"><defs><path id="l{id}" d="{d}"/></defs>"#
    );
    for (colour, width) in strokes {
        let width = number(width);
        put!(
            out,
            r##"<use href="#l{id}" stroke="{colour}" stroke-width="{width}"/>"##
        );
    }
    if let Some((place, degrees)) = head {
        put!(
            out,
            r##"<use href="#viper" transform="translate({} {}) rotate({})"/>"##,
            number(place.x),
            number(place.y),
            number(degrees)
        );
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
pub fn way_lines<T>(grid: &Grid<T>, way: &[Trace], theme: &Theme, out: &mut String) {
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
        put!(
            out,
            r#"<path d="{d}" stroke="{ink}" stroke-width="2" stroke-dasharray="1 5" opacity=".7"/>"#
        );
    }
    if !line.is_empty() {
        let (line, heads) = (line.text(), heads.text());
        put!(
            out,
            r##"<defs><path id="way" d="{line}"/><path id="heads" d="{heads}"/></defs><g stroke="{floor}" stroke-width="6.5" opacity=".85"><use href="#way"/><use href="#heads" stroke-width="5"/></g><use href="#way" stroke="{ink}" stroke-width="3"/><use href="#heads" stroke="{ink}" fill="{ink}" stroke-width="1.5"/>"##
        );
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
            putln!(
                out,
                r#"<rect class="way" x="{}" y="{}" width="37" height="37" rx="5" fill="none" stroke="{}" stroke-width="3"/>"#,
                number(place.x + 1.5),
                number(place.y + 1.5),
                theme.ink
            );
        }
        _ => way_lines(grid, std::slice::from_ref(trail), theme, out),
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
    put!(out, r#"<g class="numbers" fill="{}">"#, theme.ink);
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
        put!(out, r#"<circle cx="{x}" cy="{y}" r="9"/>"#);
        letters::centre(&mut digits, &count.to_string(), place, 9.0, 12.0);
    }
    let (paper, wide) = (theme.floor, number(9.0 * WEIGHT));
    let d = digits.text();
    put!(
        out,
        r#"<path d="{d}" fill="none" stroke="{paper}" stroke-width="{wide}" stroke-linecap="round" stroke-linejoin="round"/></g>"#
    );
}
