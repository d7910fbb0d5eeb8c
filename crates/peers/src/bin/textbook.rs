//! The textbook programs: the judge's input in, its answers out. The argument says which.

use std::io::{self, Read as _, Write as _};

fn main() -> io::Result<()> {
    let program = std::env::args().nth(1).unwrap_or_default();
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let answer = fewest_peers::textbook::answer(&program, &input);
    let answer = answer.ok_or(io::ErrorKind::InvalidInput)?;
    io::stdout().write_all(answer.as_bytes())
}
