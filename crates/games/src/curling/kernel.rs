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

use fewest_search::{Limit, Plan, Report, SearchContext, SearchOptions, Stats, Verdict, Why};

use super::Board;
use super::deep::{Come, Deep};
use super::layers::Layers;
use super::narrow::Narrow;
use super::sheet::{Count, Sheet};
use super::wide::Wide;
use crate::grid::Direction;

/// Whether the board's rows and columns fit words.
fn is_narrow(board: &Board) -> bool {
    board.blocks.rows().max(board.blocks.columns()) <= Narrow::LONGEST
}

/// Whether a board is one for this kernel: any is, but it leaves positions out.
pub fn fits(_: &Board, options: &SearchOptions) -> bool {
    !options.whole
}

pub fn plan(board: &Board, options: &SearchOptions) -> Plan {
    let limits = &options.limits;
    let judges = board.throws.filter(|&most| most <= Board::JUDGES_THROWS);
    let (kernel, bytes, why) = match (is_narrow(board), judges) {
        (true, Some(most)) => {
            let why = Why::new(
                "within {most} throws the lines of play are few, and a bound leaves most of them \
                 early, so no position is kept",
            )
            .with("most", u64::from(most));
            ("deepening", Some(Narrow::BYTES), why)
        }
        _ => {
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
    let manner = Manner {
        narrow: is_narrow(board),
        most_in_memory: u32::MAX,
    };
    solve_by(manner, board, ctx)
}

/// How a board is solved.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Whether on a narrow sheet, which it must fit, or on a wide one.
    pub narrow: bool,
    /// How many positions are kept in memory at the most, whatever their size: as many as have
    /// numbers.
    pub most_in_memory: u32,
}

/// Solves a board in some manner.
pub fn solve_by(manner: Manner, board: &Board, ctx: &mut SearchContext) -> Report<Direction> {
    let ctx = &mut ctx.fresh();
    let mut search = Search {
        most: board.throws,
        last: 0,
        last_before: 0,
        count: Count::new(ctx),
        most_in_memory: manner.most_in_memory,
        went_deep: false,
    };
    let verdict = match manner.narrow {
        // A level does not begin there, but a position that is asked about may.
        _ if board.stone == board.goal => Ok(Verdict::Fewest {
            cost: 0,
            moves: Vec::new(),
        }),
        true => {
            Narrow::lay(board, &mut search.count.ctx.budget).and_then(|sheet| search.run(sheet))
        }
        false => Wide::lay(board, &mut search.count).and_then(|sheet| search.run(sheet)),
    };
    let Search {
        count, went_deep, ..
    } = search;
    let mut plan = plan(board, &count.ctx.options);
    if went_deep {
        plan.kernel = "disk";
    }
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
        plan,
    }
}

struct Search<'s, 'c> {
    /// The throws allowed.
    most: Option<u32>,
    /// How many last throws are tried, not kept.
    last: u32,
    /// How many they were before the last layer was added.
    last_before: u32,
    count: Count<'s, 'c>,
    most_in_memory: u32,
    /// Whether the layers are on the disk.
    went_deep: bool,
}

/// Where the positions after the first throws are.
enum Kept<'a> {
    Tree(Box<Layers>),
    Deep(Box<Deep<'a>>),
}

