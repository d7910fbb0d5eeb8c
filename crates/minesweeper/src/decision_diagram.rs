//! All layouts of each component as a decision diagram: group by group, the ways that leave the same
//! numbers with the same missing mines are one state.
//!
//! A number is *open* from the first of its groups to the last. A state is what each open number still
//! misses, and how many mines have been placed. The groups are taken in an order that keeps few
//! numbers open, so that the number of states does not grow with the length of a frontier.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::constraints::{ConstraintGraph, Contradictory, NONE, numbers};

/// Leads from a state of one layer to a state of the next, by a number of mines in the group between
/// them.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The state that it leaves.
    pub from: u32,
    /// The state that it leads to. States of later layers have higher numbers.
    pub to: u32,
    /// The number of mines in the group.
    pub mines: u32,
}

/// One layer of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The group that it decides.
    pub group: u32,
    /// Its first edge; the first edge of the next step ends them.
    edges: u32,
}

/// The diagram of one component.
#[derive(Clone, Debug)]
pub struct ComponentDiagram {
    /// Its steps.
    pub steps: Range<usize>,
    /// Its first state.
    pub start: u32,
    /// The states of its last layer.
    pub ends: Range<u32>,
    /// The index in [`Diagrams::totals`] of its first end.
    totals: usize,
}

/// The diagrams of all components, one after another; their states are numbered consecutively. It can
/// be reused for the next position without allocating.
#[derive(Default)]
pub struct Diagrams {
    /// The components.
    pub components: Vec<ComponentDiagram>,
    /// The steps of all components.
    pub steps: Vec<Step>,
    edges: Vec<Edge>,
    /// The number of mines of each end.
    totals: Vec<u32>,
    /// The number of states.
    pub states: u32,

    here: Vec<u128>,
    next: Vec<u128>,
    /// The index of each state in `next`.
    index: FxHashMap<u128, u32>,
    order: Order,
    slot: Vec<u8>,
    /// For each number, how many of its cells come later.
    later: Vec<u8>,
    free: Vec<u8>,
}

/// What each group can hold. It can be reused without allocating.
#[derive(Default)]
pub struct Possible {
    /// Whether a group can hold a mine.
    pub mine: Vec<bool>,
    /// Whether a group can hold a cell without a mine.
    pub safe: Vec<bool>,
    /// Whether a state leads to an allowed end.
    alive: Vec<bool>,
}

/// The numbers of mines that components can hold together.
pub struct FeasibleTotals {
    /// The numbers of mines that each component can hold.
    pub of: Vec<Vec<u32>>,
    /// The fewest mines of all components together.
    pub least: u32,
    /// The most mines of all components together.
    pub most: u32,
}

/// Why there are no diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramError<S> {
    /// No layout fits.
    Contradiction,
    /// More numbers are open at the same time than a state can hold, or a component has too many
    /// cells.
    TooWide,
    /// The check failed.
    Stopped(S),
}

impl<S> From<Contradictory> for DiagramError<S> {
    fn from(_: Contradictory) -> Self {
        DiagramError::Contradiction
    }
}

/// The bits of a state's key that hold its number of mines. The others are four for each open number.
const TOTAL_BITS: usize = 16;
const SLOTS: usize = (128 - TOTAL_BITS) / 4;

/// The number of states that are expanded between two checks.
const STATES_A_CHECK: usize = 1 << 12;

/// The bytes for each state that counting the layouts takes.
const BYTES_A_STATE: usize = 64;

