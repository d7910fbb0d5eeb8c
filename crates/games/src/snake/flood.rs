//! The whole space: every position a snake can come to, layer by layer, on all cores.
//!
//! What a snake can do depends on its body alone, that is, all of it but the tail. And a position
//! comes from one body position only: its segments but the first, which are where they were. So a
//! body position is expanded once, when it is first reached, and every position that it leads to
//! is new: they need not be remembered to be counted. The only one that is counted already is the
//! start.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use fewest_search::{Books, Limit, Progress, SearchContext, SearchOptions};

use super::Board;
use super::shapes::{BodyIndex, Mark, back, body_count};
use super::sweep::{Heads, count, has, insert, is_empty};
use crate::grid::{Direction, Square};

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
    body_count(board.snake.len())
}

/// How many positions there can be at the most.
pub fn states(board: &Board) -> Option<u64> {
    let shapes = body_count(board.snake.len() + 1)?;
    shapes.checked_mul(u64::from(board.walls.len()))
}

/// About the bytes that a flood of a board of the kernel's takes in memory; nothing where the
/// snake is too short or too long for one.
pub fn bytes(board: &Board) -> Option<u64> {
    let bytes_a_set = 8 * words(board) as u64;
    let sets = parity_colours(board) as u64 + 2;
    // Beside them the mark of each body, and for each of two layers whether it has any heads.
    Some(bodies(board)? * (bytes_a_set * sets + 3))
}

/// How many words sets of heads can have: the code is compiled for each.
const WIDTHS: [usize; 10] = [1, 2, 3, 4, 5, 6, 8, 16, 32, 256];

/// How many words the sets of heads are given.
fn words(board: &Board) -> usize {
    let least = parity_words(board);
    let enough = WIDTHS.iter().find(|&&words| words >= least);
    *enough.expect("a board that the kernel fits")
}

/// Floods a board, past the win too where the options say so.
pub fn flood(board: &Board, flooded: &mut Flooded, ctx: &mut SearchContext) -> Result<(), Limit> {
    let left = ctx.budget.left();
    match words(board) {
        1 => run::<1>(board, flooded, ctx),
        2 => run::<2>(board, flooded, ctx),
        3 => run::<3>(board, flooded, ctx),
        4 => run::<4>(board, flooded, ctx),
        5 => run::<5>(board, flooded, ctx),
        6 => run::<6>(board, flooded, ctx),
        8 => run::<8>(board, flooded, ctx),
        16 => run::<16>(board, flooded, ctx),
        32 => run::<32>(board, flooded, ctx),
        _ => run::<256>(board, flooded, ctx),
    }?;
    ctx.budget.give_back(left - ctx.budget.left());
    Ok(())
}

fn run<const W: usize>(
    board: &Board,
    flooded: &mut Flooded,
    ctx: &mut SearchContext,
) -> Result<(), Limit> {
    let context = FloodContext::<W>::new(board, ctx)?;
    Flood::new(&context, ctx)?.run(flooded, ctx)
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

/// A flood whose layers and what was reached are all in memory.
struct Flood<'a, const W: usize> {
    context: &'a FloodContext<W>,
    threads: NonZeroUsize,
    /// Whether it goes on after the win, until nothing new is reached.
    whole: bool,
    /// For each colour of squares, for each body, those where its head has been.
    seen: Vec<Vec<Heads<W>>>,
    /// The one to be moved, and room for the one that it leads to.
    layers: [Layer<W>; 2],
}

impl<'a, const W: usize> Flood<'a, W> {
    fn new(context: &'a FloodContext<W>, ctx: &mut SearchContext) -> Result<Self, Limit> {
        let (threads, whole) = (ctx.options.threads, ctx.options.whole);
        let books = &mut ctx.budget;
        let bodies = context.index.marks().len();
        let mut layers = [Layer::new(bodies, books)?, Layer::new(bodies, books)?];
        let mut seen = Vec::new();
        for _ in 0..context.grid.colours() {
            seen.push(books.filled(bodies, [0; W])?);
        }
        let (start, head) = context.start;
        layers[0].awake[start] = true;
        layers[0].heads[start] = head.alone();
        seen[head.colour][start] = head.alone();
        Ok(Flood {
            context,
            threads,
            whole,
            seen,
            layers,
        })
    }

