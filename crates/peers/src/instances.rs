//! The boards that everyone is measured on, as the judges write them. All are made from one
//! seed, and a board is only made when somebody asks for it: some are large.

use std::io;
use std::path::Path;

use crate::textbook;

/// What all random boards are made from.
pub const SEED: u64 = 225_529_909;

/// One input of a judge, with one board or several.
pub struct Instance {
    /// What it is called in the tables.
    pub name: String,
    make: Box<dyn Fn() -> String>,
}

impl Instance {
    fn new(name: impl Into<String>, make: impl Fn() -> String + 'static) -> Self {
        Instance {
            name: name.into(),
            make: Box::new(make),
        }
    }

    /// Makes the judge's input.
    pub fn text(&self) -> String {
        (self.make)()
    }
}

/// A judge's input of glyphs: how many rows and columns, and the rows.
fn rows(board: &[impl AsRef<[u8]>]) -> String {
    let mut text = format!("{} {}\n", board.len(), board[0].as_ref().len());
    for row in board {
        text += str::from_utf8(row.as_ref()).expect("the glyphs are ASCII");
        text.push('\n');
    }
    text
}

/// A judge's input in JSON: a matrix, whose entries `write` appends.
fn matrix(rows: usize, columns: usize, mut write: impl FnMut(&mut String, usize, usize)) -> String {
    let mut text = String::with_capacity(rows * columns * 4 + rows * 3 + 20);
    text.push('[');
    for row in 0..rows {
        text += if row == 0 { "[" } else { ",[" };
        for column in 0..columns {
            text += if column == 0 { "" } else { "," };
            write(&mut text, row, column);
        }
        text.push(']');
    }
    text + "]\n"
}

/// The numbers of boards that were chosen out of many because they are hard, the hardest first,
/// each with how hard it is. `--choose` writes such a list.
fn chosen(list: &'static str) -> impl Iterator<Item = (u64, u64)> {
    list.lines().map(|line| {
        let (number, hardness) = line.split_once('\t').expect("two columns");
        let read = |word: &str| word.parse().expect("a number");
        (read(number), read(hardness))
    })
}

