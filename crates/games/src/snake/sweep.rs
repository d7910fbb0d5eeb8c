//! One search forward, layer by layer: all heads of a body moved at once where a layer is wide,
//! one position after another where it is narrow.
//!
//! A position comes from one body position only: its segments but the first, which are where they
//! were. So body positions alone are remembered, and each is expanded once; all that it leads to is
//! new, the start excepted.
//!
//! A sweep may follow a bound: every snake is at least as far from the apple as its first few segments
//! alone, since those move as a shorter snake, which is in its own way less often. All distances of
//! shorter snakes come from one search backwards from the apple.

use std::borrow::Cow;

use fewest_search::{Books, Limit, SearchContext};

use super::Board;
use super::flood::Way;
use super::shapes::{BLOCKED, Shapes, back};
use crate::grid::{Direction, Square};

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
    grid: &'a BitGrid<W>,
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
        grid: &'a BitGrid<W>,
        shapes: Cow<'static, Shapes>,
        apple: Square,
        books: &mut Books,
    ) -> Result<Self, Limit> {
        Ok(Sweep {
            grid,
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
        let neck = self.grid.ahead(head, steps[0]);
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
        let (grid, shapes, seen) = (self.grid, &*self.shapes, &mut self.seen[..]);
        for (place, &(body, head)) in positions.iter().enumerate() {
            if let Some(guide) = &self.guide
                && !guide.bound.is_near(guide.prefix(body), head)
            {
                continue;
            }
            let mut count = 0;
            for direction in 0..4 {
                let Some(ahead) = grid.ahead(head, direction) else {
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
        let (grid, shapes, seen) = (self.grid, &*self.shapes, &mut self.seen[..]);
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
                let moved = grid.moved(&heads, direction);
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
        let Some(ahead) = self.grid.ahead(head, direction) else {
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
        grid: &BitGrid<W>,
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
        free.extend((0..bodies as u32).map(|body| places(grid, shapes, body)));
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
                        moved = grid.moved(&heads, toward_old_head);
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
fn places<const W: usize>(grid: &BitGrid<W>, shapes: &Shapes, body: u32) -> Heads<W> {
    let from_the_end = shapes.steps(body).rev();
    from_the_end.fold(*grid.floor(), |heads, step| grid.moved(&heads, back(step)))
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

/// Where heads may go.
pub struct BitGrid<const W: usize> {
    /// How heads move in each direction.
    ways: [Way<W>; 4],
    floor: Heads<W>,
    /// For each square the one ahead in each direction; [`NONE`] for a wall or the edge.
    ahead: Vec<[u16; 4]>,
}

impl<const W: usize> BitGrid<W> {
    pub fn new(board: &Board) -> Self {
        let walls = &board.walls;
        let mut grid = BitGrid {
            ways: [(); 4].map(|()| Way::new()),
            floor: [0; W],
            ahead: vec![[NONE; 4]; walls.len() as usize],
        };
        for square in 0..walls.len() {
            if !walls[square] {
                insert(&mut grid.floor, square);
            }
            for direction in Direction::ALL {
                if let Some(next) = board.step(square, direction)
                    && !walls[next]
                {
                    grid.ahead[square as usize][direction as usize] = next as u16;
                    grid.ways[direction as usize].add(square, next, false);
                }
            }
        }
        grid
    }

    /// Every square that is no wall.
    pub fn floor(&self) -> &Heads<W> {
        &self.floor
    }

    /// The square ahead, or [`NONE`].
    #[inline(always)]
    pub fn ahead(&self, square: Square, direction: usize) -> Option<Square> {
        let ahead = self.ahead[square as usize][direction];
        (ahead != NONE).then_some(Square::from(ahead))
    }

    /// All heads one step on; those before a wall or an edge are gone.
    #[inline(always)]
    pub fn moved(&self, heads: &Heads<W>, direction: usize) -> Heads<W> {
        self.ways[direction].moved(heads)
    }
}

/// A set of squares, in `W` words.
pub type Heads<const W: usize> = [u64; W];

/// No square.
pub const NONE: u16 = u16::MAX;
/// The most squares a board may have here.
pub const MOST_SQUARES: u32 = 64 * 256;

#[inline(always)]
pub fn has<const W: usize>(heads: &Heads<W>, square: Square) -> bool {
    heads[square as usize / 64] >> (square % 64) & 1 == 1
}

#[inline(always)]
pub fn insert<const W: usize>(heads: &mut Heads<W>, square: Square) {
    heads[square as usize / 64] |= 1 << (square % 64);
}

/// How many squares a set has. Plain x86-64 has no instruction for it, and word by word
/// `count_ones` would be half of a sweep: here the words are added up before their bytes are.
#[inline(always)]
pub fn count<const W: usize>(heads: &Heads<W>) -> u64 {
    const PAIRS: u64 = u64::MAX / 0x3;
    const NIBBLES: u64 = u64::MAX / 0x5;
    const BYTES: u64 = u64::MAX / 0x11;
    const WORDS: u64 = u64::MAX / 0x101;
    // A byte holds the sum of up to 31 of them.
    let mut total = 0;
    for words in heads.chunks(16) {
        let mut sums = 0;
        for &word in words {
            let pairs = word - (word >> 1 & PAIRS);
            let nibbles = (pairs & NIBBLES) + (pairs >> 2 & NIBBLES);
            sums += (nibbles + (nibbles >> 4)) & BYTES;
        }
        let sums = (sums & WORDS) + (sums >> 8 & WORDS);
        total += sums.wrapping_mul(u64::MAX / 0xFFFF) >> 48;
    }
    total
}

#[inline(always)]
pub fn is_empty<const W: usize>(heads: &Heads<W>) -> bool {
    heads.iter().fold(0, |all, word| all | word) == 0
}

/// The squares of a set, ascending.
pub fn squares<const W: usize>(heads: &Heads<W>) -> impl Iterator<Item = Square> {
    heads.iter().enumerate().flat_map(|(place, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(place as Square * 64 + bit)
        })
    })
}
