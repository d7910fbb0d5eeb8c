//! The `pathfinding` crate's breadth-first search over packed positions. Successors come without
//! an allocation, and the tables are built before the clock runs: the library at its best.

use ::pathfinding::prelude::bfs;

use crate::packed::Rink;
use crate::textbook::snake_array::{Codes, Snake};
use crate::textbook::{Found, ladders, portals};

/// Counts the positions that were expanded, and the steps of the path.
fn search<N, I>(
    start: N,
    mut successors: impl FnMut(&N) -> I,
    is_won: impl FnMut(&N) -> bool,
) -> Found
where
    N: Eq + std::hash::Hash + Clone,
    I: IntoIterator<Item = N>,
{
    let mut positions = 0;
    let expand = |node: &N| {
        positions += 1;
        successors(node)
    };
    let path = bfs(&start, expand, is_won);
    Found {
        fewest: path.map(|path| path.len() as u64 - 1),
        positions,
    }
}

/// Snake, head and body in one number.
pub fn snake(codes: &Codes) -> Found {
    let pack = |snake: Snake| u64::from(snake.head) << codes.bits | snake.body;
    let unpack = |packed: u64| Snake {
        head: (packed >> codes.bits) as u32,
        body: packed & ((1 << codes.bits) - 1),
    };
    search(
        pack(codes.start),
        |&packed| codes.moves(unpack(packed)).into_iter().flatten().map(pack),
        |&packed| unpack(packed).head == codes.apple,
    )
}

/// Curling, the stone and the broken blocks.
pub fn curling(rink: &Rink) -> Found {
    search(
        rink.start,
        |ice| {
            std::array::from_fn::<_, 4, _>(|way| rink.throw(ice, way))
                .into_iter()
                .flatten()
        },
        |ice| rink.is_won(ice),
    )
}

/// The portal maze, the square alone: a forced portal is a map from square to square.
pub fn portals(board: &portals::Board) -> Found {
    let goal = board.goal();
    let arrival = |square| match square == goal {
        true => square,
        false => board.twin(square).unwrap_or(square),
    };
    if board.glyphs[0] == b'#' {
        return Found {
            fewest: None,
            positions: 0,
        };
    }
    search(
        arrival(0),
        |&square| board.beside(square).map(arrival),
        |&square| square == goal,
    )
}

/// Snakes and Ladders on the track that [`track`] has unfolded.
pub fn ladders(track: &[u32]) -> Found {
    let last = track.len() as u32 - 1;
    search(
        0,
        |&square| (square + 1..=last.min(square + 6)).map(|next| track[next as usize]),
        |&square| square == last,
    )
}

/// Where the player stands after landing on each square, squares counted from 0.
pub fn track(board: &ladders::Board) -> Vec<u32> {
    let squares = board.len() * board.len();
    let landing = |square| ladders::landing(board, square) as u32 - 1;
    (1..=squares).map(landing).collect()
}
