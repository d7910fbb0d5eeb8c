//! The oracles: of plain clicks in the judge's letters, row by row, and of flags and chords in sets of cells;
//! boards to try them on; and what a click reveals, and the fewest clicks, held to them.

use std::collections::BTreeSet;

use fastrand::Rng;
use fewest_search::{Report, SearchContext, Verdict};

use crate::game::{Game as _, Standing};
use crate::grid::{Grid, Square};
use crate::mines::{Board, Clicks, Touch, is_hidden, mines_around, reveal};
use crate::oracle;
use crate::oracle::{Judged, OrShow as _, Solve as _, Truth, numbers, reached, read, seen};

pub const SEED: u64 = 529;

/// The board as the oracle knows it: the judge's letters, row by row.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Field {
    pub rows: Vec<Vec<char>>,
}

pub type Cell = (usize, usize);

impl Field {
    pub fn new(columns: usize, letters: &[char]) -> Self {
        let rows = letters.chunks(columns).map(<[char]>::to_vec).collect();
        Field { rows }
    }

    pub fn cells(&self) -> Vec<Cell> {
        let columns = self.rows[0].len();
        let row = |row| (0..columns).map(move |column| (row, column));
        (0..self.rows.len()).flat_map(row).collect()
    }

    pub fn hidden(&self, letters: &[char]) -> Vec<Cell> {
        let is_hidden = |&(row, column): &Cell| letters.contains(&self.rows[row][column]);
        self.cells().into_iter().filter(is_hidden).collect()
    }

    pub fn has(&self, letter: char) -> bool {
        self.rows.iter().any(|row| row.contains(&letter))
    }

    /// The cells around one, by trying all nine offsets.
    fn around(&self, (row, column): Cell) -> Vec<Cell> {
        let near = |(down, right): (usize, usize)| {
            let (row, column) = (
                (row + down).checked_sub(1)?,
                (column + right).checked_sub(1)?,
            );
            self.rows.get(row)?.get(column)?;
            (down != 1 || right != 1).then_some((row, column))
        };
        let offsets = (0..3).flat_map(|down| (0..3).map(move |right| (down, right)));
        offsets.filter_map(near).collect()
    }

    pub fn mines(&self, cell: Cell) -> usize {
        let is_mine = |&(row, column): &Cell| matches!(self.rows[row][column], 'M' | 'X');
        self.around(cell).into_iter().filter(is_mine).count()
    }

    /// One click, as the judge words it.
    pub fn click(&mut self, (row, column): Cell) {
        match self.rows[row][column] {
            'M' => self.rows[row][column] = 'X',
            'E' => match self.mines((row, column)) {
                0 => {
                    self.rows[row][column] = 'B';
                    for (row, column) in self.around((row, column)) {
                        // No mine is here, and what is revealed stays as it is.
                        if self.rows[row][column] == 'E' {
                            self.click((row, column));
                        }
                    }
                }
                mines => self.rows[row][column] = char::from_digit(mines as u32, 10).unwrap(),
            },
            _ => {}
        }
    }

    fn is_won(&self) -> bool {
        !self.has('E') && !self.has('X')
    }

    /// The clicks that do not lose, in reading order; none once a mine is hit.
    pub fn clicks(&self) -> Vec<(String, Field)> {
        if self.has('X') {
            return Vec::new();
        }
        let clicked = |cell: Cell| {
            let mut next = self.clone();
            next.click(cell);
            (format!("{},{}", cell.0, cell.1), next)
        };
        self.hidden(&['E']).into_iter().map(clicked).collect()
    }

    pub fn truth(&self) -> Truth {
        Truth::of(self, Field::is_won, Field::clicks)
    }

