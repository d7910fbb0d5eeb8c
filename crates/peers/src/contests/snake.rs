//! Snake: everything explored by everyone, and the hard boards solved.

use crate::contests::{FEWEST, PATHFINDING};
use crate::instances::{self, snake::LARGE};
use crate::measure::{Contest, Disagreement, Per, Row, Trust};
use crate::outcome::Outcome;
use crate::run::Run;
use crate::textbook::{Found, snake, snake_array, snake_shapes};
use crate::{ours, pathfinding, stateright};

/// fewest without its bound, asked for the moves.
pub const MOVES: &str = "fewest exploring, the moves";
/// fewest without its bound, asked for the length alone.
pub const LENGTH: &str = "fewest exploring, the length";
/// The queue over an array.
pub const ARRAY: &str = "textbook array BFS";
/// The queue over numbered shapes.
pub const SHAPES: &str = "ranked-shape queue";
/// The instance's row for the slowest single board of those that are solved.
pub const SLOWEST: &str = "fewest, the slowest of them";

/// Measures them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    for instance in instances::snake::exploring(run.quick) {
        explore(run, &instance.name, &instance.text())?;
    }
    let hard = instances::snake::hard(run.quick);
    let text = hard.text();
    solve(run, &hard.name, &text)?;
    slowest(run, &hard.name, &text)
}

/// The apple cannot be reached, so everyone sees everything.
fn explore(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
    let board = ours::snake_board(text);
    let levels = ours::levels("snake", text);
    let textbook = snake::read(&mut text.split_ascii_whitespace()).expect("a board");
    let codes = snake_array::Codes::new(&textbook);

    let mut contest = Contest::new("snake", name);
    contest.explores = true;
    contest.weighs = (name == LARGE).then_some(Per::Position(16_263_434));
    contest.add(LENGTH, LENGTH, || ours::explore(&board, false));
    contest.add(MOVES, MOVES, || ours::explore(&board, true));
    contest.add(PATHFINDING, MOVES, || pathfinding::snake(&codes));
    contest.add("stateright, 1 thread", MOVES, || {
        stateright::check(&codes, 1)
    });
    contest.add("stateright, 2 threads", MOVES, || {
        stateright::check(&codes, 2)
    });
    contest.add("textbook hash set", LENGTH, || snake::fewest(&textbook));
    // The array takes a byte for each head and code: a gibibyte on the large board.
    if name != LARGE {
        contest.add(ARRAY, LENGTH, || snake_array::fewest(&textbook));
    }
    contest.add(SHAPES, LENGTH, || snake_shapes::fewest(&textbook));
    run.hold(contest)?;

    // What `solve` does with such a board: it may see that the apple is in another room.
    let mut contest = Contest::new("snake", refused(name));
    contest.add(FEWEST, FEWEST, || ours::solve(&levels[0]));
    run.hold(contest)
}

/// The name of a board that is solved instead of explored.
pub fn refused(name: &str) -> String {
    format!("{name}, solved")
}

fn solve(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
    let levels = ours::levels("snake", text);
    let boards = read(text);
    let ours = split(text).map(ours::snake_board).collect::<Vec<_>>();
    let codes: Vec<_> = boards.iter().map(snake_array::Codes::new).collect();
    let all = |fewest: fn(&snake::Board) -> Found| {
        let boards = &boards;
        move || boards.iter().map(fewest).collect::<Outcome>()
    };

    let mut contest = Contest::new("snake", name);
    contest.add(FEWEST, FEWEST, || {
        levels.iter().map(ours::solve).collect::<Outcome>()
    });
    contest.add(LENGTH, LENGTH, || {
        ours.iter()
            .map(|board| ours::explore(board, false))
            .collect::<Outcome>()
    });
    contest.add(MOVES, MOVES, || {
        ours.iter()
            .map(|board| ours::explore(board, true))
            .collect::<Outcome>()
    });
    contest.add(PATHFINDING, FEWEST, || {
        codes.iter().map(pathfinding::snake).collect::<Outcome>()
    });
    contest.add("stateright, 1 thread", FEWEST, || {
        codes
            .iter()
            .map(|codes| stateright::check(codes, 1))
            .collect::<Outcome>()
    });
    contest.enter("stateright, 2 threads", FEWEST, Trust::MayErr, |clock| {
        clock.time(|| {
            codes
                .iter()
                .map(|codes| stateright::check(codes, 2))
                .collect()
        })
    });
    contest.add("textbook hash set", FEWEST, all(snake::fewest));
    contest.add(ARRAY, FEWEST, all(snake_array::fewest));
    contest.add(SHAPES, FEWEST, all(snake_shapes::fewest));
    run.hold(contest)
}

/// Each board by itself; only the slowest is kept.
fn slowest(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
    let before = run.rows.len();
    for (number, level) in (1..).zip(ours::levels("snake", text)) {
        let mut contest = Contest::new("snake", format!("{name}, number {number}"));
        contest.add(SLOWEST, SLOWEST, || ours::solve(&level));
        run.hold(contest)?;
    }
    let each = run.rows.split_off(before);
    let slowest = each
        .into_iter()
        .max_by(|a, b| a.seconds.total_cmp(&b.seconds));
    run.rows.extend(slowest.map(|row| Row {
        instance: name.to_string(),
        ..row
    }));
    Ok(())
}

fn read(text: &str) -> Vec<snake::Board> {
    let mut words = text.split_ascii_whitespace();
    std::iter::from_fn(|| snake::read(&mut words)).collect()
}

/// The single cases of a judge's input: each begins with a line of two numbers.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let rows = |text: &str| text.split(' ').next().and_then(|rows| rows.parse().ok());
    let mut rest = text;
    std::iter::from_fn(move || {
        let rows: usize = rows(rest)?;
        let lines = rest.split_inclusive('\n').take(rows + 1);
        let (case, after) = rest.split_at(lines.map(str::len).sum());
        rest = after;
        Some(case)
    })
}