/// Writes the six fixed inputs whose instructions are counted into a folder, one file each, named
/// `<what>.<game>`.
pub fn write_inputs(folder: &Path) -> io::Result<()> {
    let files = [
        ("hard-twenty.snake", snake::hard(false).text()),
        (
            "random-hundred.snake",
            (0..100).map(snake::random).collect(),
        ),
        ("slow-hundred.curling", curling::all(false)[0].text()),
        ("walls.portals", portals::maze(300, portals::Kind::Walls)),
        ("mixed.ladders", ladders::board(300, ladders::Kind::Mixed)),
        ("field.mines", mines::field(300, 1)),
    ];
    std::fs::create_dir_all(folder)?;
    for (name, text) in files {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// Chooses the hard boards again, out of all random ones, and writes `chosen/snake.tsv` and
/// `chosen/curling.tsv`.
pub fn choose() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("chosen");
    eprintln!("snake: {} random boards …", snake::RANDOM);
    let list = hardest(snake::RANDOM, snake::CHOSEN, snake_hardness);
    std::fs::write(folder.join("snake.tsv"), list)?;
    eprintln!("curling: {} random boards …", curling::RANDOM);
    let list = hardest(curling::RANDOM, curling::CHOSEN, curling_hardness);
    std::fs::write(folder.join("curling.tsv"), list)
}

/// The positions that a plain search reaches before it wins; 0 where it cannot.
pub fn snake_hardness(number: u64) -> u64 {
    let text = snake::random(number);
    let board = textbook::snake::read(&mut text.split_ascii_whitespace()).expect("a board");
    let found = textbook::snake::shapes::fewest(&board);
    found.fewest.map_or(0, |_| found.positions)
}

/// The steps that the textbook program takes.
pub fn curling_hardness(number: u64) -> u64 {
    let text = curling::random(number);
    let board = textbook::curling::read(&mut text.split_ascii_whitespace()).expect("a board");
    textbook::curling::fewest(&board).positions
}

fn hardest(random: u64, chosen: usize, hardness: fn(u64) -> u64) -> String {
    let mut all: Vec<(u64, u64)> = (0..random)
        .map(|number| (hardness(number), number))
        .collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    let line = |(hardness, number): &(u64, u64)| format!("{number}\t{hardness}\n");
    all[..chosen].iter().map(line).collect()
}

/// Snake: boards whose apple is walled in, so that everything is explored, and hard ones that can be
/// won.
pub mod snake {
    use fastrand::Rng;

    use super::{Instance, SEED, chosen, rows};

    /// The open board with the apple in a walled-in corner.
    pub const WALLED: &str = "15×15, k = 9, walled-in apple";
    /// The same with a winding corridor of width one.
    pub const COMB_ONE: &str = "15×15, k = 9, comb of width one";
    /// The same with a winding corridor of width two.
    pub const COMB_TWO: &str = "15×15, k = 9, comb of width two";
    /// A larger board and a longer snake.
    pub const LARGE: &str = "16×16, k = 12, walled-in apple";
    /// Hard boards that can be won.
    pub const HARD: &str = "15×15, k = 9, the hard twenty";

    /// How many random boards the hard ones are chosen from.
    pub const RANDOM: u64 = 20_000;
    /// How many are chosen.
    pub const CHOSEN: usize = 20;
    const CHOSEN_LIST: &str = include_str!("../chosen/snake.tsv");

    /// The boards that are explored whole; the last one is large.
    pub fn exploring(quick: bool) -> Vec<Instance> {
        if quick {
            return vec![
                Instance::new("6×6, k = 5, walled-in apple", || walled(6, 5, 0.0)),
                Instance::new("6×6, k = 5, comb of width one", || comb(6, 5, 1)),
            ];
        }
        vec![
            Instance::new(WALLED, || walled(15, 9, 0.0)),
            Instance::new("15×15, k = 9, 5 % walls", || walled(15, 9, 0.05)),
            Instance::new("15×15, k = 9, 10 % walls", || walled(15, 9, 0.10)),
            Instance::new(COMB_TWO, || comb(15, 9, 2)),
            Instance::new(COMB_ONE, || comb(15, 9, 1)),
            Instance::new(LARGE, || walled(16, 12, 0.0)),
        ]
    }

    /// The boards that are won.
    pub fn hard(quick: bool) -> Instance {
        if quick {
            return Instance::new("6×6, k = 4, twenty", || (0..20).map(small).collect());
        }
        Instance::new(HARD, || {
            chosen(CHOSEN_LIST)
                .map(|(number, _)| random(number))
                .collect()
        })
    }

    /// The chosen boards' numbers, each with the positions that a plain search reaches on it.
    pub fn hardest() -> Vec<(u64, u64)> {
        chosen(CHOSEN_LIST).collect()
    }

    /// The random board of a number: 15×15, nine segments, up to a third of it walls.
    pub fn random(number: u64) -> String {
        let mut rng = Rng::with_seed(SEED + number);
        let walls = rng.f64() / 3.0;
        scattered(15, 9, walls, &mut rng)
    }

    /// A small random board, on which every program is quick.
    pub fn small(number: u64) -> String {
        let mut rng = Rng::with_seed(SEED + number);
        let walls = rng.f64() / 3.0;
        let segments = rng.usize(2..=5);
        scattered(6, segments, walls, &mut rng)
    }

    /// Walls, a snake and an apple anywhere.
    fn scattered(side: usize, segments: usize, walls: f64, rng: &mut Rng) -> String {
        loop {
            let mut board = vec![vec![b'.'; side]; side];
            scatter(&mut board, walls, rng);
            let mut place = (rng.usize(..side), rng.usize(..side));
            let mut laid = 0;
            while laid < segments && board[place.0][place.1] == b'.' {
                board[place.0][place.1] = b'1' + laid as u8;
                laid += 1;
                let (down, right) = rng
                    .choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
                    .expect("four");
                place = (
                    place.0.saturating_add_signed(down).min(side - 1),
                    place.1.saturating_add_signed(right).min(side - 1),
                );
            }
            let apple = (rng.usize(..side), rng.usize(..side));
            if laid == segments && board[apple.0][apple.1] == b'.' {
                board[apple.0][apple.1] = b'@';
                return rows(&board);
            }
        }
    }

    /// The snake along the middle row, its head at the left, and the apple behind two walls in the
    /// last corner.
    pub fn walled(side: usize, segments: usize, walls: f64) -> String {
        let mut board = vec![vec![b'.'; side]; side];
        scatter(&mut board, walls, &mut Rng::with_seed(SEED));
        lay(&mut board[side / 2], segments);
        wall_in(&mut board);
        rows(&board)
    }

    /// A corridor that winds from the top to the bottom, the snake in its first row.
    fn comb(side: usize, segments: usize, width: usize) -> String {
        let mut board = vec![vec![b'.'; side]; side];
        for (turn, row) in (width..side).step_by(width + 1).enumerate() {
            board[row] = vec![b'#'; side];
            let gap = if turn % 2 == 0 {
                side - width..side
            } else {
                0..width
            };
            board[row][gap].fill(b'.');
        }
        lay(&mut board[0], segments);
        board[0][..segments].reverse();
        wall_in(&mut board);
        rows(&board)
    }

    fn scatter(board: &mut [Vec<u8>], walls: f64, rng: &mut Rng) {
        for square in board.iter_mut().flatten() {
            if rng.f64() < walls {
                *square = b'#';
            }
        }
    }

    fn lay(row: &mut [u8], segments: usize) {
        for (square, &glyph) in row
            .iter_mut()
            .zip(&b"123456789abcdefghijklmnopqrstuvwxyz"[..segments])
        {
            *square = glyph;
        }
    }

    fn wall_in(board: &mut [Vec<u8>]) {
        let last = board.len() - 1;
        board[last][last] = b'@';
        board[last - 1][last] = b'#';
        board[last][last - 1] = b'#';
    }
}

/// Curling: random boards, and the hundred of them that keep the textbook program longest.
pub mod curling {
    use std::fmt::Write as _;

    use fastrand::Rng;

    use super::{Instance, SEED, chosen};

    /// The hundred boards that take the textbook program the most steps.
    pub const SLOW: &str = "20×20, the slow hundred";
    /// A hundred boards as they come.
    pub const PLAIN: &str = "20×20, a random hundred";

    /// How many random boards the slow ones are chosen from.
    pub const RANDOM: u64 = 5_000;
    /// How many are chosen.
    pub const CHOSEN: usize = 100;
    const CHOSEN_LIST: &str = include_str!("../chosen/curling.tsv");

    /// The inputs, one hundred boards each.
    pub fn all(quick: bool) -> Vec<Instance> {
        if quick {
            return vec![Instance::new("8×8, twenty", || input((0..20).map(small)))];
        }
        vec![
            Instance::new(SLOW, || {
                input(hardest().into_iter().map(|(number, _)| random(number)))
            }),
            Instance::new(PLAIN, || input((0..100).map(random))),
        ]
    }

    /// The chosen boards' numbers, each with the steps that the textbook program takes.
    pub fn hardest() -> Vec<(u64, u64)> {
        chosen(CHOSEN_LIST).collect()
    }

    /// A judge's input of these cases.
    pub fn input(cases: impl Iterator<Item = String>) -> String {
        cases.collect::<String>() + "0 0\n"
    }

    /// The random board of a number: 20×20, up to half of it blocks.
    pub fn random(number: u64) -> String {
        scattered(20, number)
    }

    /// A small random board.
    pub fn small(number: u64) -> String {
        scattered(8, number)
    }

    fn scattered(side: usize, number: u64) -> String {
        let mut rng = Rng::with_seed(SEED + number);
        let blocks = rng.f64() / 2.0;
        let mut board: Vec<u8> = (0..side * side)
            .map(|_| u8::from(rng.f64() < blocks))
            .collect();
        let stone = rng.usize(..board.len());
        let goal = (stone + rng.usize(1..board.len())) % board.len();
        board[stone] = 2;
        board[goal] = 3;
        let mut text = format!("{side} {side}\n");
        for row in board.chunks(side) {
            for (column, square) in row.iter().enumerate() {
                let gap = if column + 1 == side { '\n' } else { ' ' };
                write!(text, "{square}{gap}").expect("writing to a string");
            }
        }
        text
    }
}

/// Portal mazes: open, a third of walls, and one long corridor, each with all portals and a goal
/// that is walled in, so that everything is explored.
pub mod portals {
    use fastrand::Rng;

    use super::{Instance, SEED, rows};

    /// What a maze looks like.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Kind {
        /// No walls but those around the goal.
        Open,
        /// 30 % of the squares are walls.
        Walls,
        /// One corridor of width one that winds from the top to the bottom.
        Serpentine,
    }

    impl Kind {
        /// All three.
        pub const ALL: [Kind; 3] = [Kind::Open, Kind::Walls, Kind::Serpentine];

        fn name(self) -> &'static str {
            match self {
                Kind::Open => "open",
                Kind::Walls => "30 % walls",
                Kind::Serpentine => "serpentine",
            }
        }
    }

    /// What an instance is called.
    pub fn name(side: usize, kind: Kind) -> String {
        format!("{side}², {}", kind.name())
    }

    /// The sides, and the mazes of each.
    pub fn all(quick: bool) -> Vec<(usize, Instance)> {
        let sides: &[usize] = if quick { &[20] } else { &[100, 1000, 4000] };
        let mut all = Vec::new();
        for &side in sides {
            for kind in Kind::ALL {
                let instance = Instance::new(name(side, kind), move || maze(side, kind));
                all.push((side, instance));
            }
        }
        all
    }

    /// A maze with 26 pairs of portals and an unreachable goal.
    pub fn maze(side: usize, kind: Kind) -> String {
        let mut rng = Rng::with_seed(SEED + side as u64);
        let mut board = vec![b'.'; side * side];
        match kind {
            Kind::Open => {}
            Kind::Walls => {
                board.fill_with(|| if rng.f64() < 0.3 { b'#' } else { b'.' });
                // A player born into a cell of four walls would make for a short search.
                for row in board.chunks_mut(side).take(5) {
                    row[..5].fill(b'.');
                }
            }
            Kind::Serpentine => {
                for (turn, row) in board.chunks_mut(side).skip(1).step_by(2).enumerate() {
                    let gap = if turn % 2 == 0 { side - 1 } else { 0 };
                    row.fill(b'#');
                    row[gap] = b'.';
                }
            }
        }
        let last = board.len() - 1;
        board[last] = b'.';
        board[last - 1] = b'#';
        board[last - side] = b'#';
        for letter in b'A'..=b'Z' {
            for _ in 0..2 {
                let place = loop {
                    let place = rng.usize(1..last);
                    if board[place] == b'.' {
                        break place;
                    }
                };
                board[place] = letter;
            }
        }
        rows(&board.chunks(side).collect::<Vec<_>>())
    }

    /// A small random maze, its goal reachable or not, portals on the corners at times.
    pub fn small(number: u64) -> String {
        let mut rng = Rng::with_seed(SEED + number);
        let side = rng.usize(1..=8);
        let walls = rng.f64() / 2.0;
        let mut board = vec![b'.'; side * side];
        board.fill_with(|| if rng.f64() < walls { b'#' } else { b'.' });
        for letter in b'A'..=b'D' {
            let (one, other) = (rng.usize(..board.len()), rng.usize(..board.len()));
            if one != other && board[one] == b'.' && board[other] == b'.' {
                board[one] = letter;
                board[other] = letter;
            }
        }
        rows(&board.chunks(side).collect::<Vec<_>>())
    }
}

