//! Counts everything about a board without walking through its positions, which are too many.
//!
//! The hidden empty cells of a board are of three kinds. A *blank* cell has no mine around it;
//! blank cells that touch make up an *opening*, which a click on any of them reveals as a whole,
//! with all digits around it. A *rim* digit touches an opening, a *lone* digit touches none.
//! Openings and lone digits are the *units*: each needs a click of its own, and a click serves
//! at most one of them.
//!
//! So a position is a set of opened openings, together with any digits as long as those around
//! the opened openings are among them; every such set can be reached, digits first. None is
//! dead, and what is hidden in one is what can be clicked on. From any position it takes as many
//! clicks as units are hidden: a rim digit that is hidden touches an opening that is not opened,
//! so it never becomes a unit itself. A click comes nearer to the win, then, exactly if it is on
//! a blank cell or a lone digit. A click on a covered mine is a move as well, and loses: there are as
//! many of these in every position as there are covered mines.
//!
//! The optimal solutions are all orders of the units, with any blank cell for each opening:
//! `par! × Π blank cells`. Where two units are hidden, there are two clicks that come nearer.
//! Hence, on an optimal solution,
//!
//! - only the last click can be forced, and it is if its cell is the only covered one: an opening
//!   of one cell, on a board without a covered mine (such a board has no hidden digits);
//! - only the last click can be alone in keeping the optimum, and it is if its unit has one cell;
//! - the solutions part at once, unless the only unit has one cell, or there is none.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ops::{Add, Mul};

use fewest_search::{Limit, Progress, SearchContext};
use num_bigint::BigUint;

use super::{Board, puzzle};
use crate::grid::{Grid, Place, Square};
use crate::survey::{Listener, Survey, bytes_of_digits};

/// Counts, and then lists the optimal solutions in the order of their moves. What counts as states
/// are the entries of the tables that the positions are counted by.
pub fn survey(
    board: &Board,
    context: &mut SearchContext,
    listener: Listener<Place>,
) -> Result<Survey, Limit> {
    let cells = &board.cells;
    context.stop.progress = Progress::default();
    if cells.squares().contains(&b'X') {
        return Ok(lost());
    }
    let units = ByUnits::find(board, context)?;
    let par = units.openings() + units.lone.len();
    let order = order(&units, context)?;
    let tally = count(&units, &order, context)?;
    context.budget.forget(order);
    let mines = cells.squares().iter().filter(|&&cell| cell == b'M').count() as u32;
    // In every position but the won one each of the mines can be clicked on.
    let losing = (&tally.positions - 1u32) * mines;
    let survey = Survey {
        par: Some(par as u64),
        solutions: solutions(par, &units, context)?,
        positions: tally.positions,
        dead: BigUint::ZERO,
        moves: &tally.moves + losing,
        open: tally.moves,
        best: tally.best,
        forced: u64::from(mines == 0 && units.sizes().any(|size| size == 1)),
        narrow: u64::from(!units.lone.is_empty() || units.sizes().any(|size| size == 1)),
        part: (par > 1 || units.sizes().any(|size| size > 1)).then_some(0),
    };
    list(cells, &units, context, listener)?;
    Ok(survey)
}

/// A board that is lost is its only position, and nothing can be done in it.
fn lost() -> Survey {
    Survey {
        par: None,
        solutions: BigUint::ZERO,
        positions: BigUint::from(1u32),
        dead: BigUint::from(1u32),
        moves: BigUint::ZERO,
        open: BigUint::ZERO,
        best: BigUint::ZERO,
        forced: 0,
        narrow: 0,
        part: None,
    }
}

