//! The steps of a sweep over the board: each decides whether to chord one cell.
//!
//! A mine or a node is in play from the first step that concerns it to the last. In play it has a slot,
//! a bit in the words of a label; the slots of those that leave are reused. The order of the steps
//! keeps little in play at any time: a good order is grown by taking next what adds least to what is in
//! play, and then improved by moving chords for a while (simulated annealing).

use super::graph::{Node, OpeningGraph};
use super::{Effort, NONE, Stop};

/// One decision, what comes into play with it, and what leaves.
#[derive(Default)]
pub struct Step {
    /// The cell whose chord is decided on.
    pub node: Node,
    /// Its slot; [`NONE`] if it is open from the start.
    pub slot: u32,
    /// Whether an opening opens it in any case.
    pub is_rim: bool,
    /// The mines that its chord needs flags on.
    pub mines: u64,
    /// What its chord opens.
    pub opens: u64,
    /// The openings that come into play.
    pub new_openings: Vec<u32>,
    /// The numbers that come into play, each with the openings that it is at the rim of.
    pub new_numbers: Vec<(u32, u64)>,
    /// The openings in play and the numbers whose chords are not decided on yet, nor now.
    pub waiting: u64,
    /// What leaves: no later chord opens it.
    pub gone: u64,
    /// The mines that leave.
    pub gone_mines: u64,
    /// Numbers, each with others that every later chord opens that opens the number.
    pub spare: Vec<(u32, u64)>,
}

/// All steps of a sweep.
pub struct Steps {
    pub steps: Vec<Step>,
    /// The clicks on units that no chord concerns.
    pub clicks: u32,
}

impl Steps {
    /// The steps for an order of the chords; `None` if more is in play than labels have bits for.
    pub fn new(graph: &OpeningGraph, order: &[Node]) -> Option<Self> {
        let spans = Spans::new(graph, order);
        let is_idle =
            |node: &Node| graph.units[*node as usize] && spans.first[*node as usize] == NONE;
        let mut in_play = InPlay::new(graph, &spans);
        let steps = (0..).zip(order).map(|(at, &node)| in_play.step(at, node));
        Some(Steps {
            steps: steps.collect::<Option<_>>()?,
            clicks: (0..graph.len()).filter(is_idle).count() as u32,
        })
    }
}

/// When each mine and node is in play.
struct Spans {
    /// The step at which each chord is decided on.
    at: Vec<u32>,
    /// The step at which a node comes into play; [`NONE`] if never.
    first: Vec<u32>,
    /// The last step that decides a chord that opens it, or its own. Every chord at the rim of an
    /// opening opens that too, so an opening is in play as long as its rim matters.
    last: Vec<u32>,
    /// The last step that concerns each mine.
    mines: Vec<u32>,
}

impl Spans {
    fn new(graph: &OpeningGraph, order: &[Node]) -> Self {
        let nodes = graph.len() as usize;
        let mut at = vec![NONE; nodes];
        for (step, &node) in (0..).zip(order) {
            at[node as usize] = step;
        }
        let (mut first, mut last) = (vec![NONE; nodes], vec![0; nodes]);
        for node in 0..graph.len() {
            let index = node as usize;
            let matters = graph.units[index] || graph.may_chord(node);
            if graph.open[index] || !matters {
                continue;
            }
            let own = graph.may_chord(node).then_some(node);
            for chord in graph.chords_onto(node).chain(own) {
                first[index] = first[index].min(at[chord as usize]);
                last[index] = last[index].max(at[chord as usize]);
            }
        }
        // An opening comes into play before its rim.
        for opening in 0..graph.openings {
            for &rim in &graph.opens[opening as usize] {
                if graph.may_chord(rim) {
                    let (opening, rim) = (opening as usize, rim as usize);
                    first[opening] = first[opening].min(first[rim]);
                }
            }
        }
        let last_near = |mine| {
            graph
                .chords_near(mine)
                .map(|chord| at[chord as usize])
                .max()
        };
        let mines = 0..graph.mine_squares.len() as u32;
        let mines = mines.map(|mine| last_near(mine).unwrap_or(0)).collect();
        Spans {
            at,
            first,
            last,
            mines,
        }
    }
}

/// What is in play.
struct InPlay<'a> {
    graph: &'a OpeningGraph,
    spans: &'a Spans,
    nodes: Slots,
    mines: Slots,
}

/// The members in play and their slots.
struct Slots {
    slots: Vec<u32>,
    used: u64,
    present: Vec<u32>,
}

impl Slots {
    fn new(members: usize) -> Self {
        Slots {
            slots: vec![NONE; members],
            used: 0,
            present: Vec::new(),
        }
    }

    fn has(&self, member: u32) -> bool {
        self.slots[member as usize] != NONE
    }

