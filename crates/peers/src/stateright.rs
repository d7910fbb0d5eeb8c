//! The `stateright` model checker, breadth-first. It keeps fingerprints of states; with one
//! thread its first discovery is the nearest, with more it says itself that it need not be.

use ::stateright::{Checker, Model, Property};

use crate::packed::{Ice, Rink};
use crate::textbook::Found;
use crate::textbook::snake_array::{Codes, Snake};

const WON: &str = "won";

impl Model for Codes {
    type State = Snake;
    type Action = usize;

    fn init_states(&self) -> Vec<Snake> {
        vec![self.start]
    }

    fn actions(&self, _: &Snake, ways: &mut Vec<usize>) {
        ways.extend(0..4);
    }

    fn next_state(&self, snake: &Snake, way: usize) -> Option<Snake> {
        self.moves(*snake)[way]
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::sometimes(WON, |codes: &Codes, snake: &Snake| {
            snake.head == codes.apple
        })]
    }
}

impl Model for Rink {
    type State = Ice;
    type Action = usize;

    fn init_states(&self) -> Vec<Ice> {
        vec![self.start]
    }

    fn actions(&self, _: &Ice, ways: &mut Vec<usize>) {
        ways.extend(0..4);
    }

    fn next_state(&self, ice: &Ice, way: usize) -> Option<Ice> {
        self.throw(ice, way)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::sometimes(WON, |rink: &Rink, ice: &Ice| {
            rink.is_won(ice)
        })]
    }
}

/// Checks a model; the checker wants one of its own.
pub fn check<M>(model: &M, threads: usize) -> Found
where
    M: Model<Action = usize> + Clone + Send + Sync + 'static,
    M::State: Clone + PartialEq + std::fmt::Debug + std::hash::Hash + Send + Sync + 'static,
{
    let checker = model.clone().checker().threads(threads).spawn_bfs().join();
    Found {
        fewest: checker
            .discovery(WON)
            .map(|path| path.into_actions().len() as u64),
        positions: checker.unique_state_count() as u64,
    }
}
