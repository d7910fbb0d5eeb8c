//! The start from which it takes the most moves to win, on one board.

use fewest_search::{Books, Limit, Limits, Patrol, Progress, Relay, Verdict, Watch};
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
/// that one leads to: one pass backwards from the wins. [`NOWHERE`] where no win can be reached.
pub fn distances(
    places: u32,
    is_won: impl Fn(u32) -> bool,
    leads: impl Fn(u32, &mut dyn FnMut(u32)),
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Vec<u32>, Limit> {
    let mut books = Books::new(limits);
    let mut patrol = Patrol::new(limits, watch);
    let nothing_yet = || Progress {
        depth: 0,
        states: 0,
    };
    // Who leads to a place, all in one list: first how many, then where they begin.
    let mut begins = books.filled(places as usize + 2, 0u64)?;
    for place in 0..places {
        patrol.step(1, nothing_yet)?;
        leads(place, &mut |next| begins[next as usize + 2] += 1);
    }
    for at in 1..begins.len() {
        begins[at] += begins[at - 1];
    }
    let all = usize::try_from(*begins.last().unwrap_or(&0)).map_err(|_| Limit::Memory)?;
    let mut before = books.filled(all, 0u32)?;
    for place in 0..places {
        patrol.step(1, nothing_yet)?;
        leads(place, &mut |next| {
            let at = &mut begins[next as usize + 1];
            before[*at as usize] = place;
            *at += 1;
        });
    }
    let mut distances = books.filled(places as usize, NOWHERE)?;
    let mut queue = books.list(places as usize)?;
    for place in (0..places).filter(|&place| is_won(place)) {
        distances[place as usize] = 0;
        queue.push(place);
    }
    let mut at = 0;
    while let Some(&place) = queue.get(at) {
        at += 1;
        patrol.step(1, nothing_yet)?;
        let distance = distances[place as usize] + 1;
        let begin = begins[place as usize] as usize;
        let end = begins[place as usize + 1] as usize;
        for &previous in &before[begin..end] {
            if distances[previous as usize] == NOWHERE {
                distances[previous as usize] = distance;
                queue.push(previous);
            }
        }
    }
    Ok(distances)
}

/// The distance of a place from which no win can be reached.
pub const NOWHERE: u32 = u32::MAX;
