//! The programs that a competitor writes: straightforward Rust, nothing of fewest.
//!
//! Each reads its judge's format and gives the judge's answer. They are functions here, so that the
//! search can be timed without the reading, and one program by the game's name, `bin/textbook.rs`, so
//! that whole processes can be compared.

pub mod snake;

use std::str::SplitAsciiWhitespace;

/// What a search found: the fewest, if there is a way, and how many positions it reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The fewest moves; nothing where no way wins.
    pub fewest: Option<u64>,
    /// Different positions, or steps where the program keeps no positions.
    pub positions: u64,
}

impl Found {
    /// What a search found.
    pub fn new(fewest: Option<u64>, positions: u64) -> Self {
        Found { fewest, positions }
    }

    /// The answer as most judges want it.
    pub fn judged(self) -> String {
        match self.fewest {
            Some(fewest) => format!("{fewest}\n"),
            None => "-1\n".to_string(),
        }
    }
}

/// Answers a judge's input by the program of this name.
pub fn answer(program: &str, input: &str) -> Option<String> {
    let (mut words, mut lines) = (input.split_ascii_whitespace(), input.lines());
    Some(match program {
        "snake" => boards(
            || snake::read(&mut words),
            |board| snake::fewest(board).judged(),
        ),
        "snake-array" => boards(
            || snake::read(&mut words),
            |board| snake::array::fewest(board).judged(),
        ),
        "curling" => boards(
            || curling::read(&mut words),
            |board| curling::fewest(board).judged(),
        ),
        "portals" => boards(
            || portals::read(&mut words),
            |board| portals::judged(portals::fewest(board)),
        ),
        "ladders" => boards(
            || lines.find_map(ladders::read),
            |board| ladders::fewest(board).judged(),
        ),
        "mines" => boards(
            || mines::read(lines.next()?, lines.next()?),
            |(board, click)| {
                mines::click(board, *click);
                mines::write(board)
            },
        ),
        _ => return None,
    })
}

/// Reads one board after another, and answers each.
fn boards<B>(read: impl FnMut() -> Option<B>, mut answer: impl FnMut(&mut B) -> String) -> String {
    let boards = std::iter::from_fn(read);
    boards.map(|mut board| answer(&mut board)).collect()
}

/// The next word of a judge's input as a number.
pub(crate) fn number(words: &mut SplitAsciiWhitespace) -> Option<usize> {
    words.next()?.parse().ok()
}

/// Curling as it is handed in: depth-first with backtracking, ten throws, and the best so far.
pub mod curling {
    use std::str::SplitAsciiWhitespace;

    use super::{Found, number};

    const ICE: u8 = 0;
    const BLOCK: u8 = 1;
    const STONE: u8 = 2;
    const GOAL: u8 = 3;
    /// The most throws the judge allows.
    pub const MOST_THROWS: u64 = 10;

    /// A board as the judge gives it: 0 ice, 1 block, 3 goal, and where the stone is.
    #[derive(Clone, Debug)]
    pub struct Board {
        /// What is on each square, row by row.
        pub ice: Vec<Vec<u8>>,
        /// The stone's row and column.
        pub stone: (usize, usize),
    }

    /// Reads the next board; nothing at `0 0`.
    pub fn read(words: &mut SplitAsciiWhitespace) -> Option<Board> {
        let (columns, rows) = (number(words)?, number(words)?);
        let mut board = Board {
            ice: vec![vec![ICE; columns]; rows],
            stone: (0, 0),
        };
        for row in 0..rows {
            for column in 0..columns {
                match number(words)? as u8 {
                    STONE => board.stone = (row, column),
                    other => board.ice[row][column] = other,
                }
            }
        }
        (columns > 0).then_some(board)
    }

    /// The fewest throws to the goal.
    pub fn fewest(board: &Board) -> Found {
        let mut ice = board.ice.clone();
        let mut best = MOST_THROWS + 1;
        let mut steps = 0;
        throw_on(&mut ice, board.stone, 0, &mut best, &mut steps);
        Found::new((best <= MOST_THROWS).then_some(best), steps)
    }

