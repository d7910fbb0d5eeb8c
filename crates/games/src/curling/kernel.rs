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

use fewest_search::{Books, Limit, Limits, Plan, Report, Stats, Verdict, Watch, Why};

use super::Board;
use super::layers::Layers;
use super::narrow::Narrow;
use super::sheet::{Sheet, Umpire};
use super::wide::Wide;
use crate::grid::Direction;

/// Whether the board's rows and columns fit words.
fn is_narrow(board: &Board) -> bool {
    board.blocks.rows().max(board.blocks.columns()) <= Narrow::LONGEST
}

pub fn plan(board: &Board, limits: &Limits) -> Plan {
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
        why,
    }
}

pub fn solve(board: &Board, limits: &Limits, watch: &mut dyn Watch) -> Report<Direction> {
    solve_on(is_narrow(board), board, limits, watch)
}

/// Solves a board on a narrow sheet, which it must fit, or on a wide one.
pub fn solve_on(
    narrow: bool,
    board: &Board,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Report<Direction> {
    let mut search = Search {
        most: board.throws,
        last: 0,
        limits,
        books: Books::new(limits),
        umpire: Umpire::new(limits, watch),
    };
    let verdict = match narrow {
        // A level does not begin there, but a position that is asked about may.
        _ if board.stone == board.goal => Ok(Verdict::Fewest {
            cost: 0,
            moves: Vec::new(),
        }),
        true => Narrow::lay(board, &mut search.books).and_then(|sheet| search.run(sheet)),
        false => Wide::lay(board, &mut search.books, &mut search.umpire)
            .and_then(|sheet| search.run(sheet)),
    };
    Report {
        verdict: verdict.unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            // Every game of fewer throws was tried.
            at_least: u64::from(search.umpire.throws),
        }),
        stats: Stats {
            states: search.umpire.looked_at(),
            layers: Vec::new(),
            bytes: search.books.most(),
            elapsed: search.umpire.elapsed(),
        },
        plan: plan(board, limits),
    }
}

struct Search<'a> {
    /// The throws allowed.
    most: Option<u32>,
    /// How many last throws are tried, not kept.
    last: u32,
    limits: &'a Limits,
    books: Books,
    umpire: Umpire<'a>,
}

impl Search<'_> {
    fn run<S: Sheet>(&mut self, mut sheet: S) -> Result<Verdict<Direction>, Limit> {
        let stone = sheet.stone();
        if !sheet.may_arrive(stone, self.most) {
            return Ok(Verdict::Impossible);
        }
        let mut layers = None;
        self.last = *S::LAST.end();
        for throws in 1..=self.most.unwrap_or(u32::MAX) {
            if !sheet.may_arrive(stone, Some(throws)) {
                continue;
            }
            self.umpire.throws = throws;
            let cost = self.limits.cost;
            if cost.is_some_and(|cost| u64::from(throws) > cost) {
                return Err(Limit::Cost);
            }
            if throws <= S::TRIED {
                if sheet.wins(stone, throws, &mut self.umpire)? {
                    return self.won(sheet.line().iter().copied());
                }
            } else {
                let layers = match &mut layers {
                    Some(layers) => layers,
                    none => none.insert(Layers::new(stone, &mut self.books)?),
                };
                if let Some(place) = self.try_from(layers, &mut sheet)? {
                    let kept = layers.throws(place, &sheet);
                    return self.won(sheet.line().iter().copied().chain(kept));
                }
            }
            if !sheet.is_cut() {
                break;
            }
        }
        Ok(Verdict::Impossible)
    }

    /// Tries the last throws from every position after the first ones; says from where they win.
    fn try_from<S: Sheet>(
        &mut self,
        layers: &mut Layers,
        sheet: &mut S,
    ) -> Result<Option<u32>, Limit> {
        let throws = self.umpire.throws;
        while layers.depth() + self.last < throws {
            layers.grow(sheet, self.most, &mut self.umpire, &mut self.books)?;
            if layers.is_slow() && S::LAST.contains(&(self.last - 1)) {
                self.last -= 1;
            }
        }
        for place in layers.places() {
            let stone = layers.walk_to(place, sheet, &mut self.umpire)?;
            if sheet.wins(stone, throws - layers.depth(), &mut self.umpire)? {
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
        let mut moves = self.books.list(self.umpire.throws as usize)?;
        moves.extend(throws);
        moves.reverse();
        Ok(Verdict::Fewest {
            cost: u64::from(self.umpire.throws),
            moves,
        })
    }
}
