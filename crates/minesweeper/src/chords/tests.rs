//! The fewest clicks of all kinds against the plain rules, against every choice of chords, and against
//! published figures.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use fastrand::Rng;
use fewest_search::{Limit, Limits, Progress, SearchContext, SearchOptions};

use super::graph::Node;
use super::*;
use crate::openings::{ClickFigures, click_figures};

const SEED: u64 = 3;

fn within(limits: &Limits) -> SearchContext<'static> {
    SearchContext::new(&SearchOptions::new().limits(*limits))
}

/// A board in progress that owns what it is made of.
struct Board {
    mines: Grid<bool>,
    open: Grid<bool>,
    flags: Grid<bool>,
}

impl Board {
    /// A board on which nothing is played yet.
    fn new(mines: Grid<bool>) -> Self {
        Board {
            open: mines.map(|_| false),
            flags: mines.map(|_| false),
            mines,
        }
    }

    /// A board whose mines are stars.
    fn read(text: &str) -> Self {
        let columns = text.lines().next().expect("there is a row").trim().len();
        let cells = text.chars().filter(|cell| !cell.is_whitespace());
        Board::new(Grid::new(columns, cells.map(|cell| cell == '*').collect()))
    }

    /// A board of so many rows and columns, in a hundred cells so many mines.
    fn random(rows: usize, columns: usize, mines: u32, rng: &mut Rng) -> Self {
        let cells = 0..rows * columns;
        let mines = cells.map(|_| rng.u32(..100) < mines).collect();
        Board::new(Grid::new(columns, mines))
    }

    /// The same with some cells open and some flagged, a few of them wrongly.
    fn in_progress(mut self, rng: &mut Rng) -> Self {
        for square in 0..self.mines.len() {
            let is_mine = self.mines[square];
            self.open[square] = !is_mine && rng.u32(..6) == 0;
            let flagged = rng.u32(..if is_mine { 6 } else { 18 }) == 0;
            self.flags[square] = flagged && !self.open[square];
        }
        self
    }

    fn known(&self) -> KnownBoard {
        KnownBoard {
            mines: self.mines.clone(),
            open: self.open.clone(),
            flags: self.flags.clone(),
        }
    }

