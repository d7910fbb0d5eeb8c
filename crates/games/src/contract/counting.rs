//! The counts of a survey are those of the plain rules: every position that they reach, and every
//! legal move there, counted without the engine.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use fastrand::Rng;
use fewest_search::SearchContext;

use super::appearance;
use super::doodle::doodle;
use super::spreading::readable;
use crate::game::{Game, Standing};
use crate::info::Info;

const SEED: u64 = 1959;
const LEVELS: usize = 2_000;
/// Levels with more positions are left out.
const MOST: usize = 200;

/// Holds the surveys of random levels to the oracle's counts.
pub fn holds<B: Game>() {
    let mut rng = Rng::with_seed(SEED);
    let (mut read, mut counted) = (0, 0);
    while read < LEVELS {
        let text = with_all_clicks(&B::INFO, doodle(&B::INFO, &mut rng), &mut rng);
        let Some(board) = readable::<B>(&text) else {
            continue;
        };
        read += 1;
        if let Some(oracle) = Oracle::new(&board) {
            counted += 1;
            oracle.agrees(&board, &format!("seed {SEED}\n{text}"));
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
