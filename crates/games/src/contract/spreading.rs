//! The layers of a search are those of the plain rules: every position that they reach, counted
//! by a search that shares nothing with the engine.

use std::collections::HashSet;

use fastrand::Rng;
use fewest_search::{SearchContext, SearchOptions, Verdict};

use super::appearance;
use super::doodle::doodle;
use crate::game::{Game, Standing};
use crate::grid::Square;
use crate::layers::{Layer, Layers, Shows};
use crate::level::Level;
use crate::oracle::Solve as _;
use crate::view::Role;

const SEED: u64 = 1957;
const LEVELS: usize = 2_000;
/// Where so many positions have been counted, fewer levels are enough: for a game whose every level has
/// many. All levels of a game with small ones have 16,000 at the most.
const POSITIONS: u64 = 200_000;

/// Holds the layers of random levels, and of positions of them, to the oracle's.
pub fn holds<B: Game>() {
    let mut rng = Rng::with_seed(SEED);
    let (mut won, mut read, mut positions) = (0, 0, 0);
    while read < LEVELS && positions < POSITIONS {
        let text = doodle(&B::INFO, &mut rng);
        let Some(board) = readable::<B>(&text) else {
            continue;
        };
        read += 1;
        let board = match rng.bool() {
            true => board,
            false => board.at(&wandered(&board, &mut rng)),
        };
        let layers = oracle(&board);
        agrees(&board, &layers, &format!("seed {SEED}\n{text}"));
        positions += layers
            .layers
            .iter()
            .map(|layer| layer.positions)
            .sum::<u64>();
        won += usize::from(layers.won_at.is_some_and(|depth| depth > 1));
    }
    assert!(won > read / 40, "only {won} levels are won at length");
}

pub(super) fn readable<B: Game>(text: &str) -> Option<B> {
    Some(Level::parse(text).ok()?.board)
}

/// A position some moves from the start.
fn wandered<B: Game>(board: &B, rng: &mut Rng) -> B::State {
    let mut state = board.start();
    for _ in 0..rng.usize(1..4) {
        if board.standing(&state) != Standing::Playing {
            break;
        }
        let step = rng.choice(board.candidates(&state));
        step.map(|step| board.play(&mut state, step));
    }
    state
}

/// The layers by the plain rules. What is seen tells one position from another.
fn oracle<B: Game>(board: &B) -> Layers {
    let began = board.view(&board.start()).tiles;
    let mut layer = vec![board.start()];
    let mut seen = HashSet::from([appearance(&board.view(&board.start()))]);
    let mut layers = Vec::new();
    loop {
        let mut squares: Vec<Square> = Vec::new();
        for state in &layer {
            let tiles = board.view(state).tiles;
            // Where squares are covered there is no player: those count that are not as they were.
            let counts = |&square: &Square| match B::INFO.covers {
                false => tiles[square].role == Role::Player,
                true => tiles[square] != began[square],
            };
            squares.extend((0..tiles.len()).filter(counts));
        }
        let mut counted: Vec<(Square, u64)> = Vec::new();
        squares.sort_unstable();
        for square in squares {
            match counted.last_mut() {
                Some((last, count)) if *last == square => *count += 1,
                _ => counted.push((square, 1)),
            }
        }
        layers.push(Layer {
            positions: layer.len() as u64,
            squares: counted,
        });
        let is_won = |state: &B::State| board.standing(state) == Standing::Won;
        let won = layer.iter().any(is_won);
        let mut next = Vec::new();
        for state in layer {
            if board.standing(&state) != Standing::Playing {
                continue;
            }
            for step in board.candidates(&state) {
                let mut after = state.clone();
                let made = board.play(&mut after, step).is_ok();
                if made
                    && board.standing(&after) != Standing::Lost
                    && seen.insert(appearance(&board.view(&after)))
                {
                    next.push(after);
                }
            }
        }
        if won || next.is_empty() {
            return Layers {
                shows: Shows::Search,
                won_at: won.then_some(layers.len() as u64 - 1),
                layers,
                limit: None,
            };
        }
        layer = next;
    }
}

fn agrees<B: Game>(board: &B, truth: &Layers, seen: &str) {
    let layers = board.puzzle().layers(&mut SearchContext::default());
    assert_eq!(layers, *truth, "{seen}");

    let told = board.layers(&mut SearchContext::default());
    assert_eq!(told, *truth, "{seen}");

    let positions: Vec<u64> = layers.layers.iter().map(|layer| layer.positions).collect();
    let whole = SearchOptions::new().whole(true);
    let searched = board.solve(&mut SearchContext::new(&whole)).stats.layers;
    assert_eq!(positions, searched[..positions.len()], "{seen}");

    let report = board.puzzle().solve(&mut SearchContext::default());
    let searched = report.stats.layers;
    match report.verdict {
        Verdict::Fewest { cost, .. } => {
            assert_eq!(truth.won_at, Some(cost), "{seen}");
            let before = cost as usize;
            assert_eq!(positions[..before], searched[..before], "{seen}");
            // The search stops at the win, somewhere inside the last layer.
            assert_eq!(positions.len(), searched.len(), "{seen}");
            assert!(searched[before] <= positions[before], "{seen}");
        }
        Verdict::Impossible => {
            assert_eq!(truth.won_at, None, "{seen}");
            assert_eq!(positions, searched, "{seen}");
        }
        Verdict::GaveUp { .. } => panic!("there is no limit"),
    }
}