    /// The 3BV by playing: first into every opening, then on every digit that is left.
    pub fn three_bv(&self) -> Vec<Cell> {
        let mut field = self.clone();
        let mut clicks = Vec::new();
        for cell in self.hidden(&['E']) {
            if field.rows[cell.0][cell.1] == 'E' && field.mines(cell) == 0 {
                field.click(cell);
                clicks.push(cell);
            }
        }
        clicks.extend(field.hidden(&['E']));
        clicks.sort();
        clicks
    }

    pub fn board_text(&self) -> String {
        let row = |row: &Vec<char>| row.iter().chain(&['\n']).collect::<String>();
        self.rows.iter().map(row).collect()
    }

    pub fn level_text(&self, click: Option<Cell>) -> String {
        let click = click.map(|(row, column)| format!("click: {row},{column}\n"));
        let click = click.unwrap_or_default();
        format!("game: mines\n{click}\n{}", self.board_text())
    }

    pub fn json(&self) -> String {
        let row = |row: &Vec<char>| {
            let cells: Vec<String> = row.iter().map(|cell| format!("\"{cell}\"")).collect();
            format!("[{}]", cells.join(","))
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        format!("[{}]", rows.join(","))
    }

    pub fn board(&self) -> Board {
        let letters = self.rows.concat().into_iter().map(|letter| letter as u8);
        Board::of(Grid::new(self.rows[0].len(), letters.collect()))
    }

    /// What the generic search says, the kernel left out.
    fn searched(&self) -> Report<Touch> {
        self.board().puzzle().solve(&mut SearchContext::default())
    }

    /// Holds the kernel and the generic search to the oracle.
    pub fn check(&self) {
        let text = self.level_text(None);
        let seen = oracle::seen(SEED, || &text);
        let solved = read(&text).solve(&mut SearchContext::default());
        let solved = solved.or_show(&seen);
        assert_eq!(solved.stats.states, 0, "{seen}");
        let searched = self.searched().map(|place| place.to_string().into());
        assert_eq!(solved.verdict, searched.verdict, "{seen}");
        oracle::search_agrees(&searched, &self.truth(), &seen);
    }

    /// Holds what is written, and what the judge is told about a click, to the oracle's.
    pub fn check_texts(&self, click: Option<Cell>) {
        let text = self.level_text(click);
        let judged = |cell: Cell| {
            let mut after = self.clone();
            after.click(cell);
            Judged {
                input: format!("{}\n[{},{}]\n", self.json(), cell.0, cell.1),
                answer: format!("{}\n", after.json()),
            }
        };
        let cell = click.or_else(|| self.hidden(&['E', 'M']).first().copied());
        oracle::texts_agree(&read(&text), &text, cell.map(judged), SEED);
    }
}

/// A random board: mines as dense as they come, and now and then cells that are revealed
/// already, rightly or wrongly.
pub fn random_field(most: usize, rng: &mut fastrand::Rng) -> Field {
    let (rows, columns) = (rng.usize(1..=most), rng.usize(1..=most));
    let mines = rng.f32() * 0.6;
    let revealed = if rng.bool() { 0.0 } else { rng.f32() * 0.6 };
    let letter = |rng: &mut fastrand::Rng| {
        if rng.f32() < revealed {
            *rng.choice(&['B', 'B', '1', '2', '3', '8']).unwrap()
        } else if rng.f32() < mines {
            'M'
        } else {
            'E'
        }
    };
    let mut letters: Vec<char> = (0..rows * columns).map(|_| letter(rng)).collect();
    if rng.u8(..10) == 0 {
        *rng.choice(&mut letters).unwrap() = 'X';
    }
    Field::new(columns, &letters)
}

/// Plays a few random clicks now and then, so that what is revealed is revealed rightly.
pub fn play(field: &mut Field, rng: &mut fastrand::Rng) {
    for _ in 0..rng.u8(..6).saturating_sub(3) {
        if let Some(&cell) = rng.choice(&field.hidden(&['E'])) {
            field.click(cell);
        }
    }
}

/// Every board of that size over some letters.
pub fn every_field(rows: usize, columns: usize, letters: &[char]) -> impl Iterator<Item = Field> {
    let (cells, base) = ((rows * columns) as u32, letters.len());
    let digit = move |number: usize, place| number / base.pow(place) % base;
    (0..base.pow(cells)).map(move |number| {
        let drawn = (0..cells).map(|place| letters[digit(number, place)]);
        Field::new(columns, &drawn.collect::<Vec<char>>())
    })
}

/// The game as the oracle knows it: where the mines are, what is open, and what has a flag.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Game {
    size: Cell,
    pub mines: BTreeSet<Cell>,
    open: BTreeSet<Cell>,
    pub flags: BTreeSet<Cell>,
}