impl Diagrams {
    /// Builds the diagram of every component. `check` gets the number of bytes held so far, and can
    /// stop the work.
    ///
    /// # Errors
    /// Fails if a component has no layout, if it is too wide, or if the check fails.
    pub fn build<S>(
        &mut self,
        graph: &ConstraintGraph,
        mut check: impl FnMut(u64) -> Result<(), S>,
    ) -> Result<(), DiagramError<S>> {
        self.components.clear();
        self.steps.clear();
        self.edges.clear();
        self.totals.clear();
        self.states = 0;
        self.order.read(graph);
        for list in [&mut self.slot, &mut self.later] {
            list.clear();
            list.resize(graph.numbers.len(), 0);
        }
        for (group, seen_by) in graph.groups.iter().zip(&graph.seen_by) {
            for number in numbers(seen_by) {
                self.later[number as usize] += group.size as u8;
            }
        }
        for component in 0..graph.component_count() {
            self.build_component(graph, component, &mut check)?;
        }
        Ok(())
    }

    fn build_component<S>(
        &mut self,
        graph: &ConstraintGraph,
        component: usize,
        check: &mut impl FnMut(u64) -> Result<(), S>,
    ) -> Result<(), DiagramError<S>> {
        let groups = graph.component(component);
        let cells: u32 = graph.groups[groups.clone()]
            .iter()
            .map(|group| group.size)
            .sum();
        if cells >= 1 << TOTAL_BITS {
            return Err(DiagramError::TooWide);
        }
        let first_step = self.steps.len();
        self.free.clear();
        self.free.extend((0..SLOTS as u8).rev());
        self.here.clear();
        self.here.push(0);
        let start = self.states;
        let mut from = self.states;
        self.states += 1;
        self.order.begin(graph, groups.clone());
        for _ in groups {
            let group = self.order.next(graph);
            self.steps.push(Step {
                group,
                edges: self.edges.len() as u32,
            });
            self.decide(graph, group, from, check)?;
            if self.next.is_empty() {
                return Err(DiagramError::Contradiction);
            }
            check(self.bytes()).map_err(DiagramError::Stopped)?;
            from = self.states;
            self.states += self.next.len() as u32;
            std::mem::swap(&mut self.here, &mut self.next);
        }
        let mask = (1 << TOTAL_BITS) - 1;
        self.components.push(ComponentDiagram {
            steps: first_step..self.steps.len(),
            start,
            ends: from..self.states,
            totals: self.totals.len(),
        });
        let totals = self.here.iter().map(|key| (key & mask) as u32);
        self.totals.extend(totals);
        Ok(())
    }

    /// Adds the edges that decide a group, from the layer whose first state is `from`.
    fn decide<S>(
        &mut self,
        graph: &ConstraintGraph,
        group: u32,
        from: u32,
        check: &mut impl FnMut(u64) -> Result<(), S>,
    ) -> Result<(), DiagramError<S>> {
        let size = graph.groups[group as usize].size;
        // The missing mines of the numbers that open here; one for each number that sees the group;
        // and for each of these its place in a key and how many of its cells come later.
        let mut opened = 0u128;
        let mut change = 0u128;
        let mut seen_by = [(0u32, 0u32); 8];
        let mut count = 0;
        let mut closed = [0u8; 8];
        let mut closing = 0;
        for number in numbers(&graph.seen_by[group as usize]) {
            let at = number as usize;
            if self.order.opens(number, group) {
                let slot = self.free.pop().ok_or(DiagramError::TooWide)?;
                self.slot[at] = slot;
                opened |= u128::from(graph.missing[at]) << (TOTAL_BITS + 4 * slot as usize);
            }
            let shift = TOTAL_BITS + 4 * self.slot[at] as usize;
            change += 1 << shift;
            self.later[at] -= size as u8;
            seen_by[count] = (shift as u32, u32::from(self.later[at]));
            count += 1;
            if self.later[at] == 0 {
                closed[closing] = self.slot[at];
                closing += 1;
            }
        }
        self.next.clear();
        self.index.clear();
        let to = from + self.here.len() as u32;
        for at in 0..self.here.len() {
            if at % STATES_A_CHECK == STATES_A_CHECK - 1 {
                check(self.bytes()).map_err(DiagramError::Stopped)?;
            }
            let key = self.here[at] + opened;
            let (mut least, mut most) = (0, size);
            for &(shift, later) in &seen_by[..count] {
                let missing = (key >> shift) as u32 & 15;
                most = most.min(missing);
                least = least.max(missing.saturating_sub(later));
            }
            for mines in least..=most {
                // A mine is one less for each number that sees it, and one more in total.
                let key = key - change * u128::from(mines) + u128::from(mines);
                let index = self.find(key);
                self.edges.push(Edge {
                    from: from + at as u32,
                    to: to + index,
                    mines,
                });
            }
        }
        self.free.extend(&closed[..closing]);
        Ok(())
    }

