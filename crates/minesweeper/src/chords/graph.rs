//! What opens what: the openings and the numbers of a board, and the chords between them.
//!
//! A click on a cell at the rim of an opening is never needed, because a click into the opening opens
//! that cell as well. So only openings and the numbers that touch none are clicked. They are the
//! *units*, as many as the board's 3BV.

use std::convert::Infallible;

use super::{Action, KnownBoard, NONE, Units};
use crate::grid::{Grid, Square};

/// An opening or a number: openings come first, then numbers, both in reading order.
pub type Node = u32;

/// A board as nodes that open each other. Squares, `units`, … are indexed by nodes.
pub struct OpeningGraph {
    /// A cell of each node to click.
    pub squares: Vec<Square>,
    /// The number of openings.
    pub openings: u32,
    /// Whether a node is open from the start.
    pub open: Vec<bool>,
    /// Whether a node needs a click unless a chord opens it.
    pub units: Vec<bool>,
    /// Whether a node has a chord that may be worth it.
    pub chords: Vec<bool>,
    /// What a node opens: an opening its rim, a number what its chord opens.
    pub opens: Lists,
    /// What opens a node.
    pub opened_by: Lists,
    /// The mines that a node's chord needs a flag on, without those that have one.
    pub mines: Lists,
    /// The nodes around each such mine.
    pub near_mines: Lists,
    /// Where the mines without a flag are.
    pub mine_squares: Vec<Square>,
    /// The flags that are wrong.
    pub wrong: Vec<Square>,
}

impl OpeningGraph {
    pub fn new(board: &KnownBoard) -> Self {
        Builder::new(board).build()
    }

