//! Writes the shapes of an SVG: points, and paths with short, rounded numbers.

use std::fmt::Write as _;
use std::ops::{Add, Mul, Sub};

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
        write!(self.text, "M{}", text_of(x)).expect("writing to a string");
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
}
