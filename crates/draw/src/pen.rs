//! Where everything goes, and the paths of SVG: points, short numbers, outlines and the layout.

use std::ops::{Add, Mul, Sub};

use fewest_games::grid::{Grid, Square};

/// The side of a square, in the units that everything is drawn in.
pub const SQUARE: f64 = 40.0;

/// A point, or the way from one to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// A point.
pub const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The same way, one unit long; to the right where it has no length.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-9 {
            at(1.0, 0.0)
        } else {
            self * (1.0 / length)
        }
    }

    /// A quarter turn to the right, as it is seen on paper.
    pub fn right(self) -> Point {
        at(-self.y, self.x)
    }

    /// The turn from pointing right to pointing this way, in degrees.
    pub fn degrees(self) -> f64 {
        self.y.atan2(self.x).to_degrees()
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        at(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        at(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        at(self.x * factor, self.y * factor)
    }
}

/// Tenths of a unit: finer is not seen.
fn tenths(value: f64) -> i64 {
    (value * 10.0).round() as i64
}

/// A number with at most one digit behind its point: `12`, `.5`, `-3.2`.
pub fn number(value: f64) -> String {
    text_of(tenths(value))
}

fn text_of(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, part) = (tenths.abs() / 10, tenths.abs() % 10);
    match (whole, part) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, part) => format!("{sign}.{part}"),
        (whole, part) => format!("{sign}{whole}.{part}"),
    }
}

/// The `d` of a path, written relative to the last point, which is shorter. Every point is
/// rounded on its own, so that the errors do not add up.
#[derive(Default)]
pub struct Path {
    text: String,
    /// Where the pen is, in tenths.
    pen: (i64, i64),
    command: char,
}

impl Path {
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The path, ready to be an attribute.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn move_to(&mut self, point: Point) {
        self.pen = (tenths(point.x), tenths(point.y));
        let (x, y) = self.pen;
        put!(self.text, "M{}", text_of(x));
        self.numbers(&[y]);
        self.command = 'M';
    }

    pub fn line_to(&mut self, point: Point) {
        let (x, y) = self.relative(point);
        match (x, y) {
            (0, 0) => {}
            (x, 0) => self.write('h', &[x]),
            (0, y) => self.write('v', &[y]),
            (x, y) => self.write('l', &[x, y]),
        }
        self.pen = (self.pen.0 + x, self.pen.1 + y);
    }

    pub fn quad_to(&mut self, bend: Point, point: Point) {
        let ((bx, by), (x, y)) = (self.relative(bend), self.relative(point));
        self.write('q', &[bx, by, x, y]);
        self.pen = (self.pen.0 + x, self.pen.1 + y);
    }

    pub fn curve_to(&mut self, out: Point, inn: Point, point: Point) {
        let (ox, oy) = self.relative(out);
        let ((ix, iy), (x, y)) = (self.relative(inn), self.relative(point));
        self.write('c', &[ox, oy, ix, iy, x, y]);
        self.pen = (self.pen.0 + x, self.pen.1 + y);
    }

    pub fn close(&mut self) {
        self.text.push('z');
        self.command = 'z';
    }

    fn relative(&self, point: Point) -> (i64, i64) {
        (tenths(point.x) - self.pen.0, tenths(point.y) - self.pen.1)
    }

    /// A command and its numbers; a command that is the same as the last is not repeated.
    fn write(&mut self, command: char, numbers: &[i64]) {
        if self.command == command {
            self.numbers(numbers);
            return;
        }
        self.text.push(command);
        self.text += &text_of(numbers[0]);
        self.numbers(&numbers[1..]);
        self.command = command;
    }

    /// Numbers after others: a minus sign parts them as well as a space does.
    fn numbers(&mut self, numbers: &[i64]) {
        for &number in numbers {
            if number >= 0 {
                self.text.push(' ');
            }
            self.text += &text_of(number);
        }
    }
}

/// The four ways along an edge, each a quarter turn to the right of the one before.
const WAYS: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

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

/// Draws the outline of all squares that are in, a little inside them. Squares that touch only at
/// a corner stay apart.
pub fn outline(is_in: &Grid<bool>, inset: f64, radius: f64) -> Path {
    let mut edges = Edges::new(is_in);
    let mut path = Path::default();
    for corner in 0..edges.ways.len() {
        while edges.ways[corner] != 0 {
            let corners = edges.take_loop(corner);
            round(&corners, inset, radius, &mut path);
        }
    }
    path
}

