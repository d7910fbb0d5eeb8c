//! Minesweeper for the searches: by the rules for the generic search, and the two kernels of the library
//! in the game's words, one for plain clicks and one for flags and chords. And the layers of a search: of
//! all positions if they are few enough to be walked through, otherwise of one shortest solution.
//!
//! A state of the generic search is what is open and which cells have a flag. There are two to the number
//! of openings of them even without flags, so that it is the kernels' oracle, not their rival.

#[cfg(test)]
mod tests;

use fewest_minesweeper::{
    Action, ClickFigures, FewestClicks, KnownBoard, Units, click_figures, fewest_clicks,
};
use fewest_search::{
    Limit, Limits, Plan, Progress, Report, SearchContext, SearchOptions, Stats, Verdict, Why,
};
use fewest_words::key;

use super::rules::is_covered;
use super::{Board, Clicks, Field, Touch, is_mine, mines_around};
use crate::game::{Game as _, Standing};
use crate::grid::Square;
use crate::info::Figure;
use crate::layers::{Layers, Shows};
use crate::puzzle::{AnyPuzzle, ByRules};
use crate::solve::search;
use crate::survey::{Listener, Survey};

/// The cells in a word of a key.
const CELLS_A_WORD: usize = 16;

/// Two bits a cell: whether it is as at the start, or its flag is another, or it is open.
fn pack(board: &Board, field: &Field) -> Box<[u32]> {
    let start = board.start();
    let change = |square: Square| match field.cells()[square] {
        now if now == start.cells()[square] => 0,
        now if is_covered(now) => 1,
        _ => 2,
    };
    let mut key = vec![0; (board.cells.len() as usize).div_ceil(CELLS_A_WORD)];
    for square in 0..board.cells.len() {
        let at = square as usize;
        key[at / CELLS_A_WORD] |= change(square) << (2 * (at % CELLS_A_WORD));
    }
    key.into()
}

/// Visits the squares that are not as at the start.
fn changed(board: &Board, field: &Field, visit: &mut dyn FnMut(Square)) {
    let start = board.start();
    let is_changed = |&square: &Square| field.cells()[square] != start.cells()[square];
    (0..board.cells.len()).filter(is_changed).for_each(visit);
}

fn unpack(board: &Board, key: &[u32]) -> Field {
    let mut field = board.start();
    for square in 0..board.cells.len() {
        let at = square as usize;
        match key[at / CELLS_A_WORD] >> (2 * (at % CELLS_A_WORD)) & 3 {
            0 => {}
            1 => field.turn(square),
            _ => field.reveal(square),
        }
    }
    field
}

impl Board {
    /// The board as the rules play it.
    pub(super) fn by_rules(&self) -> Box<dyn AnyPuzzle<Touch> + '_> {
        let puzzle = ByRules::new(self, pack, |board, key| unpack(board, key));
        Box::new(puzzle.counted_on(changed))
    }

    /// Whether the fewest is found by counting.
    pub(super) fn is_counted(&self) -> bool {
        self.clicks == Clicks::Plain && self.is_known()
    }

    /// Walks through every position, if they are not too many: flags can be set in any way, so that
    /// there are two to the number of hidden cells of them before anything is opened.
    pub(super) fn survey_by_walking(
        &self,
        context: &mut SearchContext,
        listener: Listener<Touch>,
    ) -> Result<Survey, Limit> {
        const POSITIONS: u64 = 200_000;
        if !self.can_be_walked() {
            return Err(Limit::Effort);
        }
        let states = context.options.limits.states;
        let is_less = states.is_some_and(|states| states <= POSITIONS);
        let mut search = context.fresh().within_states(POSITIONS);
        let walked = self.puzzle().survey(&mut search, listener);
        walked.map_err(|limit| match limit {
            Limit::States if !is_less => Limit::Effort,
            limit => limit,
        })
    }

    /// Whether one position after another can be looked at: each has as many moves as there are
    /// cells, and takes as long to be made.
    pub(super) fn can_be_walked(&self) -> bool {
        const MOST_CELLS: u32 = 10_000;
        self.cells.len() <= MOST_CELLS || self.standing(&self.start()) != Standing::Playing
    }

    /// What the generic search would do.
    pub(super) fn plan_to_walk(&self, options: &SearchOptions) -> Plan {
        self.puzzle().plan(options)
    }

    /// That nothing is searched, and why.
    pub(super) fn unsearched(&self, limit: Limit, options: &SearchOptions) -> Report<Touch> {
        let is_won = self.standing(&self.start()) == Standing::Won;
        Report {
            verdict: Verdict::GaveUp {
                limit,
                at_least: u64::from(!is_won),
            },
            best: None,
            stats: Stats::default(),
            plan: self.plan_to_walk(options),
        }
    }
}