/// Snakes and Ladders: a plain track, one full of snakes, and one with jumps both ways.
pub mod ladders {
    use fastrand::Rng;

    use super::{Instance, SEED, matrix};

    /// What a board holds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Kind {
        /// No jumps.
        Plain,
        /// Half of the squares lead down, but never six in a row, so the end can be reached.
        Snakes,
        /// One square in ten leads anywhere.
        Mixed,
    }

    impl Kind {
        /// All three.
        pub const ALL: [Kind; 3] = [Kind::Plain, Kind::Snakes, Kind::Mixed];

        fn name(self) -> &'static str {
            match self {
                Kind::Plain => "plain",
                Kind::Snakes => "snakes",
                Kind::Mixed => "mixed",
            }
        }
    }

    /// What an instance is called.
    pub fn name(side: usize, kind: Kind) -> String {
        format!("n = {side}, {}", kind.name())
    }

    /// The boards.
    pub fn all(quick: bool) -> Vec<Instance> {
        let sides: &[usize] = if quick { &[20] } else { &[20, 1000, 3000] };
        let mut all = Vec::new();
        for &side in sides {
            for kind in Kind::ALL {
                all.push(Instance::new(name(side, kind), move || board(side, kind)));
            }
        }
        all
    }

    /// A board of a side and a kind.
    pub fn board(side: usize, kind: Kind) -> String {
        let mut rng = Rng::with_seed(SEED + side as u64);
        let last = side * side;
        // By the square's number, from 1; 0 for a plain one.
        let mut jumps = vec![0; last + 1];
        let mut in_a_row = 0;
        for (square, jump) in jumps.iter_mut().enumerate().take(last).skip(2) {
            match kind {
                Kind::Plain => {}
                Kind::Snakes if in_a_row < 5 && rng.bool() => {
                    *jump = rng.usize(1..square);
                    in_a_row += 1;
                }
                Kind::Snakes => in_a_row = 0,
                Kind::Mixed if rng.u8(..10) == 0 => *jump = rng.usize(1..last),
                Kind::Mixed => {}
            }
        }
        write(side, &jumps)
    }

    /// A small random board, its end reachable or not.
    pub fn small(number: u64) -> String {
        let mut rng = Rng::with_seed(SEED + number);
        let side = rng.usize(2..=7);
        let last = side * side;
        let density = rng.f64();
        let mut jumps = vec![0; last + 1];
        for jump in &mut jumps[2..last] {
            if rng.f64() < density {
                *jump = rng.usize(1..=last);
            }
        }
        write(side, &jumps)
    }

    fn write(side: usize, jumps: &[usize]) -> String {
        matrix(side, side, |text, above, column| {
            let row = side - 1 - above;
            let along = match row % 2 {
                0 => column,
                _ => side - 1 - column,
            };
            match jumps[row * side + along + 1] {
                0 => *text += "-1",
                end => *text += &end.to_string(),
            }
        })
    }
}

