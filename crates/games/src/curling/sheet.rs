//! What the kernel asks of a laid-out board, and who counts the positions it looks at.

use std::ops::RangeInclusive;

use fewest_search::{Limit, Progress, SearchContext};

use crate::grid::Direction;

/// A square, in the numbering of its sheet.
pub type Spot = u32;

/// Where a throw ends, and the block that it breaks. One that cannot be made ends at the stone
/// itself, and so may one that leaves the board, or else where the stone may never arrive.
#[derive(Clone, Copy)]
pub struct Stop {
    pub at: Spot,
    pub block: Spot,
}

/// A board laid out for the search: some blocks broken, and a bound for every square.
pub trait Sheet {
    /// Games of up to so many throws are tried from the start.
    const TRIED: u32;

    /// In longer games the first throws are kept as layers, and so many last ones are tried: the
    /// most at first, the fewest where layers grow slowly.
    const LAST: RangeInclusive<u32>;

    /// Where the stone begins.
    fn stone(&self) -> Spot;

    /// Breaks a block, or puts it back.
    fn flip(&mut self, block: Spot);

    /// The blocks that stand, each the bit `spot % 64` of the word `spot / 64`.
    fn blocks(&self) -> &[u64];

    /// The throws in the four directions. Only asked where no throw reaches the goal.
    fn stops(&self, stone: Spot, count: &mut Count) -> Result<[Stop; 4], Limit>;

    /// Whether the bound lets a stone arrive within so many throws, or within any number.
    fn may_arrive(&self, stone: Spot, throws: Option<u32>) -> bool;

    /// Tries to win by exactly so many throws. No fewer may win. The moves are then
    /// [`Sheet::line`]; whether it was only for want of throws that it failed, [`Sheet::is_cut`].
    fn wins(&mut self, stone: Spot, throws: u32, count: &mut Count) -> Result<bool, Limit>;

    /// The throws that won, the last one first.
    fn line(&self) -> &[Direction];

    /// Whether, since it was last asked, a line was left that more throws might bring to the goal.
    fn is_cut(&mut self) -> bool;

    /// The way from a stop to the block that it broke.
    fn direction(&self, stop: Stop) -> Direction;
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
        // More than are allowed now may have been looked at before the search was resumed.
        let grant = Self::GRANT.min(self.allowed.saturating_sub(self.granted));
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

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        Progress {
            depth: u64::from(self.throws) - 1,
            states: self.positions(),
            at_least: u64::from(self.throws),
        }
    }

    /// Counts several positions more at once.
    pub fn add(&mut self, positions: u64) -> Result<(), Limit> {
        let before = self.positions();
        let sum = before.saturating_add(positions);
        self.set(sum.min(self.allowed.max(before)));
        match sum > self.allowed {
            true => Err(Limit::States),
            false => Ok(()),
        }
    }

    /// Sets the count: positions looked at since then will be again, or have been before.
    pub fn set(&mut self, positions: u64) {
        (self.granted, self.left) = (positions, 0);
    }

    /// How many positions were looked at.
    pub fn positions(&self) -> u64 {
        self.granted - self.left
    }
}
