//! The portal maze against its oracle: random boards, all tiny ones, the published ones.

use std::collections::HashMap;
use std::fmt::Display;
use std::time::Duration;

use fewest_search::{Limit, Limits, Report, SearchContext, SearchOptions, Verdict};

use super::Board;
use crate::builtin::AnyLevel;
use crate::edits::{Glyphs, Rewritten, agree};
use crate::game::Game as _;
use crate::level::Level;
use crate::oracle;
use crate::oracle::{Judged, Solve as _, Truth, judge, within};
use crate::solve::plan;
use fewest_search_testing::ram::Ram;

#[test]
fn random_mazes_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..20_000 {
        let maze = random_maze(&mut rng);
        let (level, truth) = maze.check();
        maze.check_texts(&level, &truth);
    }
}

#[test]
fn every_small_maze_between_all_squares() {
    for (rows, columns) in [
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 1),
        (3, 1),
        (4, 1),
        (2, 2),
    ] {
        for mut maze in every_maze(rows, columns) {
            for start in maze.spots() {
                for goal in maze.spots() {
                    (maze.start, maze.goal) = (start, goal);
                    let (level, truth) = maze.check();
                    maze.check_texts(&level, &truth);
                }
            }
        }
    }
}

#[test]
fn every_maze_of_six_and_nine_squares_between_the_corners() {
    for (rows, columns) in [(1, 6), (2, 3), (3, 2), (3, 3)] {
        for maze in every_maze(rows, columns) {
            maze.check();
        }
    }
}

#[test]
fn the_published_examples() {
    assert_eq!(judge("portals", "3 3\n.#.\nA#A\n.#.\n"), "2\n");
    assert_eq!(judge("portals", "1 1\n.\n"), "0\n");
    assert_eq!(judge("portals", "2 2\n.#\n#.\n"), "Game Over.\n");
    assert_eq!(judge("portals", "1 1\n.\n2 2\n.#\n#.\n"), "0\nGame Over.\n");
}

#[test]
fn a_single_square_is_won_at_once_unless_it_is_a_wall() {
    assert_eq!(judge("portals", "1 1\n.\n"), "0\n");
    assert_eq!(judge("portals", "1 1\n#\n"), "Game Over.\n");
}

#[test]
fn born_on_a_portal_that_leads_to_the_goal() {
    assert_eq!(judge("portals", "2 2\nA#\n#A\n"), "0\n");
}

#[test]
fn a_goal_that_is_a_portal_is_reached_by_walking_onto_it() {
    assert_eq!(judge("portals", "1 4\n.A.A\n"), "1\n");
    assert_eq!(judge("portals", "2 3\n..A\n#.A\n"), "2\n");
}

#[test]
fn adjacent_twins_bounce_the_player_back() {
    assert_eq!(judge("portals", "1 4\n.AA.\n"), "2\n");
    // The upper twin is only ever touched: whoever walks onto it stands on the lower one.
    let mut maze = Maze::new([".A.", "#A#"].map(|row| row.chars().collect()).to_vec());
    maze.goal = (0, 2);
    assert_eq!(maze.first_solution(), None);
    maze.check();
}

