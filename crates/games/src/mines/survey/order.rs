//! The order in which the openings are settled, found before anything is counted.
//!
//! To settle an opening is to count it away, opened and not, for each way in which the openings
//! linked to it can be opened: that is a table of two to the power of their number, and it links
//! them all to each other. Taking next the opening with the fewest links keeps the tables small
//! where the board has large openings with many small ones in their bays, and where openings hang
//! together in chains and trees; no order does where they form a wide web. Links alone say how
//! large each table will be, so that a board that is too much is given up before the work begins.

use std::collections::BTreeSet;

use fewest_search::{Limit, Limits};

use super::abacus::Abacus;
use super::tally::Tally;
use super::units::Units;

/// What a link takes in both its openings' sets, and an opening in the queue: a set's nodes are
/// half full at the least.
const BYTES_A_LINK: u64 = 32;
const BYTES_AN_OPENING: u64 = (size_of::<BTreeSet<u32>>() + 64 + 32) as u64;

/// The openings in the order in which they are settled.
pub fn order(units: &Units, limits: &Limits, abacus: &mut Abacus) -> Result<Vec<u32>, Limit> {
    let openings = units.openings();
    let mut order = abacus.books.list(openings)?;
    let mut web = Web::new(units, abacus)?;
    let mut states = 0u64;
    while let Some((linked, opening)) = web.queue.pop_first() {
        let entries = 1u64.checked_shl(linked as u32).unwrap_or(u64::MAX);
        states = states.saturating_add(entries);
        if limits.states.is_some_and(|most| states > most) {
            return Err(Limit::States);
        }
        let bytes = entries.saturating_mul(size_of::<Tally>() as u64);
        if bytes > limits.memory.unwrap_or(isize::MAX as u64) {
            return Err(Limit::Memory);
        }
        web.settle(opening, abacus)?;
        order.push(opening);
    }
    abacus.books.give_back(web.bytes);
    Ok(order)
}

/// The openings that are not settled yet.
struct Web {
    /// The openings linked to each.
    links: Vec<BTreeSet<u32>>,
    /// Each with the number of its links before it.
    queue: BTreeSet<(usize, u32)>,
    bytes: u64,
}

impl Web {
    /// Openings are linked if they share a digit.
    fn new(units: &Units, abacus: &mut Abacus) -> Result<Self, Limit> {
        let openings = units.openings();
        let bytes = openings as u64 * BYTES_AN_OPENING;
        abacus.books.take(bytes)?;
        let mut web = Web {
            links: vec![BTreeSet::new(); openings],
            queue: BTreeSet::new(),
            bytes,
        };
        for shared in &units.shared {
            for one in shared.openings() {
                for other in shared.openings().filter(|&other| other > one) {
                    web.link(one, other, abacus)?;
                }
            }
        }
        for (opening, links) in (0..).zip(&web.links) {
            abacus.look(1)?;
            web.queue.insert((links.len(), opening));
        }
        Ok(web)
    }

    fn link(&mut self, one: u32, other: u32, abacus: &mut Abacus) -> Result<(), Limit> {
        abacus.look(1)?;
        if self.links[one as usize].insert(other) {
            self.links[other as usize].insert(one);
            abacus.books.take(BYTES_A_LINK)?;
            self.bytes += BYTES_A_LINK;
        }
        Ok(())
    }

    /// Takes an opening away and links those that it was linked to.
    fn settle(&mut self, opening: u32, abacus: &mut Abacus) -> Result<(), Limit> {
        let linked = std::mem::take(&mut self.links[opening as usize]);
        for &one in &linked {
            let links = &mut self.links[one as usize];
            self.queue.remove(&(links.len(), one));
            links.remove(&opening);
        }
        for &one in &linked {
            for &other in linked.range(one + 1..) {
                self.link(one, other, abacus)?;
            }
        }
        for &one in &linked {
            self.queue.insert((self.links[one as usize].len(), one));
        }
        let freed = linked.len() as u64 * BYTES_A_LINK;
        abacus.books.give_back(freed);
        self.bytes -= freed;
        Ok(())
    }
}