impl<'c> Search<'_, 'c> {
    fn run<S: Sheet>(&mut self, mut sheet: S) -> Result<Verdict<Direction>, Limit> {
        let stone = sheet.stone();
        if !sheet.may_arrive(stone, self.most) {
            return Ok(Verdict::Impossible);
        }
        self.last = *S::LAST.end();
        let mut kept = self.found::<S>(&sheet)?;
        let ended = self.try_games(&mut kept, &mut sheet);
        if let (Err(_), Some(Kept::Deep(deep))) = (&ended, &mut kept) {
            // Whatever it says, what was committed before stands.
            let _ = deep.save();
        }
        ended
    }

    /// What an earlier search left on the disk.
    fn found<S: Sheet>(&mut self, sheet: &S) -> Result<Option<Kept<'c>>, Limit> {
        let Some(scratch) = self
            .count
            .ctx
            .options
            .scratch
            .filter(|found| Deep::is_found(found))
        else {
            return Ok(None);
        };
        self.went_deep = true;
        let count = &mut self.count;
        let (deep, come) = Deep::resume(scratch, sheet, count)?;
        count.throws = come.throws;
        count.set(come.looked);
        count.ctx.stop.move_to_disk(count.progress());
        self.last = come.last;
        let kept = Kept::Deep(Box::new(deep));
        self.try_fewer_where_slow::<S>(&kept);
        Ok(Some(kept))
    }

    fn try_games<S: Sheet>(
        &mut self,
        kept: &mut Option<Kept<'c>>,
        sheet: &mut S,
    ) -> Result<Verdict<Direction>, Limit> {
        let stone = sheet.stone();
        for throws in self.count.throws..=self.most.unwrap_or(u32::MAX) {
            if !sheet.may_arrive(stone, Some(throws)) {
                continue;
            }
            self.count.throws = throws;
            let cost = self.count.ctx.options.limits.cost;
            if cost.is_some_and(|cost| u64::from(throws) > cost) {
                return Err(Limit::Cost);
            }
            if throws <= S::TRIED {
                if sheet.wins(stone, throws, &mut self.count)? {
                    return self.won(sheet.line().iter().copied());
                }
            } else {
                if kept.is_none() {
                    let layers =
                        Layers::new(stone, self.most_in_memory, &mut self.count.ctx.budget)?;
                    *kept = Some(Kept::Tree(Box::new(layers)));
                }
                while kept.as_ref().is_some_and(|kept| self.is_shallow(kept)) {
                    self.grow(kept, sheet)?;
                }
                let kept = kept.as_mut().expect("it was just there");
                if let Some(first) = self.try_from(kept, sheet)? {
                    return self.won(sheet.line().iter().copied().chain(first));
                }
            }
            if !sheet.is_cut() {
                break;
            }
        }
        Ok(Verdict::Impossible)
    }

    /// Whether the last throws to be tried are more than those that are only tried. A layer without
    /// a position leads nowhere, and none is added to it.
    fn is_shallow(&self, kept: &Kept) -> bool {
        kept.depth() + self.last < self.count.throws && kept.sizes().0 > 0
    }

    /// Adds a layer; where the memory is used up, on the disk from here on.
    fn grow<S: Sheet>(&mut self, kept: &mut Option<Kept<'c>>, sheet: &mut S) -> Result<(), Limit> {
        let count = &mut self.count;
        let come = Come {
            throws: count.throws,
            last: self.last,
            looked: count.positions(),
        };
        if let Some(Kept::Tree(layers)) = kept {
            match (
                layers.grow(sheet, self.most, count),
                count.ctx.options.scratch,
            ) {
                (Err(Limit::Memory), Some(scratch)) => {
                    count.set(come.looked);
                    count.ctx.stop.move_to_disk(count.progress());
                    let Some(Kept::Tree(layers)) = kept.take() else {
                        unreachable!("it was just there");
                    };
                    let come = Come {
                        last: self.last_before,
                        ..come
                    };
                    let deep = Deep::take_over(*layers, come, scratch, sheet, count)?;
                    *kept = Some(Kept::Deep(Box::new(deep)));
                    self.went_deep = true;
                }
                (ended, _) => ended?,
            }
        }
        if let Some(Kept::Deep(deep)) = kept {
            deep.grow(come, sheet, self.most, count)?;
        }
        if let Some(kept) = kept {
            self.try_fewer_where_slow::<S>(kept);
        }
        Ok(())
    }

    /// Where layers hardly grow, fewer throws are tried from each of their positions.
    fn try_fewer_where_slow<S: Sheet>(&mut self, kept: &Kept) {
        self.last_before = self.last;
        if kept.is_slow() && S::LAST.contains(&(self.last - 1)) {
            self.last -= 1;
        }
    }

    /// Tries the last throws from every position after the first ones; says by which of those,
    /// the last one first, they win.
    fn try_from<S: Sheet>(
        &mut self,
        kept: &mut Kept,
        sheet: &mut S,
    ) -> Result<Option<Vec<Direction>>, Limit> {
        let (throws, count) = (self.count.throws - kept.depth(), &mut self.count);
        let layers = match kept {
            Kept::Deep(deep) => return deep.win(throws, sheet, count),
            Kept::Tree(layers) => layers,
        };
        for place in layers.places() {
            let stone = layers.walk_to(place, sheet, count)?;
            if sheet.wins(stone, throws, count)? {
                return Ok(Some(layers.throws(place, sheet).collect()));
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

impl Kept<'_> {
    /// How many throws led to the last layer.
    fn depth(&self) -> u32 {
        match self {
            Kept::Tree(layers) => layers.depth(),
            Kept::Deep(deep) => deep.depth(),
        }
    }

    /// How many positions the last layer has, and the one before.
    fn sizes(&self) -> (u64, u64) {
        match self {
            Kept::Tree(layers) => layers.sizes(),
            Kept::Deep(deep) => deep.sizes(),
        }
    }

    /// Whether there are many positions, but hardly more than in the layer before.
    fn is_slow(&self) -> bool {
        const MANY: u64 = 1000;
        let (positions, before) = self.sizes();
        positions > MANY && positions / 2 < before
    }
}
