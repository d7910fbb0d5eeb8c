//! How far from the win the player is on each square of the board, at best.

use std::collections::HashMap;

use fewest_search::{Books, Limit, Limits, Patrol, Progress, Watch, chart};

use crate::grid::Square;
use crate::rules::{Placed, Task};

/// The measuring as a task: of all positions with the player on a square, the nearest to a win.
pub struct Measuring<'a> {
    /// What it may use.
    pub limits: &'a Limits,
    /// Who watches.
    pub watch: &'a mut dyn Watch,
}

impl<M: Copy + Eq> Task<M> for Measuring<'_> {
    type Output = Result<Vec<(Square, u64)>, Limit>;

    fn run<P: Placed<Move = M>>(self, puzzle: &P) -> Self::Output {
        let mut books = Books::new(self.limits);
        let mut patrol = Patrol::new(self.limits, self.watch);
        let atlas = chart(puzzle, self.limits, &mut books, &mut patrol)?;
        let states = atlas.len() as u64;
        let mut nearest: HashMap<Square, u32> = HashMap::new();
        for place in 0..atlas.len() {
            patrol.step(1, || Progress { depth: 0, states })?;
            let Some(distance) = atlas.distance(place) else {
                continue;
            };
            if let Some(square) = puzzle.player(&puzzle.unpack(atlas.key(place))) {
                let nearest = nearest.entry(square).or_insert(distance);
                *nearest = distance.min(*nearest);
            }
        }
        let mut distances: Vec<_> = nearest
            .into_iter()
            .map(|(square, distance)| (square, u64::from(distance)))
            .collect();
        distances.sort_unstable();
        Ok(distances)
    }
}
