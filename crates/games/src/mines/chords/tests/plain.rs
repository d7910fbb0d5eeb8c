//! Every way to play a small board, by the plain rules.

use fastrand::Rng;
use fewest_search::{Limits, Unwatched};

use super::{Board, SEED};
use crate::grid::{Grid, Square};
use crate::mines::chords::{Act, Task, fewest};
use crate::oracle::reached;

/// A board as it is played on by the rules; nothing is known of units or openings here.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Play {
    open: Vec<bool>,
    flags: Vec<bool>,
}

pub struct Rules<'a> {
    mines: &'a Grid<bool>,
}

impl<'a> Rules<'a> {
    pub fn new(task: &Task<'a>) -> (Self, Play) {
        let start = Play {
            open: task.open.squares().to_vec(),
            flags: task.flags.squares().to_vec(),
        };
        (Rules { mines: task.mines }, start)
    }

    fn number(&self, square: Square) -> usize {
        let around = self.mines.around(square);
        around.filter(|&near| self.mines[near]).count()
    }

    /// Opens a cell; whether that goes well.
    fn open(&self, play: &mut Play, square: Square) -> bool {
        let at = square as usize;
        if play.open[at] || play.flags[at] {
            return true;
        }
        if self.mines[square] {
            return false;
        }
        play.open[at] = true;
        let mut around = self.mines.around(square);
        self.number(square) > 0 || around.all(|near| self.open(play, near))
    }

    /// What an act leads to, if it may be played and nothing explodes.
    pub fn act(&self, play: &Play, act: Act) -> Option<Play> {
        let mut after = play.clone();
        let is_fine = match act {
            Act::Open(square) => {
                let at = square as usize;
                !play.open[at] && !play.flags[at] && self.open(&mut after, square)
            }
            Act::Flag(square) => {
                after.flags[square as usize] ^= true;
                !play.open[square as usize]
            }
            Act::Chord(square) => {
                let mut around = self.mines.around(square);
                let flags = around.clone().filter(|&near| play.flags[near as usize]);
                play.open[square as usize]
                    && self.number(square) > 0
                    && flags.count() == self.number(square)
                    && around.all(|near| self.open(&mut after, near))
            }
        };
        is_fine.then_some(after)
    }

    pub fn is_won(&self, play: &Play) -> bool {
        let open = play.open.iter().zip(self.mines.squares());
        open.into_iter().all(|(open, mine)| open | mine)
    }

    /// The fewest acts, by trying all.
    fn fewest(&self, start: &Play) -> usize {
        let acts = |square| [Act::Open(square), Act::Flag(square), Act::Chord(square)];
        let moves = |play: &Play| {
            let acts = (0..self.mines.len()).flat_map(acts);
            acts.filter_map(|act| Some((act, self.act(play, act)?)))
                .collect()
        };
        let layers = reached(start, |play| self.is_won(play), moves);
        // A board can be won by clicks alone, so the last layer holds a win.
        layers.len() - 1
    }
}

/// Plays acts by the rules; they must win.
pub fn check_acts(board: &Board, acts: &[Act]) {
    let (rules, mut play) = Rules::new(&board.task());
    for &act in acts {
        let after = rules.act(&play, act);
        play = after.unwrap_or_else(|| panic!("{act:?} of {acts:?} on\n{}", board.text()));
    }
    assert!(rules.is_won(&play), "{acts:?} on\n{}", board.text());
}

#[test]
fn the_fewest_acts_are_those_of_trying_all() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..1000 {
        let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
        let mines = rng.u32(5..60);
        let mut board = Board::random(rows, columns, mines, &mut rng);
        // The plain search tries wrong flags too, so that it soon has too much to look at.
        if board.mines.len() > 9 {
            board = Board::random(3, 3, mines, &mut rng);
        }
        if rng.bool() {
            board = board.in_progress(&mut rng);
        }
        let (rules, start) = Rules::new(&board.task());
        let all = rules.fewest(&start);
        let found = fewest(&board.task(), &Limits::default(), &mut Unwatched).expect("no limit");
        check_acts(&board, &found.acts);
        let found = (found.acts.len(), found.at_least);
        assert_eq!(found, (all, all as u64), "on\n{}", board.text());
    }
}