    /// The index of a state in the next layer, to which it is added if it is new.
    fn find(&mut self, key: u128) -> u32 {
        *self.index.entry(key).or_insert_with(|| {
            self.next.push(key);
            self.next.len() as u32 - 1
        })
    }

    /// The bytes that the diagrams hold, and that counting with them will hold.
    pub fn bytes(&self) -> u64 {
        let states = self.states as usize + self.next.len();
        let layers = (self.here.len() + self.next.len()) * size_of::<u128>();
        let edges = self.edges.len() * size_of::<Edge>();
        (edges + layers + self.index.capacity() * size_of::<(u128, u32)>() + states * BYTES_A_STATE)
            as u64
    }

    /// The edges of a step.
    pub fn edges_of(&self, step: usize) -> &[Edge] {
        let begin = self.steps[step].edges as usize;
        let end = match self.steps.get(step + 1) {
            Some(next) => next.edges as usize,
            None => self.edges.len(),
        };
        &self.edges[begin..end]
    }

    /// The states of a component's last layer, each with its number of mines.
    pub fn ends_of(&self, component: &ComponentDiagram) -> impl Iterator<Item = (usize, u32)> {
        let totals = self.totals[component.totals..].iter().copied();
        (component.ends.start as usize..component.ends.end as usize).zip(totals)
    }

    /// The least and the greatest number of mines in a component.
    pub fn range_of(&self, component: &ComponentDiagram) -> (u32, u32) {
        let totals = self.ends_of(component).map(|(_, total)| total);
        totals.fold((u32::MAX, 0), |(least, most), total| {
            (least.min(total), most.max(total))
        })
    }

    /// Finds what each group can hold in the layouts in which every component has an allowed number of
    /// mines.
    pub fn find_possible(
        &self,
        graph: &ConstraintGraph,
        is_allowed: impl Fn(usize, u32) -> bool,
        possible: &mut Possible,
    ) {
        let Possible { mine, safe, alive } = possible;
        for (list, len) in [
            (&mut *mine, graph.groups.len()),
            (&mut *safe, graph.groups.len()),
            (&mut *alive, self.states as usize),
        ] {
            list.clear();
            list.resize(len, false);
        }
        for (number, component) in self.components.iter().enumerate() {
            for (state, total) in self.ends_of(component) {
                alive[state] = is_allowed(number, total);
            }
            for step in component.steps.clone().rev() {
                let group = self.steps[step].group as usize;
                let size = graph.groups[group].size;
                let (mut may_be_mine, mut may_be_safe) = (false, false);
                for edge in self.edges_of(step) {
                    if alive[edge.to as usize] {
                        alive[edge.from as usize] = true;
                        may_be_mine |= edge.mines > 0;
                        may_be_safe |= edge.mines < size;
                    }
                }
                (mine[group], safe[group]) = (may_be_mine, may_be_safe);
            }
        }
    }

