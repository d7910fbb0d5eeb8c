//! The whole space: every position a snake can come to, layer by layer, on all cores.
//!
//! What a snake can do depends on its body alone, that is, all of it but the tail. And a position
//! comes from one body position only: its segments but the first, which are where they were. So a
//! body position is expanded once, when it is first reached, and every position that it leads to
//! is new: they need not be remembered to be counted. The only one that is counted already is the
//! start.

use std::num::NonZeroUsize;

use fewest_search::{Books, Limit, Terms};

use super::Board;
use super::chequer::{self, Chequer, Spot};
use super::crew;
use super::heads::Heads;
use super::register::{self, Mark, Register};
use super::shapes::back;
use super::tide::{self, Reached, Sources, Targets};

/// How far a flood has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flooded {
    /// How many positions were reached with no move, one, two, and so on.
    pub layers: Vec<u64>,
    /// The fewest moves to the apple, once it is reached.
    pub cost: Option<usize>,
}

/// About how many bytes the sets of heads of a chunk take: few enough to stay at hand while they
/// are moved in one direction after another.
const BYTES_A_CHUNK: usize = 1 << 16;

/// Whether a board of the kernel's may be flooded on these terms.
pub fn fits(board: &Board, terms: &Terms) -> bool {
    let memory = terms.limits.memory.unwrap_or(u64::MAX);
    bytes(board).is_some_and(|bytes| bytes <= memory)
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

/// About the bytes that a flood of a board of the kernel's takes; nothing where the snake is too
/// short or too long for one.
pub fn bytes(board: &Board) -> Option<u64> {
    let bodies = register::bodies(board.snake.len())?;
    let bytes_a_set = 8 * words(board) as u64;
    let sets = chequer::colours(board) as u64 + 2;
    // Beside them the mark of each body, and for each of two layers whether it has any heads.
    Some(bodies * (bytes_a_set * sets + 3))
}

/// How many words the sets of heads are given.
fn words(board: &Board) -> usize {
    match chequer::words(board) {
        words @ ..=16 => words,
        words => words.next_power_of_two(),
    }
}

/// Floods a board, past the win too where the terms say so. `look` is told of the work now and then, and of what is reached.
pub fn flood(
    board: &Board,
    terms: &Terms,
    books: &mut Books,
    flooded: &mut Flooded,
    look: &mut dyn FnMut(u32, &Flooded) -> Result<(), Limit>,
) -> Result<(), Limit> {
    macro_rules! by_width {
        ($($words:literal)+) => {
            match words(board) {
                $($words => Flood::<$words>::new(board, terms, books, look)?.run(flooded, books, look),)+
                words => unreachable!("a board of {words} words"),
            }
        };
    }
    by_width!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 32 64 128 256)
}

/// The heads of one layer.
struct Layer<const W: usize> {
    /// For each body whether it has any.
    awake: Vec<bool>,
    /// Where it has none, the set is left as it was once.
    heads: Vec<Heads<W>>,
}

struct Flood<const W: usize> {
    chequer: Chequer<W>,
    register: Register,
    threads: NonZeroUsize,
    /// Whether it goes on after the win, until nothing new is reached.
    whole: bool,
    /// For each colour of squares, for each body, those where its head has been.
    seen: Vec<Vec<Heads<W>>>,
    /// The one to be moved, and room for the one that it leads to.
    layers: [Layer<W>; 2],
    /// The colour of the squares where its heads are.
    colour: usize,
    /// The body position that leads to the start.
    before_start: (usize, Spot),
}

impl Flooded {
    /// How many positions were reached in all.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// No win is cheaper.
    pub fn at_least(&self) -> usize {
        self.cost.unwrap_or(self.layers.len()).max(1)
    }
}