/// Whether the kernel of plain clicks supports a board.
pub fn counts_clicks(board: &Board, options: &SearchOptions) -> bool {
    board.is_counted() && !options.whole
}

/// The plan of counting openings and lone digits.
pub fn plan_counting(board: &Board, options: &SearchOptions) -> Plan {
    let cells = &board.cells;
    let bytes = BYTES_A_CELL + Units::BYTES_A_CELL + size_of::<Touch>() as u64;
    let most = u64::from(cells.len()) * bytes;
    Plan {
        kernel: "openings",
        states: Some(0),
        bytes: Some(
            options
                .limits
                .memory
                .map_or(most, |memory| memory.min(most)),
        ),
        needed: Some(most),
        expected: Some(most),
        why: Why::new(
            "the openings and the digits that touch none are counted, nothing is searched",
        ),
    }
}

/// Counts the fewest plain clicks.
pub fn count_clicks(board: &Board, context: &mut SearchContext) -> Report<Touch> {
    let options = context.options;
    let verdict = match board.cells.squares().contains(&b'X') {
        true => Verdict::Impossible,
        false => clicks_on_units(board, context),
    };
    Report {
        verdict,
        best: None,
        stats: Stats {
            bytes: context.budget.most(),
            elapsed: context.elapsed(),
            ..Stats::default()
        },
        plan: plan_counting(board, &options),
    }
}

fn clicks_on_units(board: &Board, context: &mut SearchContext) -> Verdict<Touch> {
    let units = match units(board, context) {
        Ok(units) => units,
        Err(limit) => return gave_up(limit, 0),
    };
    let cost = units.first_cells().count() as u64;
    match context.options.limits.cost {
        Some(most) if cost > most => return gave_up(Limit::Cost, most + 1),
        _ => {}
    }
    match context.budget.list(cost as usize) {
        Err(limit) => gave_up(limit, cost),
        Ok(mut moves) => {
            let place = |square| Touch::Open(board.cells.place(square));
            moves.extend(units.first_cells().map(place));
            Verdict::Fewest { cost, moves }
        }
    }
}

/// The units of a board. Their memory stays charged to the budget.
pub fn units(board: &Board, context: &mut SearchContext) -> Result<Units, Limit> {
    let bytes = u64::from(board.cells.len()) * BYTES_A_CELL;
    context.budget.take(bytes)?;
    Units::new(&known(board), context)
}

/// The bytes of a [`KnownBoard`] for each cell.
const BYTES_A_CELL: u64 = 3;

/// The board as the library knows it.
fn known(board: &Board) -> KnownBoard {
    let mut flags = board.cells.map(|_| false);
    for &square in &board.flags {
        flags[square] = true;
    }
    KnownBoard {
        mines: board.cells.map(|&cell| is_mine(cell)),
        open: board.cells.map(|&cell| is_open(cell)),
        flags,
    }
}

fn is_open(cell: u8) -> bool {
    matches!(cell, b'B' | b'1'..=b'8')
}

/// Whether every digit says what is around it: the rules take them as they are, and the kernel as
/// they should be.
pub fn is_right(board: &Board) -> bool {
    let told = |cell: u8| if cell == b'B' { 0 } else { cell - b'0' };
    let cells = &board.cells;
    (0..cells.len())
        .filter(|&square| is_open(cells[square]))
        .all(|square| told(cells[square]) == mines_around(cells, square))
}

/// Whether the kernel of chords supports a board.
pub fn finds_chords(board: &Board, options: &SearchOptions) -> bool {
    board.clicks == Clicks::All && board.is_known() && !options.whole && is_right(board)
}

/// How it is gone about.
pub fn plan_chords(_: &Board, options: &SearchOptions) -> Plan {
    let limits = &options.limits;
    Plan {
        kernel: "chords",
        states: limits.states,
        bytes: limits.memory,
        // What there is not memory for is left out, and not kept elsewhere.
        needed: limits.memory,
        expected: None,
        why: Why::new(
            "flags follow from the chords: the best set of chords is looked for across the board",
        ),
    }
}

/// Finds the fewest clicks of all kinds, or the best that it can.
pub fn find_chords(board: &Board, context: &mut SearchContext) -> Report<Touch> {
    let options = context.options;
    let limits = &options.limits;
    let (verdict, best, states) = match board.cells.squares().contains(&b'X') {
        true => (Verdict::Impossible, None, 0),
        false => match fewest_clicks(&known(board), context) {
            Ok(found) => settled(board, found, limits),
            Err(limit) => (gave_up(limit, 0), None, 0),
        },
    };
    Report {
        verdict,
        best,
        stats: Stats {
            states,
            elapsed: context.elapsed(),
            ..Stats::default()
        },
        plan: plan_chords(board, &options),
    }
}

