//! One search forward, layer by layer: all heads of a body moved at once where a layer is wide,
//! one position after another where it is narrow.
//!
//! A position comes from one body position only: its segments but the first, which are where they
//! were. So body positions alone are remembered, and each is expanded once; all that it leads to is
//! new, the start excepted.

use std::borrow::Cow;

use fewest_search::{Books, Limit, SearchContext};

use super::bound::Guide;
use super::heads::{Heads, Yard, count, has, insert, is_empty, squares};
use super::shapes::{BLOCKED, Shapes, back};
use crate::grid::Square;

/// A body and the square of its head: what a snake can do depends on nothing else.
pub type Position = (u32, Square);

/// The positions of one layer.
pub enum Layer<const W: usize> {
    /// Few: one by one.
    Narrow(Vec<Position>),
    /// Many: for each body the set of its heads.
    Wide(Vec<Heads<W>>),
}

/// How many positions or bodies are moved between two looks at the clock.
const AT_ONCE: usize = 1024;

/// What a layer led to.
#[derive(Clone, Copy, Default)]
pub struct Reached {
    /// Positions reached for the first time, those told apart that differ in the tail alone.
    pub count: u64,
    /// Whether the apple is among them.
    pub won: bool,
}

/// What a forward search works on.
pub struct Sweep<'a, const W: usize> {
    yard: &'a Yard<W>,
    shapes: Cow<'static, Shapes>,
    apple: Square,
    /// For each body the squares where its head has been.
    seen: Vec<Heads<W>>,
    /// The position that leads to the start.
    before_start: Option<Position>,
    /// Room for a wide layer, all empty, once there has been one.
    room: Vec<Heads<W>>,
    guide: Option<Guide<'a, W>>,
    is_used: bool,
}

impl<'a, const W: usize> Sweep<'a, W> {
    pub fn new(
        yard: &'a Yard<W>,
        shapes: Cow<'static, Shapes>,
        apple: Square,
        books: &mut Books,
    ) -> Result<Self, Limit> {
        Ok(Sweep {
            yard,
            apple,
            seen: books.filled(shapes.bodies(), [0; W])?,
            before_start: None,
            room: Vec::new(),
            shapes,
            guide: None,
            is_used: false,
        })
    }

    /// From here on the guide leaves positions out.
    pub fn follow(&mut self, mut guide: Guide<'a, W>, books: &mut Books) -> Result<(), Limit> {
        guide.learn(&self.shapes, books)?;
        self.guide = Some(guide);
        Ok(())
    }

