//! A player that knows only what a player sees, and wins as often as it can.
//!
//! It opens what is certainly safe. Where nothing is and few layouts are left, it searches every way
//! to play on ([`Endgame`]). Otherwise it guesses: the value of a guess is the probability to survive
//! it, times the prospects afterwards. For every number that the cell may show, something is safe
//! then, or the next guess has a probability of its own. The prospects are reduced by every place
//! where a guess is unavoidable ([`ForcedGuesses`]); such a guess costs nothing now, as it has to be
//! made anyway.
//!
//! The constants were tuned on simulated games. Looking one guess deeper won no more games.

use fewest_search::{Limit, SearchContext};
use num_bigint::BigUint;
use num_rational::Ratio;

use crate::constraints::CellState;
use crate::decision_diagram::DiagramError;
use crate::endgame::{Endgame, KeepGoing};
use crate::float_probabilities::FloatProbabilities;
use crate::grid::{Grid, Square};
use crate::position::{Cell, MineCount, Neighbours, Position};
use crate::probabilities::{Contradiction, Probabilities, ProbabilityError, check_limits};

/// What the player looks up about boards of one size with the same mines.
pub struct BoardInfo {
    /// The neighbours of each square.
    pub near: Neighbours,
    pub(crate) grid: Grid<()>,
    pub(crate) mines: MineCount,
    pub(crate) forced_guesses: ForcedGuesses,
}

impl BoardInfo {
    /// Prepares for boards of this size.
    pub fn new(rows: u32, columns: u32, mines: MineCount) -> Self {
        let grid = Grid::new(columns as usize, vec![(); (rows * columns) as usize]);
        let near = Neighbours::new(&grid);
        let forced_guesses = ForcedGuesses::new(&grid, &near);
        BoardInfo {
            near,
            grid,
            mines,
            forced_guesses,
        }
    }
}

/// The most layouts for which every way to play on is searched.
const FEW_LAYOUTS: f64 = 2_000.0;
/// The most work of such a search, in cells times layouts.
const MOST_WORK: u64 = 100_000_000;

/// The player. It can be reused for any board.
#[derive(Default)]
pub struct Player {
    /// The position, and what a guess may make of it.
    pub(crate) probabilities: FloatProbabilities,
    next: FloatProbabilities,
    endgame: Endgame,
    chosen: Vec<Square>,
}

impl Player {
    /// Returns the cells to open next: all that are certainly safe, or one to guess. `cells` is the
    /// same afterwards.
    ///
    /// # Panics
    /// If no layout fits, or if all covered cells are mines.
    pub fn choose(&mut self, board: &BoardInfo, cells: &mut [Cell]) -> &[Square] {
        let now = &mut self.probabilities;
        now.graph
            .read(cells, &board.near)
            .expect("some layout fits");
        self.chosen.clear();
        self.chosen.extend(&now.graph.safe);
        if !self.chosen.is_empty() {
            return &self.chosen;
        }
        let mut squares = 0..cells.len() as Square;
        let is_covered = |square: Square| cells[square as usize] == Cell::Covered;
        if now.read(cells, &board.near, board.mines).is_err() {
            // Too many numbers depend on each other: any cell that is not known to be a mine will do.
            let is_open =
                |&square: &Square| is_covered(square) && !now.graph.mines.contains(&square);
            self.chosen.extend(squares.find(is_open));
            return &self.chosen;
        }
        let is_safe = |&square: &Square| is_covered(square) && now.mine(square) == 0.0;
        self.chosen.extend(squares.filter(is_safe));
        if self.chosen.is_empty() {
            let best = self.search(board, cells).unwrap_or_else(|| {
                let guesses = self.evaluate_guesses(board, cells, &mut |_| true);
                guesses[0].square
            });
            self.chosen.push(best);
        }
        &self.chosen
    }

    /// Finds the cell that wins most often, if few layouts are left.
    fn search(&mut self, board: &BoardInfo, cells: &[Cell]) -> Option<Square> {
        if self.probabilities.log_weight > FEW_LAYOUTS.ln() {
            return None;
        }
        self.begin_endgame(board, cells, &mut |_| true)?;
        let (best, _) = self.endgame.best(MOST_WORK, &mut |_| true).ok()?;
        Some(best)
    }

