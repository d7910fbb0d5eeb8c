//! The whole space: every position a snake can come to, layer by layer, on all cores.
//!
//! What a snake can do depends on its body alone, that is, all of it but the tail. And a position
//! comes from one body position only: its segments but the first, which are where they were. So a
//! body position is expanded once, when it is first reached, and every position that it leads to
//! is new: they need not be remembered to be counted. The only one that is counted already is the
//! start.

mod chequer;
mod crew;
mod ground;
mod memory;
mod register;
mod tide;

use fewest_search::{Books, Limit, Progress, SearchContext, SearchOptions};

use super::Board;
use super::heads::Heads;
use ground::Ground;
use tide::Reached;

/// How far a flood has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flooded {
    /// How many positions had been counted before it began, and what was known then about how
    /// cheap a win can be.
    pub before: u64,
    pub least: usize,
    /// How many positions were reached with no move, one, two, and so on.
    pub layers: Vec<u64>,
    /// The fewest moves to the apple, once it is reached.
    pub cost: Option<usize>,
}

impl Flooded {
    /// How many positions were counted in all.
    pub fn states(&self) -> u64 {
        self.before + self.layers.iter().sum::<u64>()
    }

    /// No win is cheaper.
    pub fn at_least(&self) -> usize {
        self.cost.unwrap_or(self.layers.len()).max(self.least)
    }

    /// Sets the progress that the observer is shown, before the next layer.
    ///
    /// # Errors
    ///
    /// Returns [`Limit::Cost`] if that layer is beyond the limit of cost.
    fn show(&self, ctx: &mut SearchContext) -> Result<(), Limit> {
        let most = ctx.options.limits.cost;
        if most.is_some_and(|most| self.layers.len() as u64 > most) {
            return Err(Limit::Cost);
        }
        let at_least = self.at_least() as u64;
        ctx.stop.progress = Progress {
            depth: at_least - 1,
            states: self.states(),
            at_least,
        };
        Ok(())
    }

    /// Adds a layer; says whether there is anything in it.
    fn add(&mut self, reached: Reached, books: &mut Books) -> Result<bool, Limit> {
        if reached.count == 0 {
            return Ok(false);
        }
        books.push(&mut self.layers, reached.count)?;
        if reached.won && self.cost.is_none() {
            self.cost = Some(self.layers.len() - 1);
        }
        Ok(true)
    }
}

/// About how many bytes the sets of heads of a chunk take: few enough to stay at hand while they
/// are moved in one direction after another.
const BYTES_A_CHUNK: usize = 1 << 16;

/// Whether the memory is enough to flood a board of the kernel's.
pub fn fits(board: &Board, options: &SearchOptions) -> bool {
    bytes(board).is_some_and(|bytes| bytes <= options.limits.memory.unwrap_or(u64::MAX))
}

/// How many bodies a snake as long as a board's has; nothing where it is too short or too long.
pub fn bodies(board: &Board) -> Option<u64> {
    register::bodies(board.snake.len())
}

/// How many positions there can be at the most.
pub fn states(board: &Board) -> Option<u64> {
    let shapes = register::bodies(board.snake.len() + 1)?;
    shapes.checked_mul(u64::from(board.walls.len()))
}

/// About the bytes that a flood of a board of the kernel's takes in memory; nothing where the
/// snake is too short or too long for one.
pub fn bytes(board: &Board) -> Option<u64> {
    let bytes_a_set = 8 * words(board) as u64;
    let sets = chequer::colours(board) as u64 + 2;
    // Beside them the mark of each body, and for each of two layers whether it has any heads.
    Some(bodies(board)? * (bytes_a_set * sets + 3))
}

/// Hands on how many words sets of heads can have: the code is compiled for each.
macro_rules! with_widths {
    ($macro:ident $($rest:tt)*) => {
        $macro!([1 2 3 4 5 6 8 16 32 256] $($rest)*)
    };
}

macro_rules! listed {
    ([$($words:literal)+]) => {
        &[$($words),+]
    };
}

/// How many words sets of heads can have.
const WIDTHS: &[usize] = with_widths!(listed);

/// How many words the sets of heads are given.
fn words(board: &Board) -> usize {
    let least = chequer::words(board);
    let enough = WIDTHS.iter().find(|&&words| words >= least);
    *enough.expect("a board that the kernel fits")
}

/// Calls a function with the words that a board's sets of heads are given.
macro_rules! by_width {
    ([$($words:literal)+] $board:expr, $function:ident $arguments:tt) => {
        match words($board) {
            $($words => by_width!(@ $function $words $arguments),)+
            words => unreachable!("a board of {words} words"),
        }
    };
    (@ $function:ident $words:literal ($($argument:expr),*)) => {
        $function::<$words>($($argument),*)
    };
    ($board:expr, $function:ident $arguments:tt) => {
        with_widths!(by_width $board, $function $arguments)
    };
}

/// Floods a board, past the win too where the options say so.
pub fn flood(board: &Board, flooded: &mut Flooded, ctx: &mut SearchContext) -> Result<(), Limit> {
    let left = ctx.budget.left();
    by_width!(board, run(board, flooded, ctx))?;
    ctx.budget.give_back(left - ctx.budget.left());
    Ok(())
}

fn run<const W: usize>(
    board: &Board,
    flooded: &mut Flooded,
    ctx: &mut SearchContext,
) -> Result<(), Limit> {
    let ground = Ground::<W>::new(board, ctx)?;
    memory::Flood::new(&ground, ctx)?.run(flooded, ctx)
}

/// The heads of the bodies of a layer.
struct Layer<const W: usize> {
    /// For each body whether it has any.
    awake: Vec<bool>,
    /// Where it has none, the set is left as it was once.
    heads: Vec<Heads<W>>,
}

impl<const W: usize> Layer<W> {
    /// So many bodies, none of which has heads.
    fn new(bodies: usize, books: &mut Books) -> Result<Self, Limit> {
        Ok(Layer {
            awake: books.filled(bodies, false)?,
            heads: books.filled(bodies, [0; W])?,
        })
    }
}
