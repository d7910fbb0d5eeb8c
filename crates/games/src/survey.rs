//! Counts everything about a level: its optimal solutions, its positions, and its moves.

use std::ops::ControlFlow;

use fewest_search::{Atlas, Key, Limit, Progress, Puzzle, SearchContext, chart};
use num_bigint::BigUint;

use crate::puzzle::Placed;

/// What is counted. Moves are all legal moves of a player, including those that lose at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The fewest moves that win; nothing where none do.
    pub par: Option<u64>,
    /// How many different sequences of that many moves win.
    pub solutions: BigUint,
    /// How many positions can be reached, the start and the won ones included.
    pub positions: BigUint,
    /// From how many of them no win can be reached any more.
    pub dead: BigUint,
    /// How many moves there are in all positions that are neither won nor dead.
    pub moves: BigUint,
    /// How many of those lead to a position that is not dead.
    pub open: BigUint,
    /// How many of those lead one move nearer to the nearest win.
    pub best: BigUint,
    /// The longest run of forced moves on an optimal solution: moves from positions that have no
    /// other legal move.
    pub forced: u64,
    /// The longest run on an optimal solution of moves that alone keep it optimal.
    pub narrow: u64,
    /// After how many moves the optimal solutions first part; nothing where there are not two.
    pub part: Option<u64>,
}

/// Is told the optimal solutions one after another, in the order of their moves, and says when
/// it has heard enough.
pub type Listener<'a, M> = &'a mut dyn FnMut(&[M]) -> ControlFlow<()>;

/// Counts everything about a puzzle: one search forwards through all positions, one pass backwards
/// from the wins, and then along the optimal solutions.
pub(crate) fn survey<P: Placed>(
    puzzle: &P,
    context: &mut SearchContext,
    listener: Listener<P::Move>,
) -> Result<Survey, Limit> {
    let atlas = chart(puzzle, context)?;
    let mut survey = count_moves(puzzle, &atlas, context)?;
    if let Some(par) = atlas.distance(0) {
        survey.par = Some(u64::from(par));
        follow_solutions(puzzle, &atlas, par, &mut survey, context)?;
        // The listing keeps what else there is to play in place of each move.
        let most = (0..atlas.len()).map(|place| atlas.leads(place).len()).max();
        let choices = most.unwrap_or(0).next_power_of_two();
        let kept = size_of::<Vec<(P::Move, usize)>>() + choices * size_of::<(P::Move, usize)>();
        context
            .budget
            .take(u64::from(par).saturating_mul(kept as u64))?;
        list(puzzle, &atlas, context, listener)?;
    }
    Ok(survey)
}

fn progress<K: Key>(atlas: &Atlas<K>, depth: u64) -> Progress {
    let states = atlas.len() as u64;
    let at_least = 0;
    Progress {
        depth,
        states,
        at_least,
    }
}

/// Counts the legal moves that lose at once in the position at a place, which is not won.
fn losing_moves<P: Placed>(puzzle: &P, atlas: &Atlas<P::Key>, place: usize) -> u64 {
    puzzle.losing_moves(&puzzle.unpack(atlas.key(place)))
}

/// Counts the positions, and the moves of those that are still to be won.
fn count_moves<P: Placed>(
    puzzle: &P,
    atlas: &Atlas<P::Key>,
    context: &mut SearchContext,
) -> Result<Survey, Limit> {
    let (mut dead, mut moves, mut open, mut best) = (0u64, 0u64, 0u64, 0u64);
    for place in 0..atlas.len() {
        let leads = atlas.leads(place);
        context.step(1 + leads.len() as u32, || progress(atlas, 0))?;
        let Some(distance) = atlas.distance(place) else {
            dead += 1;
            continue;
        };
        if distance > 0 {
            moves += losing_moves(puzzle, atlas, place);
        }
        for lead in leads {
            moves += 1;
            if let Some(left) = atlas.distance(lead) {
                open += 1;
                best += u64::from(left < distance);
            }
        }
    }
    Ok(Survey {
        par: None,
        solutions: BigUint::ZERO,
        positions: atlas.len().into(),
        dead: dead.into(),
        moves: moves.into(),
        open: open.into(),
        best: best.into(),
        forced: 0,
        narrow: 0,
        part: None,
    })
}

/// A position on an optimal solution, and what is known of the ways that lead to it.
#[derive(Clone)]
struct Waypoint {
    place: usize,
    /// How many ways there are.
    ways: BigUint,
    /// The longest run of forced moves that ends here.
    forced: u64,
    /// The longest run of moves without an equal that ends here.
    narrow: u64,
}

impl Waypoint {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + bytes_of_digits(&self.ways)
    }
}

