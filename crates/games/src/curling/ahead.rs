//! The last throws on a narrow sheet, seen without making them.
//!
//! The last throw but one must stop in line with the goal, so there is one way along its column
//! and one along its row, and a few bits tell whether they are open. They also tell along which
//! lines that throw may be made, and a throw before it has to stop in one of those.

use super::narrow::{ENDS, Line, Lines, Narrow, above, below, between, place};
use super::sheet::Spot;
use crate::grid::Direction;

/// What the last throws but one are aimed at.
#[derive(Clone, Copy)]
pub struct Aim {
    /// The goal's column, and those with a block beside the goal's row and nothing from there to
    /// the goal: along them the stone may stop where the last throw wins.
    columns: Line,
    /// Likewise the goal's row and others.
    rows: Line,
}

impl Narrow {
    /// The throw that reaches the goal, if one does.
    pub fn one(&self, stone: Spot) -> Option<Direction> {
        let ((row, column), (goal_row, goal_column)) = (place(stone), self.goal);
        let in_row = row == goal_row && self.rows[row] & between(column, goal_column) == 0;
        let in_column = column == goal_column && self.columns[column] & between(row, goal_row) == 0;
        if in_column {
            Some(self.along_column(row))
        } else {
            in_row.then(|| self.along_row(column))
        }
    }

    /// The way to the goal along its column.
    fn along_column(&self, row: usize) -> Direction {
        match self.goal.0 < row {
            true => Direction::Up,
            false => Direction::Down,
        }
    }

    /// The way to the goal along its row.
    fn along_row(&self, column: usize) -> Direction {
        match self.goal.1 < column {
            true => Direction::Left,
            false => Direction::Right,
        }
    }

    /// The two throws that reach the goal, if any do.
    ///
    /// Out of line with the goal, the first has to stop in line with it: before a block just past
    /// the goal's row or column. In line with it, the one block between has to be broken.
    #[inline]
    pub fn two(&self, stone: Spot) -> Option<[Direction; 2]> {
        let ((row, column), (goal_row, goal_column)) = (place(stone), self.goal);
        if row != goal_row && column != goal_column {
            let open = |line: Line, from: usize, goal: usize, cross: Line| {
                let past = if goal < from { goal - 1 } else { goal + 1 };
                line >> past & 1 == 1 && line & between(from, past) == 0 && cross == 0
            };
            let along_row = self.rows[goal_row] & between(column, goal_column);
            if open(self.columns[column], row, goal_row, along_row) {
                return Some([self.along_column(row), self.along_row(column)]);
            }
            let along_column = self.columns[goal_column] & between(row, goal_row);
            if open(self.rows[row], column, goal_column, along_column) {
                return Some([self.along_row(column), self.along_column(row)]);
            }
            return None;
        }
        let (line, from, goal, direction) = match row == goal_row {
            true => (self.rows[row], column, goal_column, self.along_row(column)),
            false => (self.columns[column], row, goal_row, self.along_column(row)),
        };
        let blocks = line & between(from, goal);
        let beside = 0b101 << (from - 1);
        (blocks.is_power_of_two() && blocks & beside == 0).then_some([direction; 2])
    }

    /// What is aimed at now.
    pub fn aim(&self) -> Aim {
        let (row, column) = self.goal;
        let beside = |lines: &Lines, line: usize| lines[line - 1] | lines[line + 1];
        Aim {
            columns: open_around(self.rows[row], column) & beside(&self.rows, row) | 1 << column,
            rows: open_around(self.columns[column], row) & beside(&self.columns, column) | 1 << row,
        }
    }

    /// Whether breaking a block can change what is aimed at.
    pub fn is_near_goal(&self, block: Spot) -> bool {
        let ((row, column), (goal_row, goal_column)) = (place(block), self.goal);
        row.abs_diff(goal_row) <= 1 || column.abs_diff(goal_column) <= 1
    }

    /// Whether two or three throws may win, by what is aimed at.
    pub fn is_promising(&self, stone: Spot, throws: usize, aim: Aim) -> bool {
        let ((row, column), (goal_row, goal_column)) = (place(stone), self.goal);
        let (in_column, in_row) = (aim.columns >> column & 1, aim.rows >> row & 1);
        if throws == 2 {
            return in_column | in_row == 1;
        }
        let down_or_up = aimed(self.columns[column], row, aim.rows, in_column, goal_row);
        let left_or_right = aimed(self.rows[row], column, aim.columns, in_row, goal_column);
        down_or_up | left_or_right
    }
}

/// The bits around one up to the next that are set on either side.
fn open_around(line: Line, bit: usize) -> Line {
    let (lower, upper) = (line & below(bit), line & above(bit));
    let from = !(Line::MAX >> lower.leading_zeros());
    let to = (upper & upper.wrapping_neg()) - 1;
    from & to & !(1 << bit)
}

/// Whether a throw along a line stops at one of some bits, or breaks a block in the goal's own
/// line across. Along a line that is itself aimed at it may stop anywhere.
fn aimed(line: Line, stone: usize, stops: Line, anywhere: Line, goal: usize) -> bool {
    let anywhere = anywhere.wrapping_neg() & !ENDS | 1 << goal;
    let (lower, upper) = (line & below(stone), line & above(stone));
    let last = 1 << 63 >> lower.leading_zeros();
    let first = upper & upper.wrapping_neg();
    // No throw is made against a block right beside the stone.
    let nearest = (last & (stops >> 1 | anywhere) | first & (stops << 1 | anywhere))
        & !(0b101 << (stone - 1));
    nearest != 0
}