/// All orders of the units, and every cell of each opening.
fn solutions(par: usize, units: &ByUnits, context: &mut SearchContext) -> Result<BigUint, Limit> {
    let factors = (1..=par as u64).chain(units.sizes().map(u64::from));
    // As many factors as a word can hold are one number: far fewer numbers, and longer ones.
    let mut words = vec![1u64];
    for factor in factors {
        context.work(1)?;
        let last = words.last_mut().expect("there is one");
        match last.checked_mul(factor) {
            Some(more) => *last = more,
            None => words.push(factor),
        }
    }
    let factors: Vec<BigUint> = words.into_iter().map(BigUint::from).collect();
    let bytes = factors.iter().map(Digits::bytes).sum();
    context.budget.take(bytes)?;
    let product = product(factors, context)?;
    context.budget.give_back(bytes);
    Ok(product)
}

/// The first clicks of all optimal solutions, in reading order: the cells of all units.
pub fn first_clicks(board: &Board, context: &mut SearchContext) -> Result<Vec<Place>, Limit> {
    let cells = &board.cells;
    if cells.squares().contains(&b'X') {
        return Ok(Vec::new());
    }
    let units = puzzle::units(board, context)?;
    let clicks = (0..cells.len()).filter(|&square| units.of(square).is_some());
    Ok(clicks.map(|square| cells.place(square)).collect())
}

/// The openings and the lone digits of a board, and the digits that openings share.
struct ByUnits {
    /// The blank cells, opening by opening in the order of their first cells, in reading order.
    blank: Vec<Square>,
    /// Where the cells of each opening begin; one more entry at the end.
    begin: Vec<u32>,
    /// For each opening the number of digits that touch no other.
    own: Vec<u32>,
    /// The digits that touch several openings.
    shared: Vec<Shared>,
    /// The digits that touch none, in reading order.
    lone: Vec<Square>,
}

/// The openings that a digit touches, in their order; behind the last [`NONE`].
///
/// They are three at most: openings do not touch each other, so a fourth would mean blank cells
/// at all four corners of the digit, and then no mine could be around it.
type Touched = [u32; 3];

/// No opening.
const NONE: u32 = u32::MAX;

/// Digits that touch the same two or three openings.
#[derive(Clone, Copy)]
struct Shared {
    openings: Touched,
    digits: u32,
}

impl Shared {
    /// The openings, without what fills the list.
    fn openings(&self) -> impl Iterator<Item = u32> + Clone {
        let openings = self.openings.into_iter();
        openings.filter(|&opening| opening != NONE)
    }
}

impl ByUnits {
    /// The bytes that the lists take for each cell.
    const BYTES_A_CELL: u64 = 32;

    fn find(board: &Board, context: &mut SearchContext) -> Result<Self, Limit> {
        let cells = &board.cells;
        (context.budget).take(u64::from(cells.len()) * Self::BYTES_A_CELL)?;
        let units = puzzle::units(board, context)?;
        // For each blank cell the number of its opening.
        let mut numbers = vec![NONE; cells.len() as usize];
        let (mut blank, mut lone) = (Vec::new(), Vec::new());
        let mut openings = 0;
        for square in 0..cells.len() {
            context.work(1)?;
            match units.of(square) {
                Some(_) if !units.is_zero(square) => lone.push(square),
                Some(first) => {
                    if first == square {
                        numbers[square as usize] = openings;
                        openings += 1;
                    }
                    numbers[square as usize] = numbers[first as usize];
                    blank.push(square);
                }
                None => {}
            }
        }
        blank.sort_by_key(|&square| numbers[square as usize]);
        let begin = |opening: u32| {
            blank.partition_point(|&square| numbers[square as usize] < opening) as u32
        };
        let begin = (0..=openings).map(begin).collect();
        let mut own = vec![0; openings as usize];
        let mut touched: Vec<Touched> = Vec::new();
        for square in 0..cells.len() {
            context.work(1)?;
            if cells[square] != b'E' || units.is_zero(square) {
                continue;
            }
            let mut near = [NONE; 3];
            let mut count = 0;
            for opening in cells.around(square).map(|near| numbers[near as usize]) {
                if opening != NONE && !near.contains(&opening) {
                    near[count] = opening;
                    count += 1;
                }
            }
            near.sort_unstable();
            match near {
                [NONE, ..] => {}
                [opening, NONE, _] => own[opening as usize] += 1,
                several => touched.push(several),
            }
        }
        touched.sort_unstable();
        let alike = touched.chunk_by(|one, other| one == other);
        let shared = alike.map(|alike| Shared {
            openings: alike[0],
            digits: alike.len() as u32,
        });
        Ok(ByUnits {
            shared: shared.collect(),
            blank,
            begin,
            own,
            lone,
        })
    }