impl<const W: usize> Flood<W> {
    fn new(
        board: &Board,
        terms: &Terms,
        books: &mut Books,
        look: &mut dyn FnMut(u32, &Flooded) -> Result<(), Limit>,
    ) -> Result<Self, Limit> {
        let chequer = Chequer::<W>::new(board);
        let steps: Vec<usize> = board.steps().map(|step| step as usize).collect();
        let (register, [start, before]) = Register::new(
            board.snake.len(),
            BYTES_A_CHUNK / size_of::<Heads<W>>(),
            [&steps[..steps.len() - 1], &steps[1..]],
            terms.threads,
            books,
            &mut |work| look(work, &Flooded::default()),
        )?;
        let bodies = register.marks().len();
        let mut layer = || {
            Ok(Layer {
                awake: books.filled(bodies, false)?,
                heads: books.filled(bodies, [0; W])?,
            })
        };
        let mut layers = [layer()?, layer()?];
        let mut seen = Vec::new();
        for _ in 0..chequer.colours() {
            seen.push(books.filled(bodies, [0; W])?);
        }
        let head = chequer.spot(board.snake[0]);
        layers[0].awake[start] = true;
        layers[0].heads[start] = head.alone();
        seen[head.colour][start] = head.alone();
        Ok(Flood {
            before_start: (before, chequer.spot(board.snake[1])),
            chequer,
            register,
            threads: terms.threads,
            whole: terms.whole,
            seen,
            layers,
            colour: head.colour,
        })
    }

    fn run(
        mut self,
        flooded: &mut Flooded,
        books: &mut Books,
        look: &mut dyn FnMut(u32, &Flooded) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        books.push(&mut flooded.layers, 1)?;
        while self.whole || flooded.cost.is_none() {
            let reached = self.step(|work| look(work, flooded))?;
            if reached.count == 0 {
                break;
            }
            books.push(&mut flooded.layers, reached.count)?;
            if reached.won && flooded.cost.is_none() {
                flooded.cost = Some(flooded.layers.len() - 1);
            }
        }
        self.forget(books);
        Ok(())
    }

    /// Frees all that it held.
    fn forget(self, books: &mut Books) {
        self.register.forget(books);
        for layer in self.layers {
            books.forget(layer.awake);
            books.forget(layer.heads);
        }
        for seen in self.seen {
            books.forget(seen);
        }
    }

    /// Moves the layer.
    fn step(
        &mut self,
        mut look: impl FnMut(u32) -> Result<(), Limit>,
    ) -> Result<Reached, Limit> {
        let ways = self.chequer.ways(self.colour);
        let other = self.chequer.other(self.colour);
        let leads_to_start = self.has(self.before_start);
        let [layer, next] = &mut self.layers;
        let register = &self.register;
        let mut targets = quarters(register.marks(), &mut self.seen[other], next);
        let tasks = (0..register.chunks()).map(|chunk| {
            let bodies = register.sources(chunk);
            let sources = Sources {
                marks: &register.marks()[bodies.clone()],
                awake: &layer.awake[bodies.clone()],
                heads: &layer.heads[bodies],
            };
            let mut targets = targets.iter_mut().enumerate();
            let targets = [(); 4].map(|()| {
                let (direction, targets) = targets.next().expect("one for each direction");
                targets.cut(register.targets(chunk, direction).len())
            });
            (sources, targets)
        });
        let chunks = NonZeroUsize::new(register.chunks()).expect("there are bodies");
        let sums = crew::share(
            self.threads.min(chunks),
            tasks,
            |sum: &mut Reached, (sources, targets)| sum.add(tide::step(ways, sources, targets)),
            || look(1 << 10),
        )?;
        let mut reached = Reached::default();
        for sum in sums {
            reached.add(sum);
        }
        reached.count -= u64::from(leads_to_start);
        self.layers.swap(0, 1);
        self.colour = other;
        Ok(reached)
    }

    /// Whether a body position is in the layer to be moved.
    fn has(&self, (body, head): (usize, Spot)) -> bool {
        let layer = &self.layers[0];
        head.colour == self.colour && layer.awake[body] && head.is_in(&layer.heads[body])
    }
}

/// For each direction the bodies that moves lead to: those that have their second segment where
/// the head was.
fn quarters<'a, const W: usize>(
    marks: &'a [Mark],
    seen: &'a mut [Heads<W>],
    next: &'a mut Layer<W>,
) -> [Targets<'a, W>; 4] {
    let size = marks.len() / 4;
    let mut quarters = marks
        .chunks_exact(size)
        .zip(seen.chunks_exact_mut(size))
        .zip(next.awake.chunks_exact_mut(size))
        .zip(next.heads.chunks_exact_mut(size))
        .map(|(((marks, seen), awake), heads)| Targets {
            marks,
            seen,
            awake,
            heads,
        });
    let mut targets = [(); 4].map(|()| quarters.next().expect("four quarters"));
    targets.swap(0, back(0));
    targets.swap(2, back(2));
    targets
}