    fn throw_on(
        ice: &mut [Vec<u8>],
        stone: (usize, usize),
        throws: u64,
        best: &mut u64,
        steps: &mut u64,
    ) {
        *steps += 1;
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            if throws + 1 >= *best {
                return;
            }
            let (mut row, mut column) = stone;
            loop {
                let next = (
                    row.wrapping_add_signed(down),
                    column.wrapping_add_signed(right),
                );
                match ice.get(next.0).and_then(|row| row.get(next.1)) {
                    None => break,
                    Some(&BLOCK) => {
                        if (row, column) != stone {
                            ice[next.0][next.1] = ICE;
                            throw_on(ice, (row, column), throws + 1, best, steps);
                            ice[next.0][next.1] = BLOCK;
                        }
                        break;
                    }
                    Some(&GOAL) => {
                        *best = throws + 1;
                        break;
                    }
                    Some(_) => (row, column) = next,
                }
            }
        }
    }
}

/// The portal maze as it is handed in: Dijkstra with a binary heap over two layers of squares,
/// one for players who walked there, one for players who came through a portal.
pub mod portals {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;
    use std::str::SplitAsciiWhitespace;

    use super::{Found, number};

    /// A board as the judge gives it.
    #[derive(Clone, Debug)]
    pub struct Board {
        /// How many columns there are.
        pub columns: usize,
        /// The glyphs, row by row.
        pub glyphs: Vec<u8>,
        /// The two squares of each letter that is used.
        pub portals: [Option<[u32; 2]>; 26],
    }

    /// Reads the next board.
    pub fn read(words: &mut SplitAsciiWhitespace) -> Option<Board> {
        let (rows, columns) = (number(words)?, number(words)?);
        let mut glyphs = Vec::with_capacity(rows * columns);
        for _ in 0..rows {
            glyphs.extend_from_slice(words.next()?.as_bytes());
        }
        let mut portals: [Option<[u32; 2]>; 26] = [None; 26];
        for (square, &glyph) in glyphs.iter().enumerate() {
            if glyph.is_ascii_uppercase() {
                let square = square as u32;
                let pair = &mut portals[usize::from(glyph - b'A')];
                *pair = Some(pair.map_or([square; 2], |[one, _]| [one, square]));
            }
        }
        Some(Board {
            columns,
            glyphs,
            portals,
        })
    }

    impl Board {
        /// The other square of a portal; nothing where there is none.
        #[inline]
        pub fn twin(&self, square: u32) -> Option<u32> {
            let glyph = self.glyphs[square as usize];
            if !glyph.is_ascii_uppercase() {
                return None;
            }
            let [one, other] = self.portals[usize::from(glyph - b'A')]?;
            Some(if square == one { other } else { one })
        }

        /// Where a step onto a square ends: a portal leads on at once, except on the goal.
        pub fn arrival(&self, square: u32) -> u32 {
            match square == self.goal() {
                true => square,
                false => self.twin(square).unwrap_or(square),
            }
        }

        /// The last square, which the player wants to reach.
        pub fn goal(&self) -> u32 {
            self.glyphs.len() as u32 - 1
        }

        /// The squares beside one that are no walls.
        #[inline]
        pub fn beside(&self, square: u32) -> impl Iterator<Item = u32> + use<'_> {
            let columns = self.columns as u32;
            let (column, squares) = (square % columns, self.glyphs.len() as u32);
            let beside = [
                square.checked_sub(columns),
                Some(square + columns).filter(|&below| below < squares),
                (column > 0).then(|| square.wrapping_sub(1)),
                (column + 1 < columns).then_some(square + 1),
            ];
            let is_free = |&square: &u32| self.glyphs[square as usize] != b'#';
            beside.into_iter().flatten().filter(is_free)
        }
    }

    /// The fewest seconds to the last square.
    pub fn fewest(board: &Board) -> Found {
        const FAR: u32 = u32::MAX;
        if board.glyphs[0] == b'#' {
            return Found::new(None, 0);
        }
        let goal = board.goal();
        // A node is a square and, lowest, whether the player came through a portal.
        let mut seconds = vec![FAR; 2 * board.glyphs.len()];
        let mut heap = BinaryHeap::from([Reverse((0, 0))]);
        let mut settled = 0;
        seconds[0] = 0;
        while let Some(Reverse((time, node))) = heap.pop() {
            if time > seconds[node as usize] {
                continue;
            }
            settled += 1;
            let (square, teleported) = (node / 2, node % 2 == 1);
            if square == goal {
                return Found::new(Some(u64::from(time)), settled);
            }
            let mut reach = |time: u32, node: u32| {
                if time < seconds[node as usize] {
                    seconds[node as usize] = time;
                    heap.push(Reverse((time, node)));
                }
            };
            match board.twin(square) {
                Some(twin) if !teleported => reach(time, 2 * twin + 1),
                _ => board
                    .beside(square)
                    .for_each(|next| reach(time + 1, 2 * next)),
            }
        }
        Found::new(None, settled)
    }

    /// The judge's answer.
    pub fn judged(found: Found) -> String {
        match found.fewest {
            Some(seconds) => format!("{seconds}\n"),
            None => "Game Over.\n".to_string(),
        }
    }
}