    /// How many openings there are.
    fn openings(&self) -> usize {
        self.begin.len() - 1
    }

    /// How many blank cells each opening has.
    fn sizes(&self) -> impl Iterator<Item = u32> {
        self.begin.windows(2).map(|ends| ends[1] - ends[0])
    }

    /// The cells of a unit any of which is a click for it, in reading order. First come the
    /// openings, then the lone digits.
    fn cells(&self, unit: u32) -> &[Square] {
        match (unit as usize).checked_sub(self.openings()) {
            Some(lone) => &self.lone[lone..=lone],
            None => {
                let ends = self.begin[unit as usize]..self.begin[unit as usize + 1];
                &self.blank[ends.start as usize..ends.end as usize]
            }
        }
    }
}

/// What a link takes in both its openings' sets, and an opening in the queue: a set's nodes are
/// half full at the least.
const BYTES_A_LINK: u64 = 32;
const BYTES_AN_OPENING: u64 = (size_of::<BTreeSet<u32>>() + 64 + 32) as u64;

/// The openings in the order in which they are settled, found before anything is counted.
///
/// To settle an opening is to count it away, opened and not, for each way in which the openings
/// linked to it can be opened: that is a table of two to the power of their number, and it links
/// them all to each other. Taking next the opening with the fewest links keeps the tables small
/// where the board has large openings with many small ones in their bays, and where openings form
/// chains and trees; no order does where they form a wide mesh. Links alone say how large each table
/// will be, so that a board that is too much is given up before the work begins.
fn order(units: &ByUnits, context: &mut SearchContext) -> Result<Vec<u32>, Limit> {
    let limits = context.options.limits;
    let openings = units.openings();
    let mut order = context.budget.list(openings)?;
    let mut graph = LinkGraph::new(units, context)?;
    let mut states = 0u64;
    while let Some((linked, opening)) = graph.queue.pop_first() {
        let entries = 1u64.checked_shl(linked as u32).unwrap_or(u64::MAX);
        states = states.saturating_add(entries);
        if limits.states.is_some_and(|most| states > most) {
            return Err(Limit::States);
        }
        let bytes = entries.saturating_mul(size_of::<Tally>() as u64);
        if bytes > limits.memory.unwrap_or(isize::MAX as u64) {
            return Err(Limit::Memory);
        }
        graph.settle(opening, context)?;
        order.push(opening);
    }
    context.budget.give_back(graph.bytes);
    Ok(order)
}

/// The openings that are not settled yet.
struct LinkGraph {
    /// The openings linked to each.
    linked: Vec<BTreeSet<u32>>,
    /// Each with the number of its links before it.
    queue: BTreeSet<(usize, u32)>,
    bytes: u64,
}

impl LinkGraph {
    /// Openings are linked if they share a digit.
    fn new(units: &ByUnits, context: &mut SearchContext) -> Result<Self, Limit> {
        let openings = units.openings();
        let bytes = openings as u64 * BYTES_AN_OPENING;
        context.budget.take(bytes)?;
        let mut graph = LinkGraph {
            linked: vec![BTreeSet::new(); openings],
            queue: BTreeSet::new(),
            bytes,
        };
        for shared in &units.shared {
            for one in shared.openings() {
                for other in shared.openings().filter(|&other| other > one) {
                    graph.link(one, other, context)?;
                }
            }
        }
        for (opening, links) in (0..).zip(&graph.linked) {
            context.work(1)?;
            graph.queue.insert((links.len(), opening));
        }
        Ok(graph)
    }

