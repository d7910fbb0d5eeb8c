//! The `petgraph` crate on the portal maze: a graph of the squares, and Dijkstra on it.

use ::petgraph::algo::dijkstra;
use ::petgraph::csr::Csr;

use crate::textbook::Found;
use crate::textbook::portals::Board;

/// A graph that has a node for each square and an edge for each second.
pub type Maze = Csr<(), ()>;

/// Builds the graph, in the crate's compressed rows, the fastest it has for graphs that stay.
pub fn build(board: &Board) -> Maze {
    let mut edges = Vec::with_capacity(4 * board.glyphs.len());
    for square in 0..board.glyphs.len() as u32 {
        if board.glyphs[square as usize] != b'#' {
            let first = edges.len();
            edges.extend(
                board
                    .beside(square)
                    .map(|next| (square, arrival(board, next))),
            );
            edges[first..].sort_unstable();
        }
    }
    edges.dedup();
    let mut maze = Csr::from_sorted_edges(&edges).expect("they are sorted, each once");
    while maze.node_count() < board.glyphs.len() {
        maze.add_node(());
    }
    maze
}

/// The fewest seconds to the last square.
pub fn search(board: &Board, maze: &Maze) -> Found {
    if board.glyphs[0] == b'#' {
        return Found {
            fewest: None,
            positions: 0,
        };
    }
    let goal = board.goal();
    let seconds = dijkstra(maze, arrival(board, 0), Some(goal), |_| 1u64);
    Found {
        fewest: seconds.get(&goal).copied(),
        positions: seconds.len() as u64,
    }
}

fn arrival(board: &Board, square: u32) -> u32 {
    match square == board.goal() {
        true => square,
        false => board.twin(square).unwrap_or(square),
    }
}