    fn run(mut self, flooded: &mut Flooded, ctx: &mut SearchContext) -> Result<(), Limit> {
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
        let (context, index) = (self.context, &self.context.index);
        let depth = flooded.layers.len() - 1;
        let ways = context.grid.ways(context.colour(depth));
        let [layer, next] = &mut self.layers;
        let leads_to_start = context.leads_to_start(depth, layer);
        let seen = quarters(&mut self.seen[context.colour(depth + 1)]);
        let mut targets = all_targets(index, seen, next);
        let tasks = (0..index.chunks()).map(|chunk| {
            let sources = context.sources(chunk, layer);
            (sources, context.cut(&mut targets, chunk))
        });
        let chunks = NonZeroUsize::new(index.chunks()).expect("there are bodies");
        let sums = share_tasks(
            self.threads.min(chunks),
            tasks,
            |sum: &mut Reached, (sources, targets): (_, [Targets<W>; 4])| {
                for reached in move_chunk(ways, sources, targets) {
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
    index: &'a BodyIndex,
    seen: [&'a mut [Heads<W>]; 4],
    next: &'a mut Layer<W>,
) -> [Targets<'a, W>; 4] {
    let awake = quarters(&mut next.awake).into_iter();
    let next = awake.zip(quarters(&mut next.heads));
    let mut directions = seen.into_iter().zip(next).enumerate();
    [(); 4].map(|()| {
        let (direction, (seen, (awake, heads))) = directions.next().expect("four quarters");
        let bodies = index.all_targets(direction);
        Targets {
            marks: &index.marks()[bodies],
            seen,
            awake,
            heads,
        }
    })
}

/// What a flood goes by.
struct FloodContext<const W: usize> {
    grid: ParityGrid<W>,
    index: BodyIndex,
    /// The body position that it begins with.
    start: (usize, Spot),
    /// The one that leads to the start.
    before_start: (usize, Spot),
}

impl<const W: usize> FloodContext<W> {
    fn new(board: &Board, ctx: &mut SearchContext) -> Result<Self, Limit> {
        let grid = ParityGrid::<W>::new(board);
        let steps: Vec<usize> = board.steps().map(|step| step as usize).collect();
        let (index, [start, before]) = BodyIndex::new(
            board.snake.len(),
            BYTES_A_CHUNK.div_ceil(size_of::<Heads<W>>()),
            [&steps[..steps.len() - 1], &steps[1..]],
            ctx,
        )?;
        Ok(FloodContext {
            start: (start, grid.spot(board.snake[0])),
            before_start: (before, grid.spot(board.snake[1])),
            grid,
            index,
        })
    }

    /// The colour of the squares where heads are after so many moves.
    fn colour(&self, depth: usize) -> usize {
        (self.start.1.colour + depth) % self.grid.colours()
    }

    /// The bodies of a chunk of a layer.
    fn sources<'a>(&'a self, chunk: usize, layer: &'a Layer<W>) -> Sources<'a, W> {
        let bodies = self.index.sources(chunk);
        Sources {
            marks: &self.index.marks()[bodies.clone()],
            awake: &layer.awake[bodies.clone()],
            heads: &layer.heads[bodies],
        }
    }

    /// Whether a move leads from a layer to the start, which is counted already.
    fn leads_to_start(&self, depth: usize, layer: &Layer<W>) -> bool {
        let (body, head) = self.before_start;
        head.colour == self.colour(depth) && layer.awake[body] && head.is_in(&layer.heads[body])
    }

    /// Takes those away that moves lead to from the next chunk.
    fn cut<'a>(&self, targets: &mut [Targets<'a, W>; 4], chunk: usize) -> [Targets<'a, W>; 4] {
        let mut targets = targets.iter_mut().enumerate();
        [(); 4].map(|()| {
            let (direction, targets) = targets.next().expect("one for each");
            let bodies = self.index.targets(chunk, direction);
            targets.cut(bodies.len())
        })
    }
}

/// The quarters of a list for all bodies, by the direction whose moves lead to them: those bodies
/// have their second segment where the head was.
fn quarters<T>(list: &mut [T]) -> [&mut [T]; 4] {
    let mut quarters = list.chunks_exact_mut(list.len() / 4);
    let mut quarters = [(); 4].map(|()| quarters.next().expect("four quarters"));
    quarters.swap(0, back(0));
    quarters.swap(2, back(2));
    quarters
}

/// The bodies of a chunk, and where their heads are.
#[derive(Clone, Copy)]
struct Sources<'a, const W: usize> {
    marks: &'a [Mark],
    /// Whether a body has any heads; where it has none, the set is left as it was once.
    awake: &'a [bool],
    heads: &'a [Heads<W>],
}

/// The bodies that moves in one direction lead to from those of a chunk.
struct Targets<'a, const W: usize> {
    marks: &'a [Mark],
    /// Where their heads have been.
    seen: &'a mut [Heads<W>],
    /// Whether they are anywhere now for the first time.
    awake: &'a mut [bool],
    /// Where, if so.
    heads: &'a mut [Heads<W>],
}

impl<'a, const W: usize> Targets<'a, W> {
    /// Takes away the first so many.
    fn cut(&mut self, bodies: usize) -> Targets<'a, W> {
        const THERE: &str = "there are so many";
        Targets {
            marks: self.marks.split_off(..bodies).expect(THERE),
            seen: self.seen.split_off_mut(..bodies).expect(THERE),
            awake: self.awake.split_off_mut(..bodies).expect(THERE),
            heads: self.heads.split_off_mut(..bodies).expect(THERE),
        }
    }
}