    fn link(&mut self, one: u32, other: u32, context: &mut SearchContext) -> Result<(), Limit> {
        context.work(1)?;
        if self.linked[one as usize].insert(other) {
            self.linked[other as usize].insert(one);
            context.budget.take(BYTES_A_LINK)?;
            self.bytes += BYTES_A_LINK;
        }
        Ok(())
    }

    /// Takes an opening away and links those that it was linked to.
    fn settle(&mut self, opening: u32, context: &mut SearchContext) -> Result<(), Limit> {
        let linked = std::mem::take(&mut self.linked[opening as usize]);
        for &one in &linked {
            let links = &mut self.linked[one as usize];
            self.queue.remove(&(links.len(), one));
            links.remove(&opening);
        }
        for &one in &linked {
            for &other in linked.range(one + 1..) {
                self.link(one, other, context)?;
            }
        }
        for &one in &linked {
            self.queue.insert((self.linked[one as usize].len(), one));
        }
        let freed = linked.len() as u64 * BYTES_A_LINK;
        context.budget.give_back(freed);
        self.bytes -= freed;
        Ok(())
    }
}

/// The positions of some cells, and the cells that are hidden in them, added up.
#[derive(Clone, Default)]
struct Tally {
    positions: BigUint,
    /// The hidden cells, each counted once for every position in which it is hidden.
    moves: BigUint,
    /// Those of them that are blank or lone digits.
    best: BigUint,
}

impl Tally {
    /// One position, and nothing hidden.
    fn one() -> Self {
        Tally {
            positions: BigUint::from(1u32),
            ..Tally::default()
        }
    }

    /// Rim digits that are free to be hidden or not. Of all their positions each is hidden in
    /// half.
    fn of_rim(digits: u32, context: &mut SearchContext) -> Result<Self, Limit> {
        let bytes = u64::from(digits) / 8 + 64;
        context.budget.take(4 * bytes)?;
        let rim = Tally {
            positions: BigUint::from(1u32) << digits,
            moves: BigUint::from(digits) << digits >> 1,
            best: BigUint::ZERO,
        };
        context.budget.give_back(4 * bytes);
        Ok(rim)
    }

    /// Lone digits.
    fn of_lone(digits: u32, context: &mut SearchContext) -> Result<Self, Limit> {
        let free = Tally::of_rim(digits, context)?;
        Ok(Tally {
            best: free.moves.clone(),
            ..free
        })
    }

    /// The same positions with some blank cells that are hidden in all of them.
    fn with_blank(mut self, cells: u32) -> Self {
        let hidden = &self.positions * cells;
        self.moves += &hidden;
        self.best += hidden;
        self
    }
}

/// Positions of either kind.
impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            positions: self.positions + other.positions,
            moves: self.moves + other.moves,
            best: self.best + other.best,
        }
    }
}

/// Positions of two parts of the board that do not depend on each other: any of one with any of the
/// other.
impl Mul for &Tally {
    type Output = Tally;

    fn mul(self, other: &Tally) -> Tally {
        Tally {
            positions: &self.positions * &other.positions,
            moves: &self.moves * &other.positions + &other.moves * &self.positions,
            best: &self.best * &other.positions + &other.best * &self.positions,
        }
    }
}

/// A number, or several.
trait Digits {
    /// The bytes of its digits.
    fn bytes(&self) -> u64;
}

impl Digits for BigUint {
    fn bytes(&self) -> u64 {
        bytes_of_digits(self)
    }
}

impl Digits for Tally {
    fn bytes(&self) -> u64 {
        self.positions.bytes() + self.moves.bytes() + self.best.bytes()
    }
}

/// Multiplies two factors.
fn times<T: Digits>(one: &T, other: &T, context: &mut SearchContext) -> Result<T, Limit>
where
    for<'a> &'a T: Mul<Output = T>,
{
    // Multiplying holds a few numbers as long as the product.
    let aside = 4 * (one.bytes() + other.bytes());
    context.budget.take(aside)?;
    context.work((1 + aside / 1024) as u32)?;
    let product = one * other;
    context.budget.give_back(aside);
    Ok(product)
}