/// Minesweeper: what a click in the middle reveals, on empty boards and with few mines.
pub mod mines {
    use fastrand::Rng;

    use super::{Instance, SEED, matrix};

    /// What an instance is called.
    pub fn name(side: usize, mines: u32) -> String {
        match mines {
            0 => format!("{side}², empty"),
            mines => format!("{side}², {mines} % mines"),
        }
    }

    /// The boards.
    pub fn all(quick: bool) -> Vec<Instance> {
        let sides: &[usize] = if quick { &[20] } else { &[50, 2000, 5000] };
        let mut all = Vec::new();
        for &side in sides {
            for mines in [0, 1] {
                all.push(Instance::new(name(side, mines), move || field(side, mines)));
            }
        }
        all
    }

    /// The largest board without mines.
    pub fn largest(quick: bool) -> Instance {
        let side = if quick { 20 } else { 5000 };
        Instance::new(name(side, 0), move || field(side, 0))
    }

    /// A field with so many mines in a hundred, none near the click in its middle.
    pub fn field(side: usize, mines: u32) -> String {
        let mut rng = Rng::with_seed(SEED + side as u64);
        let middle = side / 2;
        let cell = |row: usize, column: usize| {
            let is_near = row.abs_diff(middle) <= 1 && column.abs_diff(middle) <= 1;
            let is_mine = rng.u32(..100) < mines && !is_near;
            if is_mine { 'M' } else { 'E' }
        };
        write(side, side, cell, (middle, middle))
    }