/// What the moves led to.
#[derive(Clone, Copy, Default)]
struct Reached {
    /// Positions, those told apart that differ in the tail alone.
    count: u64,
    /// Whether the apple is among them.
    won: bool,
}

impl Reached {
    fn add(&mut self, more: Reached) {
        self.count += more.count;
        self.won |= more.won;
    }
}

/// Moves a chunk in each direction.
fn move_chunk<const W: usize>(
    ways: &[Way<W>; 4],
    sources: Sources<W>,
    targets: [Targets<W>; 4],
) -> [Reached; 4] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
        #[allow(
            unsafe_code,
            reason = "the same code for processors with more instructions"
        )]
        // SAFETY: this processor has the instructions.
        return unsafe { move_chunk_in_vectors(ways, sources, targets) };
    }
    move_chunk_by::<W, false>(ways, sources, targets)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn move_chunk_in_vectors<const W: usize>(
    ways: &[Way<W>; 4],
    sources: Sources<W>,
    targets: [Targets<W>; 4],
) -> [Reached; 4] {
    move_chunk_by::<W, true>(ways, sources, targets)
}

#[inline(always)]
fn move_chunk_by<const W: usize, const COUNTS: bool>(
    ways: &[Way<W>; 4],
    sources: Sources<W>,
    targets: [Targets<W>; 4],
) -> [Reached; 4] {
    let mut reached = [Reached::default(); 4];
    let is_empty = !sources.awake.contains(&true);
    for (direction, targets) in targets.into_iter().enumerate() {
        if is_empty {
            targets.awake.fill(false);
        } else {
            reached[direction] =
                move_chunk_toward::<W, COUNTS>(direction, &ways[direction], sources, targets);
        }
    }
    reached
}