/// The edges between what is in and what is not, by the corner of the grid where each begins, so
/// that what is in lies to the right.
struct Edges {
    columns: usize,
    /// A bit for each way.
    ways: Vec<u8>,
}

impl Edges {
    fn new(is_in: &Grid<bool>) -> Self {
        let (rows, columns) = (is_in.rows(), is_in.columns());
        let holds = |row: Option<u32>, column: Option<u32>| {
            let square = is_in.at(row.unwrap_or(rows), column.unwrap_or(columns));
            square.is_some_and(|square| is_in[square])
        };
        let stride = columns as usize + 1;
        let mut ways = vec![0; stride * (rows as usize + 1)];
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            if !holds(Some(row), Some(column)) {
                continue;
            }
            let corner = row as usize * stride + column as usize;
            let beside = [
                (corner, holds(row.checked_sub(1), Some(column))),
                (corner + 1, holds(Some(row), Some(column + 1))),
                (corner + stride + 1, holds(Some(row + 1), Some(column))),
                (corner + stride, holds(Some(row), column.checked_sub(1))),
            ];
            for (way, (begin, joined)) in beside.into_iter().enumerate() {
                ways[begin] |= u8::from(!joined) << way;
            }
        }
        Edges {
            columns: stride,
            ways,
        }
    }

    /// Follows the outline from a corner until it is closed, and takes its edges away. Gives the
    /// corners at which it turns, each with the ways before and after.
    fn take_loop(&mut self, begin: usize) -> Vec<(Point, usize, usize)> {
        let first = self.ways[begin].trailing_zeros() as usize;
        let (mut corner, mut way) = (begin, first);
        let mut corners = Vec::new();
        loop {
            self.ways[corner] &= !(1 << way);
            let (right, down) = WAYS[way];
            corner = (corner as i64 + right + down * self.columns as i64) as usize;
            // To the right first: two squares that touch at a corner are two outlines.
            let turns = [1, 0, 3].map(|turn| (way + turn) % 4);
            let next = turns
                .into_iter()
                .find(|next| self.ways[corner] >> next & 1 == 1);
            let closed = next.is_none();
            let next = next.unwrap_or(first);
            if next != way {
                let (x, y) = (corner % self.columns, corner / self.columns);
                corners.push((at(x as f64, y as f64) * SQUARE, way, next));
            }
            if closed {
                return corners;
            }
            way = next;
        }
    }
}

fn round(corners: &[(Point, usize, usize)], inset: f64, radius: f64, path: &mut Path) {
    let along = |way: usize| at(WAYS[way].0 as f64, WAYS[way].1 as f64);
    for (number, &(corner, before, after)) in corners.iter().enumerate() {
        let (before, after) = (along(before), along(after));
        let corner = corner + (before.right() + after.right()) * inset;
        let from = corner - before * radius;
        match number {
            0 => path.move_to(from),
            _ => path.line_to(from),
        }
        path.quad_to(corner, corner + after * radius);
    }
    path.close();
}

/// The middle of a square.
pub fn middle<T>(grid: &Grid<T>, square: Square) -> Point {
    corner(grid, square) + at(SQUARE / 2.0, SQUARE / 2.0)
}

/// The top left corner of a square.
pub fn corner<T>(grid: &Grid<T>, square: Square) -> Point {
    let place = grid.place(square);
    at(f64::from(place.column), f64::from(place.row)) * SQUARE
}

/// The step from one square of a walk to the next: a side-neighbour, or the square across the
/// board, which is reached over the edge.
pub fn step<T>(grid: &Grid<T>, from: Square, to: Square) -> (Point, bool) {
    let gap = corner(grid, to) - corner(grid, from);
    let over_the_edge = gap.length() > SQUARE;
    let direction = if over_the_edge {
        gap.unit() * -1.0
    } else {
        gap.unit()
    };
    (direction, over_the_edge)
}

/// A picture's measures.
pub struct Layout {
    /// How many pixels a unit has.
    pub scale: f64,
    /// The whole paper.
    pub paper: Point,
    /// How far from the paper's edge everything keeps.
    pub margin: f64,
    /// The board's top left corner.
    pub board: Point,
    /// The board's width and height.
    pub squares: Point,
    /// How tall letters below the board are.
    pub text: f64,
    /// The base line of the first line below the board.
    pub base: f64,
}

impl Layout {
    /// Letters have to be read, however small the squares are: their height in pixels.
    const READABLE: f64 = 9.0;