pub const SEED: u64 = 54_138;
const FAR: u64 = u64::MAX;
const STEPS: [(&str, i32, i32); 4] = [("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)];

type Spot = (i32, i32);

/// The maze as the oracle knows it: its glyphs, row by row.
pub struct Maze {
    pub rows: Vec<Vec<char>>,
    pub start: Spot,
    pub goal: Spot,
}

impl Maze {
    pub fn new(rows: Vec<Vec<char>>) -> Self {
        let goal = (rows.len() as i32 - 1, rows[0].len() as i32 - 1);
        Maze {
            rows,
            start: (0, 0),
            goal,
        }
    }

    pub fn spots(&self) -> Vec<Spot> {
        let columns = self.rows[0].len();
        let row = |row| (0..columns).map(move |column| (row as i32, column as i32));
        (0..self.rows.len()).flat_map(row).collect()
    }

    /// The glyph of a spot; past the edge everything is wall.
    fn glyph(&self, (row, column): Spot) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let column = usize::try_from(column).ok();
        *row.zip(column)
            .and_then(|(row, column)| row.get(column))
            .unwrap_or(&'#')
    }

    /// Where a player is who touches a spot.
    fn touch(&self, spot: Spot) -> Spot {
        let glyph = self.glyph(spot);
        if spot == self.goal || !glyph.is_ascii_uppercase() {
            return spot;
        }
        let is_twin = |other: &Spot| *other != spot && self.glyph(*other) == glyph;
        self.spots().into_iter().find(is_twin).unwrap()
    }

    fn birth(&self) -> Spot {
        self.touch(self.start)
    }

    /// The steps from a spot. Nobody walks out of a wall.
    fn steps(&self, (row, column): Spot) -> Vec<(&'static str, Spot)> {
        if self.glyph((row, column)) == '#' {
            return Vec::new();
        }
        let ahead = STEPS.map(|(name, down, right)| (name, (row + down, column + right)));
        let open = ahead
            .into_iter()
            .filter(|&(_, spot)| self.glyph(spot) != '#');
        open.map(|(name, spot)| (name, self.touch(spot))).collect()
    }

    /// The fewest seconds from every spot to the goal: all are swept until none changes.
    fn to_win(&self) -> HashMap<Spot, u64> {
        let mut seconds: HashMap<Spot, u64> =
            self.spots().into_iter().map(|spot| (spot, FAR)).collect();
        if self.glyph(self.goal) != '#' {
            seconds.insert(self.goal, 0);
        }
        let steps: Vec<_> = self
            .spots()
            .into_iter()
            .map(|at| (at, self.steps(at)))
            .collect();
        loop {
            let before = seconds.clone();
            for (spot, steps) in &steps {
                for (_, next) in steps {
                    let longer = seconds[next].saturating_add(1);
                    seconds.insert(*spot, seconds[spot].min(longer));
                }
            }
            if seconds == before {
                return seconds;
            }
        }
    }

    /// How many spots are first stood on after each number of seconds.
    pub fn layers(&self) -> Vec<u64> {
        let mut seconds = HashMap::from([(self.birth(), 0)]);
        let mut layers = vec![1];
        loop {
            let now = layers.len() as u64;
            let standing: Vec<Spot> = seconds
                .iter()
                .filter(|(_, second)| **second == now - 1)
                .map(|(spot, _)| *spot)
                .collect();
            for (_, next) in standing.into_iter().flat_map(|spot| self.steps(spot)) {
                seconds.entry(next).or_insert(now);
            }
            match seconds.values().filter(|&&second| second == now).count() {
                0 => return layers,
                reached => layers.push(reached as u64),
            }
        }
    }

    /// The first of the fewest solutions: always the first step that still comes nearer.
    pub fn first_solution(&self) -> Option<Vec<String>> {
        let to_win = self.to_win();
        let mut spot = self.birth();
        if to_win[&spot] == FAR {
            return None;
        }
        let mut moves = Vec::new();
        while spot != self.goal {
            let nearer = |(_, next): &(_, Spot)| to_win[next] == to_win[&spot] - 1;
            let (name, next) = self.steps(spot).into_iter().find(nearer).unwrap();
            moves.push(name.to_string());
            spot = next;
        }
        Some(moves)
    }

    fn truth(&self) -> Truth {
        Truth {
            layers: self.layers(),
            moves: self.first_solution(),
        }
    }

    fn is_between_corners(&self) -> bool {
        Some(&self.start) == self.spots().first() && Some(&self.goal) == self.spots().last()
    }

    fn board_text(&self) -> String {
        let row = |row: &Vec<char>| row.iter().chain(&['\n']).collect::<String>();
        self.rows.iter().map(row).collect()
    }

    pub fn level_text(&self) -> String {
        let mut text = "game: portals\n".to_string();
        if Some(&self.start) != self.spots().first() {
            text += &format!("start: {},{}\n", self.start.0, self.start.1);
        }
        if Some(&self.goal) != self.spots().last() {
            text += &format!("goal: {},{}\n", self.goal.0, self.goal.1);
        }
        format!("{text}\n{}", self.board_text())
    }

    fn judge_text(&self) -> String {
        let (rows, columns) = (self.rows.len(), self.rows[0].len());
        format!("{rows} {columns}\n{}", self.board_text())
    }

    /// Holds the game's answer and its count of spots to the oracle's.
    pub fn check(&self) -> (AnyLevel, Truth) {
        let truth = self.truth();
        let level = oracle::solve_agrees(&self.level_text(), &truth, SEED);
        (level, truth)
    }

    /// Holds what is written and what the judge is told to the oracle's.
    pub fn check_texts(&self, level: &AnyLevel, truth: &Truth) {
        let judged = self.is_between_corners().then(|| Judged {
            input: self.judge_text(),
            answer: truth.answer("Game Over."),
        });
        oracle::texts_agree(level, &self.level_text(), judged, SEED);
    }
}

pub fn random_maze(rng: &mut fastrand::Rng) -> Maze {
    let size = (rng.usize(1..=7), rng.usize(1..=7));
    let walls = rng.f32() * 0.6;
    random_maze_of(size, walls, rng)
}

pub fn random_maze_of(
    (rows, columns): (usize, usize),
    walls: f32,
    rng: &mut fastrand::Rng,
) -> Maze {
    let wall = |rng: &mut fastrand::Rng| if rng.f32() < walls { '#' } else { '.' };
    let row = |rng: &mut fastrand::Rng| (0..columns).map(|_| wall(rng)).collect();
    let mut maze = Maze::new((0..rows).map(|_| row(rng)).collect());
    let mut spots = maze.spots();
    // Half of the corners are opened, or most mazes would end before they begin.
    for corner in [maze.start, maze.goal] {
        if rng.bool() {
            maze.rows[corner.0 as usize][corner.1 as usize] = '.';
        }
    }
    rng.shuffle(&mut spots);
    let pairs = rng.usize(0..=(spots.len() / 2).min(26));
    for (letter, pair) in ('A'..='Z').zip(spots.chunks_exact(2)).take(pairs) {
        for &(row, column) in pair {
            maze.rows[row as usize][column as usize] = letter;
        }
    }
    if rng.u8(..4) == 0 {
        maze.start = *rng.choice(&spots).unwrap();
    }
    if rng.u8(..4) == 0 {
        maze.goal = *rng.choice(&spots).unwrap();
    }
    maze
}

/// Every board of that size over `. # A B` on which each letter has two spots or none.
pub fn every_maze(rows: usize, columns: usize) -> impl Iterator<Item = Maze> {
    let cells = rows * columns;
    let glyphs = move |number: usize| -> Vec<char> {
        let digit = |place| number / 4usize.pow(place as u32) % 4;
        (0..cells)
            .map(|place| ['.', '#', 'A', 'B'][digit(place)])
            .collect()
    };
    let paired = |glyphs: &Vec<char>| {
        let count = |letter| glyphs.iter().filter(|glyph| **glyph == letter).count();
        [0, 2].contains(&count('A')) && [0, 2].contains(&count('B'))
    };
    let fold =
        move |glyphs: Vec<char>| Maze::new(glyphs.chunks(columns).map(<[char]>::to_vec).collect());
    let numbers = 0..4usize.pow(cells as u32);
    numbers.map(glyphs).filter(paired).map(fold)
}

fn board(text: &str) -> Board {
    Level::parse(text).unwrap().board
}

fn solve(board: &Board, limits: &Limits) -> Report<String> {
    let report = board.solve(&mut within(limits));
    report.map(|step| step.to_string())
}

/// What the generic search says, the kernel left out.
fn search(board: &Board) -> Report<String> {
    let report = board.puzzle().solve(&mut SearchContext::default());
    report.map(|step| step.to_string())
}

/// Holds the kernel to the generic search: the same moves, the same squares in every layer.
fn kernel_agrees(board: &Board, seen: &dyn Display) -> Report<String> {
    let solved = solve(board, &Limits::default());
    assert_eq!(solved.plan.kernel, "flood", "{seen}");
    assert!(Some(solved.stats.bytes) <= solved.plan.bytes, "{seen}");
    let searched = search(board);
    assert_eq!(solved.verdict, searched.verdict, "{seen}");
    let mut layers = searched.stats.layers;
    if solved.verdict != Verdict::Impossible {
        // The search stops somewhere inside the last layer; the kernel counts the goal alone.
        *layers.last_mut().unwrap() = 1;
    }
    assert_eq!(solved.stats.states, layers.iter().sum::<u64>(), "{seen}");
    assert_eq!(solved.stats.layers, layers, "{seen}");
    solved
}

/// Boards that are wide, high, open, full of walls.
#[test]
fn the_kernel_agrees_with_the_generic_search() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut verdicts = [0; 2];
    for round in 0..4_000 {
        let most = if round % 50 == 0 { 200 } else { 40 };
        let size = match round % 5 {
            0 => (rng.usize(1..=3), rng.usize(1..=most * 5)),
            1 => (rng.usize(1..=most * 5), rng.usize(1..=3)),
            _ => (rng.usize(1..=most), rng.usize(1..=most)),
        };
        let walls = rng.f32() * 0.45;
        let maze = random_maze_of(size, walls, &mut rng);
        let text = maze.level_text();
        let solved = kernel_agrees(&board(&text), &oracle::seen(SEED, || &text));
        verdicts[usize::from(solved.verdict == Verdict::Impossible)] += 1;
    }
    assert!(verdicts.iter().all(|&often| often > 500), "{verdicts:?}");
}

