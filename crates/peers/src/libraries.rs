//! Other people's libraries on the same boards, each at its best: the tables are built before the
//! clock runs, and successors come without an allocation.

/// The `pathfinding` crate's breadth-first search over packed positions.
pub mod pathfinding {
    use ::pathfinding::prelude::bfs;

    use super::rink::Rink;
    use crate::textbook::snake::array::{Codes, Snake};
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
        Found::new(path.map(|path| path.len() as u64 - 1), positions)
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
        if board.glyphs[0] == b'#' {
            return Found::new(None, 0);
        }
        search(
            board.arrival(0),
            |&square| board.beside(square).map(|next| board.arrival(next)),
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
}

/// The `petgraph` crate on the portal maze: a graph of the squares, and Dijkstra on it.
pub mod petgraph {
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
                        .map(|next| (square, board.arrival(next))),
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
            return Found::new(None, 0);
        }
        let goal = board.goal();
        let seconds = dijkstra(maze, board.arrival(0), Some(goal), |_| 1u64);
        Found::new(seconds.get(&goal).copied(), seconds.len() as u64)
    }
}

/// The `stateright` model checker, breadth-first. It keeps fingerprints of states; with one thread
/// its first discovery is the nearest, with more it says itself that it need not be.
pub mod stateright {
    use ::stateright::{Checker, Model, Property};

    use super::rink::{Ice, Rink};
    use crate::textbook::Found;
    use crate::textbook::snake::array::{Codes, Snake};

    const WON: &str = "won";

    impl Model for Codes {
        type State = Snake;
        type Action = usize;

        fn init_states(&self) -> Vec<Snake> {
            vec![self.start]
        }

        fn actions(&self, _: &Snake, ways: &mut Vec<usize>) {
            ways.extend(0..4);
        }

        fn next_state(&self, snake: &Snake, way: usize) -> Option<Snake> {
            self.moves(*snake)[way]
        }

        fn properties(&self) -> Vec<Property<Self>> {
            vec![Property::sometimes(WON, |codes: &Codes, snake: &Snake| {
                snake.head == codes.apple
            })]
        }
    }

    impl Model for Rink {
        type State = Ice;
        type Action = usize;

        fn init_states(&self) -> Vec<Ice> {
            vec![self.start]
        }

        fn actions(&self, _: &Ice, ways: &mut Vec<usize>) {
            ways.extend(0..4);
        }

        fn next_state(&self, ice: &Ice, way: usize) -> Option<Ice> {
            self.throw(ice, way)
        }

        fn properties(&self) -> Vec<Property<Self>> {
            vec![Property::sometimes(WON, |rink: &Rink, ice: &Ice| {
                rink.is_won(ice)
            })]
        }
    }

    /// Checks a model; the checker wants one of its own.
    pub fn check<M>(model: &M, threads: usize) -> Found
    where
        M: Model<Action = usize> + Clone + Send + Sync + 'static,
        M::State: Clone + PartialEq + std::fmt::Debug + std::hash::Hash + Send + Sync + 'static,
    {
        let checker = model.clone().checker().threads(threads).spawn_bfs().join();
        Found::new(
            checker
                .discovery(WON)
                .map(|path| path.into_actions().len() as u64),
            checker.unique_state_count() as u64,
        )
    }
}

/// `ms_toollib`, the library of Minesweeper's players: the chances of a position, and whether a
/// board needs a guess.
pub mod toollib {
    use fewest_minesweeper::{Cell, Grid, Position, Square};

    /// A board as the library takes it.
    pub type Board = Vec<Vec<i32>>;

    const UNOPENED: i32 = 10;
    const MINE: i32 = -1;

    /// A position as the library takes it.
    pub fn board(position: &Position) -> Board {
        let cell = |&cell: &Cell| match cell {
            Cell::Number(number) => i32::from(number),
            _ => UNOPENED,
        };
        rows(&position.cells.map(cell))
    }

    /// A board with its mines as the library takes it.
    pub fn dealt(mines: &Grid<bool>) -> Board {
        let around =
            |square: Square| mines.around(square).filter(|&near| mines[near]).count() as i32;
        let cell = |square: Square| if mines[square] { MINE } else { around(square) };
        let cells = (0..mines.len()).map(cell).collect();
        rows(&Grid::new(mines.columns() as usize, cells))
    }