    /// Counts the layouts that each cell wins, if that takes no more than `work` cells times layouts.
    pub(crate) fn search_all(
        &mut self,
        board: &BoardInfo,
        cells: &[Cell],
        work: u64,
        keep_going: KeepGoing,
    ) -> Option<Vec<(Square, u32)>> {
        self.begin_endgame(board, cells, keep_going)?;
        self.endgame.every(work, keep_going).ok()
    }

    fn begin_endgame(
        &mut self,
        board: &BoardInfo,
        cells: &[Cell],
        keep_going: KeepGoing,
    ) -> Option<usize> {
        match board.mines {
            MineCount::Total(total) => {
                let (near, now) = (&board.near, &self.probabilities);
                self.endgame.begin(cells, near, total, now, keep_going)
            }
            // Layouts have different weights there, so that counting them is not enough.
            MineCount::Density { .. } => None,
        }
    }
}

/// The value of guessing one cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    pub square: Square,
    /// The higher the better.
    pub score: f64,
    /// The probability that it is safe and that something is certainly safe afterwards.
    pub progress: f64,
}

/// How safe a candidate is at least, relative to the safest cell.
const NEARLY: f64 = 0.9;
/// The same for unconstrained cells.
const NEARLY_UNCONSTRAINED: f64 = 0.95;
/// The weight of the second-safest cell of a position.
const SECOND: f64 = 0.4;
/// The bonus of a position in which something is safe.
const PROGRESS: f64 = 0.1;
/// The factor for a cell that can show only one number.
const UNINFORMATIVE: f64 = 0.5;
/// With fewer unconstrained cells, each is a candidate.
const FEW_UNCONSTRAINED: u32 = 30;
/// The least probability of a forced guess that makes its cells candidates.
const LIKELY: f64 = 0.05;
/// Smaller probabilities are ignored.
const TINY: f64 = 1e-9;

impl Player {
    /// Evaluates all cells that may be the best to guess, the best first. It stops early when it is
    /// not to keep going.
    pub(crate) fn evaluate_guesses(
        &mut self,
        board: &BoardInfo,
        cells: &mut [Cell],
        keep_going: KeepGoing,
    ) -> Vec<Guess> {
        let mut best = 0.0;
        let mut guesses = Vec::new();
        for (safe, square) in self.candidates(board, cells) {
            if !guesses.is_empty() && !keep_going(0) {
                break;
            }
            if let Some(guess) = self.evaluate(board, cells, square, safe, best, keep_going) {
                best = f64::max(best, guess.score);
                guesses.push(guess);
            }
        }
        guesses.sort_by(|one, other| other.score.total_cmp(&one.score));
        guesses
    }

    /// The cells that are nearly as safe as the safest, and those where a guess is forced anyway, with
    /// the probability that they are safe, the safest first.
    fn candidates(&self, board: &BoardInfo, cells: &[Cell]) -> Vec<(f64, Square)> {
        let now = &self.probabilities;
        let safe = |square: Square| 1.0 - now.mine(square);
        let is_covered = |&square: &Square| cells[square as usize] == Cell::Covered;
        let covered = || (0..cells.len() as Square).filter(is_covered);
        let best = covered().map(safe).fold(0.0, f64::max);
        let is_candidate = |&square: &Square| match now.graph.states[square as usize] {
            CellState::Unconstrained => {
                safe(square) >= best * NEARLY_UNCONSTRAINED
                    && is_promising(now, board, cells, square)
            }
            CellState::Grouped(_) => safe(square) >= best * NEARLY,
            _ => false,
        };
        let mut candidates: Vec<Square> = covered().filter(is_candidate).collect();
        board.forced_guesses.each(now, cells, |place, probability| {
            for square in place {
                let is_good = safe(*square) * (1.0 + probability) >= best * NEARLY;
                if probability > LIKELY && is_good && !candidates.contains(square) {
                    candidates.push(*square);
                }
            }
        });
        if candidates.is_empty() {
            // An unconstrained cell: the fewer covered neighbours, the likelier an opening.
            let safest = covered().filter(|&square| safe(square) >= best);
            candidates.extend(safest.min_by_key(|&square| covered_around(board, cells, square)));
        }
        let mut candidates: Vec<(f64, Square)> = candidates
            .into_iter()
            .map(|square| (safe(square), square))
            .collect();
        candidates.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        candidates
    }