/// Moves a chunk in one direction.
#[inline(always)]
fn move_chunk_toward<const W: usize, const COUNTS: bool>(
    direction: usize,
    way: &Way<W>,
    sources: Sources<W>,
    targets: Targets<W>,
) -> Reached {
    let mut reached = Reached::default();
    let mut target = 0;
    let mut twins = sources.marks.iter().zip(sources.awake).zip(sources.heads);
    let mut next = twins.next();
    while next.is_some() {
        let mut all = [0; W];
        let mut is_met = false;
        while let Some(((mark, is_awake), heads)) = next {
            if mark.is_free(direction) {
                is_met = true;
                if *is_awake {
                    let free = way.free(heads);
                    reached.count += match COUNTS {
                        true => free.iter().map(|word| u64::from(word.count_ones())).sum(),
                        false => count(&free),
                    };
                    for word in 0..W {
                        all[word] |= free[word];
                    }
                }
            }
            next = twins.next();
            if next.is_none_or(|((mark, _), _)| !mark.is_twin()) {
                break;
            }
        }
        if is_met {
            while targets.marks[target].is_orphan() {
                targets.awake[target] = false;
                target += 1;
            }
            let is_awake = !is_empty(&all) && {
                reached.won |= way.wins(&all);
                let moved = way.moved(&all);
                let seen = &mut targets.seen[target];
                let new: Heads<W> = std::array::from_fn(|word| moved[word] & !seen[word]);
                let is_new = !is_empty(&new);
                if is_new {
                    *seen = std::array::from_fn(|word| seen[word] | new[word]);
                    targets.heads[target] = new;
                }
                is_new
            };
            targets.awake[target] = is_awake;
            target += 1;
        }
    }
    targets.awake[target..].fill(false);
    reached
}

/// Does every task, on as many threads as there may be; each thread sums up its own. The calling
/// thread works too, and looks around before each of its tasks: once that refuses, the tasks not
/// yet begun are left.
pub fn share_tasks<T: Send, S: Default + Send>(
    threads: NonZeroUsize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(&mut S, T) + Sync,
    mut look: impl FnMut() -> Result<(), Limit>,
) -> Result<Vec<S>, Limit> {
    let tasks = Mutex::new(tasks);
    let is_over = AtomicBool::new(false);
    let next = || {
        let mut tasks = tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.next()
    };
    let help = || {
        let mut sum = S::default();
        while !is_over.load(Ordering::Relaxed)
            && let Some(task) = next()
        {
            work(&mut sum, task);
        }
        sum
    };
    thread::scope(|scope| {
        // Where the system has no more threads to give, those that there are do it all.
        let helpers: Vec<_> = (1..threads.get())
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, help).ok())
            .collect();
        let mut sum = S::default();
        let mut looked = look();
        while looked.is_ok()
            && let Some(task) = next()
        {
            work(&mut sum, task);
            looked = look();
        }
        is_over.store(true, Ordering::Relaxed);
        let sums = helpers.into_iter().map(|helper| match helper.join() {
            Ok(sum) => sum,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        let sums = [sum].into_iter().chain(sums).collect();
        looked.map(|()| sums)
    })
}

/// The squares of a board by their colours.
pub struct ParityGrid<const W: usize> {
    colours: Vec<[Way<W>; 4]>,
    columns: u32,
}

/// A square: its colour, and its number among those of the colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    pub colour: usize,
    pub number: Square,
}

/// How the heads on squares of one colour move in one direction.
pub struct Way<const W: usize> {
    /// The squares that are not before a wall or an edge.
    open: Heads<W>,
    /// The square before the apple.
    before_apple: Heads<W>,
    hops: Vec<Hop<W>>,
}

/// Heads whose numbers change alike.
struct Hop<const W: usize> {
    by: usize,
    is_up: bool,
    /// Where they arrive. The apple is not among them: there nothing goes on.
    arrivals: Heads<W>,
}

/// How many colours the squares of a board have.
pub fn parity_colours(board: &Board) -> usize {
    let is_even = board.walls.rows().is_multiple_of(2) && board.walls.columns().is_multiple_of(2);
    if is_even || !board.wrap { 2 } else { 1 }
}

/// How many words a set of heads takes.
pub fn parity_words(board: &Board) -> usize {
    let squares = board.walls.len() as usize;
    squares.div_ceil(parity_colours(board)).div_ceil(64)
}