    /// The number of nodes.
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
        let opened_by = self.opened_by[node as usize].iter().copied();
        opened_by.filter(|&chord| self.may_chord(chord))
    }

    /// The nodes whose chords may be worth it and need a flag on a mine.
    pub fn chords_near(&self, mine: u32) -> impl Iterator<Item = Node> + Clone {
        let near = self.near_mines[mine as usize].iter().copied();
        near.filter(|&chord| self.may_chord(chord))
    }

    /// The openings that a number is at the rim of.
    pub fn rim_of(&self, node: Node) -> impl Iterator<Item = Node> + Clone {
        let opened_by = self.opened_by[node as usize].iter().copied();
        opened_by.filter(|&opening| self.is_opening(opening))
    }

    /// A chord is not worth it if one click opens as much, because a click needs no flags.
    fn is_worth_it(&self, node: Node) -> bool {
        let targets = &self.opens[node as usize];
        let within = |opening: Node| {
            let rim = &self.opens[opening as usize];
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

/// Builds a graph.
struct Builder<'a> {
    board: &'a KnownBoard,
    numbers: Grid<u8>,
    /// The node of each square that has one.
    nodes: Vec<u32>,
    squares: Vec<Square>,
    openings: u32,
}

impl<'a> Builder<'a> {
    fn new(board: &'a KnownBoard) -> Self {
        let Ok(units) = Units::find(board, || Ok::<(), Infallible>(()));
        let mut builder = Builder {
            board,
            nodes: vec![NONE; board.mines.len() as usize],
            squares: Vec::new(),
            openings: 0,
            numbers: units.numbers.clone(),
        };
        for square in (0..board.mines.len()).filter(|&square| units.is_zero(square)) {
            if let Some(first) = units.of(square) {
                if first == square {
                    builder.nodes[square as usize] = builder.squares.len() as u32;
                    builder.squares.push(square);
                } else {
                    builder.nodes[square as usize] = builder.nodes[first as usize];
                }
            }
        }
        builder.openings = builder.squares.len() as u32;
        for square in 0..builder.numbers.len() {
            if builder.is_number(square) {
                builder.nodes[square as usize] = builder.squares.len() as u32;
                builder.squares.push(square);
            }
        }
        builder
    }

    fn is_number(&self, square: Square) -> bool {
        !self.board.mines[square] && self.numbers[square] > 0
    }

    fn build(self) -> OpeningGraph {
        let KnownBoard { mines, open, flags } = self.board;
        let squares = self.squares.len();
        let is_bare = |square: &Square| mines[*square] && !flags[*square];
        let mine_squares: Vec<Square> = (0..mines.len()).filter(is_bare).collect();
        let (opens, wanted) = self.reach(&mine_squares);
        let opened_by = inverted(&opens, squares);
        let mut graph = OpeningGraph {
            openings: self.openings,
            open: (self.squares.iter())
                .map(|&square| open[square] && self.is_number(square))
                .collect(),
            units: Vec::new(),
            chords: Vec::new(),
            opens,
            opened_by,
            near_mines: inverted(&wanted, mine_squares.len()),
            mines: wanted,
            mine_squares,
            wrong: (0..mines.len())
                .filter(|&square| flags[square] && !mines[square] && !open[square])
                .collect(),
            squares: self.squares,
        };
        graph.units = (0..graph.len())
            .map(|node| !graph.open[node as usize] && graph.rim_of(node).next().is_none())
            .collect();
        graph.chords = (0..graph.len())
            .map(|node| graph.is_worth_it(node))
            .collect();
        graph
    }

    /// What each node opens, and the mines that its chord needs flags on.
    fn reach(&self, mine_squares: &[Square]) -> (Lists, Lists) {
        let mut opens = self.rims();
        let mut wanted = vec![Vec::new(); opens.len()];
        for &square in &self.squares[self.openings as usize..] {
            let mut targets: Vec<Node> = (self.numbers.around(square))
                .filter(|&near| !self.board.mines[near] && !self.board.open[near])
                .map(|near| self.nodes[near as usize])
                .collect();
            targets.sort_unstable();
            targets.dedup();
            opens.push(targets);
            let place = |mine: Square| mine_squares.binary_search(&mine).ok();
            let mines = self.numbers.around(square).filter_map(place);
            wanted.push(mines.map(|mine| mine as u32).collect());
        }
        (opens, wanted)
    }

    /// The hidden numbers around each opening.
    fn rims(&self) -> Vec<Vec<Node>> {
        let mut rims = vec![Vec::new(); self.openings as usize];
        for (node, &square) in (self.openings..).zip(&self.squares[self.openings as usize..]) {
            if self.board.open[square] {
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

/// Plays the chords of the chosen nodes, with as many clicks as they need. A chord that would open
/// nothing by the time its cell is open is left out.
///
/// Chords and openings are arrows from a node to what it opens. The clicks that are needed are as many
/// as the groups of nodes that open each other and that nothing outside opens. In the reverse order in
/// which a depth-first search finishes the nodes, each such group comes before anything that it opens:
/// so a click is needed on whatever is not open yet.
pub fn play(graph: &OpeningGraph, chosen: &[bool]) -> Vec<Action> {
    let mut game = Playback {
        graph,
        chosen,
        open: vec![false; graph.len() as usize],
        flagged: vec![false; graph.mine_squares.len()],
        ready: Vec::new(),
        actions: graph
            .wrong
            .iter()
            .map(|&square| Action::Flag(square))
            .collect(),
    };
    for node in (0..graph.len()).filter(|&node| graph.open[node as usize]) {
        game.open(node);
    }
    game.chord();
    for node in reverse_postorder(graph, chosen) {
        if !game.open[node as usize] {
            let node = graph.rim_of(node).next().unwrap_or(node);
            game.actions
                .push(Action::Open(graph.squares[node as usize]));
            game.open(node);
            game.chord();
        }
    }
    game.actions
}

struct Playback<'a> {
    graph: &'a OpeningGraph,
    chosen: &'a [bool],
    open: Vec<bool>,
    flagged: Vec<bool>,
    /// Open numbers whose chords are chosen and not played yet.
    ready: Vec<Node>,
    actions: Vec<Action>,
}

impl Playback<'_> {
    fn open(&mut self, node: Node) {
        let before = std::mem::replace(&mut self.open[node as usize], true);
        if before {
            return;
        }
        if self.graph.is_opening(node) {
            for &rim in &self.graph.opens[node as usize] {
                self.open(rim);
            }
        } else if self.chosen[node as usize] {
            self.ready.push(node);
        }
    }

    fn chord(&mut self) {
        while let Some(node) = self.ready.pop() {
            let targets = &self.graph.opens[node as usize];
            if targets.iter().all(|&target| self.open[target as usize]) {
                continue;
            }
            for &mine in &self.graph.mines[node as usize] {
                if !std::mem::replace(&mut self.flagged[mine as usize], true) {
                    let square = self.graph.mine_squares[mine as usize];
                    self.actions.push(Action::Flag(square));
                }
            }
            self.actions
                .push(Action::Chord(self.graph.squares[node as usize]));
            for &target in targets {
                self.open(target);
            }
        }
    }
}

/// All nodes, in the reverse order in which a depth-first search finishes them.
fn reverse_postorder(graph: &OpeningGraph, chosen: &[bool]) -> Vec<Node> {
    let mut done = Vec::with_capacity(graph.len() as usize);
    let mut seen = vec![false; graph.len() as usize];
    let mut path: Vec<(Node, usize)> = Vec::new();
    for first in 0..graph.len() {
        if !std::mem::replace(&mut seen[first as usize], true) {
            path.push((first, 0));
        }
        while let Some((node, at)) = path.pop() {
            let opens = graph.is_opening(node) || chosen[node as usize];
            let arrows = if opens {
                &graph.opens[node as usize][..]
            } else {
                &[]
            };
            let Some(&next) = arrows.get(at) else {
                done.push(node);
                continue;
            };
            path.push((node, at + 1));
            if !std::mem::replace(&mut seen[next as usize], true) {
                path.push((next, 0));
            }
        }
    }
    done.reverse();
    done
}

/// A list of numbers for each node or mine.
pub type Lists = Vec<Vec<u32>>;

/// For each of `items` items, the lists that contain it.
fn inverted(lists: &Lists, items: usize) -> Lists {
    let mut inverted = vec![Vec::new(); items];
    for (list, contained) in (0..).zip(lists) {
        for &item in contained {
            inverted[item as usize].push(list);
        }
    }
    inverted
}