/// Corridors one square wide, with portals in them.
#[test]
fn the_kernel_agrees_in_corridors() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..2_000 {
        let (rows, columns) = (rng.usize(1..=20), rng.usize(1..=20));
        let mut maze = random_maze_of((rows * 2 - 1, columns * 2 - 1), 0.0, &mut rng);
        for (row, column) in maze.spots() {
            let glyph = &mut maze.rows[row as usize][column as usize];
            let wall = match (row % 2, column % 2) {
                (0, 0) => false,
                (1, 1) => true,
                _ => rng.u8(..5) < 2,
            };
            if wall && *glyph == '.' {
                *glyph = '#';
            }
        }
        let text = maze.level_text();
        kernel_agrees(&board(&text), &oracle::seen(SEED, || &text));
    }
}

#[test]
fn a_player_born_in_a_wall_passes_no_door() {
    // One of these many doors looks like the wall at first sight.
    for column in 1..1_000 {
        let mut row = vec!['.'; 1_000];
        (row[0], row[column], row[1_000 - column]) = ('#', 'A', 'A');
        if column != 500 {
            let text = Maze::new(vec![row]).level_text();
            let report = kernel_agrees(&board(&text), &text);
            assert_eq!(report.stats.layers, [1], "{text}");
        }
    }
}