impl Game {
    fn cells(&self) -> Vec<Cell> {
        let row = |row| (0..self.size.1).map(move |column| (row, column));
        (0..self.size.0).flat_map(row).collect()
    }

    fn around(&self, (row, column): Cell) -> Vec<Cell> {
        let near = |&(other, across): &Cell| {
            other.abs_diff(row) <= 1
                && across.abs_diff(column) <= 1
                && (other, across) != (row, column)
        };
        self.cells().into_iter().filter(near).collect()
    }

    fn count(&self, cell: Cell) -> usize {
        let around = self.around(cell).into_iter();
        around.filter(|near| self.mines.contains(near)).count()
    }

    fn open(&mut self, cell: Cell) {
        if self.flags.contains(&cell) || !self.open.insert(cell) || self.mines.contains(&cell) {
            return;
        }
        if self.count(cell) == 0 {
            for near in self.around(cell) {
                self.open(near);
            }
        }
    }

    pub fn is_lost(&self) -> bool {
        !self.mines.is_disjoint(&self.open)
    }

    pub fn is_won(&self) -> bool {
        self.open.len() + self.mines.len() == self.size.0 * self.size.1 && !self.is_lost()
    }

    /// What follows a move; nothing where it is not allowed.
    pub fn after(&self, step: &str) -> Option<Game> {
        let (kind, place) = match step.strip_prefix(['F', 'C']) {
            Some(place) => (&step[..1], place),
            None => ("", step),
        };
        let (row, column) = place.split_once(',')?;
        let cell = (row.parse().ok()?, column.parse().ok()?);
        let mut next = self.clone();
        let is_open = self.open.contains(&cell);
        match kind {
            "F" if !is_open => {
                if !next.flags.remove(&cell) {
                    next.flags.insert(cell);
                }
            }
            "C" if is_open && self.count(cell) > 0 => {
                let around = self.around(cell).into_iter();
                let (flags, others): (Vec<Cell>, Vec<Cell>) =
                    around.partition(|near| self.flags.contains(near));
                if flags.len() != self.count(cell) {
                    return None;
                }
                for near in others {
                    next.open(near);
                }
                if next == *self {
                    return None;
                }
            }
            "" if !is_open && !self.flags.contains(&cell) => next.open(cell),
            _ => return None,
        }
        Some(next)
    }

    /// Every word that could be a move.
    pub fn words(&self) -> Vec<String> {
        let kinds = ["", "F", "C"].into_iter();
        let cells = self.cells();
        let of_kind = |kind| {
            let word = move |(row, column): &Cell| format!("{kind}{row},{column}");
            cells.iter().map(word)
        };
        kinds.flat_map(of_kind).collect()
    }

    /// The moves that are allowed and do not lose, and what follows each.
    pub fn moves(&self) -> Vec<(String, Game)> {
        let words = self.words().into_iter();
        let next = |word: String| self.after(&word).map(|next| (word, next));
        words
            .filter_map(next)
            .filter(|(_, next)| !next.is_lost())
            .collect()
    }

    /// The fewest moves that win, by looking at everything.
    pub fn fewest(&self) -> Option<u64> {
        if self.is_lost() {
            return None;
        }
        let layers = reached(self, Game::is_won, Game::moves);
        let last = layers.len() - 1;
        layers[last].iter().any(Game::is_won).then_some(last as u64)
    }