    /// The bit of a member; none if it is not in play.
    fn bit(&self, member: u32) -> u64 {
        let slot = self.slots[member as usize];
        if slot == NONE { 0 } else { 1 << slot }
    }

    fn bits(&self, members: impl Iterator<Item = u32>) -> u64 {
        members.fold(0, |bits, member| bits | self.bit(member))
    }

    fn enter(&mut self, member: u32) -> Option<u32> {
        let slot = self.used.trailing_ones();
        if slot == u64::BITS {
            return None;
        }
        self.used |= 1 << slot;
        self.slots[member as usize] = slot;
        self.present.push(member);
        Some(slot)
    }

    /// Removes the members that are over, and returns their slots.
    fn leave(&mut self, is_over: impl Fn(u32) -> bool) -> u64 {
        let over = self.present.extract_if(.., |member| is_over(*member));
        let over: Vec<u32> = over.collect();
        let gone = self.bits(over.iter().copied());
        for member in over {
            self.slots[member as usize] = NONE;
        }
        self.used &= !gone;
        gone
    }
}

impl<'a> InPlay<'a> {
    fn new(graph: &'a OpeningGraph, spans: &'a Spans) -> Self {
        InPlay {
            graph,
            spans,
            nodes: Slots::new(graph.len() as usize),
            mines: Slots::new(graph.mine_squares.len()),
        }
    }

    fn step(&mut self, at: u32, node: Node) -> Option<Step> {
        let (graph, spans) = (self.graph, self.spans);
        let mut step = Step {
            node,
            ..Step::default()
        };
        for &mine in &graph.mines[node as usize] {
            if !self.mines.has(mine) {
                self.mines.enter(mine)?;
            }
        }
        self.enter(at, node, &mut step)?;
        let targets = graph.opens[node as usize].iter().copied();
        step.slot = self.nodes.slots[node as usize];
        step.is_rim = !graph.units[node as usize];
        step.mines = self.mines.bits(graph.mines[node as usize].iter().copied());
        step.opens = self.nodes.bits(targets);
        let waits = |node: &Node| graph.is_opening(*node) || self.is_undecided(*node, at);
        step.waiting = (self.nodes).bits(self.nodes.present.iter().copied().filter(waits));
        step.gone = (self.nodes).leave(|node| spans.last[node as usize] == at);
        step.gone_mines = (self.mines).leave(|mine| spans.mines[mine as usize] == at);
        step.spare = self.spare(at);
        Some(step)
    }

    fn is_undecided(&self, node: Node, at: u32) -> bool {
        self.graph.may_chord(node) && self.spans.at[node as usize] > at
    }

    /// Brings into play what a step is the first to concern, openings before their rims.
    fn enter(&mut self, at: u32, node: Node, step: &mut Step) -> Option<()> {
        let graph = self.graph;
        let concerned = graph.opens[node as usize].iter().copied().chain([node]);
        let is_new = |node: &Node| self.spans.first[*node as usize] == at;
        let mut new: Vec<Node> = concerned.filter(is_new).collect();
        for at in 0..new.len() {
            if graph.may_chord(new[at]) {
                new.extend(graph.rim_of(new[at]));
            }
        }
        new.sort_unstable();
        new.dedup();
        for node in new {
            if self.nodes.has(node) {
                continue;
            }
            let slot = self.nodes.enter(node)?;
            if graph.is_opening(node) {
                step.new_openings.push(slot);
            } else if graph.may_chord(node) {
                let rim_of = self.nodes.bits(graph.rim_of(node));
                step.new_numbers.push((slot, rim_of));
            }
        }
        Some(())
    }

    /// The decided numbers in play, each with those in play that every later chord opens that opens the
    /// number. Of two with the same chords the one with the lower slot stands for the other.
    fn spare(&self, at: u32) -> Vec<(u32, u64)> {
        let graph = self.graph;
        let to_come = |node| {
            let chords = graph.chords_onto(node);
            chords.filter(|&chord| self.is_undecided(chord, at))
        };
        let is_decided = |node: &Node| !self.is_undecided(*node, at);
        let decided: Vec<Node> = (self.nodes.present.iter().copied())
            .filter(is_decided)
            .filter(|&node| to_come(node).next().is_some())
            .collect();
        let slot = |node: Node| self.nodes.slots[node as usize];
        let mut spare = Vec::new();
        for &node in decided.iter().filter(|&&node| !graph.is_opening(node)) {
            let stands_for = |other: &Node| {
                let opened = |chord| graph.opens[chord as usize].contains(other);
                let wider = to_come(*other).count() > to_come(node).count();
                *other != node && to_come(node).all(opened) && (wider || slot(*other) < slot(node))
            };
            let others = self.nodes.bits(decided.iter().copied().filter(stands_for));
            if others != 0 {
                spare.push((slot(node), others));
            }
        }
        spare
    }
}

