//! What opens what: the openings and the numbers of a board, and the chords between them.
//!
//! A click on a cell at the rim of an opening is never needed, for one into the opening opens that
//! cell as well; so only openings and the numbers that touch none are clicked on. They are the
//! units, as many as the board's 3BV.

use super::Task;
use super::lists::Lists;
use crate::grid::{Grid, Square};

/// An opening or a number: openings come first, then numbers, both in reading order.
pub type Node = u32;

/// Nothing.
pub const NONE: u32 = u32::MAX;

/// A board as nodes that open each other.
pub struct Net {
    /// A cell of each node to click on.
    pub squares: Vec<Square>,
    /// How many openings there are.
    pub openings: u32,
    /// Which nodes are open from the start.
    pub open: Vec<bool>,
    /// Which nodes need a click unless a chord opens them.
    pub units: Vec<bool>,
    /// Which nodes have a chord that may be worth it.
    pub chords: Vec<bool>,
    /// What a node opens: an opening its rim, a number what its chord opens.
    pub opens: Lists,
    /// What opens a node.
    pub opened_by: Lists,
    /// The mines that a node's chord wants a flag on, but for those that have one.
    pub mines: Lists,
    /// The nodes around each such mine.
    pub near_mines: Lists,
    /// Where the mines without a flag are.
    pub mine_squares: Vec<Square>,
    /// The flags that are wrong.
    pub wrong: Vec<Square>,
}

impl Net {
    pub fn new(task: &Task) -> Self {
        Weaving::new(task).weave()
    }

    /// How many nodes there are.
    pub fn len(&self) -> u32 {
        self.squares.len() as u32
    }

    pub fn is_opening(&self, node: Node) -> bool {
        node < self.openings
    }

    /// Whether a node has a chord that may be worth it.
    pub fn may_chord(&self, node: Node) -> bool {
        self.chords[node as usize]
    }

    /// The nodes whose chords may be worth it and open a node.
    pub fn chords_onto(&self, node: Node) -> impl Iterator<Item = Node> + Clone {
        let opened_by = self.opened_by.get(node).iter().copied();
        opened_by.filter(|&chord| self.may_chord(chord))
    }

    /// The nodes whose chords may be worth it and want a flag on a mine.
    pub fn chords_near(&self, mine: u32) -> impl Iterator<Item = Node> + Clone {
        let near = self.near_mines.get(mine).iter().copied();
        near.filter(|&chord| self.may_chord(chord))
    }

    /// The openings that a number is at the rim of.
    pub fn rim_of(&self, node: Node) -> impl Iterator<Item = Node> + Clone {
        let opened_by = self.opened_by.get(node).iter().copied();
        opened_by.filter(|&opening| self.is_opening(opening))
    }

    /// A chord is not worth it if one click opens as much: that needs no flags, and nothing open.
    fn is_worth_it(&self, node: Node) -> bool {
        let targets = self.opens.get(node);
        let within = |opening: Node| {
            let rim = self.opens.get(opening);
            let mut targets = targets.iter();
            targets.all(|&target| target == opening || rim.contains(&target))
        };
        !self.is_opening(node)
            && targets.len() > 1
            && !targets.iter().any(|&target| {
                (self.is_opening(target) && within(target)) || self.rim_of(target).any(within)
            })
    }
}

/// A net in the making.
struct Weaving<'a> {
    task: &'a Task<'a>,
    numbers: Grid<u8>,
    /// The node of each square that has one.
    nodes: Vec<u32>,
    squares: Vec<Square>,
    openings: u32,
}

impl<'a> Weaving<'a> {
    fn new(task: &'a Task<'a>) -> Self {
        let numbers = numbers(task.mines);
        let nodes = vec![NONE; numbers.len() as usize];
        let mut weaving = Weaving {
            task,
            numbers,
            nodes,
            squares: Vec::new(),
            openings: 0,
        };
        weaving.find_openings();
        weaving.openings = weaving.squares.len() as u32;
        for square in 0..weaving.numbers.len() {
            if weaving.is_number(square) {
                weaving.nodes[square as usize] = weaving.squares.len() as u32;
                weaving.squares.push(square);
            }
        }
        weaving
    }

