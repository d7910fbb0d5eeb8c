//! The best move of a position, and why.

use fewest_search::Limit;
use num_bigint::BigUint;
use num_rational::Ratio;

use super::super::chances::{Chances, Contradiction, Guard, MINE, Mines, NoChances, Position};
use super::{Player, Table};
use crate::grid::Square;

/// What to open next.
pub struct Advice {
    /// The chances of all cells.
    pub chances: Chances,
    /// The best cell; nothing where no cell without a mine is left to open.
    pub best: Option<Square>,
    /// Why that one.
    pub reason: Reason,
    /// All cells that were thought about, the best first.
    pub moves: Vec<Move>,
}

/// Why a cell is the best to open.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// Nothing is left to open: all covered cells are mines, or none is covered.
    Done,
    /// It surely holds no mine: a mine there would contradict these numbers.
    Safe(Contradiction),
    /// Every way to play on was searched: it wins most often.
    Searched,
    /// There is nothing to choose between: it is the safest.
    Safest,
    /// No number can ever tell these cells apart, so that one has to guess there some time.
    Closed(Vec<Square>),
    /// It is nearly as safe as the safest cell, or the safest itself, and leaves the most to go on
    /// with.
    Promising,
}

/// What is to be said for opening a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The cell.
    pub square: Square,
    /// The chance that it holds no mine.
    pub safe: Ratio<BigUint>,
    /// The chance to win with it and the best play after it, where that was searched.
    pub wins: Option<Ratio<BigUint>>,
    /// The chance that it is safe and something else is surely safe then.
    pub progress: Option<f64>,
    /// What the player thinks of it: the more the better.
    pub score: Option<f64>,
}

/// What was found of a cell by thinking a guess ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thought {
    pub square: Square,
    pub score: f64,
    pub progress: f64,
}

/// How much is looked at for an advice, at the most: so many cells in so many layouts.
const MOST_WORK: u64 = 400_000_000;
/// On larger boards the safest cell is all that is looked for.
const MOST_CELLS: u32 = 2_500;
/// The same where numbers see more covered cells: their layouts are more than can be counted in
/// floating point.
const MOST_SEEN: usize = 900;
/// What a move takes, until it is written.
const BYTES_A_MOVE: u64 = 1 << 10;

impl Advice {
    /// To open the safest cell: nothing else was found out.
    fn safest(safest: Move, chances: Chances) -> Self {
        Advice {
            chances,
            best: Some(safest.square),
            reason: Reason::Safest,
            moves: vec![safest],
        }
    }
}

impl Position {
    /// The best move, and why.
    pub fn advice(&self, guard: &mut Guard) -> Result<Advice, NoChances> {
        let chances = self.chances_under(guard)?;
        let one = Ratio::from_integer(BigUint::from(1u32));
        let plain = |square| Move {
            square,
            safe: &one - chances.mine(square).expect("it is covered"),
            wins: None,
            progress: None,
            score: None,
        };
        let mut sure = Vec::new();
        // The first cell with each of the chances.
        let mut first = vec![None; chances.shares().len()];
        for square in self.covered() {
            guard.check(chances.bytes() + sure.len() as u64 * BYTES_A_MOVE)?;
            if chances.is_safe(square) {
                sure.push(square);
            }
            let share = chances.share_of(square).expect("it is covered");
            first[share].get_or_insert(square);
        }
        if let Some(&best) = sure.first() {
            let mut mined = self.clone();
            mined.cells[best] = MINE;
            if let Mines::Total(total) = &mut mined.mines {
                // With no mine left, it would take more than there are.
                *total = total.checked_sub(1).unwrap_or(u32::MAX);
            }
            let reason = match mined.chances_under(guard) {
                Err(NoChances::Contradiction(found)) => Reason::Safe(found),
                Err(other) => return Err(other),
                // No number forces it: it is promised.
                Ok(_) => Reason::Safe(Contradiction {
                    numbers: Vec::new(),
                    with_total: false,
                }),
            };
            return Ok(Advice {
                moves: sure.iter().map(|&square| plain(square)).collect(),
                chances,
                best: Some(best),
                reason,
            });
        }
        let mut safest = None;
        for (share, square) in chances.shares().iter().zip(first) {
            guard.check(chances.bytes())?;
            let Some(square) = square.filter(|_| *share < one) else {
                continue;
            };
            if safest.is_none_or(|least| (share, square) < least) {
                safest = Some((share, square));
            }
        }
        let Some((_, safest)) = safest else {
            return Ok(Advice {
                chances,
                best: None,
                reason: Reason::Done,
                moves: Vec::new(),
            });
        };
        let seen = self.covered().count() - chances.sea as usize;
        if self.cells.len() > MOST_CELLS || seen > MOST_SEEN {
            let plain = plain(safest);
            return Ok(Advice::safest(plain, chances));
        }
        let table = Table::new(self.cells.rows(), self.cells.columns(), self.mines);
        let mut player = Player::default();
        let mut cells = self.cells.squares().to_vec();
        let check = |bytes| guard.check(chances.bytes() + bytes);
        let look = &mut player.look;
        if look
            .at_under(&cells, &table.near, self.mines, check)
            .is_err()
        {
            let plain = plain(safest);
            return Ok(Advice::safest(plain, chances));
        }
        // Thinking ends where a limit is reached; what has been thought by then is the advice.
        let mut reached = None;
        let mut go_on = |bytes| {
            reached = reached.or(guard.check(chances.bytes() + bytes).err());
            reached.is_none()
        };
        let searched = player.search_all(&table, &cells, MOST_WORK, &mut go_on);
        if let Some(worths) = searched {
            let mut moves: Vec<Move> = worths
                .into_iter()
                .map(|(square, wins)| Move {
                    wins: Some(Ratio::new(wins.into(), chances.layouts.clone())),
                    ..plain(square)
                })
                .collect();
            moves.sort_by(|one, other| (&other.wins, &other.safe).cmp(&(&one.wins, &one.safe)));
            return Ok(Advice {
                chances,
                best: moves.first().map(|best| best.square),
                reason: Reason::Searched,
                moves,
            });
        }
        let thoughts = player.think(&table, &mut cells, &mut go_on);
        if reached == Some(Limit::Stopped) {
            return Err(NoChances::GaveUp(Limit::Stopped));
        }
        let Some(best) = thoughts.first().map(|thought| thought.square) else {
            let plain = plain(safest);
            return Ok(Advice::safest(plain, chances));
        };
        let moves: Vec<Move> = thoughts
            .iter()
            .map(|thought| Move {
                progress: Some(thought.progress),
                score: Some(thought.score),
                ..plain(thought.square)
            })
            .collect();
        let reason = match player.closed_at(&table, &cells, best) {
            Some(place) => Reason::Closed(place),
            None if best == safest && moves.len() < 2 => Reason::Safest,
            None => Reason::Promising,
        };
        Ok(Advice {
            chances,
            best: Some(best),
            reason,
            moves,
        })
    }
}

impl Player {
    /// The place that a cell is a part of where no number can ever help, if that is certain.
    fn closed_at(&self, table: &Table, cells: &[u8], square: Square) -> Option<Vec<Square>> {
        let mut found = None;
        table.closed.each(&self.look, cells, |place, chance| {
            if chance > 1.0 - 1e-9 && place.contains(&square) {
                found = Some(place.to_vec());
            }
        });
        found
    }
}
