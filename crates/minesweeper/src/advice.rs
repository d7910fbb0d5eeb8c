//! The best move of a position, and why.

use fewest_search::{Limit, SearchContext};
use num_bigint::BigUint;
use num_rational::Ratio;

use crate::player::{BoardInfo, Player};
use crate::position::Square;
use crate::position::{Cell, MineCount, Position};
use crate::probabilities::{Contradiction, Probabilities, ProbabilityError, check_limits};

/// What to open next.
pub struct Advice {
    /// The probabilities of all cells.
    pub probabilities: Probabilities,
    /// The best cell; `None` if no cell without a mine is left to open.
    pub best: Option<Square>,
    /// Why it is the best.
    pub reason: Reason,
    /// All cells that were considered, the best first.
    pub moves: Vec<Move>,
}

/// Why a cell is the best to open.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// Nothing is left to open: all covered cells are mines, or none is covered.
    Done,
    /// It certainly holds no mine: a mine there would contradict these numbers.
    Safe(Contradiction),
    /// Every way to play on was searched: it wins most often.
    Searched,
    /// It is the safest, and there is no other candidate.
    Safest,
    /// No number can ever tell these cells apart, so that a guess is forced there.
    ForcedGuess(Vec<Square>),
    /// It is nearly as safe as the safest cell, or the safest itself, and has the best prospects.
    Promising,
}

/// The merits of opening a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The cell.
    pub square: Square,
    /// The probability that it holds no mine.
    pub safe: Ratio<BigUint>,
    /// The probability to win with it and the best play after it, if that was searched.
    pub wins: Option<Ratio<BigUint>>,
    /// The probability that it is safe and something else is certainly safe then.
    pub progress: Option<f64>,
    /// The player's evaluation: the higher the better.
    pub score: Option<f64>,
}

/// The most work of a search, in cells times layouts.
const MOST_WORK: u64 = 400_000_000;
/// On larger boards the advice is the safest cell.
const MOST_CELLS: u32 = 2_500;
/// The same if numbers see more covered cells: their layouts are too many for floating point.
const MOST_SEEN: usize = 900;
/// The bytes of a move, until it is written.
const BYTES_A_MOVE: u64 = 1 << 10;

impl Advice {
    /// The advice to open the safest cell.
    fn safest(safest: Move, probabilities: Probabilities) -> Self {
        Advice {
            probabilities,
            best: Some(safest.square),
            reason: Reason::Safest,
            moves: vec![safest],
        }
    }
}