    pub fn board_text(&self) -> String {
        let glyph = |cell: Cell| {
            let is_mine = self.mines.contains(&cell);
            match (self.open.contains(&cell), self.flags.contains(&cell)) {
                (true, _) if is_mine => 'X',
                (true, _) => match self.count(cell) {
                    0 => 'B',
                    count => char::from_digit(count as u32, 10).unwrap(),
                },
                (false, true) => {
                    if is_mine {
                        'F'
                    } else {
                        'f'
                    }
                }
                (false, false) => {
                    if is_mine {
                        'M'
                    } else {
                        'E'
                    }
                }
            }
        };
        let row = |row| (0..self.size.1).map(move |column| glyph((row, column)));
        let row = |number| row(number).chain(['\n']).collect::<String>();
        (0..self.size.0).map(row).collect()
    }

    pub fn text(&self) -> String {
        format!("game: mines\nclicks: all\n\n{}", self.board_text())
    }
}

/// A random game that some moves may have been made in.
pub fn random(most: usize, rng: &mut Rng) -> Game {
    let size = (rng.usize(1..=most), rng.usize(1..=most));
    let mut game = Game {
        size,
        mines: BTreeSet::new(),
        open: BTreeSet::new(),
        flags: BTreeSet::new(),
    };
    let often = rng.f32() * 0.7;
    game.mines = game
        .cells()
        .into_iter()
        .filter(|_| rng.f32() < often)
        .collect();
    for _ in 0..rng.u8(..5) {
        let Some((_, next)) = rng.choice(game.moves()) else {
            break;
        };
        game = next;
    }
    game
}

/// Holds what a click reveals to the plain rules.
fn check_click(cells: &Grid<u8>, click: Square) {
    let board = Board::of(cells.clone());
    let mut field = board.start();
    if is_hidden(cells[click]) {
        field.touch(Touch::Open(cells.place(click)), Clicks::Plain, |_| {});
    }
    let mut revealed = cells.clone();
    reveal(&mut revealed, click);
    if revealed != *field.cells() {
        let text = |cells: &Grid<u8>| cells.map(|&cell| cell as char).to_string();
        let place = cells.place(click);
        let (board, found, law) = (text(cells), text(&revealed), text(field.cells()));
        panic!("seed {SEED}, click {place}\n{board}\nfound\n{found}\nlaw\n{law}");
    }
}

/// Holds the fewest clicks to playing by the plain rules: into every opening first, and then on
/// what is left.
fn check_fewest(cells: &Grid<u8>) {
    let board = Board::of(cells.clone());
    let mut field = board.start();
    let mut clicks = Vec::new();
    let is_left = |cells: &Grid<u8>, square: Square| cells[square] == b'E';
    for square in 0..cells.len() {
        if is_left(field.cells(), square) && mines_around(cells, square) == 0 {
            field.touch(Touch::Open(cells.place(square)), Clicks::Plain, |_| {});
            clicks.push(square);
        }
    }
    clicks.extend((0..cells.len()).filter(|&square| is_left(field.cells(), square)));
    clicks.sort();
    let open = |&square: &Square| Touch::Open(cells.place(square));
    let moves: Vec<_> = clicks.iter().map(open).collect();
    let cost = moves.len() as u64;
    let expected = match cells.squares().contains(&b'X') {
        true => Verdict::Impossible,
        false => Verdict::Fewest { cost, moves },
    };
    let report = board.solve(&mut SearchContext::default());
    let text = cells.map(|&cell| cell as char);
    assert!(report.verdict == expected, "seed {SEED}\n{text}");
    assert!(Some(report.stats.bytes) <= report.plan.bytes);
}

