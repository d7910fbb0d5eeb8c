//! The fewest throws by iterative deepening: games of one throw, of two, of three, and so on.
//!
//! Within a few throws there are few lines of play, and hardly two of them lead to the same
//! position, so remembering positions costs more than it saves. What saves is a bound: the
//! throws that a square is away from the goal if every block in the way might be gone already.
//! No real throw does better, so a line that cannot arrive by the bound is left at once. In
//! longer games the first throws are kept as [`Layers`], each position once, and only the last
//! few are tried from each of them: hundreds of lines that are tried take the time of a few
//! positions that are kept, and no memory. Where layers hardly grow, fewer throws are tried, since
//! each layer tries them anew.
//!
//! Lines are tried in the order of the moves, so the first that wins is the one that the generic
//! search finds too. As all games of fewer throws were tried before, no throw but the last can
//! reach the goal, and no other has to look for it.

use std::ops::Range;

use fewest_search::{
    Books, Chunks, Limit, Plan, Progress, Report, SearchContext, SearchOptions, Stats, Verdict, Why,
};

use super::Board;
use super::sheet::{Sheet, Spot, Stop};
use crate::grid::Direction;
use crate::solve::is_resumed;

/// Games of up to so many throws are tried from the start: positions are few there, and seldom met
/// twice.
pub const TRIED: u32 = Board::JUDGES_THROWS;

/// In longer games the first throws are kept as layers, and so many last ones are tried: the most at
/// first, the fewest where layers grow slowly.
const LAST: Range<u32> = 3..7;

/// Whether a board is one for this kernel: its rows and columns fit words. It leaves positions out.
pub fn fits(board: &Board, options: &SearchOptions) -> bool {
    let longest = board.blocks.rows().max(board.blocks.columns());
    longest <= Sheet::LONGEST && !options.whole && !is_resumed(options)
}

pub fn plan(board: &Board, options: &SearchOptions) -> Plan {
    let limits = &options.limits;
    let judges = board.throws.filter(|&most| most <= Board::JUDGES_THROWS);
    let (kernel, bytes, why) = match judges {
        Some(most) => {
            let why = Why::new(
                "within {most} throws the lines of play are few, and a bound leaves most of them \
                 early, so no position is kept",
            )
            .with("most", u64::from(most));
            ("deepening", Some(Sheet::BYTES), why)
        }
        None => {
            let why = Why::new(
                "the lines of a few throws are few; of longer ones all but the last throws \
                       are kept, each position once",
            );
            ("layers", None, why)
        }
    };
    Plan {
        kernel,
        states: limits.states,
        bytes: bytes.into_iter().chain(limits.memory).min(),
        needed: bytes,
        expected: bytes,
        why,
    }
}

pub fn solve(board: &Board, ctx: &mut SearchContext) -> Report<Direction> {
    let ctx = &mut ctx.fresh();
    let mut search = Search {
        most: board.throws,
        last: LAST.end - 1,
        count: Count::new(ctx),
    };
    let verdict = match board.stone == board.goal {
        // A level does not begin there, but a position that is asked about may.
        true => Ok(Verdict::Fewest {
            cost: 0,
            moves: Vec::new(),
        }),
        false => {
            Sheet::lay(board, &mut search.count.ctx.budget).and_then(|sheet| search.run(sheet))
        }
    };
    let count = search.count;
    Report {
        verdict: verdict.unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            // Every game of fewer throws was tried.
            at_least: u64::from(count.throws),
        }),
        best: None,
        stats: Stats {
            states: count.positions(),
            layers: Vec::new(),
            bytes: count.ctx.budget.most(),
            elapsed: count.ctx.elapsed(),
        },
        plan: plan(board, &count.ctx.options),
    }
}

struct Search<'s, 'c> {
    /// The throws allowed.
    most: Option<u32>,
    /// How many last throws are tried, not kept.
    last: u32,
    count: Count<'s, 'c>,
}

