//! The fewest seconds by flooding the maze, up to 64 squares at a time.
//!
//! A portal is a fixed map from the square stepped on to the square arrived at, one to one. So
//! the flood only knows what is stepped on, and those few squares that are portals are put
//! elsewhere before it goes on.
//!
//! Of the seconds that a square is from the birth the remainder by three is kept. Between two
//! squares side by side that is enough, since neither is more than one second further than the
//! other. Portals are the exception, and theirs are kept whole.

use fewest_search::{
    Books, Limit, Limits, Patrol, Plan, Progress, Report, Stats, Terms, Verdict, Watch, Why,
};

use super::Board;
use super::doors::Doors;
use super::front::{self, Front};
use super::patches::{Cut, Spot, bit, has, patch};
use crate::grid::Direction;

/// The longest list of layers in a report. A winding corridor has nearly as many layers as
/// squares, and listing them would take several times what the search does.
fn most_layers(board: &Board) -> usize {
    (board.maze.glyphs.len() as usize / 16).max(1 << 16)
}

/// The room that such a list begins with.
const LEAST_LAYERS: usize = 16;

/// The bytes taken before the first step: the floor, what is untouched of it, the seconds by
/// three, and the front.
fn bytes(cut: &Cut) -> u64 {
    cut.patches as u64 * 5 * size_of::<u64>() as u64 + front::bytes(cut)
}

/// Whether a board is one for this kernel: its numbers fit, and the memory allowed is enough.
pub fn fits(board: &Board, terms: &Terms) -> bool {
    let memory = terms.limits.memory;
    let enough = |cut: &Cut| memory.is_none_or(|memory| bytes(cut) <= memory);
    !terms.whole && Cut::new(&board.maze.glyphs).as_ref().is_some_and(enough)
}

pub fn plan(board: &Board, terms: &Terms) -> Plan {
    let limits = &terms.limits;
    let squares = u64::from(board.maze.glyphs.len());
    let cut = Cut::new(&board.maze.glyphs).expect("the board fits");
    // A list that grows is there twice for a moment: as it was, and twice as long.
    let layers = squares.min(most_layers(board) as u64) * 3 + LEAST_LAYERS as u64;
    let moves = squares * size_of::<Direction>() as u64;
    let most = bytes(&cut) + layers * size_of::<u64>() as u64 + moves;
    Plan {
        kernel: "flood",
        states: Some(limits.states.map_or(squares, |most| most.min(squares))),
        bytes: Some(limits.memory.map_or(most, |memory| memory.min(most))),
        needed: Some(most),
        expected: Some(most),
        why: Why::new(
            "a portal is a fixed map, so the {squares} squares are all the positions, and they \
             are flooded up to 64 at a time",
        )
        .with("squares", squares),
    }
}

pub fn solve(board: &Board, terms: &Terms, watch: &mut dyn Watch) -> Report<Direction> {
    let limits = &terms.limits;
    let mut tally = Tally {
        limits,
        books: Books::new(limits),
        patrol: Patrol::new(limits, watch),
        depth: 0,
        states: 0,
        layers: Vec::new(),
        most_layers: most_layers(board),
    };
    let verdict = if board.is_goal(board.birth()) {
        // Known before any memory is taken, whatever the limits are.
        (tally.states, tally.layers) = (1, vec![1]);
        Verdict::Fewest {
            cost: 0,
            moves: Vec::new(),
        }
    } else {
        let solved = Flood::new(board, &mut tally.books).and_then(|flood| flood.run(&mut tally));
        solved.unwrap_or_else(|limit| Verdict::GaveUp {
            limit,
            at_least: tally.depth + 1,
        })
    };
    Report {
        verdict,
        best: None,
        stats: Stats {
            states: tally.states,
            layers: tally.layers,
            bytes: tally.books.most(),
            elapsed: tally.patrol.elapsed(),
        },
        plan: plan(board, terms),
    }
}

/// What a search may use, and how far it has come.
pub(super) struct Tally<'a> {
    limits: &'a Limits,
    pub books: Books,
    patrol: Patrol<'a>,
    /// The layer that is flooded from; no square up to it is the goal.
    pub depth: u64,
    states: u64,
    layers: Vec<u64>,
    most_layers: usize,
}

