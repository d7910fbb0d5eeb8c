//! The first of the fewest ways: whatever lies on one is marked, from the goal back to the birth,
//! and then the first step onto a mark is the right one everywhere.

use fewest_search::Limit;

use super::kernel::{Flood, Tally};
use super::patches::{Spot, bit, has, patch};
use crate::grid::Direction;

impl Flood {
    /// The first way to a goal that was touched after so many seconds.
    pub fn way(&mut self, seconds: u64, tally: &mut Tally) -> Result<Vec<Direction>, Limit> {
        let mut moves = tally.books.list(seconds as usize)?;
        self.mark(seconds, tally)?;
        let mut spot = self.arrival(self.start);
        for seconds in 1..=seconds {
            let direction = self.first_step(spot, seconds);
            moves.push(direction);
            spot = self.arrival(self.front.beside(spot)[direction as usize]);
        }
        Ok(moves)
    }

    fn arrival(&self, spot: Spot) -> Spot {
        self.doors.at(spot).map_or(spot, |door| door.far)
    }

    /// The first step onto a mark, after which so many seconds have passed.
    fn first_step(&self, spot: Spot, seconds: u64) -> Direction {
        if let Some(door) = self.doors.to(spot) {
            return door.way.expect("only marks are stepped on");
        }
        let here = &self.seconds[(seconds % 3) as usize];
        let leads = |spot| match self.doors.at(spot) {
            Some(door) => door.way.is_some() && door.touched == Some(seconds),
            None => has(&self.untouched, spot) && has(here, spot),
        };
        let beside = Direction::ALL.into_iter().zip(self.front.beside(spot));
        let mut steps = beside.filter(|&(_, spot)| leads(spot));
        steps.next().expect("a mark has another beside it").0
    }

    /// Marks all squares on fewest ways. From here on what was untouched is what is marked.
    fn mark(&mut self, seconds: u64, tally: &mut Tally) -> Result<(), Limit> {
        self.untouched.fill(0);
        self.front.clear();
        self.goals.iter().for_each(|&goal| self.front.put(goal));
        // A remainder says too little about a door: nobody goes back the way he came through it.
        for door in &self.doors.all {
            for stood_on in &mut self.seconds {
                stood_on[patch(door.at)] &= !bit(door.at);
            }
        }
        let touched = self.doors.all.iter().filter_map(|door| door.touched);
        let mut touched: Vec<u64> = touched.collect();
        touched.sort();
        for seconds in (1..=seconds).rev() {
            // A win beats the clock, but not somebody who wants to stop.
            let mut look = |steps| match tally.look(steps) {
                Err(Limit::Time) => Ok(()),
                looked => looked,
            };
            let thirds = [seconds - 1, seconds].map(|seconds| (seconds % 3) as usize);
            let [before, here] = self.seconds.get_disjoint_mut(thirds).expect("they differ");
            let note = |patch: usize, bits| {
                here[patch] |= bits;
                self.untouched[patch] |= bits;
            };
            let left = self.front.advance(before, note, &mut look)?;
            look(left)?;
            if touched.last() == Some(&seconds) {
                touched.retain(|&other| other < seconds);
                self.mark_before_doors(seconds);
            }
            if touched.last() == Some(&(seconds - 1)) {
                self.mark_doors(seconds - 1);
            }
        }
        Ok(())
    }

    /// Goes back through the marked doors that were stepped on after so many seconds.
    fn mark_before_doors(&mut self, seconds: u64) {
        let before = &mut self.seconds[((seconds - 1) % 3) as usize];
        for door in &self.doors.all {
            if door.touched != Some(seconds) || door.way.is_none() {
                continue;
            }
            for (spot, entered) in self.front.beside(door.at).into_iter().zip(door.entries) {
                if entered && has(before, spot) {
                    before[patch(spot)] ^= bit(spot);
                    self.front.put(spot);
                }
            }
        }
    }

    /// Marks the doors that were stepped on after so many seconds and lead to a mark. What is
    /// marked is further than they are, and what is beside their far squares is one second
    /// further at most: a mark there is the next step.
    fn mark_doors(&mut self, seconds: u64) {
        for door in 0..self.doors.all.len() {
            let far = self.doors.all[door].far;
            if self.doors.all[door].touched != Some(seconds) {
                continue;
            }
            let leads = |spot: &Spot| match self.doors.at(*spot) {
                Some(next) => next.way.is_some() && next.touched == Some(seconds + 1),
                None => has(&self.untouched, *spot),
            };
            let first = self.front.beside(far).iter().position(leads);
            self.doors.all[door].way = first.map(|number| Direction::ALL[number]);
        }
    }
}