/// A board of any letters.
fn random_cells(rows: usize, columns: usize, rng: &mut fastrand::Rng) -> Grid<u8> {
    let mines = [0.0, 0.002, 0.01, 0.05, 0.1, 0.2, 0.5][rng.usize(..7)];
    let revealed = [0.0, 0.0, 0.01, 0.1, 0.3, 0.6][rng.usize(..6)];
    let mine = if rng.bool() { b"MMMM" } else { b"MMMX" };
    let letter = |rng: &mut fastrand::Rng| match rng.f32() {
        roll if roll < mines => mine[rng.usize(..4)],
        roll if roll < mines + revealed => *rng.choice(b"BBB12345678").unwrap(),
        _ => b'E',
    };
    Grid::new(columns, (0..rows * columns).map(|_| letter(rng)).collect())
}

/// Corridors one cell wide, the walls between them revealed: a tree that reaches everywhere.
fn random_maze(rows: usize, columns: usize, rng: &mut fastrand::Rng) -> Grid<u8> {
    let mut cells = Grid::new(columns, vec![b'B'; rows * columns]);
    let mut stack = vec![(0, 0)];
    cells[0] = b'E';
    while let Some(&(row, column)) = stack.last() {
        let (row, column): (i64, i64) = (row, column);
        let mut ways = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        rng.shuffle(&mut ways);
        // A bias makes long corridors, now in one direction and now in the other.
        if rng.u8(..4) > 0 {
            ways.sort_by_key(|&(down, _)| (down == 0) == columns.is_multiple_of(2));
        }
        let at = |row: i64, column: i64| cells.at(row.try_into().ok()?, column.try_into().ok()?);
        let dug = ways.into_iter().find_map(|(down, right)| {
            let far = at(row + 2 * down, column + 2 * right)?;
            let door = at(row + down, column + right)?;
            (cells[far] == b'B').then_some((door, far))
        });
        match dug {
            Some((door, far)) => {
                (cells[door], cells[far]) = (b'E', b'E');
                let place = cells.place(far);
                stack.push((place.row.into(), place.column.into()));
            }
            None => {
                stack.pop();
            }
        }
    }
    cells
}

#[test]
fn random_boards_follow_the_rules() {
    const SIZES: [usize; 14] = [1, 2, 3, 7, 8, 15, 50, 62, 63, 64, 65, 127, 128, 129];
    let mut rng = fastrand::Rng::with_seed(SEED);
    for round in 0..12_000 {
        let rows = if round % 50 == 0 { 130 } else { 12 };
        let (rows, columns) = (rng.usize(1..=rows), *rng.choice(&SIZES).unwrap());
        let cells = random_cells(rows, columns, &mut rng);
        for _ in 0..3 {
            check_click(&cells, rng.u32(..cells.len()));
        }
        check_fewest(&cells);
    }
}

/// Rows so wide that they are read in parts.
#[test]
fn wide_rows_follow_the_rules() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for columns in [65_535, 65_536, 65_537, 131_073, 200_000] {
        for rows in 1..4 {
            let cells = random_cells(rows, columns, &mut rng);
            check_click(&cells, rng.u32(..cells.len()));
            check_fewest(&cells);
        }
        let cells = Grid::new(columns, vec![b'E'; 2 * columns]);
        check_click(&cells, cells.len() - 1);
        check_fewest(&cells);
    }
}

#[test]
fn mazes_follow_the_rules() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..400 {
        let (rows, columns) = (rng.usize(1..150), rng.usize(1..300));
        let mut cells = random_maze(rows, columns, &mut rng);
        check_click(&cells, 0);
        for _ in 0..rng.u8(..20) {
            *rng.choice(cells.squares_mut()).unwrap() = *rng.choice(b"EBM").unwrap();
        }
        check_click(&cells, rng.u32(..cells.len()));
        check_fewest(&cells);
    }
}

