//! The whole board at once, what a click reveals and the fewest clicks, against the plain rules.

use fewest_search::{SearchContext, Verdict};

use super::field::SEED;
use crate::game::Game as _;
use crate::grid::{Grid, Square};
use crate::mines::{Board, Clicks, Touch, is_hidden, mines_around, reveal};
use crate::oracle::Solve as _;

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