impl Search<'_, '_> {
    fn run(&mut self, mut sheet: Sheet) -> Result<Verdict<Direction>, Limit> {
        let stone = sheet.stone();
        if !sheet.may_arrive(stone, self.most) {
            return Ok(Verdict::Impossible);
        }
        let mut kept = None;
        for throws in 1..=self.most.unwrap_or(u32::MAX) {
            if !sheet.may_arrive(stone, Some(throws)) {
                continue;
            }
            self.count.throws = throws;
            let cost = self.count.ctx.options.limits.cost;
            if cost.is_some_and(|cost| u64::from(throws) > cost) {
                return Err(Limit::Cost);
            }
            if throws <= TRIED {
                if sheet.wins(stone, throws, &mut self.count)? {
                    return self.won(sheet.line().iter().copied());
                }
            } else {
                let layers = match &mut kept {
                    Some(layers) => layers,
                    None => kept.insert(Layers::new(stone, &mut self.count.ctx.budget)?),
                };
                // A layer without a position leads nowhere, and none is added to it.
                while layers.depth() + self.last < throws && layers.len() > 0 {
                    layers.grow(&mut sheet, self.most, &mut self.count)?;
                    // Where layers hardly grow, fewer throws are tried from each position.
                    if layers.is_slow() && LAST.contains(&(self.last - 1)) {
                        self.last -= 1;
                    }
                }
                if let Some(place) = self.try_from(layers, &mut sheet)? {
                    let first = layers.throws(place, &sheet);
                    return self.won(sheet.line().iter().copied().chain(first));
                }
            }
            if !sheet.is_cut() {
                break;
            }
        }
        Ok(Verdict::Impossible)
    }