    /// Finds the numbers of mines that each component can hold in a layout with `mines` mines in the
    /// groups and in `unconstrained` other cells; `None` if there is no such layout. `check` gets the
    /// number of bytes held, and can stop the work.
    ///
    /// # Errors
    /// Fails if the check fails.
    pub fn feasible_totals<S>(
        &self,
        mines: u32,
        unconstrained: u32,
        check: &mut (impl FnMut(u64) -> Result<(), S> + ?Sized),
    ) -> Result<Option<FeasibleTotals>, S> {
        let held = self.bytes();
        let ranges: Vec<_> = self.components.iter().map(|it| self.range_of(it)).collect();
        let least: u32 = ranges.iter().map(|range| range.0).sum();
        let most: u32 = ranges.iter().map(|range| range.1).sum();
        let is_feasible = |total: u32| (total..=total + unconstrained).contains(&mines);
        let all_totals = |component| self.ends_of(component).map(|(_, total)| total).collect();
        if is_feasible(least) && is_feasible(most) {
            return Ok(Some(FeasibleTotals {
                of: self.components.iter().map(all_totals).collect(),
                least,
                most,
            }));
        }
        let mut sums = 0;
        // For each component whether the components before it can hold a number of mines; sums and
        // totals are counted from the least ones.
        let mut before = vec![vec![true]];
        for (component, range) in self.components.iter().zip(&ranges) {
            let last = &before[before.len() - 1];
            let mut next = vec![false; last.len() + (range.1 - range.0) as usize];
            sums += next.len() as u64;
            for (sum, _) in last.iter().enumerate().filter(|(_, is)| **is) {
                check(held + sums)?;
                for (_, total) in self.ends_of(component) {
                    next[sum + (total - range.0) as usize] = true;
                }
            }
            before.push(next);
        }
        let all = before.pop().expect("there is a last");
        // Whether the components from one on can complete a number of mines in those before it.
        let mut behind: Vec<bool> = (least..=most).map(is_feasible).collect();
        let is_possible = |&total: &u32| {
            let sum = (total - least) as usize;
            all[sum] && behind[sum]
        };
        let (first, last) = match (least..=most).find(is_possible) {
            Some(first) => (first, (least..=most).rfind(is_possible).unwrap_or(first)),
            None => return Ok(None),
        };
        let mut of = Vec::with_capacity(before.len());
        for ((component, range), before) in self.components.iter().zip(&ranges).zip(&before).rev() {
            let mut totals: Vec<u32> = all_totals(component);
            let completes = |sum: usize, total: u32| behind[sum + (total - range.0) as usize];
            let next = (0..before.len())
                .map(|sum| totals.iter().any(|&total| completes(sum, total)))
                .collect();
            totals
                .retain(|&total| (0..before.len()).any(|sum| before[sum] && completes(sum, total)));
            of.push(totals);
            behind = next;
        }
        of.reverse();
        Ok(Some(FeasibleTotals {
            of,
            least: first,
            most: last,
        }))
    }
}

/// The binomial coefficients: the ways to choose mines among up to eight cells.
pub const BINOMIALS: [[u32; 9]; 9] = {
    let mut table = [[0; 9]; 9];
    let mut all = 0;
    while all < 9 {
        table[all][0] = 1;
        let mut some = 1;
        while some <= all {
            table[all][some] = table[all - 1][some - 1] + table[all - 1][some];
            some += 1;
        }
        all += 1;
    }
    table
};

/// The order in which the groups of a component are decided: next comes the group that leaves the
/// fewest numbers open.
#[derive(Default)]
struct Order {
    /// The groups that each number sees.
    groups: Vec<u32>,
    /// The first of them for each number, and at the end the length of the list.
    begins: Vec<u32>,
    /// For each number, how many of its groups are not decided.
    left: Vec<u32>,
    /// The group that opened each number.
    opened_by: Vec<u32>,
    /// When each number was opened.
    opened_at: Vec<u32>,
    is_decided: Vec<bool>,
    /// Undecided groups that an open number sees.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    clock: u32,
}

