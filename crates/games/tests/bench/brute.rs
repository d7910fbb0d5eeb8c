//! Everything that can be played on a board, found by playing it; positions are told apart by
//! what they look like. Nothing here knows the engine, or what a position is made of.

use std::collections::HashMap;

use fewest_games::builtin::{AnyLevel, AnySession};
use fewest_games::game::{MoveName, Standing};
use fewest_games::view::Role;

/// More positions than this are left to others.
const MOST_POSITIONS: usize = 400;
/// So are more solutions than this.
const MOST_SOLUTIONS: usize = 3000;

pub struct Brute {
    nodes: Vec<Node>,
    left: Vec<Option<u64>>,
    solutions: Vec<Vec<MoveName>>,
}

struct Node {
    way: Vec<MoveName>,
    standing: Standing,
    /// The square that the player is seen on.
    player: Option<u32>,
    moves: Vec<(MoveName, usize)>,
    /// How many other legal moves there are: each loses at once.
    losing: usize,
}

impl Brute {
    /// Plays everything; nothing where that is too much.
    pub fn new(level: &AnyLevel) -> Option<Self> {
        let mut nodes = Vec::new();
        let mut places = HashMap::new();
        place(level, Vec::new(), &mut nodes, &mut places);
        let mut next = 0;
        while next < nodes.len() {
            if nodes.len() > MOST_POSITIONS {
                return None;
            }
            let way = nodes[next].way.clone();
            let mut moves = Vec::new();
            for step in after(level, &way).moves() {
                let way: Vec<_> = way.iter().chain([&step]).cloned().collect();
                moves.push((step, place(level, way, &mut nodes, &mut places)));
            }
            nodes[next].moves = moves;
            nodes[next].losing = losing_moves(level, &way).count();
            next += 1;
        }
        let left = distances(&nodes);
        let mut brute = Brute {
            nodes,
            left,
            solutions: Vec::new(),
        };
        brute.solve(0, &mut Vec::new());
        (brute.solutions.len() <= MOST_SOLUTIONS).then_some(brute)
    }

    /// Every sequence of as many moves as the fewest that wins, in the order of the moves.
    fn solve(&mut self, place: usize, moves: &mut Vec<MoveName>) {
        let Some(par) = self.left[0] else { return };
        if self.solutions.len() > MOST_SOLUTIONS {
            return;
        }
        if self.nodes[place].standing == Standing::Won {
            assert_eq!(moves.len() as u64, par);
            self.solutions.push(moves.clone());
        } else {
            for (step, next) in self.nodes[place].moves.clone() {
                let made = moves.len() as u64 + 1;
                if self.left[next].is_some_and(|left| made + left <= par) {
                    moves.push(step);
                    self.solve(next, moves);
                    moves.pop();
                }
            }
        }
    }

    pub fn solutions(&self) -> Vec<Vec<MoveName>> {
        self.solutions.clone()
    }

    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    pub fn dead(&self) -> usize {
        self.left.iter().filter(|left| left.is_none()).count()
    }

    /// The fewest moves that win from a position.
    pub fn left(&self, place: usize) -> Option<u64> {
        self.left[place]
    }

    pub fn standing(&self, place: usize) -> Standing {
        self.nodes[place].standing
    }

    pub fn player(&self, place: usize) -> Option<u32> {
        self.nodes[place].player
    }

    pub fn first_moves(&self) -> &[(MoveName, usize)] {
        &self.nodes[0].moves
    }

    pub fn way(&self, place: usize) -> &[MoveName] {
        &self.nodes[place].way
    }

    /// How many legal moves there are, those that lose at once included.
    pub fn choices(&self, place: usize) -> usize {
        self.nodes[place].moves.len() + self.nodes[place].losing
    }

    /// The moves that keep the optimum.
    pub fn keeping(&self, place: usize) -> Vec<MoveName> {
        let Some(left) = self.left[place] else {
            return Vec::new();
        };
        let moves = self.nodes[place].moves.iter();
        moves
            .filter(|(_, next)| self.left[*next].is_some_and(|next| next < left))
            .map(|(step, _)| step.clone())
            .collect()
    }

    /// All legal moves where the win is neither there nor lost; those that keep it; the best.
    pub fn moves(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for (place, node) in self.nodes.iter().enumerate() {
            if self.left[place].is_none() {
                continue;
            }
            counts[0] += self.choices(place) as u64;
            let open = |(_, next): &&(MoveName, usize)| self.left[*next].is_some();
            counts[1] += node.moves.iter().filter(open).count() as u64;
            counts[2] += self.keeping(place).len() as u64;
        }
        counts
    }