    /// A picture of so many squares, each so many pixels wide, with so many lines of text below.
    /// It is the same for every frame of a film, whatever the lines say.
    pub fn new(rows: u32, columns: u32, lines: usize, size: u32) -> Self {
        let scale = f64::from(size) / SQUARE;
        let squares = at(f64::from(columns), f64::from(rows)) * SQUARE;
        let longer = squares.x.max(squares.y);
        let text = (Self::READABLE / scale).max(11.0).round();
        let margin = (longer / 50.0).max(14.0).round();
        // Wide enough for what is written below even the smallest board.
        let least = if lines > 0 { 22.0 * text } else { 0.0 };
        let width = squares.x.max(least);
        let below = lines as f64 * Self::leading(text);
        Layout {
            scale,
            paper: at(width, squares.y + below) + at(margin, margin) * 2.0,
            margin,
            board: at(((width - squares.x) / 2.0 + margin).round(), margin),
            squares,
            text,
            base: margin + squares.y + Self::leading(text),
        }
    }

    /// From one line of text to the next.
    fn leading(text: f64) -> f64 {
        (text * 1.9).round()
    }

    /// The base line of a line below the board.
    pub fn line(&self, number: usize) -> f64 {
        self.base + number as f64 * Self::leading(self.text)
    }

    /// The paper in pixels.
    pub fn pixels(&self) -> (u32, u32) {
        let pixels = |units: f64| (units * self.scale).ceil() as u32;
        (pixels(self.paper.x), pixels(self.paper.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let short = [
            (12.0, "12"),
            (0.5, ".5"),
            (-0.04, "0"),
            (-3.25, "-3.3"),
            (-0.2, "-.2"),
        ];
        for (value, text) in short {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn paths_are_short_and_their_errors_do_not_add_up() {
        let mut path = Path::default();
        path.move_to(at(1.0, -2.0));
        for step in 1..=3 {
            path.line_to(at(1.0 + f64::from(step) * 0.14, -2.0));
        }
        path.line_to(at(2.0, 0.0));
        path.line_to(at(3.0, 1.0));
        path.quad_to(at(4.0, 1.0), at(4.0, 2.0));
        path.close();
        assert_eq!(path.text(), "M1-2h.1 .2 .1l.6 2 1 1q1 0 1 1z");
    }

    fn drawn(rows: &[&str], inset: f64) -> String {
        let squares = rows.iter().flat_map(|row| row.chars()).map(|c| c == '#');
        let grid = Grid::new(rows[0].len(), squares.collect());
        outline(&grid, inset, 5.0).text().to_string()
    }

    #[test]
    fn one_square_is_one_rounded_square() {
        let square = drawn(&["#"], 0.0);
        assert_eq!(square, "M35 0q5 0 5 5v30q0 5-5 5h-30q-5 0-5-5v-30q0-5 5-5z");
    }

    #[test]
    fn squares_side_by_side_are_one_outline_and_at_a_corner_two() {
        assert_eq!(
            drawn(&["##"], 1.0),
            "M74 1q5 0 5 5v28q0 5-5 5h-68q-5 0-5-5v-28q0-5 5-5z"
        );
        assert_eq!(drawn(&["#.", ".#"], 1.0).matches('M').count(), 2);
        assert_eq!(drawn(&[".#", "#."], 1.0).matches('M').count(), 2);
    }

    #[test]
    fn a_ring_has_an_outside_and_an_inside() {
        let ring = drawn(&["###", "#.#", "###"], 0.0);
        assert_eq!(ring.matches('z').count(), 2);
        assert_eq!(ring.matches('q').count(), 8);
    }

    #[test]
    fn the_outline_of_any_squares_encloses_them() {
        // The area of a path of straight lines, by the shoelace: rounding taken as none.
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let columns = rng.usize(1..7);
            let squares: Vec<bool> = (0..columns * rng.usize(1..7)).map(|_| rng.bool()).collect();
            let grid = Grid::new(columns, squares);
            let mut edges = Edges::new(&grid);
            let mut area = 0.0;
            for corner in 0..edges.ways.len() {
                while edges.ways[corner] != 0 {
                    let corners = edges.take_loop(corner);
                    for (one, two) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                        area += one.0.x * two.0.y - two.0.x * one.0.y;
                    }
                }
            }
            let squares = grid.squares().iter().filter(|&&is_in| is_in).count();
            assert_eq!(area / 2.0, squares as f64 * SQUARE * SQUARE);
        }
    }
}