    /// The board as text: `*` a mine, `F` a flagged one, `o` open, `f` wrongly flagged.
    fn text(&self) -> String {
        let squares: Vec<char> = (0..self.mines.len())
            .map(|square| match (self.mines[square], self.flags[square]) {
                (true, true) => 'F',
                (true, false) => '*',
                (false, true) => 'f',
                (false, false) if self.open[square] => 'o',
                (false, false) => '.',
            })
            .collect();
        let rows = squares.chunks(self.mines.columns() as usize);
        let rows = rows.map(|row| row.iter().collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// A board as it is played on by the rules; nothing is known of units or openings here.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Play {
    open: Vec<bool>,
    flags: Vec<bool>,
}

struct Rules<'a> {
    mines: &'a Grid<bool>,
}

impl<'a> Rules<'a> {
    fn new(task: &'a KnownBoard) -> (Self, Play) {
        let start = Play {
            open: task.open.squares().to_vec(),
            flags: task.flags.squares().to_vec(),
        };
        (Rules { mines: &task.mines }, start)
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
    fn act(&self, play: &Play, act: Action) -> Option<Play> {
        let mut after = play.clone();
        let is_fine = match act {
            Action::Open(square) => {
                let at = square as usize;
                !play.open[at] && !play.flags[at] && self.open(&mut after, square)
            }
            Action::Flag(square) => {
                after.flags[square as usize] ^= true;
                !play.open[square as usize]
            }
            Action::Chord(square) => {
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

    fn is_won(&self, play: &Play) -> bool {
        let open = play.open.iter().zip(self.mines.squares());
        open.into_iter().all(|(open, mine)| open | mine)
    }

    /// The fewest actions, by trying all.
    fn fewest(&self, start: &Play) -> usize {
        let actions = |square| {
            [
                Action::Open(square),
                Action::Flag(square),
                Action::Chord(square),
            ]
        };
        let mut seen = HashSet::from([start.clone()]);
        let mut layer = vec![start.clone()];
        // A board can be won by clicks alone, so some layer holds a win.
        for depth in 0.. {
            if layer.iter().any(|play| self.is_won(play)) {
                return depth;
            }
            let mut next = Vec::new();
            for play in &layer {
                let actions = (0..self.mines.len()).flat_map(actions);
                let after = actions.filter_map(|action| self.act(play, action));
                next.extend(after.filter(|after| seen.insert(after.clone())));
            }
            layer = next;
        }
        unreachable!("the depths have no end")
    }
}

/// Plays actions by the rules; they must win.
fn check_acts(board: &Board, actions: &[Action]) {
    let known = board.known();
    let (rules, mut play) = Rules::new(&known);
    for &act in actions {
        let after = rules.act(&play, act);
        play = after.unwrap_or_else(|| panic!("{act:?} of {actions:?} on\n{}", board.text()));
    }
    assert!(rules.is_won(&play), "{actions:?} on\n{}", board.text());
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
        let known = board.known();
        let (rules, start) = Rules::new(&known);
        let all = rules.fewest(&start);
        let found = fewest_clicks(&board.known(), &mut SearchContext::default()).expect("no limit");
        check_acts(&board, &found.actions);
        let found = (found.actions.len(), found.at_least);
        assert_eq!(found, (all, all as u64), "on\n{}", board.text());
    }
}

fn solved(board: &Board) -> FewestClicks {
    let found = fewest_clicks(&board.known(), &mut SearchContext::default()).expect("no limit");
    check_acts(board, &found.actions);
    found
}

#[test]
fn the_customary_guesses_may_miss_the_fewest() {
    let board = Board::read("1*21\n12*1\n2321\n**10");
    let counted = click_figures(&board.known(), &mut SearchContext::default());
    let right = ClickFigures {
        three_bv: 9,
        openings: 1,
        greedy: 7,
        human: 7,
    };
    assert_eq!(counted, Ok(right));
    let found = solved(&board);
    assert_eq!((found.actions.len(), found.at_least), (6, 6));
}

/// Boards of 16 × 16 with 40 mines: the fewest are proven, and no customary guess is below them.
#[test]
fn the_fewest_of_usual_boards_are_proven() {
    let mut rng = Rng::with_seed(SEED);
    let mut sums = (0, 0, 0);
    for round in 0..6 {
        let mut cells = vec![false; 256];
        cells[..40].fill(true);
        rng.shuffle(&mut cells);
        let board = Board::new(Grid::new(16, cells));
        let found = solved(&board);
        let count = found.actions.len() as u64;
        assert_eq!(found.at_least, count, "seed {SEED}, round {round}");
        let figures =
            click_figures(&board.known(), &mut SearchContext::default()).expect("no limit");
        assert!(count <= figures.greedy.min(figures.human).min(figures.three_bv));
        sums.0 += count;
        sums.1 += figures.greedy;
        sums.2 += found.states;
    }
    assert_eq!(sums, (281, 290, 263_054));
}

#[test]
fn a_wide_board_is_better_than_the_customary_guess() {
    let board = Board::random(70, 70, 18, &mut Rng::with_seed(SEED));
    // A limit that does not depend on the clock, so that it is always the same.
    let limits = Limits {
        states: Some(1_000_000),
        ..Limits::default()
    };
    let found = fewest_clicks(&board.known(), &mut within(&limits)).expect("ZiNi needs no states");
    check_acts(&board, &found.actions);
    let figures = click_figures(&board.known(), &mut within(&limits)).expect("no limit");
    let actions = found.actions.len() as u64;
    assert!(actions < figures.greedy && found.at_least <= actions);
    assert!(found.at_least > figures.three_bv.div_ceil(7));
}

#[test]
fn odd_boards() {
    for (columns, cells) in [
        (1, vec![false]),
        (1, vec![true]),
        (5, vec![true; 25]),
        (100, vec![false; 10_000]),
        (1, vec![false; 70_000]),
        (70_000, vec![false; 70_000]),
    ] {
        let board = Board::new(Grid::new(columns, cells));
        let found = fewest_clicks(&board.known(), &mut SearchContext::default()).expect("no limit");
        check_acts_wide(&board, found.actions.len());
        assert_eq!(found.at_least, found.actions.len() as u64);
    }
}

/// An opening is one click, and mines alone are none. The plain rules open a cell at a time, one
/// inside the other, and that is too deep here.
fn check_acts_wide(board: &Board, actions: usize) {
    let is_safe = board.mines.squares().contains(&false);
    assert_eq!(actions, usize::from(is_safe));
}

fn board() -> Board {
    Board::random(16, 30, 20, &mut Rng::with_seed(SEED))
}

fn check(board: &Board, found: &FewestClicks) {
    check_acts(board, &found.actions);
    assert!(found.at_least <= found.actions.len() as u64);
}

#[test]
fn no_time_is_no_answer() {
    let no_time = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let board = board();
    let found = fewest_clicks(&board.known(), &mut within(&no_time));
    assert_eq!(found.err(), Some(Limit::Time));
    let counted = click_figures(&board.known(), &mut within(&no_time));
    assert_eq!(counted, Err(Limit::Time));
}

#[test]
fn little_time_is_some_answer() {
    let little = Limits {
        time: Some(Duration::from_millis(200)),
        ..Limits::default()
    };
    let board = board();
    if let Ok(found) = fewest_clicks(&board.known(), &mut within(&little)) {
        check(&board, &found);
        let is_proven = found.at_least == found.actions.len() as u64;
        assert_eq!(found.limit, (!is_proven).then_some(Limit::Time));
    }
}

#[test]
fn a_limit_of_states_is_kept() {
    let board = board();
    for states in [0, 1, 1000, 50_000] {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        let found =
            fewest_clicks(&board.known(), &mut within(&limits)).expect("ZiNi needs no states");
        check(&board, &found);
        assert_eq!(found.limit, Some(Limit::States));
        assert!(found.states <= states);
    }
}

#[test]
fn a_limit_of_memory_is_kept() {
    let board = board();
    let limits = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let found = fewest_clicks(&board.known(), &mut within(&limits(1000)));
    assert_eq!(found.err(), Some(Limit::Memory));
    for memory in [20_000, 190_000, 200_000] {
        let found = fewest_clicks(&board.known(), &mut within(&limits(memory)));
        let found = found.expect("there is room for ZiNi");
        check(&board, &found);
        assert_eq!(found.limit, Some(Limit::Memory), "{memory}");
    }
}

#[test]
fn a_watch_stops_it() {
    let board = board();
    let mut looks = 0;
    let mut stop = |_: Progress| {
        looks += 1;
        match looks {
            ..20 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    };
    let found = fewest_clicks(
        &board.known(),
        &mut SearchContext::default().observed_by(&mut stop),
    );
    match found {
        Ok(found) => {
            check(&board, &found);
            assert_eq!(found.limit, Some(Limit::Stopped));
        }
        Err(limit) => assert_eq!(limit, Limit::Stopped),
    }
}

#[test]
fn more_acts_than_are_looked_at() {
    let board = board();
    let limits = Limits {
        cost: Some(3),
        ..Limits::default()
    };
    let found = fewest_clicks(&board.known(), &mut within(&limits)).expect("ZiNi costs nothing");
    check(&board, &found);
    assert!(found.at_least > 3);
    assert_eq!(found.limit, Some(Limit::Cost));
}

/// The most chords of which every choice is tried.
const MOST: usize = 11;

fn chords(graph: &OpeningGraph) -> Vec<Node> {
    (0..graph.len())
        .filter(|&node| graph.may_chord(node))
        .collect()
}

/// The fewest actions over all choices of chords.
fn fewest(graph: &OpeningGraph, chords: &[Node]) -> u32 {
    let choices = 0..1u32 << chords.len();
    let actions = choices.map(|choice| {
        let mut chosen = vec![false; graph.len() as usize];
        for (at, &chord) in chords.iter().enumerate() {
            chosen[chord as usize] = choice >> at & 1 == 1;
        }
        play(graph, &chosen).len() as u32
    });
    actions.min().expect("there is at least one choice")
}

#[test]
fn sweeps_in_any_order_find_the_best_choice_and_no_bound_is_above_it() {
    let mut rng = Rng::with_seed(SEED);
    let mut boards = 0;
    while boards < 1500 {
        let (rows, columns) = (rng.usize(2..=7), rng.usize(2..=7));
        let mines = rng.u32(8..35);
        let mut board = Board::random(rows, columns, mines, &mut rng);
        if rng.u32(..3) == 0 {
            board = board.in_progress(&mut rng);
        }
        let graph = OpeningGraph::new(&board.known());
        let mut order = chords(&graph);
        if order.is_empty() || order.len() > MOST {
            continue;
        }
        boards += 1;
        let all = fewest(&graph, &order);
        let wrong = graph.wrong.len() as u32;
        rng.shuffle(&mut order);
        let steps = Steps::new(&graph, &order).expect("so few fit");
        let mut context = SearchContext::default();
        let mut effort = Effort::new(&mut context);
        effort.allow(u64::MAX);
        let text = board.text();

        let width = 1 << MOST;
        let whole = sweep(&steps, u32::MAX, width, Surplus::Refused, &mut effort);
        let (cost, chosen) = whole.expect("it fits").best.expect("there is one");
        assert_eq!(cost + wrong, all, "{order:?} on\n{text}");
        let is_chosen = |node| chosen.contains(&node);
        let actions = play(&graph, &(0..graph.len()).map(is_chosen).collect::<Vec<_>>());
        assert_eq!(actions.len() as u32, all, "{order:?} on\n{text}");
        check_acts(&board, &actions);

        let none = sweep(&steps, cost, width, Surplus::Refused, &mut effort);
        assert!(
            none.expect("it fits").best.is_none(),
            "{order:?} on\n{text}"
        );

        let narrow = rng.usize(1..6);
        let some = sweep(&steps, u32::MAX, narrow, Surplus::Dropped, &mut effort);
        let some = some.expect("it goes on").best.expect("there is one");
        assert!(some.0 >= cost, "{order:?} on\n{text}");
        let below = bound(&steps, u32::MAX, narrow, &mut effort).expect("it goes on");
        assert!(below <= cost, "{below} with {narrow}, {order:?} on\n{text}");

        let size = (rng.u32(2..5), rng.u32(2..5));
        let task = board.known();
        let (tiles, _) = bound_by_tiles(&task, size, &mut effort);
        assert!(tiles <= cost, "{tiles} with {size:?} on\n{text}");
    }
}
