//! What a flood goes by: the squares, the bodies, and where it begins.

use fewest_search::{Limit, SearchContext};

use super::{BYTES_A_CHUNK, Layer};
use super::chequer::{Chequer, Spot};
use super::register::Register;
use super::tide::{Sources, Targets};
use crate::snake::Board;
use crate::snake::heads::Heads;
use crate::snake::shapes::back;

/// What a flood goes by.
pub struct Ground<const W: usize> {
    pub chequer: Chequer<W>,
    pub register: Register,
    /// The body position that it begins with.
    pub start: (usize, Spot),
    /// The one that leads to the start.
    pub before_start: (usize, Spot),
}

impl<const W: usize> Ground<W> {
    pub fn new(board: &Board, ctx: &mut SearchContext) -> Result<Self, Limit> {
        let chequer = Chequer::<W>::new(board);
        let steps: Vec<usize> = board.steps().map(|step| step as usize).collect();
        let (register, [start, before]) = Register::new(
            board.snake.len(),
            BYTES_A_CHUNK.div_ceil(size_of::<Heads<W>>()),
            [&steps[..steps.len() - 1], &steps[1..]],
            ctx,
        )?;
        Ok(Ground {
            start: (start, chequer.spot(board.snake[0])),
            before_start: (before, chequer.spot(board.snake[1])),
            chequer,
            register,
        })
    }

    /// The colour of the squares where heads are after so many moves.
    pub fn colour(&self, depth: usize) -> usize {
        (self.start.1.colour + depth) % self.chequer.colours()
    }

    /// The bodies of a chunk of a layer.
    pub fn sources<'a>(&'a self, chunk: usize, layer: &'a Layer<W>) -> Sources<'a, W> {
        let bodies = self.register.sources(chunk);
        Sources {
            marks: &self.register.marks()[bodies.clone()],
            awake: &layer.awake[bodies.clone()],
            heads: &layer.heads[bodies],
        }
    }

    /// Whether a move leads from a layer to the start, which is counted already.
    pub fn leads_to_start(&self, depth: usize, layer: &Layer<W>) -> bool {
        let (body, head) = self.before_start;
        head.colour == self.colour(depth) && layer.awake[body] && head.is_in(&layer.heads[body])
    }

    /// Takes those away that moves lead to from the next chunk.
    pub fn cut<'a>(&self, targets: &mut [Targets<'a, W>; 4], chunk: usize) -> [Targets<'a, W>; 4] {
        let mut targets = targets.iter_mut().enumerate();
        [(); 4].map(|()| {
            let (direction, targets) = targets.next().expect("one for each");
            let bodies = self.register.targets(chunk, direction);
            targets.cut(bodies.len())
        })
    }
}

/// The quarters of a list for all bodies, by the direction whose moves lead to them: those bodies
/// have their second segment where the head was.
pub fn quarters<T>(list: &mut [T]) -> [&mut [T]; 4] {
    let mut quarters = list.chunks_exact_mut(list.len() / 4);
    let mut quarters = [(); 4].map(|()| quarters.next().expect("four quarters"));
    quarters.swap(0, back(0));
    quarters.swap(2, back(2));
    quarters
}
