//! What one click reveals by a queue, as a program: the judge's input in, its answers out.

use fewest_peers::textbook::{mines, program};

fn main() -> std::io::Result<()> {
    program(|input| {
        let mut lines = input.lines();
        let cases = std::iter::from_fn(|| mines::read(lines.next()?, lines.next()?));
        cases
            .map(|(mut board, click)| {
                mines::click(&mut board, click);
                mines::write(&board)
            })
            .collect()
    })
}