impl Order {
    fn read(&mut self, graph: &ConstraintGraph) {
        let count = graph.numbers.len();
        let reset = |list: &mut Vec<u32>, len, value| {
            list.clear();
            list.resize(len, value);
        };
        reset(&mut self.begins, count + 1, 0);
        for seen_by in &graph.seen_by {
            for number in numbers(seen_by) {
                self.begins[number as usize + 1] += 1;
            }
        }
        for number in 0..count {
            self.begins[number + 1] += self.begins[number];
        }
        reset(&mut self.groups, self.begins[count] as usize, 0);
        reset(&mut self.left, count, 0);
        for (here, seen_by) in (0..).zip(&graph.seen_by) {
            for number in numbers(seen_by) {
                let at = number as usize;
                self.groups[(self.begins[at] + self.left[at]) as usize] = here;
                self.left[at] += 1;
            }
        }
        reset(&mut self.opened_by, count, NONE);
        reset(&mut self.opened_at, count, 0);
        for list in [&mut self.is_decided, &mut self.is_waiting] {
            list.clear();
            list.resize(graph.groups.len(), false);
        }
        self.clock = 0;
    }

    fn groups_of(&self, number: u32) -> Range<usize> {
        self.begins[number as usize] as usize..self.begins[number as usize + 1] as usize
    }

    /// Begins a component at one of its ends: with a group that is as far as possible from another.
    fn begin(&mut self, graph: &ConstraintGraph, groups: Range<usize>) {
        self.waiting.clear();
        let mut last = groups.start as u32;
        if groups.len() > 2 {
            for _ in 0..2 {
                last = self.farthest(graph, last);
            }
        }
        self.waiting.push(last);
        self.is_waiting[last as usize] = true;
    }

    /// The last group that a breadth-first search reaches.
    fn farthest(&mut self, graph: &ConstraintGraph, from: u32) -> u32 {
        let mut queue = std::mem::take(&mut self.waiting);
        queue.push(from);
        self.is_waiting[from as usize] = true;
        let mut at = 0;
        while at < queue.len() {
            for number in numbers(&graph.seen_by[queue[at] as usize]) {
                for index in self.groups_of(number) {
                    let other = self.groups[index];
                    if !self.is_waiting[other as usize] {
                        self.is_waiting[other as usize] = true;
                        queue.push(other);
                    }
                }
            }
            at += 1;
        }
        for &other in &queue {
            self.is_waiting[other as usize] = false;
        }
        let last = queue[queue.len() - 1];
        queue.clear();
        self.waiting = queue;
        last
    }

    /// The next group of the component.
    fn next(&mut self, graph: &ConstraintGraph) -> u32 {
        let mut best = (i32::MAX, u32::MAX);
        let mut place = 0;
        for (at, &here) in self.waiting.iter().enumerate() {
            let mut more = 0;
            let mut oldest = u32::MAX;
            for number in numbers(&graph.seen_by[here as usize]) {
                let number = number as usize;
                if self.opened_by[number] == NONE {
                    more += 1;
                } else {
                    oldest = oldest.min(self.opened_at[number]);
                }
                if self.left[number] == 1 {
                    more -= 1;
                }
            }
            if (more, oldest) < best {
                best = (more, oldest);
                place = at;
            }
        }
        let here = self.waiting.swap_remove(place);
        self.is_decided[here as usize] = true;
        for number in numbers(&graph.seen_by[here as usize]) {
            let at = number as usize;
            self.left[at] -= 1;
            if self.opened_by[at] == NONE {
                self.opened_by[at] = here;
                self.opened_at[at] = self.clock;
                self.clock += 1;
                for index in self.groups_of(number) {
                    let other = self.groups[index];
                    if !self.is_waiting[other as usize] && !self.is_decided[other as usize] {
                        self.is_waiting[other as usize] = true;
                        self.waiting.push(other);
                    }
                }
            }
        }
        here
    }

    /// Whether a number was opened by this group.
    fn opens(&self, number: u32, group: u32) -> bool {
        self.opened_by[number as usize] == group
    }
}