    /// Evaluates one guess; `None` if its score is below `enough`.
    fn evaluate(
        &mut self,
        board: &BoardInfo,
        cells: &mut [Cell],
        square: Square,
        safe: f64,
        enough: f64,
        keep_going: KeepGoing,
    ) -> Option<Guess> {
        let states = &self.probabilities.graph.states;
        let near = board.near.of(square).iter();
        let mines = near.filter(|&&other| states[other as usize] == CellState::Mine);
        let mines = mines.count();
        let (mut score, mut progress, mut left) = (0.0, 0.0, safe);
        let mut numbers = 0;
        for number in mines..=covered_around(board, cells, square) {
            if left < TINY || score + left * (1.0 + PROGRESS) < enough {
                break;
            }
            cells[square as usize] = Cell::Number(number as u8);
            let check = |bytes| keep_going(bytes).then_some(()).ok_or(());
            let next = &mut self.next;
            match next.read_checked(cells, &board.near, board.mines, check) {
                Ok(()) => {}
                Err(DiagramError::Stopped(())) => {
                    cells[square as usize] = Cell::Covered;
                    return None;
                }
                Err(_) => continue,
            }
            let share = (next.log_weight - self.probabilities.log_weight).exp();
            let (first, second) = two_safest(next);
            let mut value = first * (1.0 - SECOND) + second * SECOND;
            if first == 1.0 {
                value *= 1.0 + PROGRESS;
                progress += share;
            }
            score += share * value * board.forced_guesses.factor(next, cells);
            left -= share;
            numbers += 1;
        }
        cells[square as usize] = Cell::Covered;
        if numbers == 1 {
            score *= UNINFORMATIVE;
        }
        (left < TINY || score >= enough).then_some(Guess {
            square,
            score,
            progress,
        })
    }
}

fn covered_around(board: &BoardInfo, cells: &[Cell], square: Square) -> usize {
    let near = board.near.of(square).iter();
    near.filter(|&&other| cells[other as usize] == Cell::Covered)
        .count()
}

/// Whether an unconstrained cell may help: it is near open cells, in a nook, or there are few.
fn is_promising(
    now: &FloatProbabilities,
    board: &BoardInfo,
    cells: &[Cell],
    square: Square,
) -> bool {
    let covered = covered_around(board, cells, square);
    if now.graph.unconstrained < FEW_UNCONSTRAINED || matches!(covered, 2..=3) {
        return true;
    }
    let (row, column) = board.grid.coordinates(square);
    let across = [
        (row.wrapping_add(2), column),
        (row.wrapping_sub(2), column),
        (row, column.wrapping_add(2)),
        (row, column.wrapping_sub(2)),
    ];
    across.into_iter().any(|(row, column)| {
        let other = board.grid.at(row, column);
        other.is_some_and(|other| cells[other as usize].is_number())
    })
}

/// The probabilities that the safest and the second-safest cell of a position are safe.
fn two_safest(position: &FloatProbabilities) -> (f64, f64) {
    let (mut first, mut second) = (0.0, 0.0);
    let mut add = |safe: f64, count: u32| {
        if count > 0 && safe > first {
            second = if count > 1 { safe } else { first };
            first = safe;
        } else if count > 0 && safe > second {
            second = safe;
        }
    };
    add(1.0, position.graph.safe.len() as u32);
    for (number, group) in position.graph.groups.iter().enumerate() {
        let mine = match position.may_be_mine[number] {
            true => position.groups[number],
            false => 0.0,
        };
        add(1.0 - mine, group.size);
    }
    let mine = match position.unconstrained_may_be_mine {
        true => position.unconstrained,
        false => 0.0,
    };
    add(1.0 - mine, position.graph.unconstrained);
    if first == 0.0 {
        // Only mines are covered: the game is won.
        first = 1.0;
    }
    if second == 0.0 {
        second = first;
    }
    (first, second)
}

/// Places where the mines can be arranged in two ways that no number can tell apart.
///
/// Two cells side by side, one of them a mine: only a cell that sees just one of the two could tell
/// which. If all of those are mines (or off the board), none ever will, and half of the games that
/// come here are lost. The same holds for four cells in a square with mines in two opposite corners,
/// if the four cells beyond the corners are mines: any other cell that sees some of the four sees one
/// of each pair.
#[derive(Clone, Debug)]
pub(crate) struct ForcedGuesses {
    pairs: Vec<Place<2>>,
    squares: Vec<Place<4>>,
}

/// Cells in reading order, and the cells that could tell them apart.
#[derive(Clone, Debug)]
struct Place<const CELLS: usize> {
    cells: [Square; CELLS],
    beyond: Vec<Square>,
}