/// A board of a few columns and many rows is revealed lying on its side.
#[test]
fn towers_follow_the_rules() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for columns in [1, 2, 3, 31, 32] {
        for _ in 0..10 {
            let cells = random_cells(rng.usize(4090..4200), columns, &mut rng);
            check_click(&cells, rng.u32(..cells.len()));
            check_click(&cells, 0);
            check_fewest(&cells);
        }
    }
}

#[test]
fn every_small_board_follows_the_rules() {
    let any = [(1, 6), (6, 1), (2, 3), (3, 2)].map(|size| (size, &b"MEB1X"[..]));
    let hidden = [(3, 4), (4, 3), (2, 6)].map(|size| (size, &b"ME"[..]));
    for ((rows, columns), letters) in any.into_iter().chain(hidden) {
        let (cells, base) = (rows * columns, letters.len());
        for number in 0..base.pow(cells as u32) {
            let letter = |place| letters[number / base.pow(place) % base];
            let cells = Grid::new(columns, (0..cells as u32).map(letter).collect());
            (0..cells.len()).for_each(|click| check_click(&cells, click));
            check_fewest(&cells);
        }
    }
}

/// Every word is taken or refused, and the board is as it should be after it, all along a game.
#[test]
fn flags_and_chords_are_played_like_the_oracle() {
    let mut rng = Rng::with_seed(SEED);
    let (mut chords, mut losses, mut wins) = (0, 0, 0);
    for _ in 0..4_000 {
        let mut game = random(6, &mut rng);
        let text = game.text();
        let level = read(&text);
        assert_eq!(level.level_text(), text);
        let mut session = level.session();
        for _ in 0..40 {
            let seen = seen(SEED, || format!("{text}now\n{}", game.board_text()));
            let view = session
                .view()
                .tiles
                .map(|tile| tile.text.chars().next().unwrap());
            assert_eq!(view.to_string(), game.board_text(), "{seen}");
            let standing = match (game.is_lost(), game.is_won()) {
                (true, _) => Standing::Lost,
                (false, true) => Standing::Won,
                (false, false) => Standing::Playing,
            };
            assert_eq!(session.standing(), standing, "{seen}");
            if standing != Standing::Playing {
                losses += usize::from(standing == Standing::Lost);
                wins += usize::from(standing == Standing::Won);
                assert!(session.moves().is_empty(), "{seen}");
                break;
            }
            let moves: Vec<_> = game.moves().into_iter().map(|(word, _)| word).collect();
            assert_eq!(session.moves(), moves, "{seen}");
            for word in game.words() {
                let allowed = session.trace(&word).is_some();
                assert_eq!(allowed, game.after(&word).is_some(), "{word}: {seen}");
            }
            // Chords are rare: one that can be made is.
            let words = game.words().into_iter();
            let allowed: Vec<_> = words.filter(|word| game.after(word).is_some()).collect();
            let chord = allowed.iter().rfind(|word| word.starts_with('C'));
            let Some(word) = chord.or_else(|| rng.choice(&allowed)).cloned() else {
                break;
            };
            chords += usize::from(word.starts_with('C'));
            session.push(&word.to_lowercase()).or_show(&seen);
            game = game.after(&word).or_show(&seen);
        }
    }
    assert!(
        chords > 500 && losses > 500 && wins > 500,
        "{chords}, {losses}, {wins}"
    );
}

#[test]
fn the_fewest_with_flags_and_chords_is_the_oracles() {
    let mut rng = Rng::with_seed(SEED);
    let (mut less, mut read_all) = (0, 0);
    while read_all < 400 {
        let game = random(3, &mut rng);
        let text = game.text();
        let seen = seen(SEED, || &text);
        let fewest = game.fewest();
        let report = read(&text).solve(&mut SearchContext::default());
        let verdict = report.or_show(&seen).verdict;
        assert_eq!(verdict.fewest(), fewest, "{seen}");
        let plain = text
            .replace("clicks: all\n", "")
            .replace('F', "M")
            .replace('f', "E");
        let plain = read(&plain).solve(&mut SearchContext::default());
        let plain = plain.or_show(&seen).verdict.fewest();
        assert_eq!(plain.is_some(), fewest.is_some(), "{seen}");
        less += usize::from(fewest < plain);
        read_all += 1;
    }
    assert!(less > 0, "flags and chords never pay");
}

