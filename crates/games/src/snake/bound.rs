//! How far every snake is from the apple at least: as far as its first few segments alone.
//!
//! The first segments of a snake move as a shorter snake of their own, and a shorter snake is in
//! its own way less often, so it is never farther from the apple. All its distances come from one
//! search backwards from the apple.

use fewest_search::{Books, Limit, SearchContext};

use super::heads::{Heads, Yard, has, insert, is_empty};
use super::shapes::{Shapes, back};
use crate::grid::Square;

/// The bound for one board.
pub struct Bound<const W: usize> {
    /// The heads at each distance, the apple's first: the place of a word, and its bits.
    reached: Vec<(u32, u64)>,
    /// Where each distance ends in that list.
    ends: Vec<usize>,
    /// For each body the heads that are near enough now.
    near: Vec<Heads<W>>,
    /// How far that is; none where it is as far as it goes.
    left: Option<usize>,
}

/// The same distances by body and square.
pub struct Distances {
    words: usize,
    /// Where the heads of each word of each body begin.
    begins: Vec<u32>,
    /// Distances and the heads at them, ascending within a word.
    heads: Vec<(u32, u64)>,
}

impl Distances {
    /// How far a snake is from the apple at least; nothing where it cannot get there.
    pub fn least(&self, body: u32, head: Square) -> Option<usize> {
        let place = body as usize * self.words + head as usize / 64;
        let heads = &self.heads[self.begins[place] as usize..self.begins[place + 1] as usize];
        let there = |(_, heads): &&(u32, u64)| heads >> (head % 64) & 1 == 1;
        heads
            .iter()
            .find(there)
            .map(|(distance, _)| *distance as usize)
    }
}

impl<const W: usize> Bound<W> {
    /// Searches backwards from the apple.
    pub fn new(
        yard: &Yard<W>,
        shapes: &Shapes,
        apple: Square,
        ctx: &mut SearchContext,
    ) -> Result<Self, Limit> {
        let bodies = shapes.bodies();
        let mut at_apple = [0; W];
        insert(&mut at_apple, apple);
        let sources: Vec<Vec<(u32, usize)>> = (0..bodies as u32)
            .map(|body| shapes.sources(body).collect())
            .collect();
        // For each body the heads that are not reached yet.
        let mut free: Vec<Heads<W>> = ctx.budget.list(bodies)?;
        free.extend((0..bodies as u32).map(|body| places(yard, shapes, body)));
        let mut fresh: Vec<Heads<W>> = ctx.budget.filled(bodies, [0; W])?;
        let mut next: Vec<Heads<W>> = ctx.budget.filled(bodies, [0; W])?;
        let mut active: Vec<u32> = ctx.budget.list(bodies)?;
        let mut coming: Vec<u32> = ctx.budget.list(bodies)?;
        for (body, (free, fresh)) in (0..).zip(free.iter_mut().zip(&mut fresh)) {
            if reach(free, fresh, &at_apple) {
                active.push(body);
            }
        }
        let mut reached = Vec::new();
        let mut ends = Vec::new();
        while !active.is_empty() {
            ctx.work(active.len() as u32)?;
            for body in active.drain(..) {
                let heads = std::mem::replace(&mut fresh[body as usize], [0; W]);
                for (word, &bits) in heads.iter().enumerate() {
                    if bits != 0 {
                        ctx.budget
                            .push(&mut reached, (body * W as u32 + word as u32, bits))?;
                    }
                }
                let mut moved = [0; W];
                let mut toward = None;
                for &(from, toward_old_head) in &sources[body as usize] {
                    if toward != Some(toward_old_head) {
                        toward = Some(toward_old_head);
                        moved = yard.moved(&heads, toward_old_head);
                    }
                    let waiting = &mut next[from as usize];
                    let is_first = is_empty(waiting);
                    if reach(&mut free[from as usize], waiting, &moved) && is_first {
                        coming.push(from);
                    }
                }
            }
            ctx.budget.push(&mut ends, reached.len())?;
            std::mem::swap(&mut fresh, &mut next);
            std::mem::swap(&mut active, &mut coming);
        }
        free.fill([0; W]);
        let mut bound = Bound {
            reached,
            ends,
            near: free,
            left: None,
        };
        bound.flip(0..bound.reached.len());
        ctx.budget.forget(fresh);
        ctx.budget.forget(next);
        ctx.budget.forget(active);
        ctx.budget.forget(coming);
        Ok(bound)
    }