    fn rows(cells: &Grid<i32>) -> Board {
        let rows = cells.squares().chunks(cells.columns() as usize);
        rows.map(<[i32]>::to_vec).collect()
    }

    /// The chance of a mine in each cell, row by row.
    ///
    /// # Panics
    /// If the library refuses the position.
    pub fn chances(board: &Board, mines: u32) -> Vec<Vec<f64>> {
        let (chances, _) = ms_toollib::cal_probability_onboard(board, f64::from(mines))
            .unwrap_or_else(|code| panic!("ms_toollib refuses a position with code {code}"));
        chances
    }

    /// The same after what is easy to see has been marked, as the library's manual advises.
    ///
    /// # Panics
    /// If the library refuses the position.
    pub fn marked_chances(board: &Board, mines: u32) -> Vec<Vec<f64>> {
        let mut board = board.clone();
        ms_toollib::mark_board(&mut board, false)
            .unwrap_or_else(|code| panic!("ms_toollib refuses a position with code {code}"));
        chances(&board, mines)
    }

    /// Whether a board can be won from a first click on by reasoning alone, without a count of the
    /// mines that are left. The library's `laymine_solvable` deals boards until this is true.
    pub fn needs_no_guess(board: &Board, click: Square) -> bool {
        let columns = board[0].len();
        ms_toollib::is_solvable(board, click as usize / columns, click as usize % columns)
    }
}

/// Curling as a position that a library can keep: the stone, and the blocks that are gone.
pub mod rink {
    use crate::textbook::curling::{Board, MOST_THROWS};

    const FREE: u16 = u16::MAX;
    const BLOCK: u8 = 1;
    const GOAL: u8 = 3;
    const EDGE: u8 = 4;

    /// Where the stone is, and the squares of the broken blocks, ascending; unused places hold the greatest number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Ice {
        stone: u16,
        broken: [u16; MOST_THROWS as usize - 1],
    }

    /// The board in a frame of edge squares.
    #[derive(Clone)]
    pub struct Rink {
        squares: Vec<u8>,
        ways: [isize; 4],
        goal: u16,
        /// The position that play begins from.
        pub start: Ice,
    }

    impl Rink {
        /// Puts a board into its frame.
        pub fn new(board: &Board) -> Self {
            let columns = board.ice[0].len() + 2;
            let mut squares = vec![EDGE; columns * (board.ice.len() + 2)];
            for (row, ice) in board.ice.iter().enumerate() {
                let begin = (row + 1) * columns + 1;
                squares[begin..begin + ice.len()].copy_from_slice(ice);
            }
            let goal = squares.iter().position(|&square| square == GOAL);
            Rink {
                ways: [-(columns as isize), columns as isize, -1, 1],
                goal: goal.map_or(FREE, |goal| goal as u16),
                start: Ice {
                    stone: ((board.stone.0 + 1) * columns + board.stone.1 + 1) as u16,
                    broken: [FREE; MOST_THROWS as usize - 1],
                },
                squares,
            }
        }

        /// Whether the stone is on the goal.
        #[inline]
        pub fn is_won(&self, ice: &Ice) -> bool {
            ice.stone == self.goal
        }

        /// The position after a throw; nothing where it is impossible or does not help: it leaves
        /// the board, or it was the last one allowed and does not win.
        #[inline]
        pub fn throw(&self, ice: &Ice, way: usize) -> Option<Ice> {
            let mut at = usize::from(ice.stone);
            loop {
                let next = at.wrapping_add_signed(self.ways[way]);
                match self.squares[next] {
                    EDGE => return None,
                    BLOCK if !ice.broken.contains(&(next as u16)) => {
                        let full = ice.broken[ice.broken.len() - 1] != FREE;
                        if at == usize::from(ice.stone) || full {
                            return None;
                        }
                        let mut after = Ice {
                            stone: at as u16,
                            broken: ice.broken,
                        };
                        let place = ice.broken.partition_point(|&block| block < next as u16);
                        after.broken[place..].rotate_right(1);
                        after.broken[place] = next as u16;
                        return Some(after);
                    }
                    GOAL => {
                        return Some(Ice {
                            stone: self.goal,
                            broken: ice.broken,
                        });
                    }
                    _ => at = next,
                }
            }
        }
    }
}
