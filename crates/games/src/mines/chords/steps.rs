//! The steps of a sweep over the board: at each it is decided whether to chord one cell.
//!
//! A mine or a node is in play from the first step that concerns it to the last. In play it has a
//! slot, a bit in the words of a label; the slots of those that are done with are given away again.

use super::net::{NONE, Net, Node};

/// One decision, and what comes into play with it and goes.
#[derive(Default)]
pub struct Step {
    /// The cell whose chord is decided on.
    pub node: Node,
    /// Its slot; [`NONE`] if it is open from the start.
    pub slot: u32,
    /// Whether an opening opens it in any case.
    pub is_rim: bool,
    /// The mines that its chord wants flags on.
    pub mines: u64,
    /// What its chord opens.
    pub opens: u64,
    /// The openings that come into play.
    pub new_openings: Vec<u32>,
    /// The numbers that come into play, each with the openings that it is at the rim of.
    pub new_numbers: Vec<(u32, u64)>,
    /// The openings in play and the numbers whose chords are not decided on yet, nor now.
    pub waiting: u64,
    /// What goes out of play: no chord opens it any more from here on.
    pub gone: u64,
    /// The mines that go out of play.
    pub gone_mines: u64,
    /// Numbers of which every chord yet to be decided on opens each of the others too.
    pub spare: Vec<(u32, u64)>,
}

/// All steps of a sweep.
pub struct Steps {
    pub steps: Vec<Step>,
    /// The clicks on what no chord opens and nothing hangs on.
    pub clicks: u32,
}

impl Steps {
    /// The steps for an order of the chords; nothing if more is in play than labels have bits for.
    pub fn new(net: &Net, order: &[Node]) -> Option<Self> {
        let spans = Spans::new(net, order);
        let is_idle =
            |node: &Node| net.units[*node as usize] && spans.first[*node as usize] == NONE;
        let mut stage = Stage::new(net, &spans);
        let steps = (0..).zip(order).map(|(at, &node)| stage.step(at, node));
        Some(Steps {
            steps: steps.collect::<Option<_>>()?,
            clicks: (0..net.len()).filter(is_idle).count() as u32,
        })
    }
}

/// When what is in play.
struct Spans {
    /// The step at which each chord is decided on.
    at: Vec<u32>,
    /// The step at which a node comes into play; [`NONE`] if never.
    first: Vec<u32>,
    /// The last step at which a chord that opens it is decided on, or its own. Every chord at the
    /// rim of an opening opens that too, so an opening is there as long as its rim matters.
    last: Vec<u32>,
    /// The last step that concerns each mine.
    mines: Vec<u32>,
}

impl Spans {
    fn new(net: &Net, order: &[Node]) -> Self {
        let nodes = net.len() as usize;
        let mut at = vec![NONE; nodes];
        for (step, &node) in (0..).zip(order) {
            at[node as usize] = step;
        }
        let (mut first, mut last) = (vec![NONE; nodes], vec![0; nodes]);
        for node in 0..net.len() {
            let index = node as usize;
            let matters = net.units[index] || net.may_chord(node);
            if net.open[index] || !matters {
                continue;
            }
            let own = net.may_chord(node).then_some(node);
            for chord in net.chords_onto(node).chain(own) {
                first[index] = first[index].min(at[chord as usize]);
                last[index] = last[index].max(at[chord as usize]);
            }
        }
        // An opening is there before its rim.
        for opening in 0..net.openings {
            for &rim in net.opens.get(opening) {
                if net.may_chord(rim) {
                    let (opening, rim) = (opening as usize, rim as usize);
                    first[opening] = first[opening].min(first[rim]);
                }
            }
        }
        let last_near = |mine| net.chords_near(mine).map(|chord| at[chord as usize]).max();
        let mines = 0..net.mine_squares.len() as u32;
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
struct Stage<'a> {
    net: &'a Net,
    spans: &'a Spans,
    nodes: Cast,
    mines: Cast,
}

/// Those in play and their slots.
struct Cast {
    slots: Vec<u32>,
    used: u64,
    present: Vec<u32>,
}

impl Cast {
    fn new(members: usize) -> Self {
        Cast {
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

    /// Those that are over leave; their slots are told.
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

impl<'a> Stage<'a> {
    fn new(net: &'a Net, spans: &'a Spans) -> Self {
        Stage {
            net,
            spans,
            nodes: Cast::new(net.len() as usize),
            mines: Cast::new(net.mine_squares.len()),
        }
    }

    fn step(&mut self, at: u32, node: Node) -> Option<Step> {
        let (net, spans) = (self.net, self.spans);
        let mut step = Step {
            node,
            ..Step::default()
        };
        for &mine in net.mines.get(node) {
            if !self.mines.has(mine) {
                self.mines.enter(mine)?;
            }
        }
        self.enter(at, node, &mut step)?;
        let targets = net.opens.get(node).iter().copied();
        step.slot = self.nodes.slots[node as usize];
        step.is_rim = !net.units[node as usize];
        step.mines = self.mines.bits(net.mines.get(node).iter().copied());
        step.opens = self.nodes.bits(targets);
        let waits = |node: &Node| net.is_opening(*node) || self.is_undecided(*node, at);
        step.waiting = (self.nodes).bits(self.nodes.present.iter().copied().filter(waits));
        step.gone = (self.nodes).leave(|node| spans.last[node as usize] == at);
        step.gone_mines = (self.mines).leave(|mine| spans.mines[mine as usize] == at);
        step.spare = self.spare(at);
        Some(step)
    }

    fn is_undecided(&self, node: Node, at: u32) -> bool {
        self.net.may_chord(node) && self.spans.at[node as usize] > at
    }

    /// Brings into play what a step is the first to concern, openings before their rims.
    fn enter(&mut self, at: u32, node: Node, step: &mut Step) -> Option<()> {
        let net = self.net;
        let concerned = net.opens.get(node).iter().copied().chain([node]);
        let is_new = |node: &Node| self.spans.first[*node as usize] == at;
        let mut new: Vec<Node> = concerned.filter(is_new).collect();
        for at in 0..new.len() {
            if net.may_chord(new[at]) {
                new.extend(net.rim_of(new[at]));
            }
        }
        new.sort_unstable();
        new.dedup();
        for node in new {
            if self.nodes.has(node) {
                continue;
            }
            let slot = self.nodes.enter(node)?;
            if net.is_opening(node) {
                step.new_openings.push(slot);
            } else if net.may_chord(node) {
                let rim_of = self.nodes.bits(net.rim_of(node));
                step.new_numbers.push((slot, rim_of));
            }
        }
        Some(())
    }

    /// The numbers in play that are decided on, each with those in play that every chord opens that
    /// opens it, among the chords yet to be decided on. Of two with the same chords the one with
    /// the lower slot stands for the other.
    fn spare(&self, at: u32) -> Vec<(u32, u64)> {
        let net = self.net;
        let to_come = |node| {
            let chords = net.chords_onto(node);
            chords.filter(|&chord| self.is_undecided(chord, at))
        };
        let is_decided = |node: &Node| !self.is_undecided(*node, at);
        let decided: Vec<Node> = (self.nodes.present.iter().copied())
            .filter(is_decided)
            .filter(|&node| to_come(node).next().is_some())
            .collect();
        let slot = |node: Node| self.nodes.slots[node as usize];
        let mut spare = Vec::new();
        for &node in decided.iter().filter(|&&node| !net.is_opening(node)) {
            let stands_for = |other: &Node| {
                let opened = |chord| net.opens.get(chord).contains(other);
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
