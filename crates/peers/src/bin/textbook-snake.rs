//! Snake by a queue and a hash set, as a program: the judge's input in, its answer out.

use fewest_peers::textbook::{program, snake};

fn main() -> std::io::Result<()> {
    program(|input| {
        let mut words = input.split_ascii_whitespace();
        let boards = std::iter::from_fn(|| snake::read(&mut words));
        boards.map(|board| snake::fewest(&board).judged()).collect()
    })
}
