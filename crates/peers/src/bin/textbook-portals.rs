//! The portal maze by Dijkstra, as a program: the judge's input in, its answer out.

use fewest_peers::textbook::{portals, program};

fn main() -> std::io::Result<()> {
    program(|input| {
        let mut words = input.split_ascii_whitespace();
        let boards = std::iter::from_fn(|| portals::read(&mut words));
        boards
            .map(|board| portals::judged(portals::fewest(&board)))
            .collect()
    })
}
