//! The fewest acts that win: first something good, then the best, or how far from it that may be.

use fewest_search::{Books, Limit, Limits, Patrol, Watch};

use super::effort::{Effort, Halt};
use super::net::Net;
use super::order::{Care, order};
use super::play::play;
use super::steps::Steps;
use super::sweep::{LABEL, Surplus, Swept, bound, sweep};
use super::tiles::Tiles;
use super::windows::Windows;
use super::zini::{Style, Zini};
use super::{Act, Found, Task};
use crate::grid::Square;

/// The bytes that a net takes for each cell.
const NET: u64 = 200;

/// The most cells of a board that is looked at as a net, and that is swept as a whole.
const MOST_CELLS: u32 = 1 << 20;
const MOST_SWEPT: u32 = 1 << 13;

/// The most labels at a time.
const MOST_LABELS: usize = 400_000;

/// Finds the fewest acts that win a board, or few, and says how many are needed at the least.
///
/// Without a limit it ends after an effort that goes with the size of the board, proven or not, and
/// comes to the same each time; with a limit of time it goes on until then. A limit that ends it
/// before it has any answer is an error.
pub fn fewest(task: &Task, limits: &Limits, watch: &mut dyn Watch) -> Result<Found, Limit> {
    let mut books = Books::new(limits);
    let mut effort = Effort::new(Patrol::new(limits, watch), limits.states);
    let mut zini = Zini::new(task, &mut books, &mut effort.patrol)?;
    let (units, _) = zini.units();
    let (acts, played) = zini.play(Style::Greedy);
    books.start_afresh();
    let is_wrong =
        |&square: &Square| task.flags[square] && !task.mines[square] && !task.open[square];
    let wrong = (0..task.mines.len()).filter(is_wrong).count() as u64;
    // A chord needs a mine beside it, so it opens seven cells at the most.
    effort.at_least = wrong + units.div_ceil(7);
    let mut search = Search {
        task,
        limits,
        books,
        effort,
        acts,
        wrong,
    };
    let end = played.map_err(Halt::Limit).and_then(|()| search.run());
    let limit = match end {
        Ok(()) | Err(Halt::Enough) => None,
        Err(Halt::Limit(limit)) => Some(limit),
    };
    let Search { acts, effort, .. } = search;
    Ok(Found {
        at_least: effort.at_least.min(acts.len() as u64),
        states: effort.labels,
        acts,
        limit,
    })
}

struct Search<'a, 'w> {
    task: &'a Task<'a>,
    limits: &'a Limits,
    books: Books,
    effort: Effort<'w>,
    /// The best so far.
    acts: Vec<Act>,
    /// The flags that are wrong.
    wrong: u64,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<(), Halt> {
        let cells = self.task.mines.len();
        if cells > MOST_CELLS || self.is_done()? {
            return Ok(());
        }
        let bytes = u64::from(cells) * NET;
        self.books.take(bytes).map_err(Halt::Limit)?;
        let net = Net::new(self.task);
        if cells > MOST_SWEPT || !self.sweep(&net)? {
            self.piece_by_piece(&net)?;
        }
        Ok(())
    }

    /// Whether nothing more is to be found out.
    fn is_done(&self) -> Result<bool, Halt> {
        match self.limits.cost {
            Some(cost) if self.effort.at_least > cost => Err(Halt::Limit(Limit::Cost)),
            _ => Ok(self.effort.at_least >= self.acts.len() as u64),
        }
    }

    /// The acts that would be fewer, without the wrong flags.
    fn below(&self) -> u32 {
        (self.acts.len() as u64 - self.wrong) as u32
    }

    fn needs(&mut self, acts: u32) {
        let acts = u64::from(acts) + self.wrong;
        self.effort.at_least = self.effort.at_least.max(acts);
    }

    /// Enough is not the end: there is something else to try.
    fn tried<T>(tried: Result<T, Halt>) -> Result<Option<T>, Halt> {
        match tried {
            Ok(done) => Ok(Some(done)),
            Err(Halt::Enough) => Ok(None),
            Err(limit) => Err(limit),
        }
    }

    /// Sweeps the whole board, unless too much would be in play: first in an order that is found
    /// quickly, then in a better one. Whether it could.
    fn sweep(&mut self, net: &Net) -> Result<bool, Halt> {
        let Some(steps) = self.steps(net, 140)? else {
            return Ok(false);
        };
        self.guess(net, &steps)?;
        if self.is_done()? || self.is_proven(net, &steps, 800)? {
            return Ok(true);
        }
        let Some(steps) = self.steps(net, 2_100)? else {
            return Ok(false);
        };
        self.guess(net, &steps)?;
        if self.is_timed() {
            let width = self.width(1000)?;
            self.bound(&steps, width)?;
        }
        if self.is_done()? || self.is_proven(net, &steps, 22_000)? {
            return Ok(true);
        }
        self.allow(4_000, &steps);
        let most = self.width(MOST_LABELS)?;
        let widths = (5..).map(|round| 1 << (2 * round));
        for width in widths.take_while(|&width| width < most) {
            let bounded = self.bound(&steps, width);
            if Self::tried(bounded)?.is_none() || self.is_done()? {
                return Ok(true);
            }
        }
        Ok(true)
    }