#[test]
fn queries_about_one_maze_share_it() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let maze = random_maze_of((12, 17), 0.3, &mut rng);
    let text = maze.level_text();
    let mut board = board(&text);
    for _ in 0..2_000 {
        (board.start, board.goal) = (rng.u32(..12 * 17), rng.u32(..12 * 17));
        let seen = format!("{} to {}, {text}", board.start, board.goal);
        kernel_agrees(&board, &seen);
    }
}

/// A million squares: open floor, a winding corridor; the goal walled in, and not.
#[test]
fn a_search_takes_two_and_a_half_bytes_a_square_at_most() {
    const SIDE: usize = 1001;
    let winding = |row: usize, column| match row % 4 {
        0 | 2 => true,
        1 => column == SIDE - 1,
        _ => column == 0,
    };
    let open = |_, _| true;
    for is_floor in [&open as &dyn Fn(usize, usize) -> bool, &winding] {
        for is_walled_in in [false, true] {
            let mut text = "game: portals\n\n".to_string();
            for row in 0..SIDE {
                let glyph = |column| if is_floor(row, column) { '.' } else { '#' };
                text.extend((0..SIDE).map(glyph).chain(['\n']));
            }
            if is_walled_in {
                let end = text.len() - 2 - (SIDE + 1);
                text.replace_range(end..=end, "#");
                text.replace_range(text.len() - 3..text.len() - 2, "#");
            }
            let board = board(&text);
            let report = solve(&board, &Limits::default());
            let impossible = report.verdict == Verdict::Impossible;
            assert_eq!(impossible, is_walled_in);
            assert!(report.stats.bytes * 2 <= u64::from(board.maze.glyphs.len()) * 5);
        }
    }
}

/// A corridor of many layers, and hardly more memory than its squares take: the kernel gives up, and
/// with a disk the generic search takes over.
#[test]
fn the_generic_search_takes_over_where_the_kernel_lacks_memory() {
    const SIDE: usize = 1350;
    let mut text = format!("game: portals\ngoal: {},0\n\n", 2 * 20);
    for row in 0..SIDE {
        let is_floor = |column: usize| match row % 4 {
            0 | 2 => true,
            1 => column == SIDE - 1,
            _ => column == 0,
        };
        let glyph = |column| if is_floor(column) { '.' } else { '#' };
        text.extend((0..SIDE).map(glyph).chain(['\n']));
    }
    let board = board(&text);
    let limits = Limits {
        memory: Some(2 << 20),
        ..Limits::default()
    };
    let report = solve(&board, &limits);
    assert_eq!(report.plan.kernel, "flood");
    let limit = Limit::Memory;
    assert!(matches!(report.verdict, Verdict::GaveUp { limit: met, .. } if met == limit));
    let disk = Ram::default();
    let scratch = disk.scratch();
    let options = SearchOptions::new().limits(limits).scratch(&scratch);
    let report = board.solve(&mut SearchContext::new(&options));
    assert_eq!(report.plan.kernel, "bits");
    let free = solve(&board, &Limits::default()).verdict;
    assert_eq!(report.verdict.fewest(), free.fewest());
    assert!(free.fewest() > Some(20_000));
}