/// By how many sixteenths of a doubling each thing in play multiplies the labels: fitted to sweeps over
/// boards of 16 × 16 with 40 mines.
const MINE: u32 = 5;
const UNIT: u32 = 11;
const OPENING: u32 = 9;
const RIM: u32 = 7;

/// 2^(1/16).
const SIXTEENTH: f64 = 1.044_273_782_427_413_8;

/// The effort for a good order.
#[derive(Clone, Copy)]
pub struct OrderEffort {
    /// The approximate number of chords from which an order is grown.
    pub beginnings: usize,
    /// The number of moves.
    pub moves: u32,
}

/// Finds an order for all chords that may be worth it.
pub fn order(
    graph: &OpeningGraph,
    columns: u32,
    care: OrderEffort,
    effort: &mut Effort,
) -> Result<Vec<Node>, Stop> {
    let chords: Vec<Node> = (0..graph.len())
        .filter(|&node| graph.may_chord(node))
        .collect();
    let weights = Weights::new(graph, &chords);
    let all = 0..chords.len() as u32;
    let by_column = |&chord: &u32| {
        let square = graph.squares[chords[chord as usize] as usize];
        (square % columns, square)
    };
    let mut down: Vec<u32> = all.clone().collect();
    down.sort_by_key(by_column);
    let mut best = Moving::new(&weights, down);
    let stride = chords.len().div_ceil(care.beginnings).max(1);
    let beginnings = all.clone().step_by(stride);
    for order in [Ok(all.collect())]
        .into_iter()
        .chain(beginnings.map(|first| {
            effort.spend(chords.len() as u32)?;
            Ok(weights.grow(first))
        }))
    {
        let other = Moving::new(&weights, order?);
        if other.total < best.total {
            best = other;
        }
    }
    let best = best.improve(care.moves, effort)?;
    Ok(best.iter().map(|&chord| chords[chord as usize]).collect())
}

/// What is in play for each chord, and its weight.
struct Weights {
    /// Each thing: its weight, and the chords that it concerns.
    things: Vec<(u32, Vec<u32>)>,
    /// The things that concern each chord.
    of: Vec<Vec<u32>>,
    /// The powers of two by sixteenths.
    powers: Vec<f64>,
}

impl Weights {
    fn new(graph: &OpeningGraph, chords: &[Node]) -> Self {
        let mut things: Vec<(u32, Vec<u32>)> = Vec::new();
        let place = |chord: Node| chords.binary_search(&chord).expect("it is a chord") as u32;
        for mine in 0..graph.mine_squares.len() as u32 {
            things.push((MINE, graph.chords_near(mine).map(place).collect()));
        }
        for node in (0..graph.len()).filter(|&node| !graph.open[node as usize]) {
            let own = graph.may_chord(node).then_some(node);
            let weight = match graph.units[node as usize] {
                _ if graph.is_opening(node) => OPENING,
                true => UNIT,
                false if own.is_some() => RIM,
                false => continue,
            };
            let chords = graph.chords_onto(node).chain(own);
            things.push((weight, chords.map(place).collect()));
        }
        things.retain(|(_, chords)| chords.len() > 1);
        let mut of = vec![Vec::new(); chords.len()];
        for (thing, (_, chords)) in (0..).zip(&things) {
            for &chord in chords {
                of[chord as usize].push(thing);
            }
        }
        let powers = std::iter::successors(Some(1.0), |power| Some(power * SIXTEENTH));
        Weights {
            things,
            of,
            powers: powers.take(1 << 10).collect(),
        }
    }

    fn power(&self, weight: u32) -> f64 {
        self.powers[(weight as usize).min(self.powers.len() - 1)]
    }

    /// The order that begins with a chord and continues with what adds least to what is in play.
    fn grow(&self, first: u32) -> Vec<u32> {
        let mut left: Vec<u32> = (self.things.iter())
            .map(|(_, chords)| chords.len() as u32)
            .collect();
        let mut is_done = vec![false; self.of.len()];
        let mut near: Vec<u32> = Vec::new();
        let mut order = Vec::with_capacity(self.of.len());
        let mut rest = 0..self.of.len() as u32;
        let mut next = Some(first);
        while let Some(chord) = next {
            is_done[chord as usize] = true;
            order.push(chord);
            for &thing in &self.of[chord as usize] {
                left[thing as usize] -= 1;
                near.extend(&self.things[thing as usize].1);
            }
            near.retain(|&chord| !is_done[chord as usize]);
            near.sort_unstable();
            near.dedup();
            let adds = |&chord: &u32| self.adds(chord, &left);
            let least = near.iter().copied().min_by_key(adds);
            next = least.or_else(|| rest.find(|&chord| !is_done[chord as usize]));
        }
        order
    }