    pub fn guide(&mut self) -> Option<&mut Guide<'a, W>> {
        self.guide.as_mut()
    }

    /// Where a snake is whose steps from segment to segment are these.
    pub fn position(
        &mut self,
        steps: &[usize],
        head: Square,
        books: &mut Books,
    ) -> Result<Position, Limit> {
        let before = self.before(steps);
        Ok((self.body(before, back(steps[0]), books)?, head))
    }

    /// The body from which such a snake came.
    fn before(&self, steps: &[usize]) -> u32 {
        let before = self.shapes.number(Shapes::code(&steps[1..]));
        before.expect("it is where the numbers begin")
    }

    /// Forgets where it has been, and begins with a snake whose steps from segment to segment
    /// are these.
    pub fn begin(
        &mut self,
        steps: &[usize],
        head: Square,
        books: &mut Books,
    ) -> Result<Layer<W>, Limit> {
        if self.is_used {
            self.seen.fill([0; W]);
        }
        self.is_used = true;
        let start = self.position(steps, head, books)?;
        insert(&mut self.seen[start.0 as usize], head);
        let neck = self.yard.ahead(head, steps[0]);
        self.before_start = neck.map(|neck| (self.before(steps), neck));
        let mut positions = Vec::new();
        books.push(&mut positions, start)?;
        Ok(Layer::Narrow(positions))
    }

    /// All positions one move further than a layer of so many.
    pub fn step(
        &mut self,
        layer: Layer<W>,
        positions: u64,
        ctx: &mut SearchContext,
    ) -> Result<(Layer<W>, Reached), Limit> {
        // A step of all heads of a body costs about as much as one of a single position, and in a
        // small layer most bodies have no head at all.
        if positions > self.shapes.bodies() as u64 {
            let mut heads = self.widened(layer, &mut ctx.budget)?;
            let next = self.wide_step(&mut heads, ctx);
            self.give_room(heads, &mut ctx.budget);
            next
        } else {
            let positions = self.narrowed(layer, &mut ctx.budget)?;
            let next = self.narrow_step(&positions, ctx);
            ctx.budget.forget(positions);
            next
        }
    }

    /// Frees what a layer held.
    pub fn drop_layer(&mut self, layer: Layer<W>, books: &mut Books) -> Result<(), Limit> {
        let positions = self.narrowed(layer, books)?;
        books.forget(positions);
        Ok(())
    }

    fn widened(&mut self, layer: Layer<W>, books: &mut Books) -> Result<Vec<Heads<W>>, Limit> {
        match layer {
            Layer::Wide(heads) => Ok(heads),
            Layer::Narrow(positions) => {
                let mut heads = self.take_room(books)?;
                for &(body, head) in &positions {
                    insert(&mut heads[body as usize], head);
                }
                books.forget(positions);
                Ok(heads)
            }
        }
    }

    fn narrowed(&mut self, layer: Layer<W>, books: &mut Books) -> Result<Vec<Position>, Limit> {
        match layer {
            Layer::Narrow(positions) => Ok(positions),
            Layer::Wide(mut heads) => {
                let mut positions = Vec::new();
                for (body, heads) in (0..).zip(&mut heads) {
                    for head in squares(heads) {
                        books.push(&mut positions, (body, head))?;
                    }
                    *heads = [0; W];
                }
                self.give_room(heads, books);
                Ok(positions)
            }
        }
    }

    /// Room for a wide layer, all empty.
    fn take_room(&mut self, books: &mut Books) -> Result<Vec<Heads<W>>, Limit> {
        let mut room = std::mem::take(&mut self.room);
        if room.is_empty() {
            return books.filled(self.shapes.bodies(), [0; W]);
        }
        while room.len() < self.shapes.bodies() {
            books.push(&mut room, [0; W])?;
        }
        Ok(room)
    }

    /// Takes room back that is empty again.
    fn give_room(&mut self, room: Vec<Heads<W>>, books: &mut Books) {
        books.forget(std::mem::replace(&mut self.room, room));
    }

    fn narrow_step(
        &mut self,
        positions: &[Position],
        ctx: &mut SearchContext,
    ) -> Result<(Layer<W>, Reached), Limit> {
        let mut next = Vec::new();
        let mut reached = Reached::default();
        for positions in positions.chunks(AT_ONCE) {
            ctx.work(4 * AT_ONCE as u32)?;
            ctx.budget.make_room(&mut next, 4 * positions.len())?;
            let mut done = 0;
            while let Some((place, direction)) =
                self.move_each(&positions[done..], &mut next, &mut reached)
            {
                done += place;
                self.work_out(positions[done].0, direction, &mut ctx.budget)?;
            }
        }
        Ok((Layer::Narrow(next), reached))
    }

    /// Moves one position after another. Ends early at a move that has to be worked out first,
    /// and says which; going on from that position again does nothing twice.
    fn move_each(
        &mut self,
        positions: &[Position],
        next: &mut Vec<Position>,
        reached: &mut Reached,
    ) -> Option<(usize, usize)> {
        let (yard, shapes, seen) = (self.yard, &*self.shapes, &mut self.seen[..]);
        for (place, &(body, head)) in positions.iter().enumerate() {
            if let Some(guide) = &self.guide
                && !guide.bound.is_near(guide.prefix(body), head)
            {
                continue;
            }
            let mut count = 0;
            for direction in 0..4 {
                let Some(ahead) = yard.ahead(head, direction) else {
                    continue;
                };
                let Some(moved) = shapes.known(body, direction) else {
                    return Some((place, direction));
                };
                if moved == BLOCKED {
                    continue;
                }
                count += 1;
                let seen = &mut seen[moved as usize];
                if !has(seen, ahead) {
                    insert(seen, ahead);
                    next.push((moved, ahead));
                }
                reached.won |= ahead == self.apple;
            }
            reached.count += count - u64::from(self.before_start == Some((body, head)));
        }
        None
    }

    /// Empties the layer as it goes.
    fn wide_step(
        &mut self,
        layer: &mut [Heads<W>],
        ctx: &mut SearchContext,
    ) -> Result<(Layer<W>, Reached), Limit> {
        let mut next = self.take_room(&mut ctx.budget)?;
        let mut reached = Reached::default();
        for (part, layer) in layer.chunks_mut(AT_ONCE).enumerate() {
            ctx.work(4 * AT_ONCE as u32)?;
            let mut body = part * AT_ONCE;
            while let Some((place, direction)) = self.move_all(
                body as u32,
                &mut layer[body - part * AT_ONCE..],
                &mut next,
                &mut reached,
            ) {
                body += place;
                self.work_out(body as u32, direction, &mut ctx.budget)?;
                while next.len() < self.shapes.bodies() {
                    ctx.budget.push(&mut next, [0; W])?;
                }
            }
        }
        Ok((Layer::Wide(next), reached))
    }

    /// Moves all heads of one body after another, from the body `first` on. Ends early as
    /// [`Sweep::move_each`] does.
    fn move_all(
        &mut self,
        first: u32,
        layer: &mut [Heads<W>],
        next: &mut [Heads<W>],
        reached: &mut Reached,
    ) -> Option<(usize, usize)> {
        let (yard, shapes, seen) = (self.yard, &*self.shapes, &mut self.seen[..]);
        for (place, (body, waiting)) in (first..).zip(layer).enumerate() {
            if is_empty(waiting) {
                continue;
            }
            let mut heads = *waiting;
            if let Some(guide) = &self.guide {
                let near = guide.bound.near(guide.prefix(body));
                heads = std::array::from_fn(|i| heads[i] & near[i]);
            }
            let mut to_count = 0;
            for direction in 0..4 {
                let Some(body) = shapes.known(body, direction) else {
                    return Some((place, direction));
                };
                if body == BLOCKED {
                    continue;
                }
                let moved = yard.moved(&heads, direction);
                let (seen, next) = (&mut seen[body as usize], &mut next[body as usize]);
                for word in 0..W {
                    next[word] |= moved[word] & !seen[word];
                    seen[word] |= moved[word];
                }
                to_count += count(&moved);
                reached.won |= has(&moved, self.apple);
            }
            let leads_to_start = self
                .before_start
                .is_some_and(|before| before.0 == body && has(&heads, before.1));
            reached.count += to_count - u64::from(leads_to_start);
            *waiting = [0; W];
        }
        None
    }

    /// The position after a move; nothing where it is blocked.
    pub fn moved(
        &mut self,
        (body, head): Position,
        direction: usize,
        books: &mut Books,
    ) -> Result<Option<Position>, Limit> {
        let Some(ahead) = self.yard.ahead(head, direction) else {
            return Ok(None);
        };
        let moved = self.body(body, direction, books)?;
        Ok((moved != BLOCKED).then_some((moved, ahead)))
    }

    /// What a body becomes by a move, or [`BLOCKED`].
    #[inline(always)]
    fn body(&mut self, body: u32, direction: usize, books: &mut Books) -> Result<u32, Limit> {
        match self.shapes.known(body, direction) {
            Some(moved) => Ok(moved),
            None => self.work_out(body, direction, books),
        }
    }

    #[cold]
    fn work_out(&mut self, body: u32, direction: usize, books: &mut Books) -> Result<u32, Limit> {
        let shapes = self.shapes.to_mut();
        let moved = shapes.work_out(body, direction, books)?;
        while self.seen.len() < shapes.bodies() {
            books.push(&mut self.seen, [0; W])?;
        }
        if let Some(guide) = &mut self.guide {
            guide.learn(&self.shapes, books)?;
        }
        Ok(moved)
    }
}
