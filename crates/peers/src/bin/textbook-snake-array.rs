//! Snake by a queue and an array, as a program: the judge's input in, its answer out.

use fewest_peers::textbook::{program, snake, snake_array};

fn main() -> std::io::Result<()> {
    program(|input| {
        let mut words = input.split_ascii_whitespace();
        let boards = std::iter::from_fn(|| snake::read(&mut words));
        boards
            .map(|board| snake_array::fewest(&board).judged())
            .collect()
    })
}