    /// A small random case: any letters, the click on a hidden cell.
    pub fn small(number: u64) -> String {
        let mut rng = Rng::with_seed(SEED + number);
        let (rows, columns) = (rng.usize(1..=9), rng.usize(1..=9));
        let mut letters = *b"EEEEEEEEEEEEEEEEEEB3";
        for _ in 0..rng.usize(..4) {
            letters[rng.usize(..15)] = b'M';
        }
        if rng.u8(..20) == 0 {
            letters[19] = b'X';
        }
        let click = (rng.usize(..rows), rng.usize(..columns));
        let cell = |row, column| match (row, column) == click {
            true => rng.choice(['E', 'E', 'E', 'M']).expect("four"),
            false => rng.choice(letters).expect("twenty") as char,
        };
        write(rows, columns, cell, click)
    }

    fn write(
        rows: usize,
        columns: usize,
        mut cell: impl FnMut(usize, usize) -> char,
        click: (usize, usize),
    ) -> String {
        let board = matrix(rows, columns, |text, row, column| {
            text.extend(['"', cell(row, column), '"']);
        });
        format!("{board}[{},{}]\n", click.0, click.1)
    }
}

/// Minesweeper on Expert boards: what is dealt, and many boards dealt one after another.
pub mod expert {
    use fewest_minesweeper::{
        FirstClick, Grid, NoGuessGenerator, Simulation, Square, split_mix_64,
    };