/// Multiplies many factors, neighbours first, so that both are about equally long.
///
/// # Panics
/// If there is no factor.
fn product<T>(mut factors: Vec<T>, context: &mut SearchContext) -> Result<T, Limit>
where
    T: Digits + Default,
    for<'a> &'a T: Mul<Output = T>,
{
    while factors.len() > 1 {
        let mut products = Vec::with_capacity(factors.len().div_ceil(2));
        for pair in factors.chunks_mut(2) {
            products.push(match pair {
                [one, other] => times(one, other, context)?,
                rest => std::mem::take(&mut rest[0]),
            });
        }
        factors = products;
    }
    Ok(factors.pop().expect("a factor"))
}

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
fn count(units: &ByUnits, order: &[u32], context: &mut SearchContext) -> Result<Tally, Limit> {
    let sorted = rims_by_turn(units, order, context)?;
    let mut rims = sorted.iter().peekable();
    // For each opening the tables in which its turn is the first.
    let mut waiting: Vec<Vec<Table>> = context.budget.list(order.len())?;
    waiting.resize_with(order.len(), Vec::new);
    let mut parts = vec![Tally::of_lone(units.lone.len() as u32, context)?];
    context.budget.take(parts[0].bytes())?;
    for (turn, &opening) in (0..).zip(order) {
        let mut tables = std::mem::take(&mut waiting[turn as usize]);
        tables.push(of_opening(units, opening, turn, context)?);
        while let Some(rim) = rims.next_if(|rim| rim.openings[0] == turn) {
            tables.push(of_rim(rim, context)?);
        }
        let mut settled = settle(tables, context)?;
        match settled.turns.first() {
            Some(&next) => waiting[next as usize].push(settled),
            None => {
                let part = settled.entries.pop().expect("one entry is left");
                settled.free(context);
                context.budget.take(part.bytes())?;
                parts.push(part);
            }
        }
    }
    context.budget.forget(sorted);
    context.budget.forget(waiting);
    product(parts, context)
}

/// The shared digits with turns for openings, in the order in which they are needed.
fn rims_by_turn(
    units: &ByUnits,
    order: &[u32],
    context: &mut SearchContext,
) -> Result<Vec<Shared>, Limit> {
    let mut turns = context.budget.filled(order.len(), 0)?;
    for (turn, &opening) in (0..).zip(order) {
        turns[opening as usize] = turn;
    }
    let mut rims = context.budget.list(units.shared.len())?;
    for shared in &units.shared {
        context.work(1)?;
        let mut rim = *shared;
        for opening in rim.openings.iter_mut().filter(|opening| **opening != NONE) {
            *opening = turns[*opening as usize];
        }
        rim.openings.sort_unstable();
        rims.push(rim);
    }
    rims.sort_unstable_by_key(|rim| rim.openings);
    context.budget.forget(turns);
    Ok(rims)
}

/// An opening alone: unopened, its cells are hidden, and the digits that touch no other are free.
fn of_opening(
    units: &ByUnits,
    opening: u32,
    turn: u32,
    context: &mut SearchContext,
) -> Result<Table, Limit> {
    let size = units.cells(opening).len() as u32;
    let free = Tally::of_rim(units.own[opening as usize], context)?;
    let mut table = Table::new(vec![turn], context)?;
    table.push(free.with_blank(size), context)?;
    table.push(Tally::one(), context)?;
    Ok(table)
}

/// Digits that several openings share: free as long as none of them is opened.
fn of_rim(rim: &Shared, context: &mut SearchContext) -> Result<Table, Limit> {
    let free = Tally::of_rim(rim.digits, context)?;
    let mut table = Table::new(rim.openings().collect(), context)?;
    table.push(free, context)?;
    while table.entries.len() < table.size() {
        table.push(Tally::one(), context)?;
    }
    Ok(table)
}

