//! The atlas of random graphs: every state that can be reached, every move, every distance.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use fewest_search::{Atlas, Limit, Limits, Progress, Puzzle, SearchContext, SearchOptions, chart};
use fewest_search_testing::graph::Graph;
use fewest_search_testing::worlds::Line;
use fewest_search_testing::{Named, World};

fn charted<P: Puzzle>(puzzle: &P, limits: &Limits) -> (Result<Atlas<P::Key>, Limit>, u64) {
    let mut ctx = SearchContext::new(&SearchOptions::new().limits(*limits));
    let atlas = chart(puzzle, &mut ctx);
    (atlas, ctx.budget.most())
}

/// The nodes that can be reached without leaving a win, each with where its moves lead.
fn reached(graph: &Graph) -> HashMap<u32, Vec<u32>> {
    let mut met = HashMap::new();
    let mut waiting = vec![graph.start()];
    while let Some(node) = waiting.pop() {
        if met.contains_key(&node) {
            continue;
        }
        let mut nexts = Vec::new();
        if !graph.is_won(node) {
            graph.moves(node, |_, next| nexts.push(next));
        }
        waiting.extend(&nexts);
        met.insert(node, nexts);
    }
    met
}

/// The fewest moves from a node, by trying all nodes that so many moves lead to.
fn fewest(graph: &Graph, nexts: &HashMap<u32, Vec<u32>>, node: u32) -> Option<u32> {
    let mut here = HashSet::from([node]);
    for moves in 0..=nexts.len() as u32 {
        if here.iter().any(|&node| graph.is_won(node)) {
            return Some(moves);
        }
        here = here.iter().flat_map(|node| &nexts[node]).copied().collect();
    }
    None
}

fn check(graph: &Graph, puzzle: &impl Puzzle<State = u32>, seed: u64) -> bool {
    let atlas = charted(puzzle, &Limits::default()).0.expect("no limit");
    let truth = reached(graph);
    let node = |place| puzzle.unpack(atlas.key(place));
    assert_eq!(node(0), graph.start(), "seed {seed}");
    let nodes: HashSet<u32> = (0..atlas.len()).map(node).collect();
    assert_eq!(nodes, truth.keys().copied().collect(), "seed {seed}");
    assert_eq!(atlas.len(), truth.len(), "each once, seed {seed}");
    for place in 0..atlas.len() {
        let leads: Vec<u32> = atlas.leads(place).map(node).collect();
        assert_eq!(leads, truth[&node(place)], "seed {seed}");
        let distance = fewest(graph, &truth, node(place));
        assert_eq!(atlas.distance(place), distance, "seed {seed}");
    }
    atlas.distance(0).is_some_and(|distance| distance > 1)
}

#[test]
fn an_atlas_is_what_plain_counting_says() {
    let mut interesting = 0;
    for seed in 0..3000 {
        let graph = Graph::random(&mut Rng::with_seed(seed), 40);
        let dense = check(&graph, &Named::<_, u32>::dense(&graph), seed);
        let sparse = check(&graph, &Named::<_, u64>::sparse(&graph), seed);
        assert_eq!(dense, sparse);
        interesting += u64::from(dense);
    }
    assert!(interesting > 600, "only {interesting} take several moves");
}

#[test]
fn limits_end_it() {
    let line = Line {
        nodes: 50_000,
        won: None,
    };
    let puzzle = Named::<_, u64>::sparse(&line);
    let with = |limits: Limits| charted(&puzzle, &limits).0.map(|atlas| atlas.len());
    let states = |states| Limits {
        states: Some(states),
        ..Limits::default()
    };
    assert_eq!(with(states(50_000)), Ok(50_000));
    assert_eq!(with(states(49_999)), Err(Limit::States));
    let (_, most) = charted(&puzzle, &Limits::default());
    let memory = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    assert_eq!(with(memory(most)), Ok(50_000));
    assert_eq!(with(memory(most - 1)), Err(Limit::Memory));
    let time = Limits {
        time: Some(std::time::Duration::ZERO),
        ..Limits::default()
    };
    assert_eq!(with(time), Err(Limit::Time));
    let mut stop = |_: Progress| std::ops::ControlFlow::Break(());
    let mut ctx = SearchContext::default().observed_by(&mut stop);
    let stopped = chart(&puzzle, &mut ctx);
    assert!(matches!(stopped, Err(Limit::Stopped)));
}
