//! How far from the win the player is on each square of the board, at best.

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
        // The nearest of each square, by its number.
        let mut nearest: Vec<Option<u32>> = Vec::new();
        for place in 0..atlas.len() {
            patrol.step(1, || Progress { depth: 0, states })?;
            let Some(distance) = atlas.distance(place) else {
                continue;
            };
            if let Some(square) = puzzle.player(&puzzle.unpack(atlas.key(place))) {
                let square = square as usize;
                if square >= nearest.len() {
                    let more = square + 1 - nearest.len();
                    books.make_room(&mut nearest, more)?;
                    nearest.resize(square + 1, None);
                }
                let nearest = &mut nearest[square];
                *nearest = Some(nearest.map_or(distance, |nearest| nearest.min(distance)));
            }
        }
        let mut distances = books.list(nearest.iter().flatten().count())?;
        let numbered = (0..).zip(&nearest);
        distances
            .extend(numbered.filter_map(|(square, nearest)| Some((square, (*nearest)?.into()))));
        Ok(distances)
    }
}
