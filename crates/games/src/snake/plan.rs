//! How a board will be searched, and what that takes.

use fewest_search::{Plan, SearchOptions, Why};

use super::Board;
use super::flood;
use super::kernel::SLACK;
use super::shapes::Shapes;

/// The bytes of the sets of heads, where all bodies are numbered at once.
pub fn sets(board: &Board) -> u64 {
    let counts = Shapes::counts(board.snake.len());
    counts.map_or(0, |[_, bodies]| {
        let bytes_a_set = u64::from(board.walls.len())
            .div_ceil(64)
            .next_power_of_two()
            * 8;
        4 * bodies * bytes_a_set
    })
}

/// What a search is expected to take: the sets of a flood, and a little for the rest. The shapes
/// take less, or are given up for the flood.
fn expected(board: &Board) -> Option<u64> {
    const REST: u64 = 4 << 10;
    flood::bytes(board)?.checked_add(REST)
}

/// The plan of a search on these options.
pub fn plan(board: &Board, options: &SearchOptions) -> Plan {
    if options.whole {
        return of_flood(board, options);
    }
    let why = Why::new(
        "whether a snake is in its own way depends on its shape alone, so all heads of a \
               shape are moved at once, and what cannot reach the apple in time is left out",
    );
    let squares = u64::from(board.walls.len());
    let states = Shapes::counts(board.snake.len())
        .map(|[shapes, _]| shapes * squares * (SLACK.len() as u64 + 1));
    Plan {
        kernel: "shapes",
        states,
        bytes: options.limits.memory,
        needed: None,
        expected: expected(board),
        why,
    }
}

/// The plan of a search that leaves nothing out.
pub fn of_flood(board: &Board, options: &SearchOptions) -> Plan {
    let why = Why::new(
        "whether a snake is in its own way depends on its body alone, so all heads of each of \
         {bodies} bodies are moved at once, and a bit for each that was ever reached, and for \
         each in two layers, takes {bytes} bytes",
    );
    let needed = flood::bytes(board);
    Plan {
        kernel: "flood",
        states: flood::states(board),
        // The way to the apple may take more than the flood.
        bytes: options.limits.memory,
        needed,
        expected: expected(board),
        why: why
            .with("bodies", flood::bodies(board).unwrap_or(0))
            .with("bytes", needed.unwrap_or(0)),
    }
}