    /// What a chord adds to what is in play; something that few others still concern counts a little.
    fn adds(&self, chord: u32, left: &[u32]) -> i32 {
        let things = self.of[chord as usize].iter();
        let adds = things.map(|&thing| {
            let (weight, chords) = &self.things[thing as usize];
            let (weight, left) = (10 * *weight as i32, left[thing as usize]);
            let enters = if left == chords.len() as u32 {
                weight
            } else {
                -weight / 10 / left as i32
            };
            enters - if left == 1 { weight } else { 0 }
        });
        adds.sum()
    }
}

/// An order that is being improved.
struct Moving<'a> {
    weights: &'a Weights,
    order: Vec<u32>,
    /// Where each chord is.
    places: Vec<u32>,
    /// What is in play after each chord.
    in_play: Vec<u32>,
    /// The approximate number of labels of all steps.
    total: f64,
}

impl<'a> Moving<'a> {
    fn new(weights: &'a Weights, order: Vec<u32>) -> Self {
        let chords = order.len();
        let mut moving = Moving {
            weights,
            order,
            places: vec![0; chords],
            in_play: vec![0; chords],
            total: 0.0,
        };
        if chords > 0 {
            moving.count(0, chords - 1);
            let in_play = moving.in_play.iter();
            moving.total = in_play.map(|&weight| weights.power(weight)).sum();
        }
        moving
    }

    /// Computes what is in play from one place to another.
    fn count(&mut self, from: usize, to: usize) {
        for place in from..=to {
            self.places[self.order[place] as usize] = place as u32;
        }
        let mut in_play = if from == 0 { 0 } else { self.in_play[from - 1] };
        for place in from..=to {
            for &thing in &self.weights.of[self.order[place] as usize] {
                let (weight, chords) = &self.weights.things[thing as usize];
                let places = || chords.iter().map(|&chord| self.places[chord as usize]);
                let here = place as u32;
                if places().all(|place| place >= here) {
                    in_play += weight;
                } else if places().all(|place| place <= here) {
                    in_play -= weight;
                }
            }
            self.in_play[place] = in_play;
        }
    }

    /// Moves a chord, and returns the change of the total.
    fn shift(&mut self, from: usize, to: usize) -> f64 {
        let (first, last) = (from.min(to), from.max(to));
        let power = |weight: &u32| self.weights.power(*weight);
        let before: f64 = self.in_play[first..=last].iter().map(power).sum();
        if from < to {
            self.order[first..=last].rotate_left(1);
        } else {
            self.order[first..=last].rotate_right(1);
        }
        self.count(first, last);
        let power = |weight: &u32| self.weights.power(*weight);
        let after: f64 = self.in_play[first..=last].iter().map(power).sum();
        after - before
    }

    /// Tries moves, accepts those that are not much worse (less and less so), and keeps the best order.
    fn improve(mut self, moves: u32, effort: &mut Effort) -> Result<Vec<u32>, Stop> {
        let mut best = (self.total, self.order.clone());
        if self.order.len() < 3 {
            return Ok(best.1);
        }
        let mut random = XorShift(0x2545_F491_4F6C_DD1D);
        for step in 0..moves {
            effort.spend(1)?;
            let from = random.below(self.order.len());
            let to = self.elsewhere(from, &mut random);
            if from == to {
                continue;
            }
            let change = self.shift(from, to);
            // At first one in two may be 40 % worse, one in four 80 %, and so on.
            let tolerance = 0.4 * f64::from(random.next().leading_zeros());
            let left = f64::from(moves - step) / f64::from(moves);
            if change <= self.total * tolerance * left {
                self.total += change;
                if self.total < best.0 {
                    best = (self.total, self.order.clone());
                }
            } else {
                self.shift(to, from);
            }
        }
        Ok(best.1)
    }

    /// A place near another chord that shares something, or not far away.
    fn elsewhere(&self, from: usize, random: &mut XorShift) -> usize {
        let last = self.order.len() - 1;
        let things = &self.weights.of[self.order[from] as usize];
        if random.below(2) == 0 && !things.is_empty() {
            let thing = things[random.below(things.len())];
            let chords = &self.weights.things[thing as usize].1;
            let other = chords[random.below(chords.len())];
            let place = self.places[other as usize] as usize;
            return (place + random.below(2)).min(last);
        }
        let far = 1 + random.below(12);
        if random.below(2) == 0 {
            from.saturating_sub(far)
        } else {
            (from + far).min(last)
        }
    }
}

/// A pseudorandom generator.
struct XorShift(u64);

impl XorShift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 16) as usize % end
    }
}
