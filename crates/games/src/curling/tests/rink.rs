//! The oracle: a game of curling as a drawing, thrown on by the rules alone, and boards to try it on.

use fewest_search::{Limits, Report, SearchContext, Verdict};

use crate::builtin::AnyLevel;
use crate::curling::Board;
use crate::curling::kernel::{self, Manner};
use crate::game::Game as _;
use crate::grid::{Direction, Grid};
use crate::oracle::{self, Judged, OrShow as _, Truth, reached};

pub const SEED: u64 = 3009;
const THROWS: [(&str, i32, i32); 4] = [("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)];

/// A position as the oracle knows it: the drawn board, stone and all, and the throws made.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rink {
    pub rows: Vec<Vec<char>>,
    stone: (i32, i32),
    made: u32,
}

/// A game: the first position, and how many throws are allowed.
pub struct Sheet {
    pub rink: Rink,
    pub throws: Option<u32>,
}

impl Rink {
    /// The rink with the stone taken off the drawing: where it began is ordinary ice.
    pub fn new(mut rows: Vec<Vec<char>>) -> Self {
        let mut stone = (0, 0);
        for (number, row) in rows.iter_mut().enumerate() {
            if let Some(column) = row.iter().position(|&glyph| glyph == 'S') {
                row[column] = '.';
                stone = (number as i32, column as i32);
            }
        }
        Rink {
            rows,
            stone,
            made: 0,
        }
    }

    /// What is drawn at a spot; nothing past the edge.
    fn glyph(&self, row: i32, column: i32) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn is_won(&self) -> bool {
        self.glyph(self.stone.0, self.stone.1) == Some('G')
    }

    /// The rink after a throw; nothing where none is possible or the stone leaves the board.
    fn thrown(&self, down: i32, right: i32) -> Option<Rink> {
        let mut next = self.clone();
        next.made += 1;
        loop {
            let (row, column) = (next.stone.0 + down, next.stone.1 + right);
            match self.glyph(row, column)? {
                '#' if next.stone == self.stone => return None,
                '#' => {
                    next.rows[row as usize][column as usize] = '.';
                    return Some(next);
                }
                _ => next.stone = (row, column),
            }
            if next.is_won() {
                return Some(next);
            }
        }
    }
}

impl Sheet {
    /// The throws that do not lose: the last one allowed must win.
    fn throws(&self, rink: &Rink) -> Vec<(&'static str, Rink)> {
        let is_lost = |next: &Rink| !next.is_won() && Some(next.made) == self.throws;
        let throws = THROWS.into_iter();
        let made = throws.filter_map(|(name, down, right)| Some((name, rink.thrown(down, right)?)));
        made.filter(|(_, next)| !is_lost(next)).collect()
    }

    fn truth(&self) -> Truth {
        let layers = reached(&self.rink, Rink::is_won, |rink| self.throws(rink));
        let last = layers.len() - 1;
        let is_won = layers[last].iter().any(Rink::is_won);
        Truth {
            layers: layers.iter().map(|layer| layer.len() as u64).collect(),
            moves: is_won.then(|| self.try_all(&self.rink, last as u32).expect("a win")),
        }
    }

    /// The first sequence of so many throws that wins: all are tried in their order.
    fn try_all(&self, rink: &Rink, left: u32) -> Option<Vec<String>> {
        if rink.is_won() || left == 0 {
            return rink.is_won().then(Vec::new);
        }
        self.throws(rink).into_iter().find_map(|(name, next)| {
            let mut moves = self.try_all(&next, left - 1)?;
            moves.insert(0, name.to_string());
            Some(moves)
        })
    }

    /// The rows with the stone drawn in, in glyphs for ice, block, stone and goal.
    fn drawn(&self, glyphs: [char; 4]) -> Vec<Vec<char>> {
        let mut rows = self.rink.rows.clone();
        rows[self.rink.stone.0 as usize][self.rink.stone.1 as usize] = 'S';
        for square in rows.iter_mut().flatten() {
            *square = glyphs[['.', '#', 'S', 'G']
                .iter()
                .position(|glyph| glyph == square)
                .unwrap()];
        }
        rows
    }

    pub fn level_text(&self) -> String {
        let throws = match self.throws {
            Some(10) => String::new(),
            Some(throws) => format!("throws: {throws}\n"),
            None => "throws: none\n".to_string(),
        };
        let rows = self.drawn(['.', '#', 'S', 'G']);
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        format!("game: curling\n{throws}\n{}\n", rows.join("\n"))
    }

    pub fn judge_text(&self) -> String {
        let rows = self.drawn(['0', '1', '2', '3']);
        let mut text = format!("{} {}\n", rows[0].len(), rows.len());
        for row in rows {
            let squares: Vec<String> = row.iter().map(char::to_string).collect();
            text += &format!("{}\n", squares.join(" "));
        }
        text + "0 0\n"
    }

    /// Holds the game's answer and its count of positions to the oracle's.
    pub fn check(&self) -> (AnyLevel, Truth) {
        let truth = self.truth();
        let text = self.level_text();
        let seen = oracle::seen(SEED, || &text);
        let level = oracle::read(&text);
        let solved = level.solve(&mut SearchContext::default());
        let searched = self
            .searched(&Limits::default())
            .map(|direction| direction.to_string().into());
        assert_eq!(solved.or_show(&seen).verdict, searched.verdict, "{seen}");
        oracle::search_agrees(&searched, &truth, &seen);
        (level, truth)
    }

    pub fn board(&self) -> Board {
        let rows = self.drawn(['.', '#', 'S', 'G']);
        let squares = rows.concat();
        let find = |glyph| squares.iter().position(|&square| square == glyph).unwrap() as u32;
        let blocks = squares.iter().map(|&square| square == '#').collect();
        Board {
            blocks: Grid::new(rows[0].len(), blocks),
            stone: find('S'),
            goal: find('G'),
            throws: self.throws,
        }
    }

    /// What the generic search says, the kernel left out.
    fn searched(&self, limits: &Limits) -> Report<Direction> {
        self.board()
            .puzzle()
            .solve(&mut SearchContext::new(&limits.into()))
    }

    /// Holds the kernel on both sheets to the generic search; says how that went.
    pub fn sheets_agree(&self) -> Verdict<Direction> {
        let limits = Limits {
            states: Some(30_000),
            ..Limits::default()
        };
        let (board, text) = (self.board(), self.level_text());
        let seen = oracle::seen(SEED, || &text);
        let searched = self.searched(&limits).verdict;
        if !matches!(searched, Verdict::GaveUp { .. }) {
            let fits = board.blocks.rows().max(board.blocks.columns()) <= 60;
            for narrow in [false, true].into_iter().take(1 + usize::from(fits)) {
                let report = solve_by(narrow, &board, &Limits::default());
                assert_eq!(report.verdict, searched, "narrow: {narrow}, {seen}");
            }
        }
        searched
    }

    /// Holds what is written and what the judge is told to the oracle's.
    pub fn check_texts(&self, level: &AnyLevel, truth: &Truth) {
        let judged = (self.throws == Some(10)).then(|| Judged {
            input: self.judge_text(),
            answer: truth.answer("-1"),
        });
        oracle::texts_agree(level, &self.level_text(), judged, SEED);
    }
}

/// Solves by the kernel on one kind of sheet, in memory.
pub fn solve_by(narrow: bool, board: &Board, limits: &Limits) -> Report<Direction> {
    let manner = Manner {
        narrow,
        most_in_memory: u32::MAX,
    };
    kernel::solve_by(manner, board, &mut SearchContext::new(&limits.into()))
}

pub fn random_sheet(rng: &mut fastrand::Rng) -> Sheet {
    let (height, width) = (rng.usize(1..=7), rng.usize(2..=7));
    let throws = match rng.u8(..3) {
        0 => Some(10),
        1 => Some(rng.u32(1..=12)),
        _ => None,
    };
    let blocks = rng.f32() * 0.7;
    Sheet {
        rink: random_rink(rng, height, width, blocks),
        throws,
    }
}

pub fn random_rink(rng: &mut fastrand::Rng, height: usize, width: usize, blocks: f32) -> Rink {
    let square = |_| if rng.f32() < blocks { '#' } else { '.' };
    let mut squares: Vec<char> = (0..height * width).map(square).collect();
    let stone = rng.usize(..squares.len());
    squares[stone] = 'S';
    let mut others: Vec<usize> = (0..squares.len()).filter(|&at| at != stone).collect();
    rng.shuffle(&mut others);
    // Mostly out of the stone's row and column, or most games would be over at once.
    let in_line = |goal: usize| goal / width == stone / width || goal % width == stone % width;
    let mut goals = others.iter().copied().take(4);
    let goal = goals.find(|&goal| !in_line(goal)).unwrap_or(others[0]);
    squares[goal] = 'G';
    Rink::new(squares.chunks(width).map(<[char]>::to_vec).collect())
}

/// Every board of that size, one stone and one goal on it, every other square ice or block.
pub fn every_rink(height: usize, width: usize, check: &mut impl FnMut(Rink)) {
    let squares = height * width;
    for stone in 0..squares {
        for goal in (0..squares).filter(|&goal| goal != stone) {
            for layout in 0..1 << squares {
                // A block under the stone or the goal would draw a board a second time.
                if layout >> stone & 1 == 1 || layout >> goal & 1 == 1 {
                    continue;
                }
                let block = |place| if layout >> place & 1 == 1 { '#' } else { '.' };
                let mut drawn: Vec<char> = (0..squares).map(block).collect();
                (drawn[stone], drawn[goal]) = ('S', 'G');
                check(Rink::new(
                    drawn.chunks(width).map(<[char]>::to_vec).collect(),
                ));
            }
        }
    }
}
