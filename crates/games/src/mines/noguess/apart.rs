//! What each of two cells has around it, and the other has not.

use super::row::Row;

/// How the second of two cells may lie to the first so that something is around both: rows down
/// and columns along. The other twelve ways are these with the two exchanged.
pub const WAYS: [(usize, i32); 12] = [
    (0, 1),
    (0, 2),
    (1, 0),
    (1, 1),
    (1, -1),
    (1, 2),
    (1, -2),
    (2, 0),
    (2, 1),
    (2, -1),
    (2, 2),
    (2, -2),
];

/// For each cell of a row as the first of two, and each way in which the second may lie to it:
/// whether one of some set is around the first and not around the second, and the other way round.
/// The two themselves are around neither.
///
/// The five rows are the one above the first cell, its own, and the three below.
#[inline(always)]
pub fn apart<R: Row>([above, own, below, second, third]: [R; 5]) -> [(R, R); 12] {
    let (above_beside, second_beside) = (above.beside(), second.beside());
    let column = above | own | below;
    let ends = above | below;
    let two = own | below;
    let (two_before, two_after) = (two.later(), two.sooner());
    let (two_far_before, two_far_after) = (two_before.later(), two_after.sooner());
    let (before, after) = (below.later(), below.sooner());
    let (far_before, far_after) = (before.later(), after.sooner());
    // Around the first of two that are two rows apart, but for the row between them.
    let upper = above_beside | own.sides();
    let lower = third.beside() | second.sides();
    [
        (column.later(), column.moved(-2)),
        (column.later() | ends, ends.moved(-2) | column.moved(-3)),
        (above_beside, second_beside),
        (
            above_beside | two_before,
            second_beside.sooner() | two_far_after,
        ),
        (
            above_beside | two_after,
            second_beside.later() | two_far_before,
        ),
        (
            above_beside | two_before | below,
            second_beside.moved(-2) | own.moved(-2) | two_far_after.sooner(),
        ),
        (
            above_beside | two_after | below,
            second_beside.moved(2) | own.moved(2) | two_far_before.later(),
        ),
        (upper, lower),
        (upper | before, lower.sooner() | far_after),
        (upper | after, lower.later() | far_before),
        (
            upper | before | below,
            lower.moved(-2) | far_after | far_after.sooner(),
        ),
        (
            upper | after | below,
            lower.moved(2) | far_before | far_before.later(),
        ),
    ]
}

/// The cells around the first of two and not around the second, as rows and columns from the
/// first; neither of the two is among them.
pub fn around_one((down, along): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let block = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)));
    block.filter(move |&(row, column)| {
        let is_shared = (row - down).abs() <= 1 && (column - along).abs() <= 1;
        (row, column) != (0, 0) && !is_shared
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_as_the_cells_lie() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let rows: [u32; 5] = std::array::from_fn(|_| random.u32(..) & random.u32(..));
            let is_set = |(row, column): (i32, i32)| {
                let (row, column) = (usize::try_from(row + 1), u32::try_from(column));
                let (Ok(row), Ok(column)) = (row, column) else {
                    return false;
                };
                column < 32 && rows[row].has(column)
            };
            for ((down, along), (first, second)) in WAYS.into_iter().zip(apart(rows)) {
                let down = down as i32;
                for column in 0..32 {
                    // Of a second cell outside the board nothing is told.
                    if !(0..32).contains(&(column + along)) {
                        continue;
                    }
                    let mut one = around_one((down, along));
                    let is_around = one.any(|(row, beside)| is_set((row, column + beside)));
                    assert_eq!(first.has(column as u32), is_around, "{down},{along}");
                    let mut other = around_one((-down, -along));
                    let is_around =
                        other.any(|(row, beside)| is_set((down + row, column + along + beside)));
                    assert_eq!(second.has(column as u32), is_around, "{down},{along}");
                }
            }
        }
    }
}