    use super::SEED;
    use crate::report::grouped;

    /// 16 rows of 30 columns, 99 mines, none at the first click or around it.
    pub const EXPERT: Simulation = Simulation {
        rows: 16,
        columns: 30,
        mines: 99,
        first: FirstClick::Open,
        click: 3 * 30 + 3,
    };

    /// What some of these boards are called.
    pub fn name(which: &str) -> String {
        let (rows, columns, mines) = (EXPERT.rows, EXPERT.columns, EXPERT.mines);
        format!("{columns}×{rows}, {mines} mines, {which}")
    }

    /// A board without anything on it.
    pub fn grid() -> Grid<()> {
        let squares = EXPERT.rows * EXPERT.columns;
        Grid::new(EXPERT.columns as usize, vec![(); squares as usize])
    }

    /// How many boards are dealt.
    pub fn many(quick: bool) -> u64 {
        if quick { 200 } else { 20_000 }
    }

    /// What the boards are called that are dealt.
    pub fn dealt_name(quick: bool) -> String {
        name(&format!("{} dealt", grouped(many(quick))))
    }

    /// Deals boards, from the same random numbers for everyone.
    pub fn dealer() -> (NoGuessGenerator, impl FnMut() -> u64) {
        let grid = grid();
        let promised = EXPERT.first.promised(&grid, EXPERT.click);
        let places: Vec<Square> = (0..grid.len())
            .filter(|square| !promised.contains(square))
            .collect();
        let size = (EXPERT.rows, EXPERT.columns);
        let generator = NoGuessGenerator::new(size, EXPERT.mines, EXPERT.click, &places);
        (
            generator.expect("there is room for the mines"),
            split_mix_64(SEED),
        )
    }

    /// The boards that are dealt: where their mines are.
    pub fn dealt(quick: bool) -> impl Iterator<Item = Grid<bool>> {
        let (mut generator, mut bits) = dealer();
        (0..many(quick)).map(move |_| generator.draw(&mut bits).0)
    }
}

/// Minesweeper positions on Expert boards where reasoning has come to an end, with many covered
/// cells beside open ones.
pub mod frontiers {
    use fewest_minesweeper::{Cell, Grid, MineCount, Position, Square, split_mix_64};
    use fewest_search::SearchContext;

    use super::SEED;
    use super::expert::{self, EXPERT};

    /// So many covered cells at least have an open one beside them.
    pub const LONG: usize = 40;

    /// What the positions are called.
    pub fn name(quick: bool) -> String {
        expert::name(&format!("{} long frontiers", count(quick)))
    }

    fn count(quick: bool) -> usize {
        if quick { 4 } else { 40 }
    }

    /// The positions: the first of all random games that come to such an end.
    pub fn all(quick: bool) -> Vec<Position> {
        (0..)
            .map(stuck)
            .filter(|position| frontier(position) >= LONG)
            .take(count(quick))
            .collect()
    }

    /// How many covered cells have an open one beside them.
    pub fn frontier(position: &Position) -> usize {
        let is_open = |square: Square| position.cells[square] != Cell::Covered;
        let is_beside = |&square: &Square| position.cells.around(square).any(is_open);
        position.covered().filter(is_beside).count()
    }

    /// Where a random game is after every cell has been opened that can be known to be safe.
    fn stuck(number: u64) -> Position {
        let is_mine = EXPERT.board(&mut split_mix_64(SEED + number));
        let mut position = Position {
            cells: is_mine.map(|_| Cell::Covered),
            mines: MineCount::Total(EXPERT.mines),
        };
        open(&mut position.cells, &is_mine, EXPERT.click);
        loop {
            let exact = position.probabilities(&mut SearchContext::default());
            let exact = exact.unwrap_or_else(|_| unreachable!("the board itself fits"));
            let is_safe = |&square: &Square| exact.is_safe(square);
            let safe: Vec<Square> = position.covered().filter(is_safe).collect();
            if safe.is_empty() {
                return position;
            }
            for square in safe {
                open(&mut position.cells, &is_mine, square);
            }
        }
    }

