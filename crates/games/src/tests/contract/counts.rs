//! The layers of a search and the counts of a survey are those of the plain rules: every position that
//! they reach, and every legal move there, counted without the engine.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;

use fastrand::Rng;
use fewest_search::{SearchContext, SearchOptions, Verdict};

use super::appearance;
use super::drawing::doodle;
use crate::game::{Game, Standing};
use crate::grid::Square;
use crate::info::Info;
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
pub fn layers_hold<B: Game>() {
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

fn readable<B: Game>(text: &str) -> Option<B> {
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

const SURVEY_SEED: u64 = 1959;
/// Levels with more positions are left out.
const MOST: usize = 200;

/// Holds the surveys of random levels to the oracle's counts.
pub fn surveys_hold<B: Game>() {
    let mut rng = Rng::with_seed(SURVEY_SEED);
    let (mut read, mut counted) = (0, 0);
    while read < LEVELS {
        let text = with_all_clicks(&B::INFO, doodle(&B::INFO, &mut rng), &mut rng);
        let Some(board) = readable::<B>(&text) else {
            continue;
        };
        read += 1;
        if let Some(oracle) = Oracle::new(&board) {
            counted += 1;
            oracle.agrees(&board, &format!("seed {SURVEY_SEED}\n{text}"));
        }
    }
    // A game may have no level with so few positions.
    assert!(counted == 0 || counted > LEVELS / 4, "only {counted}");
}

/// The level with all kinds of clicks, every other time, where a game has several. With them a level
/// has too many positions for other tests of random levels.
fn with_all_clicks(info: &Info, text: String, rng: &mut Rng) -> String {
    let has_kinds = info.options.iter().any(|option| option.name == "clicks");
    match has_kinds && rng.bool() {
        true => text.replacen('\n', "\nclicks: all\n", 1),
        false => text,
    }
}

/// All positions that the plain rules reach, the start first.
struct Oracle {
    nodes: Vec<Node>,
}

struct Node {
    is_won: bool,
    /// Where the legal moves lead, but for those that lose at once.
    leads: Vec<usize>,
    /// How many legal moves lose at once.
    losing: u64,
    /// The fewest moves to a win.
    distance: Option<u64>,
}

impl Oracle {
    /// Walks through all positions; returns `None` where there are too many.
    fn new<B: Game>(board: &B) -> Option<Self> {
        let mut states = vec![board.start()];
        let mut places = HashMap::from([(appearance(&board.view(&states[0])), 0)]);
        let mut nodes = Vec::new();
        while let Some(state) = states.get(nodes.len()).cloned() {
            if states.len() > MOST {
                return None;
            }
            let standing = board.standing(&state);
            let mut node = Node {
                is_won: standing == Standing::Won,
                leads: Vec::new(),
                losing: 0,
                distance: (standing == Standing::Won).then_some(0),
            };
            let candidates = match standing {
                Standing::Playing => board.candidates(&state),
                _ => Vec::new(),
            };
            for step in candidates {
                let mut next = state.clone();
                if board.play(&mut next, step).is_err() {
                    continue;
                }
                if board.standing(&next) == Standing::Lost {
                    node.losing += 1;
                    continue;
                }
                let place = *places
                    .entry(appearance(&board.view(&next)))
                    .or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    });
                node.leads.push(place);
            }
            nodes.push(node);
        }
        let mut oracle = Oracle { nodes };
        oracle.measure();
        Some(oracle)
    }

    /// Works out the distances: every position asks those that it leads to, until nothing changes.
    fn measure(&mut self) {
        let mut is_changing = true;
        while is_changing {
            is_changing = false;
            for place in 0..self.nodes.len() {
                let node = &self.nodes[place];
                let nexts = node.leads.iter();
                let nearest = nexts.filter_map(|&next| self.nodes[next].distance).min();
                let distance = match node.is_won {
                    true => Some(0),
                    false => nearest.map(|nearest| nearest + 1),
                };
                is_changing |= distance != node.distance;
                self.nodes[place].distance = distance;
            }
        }
    }

    /// The longest run of positions with a single legal move on an optimal solution.
    fn longest_forced_run(&self) -> u64 {
        let mut longest = 0;
        let mut layer = BTreeMap::from([(0, 0)]);
        let par = self.nodes[0].distance.unwrap_or(0);
        for left in (0..par).rev() {
            let mut next = BTreeMap::new();
            for (place, run) in layer {
                let node: &Node = &self.nodes[place];
                let is_forced = node.leads.len() as u64 + node.losing == 1;
                let run = if is_forced { run + 1 } else { 0 };
                longest = longest.max(run);
                let nearer = |&&lead: &&usize| self.nodes[lead].distance == Some(left);
                for &lead in node.leads.iter().filter(nearer) {
                    let longer = next.entry(lead).or_insert(run);
                    *longer = run.max(*longer);
                }
            }
            layer = next;
        }
        longest
    }

    fn agrees<B: Game>(&self, board: &B, seen: &str) {
        let enough = &mut |_: &[B::Move]| ControlFlow::Break(());
        let survey = board.survey(&mut SearchContext::default(), enough);
        let survey = survey.expect(seen);
        let [mut dead, mut moves, mut open, mut best] = [0u64; 4];
        for node in &self.nodes {
            let Some(distance) = node.distance else {
                dead += 1;
                continue;
            };
            moves += node.losing + node.leads.len() as u64;
            for &lead in &node.leads {
                let left = self.nodes[lead].distance;
                open += u64::from(left.is_some());
                best += u64::from(left.is_some_and(|left| left < distance));
            }
        }
        assert_eq!(survey.par, self.nodes[0].distance, "{seen}");
        assert_eq!(survey.positions, self.nodes.len().into(), "{seen}");
        assert_eq!(survey.dead, dead.into(), "{seen}");
        let counts = [&survey.moves, &survey.open, &survey.best];
        let expected = [moves, open, best].map(Into::into);
        assert_eq!(counts, expected.each_ref(), "moves, open, best: {seen}");
        assert_eq!(survey.forced, self.longest_forced_run(), "{seen}");
    }
}
