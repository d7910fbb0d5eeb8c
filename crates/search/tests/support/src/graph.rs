//! Random directed graphs, and an oracle that shares no idea with the engine but the rules.

use std::collections::{HashSet, VecDeque};

use fastrand::Rng;
use fewest_search::Verdict;

use crate::{Outcome, World};

/// A directed graph; edges may repeat and may lead back to where they come from.
#[derive(Debug)]
pub struct Graph {
    start: u32,
    edges: Vec<Vec<u32>>,
    won: Vec<bool>,
    /// Mixed into the names of moves, so that their names are not in the order of visiting.
    salt: u32,
}

impl Graph {
    pub fn random(rng: &mut Rng, most_nodes: u32) -> Self {
        let nodes = rng.u32(1..=most_nodes);
        // Edges lead at most this far ahead: a short reach makes a deep graph.
        let farthest = 1 << rng.u32(0..12);
        let reach = rng.u32(1..=nodes.min(farthest));
        let degree = rng.usize(1..=6);
        let edges = (0..nodes)
            .map(|node| {
                // A dead end here and there.
                let edges = rng.usize(1..=degree) * usize::from(rng.u32(0..16) > 0);
                (0..edges)
                    .map(|_| (node + rng.u32(0..=reach)) % nodes)
                    .collect()
            })
            .collect();
        let mut won = vec![false; nodes as usize];
        for _ in 0..rng.u32(0..4) {
            won[rng.usize(0..nodes as usize)] = true;
        }
        Graph {
            start: rng.u32(0..nodes),
            edges,
            won,
            salt: rng.u32(0..8),
        }
    }

    /// The whole truth about this graph.
    pub fn truth(&self) -> Truth {
        let mut truth = Truth {
            found: Vec::new(),
            verdict: self.verdict(),
        };
        if self.is_won(self.start) {
            return truth;
        }
        let mut met = HashSet::from([self.start]);
        let mut queue = VecDeque::from([(self.start, 0)]);
        truth.found.push(0);
        while let Some((node, depth)) = queue.pop_front() {
            for &next in &self.edges[node as usize] {
                if self.is_won(next) {
                    return truth;
                }
                if met.insert(next) {
                    truth.found.push(depth + 1);
                    queue.push_back((next, depth + 1));
                }
            }
        }
        truth
    }

    /// Distances backward from the wins, then always the first move that comes nearer.
    fn verdict(&self) -> Verdict<u32> {
        let mut toward: Vec<Option<u64>> = self.won.iter().map(|won| won.then_some(0)).collect();
        loop {
            let mut changed = false;
            for node in 0..self.edges.len() {
                let nexts = self.edges[node].iter();
                let best = nexts.filter_map(|&next| toward[next as usize]).min();
                let best = best.map(|best| best + 1);
                if best.is_some() && toward[node].is_none_or(|known| Some(known) > best) {
                    toward[node] = best;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let Some(cost) = toward[self.start as usize] else {
            return Verdict::Impossible;
        };
        let mut node = self.start;
        let mut moves = Vec::new();
        for left in (0..cost).rev() {
            let edges = &self.edges[node as usize];
            let nearer = |next: &u32| toward[*next as usize] == Some(left);
            let index = edges.iter().position(nearer).expect("a way to the win");
            moves.push(index as u32 ^ self.salt);
            node = edges[index];
        }
        Verdict::Fewest { cost, moves }
    }
}

impl World for Graph {
    fn nodes(&self) -> u32 {
        self.edges.len() as u32
    }
    fn start(&self) -> u32 {
        self.start
    }
    fn is_won(&self, node: u32) -> bool {
        self.won[node as usize]
    }
    fn moves(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        for (index, &next) in self.edges[node as usize].iter().enumerate() {
            visit(index as u32 ^ self.salt, next);
        }
    }
}

/// What the oracle knows.
#[derive(Debug)]
pub struct Truth {
    pub verdict: Verdict<u32>,
    /// The cost of each state in the order of finding, up to the first win and without it.
    pub found: Vec<u64>,
}

impl Truth {
    /// How many states were found at each cost; the win apart.
    pub fn layers(&self) -> Vec<u64> {
        let mut layers = vec![0; self.found.last().map_or(0, |last| *last as usize + 1)];
        for &depth in &self.found {
            layers[depth as usize] += 1;
        }
        layers
    }

    /// What a search without limits must say.
    pub fn outcome(&self) -> Outcome {
        let mut layers = self.layers();
        if let Some(cost) = self.verdict.fewest() {
            layers.resize(cost as usize + 1, 0);
            layers[cost as usize] += 1;
        }
        Outcome {
            verdict: self.verdict.clone(),
            states: layers.iter().sum(),
            layers,
        }
    }
}
