//! What a flood goes by: the squares, the bodies, and where it begins.

use fewest_search::{Limit, SearchContext};

use super::Layer;
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
    /// The one that leads to the start, and by which direction.
    pub before_start: (usize, Spot),
    pub toward_start: usize,
}

impl<const W: usize> Ground<W> {
    /// Numbers the bodies, in chunks whose sets of heads take about so many bytes.
    pub fn new(
        board: &Board,
        bytes_a_chunk: usize,
        ctx: &mut SearchContext,
    ) -> Result<Self, Limit> {
        let chequer = Chequer::<W>::new(board);
        let steps: Vec<usize> = board.steps().map(|step| step as usize).collect();
        let (register, [start, before]) = Register::new(
            board.snake.len(),
            bytes_a_chunk.div_ceil(size_of::<Heads<W>>()),
            [&steps[..steps.len() - 1], &steps[1..]],
            ctx,
        )?;
        Ok(Ground {
            start: (start, chequer.spot(board.snake[0])),
            before_start: (before, chequer.spot(board.snake[1])),
            toward_start: back(steps[0]),
            chequer,
            register,
        })
    }

    /// The colour of the squares where heads are after so many moves.
    pub fn colour(&self, depth: usize) -> usize {
        (self.start.1.colour + depth) % self.chequer.colours()
    }

    /// The bodies of a chunk, of a layer that begins with this body.
    pub fn sources<'a>(
        &'a self,
        chunk: usize,
        first: usize,
        layer: &'a Layer<W>,
    ) -> Sources<'a, W> {
        let bodies = self.register.sources(chunk..chunk + 1);
        let places = bodies.start - first..bodies.end - first;
        Sources {
            marks: &self.register.marks()[bodies],
            awake: &layer.awake[places.clone()],
            heads: &layer.heads[places],
        }
    }

    /// Whether a move leads to the start, which is counted already, from a layer that begins with
    /// this body.
    pub fn leads_to_start(&self, depth: usize, first: usize, layer: &Layer<W>) -> bool {
        let (body, head) = self.before_start;
        let place = body
            .checked_sub(first)
            .filter(|&place| place < layer.awake.len());
        let is_there = |place: usize| layer.awake[place] && head.is_in(&layer.heads[place]);
        head.colour == self.colour(depth) && place.is_some_and(is_there)
    }

    /// Takes those away that moves lead to from the next chunk.
    pub fn cut<'a>(&self, targets: &mut [Targets<'a, W>; 4], chunk: usize) -> [Targets<'a, W>; 4] {
        let mut targets = targets.iter_mut().enumerate();
        [(); 4].map(|()| {
            let (direction, targets) = targets.next().expect("one for each");
            let bodies = self.register.targets(chunk..chunk + 1, direction);
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