/// Whatever the limit, the verdict is the free one or a bound below it.
#[test]
fn the_kernel_keeps_its_limits() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut gave_up = [0; 4];
    for _ in 0..2_000 {
        let size = (rng.usize(1..=20), rng.usize(1..=20));
        let maze = random_maze_of(size, 0.2, &mut rng);
        let text = maze.level_text();
        let seen = oracle::seen(SEED, || &text);
        let board = board(&text);
        let free = solve(&board, &Limits::default());
        let fewest = free.verdict.fewest();
        let kinds = [
            Limits {
                states: Some(rng.u64(..200)),
                ..Limits::default()
            },
            Limits {
                cost: Some(rng.u64(..30)),
                ..Limits::default()
            },
            Limits {
                memory: Some(rng.u64(..free.stats.bytes + 2)),
                ..Limits::default()
            },
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
        ];
        for (limits, gave_up) in kinds.iter().zip(&mut gave_up) {
            let report = solve(&board, limits);
            assert_eq!(report.plan, plan(&board, &limits.into()), "{seen}");
            assert!(Some(report.stats.bytes) <= report.plan.bytes, "{seen}");
            assert!(
                report.plan.bytes <= limits.memory.or(report.plan.bytes),
                "{seen}"
            );
            // The goal is counted, but not stored.
            let won = u64::from(report.verdict.fewest().is_some());
            let states = report.stats.states;
            assert_eq!(states, report.stats.layers.iter().sum::<u64>(), "{seen}");
            assert!(states - won <= limits.states.unwrap_or(u64::MAX), "{seen}");
            match report.verdict {
                Verdict::GaveUp { limit, at_least } => {
                    *gave_up += 1;
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                    match limit {
                        Limit::States => assert_eq!(Some(states), limits.states, "{seen}"),
                        Limit::Cost => assert_eq!(Some(at_least - 1), limits.cost, "{seen}"),
                        _ => {}
                    }
                }
                verdict => assert_eq!(verdict, free.verdict, "{seen}"),
            }
        }
    }
    assert!(gave_up.iter().all(|&often| often > 300), "{gave_up:?}");
}

/// A maze with up to two portals, and any two squares to go between.
struct Drawing {
    board: Glyphs,
    start: (usize, usize),
    goal: (usize, usize),
}

impl Drawing {
    fn random(rng: &mut fastrand::Rng) -> Drawing {
        let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
        let mut board = Glyphs(vec![vec!['.'; columns]; rows]);
        for spot in board.0.iter_mut().flatten() {
            *spot = if rng.u8(..3) == 0 { '#' } else { '.' };
        }
        let mut spots: Vec<_> = board.all().into_iter().map(|(at, _, _)| at).collect();
        let (start, goal) = match rng.bool() {
            true => (spots[0], spots[spots.len() - 1]),
            false => (
                rng.choice(&spots).copied().unwrap(),
                rng.choice(&spots).copied().unwrap(),
            ),
        };
        rng.shuffle(&mut spots);
        for (pair, letter) in spots.chunks_exact(2).zip("AQ".chars().take(rng.usize(..3))) {
            board = board.with(&[(pair[0], letter), (pair[1], letter)]);
        }
        Drawing { board, start, goal }
    }

    fn text(&self, board: &Glyphs, start: (usize, usize), goal: (usize, usize)) -> String {
        let note = |(row, column)| format!("{row},{column}");
        format!(
            "game: portals\nstart: {}\ngoal: {}\n\n{board}",
            note(start),
            note(goal)
        )
    }

    fn by_hand(&self) -> Vec<Rewritten> {
        let Drawing { board, start, goal } = self;
        let mut made = Vec::new();
        let mut write = |group, square, board: &Glyphs, start, goal| {
            let text = self.text(board, start, goal);
            made.push(Rewritten {
                group,
                square,
                text,
            });
        };
        for (at, square, glyph) in board.all() {
            let is_end = at == *start || at == *goal;
            if glyph == '#' {
                write("wall", square, &board.with(&[(at, '.')]), *start, *goal);
                continue;
            }
            if !is_end {
                write("start", square, board, at, *goal);
                write("goal", square, board, *start, at);
            }
            if glyph != '.' {
                continue;
            }
            if !is_end {
                write("wall", square, &board.with(&[(at, '#')]), *start, *goal);
            }
            for (end, _, letter) in board.all() {
                if letter.is_ascii_uppercase() {
                    let moved = board.with(&[(end, '.'), (at, letter)]);
                    write("portal", square, &moved, *start, *goal);
                }
            }
        }
        made
    }
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..600 {
        let maze = Drawing::random(&mut rng);
        let text = maze.text(&maze.board, maze.start, maze.goal);
        agree::<Board>(&text, maze.by_hand());
    }
}
