//! From the chords that are chosen to the acts in the order in which they are played.
//!
//! Chords and openings are arrows from a node to what it opens. As many clicks are needed as there
//! are groups of nodes that open each other and that nothing outside opens. Going through all
//! nodes backwards, in the order in which a walk along the arrows is done with them, comes to each
//! such group before anything that it opens: so a click on whatever is not open yet is needed.

use super::Act;
use super::net::{Net, Node};

/// Plays the chords of chosen nodes, with as many clicks as they need. A chord that would open
/// nothing by the time its cell is open is left out.
pub fn play(net: &Net, chosen: &[bool]) -> Vec<Act> {
    let mut game = Game {
        net,
        chosen,
        open: vec![false; net.len() as usize],
        flagged: vec![false; net.mine_squares.len()],
        ready: Vec::new(),
        acts: net.wrong.iter().map(|&square| Act::Flag(square)).collect(),
    };
    for node in (0..net.len()).filter(|&node| net.open[node as usize]) {
        game.open(node);
    }
    game.chord();
    for node in backwards(net, chosen) {
        if !game.open[node as usize] {
            let node = net.rim_of(node).next().unwrap_or(node);
            game.acts.push(Act::Open(net.squares[node as usize]));
            game.open(node);
            game.chord();
        }
    }
    game.acts
}

struct Game<'a> {
    net: &'a Net,
    chosen: &'a [bool],
    open: Vec<bool>,
    flagged: Vec<bool>,
    /// Open numbers whose chords are chosen and not played.
    ready: Vec<Node>,
    acts: Vec<Act>,
}

impl Game<'_> {
    fn open(&mut self, node: Node) {
        let before = std::mem::replace(&mut self.open[node as usize], true);
        if before {
            return;
        }
        if self.net.is_opening(node) {
            for &rim in self.net.opens.get(node) {
                self.open(rim);
            }
        } else if self.chosen[node as usize] {
            self.ready.push(node);
        }
    }

    fn chord(&mut self) {
        while let Some(node) = self.ready.pop() {
            let targets = self.net.opens.get(node);
            if targets.iter().all(|&target| self.open[target as usize]) {
                continue;
            }
            for &mine in self.net.mines.get(node) {
                if !std::mem::replace(&mut self.flagged[mine as usize], true) {
                    let square = self.net.mine_squares[mine as usize];
                    self.acts.push(Act::Flag(square));
                }
            }
            self.acts.push(Act::Chord(self.net.squares[node as usize]));
            for &target in targets {
                self.open(target);
            }
        }
    }
}

/// All nodes, those that a walk along the arrows is done with last come first.
fn backwards(net: &Net, chosen: &[bool]) -> Vec<Node> {
    let mut done = Vec::with_capacity(net.len() as usize);
    let mut seen = vec![false; net.len() as usize];
    let mut path: Vec<(Node, usize)> = Vec::new();
    for first in 0..net.len() {
        if !std::mem::replace(&mut seen[first as usize], true) {
            path.push((first, 0));
        }
        while let Some((node, at)) = path.pop() {
            let opens = net.is_opening(node) || chosen[node as usize];
            let arrows = if opens { net.opens.get(node) } else { &[] };
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
