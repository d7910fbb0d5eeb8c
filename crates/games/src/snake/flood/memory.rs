//! A flood in memory.

use std::num::NonZeroUsize;

use fewest_search::{Limit, SearchContext};

use super::ground::{Ground, quarters};
use super::register::Register;
use super::tide::{self, Reached, Targets};
use super::{Flooded, Layer, crew};
use crate::snake::heads::Heads;

/// A flood whose layers and what was reached are all in memory.
pub struct Flood<'a, const W: usize> {
    ground: &'a Ground<W>,
    threads: NonZeroUsize,
    /// Whether it goes on after the win, until nothing new is reached.
    whole: bool,
    /// For each colour of squares, for each body, those where its head has been.
    seen: Vec<Vec<Heads<W>>>,
    /// The one to be moved, and room for the one that it leads to.
    layers: [Layer<W>; 2],
}

impl<'a, const W: usize> Flood<'a, W> {
    pub fn new(ground: &'a Ground<W>, ctx: &mut SearchContext) -> Result<Self, Limit> {
        let (threads, whole) = (ctx.options.threads, ctx.options.whole);
        let books = &mut ctx.budget;
        let bodies = ground.register.marks().len();
        let mut layers = [Layer::new(bodies, books)?, Layer::new(bodies, books)?];
        let mut seen = Vec::new();
        for _ in 0..ground.chequer.colours() {
            seen.push(books.filled(bodies, [0; W])?);
        }
        let (start, head) = ground.start;
        layers[0].awake[start] = true;
        layers[0].heads[start] = head.alone();
        seen[head.colour][start] = head.alone();
        Ok(Flood {
            ground,
            threads,
            whole,
            seen,
            layers,
        })
    }

    pub fn run(mut self, flooded: &mut Flooded, ctx: &mut SearchContext) -> Result<(), Limit> {
        ctx.budget.push(&mut flooded.layers, 1)?;
        while self.whole || flooded.cost.is_none() {
            flooded.show(ctx)?;
            let reached = self.step(flooded, ctx)?;
            if !flooded.add(reached, &mut ctx.budget)? {
                break;
            }
        }
        Ok(())
    }

    /// Moves the last layer.
    fn step(&mut self, flooded: &Flooded, ctx: &mut SearchContext) -> Result<Reached, Limit> {
        let (ground, register) = (self.ground, &self.ground.register);
        let depth = flooded.layers.len() - 1;
        let ways = ground.chequer.ways(ground.colour(depth));
        let [layer, next] = &mut self.layers;
        let leads_to_start = ground.leads_to_start(depth, layer);
        let seen = quarters(&mut self.seen[ground.colour(depth + 1)]);
        let mut targets = all_targets(register, seen, next);
        let tasks = (0..register.chunks()).map(|chunk| {
            let sources = ground.sources(chunk, layer);
            (sources, ground.cut(&mut targets, chunk))
        });
        let chunks = NonZeroUsize::new(register.chunks()).expect("there are bodies");
        let sums = crew::share(
            self.threads.min(chunks),
            tasks,
            |sum: &mut Reached, (sources, targets): (_, [Targets<W>; 4])| {
                for reached in tide::step(ways, sources, targets) {
                    sum.add(reached);
                }
            },
            || ctx.work(1 << 10),
        )?;
        let mut reached = Reached::default();
        for sum in sums {
            reached.add(sum);
        }
        reached.count -= u64::from(leads_to_start);
        self.layers.swap(0, 1);
        Ok(reached)
    }
}

/// For each direction all bodies that moves lead to.
fn all_targets<'a, const W: usize>(
    register: &'a Register,
    seen: [&'a mut [Heads<W>]; 4],
    next: &'a mut Layer<W>,
) -> [Targets<'a, W>; 4] {
    let awake = quarters(&mut next.awake).into_iter();
    let next = awake.zip(quarters(&mut next.heads));
    let mut directions = seen.into_iter().zip(next).enumerate();
    [(); 4].map(|()| {
        let (direction, (seen, (awake, heads))) = directions.next().expect("four quarters");
        let bodies = register.all_targets(direction);
        Targets {
            marks: &register.marks()[bodies],
            seen,
            awake,
            heads,
        }
    })
}