    fn is_timed(&self) -> bool {
        self.limits.time.is_some()
    }

    /// Allows so many labels for each chord, or all that there is time for.
    fn allow(&mut self, labels: u64, steps: &Steps) {
        let chords = steps.steps.len() as u64;
        let enough = if self.is_timed() {
            u64::MAX
        } else {
            labels * chords
        };
        self.effort.allow(enough);
    }

    /// Steps in an order that takes so many moves of each chord to find.
    fn steps(&mut self, net: &Net, moves: u32) -> Result<Option<Steps>, Halt> {
        let chords = net.chords.iter().filter(|&&may_chord| may_chord).count();
        let care = Care {
            beginnings: (20_000 / chords.max(1)).clamp(4, 160),
            moves: moves * chords as u32,
        };
        self.effort.allow(u64::MAX);
        let order = order(net, self.task.mines.columns(), care, &mut self.effort)?;
        Ok(Steps::new(net, &order))
    }

    /// Finds something good with few labels.
    fn guess(&mut self, net: &Net, steps: &Steps) -> Result<(), Halt> {
        let width = self.width(300)?;
        self.look(net, steps, width, Surplus::Dropped)
    }

    /// Tries to find the best with so many labels for each chord.
    fn is_proven(&mut self, net: &Net, steps: &Steps, labels: u64) -> Result<bool, Halt> {
        self.allow(labels, steps);
        let width = self.width(MOST_LABELS)?;
        let proof = self.look(net, steps, width, Surplus::Refused);
        let is_clipped = proof == Err(Halt::Enough) && width < MOST_LABELS;
        Self::tried(proof)?;
        if self.is_done()? {
            return Ok(true);
        }
        if is_clipped {
            return Err(Halt::Limit(Limit::Memory));
        }
        Ok(false)
    }

    fn bound(&mut self, steps: &Steps, width: usize) -> Result<(), Halt> {
        let least = bound(steps, self.below(), width, &mut self.effort)?;
        self.needs(least);
        Ok(())
    }

    /// As many labels as there is memory for.
    fn width(&self, wanted: usize) -> Result<usize, Halt> {
        let room = self.books.left() / LABEL;
        match room.min(wanted as u64) as usize {
            0..2 => Err(Halt::Limit(Limit::Memory)),
            width => Ok(width),
        }
    }

    /// Sweeps for something better, and takes it.
    fn look(
        &mut self,
        net: &Net,
        steps: &Steps,
        width: usize,
        surplus: Surplus,
    ) -> Result<(), Halt> {
        let below = self.below();
        let Swept { best, is_whole } = sweep(steps, below, width, surplus, &mut self.effort)?;
        if is_whole {
            self.needs(best.as_ref().map_or(below, |(cost, _)| *cost));
        }
        if let Some((_, chords)) = best {
            let mut chosen = vec![false; net.len() as usize];
            for chord in chords {
                chosen[chord as usize] = true;
            }
            self.take(play(net, &chosen));
        }
        Ok(())
    }

    fn take(&mut self, acts: Vec<Act>) {
        if acts.len() < self.acts.len() {
            self.acts = acts;
        }
    }

    /// What is too wide for one sweep is made better a window at a time, and the bound comes from
    /// tiles that know nothing of each other.
    fn piece_by_piece(&mut self, net: &Net) -> Result<(), Halt> {
        let cells = u64::from(self.task.mines.len());
        let enough = (400 * cells).clamp(1_000_000, 8_000_000);
        let mut windows = Windows::new(self.task, &self.acts);
        self.effort.allow(enough / 4);
        self.improve(net, &mut windows)?;
        self.effort.allow(enough / 2);
        let (least, bounded) = Tiles::new(self.task).bound(&mut self.effort);
        self.needs(least);
        Self::tried(bounded)?;
        if !self.is_done()? {
            let enough = if self.is_timed() { u64::MAX } else { enough };
            self.effort.allow(enough);
            self.improve(net, &mut windows)?;
        }
        Ok(())
    }

    fn improve(&mut self, net: &Net, windows: &mut Windows) -> Result<(), Halt> {
        let improved = windows.improve(&mut self.effort);
        self.take(play(net, &windows.chosen(net)));
        Self::tried(improved)?;
        Ok(())
    }
}