impl Position {
    /// Finds the best move.
    ///
    /// # Errors
    /// Fails if no layout fits, or if a limit is reached.
    pub fn advice(&self, context: &mut SearchContext) -> Result<Advice, ProbabilityError> {
        let probabilities = self.probabilities(context)?;
        let one = Ratio::from_integer(BigUint::from(1u32));
        let plain = |square| Move {
            square,
            safe: &one - probabilities.mine(square).expect("it is covered"),
            wins: None,
            progress: None,
            score: None,
        };
        let mut sure = Vec::new();
        // The first cell with each of the probabilities.
        let mut first = vec![None; probabilities.values().len()];
        for square in self.covered() {
            check_limits(
                context,
                probabilities.bytes() + sure.len() as u64 * BYTES_A_MOVE,
            )?;
            if probabilities.is_safe(square) {
                sure.push(square);
            }
            let value = probabilities.value_of(square).expect("it is covered");
            first[value].get_or_insert(square);
        }
        if let Some(&best) = sure.first() {
            let mut mined = self.clone();
            mined.cells[best] = Cell::Mine;
            if let MineCount::Total(total) = &mut mined.mines {
                // With no mine left, there would have to be more than there are.
                *total = total.checked_sub(1).unwrap_or(u32::MAX);
            }
            let reason = match mined.probabilities(context) {
                Err(ProbabilityError::Contradiction(found)) => Reason::Safe(found),
                Err(other) => return Err(other),
                // No number implies it: it is promised.
                Ok(_) => Reason::Safe(Contradiction {
                    numbers: Vec::new(),
                    with_total: false,
                }),
            };
            return Ok(Advice {
                moves: sure.iter().map(|&square| plain(square)).collect(),
                probabilities,
                best: Some(best),
                reason,
            });
        }
        let mut safest = None;
        for (value, square) in probabilities.values().iter().zip(first) {
            check_limits(context, probabilities.bytes())?;
            let Some(square) = square.filter(|_| *value < one) else {
                continue;
            };
            if safest.is_none_or(|least| (value, square) < least) {
                safest = Some((value, square));
            }
        }
        let Some((_, safest)) = safest else {
            return Ok(Advice {
                probabilities,
                best: None,
                reason: Reason::Done,
                moves: Vec::new(),
            });
        };
        let seen = self.covered().count() - probabilities.unconstrained as usize;
        if self.cells.len() > MOST_CELLS || seen > MOST_SEEN {
            let plain = plain(safest);
            return Ok(Advice::safest(plain, probabilities));
        }
        let board = BoardInfo::new(self.cells.rows(), self.cells.columns(), self.mines);
        let mut player = Player::default();
        let mut cells = self.cells.cells().to_vec();
        let check = |bytes| check_limits(context, probabilities.bytes() + bytes);
        if player
            .probabilities
            .read_checked(&cells, &board.near, self.mines, check)
            .is_err()
        {
            let plain = plain(safest);
            return Ok(Advice::safest(plain, probabilities));
        }
        // The evaluation ends if a limit is reached; what has been found by then is the advice.
        let mut reached = None;
        let mut keep_going = |bytes| {
            if reached.is_none() {
                reached = check_limits(context, probabilities.bytes() + bytes).err();
            }
            reached.is_none()
        };
        let searched = player.search_all(&board, &cells, MOST_WORK, &mut keep_going);
        if let Some(worths) = searched {
            let mut moves: Vec<Move> = worths
                .into_iter()
                .map(|(square, wins)| Move {
                    wins: Some(Ratio::new(wins.into(), probabilities.layouts.clone())),
                    ..plain(square)
                })
                .collect();
            moves.sort_by(|one, other| (&other.wins, &other.safe).cmp(&(&one.wins, &one.safe)));
            return Ok(Advice {
                probabilities,
                best: moves.first().map(|best| best.square),
                reason: Reason::Searched,
                moves,
            });
        }
        let guesses = player.evaluate_guesses(&board, &mut cells, &mut keep_going);
        if reached == Some(Limit::Stopped) {
            return Err(ProbabilityError::GaveUp(Limit::Stopped));
        }
        let Some(best) = guesses.first().map(|guess| guess.square) else {
            let plain = plain(safest);
            return Ok(Advice::safest(plain, probabilities));
        };
        let moves: Vec<Move> = guesses
            .iter()
            .map(|guess| Move {
                progress: Some(guess.progress),
                score: Some(guess.score),
                ..plain(guess.square)
            })
            .collect();
        let reason = match player.forced_guess_at(&board, &cells, best) {
            Some(place) => Reason::ForcedGuess(place),
            None if best == safest && moves.len() < 2 => Reason::Safest,
            None => Reason::Promising,
        };
        Ok(Advice {
            probabilities,
            best: Some(best),
            reason,
            moves,
        })
    }
}

impl Player {
    /// The place with a forced guess that a cell is a part of, if that is certain.
    fn forced_guess_at(
        &self,
        board: &BoardInfo,
        cells: &[Cell],
        square: Square,
    ) -> Option<Vec<Square>> {
        let mut found = None;
        board
            .forced_guesses
            .each(&self.probabilities, cells, |place, probability| {
                if probability > 1.0 - 1e-9 && place.contains(&square) {
                    found = Some(place.to_vec());
                }
            });
        found
    }
}