    /// Opens a cell, and with a zero its neighbours.
    fn open(cells: &mut Grid<Cell>, is_mine: &Grid<bool>, square: Square) {
        if cells[square] == Cell::Covered {
            let mines = is_mine.around(square).filter(|&near| is_mine[near]).count();
            cells[square] = Cell::Number(mines as u8);
            if mines == 0 {
                for near in is_mine.around(square) {
                    open(cells, is_mine, near);
                }
            }
        }
    }
}

/// Whole spaces, larger than the other boards': what more threads and a disk are for.
pub mod scale {
    use super::snake;

    /// A level whose whole space is visited.
    pub struct Whole {
        /// What it is called in the tables.
        pub name: String,
        /// The level's text.
        pub text: String,
        /// So little memory that the search goes to the disk; none for a search that has no disk.
        pub memory: Option<u64>,
    }

    /// Snake, by its own kernel, which is in memory alone.
    pub const SNAKE: &str = "snake, 24×24, k = 14, the whole space";
    /// Curling, by the generic search over whole keys.
    pub const CURLING: &str = "curling, 10×10 without a limit of throws, the whole space";

    /// Whatever can still be thrown, the goal is not reached.
    const CURLING_BOARD: &str = "\
#.#.##..#.
##..##...#
###.#.#..#
##...##...
.#...##...
..#.#..#..
##.##..#.#
....##S...
.#####.G..
..#......#
";

    /// All of them.
    pub fn all(quick: bool) -> Vec<Whole> {
        let (side, segments) = if quick { (8, 7) } else { (24, 14) };
        let board = snake::walled(side, segments, 0.0);
        let (_, rows) = board.split_once('\n').expect("a line of numbers");
        let name = match quick {
            true => "snake, 8×8, k = 7, the whole space",
            false => SNAKE,
        };
        let mut all = vec![Whole {
            name: name.to_string(),
            text: format!("game: snake\n\n{rows}"),
            memory: None,
        }];
        if !quick {
            all.push(Whole {
                name: CURLING.to_string(),
                text: format!("game: curling\nthrows: none\n\n{CURLING_BOARD}"),
                memory: Some(32 << 20),
            });
        }
        all
    }

    /// Snake, a long one on a small board: by the generic search, it would be as by a cluster.
    pub const LONG_SNAKE: &str = "snake, 6×6, k = 19, the whole space";

    const LONG_SNAKE_BOARD: &str = "\
jihgfe
89abcd
765432
.....1
......
@.....
";

    /// Those that a cluster shares out.
    pub fn shared(quick: bool) -> Vec<Whole> {
        let mut all = all(quick);
        if !quick {
            // Snake's own kernel alone is for as many positions as the first one has.
            all[0] = Whole {
                name: LONG_SNAKE.to_string(),
                text: format!("game: snake\n\n{LONG_SNAKE_BOARD}"),
                memory: None,
            };
        }
        all
    }
}

/// Files of many small levels of all five games, as level text.
pub mod batch {
    use super::{curling, ladders, mines, portals, snake};
    use crate::ours;
    use crate::report::grouped;

    /// How many levels one process is given at once; few where it shall be quick.
    pub fn many(quick: bool) -> u64 {
        if quick { 2_000 } else { 100_000 }
    }

    /// How many levels are also solved by a process each.
    pub fn few(quick: bool) -> u64 {
        if quick { 10 } else { 200 }
    }

    /// What a file of so many levels is called.
    pub fn name(count: u64) -> String {
        format!("{} small levels", grouped(count))
    }

    /// So many small levels of all games, each as level text.
    pub fn levels(count: u64) -> impl Iterator<Item = String> {
        (0..count).map(|number| {
            let (game, text) = match number % 5 {
                0 => ("snake", snake::small(number)),
                1 => {
                    let case = curling::small(number);
                    ("curling", curling::input([case].into_iter()))
                }
                2 => ("portals", portals::small(number)),
                3 => ("ladders", ladders::small(number)),
                _ => ("mines", mines::small(number)),
            };
            let mut levels = ours::levels(game, &text);
            levels.pop().expect("there is one").level_text()
        })
    }
}