    fn is_number(&self, square: Square) -> bool {
        !self.task.mines[square] && self.numbers[square] > 0
    }

    /// A blank cell that is open already opens nothing any more.
    fn is_hidden_blank(&self, square: Square) -> bool {
        !self.task.mines[square] && self.numbers[square] == 0 && !self.task.open[square]
    }

    fn find_openings(&mut self) {
        let mut to_look_at = Vec::new();
        for first in 0..self.numbers.len() {
            let opening = self.squares.len() as u32;
            to_look_at.push(first);
            while let Some(square) = to_look_at.pop() {
                if self.nodes[square as usize] == NONE && self.is_hidden_blank(square) {
                    self.nodes[square as usize] = opening;
                    to_look_at.extend(self.numbers.around(square));
                }
            }
            if self.nodes[first as usize] == opening {
                self.squares.push(first);
            }
        }
    }

    fn weave(self) -> Net {
        let Task { mines, open, flags } = *self.task;
        let squares = self.squares.len();
        let is_bare = |square: &Square| mines[*square] && !flags[*square];
        let mine_squares: Vec<Square> = (0..mines.len()).filter(is_bare).collect();
        let (opens, wanted) = self.reach(&mine_squares);
        let opened_by = opens.turned(squares);
        let mut net = Net {
            openings: self.openings,
            open: (self.squares.iter())
                .map(|&square| open[square] && self.is_number(square))
                .collect(),
            units: Vec::new(),
            chords: Vec::new(),
            opens,
            opened_by,
            near_mines: wanted.turned(mine_squares.len()),
            mines: wanted,
            mine_squares,
            wrong: (0..mines.len())
                .filter(|&square| flags[square] && !mines[square] && !open[square])
                .collect(),
            squares: self.squares,
        };
        net.units = (0..net.len())
            .map(|node| !net.open[node as usize] && net.rim_of(node).next().is_none())
            .collect();
        net.chords = (0..net.len()).map(|node| net.is_worth_it(node)).collect();
        net
    }

    /// What each node opens, and on which mines its chord wants flags.
    fn reach(&self, mine_squares: &[Square]) -> (Lists, Lists) {
        let (mut opens, mut wanted) = (Lists::default(), Lists::default());
        for rim in self.rims() {
            opens.push(rim);
            wanted.push([]);
        }
        for &square in &self.squares[self.openings as usize..] {
            let mut targets: Vec<Node> = (self.numbers.around(square))
                .filter(|&near| !self.task.mines[near] && !self.task.open[near])
                .map(|near| self.nodes[near as usize])
                .collect();
            targets.sort_unstable();
            targets.dedup();
            opens.push(targets);
            let place = |mine: Square| mine_squares.binary_search(&mine).ok();
            let mines = self.numbers.around(square).filter_map(place);
            wanted.push(mines.map(|mine| mine as u32));
        }
        (opens, wanted)
    }

    /// The hidden numbers around each opening.
    fn rims(&self) -> Vec<Vec<Node>> {
        let mut rims = vec![Vec::new(); self.openings as usize];
        for (node, &square) in (self.openings..).zip(&self.squares[self.openings as usize..]) {
            if self.task.open[square] {
                continue;
            }
            for near in self.numbers.around(square) {
                let opening = self.nodes[near as usize];
                if opening < self.openings && rims[opening as usize].last() != Some(&node) {
                    rims[opening as usize].push(node);
                }
            }
        }
        rims
    }
}

/// How many mines are around each square.
pub fn numbers(mines: &Grid<bool>) -> Grid<u8> {
    let mut numbers = mines.map(|_| 0);
    for square in (0..mines.len()).filter(|&square| mines[square]) {
        for near in mines.around(square) {
            numbers[near] += 1;
        }
    }
    numbers
}