/// A wrong flag is in the way until it is taken away; a right one is there for nothing.
#[test]
fn flags_that_stand_already_count() {
    let fewest = |board: &str| {
        let level = read(&format!("game: mines\nclicks: all\n\n{board}\n"));
        let report = level.solve(&mut SearchContext::default());
        report.expect(board).verdict.fewest()
    };
    assert_eq!(fewest("EEE\nEME\nEEE"), Some(5));
    assert_eq!(fewest("EEE\nEFE\nEEE"), Some(4));
    assert_eq!(fewest("EEE\nfEE\nEEE"), Some(2));
    assert_eq!(fewest("EMEE\nEEME\nEEEE\nMMEE"), Some(6));
}

/// Without `clicks: all` a flag is a mark: what is under it is opened as ever, and it is no move.
#[test]
fn flags_are_marks_where_only_clicks_count() {
    let level = read("game: mines\n\nFfE\n");
    let report = level.solve(&mut SearchContext::default());
    assert_eq!(report.unwrap().verdict.fewest(), Some(1));
    let mut session = level.session();
    let moves: Vec<_> = session.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["0,1", "0,2"]);
    for step in ["F0,0", "C0,0"] {
        session.push(step).expect_err("it is none");
    }
    session.push("0,2").unwrap();
    assert!(session.won());
    assert_eq!(
        session.view().tiles.map(|tile| tile.text.clone()).squares(),
        ["F", "1", "B"]
    );
}

#[test]
fn what_cannot_be_done_is_refused() {
    let level = read("game: mines\nclicks: all\n\nFf1\nM31\n");
    let mut session = level.session();
    for step in ["0,9", "0,2", "F0,2", "0,0", "0,1", "C1,0", "C0,2"] {
        session.push(step).expect_err(step);
    }
    // A chord takes three flags there, and there are two.
    let refused = session.push("C1,1").expect_err("a flag is missing").0;
    assert_eq!(numbers(&refused), [3, 2], "{refused}");
}

/// A chord can open several mines; no reason is given while the game is not lost.
#[test]
fn a_lost_game_says_where_the_mine_was() {
    let after = |board: &str, steps: &[&str]| {
        let level = read(&format!("game: mines\nclicks: all\n\n{board}\n"));
        let mut session = level.session();
        for step in steps {
            session.push(step).expect(step);
        }
        session.lost_because()
    };
    assert_eq!(after("ME\nEE", &["0,1"]), None);
    // The square; of several mines, how many there were, and the first of them.
    let why = |board: &str, steps: &[&str]| numbers(&after(board, steps).expect("it is lost"));
    assert_eq!(why("ME\nEE", &["1,1", "0,0"]), [0, 0]);
    assert_eq!(why("MEM\nE2E", &["F0,1", "F1,0", "C1,1"]), [2, 0, 0]);
    assert_eq!(after("E", &["0,0"]), None);
}

/// Turned and mirrored boards are alike with their flags, and other flags make another board.
#[test]
fn keys_know_flags_and_notes() {
    let alike = |text: &str| read(text).key();
    assert_eq!(
        alike("game: mines\n\nFEM\n"),
        alike("game: mines\n\nM\nE\nF\n")
    );
    assert_ne!(alike("game: mines\n\nFEM\n"), alike("game: mines\n\nMEM\n"));
    assert_ne!(
        alike("game: mines\n\nME\n"),
        alike("game: mines\nclicks: all\n\nME\n")
    );
    assert_eq!(
        alike("game: mines\nmines: 1\n\n?1!\n"),
        alike("game: mines\nmines: 1\n\n!1?\n")
    );
}