impl<const W: usize> ParityGrid<W> {
    pub fn new(board: &Board) -> Self {
        let mut grid = ParityGrid {
            colours: Vec::new(),
            columns: board.walls.columns(),
        };
        for _ in 0..parity_colours(board) {
            grid.colours.push([(); 4].map(|()| Way::new()));
        }
        for square in 0..board.walls.len() {
            for direction in Direction::ALL {
                if let Some(ahead) = board.step(square, direction)
                    && !board.walls[ahead]
                {
                    let (from, to) = (grid.spot(square), grid.spot(ahead));
                    let way = &mut grid.colours[from.colour][direction as usize];
                    way.add(from.number, to.number, ahead == board.apple);
                }
            }
        }
        grid
    }

    /// How many colours there are.
    pub fn colours(&self) -> usize {
        self.colours.len()
    }

    pub fn spot(&self, square: Square) -> Spot {
        match self.colours.len() {
            1 => Spot {
                colour: 0,
                number: square,
            },
            // Of two squares side by side one is of each colour.
            _ => Spot {
                colour: (square / self.columns + square % self.columns) as usize % 2,
                number: square / 2,
            },
        }
    }

    /// How heads on squares of a colour move in each direction.
    pub fn ways(&self, colour: usize) -> &[Way<W>; 4] {
        &self.colours[colour]
    }
}

impl<const W: usize> Way<W> {
    /// No square is open yet.
    pub fn new() -> Self {
        Way {
            open: [0; W],
            before_apple: [0; W],
            hops: Vec::new(),
        }
    }

    /// Adds a square, and the one ahead of it.
    pub fn add(&mut self, from: Square, to: Square, is_apple: bool) {
        insert(&mut self.open, from);
        if is_apple {
            return insert(&mut self.before_apple, from);
        }
        let (by, is_up) = (from.abs_diff(to) as usize, to > from);
        let alike = |hop: &Hop<W>| (hop.by, hop.is_up) == (by, is_up);
        let place = self.hops.iter().position(alike).unwrap_or_else(|| {
            let arrivals = [0; W];
            self.hops.push(Hop {
                by,
                is_up,
                arrivals,
            });
            self.hops.len() - 1
        });
        insert(&mut self.hops[place].arrivals, to);
    }

    /// Those of the heads that are not before a wall or an edge.
    #[inline(always)]
    pub fn free(&self, heads: &Heads<W>) -> Heads<W> {
        std::array::from_fn(|word| heads[word] & self.open[word])
    }

    /// Whether one of the heads is before the apple.
    #[inline(always)]
    pub fn wins(&self, heads: &Heads<W>) -> bool {
        let before = (0..W).fold(0, |all, word| all | heads[word] & self.before_apple[word]);
        before != 0
    }

    /// All heads one step on; those before a wall, an edge or the apple are gone.
    #[inline(always)]
    pub fn moved(&self, heads: &Heads<W>) -> Heads<W> {
        // With room on both sides no word needs a question whether there is one beside it.
        let padded = [[0; W], *heads, [0; W]];
        let padded = padded.as_flattened();
        let mut moved = [0; W];
        for hop in &self.hops {
            let (words, bits) = (hop.by / 64, hop.by % 64);
            if hop.is_up {
                let (high, low) = (&padded[W - words..][..W], &padded[W - words - 1..][..W]);
                for word in 0..W {
                    let ahead = high[word] << bits | low[word] >> 1 >> (63 - bits);
                    moved[word] |= ahead & hop.arrivals[word];
                }
            } else {
                let (low, high) = (&padded[W + words..][..W], &padded[W + words + 1..][..W]);
                for word in 0..W {
                    let ahead = low[word] >> bits | high[word] << 1 << (63 - bits);
                    moved[word] |= ahead & hop.arrivals[word];
                }
            }
        }
        moved
    }
}

impl Spot {
    /// The set of this square alone.
    pub fn alone<const W: usize>(self) -> Heads<W> {
        let mut heads = [0; W];
        insert(&mut heads, self.number);
        heads
    }

    pub fn is_in<const W: usize>(self, heads: &Heads<W>) -> bool {
        has(heads, self.number)
    }
}