/// Smaller probabilities are ignored.
const LEAST: f64 = 0.02;
/// How much a forced guess counts. Not all of them come true, because the probabilities that are
/// multiplied depend on each other.
const STRENGTH: f64 = 0.9;

impl ForcedGuesses {
    fn new<T>(grid: &Grid<T>, near: &Neighbours) -> Self {
        let mut pairs = Vec::new();
        let mut squares = Vec::new();
        for one in 0..grid.len() {
            let (row, column) = grid.coordinates(one);
            let right = grid.at(row, column + 1);
            let below = grid.at(row + 1, column);
            for other in [right, below].into_iter().flatten() {
                let seen = |here: Square, there: Square| {
                    let only = move |&square: &Square| {
                        square != there && !near.of(there).contains(&square)
                    };
                    near.of(here).iter().copied().filter(only)
                };
                pairs.push(Place {
                    cells: [one, other],
                    beyond: seen(one, other).chain(seen(other, one)).collect(),
                });
            }
            if let (Some(right), Some(below)) = (right, below) {
                // Rows and columns before the first wrap to numbers that are off the board.
                let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
                let corners = [
                    (up, left),
                    (up, column + 2),
                    (row + 2, left),
                    (row + 2, column + 2),
                ];
                let beyond = corners
                    .into_iter()
                    .filter_map(|(row, column)| grid.at(row, column));
                squares.push(Place {
                    cells: [one, right, below, below + 1],
                    beyond: beyond.collect(),
                });
            }
        }
        ForcedGuesses { pairs, squares }
    }

    /// Reports every such place of a position, with the probability that a guess is forced there.
    pub(crate) fn each(
        &self,
        now: &FloatProbabilities,
        cells: &[Cell],
        mut report: impl FnMut(&[Square], f64),
    ) {
        for pair in &self.pairs {
            let [one, other] = pair.cells.map(|square| now.graph.states[square as usize]);
            if one != other {
                continue;
            }
            let probability = match one {
                CellState::Unconstrained => 2.0 * now.unconstrained * (1.0 - now.unconstrained),
                CellState::Grouped(group) => now.pairs[group as usize],
                _ => continue,
            };
            let probability = times_all_mines(now, cells, &pair.beyond, probability);
            if probability >= LEAST {
                report(&pair.cells, probability);
            }
        }
        for four in &self.squares {
            let is_undecided = |&square: &Square| {
                let state = now.graph.states[square as usize];
                matches!(state, CellState::Unconstrained | CellState::Grouped(_))
            };
            if !four.cells.iter().all(is_undecided) {
                continue;
            }
            let [a, b, c, d] = four.cells.map(|square| now.mine(square));
            let probability = a * d * (1.0 - b) * (1.0 - c) + b * c * (1.0 - a) * (1.0 - d);
            let probability = times_all_mines(now, cells, &four.beyond, probability);
            if probability >= LEAST {
                report(&four.cells, probability);
            }
        }
    }

    /// The share of wins that forced guesses leave.
    fn factor(&self, now: &FloatProbabilities, cells: &[Cell]) -> f64 {
        let mut factor = 1.0;
        self.each(now, cells, |_, probability| {
            factor *= 1.0 - STRENGTH * probability / 2.0;
        });
        factor
    }
}

/// A probability times that of mines in all these cells; 0 if it falls below [`LEAST`] before the end.
fn times_all_mines(
    now: &FloatProbabilities,
    cells: &[Cell],
    squares: &[Square],
    mut probability: f64,
) -> f64 {
    for &square in squares {
        if probability < LEAST {
            return 0.0;
        }
        probability *= match cells[square as usize] {
            Cell::Covered => now.mine(square),
            Cell::Mine => 1.0,
            _ => 0.0,
        };
    }
    probability
}

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
const MOST_ADVICE_WORK: u64 = 400_000_000;
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
        for square in self.covered() {
            check_limits(
                context,
                probabilities.bytes() + sure.len() as u64 * BYTES_A_MOVE,
            )?;
            if probabilities.is_safe(square) {
                sure.push(square);
            }
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
        let Some(safest) = probabilities.safest(context)? else {
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
        let mut cells = self.cells.squares().to_vec();
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
        let searched = player.search_all(&board, &cells, MOST_ADVICE_WORK, &mut keep_going);
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
