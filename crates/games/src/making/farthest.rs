//! The start from which it takes the most moves to win, on one board.

use fewest_search::{Books, Leads, Limit, Limits, Patrol, Relay, Verdict, Watch};
use fewest_words::{of, say};

use super::Make;

/// The starts that are farthest from the win.
#[derive(Clone, Debug)]
pub struct Farthest<B> {
    /// How many moves it takes from there; nothing where no start can win.
    pub par: Option<u64>,
    /// The boards with those starts, in the order of their squares.
    pub boards: Vec<B>,
    /// From how many starts the board can be won.
    pub winnable: u64,
}

impl<B> Farthest<B> {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Farthest {
            par: None,
            boards: Vec::new(),
            winnable: 0,
        }
    }

    /// One more start from which it can be won.
    pub fn add(&mut self, par: u64, board: impl FnOnce() -> B) {
        self.winnable += 1;
        if self.par.is_none_or(|best| par > best) {
            self.par = Some(par);
            self.boards.clear();
        }
        if self.par == Some(par) {
            self.boards.push(board());
        }
    }
}

impl<B> Default for Farthest<B> {
    fn default() -> Self {
        Farthest::new()
    }
}

/// Why there is no such start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStarts {
    /// The game begins nowhere.
    #[error("{}", say!("{game} has no start that could be elsewhere", game = .0))]
    Startless(&'static str),
    /// A limit was met.
    #[error("{}", of(.0.in_words()))]
    GaveUp(Limit),
}

impl From<Limit> for NoStarts {
    fn from(limit: Limit) -> Self {
        NoStarts::GaveUp(limit)
    }
}

/// Solves the board from one start after another.
pub fn each_start<B: Make>(
    boards: impl Iterator<Item = B>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Farthest<B>, NoStarts> {
    let relay = Relay::new(limits);
    let mut farthest = Farthest::new();
    for board in boards {
        let limits = relay.next(watch)?;
        match board.solve(&limits, watch).verdict {
            Verdict::Fewest { cost, .. } => farthest.add(cost, || board),
            Verdict::Impossible => {}
            Verdict::GaveUp { limit, .. } => return Err(limit.into()),
        }
    }
    Ok(farthest)
}

/// How far each of so many places is from the nearest that is won, where `leads` tells the places
/// that one leads to; [`NEVER`](fewest_search::NEVER) where no win can be reached.
pub fn distances(
    places: u32,
    is_won: impl Fn(u32) -> bool,
    leads: &Leads,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Vec<u32>, Limit> {
    let won = (0..places).filter(|&place| is_won(place));
    let (mut books, mut patrol) = (Books::new(limits), Patrol::new(limits, watch));
    // How far the pass has come says nothing about the fewest of any board.
    patrol.move_on();
    fewest_search::distances(places, won, leads, &mut books, &mut patrol)
}
