//! Counts positions by settling one opening after another: each is counted away, opened and not,
//! until nothing but numbers is left.

use fewest_search::Limit;

use super::abacus::{Abacus, Factor, Product};
use super::tally::Tally;
use super::units::{NONE, Shared, Units};

/// A tally for each way in which some openings can be opened. Openings go by their turn, the
/// place in the order in which they are settled.
struct Table {
    /// The openings, the first turn first.
    turns: Vec<u32>,
    /// Bit `i` of an entry's number says whether the opening `i` of those is opened.
    entries: Vec<Tally>,
    /// What it takes besides the list of entries, their digits included.
    bytes: u64,
}

/// Counts the positions of a board, given the order in which its openings are settled.
pub fn count(units: &Units, order: &[u32], abacus: &mut Abacus) -> Result<Tally, Limit> {
    let sorted = rims_by_turn(units, order, abacus)?;
    let mut rims = sorted.iter().peekable();
    // For each opening the tables in which its turn is the first.
    let mut waiting: Vec<Vec<Table>> = abacus.books.list(order.len())?;
    waiting.resize_with(order.len(), Vec::new);
    let mut parts = Product::new();
    parts.push(Tally::of_lone(units.lone.len() as u32, abacus)?, abacus)?;
    for (turn, &opening) in (0..).zip(order) {
        let mut tables = std::mem::take(&mut waiting[turn as usize]);
        tables.push(of_opening(units, opening, turn, abacus)?);
        while let Some(rim) = rims.next_if(|rim| rim.openings[0] == turn) {
            tables.push(of_rim(rim, abacus)?);
        }
        let mut settled = settle(tables, abacus)?;
        match settled.turns.first() {
            Some(&next) => waiting[next as usize].push(settled),
            None => {
                let part = settled.entries.pop().expect("one entry is left");
                settled.free(abacus);
                parts.push(part, abacus)?;
            }
        }
    }
    abacus.books.forget(sorted);
    abacus.books.forget(waiting);
    parts.finish(abacus)
}

/// The shared digits with turns for openings, in the order in which they are needed.
fn rims_by_turn(units: &Units, order: &[u32], abacus: &mut Abacus) -> Result<Vec<Shared>, Limit> {
    let mut turns = abacus.books.filled(order.len(), 0)?;
    for (turn, &opening) in (0..).zip(order) {
        turns[opening as usize] = turn;
    }
    let mut rims = abacus.books.list(units.shared.len())?;
    for shared in &units.shared {
        abacus.look(1)?;
        let mut rim = *shared;
        for opening in rim.openings.iter_mut().filter(|opening| **opening != NONE) {
            *opening = turns[*opening as usize];
        }
        rim.openings.sort_unstable();
        rims.push(rim);
    }
    rims.sort_unstable_by_key(|rim| rim.openings);
    abacus.books.forget(turns);
    Ok(rims)
}

/// An opening alone: unopened, its cells are hidden, and the digits that touch no other are free.
fn of_opening(units: &Units, opening: u32, turn: u32, abacus: &mut Abacus) -> Result<Table, Limit> {
    let size = units.cells(opening).len() as u32;
    let free = Tally::of_rim(units.own[opening as usize], abacus)?;
    let mut table = Table::new(vec![turn], abacus)?;
    table.push(free.with_blank(size), abacus)?;
    table.push(Tally::one(), abacus)?;
    Ok(table)
}

/// Digits that several openings share: free as long as none of them is opened.
fn of_rim(rim: &Shared, abacus: &mut Abacus) -> Result<Table, Limit> {
    let free = Tally::of_rim(rim.digits, abacus)?;
    let mut table = Table::new(rim.openings().collect(), abacus)?;
    table.push(free, abacus)?;
    while table.entries.len() < table.size() {
        table.push(Tally::one(), abacus)?;
    }
    Ok(table)
}

/// Multiplies tables that have their first opening in common, and counts it away.
fn settle(mut tables: Vec<Table>, abacus: &mut Abacus) -> Result<Table, Limit> {
    tables.sort_by(|one, other| one.turns.cmp(&other.turns));
    let mut tables = merge(tables, abacus)?;
    // The short numbers first: those of a whole region are multiplied once.
    tables.sort_by_key(|table| table.bytes);
    let mut turns: Vec<u32> = tables
        .iter()
        .flat_map(|table| &table.turns[1..])
        .copied()
        .collect();
    turns.sort_unstable();
    turns.dedup();
    // Where the openings of each table, but the first, are among all of them.
    let places: Vec<Vec<usize>> = tables
        .iter()
        .map(|table| {
            let place = |turn| turns.binary_search(turn).expect("it is one of them");
            table.turns[1..].iter().map(place).collect()
        })
        .collect();
    let mut settled = Table::new(turns, abacus)?;
    for number in 0..settled.size() {
        abacus.states += 1;
        let mut products = [Tally::one(), Tally::one()];
        for (table, places) in tables.iter().zip(&places) {
            let bits = places.iter().map(|place| number >> place & 1);
            let entry = 2 * bits.rev().fold(0, |entry, bit| 2 * entry + bit);
            for (first, product) in products.iter_mut().enumerate() {
                *product = product.times(&table.entries[entry + first], abacus)?;
            }
        }
        let [unopened, opened] = products;
        settled.push(unopened + opened, abacus)?;
    }
    for table in tables {
        table.free(abacus);
    }
    Ok(settled)
}

/// Makes one table of those of the same openings, which stand together. A large opening has many
/// of them, each for a bay.
fn merge(tables: Vec<Table>, abacus: &mut Abacus) -> Result<Vec<Table>, Limit> {
    let mut merged: Vec<Table> = Vec::new();
    let mut tables = tables.into_iter().peekable();
    while let Some(table) = tables.next() {
        let mut alike = vec![table];
        while let Some(other) = tables.next_if(|other| other.turns == alike[0].turns) {
            alike.push(other);
        }
        if alike.len() == 1 {
            merged.append(&mut alike);
            continue;
        }
        let mut one = Table::new(alike[0].turns.clone(), abacus)?;
        for entry in 0..one.size() {
            let mut product = Product::new();
            for table in &mut alike {
                product.push(std::mem::take(&mut table.entries[entry]), abacus)?;
            }
            let product = product.finish(abacus)?;
            abacus.books.give_back(product.bytes());
            one.push(product, abacus)?;
        }
        for table in alike {
            table.free(abacus);
        }
        merged.push(one);
    }
    Ok(merged)
}

impl Table {
    /// A table that is still to be filled.
    fn new(turns: Vec<u32>, abacus: &mut Abacus) -> Result<Self, Limit> {
        // A list of few tables has room for four.
        let bytes = (4 * size_of::<Table>() + turns.capacity() * size_of::<u32>()) as u64;
        abacus.books.take(bytes)?;
        let entries = abacus.books.list(1 << turns.len())?;
        Ok(Table {
            turns,
            entries,
            bytes,
        })
    }

    /// How many entries it has when it is filled.
    fn size(&self) -> usize {
        1 << self.turns.len()
    }

    fn push(&mut self, entry: Tally, abacus: &mut Abacus) -> Result<(), Limit> {
        abacus.books.take(entry.bytes())?;
        self.bytes += entry.bytes();
        self.entries.push(entry);
        Ok(())
    }

    fn free(self, abacus: &mut Abacus) {
        abacus.books.give_back(self.bytes);
        abacus.books.forget(self.entries);
    }
}
