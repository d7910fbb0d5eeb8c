//! The edits of Snakes and Ladders against the text changed by hand.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fewest_search::SearchOptions;

use crate::advise::Wish;
use crate::edits::{Rewritten, agree};
use crate::game::Game as _;
use crate::ladders::Board;
use crate::level::Level;
use crate::oracle::numbers;
use crate::oracle::read;

const SEED: u64 = 909;

/// The numbers of the track as they lie on the table, from the top left: the bottom row runs to
/// the right, the next one to the left, and so on.
fn table(side: usize) -> Vec<usize> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for row in 0..side {
        let mut numbers: Vec<usize> = (row * side + 1..=row * side + side).collect();
        if row % 2 == 1 {
            numbers.reverse();
        }
        rows.push(numbers);
    }
    rows.into_iter().rev().flatten().collect()
}

fn text(side: usize, notes: &str, jumps: &BTreeMap<usize, usize>) -> String {
    let mut text = format!("game: ladders\n{notes}");
    for (index, number) in table(side).iter().enumerate() {
        text.push(if index % side == 0 { '\n' } else { ' ' });
        text += &jumps.get(number).map_or(".".to_string(), usize::to_string);
        if index == 0 {
            text.insert(text.rfind('\n').unwrap(), '\n');
        }
    }
    text + "\n"
}

fn by_hand(side: usize, notes: &str, jumps: &BTreeMap<usize, usize>) -> Vec<Rewritten> {
    let mut made = Vec::new();
    for (&start, &now) in jumps {
        for (square, end) in table(side).into_iter().enumerate() {
            if end == now {
                continue;
            }
            let mut changed = jumps.clone();
            if end == start {
                changed.remove(&start);
            } else {
                changed.insert(start, end);
            }
            made.push(Rewritten {
                group: "jump",
                square,
                text: text(side, notes, &changed),
            });
        }
    }
    let last = side * side;
    for start in (2..last).filter(|start| !jumps.contains_key(start)) {
        let places = table(side);
        let square = places.iter().position(|&number| number == start);
        for end in (1..=last).filter(|&end| end != start) {
            let mut changed = jumps.clone();
            changed.insert(start, end);
            made.push(Rewritten {
                group: "new jump",
                square: square.expect("it is on the table"),
                text: text(side, notes, &changed),
            });
        }
    }
    made
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for round in 0..200 {
        // The largest have several words of squares.
        let side = match round % 100 {
            0 => 9,
            _ => rng.usize(2..=4),
        };
        let last = side * side;
        let mut jumps = BTreeMap::new();
        for _ in 0..rng.usize(..=4) {
            jumps.insert(rng.usize(2..last), rng.usize(1..=last));
        }
        let notes = if rng.bool() { "die: 3\n" } else { "" };
        agree::<Board>(&text(side, notes, &jumps), by_hand(side, notes, &jumps));
    }
}

/// On a board without jumps there is something to change: jumps are added, up and down, the longest
/// first.
#[test]
fn jumps_are_added_where_there_are_none() {
    let board = Level::<Board>::parse("game: ladders\n\n. . .\n. . .\n. . .\n");
    let board = board.expect("a level").board;
    let first: Vec<_> = Board::editor()
        .edits(&board)
        .take(4)
        .map(|edit| Board::editor().describe(&board, edit))
        .collect();
    let jumps: Vec<_> = first.iter().map(|change| numbers(&change.what)).collect();
    assert_eq!(jumps, [[8, 1], [2, 9], [7, 1], [2, 8]]);
    assert_eq!(Board::editor().count(&board), 7 * 8);
}

/// A large board has as many new jumps as pairs of squares: all are counted, and the best of each
/// square is listed.
#[test]
fn of_very_many_jumps_the_best_of_each_square_are_listed() {
    let rows = format!("{}\n", ". ".repeat(11)).repeat(11);
    let level = read(&format!("game: ladders\n\n{rows}"));
    let go_on = &mut |_| ControlFlow::Continue(());
    let advice = level.advise(Wish::Harder, &SearchOptions::new(), go_on);
    let advice = advice.expect("no lie");
    assert_eq!((advice.tried(), advice.untried), (119 * 120, 0));
    let group = &advice.groups[0];
    assert_eq!(group.counts.all(), 119 * 120);
    assert_eq!(group.tried.len(), 119);
    assert!(group.counts.easier > 0 && group.counts.unchanged > 0);
    for (square, best) in (0..).zip(group.best.squares()) {
        assert_eq!(
            best.map(|best| group.tried[best].becomes.clone()),
            group.grid[square]
        );
        if let Some(best) = best {
            let place = group.tried[*best].place;
            assert_eq!(group.grid.at(place.row, place.column), Some(square));
            assert_eq!(numbers(&group.tried[*best].what).len(), 2);
        }
    }
}
