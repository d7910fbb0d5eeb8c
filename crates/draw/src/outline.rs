//! The outline of squares that belong together, its corners rounded: walls, all in one path.

use fewest_games::grid::Grid;

use crate::pen::{Path, Point, SQUARE, at};

/// The four ways along an edge, each a quarter turn to the right of the one before.
const WAYS: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

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

#[cfg(test)]
mod tests {
    use super::*;

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