    /// Tries the last throws from every position after the first ones; says which of those win.
    fn try_from(&mut self, layers: &mut Layers, sheet: &mut Sheet) -> Result<Option<u32>, Limit> {
        let (throws, count) = (self.count.throws - layers.depth(), &mut self.count);
        for place in layers.places() {
            let stone = layers.walk_to(place, sheet, count)?;
            if sheet.wins(stone, throws, count)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// The verdict for throws that win, given from the last one back.
    fn won(
        &mut self,
        throws: impl Iterator<Item = Direction>,
    ) -> Result<Verdict<Direction>, Limit> {
        let mut moves = self.count.ctx.budget.list(self.count.throws as usize)?;
        moves.extend(throws);
        moves.reverse();
        Ok(Verdict::Fewest {
            cost: u64::from(self.count.throws),
            moves,
        })
    }
}

/// Counts the positions looked at, and ends the search where a limit is reached.
pub struct Count<'s, 'c> {
    pub ctx: &'s mut SearchContext<'c>,
    /// The positions that may be looked at.
    allowed: u64,
    /// Those granted so far, and how many of them are not yet looked at.
    granted: u64,
    left: u64,
    /// The throws of the games that are being tried. All of fewer throws were tried.
    pub throws: u32,
}

impl<'s, 'c> Count<'s, 'c> {
    /// Positions granted at a time: they take some microseconds.
    const GRANT: u64 = 512;

    pub fn new(ctx: &'s mut SearchContext<'c>) -> Self {
        Count {
            allowed: ctx.options.limits.states.unwrap_or(u64::MAX),
            ctx,
            granted: 0,
            left: 0,
            throws: 1,
        }
    }

    /// Counts one more position.
    #[inline]
    pub fn position(&mut self) -> Result<(), Limit> {
        if self.left == 0 {
            self.grant()?;
        }
        self.left -= 1;
        Ok(())
    }

    #[cold]
    fn grant(&mut self) -> Result<(), Limit> {
        let grant = Self::GRANT.min(self.allowed - self.granted);
        if grant == 0 {
            return Err(Limit::States);
        }
        self.work(grant as u32)?;
        self.granted += grant;
        self.left = grant;
        Ok(())
    }

    /// Counts steps of work that are no positions.
    #[inline]
    pub fn work(&mut self, steps: u32) -> Result<(), Limit> {
        let progress = self.progress();
        self.ctx.step(steps, || progress)
    }

    fn progress(&self) -> Progress {
        Progress {
            depth: u64::from(self.throws) - 1,
            states: self.positions(),
            at_least: u64::from(self.throws),
        }
    }

    /// How many positions were looked at.
    pub fn positions(&self) -> u64 {
        self.granted - self.left
    }
}

/// The positions after the first throws, layer by layer, each once.
///
/// A throw that does not win breaks a block, so positions can only be equal within a layer. A
/// position is kept as its last throw and its parent: the sheet is walked from one to the next
/// along their throws, and as a layer lies in the order of the tree, that is hardly more than a
/// throw each. A long game takes no more room for a position than a short one.
struct Layers {
    trail: Chunks<Kept>,
    slots: Vec<Slot>,
    /// The last layer's places in the trail, and how many throws led there.
    layer: Range<u32>,
    depth: u32,
    /// How many positions the layer before it has.
    before: u32,
    /// The position that the sheet is in, its depth, and a hash of the blocks that are broken.
    at: u32,
    at_depth: u32,
    hash: u64,
    /// Room for the blocks in which two positions differ.
    blocks: [Vec<Spot>; 2],
}

impl Layers {
    const FIRST_SLOTS: usize = 1 << 10;

    /// The first layer: nothing but the start.
    fn new(stone: Spot, books: &mut Books) -> Result<Self, Limit> {
        let mut trail = Chunks::new();
        let (parent, block) = (0, stone);
        let stop = Stop { at: stone, block };
        trail.push(Kept { parent, stop }, books)?;
        Ok(Layers {
            trail,
            slots: books.filled(Self::FIRST_SLOTS, Slot::default())?,
            layer: 0..1,
            depth: 0,
            before: 0,
            at: 0,
            at_depth: 0,
            hash: 0,
            blocks: [Vec::new(), Vec::new()],
        })
    }

    /// How many throws led to the last layer.
    fn depth(&self) -> u32 {
        self.depth
    }

    /// The positions of the last layer, in the order of their throws.
    fn places(&self) -> Range<u32> {
        self.layer.clone()
    }

    /// How many positions the last layer has.
    fn len(&self) -> u32 {
        self.layer.end - self.layer.start
    }

    /// Adds the next layer: the positions that may yet arrive, within `most` throws in all.
    fn grow(
        &mut self,
        sheet: &mut Sheet,
        most: Option<u32>,
        count: &mut Count,
    ) -> Result<(), Limit> {
        self.make_room(&mut count.ctx.budget)?;
        let begin = self.layer.end;
        let left = most.map(|most| most - (self.depth + 1));
        for place in self.places() {
            let stone = self.walk_to(place, sheet, count)?;
            count.work(4)?;
            for stop in sheet.slides(stone) {
                if stop.at != stone && sheet.may_arrive(stop.at, left) {
                    let parent = place;
                    self.admit(Kept { parent, stop }, count)?;
                }
            }
        }
        self.before = begin - self.layer.start;
        self.layer = begin..self.trail.len() as u32;
        self.depth += 1;
        Ok(())
    }

    /// Positions of the next layer can differ in one block more.
    fn make_room(&mut self, books: &mut Books) -> Result<(), Limit> {
        let (room, blocks) = (self.blocks[0].capacity(), self.depth as usize + 1);
        if room < blocks {
            let more = blocks.next_power_of_two();
            self.blocks = [books.list(more)?, books.list(more)?];
            books.give_back((2 * room * size_of::<Spot>()) as u64);
        }
        Ok(())
    }

    /// Brings the sheet into a position of the last layer; says where the stone is.
    fn walk_to(&mut self, place: u32, sheet: &mut Sheet, count: &mut Count) -> Result<Spot, Limit> {
        let (mut from, mut to) = (self.at, place);
        let mut deeper = self.depth - self.at_depth;
        let mut steps = 0;
        while from != to {
            to = self.flip(to, sheet);
            match deeper {
                0 => from = self.flip(from, sheet),
                _ => deeper -= 1,
            }
            steps += 1;
        }
        (self.at, self.at_depth) = (place, self.depth);
        count.work(1 + steps)?;
        Ok(self.kept(place).stop.at)
    }

    /// Makes or takes back the last throw of a position; says from where it was made.
    fn flip(&mut self, place: u32, sheet: &mut Sheet) -> u32 {
        let kept = self.kept(place);
        sheet.flip(kept.stop.block);
        self.hash ^= mixed(kept.stop.block);
        kept.parent
    }

    /// The throws that led to a position, the last one first.
    fn throws(&self, mut place: u32, sheet: &Sheet) -> impl Iterator<Item = Direction> {
        (0..self.depth).map(move |_| {
            let kept = self.kept(place);
            place = kept.parent;
            sheet.direction(kept.stop)
        })
    }

    /// Whether the last layer has many positions, but hardly more than the layer before.
    fn is_slow(&self) -> bool {
        const MANY: u32 = 1000;
        self.len() > MANY && self.len() / 2 < self.before
    }

    fn kept(&self, place: u32) -> Kept {
        *self.trail.get(place as usize)
    }

    /// Keeps a position that is one throw from the sheet's, unless it is there already.
    fn admit(&mut self, kept: Kept, count: &mut Count) -> Result<(), Limit> {
        let begin = self.layer.end;
        let stone = mixed(!kept.stop.at);
        let tag = ((self.hash ^ mixed(kept.stop.block)).wrapping_add(stone) >> 32) as u32;
        let mask = self.slots.len() - 1;
        let mut slot = tag as usize & mask;
        while self.slots[slot].place >= begin {
            let Slot { tag: other, place } = self.slots[slot];
            if other == tag && self.is_same(kept, place) {
                return Ok(());
            }
            slot = (slot + 1) & mask;
        }
        count.position()?;
        let place = self.trail.len() as u32;
        if place == u32::MAX {
            return Err(Limit::Memory);
        }
        self.trail.push(kept, &mut count.ctx.budget)?;
        self.slots[slot] = Slot { tag, place };
        if (place - begin) as usize >= self.slots.len() / 4 * 3 {
            self.add_slots(begin, &mut count.ctx.budget)?;
        }
        Ok(())
    }

    /// Whether a new position is the one at `place`: the stone at the same square, and the same
    /// blocks broken since they had a parent in common.
    fn is_same(&mut self, kept: Kept, place: u32) -> bool {
        let (mut one, mut other) = (kept, self.kept(place));
        if one.stop.at != other.stop.at {
            return false;
        }
        self.blocks.iter_mut().for_each(Vec::clear);
        loop {
            self.blocks[0].push(one.stop.block);
            self.blocks[1].push(other.stop.block);
            if one.parent == other.parent {
                break;
            }
            (one, other) = (self.kept(one.parent), self.kept(other.parent));
        }
        let [one, other] = &mut self.blocks;
        one.sort_unstable();
        other.sort_unstable();
        one == other
    }

    /// Doubles the table. Only the layer from `begin` on goes with it.
    fn add_slots(&mut self, begin: u32, books: &mut Books) -> Result<(), Limit> {
        let len = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, books.filled(len, Slot::default())?);
        for kept in old.iter().filter(|slot| slot.place >= begin) {
            let mut slot = kept.tag as usize & (len - 1);
            while self.slots[slot].place >= begin {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = *kept;
        }
        books.give_back((old.len() * size_of::<Slot>()) as u64);
        Ok(())
    }
}

/// A position: the throw that led to it, and from where.
#[derive(Clone, Copy)]
struct Kept {
    parent: u32,
    stop: Stop,
}

/// A place in the table. What was kept for an earlier layer counts as empty.
#[derive(Clone, Copy, Default)]
struct Slot {
    tag: u32,
    place: u32,
}

/// Scatters a number over 64 bits.
fn mixed(spot: Spot) -> u64 {
    let once = u64::from(spot).wrapping_add(0x9E37_79B9_7F4A_7C15);
    let twice = (once ^ once >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let thrice = (twice ^ twice >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    thrice ^ thrice >> 31
}