/// Snakes and Ladders as it is handed in: a queue, and a hash map from square to rolls.
pub mod ladders {
    use std::collections::{HashMap, VecDeque};

    use super::Found;

    /// The matrix as the judge gives it, from the top row down, -1 for a plain square.
    pub type Board = Vec<Vec<i64>>;

    /// Reads one line of JSON.
    pub fn read(line: &str) -> Option<Board> {
        let rows = line.trim().strip_prefix("[[")?.strip_suffix("]]")?;
        let entries = |row: &str| {
            row.split(',')
                .map(|entry| entry.trim().parse().ok())
                .collect()
        };
        rows.split("],[").map(entries).collect()
    }

    /// Where a jump from a square, counted from 1, ends; itself where there is none.
    #[inline]
    pub fn landing(board: &Board, square: usize) -> usize {
        let side = board.len();
        let (row, along) = ((square - 1) / side, (square - 1) % side);
        let column = if row % 2 == 0 {
            along
        } else {
            side - 1 - along
        };
        match board[side - 1 - row][column] {
            -1 => square,
            end => end as usize,
        }
    }

    /// The fewest rolls to the last square.
    pub fn fewest(board: &Board) -> Found {
        let last = board.len() * board.len();
        let mut rolls = HashMap::from([(1, 0)]);
        let mut queue = VecDeque::from([1]);
        while let Some(square) = queue.pop_front() {
            let made = rolls[&square];
            for next in square + 1..=last.min(square + 6) {
                let next = landing(board, next);
                if next == last {
                    return Found::new(Some(made + 1), rolls.len() as u64 + 1);
                }
                rolls.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    made + 1
                });
            }
        }
        Found::new(None, rolls.len() as u64)
    }
}

/// What one click reveals as it is handed in: a queue that floods a `Vec<Vec<char>>`.
pub mod mines {
    use std::collections::VecDeque;

    /// The board as the judge gives it.
    pub type Board = Vec<Vec<char>>;

    /// Reads two lines of JSON: the board, and the click's row and column.
    pub fn read(board: &str, click: &str) -> Option<(Board, (usize, usize))> {
        let rows = board.trim().strip_prefix("[[")?.strip_suffix("]]")?;
        let row = |row: &str| row.chars().filter(char::is_ascii_alphanumeric).collect();
        let board = rows.split("],[").map(row).collect();
        let (row, column) = click.trim().trim_matches(['[', ']']).split_once(',')?;
        Some((board, (row.parse().ok()?, column.parse().ok()?)))
    }

    /// Clicks on a hidden cell.
    pub fn click(board: &mut Board, (row, column): (usize, usize)) {
        if board[row][column] == 'M' {
            board[row][column] = 'X';
            return;
        }
        let (rows, columns) = (board.len(), board[0].len());
        let around = |row: usize, column: usize| {
            let rows = row.saturating_sub(1)..(row + 2).min(rows);
            let columns = column.saturating_sub(1)..(column + 2).min(columns);
            rows.flat_map(move |row| columns.clone().map(move |column| (row, column)))
        };
        // A cell is marked when it is put into the queue, or each neighbour would put it there.
        board[row][column] = 'B';
        let mut queue = VecDeque::from([(row, column)]);
        while let Some((row, column)) = queue.pop_front() {
            let is_mine = |&(row, column): &(usize, usize)| matches!(board[row][column], 'M' | 'X');
            let mines = around(row, column).filter(is_mine).count();
            if mines > 0 {
                board[row][column] = (b'0' + mines as u8) as char;
                continue;
            }
            for (row, column) in around(row, column) {
                if board[row][column] == 'E' {
                    board[row][column] = 'B';
                    queue.push_back((row, column));
                }
            }
        }
    }

    /// The board as one line of JSON.
    pub fn write(board: &Board) -> String {
        let mut text = String::from("[");
        for (number, row) in board.iter().enumerate() {
            text += if number == 0 { "[" } else { ",[" };
            for (number, &cell) in row.iter().enumerate() {
                text += if number == 0 { "\"" } else { ",\"" };
                text.push(cell);
                text.push('"');
            }
            text.push(']');
        }
        text += "]\n";
        text
    }
}
