//! What the kernel asks of a laid-out board, and who counts the positions it looks at.

use std::ops::RangeInclusive;

use fewest_search::{Limit, Limits, Patrol, Progress, Watch};

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
    fn stops(&self, stone: Spot, umpire: &mut Umpire) -> Result<[Stop; 4], Limit>;

    /// Whether the bound lets a stone arrive within so many throws, or within any number.
    fn may_arrive(&self, stone: Spot, throws: Option<u32>) -> bool;

    /// Tries to win by exactly so many throws. No fewer may win. The moves are then
    /// [`Sheet::line`]; whether it was only for want of throws that it failed, [`Sheet::is_cut`].
    fn wins(&mut self, stone: Spot, throws: u32, umpire: &mut Umpire) -> Result<bool, Limit>;

    /// The throws that won, the last one first.
    fn line(&self) -> &[Direction];

    /// Whether, since it was last asked, a line was left that more throws might bring to the goal.
    fn is_cut(&mut self) -> bool;

    /// The way from a stop to the block that it broke.
    fn direction(&self, stop: Stop) -> Direction;
}

/// Counts the positions looked at, and ends the search where a limit is reached.
pub struct Umpire<'a> {
    patrol: Patrol<'a>,
    /// The positions that may be looked at.
    allowed: u64,
    /// Those granted so far, and how many of them are not yet looked at.
    granted: u64,
    left: u64,
    /// The throws of the games that are being tried. All of fewer throws were tried.
    pub throws: u32,
}

impl<'a> Umpire<'a> {
    /// Positions granted at a time: they take some microseconds.
    const GRANT: u64 = 512;

    pub fn new(limits: &Limits, watch: &'a mut dyn Watch) -> Self {
        Umpire {
            patrol: Patrol::new(limits, watch),
            allowed: limits.states.unwrap_or(u64::MAX),
            granted: 0,
            left: 0,
            throws: 1,
        }
    }

    /// One more position.
    #[inline]
    pub fn look(&mut self) -> Result<(), Limit> {
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
        self.walk(grant as u32)?;
        self.granted += grant;
        self.left = grant;
        Ok(())
    }

    /// So many steps of work that is not counted as positions.
    #[inline]
    pub fn walk(&mut self, steps: u32) -> Result<(), Limit> {
        let progress = self.progress();
        self.patrol.step(steps, || progress)
    }

    /// Tells whoever watches that the search goes on with the disk.
    pub fn move_to_disk(&mut self) {
        let progress = self.progress();
        self.patrol.move_to_disk(progress);
    }

    fn progress(&self) -> Progress {
        Progress {
            depth: u64::from(self.throws) - 1,
            states: self.looked_at(),
        }
    }

    /// So many positions more at once.
    pub fn look_at(&mut self, positions: u64) -> Result<(), Limit> {
        let looked = self.looked_at();
        let sum = looked.saturating_add(positions);
        self.look_again_from(sum.min(self.allowed.max(looked)));
        match sum > self.allowed {
            true => Err(Limit::States),
            false => Ok(()),
        }
    }

    /// As many positions have been looked at as is said: what was looked at since then will be
    /// again, or has been before.
    pub fn look_again_from(&mut self, looked: u64) {
        (self.granted, self.left) = (looked, 0);
    }

    /// Who looks at the clock.
    pub fn patrol(&mut self) -> &mut Patrol<'a> {
        &mut self.patrol
    }

    pub fn looked_at(&self) -> u64 {
        self.granted - self.left
    }

    pub fn elapsed(&self) -> std::time::Duration {
        self.patrol.elapsed()
    }
}
