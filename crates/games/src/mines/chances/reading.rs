//! A position read and its diagrams drawn, before anything is counted.

use super::diagram::{Diagrams, NoDiagram};
use super::position::{Mines, Neighbours, Position};
use super::web::Web;

/// The web of a position and its diagrams. Kept to be used again.
#[derive(Default)]
pub struct Reading {
    /// What the numbers say.
    pub web: Web,
    /// All ways to put the mines.
    pub diagrams: Diagrams,
}

impl Reading {
    /// Reads a position. Where it comes out well, some layout fits it.
    pub fn read<S>(
        &mut self,
        position: &Position,
        near: &Neighbours,
        guard: &mut (impl FnMut(u64) -> Result<(), S> + ?Sized),
    ) -> Result<(), NoDiagram<S>> {
        guard(0).map_err(NoDiagram::Stopped)?;
        self.web.read(position.cells.squares(), near)?;
        self.diagrams.draw(&self.web, &mut *guard)?;
        match position.mines {
            Mines::Density { .. } => Ok(()),
            Mines::Total(total) => match self.fits(total, guard).map_err(NoDiagram::Stopped)? {
                true => Ok(()),
                false => Err(NoDiagram::Contradiction),
            },
        }
    }

    /// Whether some layout has so many mines.
    fn fits<S>(
        &self,
        total: u32,
        guard: &mut (impl FnMut(u64) -> Result<(), S> + ?Sized),
    ) -> Result<bool, S> {
        let Some(left) = total.checked_sub(self.web.mines.len() as u32) else {
            return Ok(false);
        };
        let drawn = self.diagrams.bytes();
        // Whether so many mines can be in the components that have been looked at.
        let mut possible = vec![true];
        for part in &self.diagrams.parts {
            let totals = &self.diagrams.totals[part.totals..part.totals + part.ends.len()];
            let most = totals.iter().max().expect("a diagram has an end");
            let mut next = vec![false; possible.len() + *most as usize];
            for (mines, _) in possible.iter().enumerate().filter(|(_, is)| **is) {
                guard(drawn + (possible.len() + next.len()) as u64)?;
                for &more in totals {
                    next[mines + more as usize] = true;
                }
            }
            possible = next;
        }
        let sea = u64::from(self.web.sea);
        let mut mines = (0u64..).zip(&possible).filter(|(_, is)| **is);
        Ok(mines.any(|(mines, _)| mines <= u64::from(left) && u64::from(left) <= mines + sea))
    }
}
