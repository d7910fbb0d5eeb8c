//! The start from which it takes the most moves to win, on one board.

use fewest_search::{Leads, Limit, SearchContext, Verdict};
use fewest_words::{of, say};

use crate::game::Game;
use crate::solve::search;

/// The starts that are farthest from the win.
#[derive(Clone, Debug)]
pub struct Farthest<B> {
    /// How many moves it takes from there; nothing where no start can win.
    pub par: Option<u64>,
    /// How many starts are so far.
    pub count: u64,
    /// The first boards with those starts, in the order of their squares.
    pub boards: Vec<B>,
    /// How many boards are kept at most.
    most: usize,
    /// From how many starts the board can be won.
    pub winnable: u64,
}

impl<B> Farthest<B> {
    /// Nothing is known yet; `most` boards will be kept.
    pub fn new(most: usize) -> Self {
        Farthest {
            par: None,
            count: 0,
            boards: Vec::new(),
            most,
            winnable: 0,
        }
    }

    /// One more start from which it can be won.
    pub fn add(&mut self, par: u64, board: impl FnOnce() -> B) {
        self.winnable += 1;
        if self.par.is_none_or(|best| par > best) {
            self.par = Some(par);
            self.count = 0;
            self.boards.clear();
        }
        if self.par == Some(par) {
            self.count += 1;
            if self.boards.len() < self.most {
                self.boards.push(board());
            }
        }
    }

    /// The same with the boards as something else.
    pub fn map<C>(self, convert: impl FnMut(B) -> C) -> Farthest<C> {
        Farthest {
            par: self.par,
            count: self.count,
            boards: self.boards.into_iter().map(convert).collect(),
            most: self.most,
            winnable: self.winnable,
        }
    }
}

/// Why there is no such start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
pub fn each_start<G: Game>(
    boards: impl Iterator<Item = G>,
    most: usize,
    context: &mut SearchContext,
) -> Result<Farthest<G>, NoStarts> {
    let mut farthest = Farthest::new(most);
    for board in boards {
        match search(&board, &mut context.next_search()?).verdict {
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
    context: &mut SearchContext,
) -> Result<Vec<u32>, Limit> {
    let won = (0..places).filter(|&place| is_won(place));
    fewest_search::distances(places, won, leads, context)
}