    /// How far a snake is from the apple at least; nothing where it cannot get there.
    pub fn least(&self, body: u32, head: Square) -> Option<usize> {
        let (place, bit) = (body * W as u32 + head / 64, 1 << (head % 64));
        let is_there = |&(word, heads): &(u32, u64)| word == place && heads & bit != 0;
        let at = self.reached.iter().position(is_there)?;
        Some(self.ends.partition_point(|&end| end <= at))
    }

    /// The distances, ready to be asked about one position after another.
    pub fn distances(&self, books: &mut Books) -> Result<Distances, Limit> {
        let mut begins = books.filled(self.near.len() * W + 1, 0u32)?;
        for &(place, _) in &self.reached {
            begins[place as usize + 1] += 1;
        }
        for place in 1..begins.len() {
            begins[place] += begins[place - 1];
        }
        let mut filled = books.filled(self.near.len() * W, 0u32)?;
        let mut heads = books.filled(self.reached.len(), (0, 0))?;
        let mut begin = 0;
        for (distance, &end) in self.ends.iter().enumerate() {
            for &(place, bits) in &self.reached[begin..end] {
                let at = begins[place as usize] + filled[place as usize];
                heads[at as usize] = (distance as u32, bits);
                filled[place as usize] += 1;
            }
            begin = end;
        }
        books.forget(filled);
        Ok(Distances {
            words: W,
            begins,
            heads,
        })
    }

    /// From here on only those are near enough that may be so far away; all that can get there
    /// at all, where nothing is said.
    pub fn allow(&mut self, left: Option<usize>) {
        let left = left.filter(|&left| left + 1 < self.ends.len());
        let end = self.ends[left.unwrap_or(self.ends.len() - 1)];
        match (self.left, left) {
            (Some(before), Some(now)) if now <= before => {
                self.flip(end..self.ends[before]);
            }
            (None, Some(_)) => self.flip(end..self.reached.len()),
            (Some(before), _) => self.flip(self.ends[before]..end),
            (None, None) => {}
        }
        self.left = left;
    }

    /// Each head stands in the list once: what was near enough is not any more, or the reverse.
    fn flip(&mut self, range: std::ops::Range<usize>) {
        for &(place, bits) in &self.reached[range] {
            self.near[place as usize / W][place as usize % W] ^= bits;
        }
    }

    /// The heads of a body that are near enough.
    #[inline(always)]
    pub fn near(&self, body: u32) -> &Heads<W> {
        &self.near[body as usize]
    }

    /// Whether this head is near enough.
    #[inline(always)]
    pub fn is_near(&self, body: u32, head: Square) -> bool {
        has(self.near(body), head)
    }
}

/// Where the head of a body can be: where no segment is in a wall or past an edge.
fn places<const W: usize>(yard: &Yard<W>, shapes: &Shapes, body: u32) -> Heads<W> {
    let from_the_end = shapes.steps(body).rev();
    from_the_end.fold(*yard.floor(), |heads, step| yard.moved(&heads, back(step)))
}

/// Takes from the free heads those that are reached; says whether there were any.
fn reach<const W: usize>(free: &mut Heads<W>, fresh: &mut Heads<W>, heads: &Heads<W>) -> bool {
    let mut any = 0;
    for word in 0..W {
        let new = heads[word] & free[word];
        free[word] ^= new;
        fresh[word] |= new;
        any |= new;
    }
    any != 0
}

/// What leaves positions out of a search: the bound, for bodies of any length.
pub struct Guide<'a, const W: usize> {
    pub bound: Bound<W>,
    shapes: &'a Shapes,
    /// For each body the number that its first segments have in the bound.
    prefixes: Vec<u32>,
}

impl<'a, const W: usize> Guide<'a, W> {
    pub fn new(bound: Bound<W>, shapes: &'a Shapes) -> Self {
        Guide {
            bound,
            shapes,
            prefixes: Vec::new(),
        }
    }

    /// The number that a body's first segments have in the bound.
    pub fn prefix(&self, body: u32) -> u32 {
        self.prefixes[body as usize]
    }

    /// Takes in what bodies have been numbered since.
    pub fn learn(&mut self, shapes: &Shapes, books: &mut Books) -> Result<(), Limit> {
        for body in self.prefixes.len()..shapes.bodies() {
            let prefix = shapes.prefix(body as u32, self.shapes);
            books.push(&mut self.prefixes, prefix)?;
        }
        Ok(())
    }
}