/// Multiplies tables that have their first opening in common, and counts it away.
fn settle(mut tables: Vec<Table>, context: &mut SearchContext) -> Result<Table, Limit> {
    tables.sort_by(|one, other| one.turns.cmp(&other.turns));
    let mut tables = merge(tables, context)?;
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
    let mut settled = Table::new(turns, context)?;
    for number in 0..settled.size() {
        context.stop.progress.states += 1;
        let mut products = [Tally::one(), Tally::one()];
        for (table, places) in tables.iter().zip(&places) {
            let bits = places.iter().map(|place| number >> place & 1);
            let entry = 2 * bits.rev().fold(0, |entry, bit| 2 * entry + bit);
            for (first, product) in products.iter_mut().enumerate() {
                *product = times(product, &table.entries[entry + first], context)?;
            }
        }
        let [unopened, opened] = products;
        settled.push(unopened + opened, context)?;
    }
    for table in tables {
        table.free(context);
    }
    Ok(settled)
}

/// Makes one table of those of the same openings, which stand together. A large opening has many
/// of them, each for a bay.
fn merge(tables: Vec<Table>, context: &mut SearchContext) -> Result<Vec<Table>, Limit> {
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
        let mut one = Table::new(alike[0].turns.clone(), context)?;
        for entry in 0..one.size() {
            let factors = alike
                .iter_mut()
                .map(|table| std::mem::take(&mut table.entries[entry]));
            one.push(product(factors.collect(), context)?, context)?;
        }
        for table in alike {
            table.free(context);
        }
        merged.push(one);
    }
    Ok(merged)
}

impl Table {
    /// A table that is still to be filled.
    fn new(turns: Vec<u32>, context: &mut SearchContext) -> Result<Self, Limit> {
        // A list of few tables has room for four.
        let bytes = (4 * size_of::<Table>() + turns.capacity() * size_of::<u32>()) as u64;
        context.budget.take(bytes)?;
        let entries = context.budget.list(1 << turns.len())?;
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

    fn push(&mut self, entry: Tally, context: &mut SearchContext) -> Result<(), Limit> {
        context.budget.take(entry.bytes())?;
        self.bytes += entry.bytes();
        self.entries.push(entry);
        Ok(())
    }

    fn free(self, context: &mut SearchContext) {
        context.budget.give_back(self.bytes);
        context.budget.forget(self.entries);
    }
}

/// Lists the optimal solutions in the order of their moves, each made from the one before it, until the
/// listener has enough: all orders of the units, with every cell for each.
fn list(
    cells: &Grid<u8>,
    units: &ByUnits,
    context: &mut SearchContext,
    listener: Listener<Place>,
) -> Result<(), Limit> {
    let par = units.openings() + units.lone.len();
    // The clicks made so far: where, and for which unit.
    let mut made: Vec<(Square, u32)> = context.budget.list(par)?;
    let mut moves: Vec<Place> = context.budget.list(par)?;
    // The units that are not clicked on yet, or no more.
    let mut left: Vec<u32> = context.budget.list(par)?;
    left.extend(0..par as u32);
    loop {
        // The first way to go on: every unit by its first cell.
        left.sort_unstable_by_key(|&unit| units.cells(unit)[0]);
        for unit in left.drain(..) {
            context.work(1)?;
            let first = units.cells(unit)[0];
            made.push((first, unit));
            moves.push(cells.place(first));
        }
        if listener(&moves).is_break() {
            return Ok(());
        }
        // To replay a solution takes long on a large board.
        context.work(u32::MAX)?;
        // Takes clicks back until there is a later one to be made in place of the last.
        loop {
            let Some((square, unit)) = made.pop() else {
                return Ok(());
            };
            moves.pop();
            left.push(unit);
            context.work((left.len()) as u32)?;
            let later = |&unit: &u32| {
                let cells = units.cells(unit);
                let later = cells.partition_point(|&cell| cell <= square);
                Some((*cells.get(later)?, unit))
            };
            if let Some((square, unit)) = left.iter().filter_map(later).min() {
                left.retain(|&other| other != unit);
                made.push((square, unit));
                moves.push(cells.place(square));
                break;
            }
        }
    }
}