/// What the digits of a number take: the allocator rounds up, and keeps a header beside them.
pub(crate) fn bytes_of_digits(number: &BigUint) -> u64 {
    number.bits().div_ceil(64) * 8 + 24
}

/// Walks along all optimal solutions at once, layer by layer.
fn follow_solutions<P: Placed>(
    puzzle: &P,
    atlas: &Atlas<P::Key>,
    par: u32,
    survey: &mut Survey,
    context: &mut SearchContext,
) -> Result<(), Limit> {
    let mut layer = vec![Waypoint {
        place: 0,
        ways: BigUint::from(1u32),
        forced: 0,
        narrow: 0,
    }];
    // Where a place stands in the next layer, one higher; layers have no place in common.
    let mut stands: Vec<u32> = context.budget.filled(atlas.len(), 0)?;
    let mut held = 0;
    for left in (0..par).rev() {
        let depth = u64::from(par - 1 - left);
        let mut next: Vec<Waypoint> = Vec::new();
        for waypoint in &layer {
            let nearer = |&lead: &usize| atlas.distance(lead) == Some(left);
            let moves = atlas.leads(waypoint.place).len();
            let best = atlas.leads(waypoint.place).filter(nearer).count();
            context.step(1 + moves as u32, || progress(atlas, depth))?;
            let run = |goes_on: bool, run: u64| if goes_on { run + 1 } else { 0 };
            let is_forced = moves == 1 && losing_moves(puzzle, atlas, waypoint.place) == 0;
            let forced = run(is_forced, waypoint.forced);
            let narrow = run(best == 1, waypoint.narrow);
            survey.forced = survey.forced.max(forced);
            survey.narrow = survey.narrow.max(narrow);
            if best > 1 {
                survey.part.get_or_insert(depth);
            }
            for place in atlas.leads(waypoint.place).filter(nearer) {
                if let Some(standing) = stands[place].checked_sub(1) {
                    let other = &mut next[standing as usize];
                    other.ways += &waypoint.ways;
                    other.forced = other.forced.max(forced);
                    other.narrow = other.narrow.max(narrow);
                    continue;
                }
                let reached = Waypoint {
                    place,
                    forced,
                    narrow,
                    ..waypoint.clone()
                };
                context.budget.take(reached.bytes())?;
                held += reached.bytes();
                next.push(reached);
                stands[place] = next.len() as u32;
            }
        }
        layer = next;
        let bytes = layer.iter().map(Waypoint::bytes).sum();
        context.budget.give_back(held);
        context.budget.take(bytes)?;
        held = bytes;
    }
    survey.solutions = layer.iter().map(|waypoint| &waypoint.ways).sum();
    context.budget.give_back(held);
    context.budget.forget(stands);
    Ok(())
}

/// Tells the optimal solutions in the order of their moves.
fn list<P: Puzzle>(
    puzzle: &P,
    atlas: &Atlas<P::Key>,
    context: &mut SearchContext,
    listener: Listener<P::Move>,
) -> Result<(), Limit> {
    // For each move made, what else can be played in its place; the next is the last.
    let mut choices = Vec::new();
    let mut moves = Vec::new();
    let mut place = 0;
    loop {
        let mut poll = || context.step(1, || progress(atlas, moves.len() as u64));
        let best = best_moves(puzzle, atlas, place, &mut poll)?;
        if best.is_empty() {
            if listener(&moves).is_break() {
                return Ok(());
            }
            // To replay a solution takes long on a large board.
            context.step(u32::MAX, || progress(atlas, moves.len() as u64))?;
        }
        choices.push(best);
        let (step, lead) = loop {
            let Some(choice) = choices.last_mut() else {
                return Ok(());
            };
            if let Some(next) = choice.pop() {
                break next;
            }
            choices.pop();
            moves.pop();
        };
        moves.push(step);
        place = lead;
    }
}

/// The moves that come nearer to a win, the last first, and where they lead; none in a won state.
fn best_moves<P: Puzzle>(
    puzzle: &P,
    atlas: &Atlas<P::Key>,
    place: usize,
    poll: &mut dyn FnMut() -> Result<(), Limit>,
) -> Result<Vec<(P::Move, usize)>, Limit> {
    poll()?;
    let Some(left) = atlas.distance(place).and_then(|left| left.checked_sub(1)) else {
        return Ok(Vec::new());
    };
    let mut leads = atlas.leads(place);
    let (mut best, mut outcome) = (Vec::new(), Ok(()));
    let _ = puzzle.expand(&puzzle.unpack(atlas.key(place)), |step, _| {
        let lead = leads.next().expect("a place for every move");
        if atlas.distance(lead) == Some(left) {
            best.push((step, lead));
        }
        outcome = poll();
        match outcome {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    best.reverse();
    outcome.map(|()| best)
}