fn gave_up(limit: Limit, at_least: u64) -> Verdict<Touch> {
    Verdict::GaveUp { limit, at_least }
}

/// What was found, proven or not.
fn settled(
    board: &Board,
    found: FewestClicks,
    limits: &Limits,
) -> (Verdict<Touch>, Option<Vec<Touch>>, u64) {
    let moves: Vec<Touch> = found
        .actions
        .iter()
        .map(|action| touch(board, *action))
        .collect();
    let cost = moves.len() as u64;
    let is_proven = found.at_least == cost;
    let (verdict, best) = match limits.cost {
        Some(most) if found.at_least > most => (gave_up(Limit::Cost, most + 1), None),
        _ if is_proven => (Verdict::Fewest { cost, moves }, None),
        _ => {
            let limit = found.limit.unwrap_or(Limit::Effort);
            (gave_up(limit, found.at_least), Some(moves))
        }
    };
    (verdict, best, found.states)
}

fn touch(board: &Board, action: Action) -> Touch {
    let place = |square: Square| board.cells.place(square);
    match action {
        Action::Open(square) => Touch::Open(place(square)),
        Action::Flag(square) => Touch::Flag(place(square)),
        Action::Chord(square) => Touch::Chord(place(square)),
    }
}

/// The customary figures of a board.
pub fn figures(board: &Board, context: &mut SearchContext) -> Result<Vec<Figure>, Limit> {
    let ClickFigures {
        three_bv,
        openings,
        greedy,
        human,
    } = click_figures(&known(board), context)?;
    let figure = |name, words, value| Figure { name, words, value };
    Ok(vec![
        figure("3bv", key("3BV"), three_bv),
        figure("openings", key("openings"), openings),
        figure("zini_greedy", key("greedy ZiNi"), greedy),
        figure("zini_human", key("human ZiNi"), human),
    ])
}

/// The layers of a board.
pub fn layers(board: &Board, context: &mut SearchContext) -> Layers {
    if !board.is_known() {
        return Layers {
            limit: Some(Limit::Unknown),
            ..Layers::begin(Shows::Search)
        };
    }
    if board.can_be_walked() {
        let most = most_positions(board);
        let is_less = context
            .options
            .limits
            .states
            .is_some_and(|states| states <= most);
        let layers = board
            .puzzle()
            .layers(&mut context.fresh().within_states(most));
        if is_less || layers.limit != Some(Limit::States) {
            return layers;
        }
    }
    match context.next_search() {
        Ok(mut search) => of_a_solution(board, &mut search),
        Err(limit) => Layers {
            limit: Some(limit),
            ..Layers::begin(Shows::Solution)
        },
    }
}

/// How many positions are walked through. Each has as many moves as there are hidden cells, and a
/// move may open all of them.
fn most_positions(board: &Board) -> u64 {
    const CELLS_OPENED: u64 = 100_000_000;
    const MOST: u64 = 200_000;
    let cells = u64::from(board.cells.len());
    (CELLS_OPENED / (cells * cells)).clamp(1, MOST)
}

/// One layer for each of the fewest clicks, with the squares that it changes.
pub fn of_a_solution(board: &Board, context: &mut SearchContext) -> Layers {
    let mut layers = Layers::begin(Shows::Solution);
    // As many layers as the cost allows are shown, though the clicks must all be known for that.
    let mut whole = context.fresh();
    whole.options.limits.cost = None;
    let ended = match search(board, &mut whole).verdict {
        Verdict::Impossible => Ok(()),
        Verdict::GaveUp { limit, .. } => Err(limit),
        Verdict::Fewest { moves, .. } => context
            .next_search()
            .and_then(|mut search| reveal(board, &moves, &mut search, &mut layers)),
    };
    layers.limit = ended.err();
    layers
}

/// Plays the clicks by the rules, and notes what each changes.
fn reveal(
    board: &Board,
    clicks: &[Touch],
    context: &mut SearchContext,
    layers: &mut Layers,
) -> Result<(), Limit> {
    let mut field = board.start();
    let mut changed = context.budget.list(board.cells.len() as usize)?;
    let limits = context.options.limits;
    for (depth, click) in (0..).zip(clicks) {
        if limits.cost.is_some_and(|cost| depth >= cost) {
            return Err(Limit::Cost);
        }
        changed.clear();
        field.touch(*click, board.clicks, |square| changed.push(square));
        layers.push(1, &mut changed, &mut context.budget)?;
        let states = depth + 1;
        context.step(changed.len() as u32, || Progress {
            depth,
            states,
            at_least: 0,
        })?;
    }
    assert_eq!(board.standing(&field), Standing::Won, "the clicks win");
    layers.won_at = Some(clicks.len() as u64);
    Ok(())
}
