//! Curling by depth-first search, as a program: the judge's input in, its answers out.

use fewest_peers::textbook::{curling, program};

fn main() -> std::io::Result<()> {
    program(|input| {
        let mut words = input.split_ascii_whitespace();
        let boards = std::iter::from_fn(|| curling::read(&mut words));
        boards
            .map(|board| curling::fewest(&board).judged())
            .collect()
    })
}