impl Tally<'_> {
    pub fn look(&mut self, steps: usize) -> Result<(), Limit> {
        let (depth, states) = (self.depth, self.states);
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        self.patrol.step(steps, || Progress { depth, states })
    }

    /// Counts a layer that is known to be whole.
    fn count(&mut self, reached: u64) -> Result<(), Limit> {
        let room = self.limits.states.unwrap_or(u64::MAX) - self.states;
        if room > 0 {
            self.list(reached.min(room))?;
        }
        self.states += reached.min(room);
        if reached > room {
            return Err(Limit::States);
        }
        Ok(())
    }

    /// Adds a layer to the report, or drops all where they are too many.
    fn list(&mut self, reached: u64) -> Result<(), Limit> {
        let (len, room) = (self.layers.len(), self.layers.capacity());
        if len as u64 != self.depth {
            return Ok(());
        }
        if len < room {
            self.layers.push(reached);
            return Ok(());
        }
        let mut longer = Vec::new();
        if len < self.most_layers {
            longer = self
                .books
                .list((room * 2).clamp(LEAST_LAYERS, self.most_layers))?;
            longer.extend_from_slice(&self.layers);
            longer.push(reached);
        }
        self.layers = longer;
        self.books.give_back((room * size_of::<u64>()) as u64);
        Ok(())
    }
}

/// The maze and what is known of its squares.
pub(super) struct Flood {
    pub start: Spot,
    /// The squares that have won whoever touches them: the goal, and its twin if it is a portal.
    pub goals: Vec<Spot>,
    pub doors: Doors,
    pub front: Front,
    pub untouched: Vec<u64>,
    /// The squares that are stood on, by the remainder of their seconds.
    pub seconds: [Vec<u64>; 3],
}

impl Flood {
    fn new(board: &Board, books: &mut Books) -> Result<Self, Limit> {
        let maze = &board.maze;
        let cut = Cut::new(&maze.glyphs).expect("the board fits");
        let floor = match maze.floor.get() {
            Some(floor) => {
                books.take(size_of_val(&floor[..]) as u64)?;
                floor
            }
            None => {
                let floor = cut.floor(&maze.glyphs, books)?;
                maze.floor.get_or_init(|| floor)
            }
        };
        let mut untouched = books.filled(cut.patches, 0)?;
        let mut front = Front::new(cut, books)?;
        let mut doors = Doors::new(board, &cut);
        let mut goals = Vec::new();
        let start = cut.spot(&maze.glyphs, board.start);
        front.put(start);
        if maze.is_wall(board.start) {
            // Nobody walks out of a wall: there is nothing to be touched, not even a door.
            doors.all.clear();
        } else {
            untouched.copy_from_slice(floor);
            untouched[patch(start)] ^= bit(start);
            if !maze.is_wall(board.goal) {
                let squares = [Some(board.goal), maze.twin(board.goal)];
                let spots = squares.into_iter().flatten();
                goals.extend(spots.map(|square| cut.spot(&maze.glyphs, square)));
            }
        }
        let mut by_three = || books.filled(cut.patches, 0);
        Ok(Flood {
            start,
            goals,
            doors,
            front,
            untouched,
            seconds: [by_three()?, by_three()?, by_three()?],
        })
    }

    fn run(mut self, tally: &mut Tally) -> Result<Verdict<Direction>, Limit> {
        if !self.reaches_goal(tally)? {
            return Ok(Verdict::Impossible);
        }
        let cost = tally.depth + 1;
        let moves = self.way(cost, tally)?;
        // Of the last layer the goal alone is counted, and that is not stored.
        tally.depth = cost;
        tally.list(1)?;
        tally.states += 1;
        Ok(Verdict::Fewest { cost, moves })
    }

    fn reaches_goal(&mut self, tally: &mut Tally) -> Result<bool, Limit> {
        self.pass_doors(0);
        while !self.front.is_empty() {
            let depth = tally.depth;
            if tally.limits.cost.is_some_and(|cost| depth >= cost) {
                return Err(Limit::Cost);
            }
            let here = &mut self.seconds[(depth % 3) as usize][..];
            let note = |patch: usize, bits| here[patch] |= bits;
            let look = |steps| tally.look(steps);
            let reached = self.front.advance(&mut self.untouched, note, look)?;
            tally.count(reached as u64)?;
            if self.goals.iter().any(|&goal| !has(&self.untouched, goal)) {
                return Ok(true);
            }
            tally.depth += 1;
            self.pass_doors(tally.depth);
            tally.look(reached)?;
        }
        Ok(false)
    }

    /// Puts whoever has stepped on a door at the end of these seconds to where it leads.
    fn pass_doors(&mut self, seconds: u64) {
        if self.doors.all.is_empty() || !self.front.may_touch(&self.doors) {
            return;
        }
        // What was stood on a second ago. Nothing beside an untouched door is older.
        let before = &self.seconds[((seconds + 2) % 3) as usize];
        for door in &mut self.doors.all {
            if door.touched.is_none() && !has(&self.untouched, door.at) {
                door.touched = Some(seconds);
                door.entries = self.front.beside(door.at).map(|spot| has(before, spot));
                self.front.remove(door.at);
            }
        }
        // Not before all are gone: a door may lead to one that is stepped on at the same time.
        for door in &self.doors.all {
            if door.touched == Some(seconds) {
                self.front.put(door.far);
            }
        }
    }
}
