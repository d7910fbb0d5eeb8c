//! Files of many small levels of all five games, as level text.

use super::{curling, ladders, mines, portals, snake};
use crate::ours;

/// How many levels one process is given at once; few where it shall be quick.
pub fn many(quick: bool) -> u64 {
    if quick { 2_000 } else { 100_000 }
}

/// How many levels are also solved by a process each.
pub fn few(quick: bool) -> u64 {
    if quick { 10 } else { 200 }
}

/// What a file of so many levels is called.
pub fn name(count: u64) -> String {
    format!("{} small levels", crate::table::grouped(count))
}

/// So many small levels of all games, each as level text.
pub fn levels(count: u64) -> impl Iterator<Item = String> {
    (0..count).map(|number| {
        let (game, text) = match number % 5 {
            0 => ("snake", snake::small(number)),
            1 => {
                let case = curling::small(number);
                ("curling", curling::input([case].into_iter()))
            }
            2 => ("portals", portals::small(number)),
            3 => ("ladders", ladders::small(number)),
            _ => ("mines", mines::small(number)),
        };
        let mut levels = ours::levels(game, &text);
        levels.pop().expect("there is one").level_text()
    })
}
