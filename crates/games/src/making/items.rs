//! Things of one kind that lie on some squares: walls, blocks, mines.

use std::ops::RangeInclusive;

use super::chance::Chance;
use crate::grid::{Grid, Square};

/// Sets one more on a random square, or takes one away, or moves one where there may be no more and
/// no fewer; says whether anything has changed. Only the squares told may have one.
pub fn shift(
    items: &mut Grid<bool>,
    squares: &[Square],
    amount: &RangeInclusive<u32>,
    chance: &mut Chance,
) -> bool {
    let Some(square) = chance.choice(squares) else {
        return false;
    };
    let is_there = items[square];
    let now = squares.iter().filter(|&&at| items[at]).count() as u32;
    let fits = match is_there {
        true => now > *amount.start(),
        false => now < *amount.end(),
    };
    if !fits {
        let others = squares.iter().filter(|&&at| items[at] != is_there);
        let Some(other) = chance.choice(&others.copied().collect::<Vec<_>>()) else {
            return false;
        };
        items[other] = is_there;
    }
    items[square] = !is_there;
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_never_too_many_or_too_few() {
        let mut chance = Chance::new(3);
        for (least, most) in [(0, 9), (2, 4), (3, 3), (0, 0), (7, 7)] {
            let mut items = Grid::new(3, vec![false; 9]);
            let squares = [0, 1, 3, 4, 5, 7, 8];
            for &square in &squares[..least as usize] {
                items[square] = true;
            }
            for _ in 0..500 {
                let before = items.clone();
                let has_changed = shift(&mut items, &squares, &(least..=most), &mut chance);
                assert_eq!(has_changed, items != before);
                let now = items.squares().iter().filter(|&&item| item).count() as u32;
                assert!((least..=most).contains(&now) && !items[2] && !items[6]);
            }
        }
    }
}
