//! Snakes and Ladders by a hash map, as a program: the judge's input in, its answers out.

use fewest_peers::textbook::{ladders, program};

fn main() -> std::io::Result<()> {
    program(|input| {
        let boards = input.lines().filter_map(ladders::read);
        boards
            .map(|board| ladders::fewest(&board).judged())
            .collect()
    })
}
