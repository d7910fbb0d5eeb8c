//! Where everything on the paper goes, in units of a fortieth of a square.

use fewest_games::grid::{Grid, Square};

use crate::pen::{Point, SQUARE, at};

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