    /// The longest run on any of the solutions of positions of a kind, the won one not counted.
    pub fn longest_run(
        &self,
        solutions: &[Vec<MoveName>],
        is_of_kind: impl Fn(usize) -> bool,
    ) -> u64 {
        let mut longest = 0;
        for moves in solutions {
            let (mut run, mut place) = (0, 0);
            for step in moves {
                run = if is_of_kind(place) { run + 1 } else { 0 };
                longest = longest.max(run);
                place = self.next(place, step);
            }
        }
        longest
    }

    /// How many moves all solutions have in common at the beginning, where there are several.
    pub fn part(&self, solutions: &[Vec<MoveName>]) -> Option<u64> {
        let [first, others @ ..] = solutions else {
            return None;
        };
        let common =
            |other: &Vec<MoveName>| first.iter().zip(other).take_while(|(a, b)| a == b).count();
        others.iter().map(common).min().map(|common| common as u64)
    }

    fn next(&self, place: usize, step: &str) -> usize {
        let mut moves = self.nodes[place].moves.iter();
        moves.find(|(name, _)| name == step).expect("a move").1
    }

    /// Random moves, mostly good ones, and the positions they lead through.
    pub fn walk(&self, rng: &mut fastrand::Rng) -> (Vec<MoveName>, Vec<usize>) {
        let (mut moves, mut places) = (Vec::new(), vec![0]);
        let mut place = 0;
        for _ in 0..rng.usize(0..12) {
            let good = self.keeping(place);
            let offered = &self.nodes[place].moves;
            let name = |(name, _): &(MoveName, usize)| name.clone();
            let loses = |(_, next): &&(MoveName, usize)| self.left[*next].is_none();
            let blunders: Vec<_> = offered.iter().filter(loses).map(name).collect();
            let step = match rng.u32(0..4) {
                0 if !blunders.is_empty() => rng.choice(blunders),
                2 | 3 if !good.is_empty() => rng.choice(good),
                _ => rng.choice(offered.iter()).map(name),
            };
            let Some(step) = step else { break };
            place = self.next(place, &step);
            moves.push(step);
            places.push(place);
        }
        (moves, places)
    }
}

fn after<'a>(level: &'a AnyLevel, way: &[MoveName]) -> AnySession<'a> {
    let mut session = level.session();
    for step in way {
        session.push(step).expect("it was offered");
    }
    session
}

/// The legal moves that lose at once after others: of all that a move of any game may be, on boards of
/// up to 4x4 squares where moves are squares.
pub fn losing_moves<'a>(
    level: &'a AnyLevel,
    way: &'a [MoveName],
) -> impl Iterator<Item = MoveName> + 'a {
    let clicks = (0..16).map(|cell| format!("{},{}", cell / 4, cell % 4));
    let names = ["U", "D", "L", "R"].map(String::from).into_iter();
    names.chain(clicks).map(MoveName::Owned).filter(|step| {
        let mut session = after(level, way);
        session.push(step).is_ok() && session.standing() == Standing::Lost
    })
}

/// The place of the position that a way leads to, a new one if it looks like none before.
fn place(
    level: &AnyLevel,
    way: Vec<MoveName>,
    nodes: &mut Vec<Node>,
    places: &mut HashMap<Vec<String>, usize>,
) -> usize {
    let session = after(level, &way);
    let tiles = session.view().tiles;
    let mut squares = tiles.squares().iter();
    let player = squares.position(|tile| tile.role == Role::Player);
    let player = player.map(|square| square as u32);
    let look = tiles.squares().iter().map(|tile| tile.text.clone());
    *places.entry(look.collect()).or_insert_with(|| {
        nodes.push(Node {
            way,
            standing: session.standing(),
            player,
            moves: Vec::new(),
            losing: 0,
        });
        nodes.len() - 1
    })
}

/// The fewest moves from every position, by asking every position again until nothing changes.
fn distances(nodes: &[Node]) -> Vec<Option<u64>> {
    let is_won = |node: &Node| (node.standing == Standing::Won).then_some(0);
    let mut left: Vec<Option<u64>> = nodes.iter().map(is_won).collect();
    loop {
        let before = left.clone();
        for (place, node) in nodes.iter().enumerate() {
            let nexts = node.moves.iter().filter_map(|(_, next)| before[*next]);
            let best = nexts.min().map(|next| next + 1);
            left[place] = [left[place], best].into_iter().flatten().min();
        }
        if left == before {
            return left;
        }
    }
}
