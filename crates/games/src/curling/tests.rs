//! Curling against an oracle: a game as a drawing, thrown on by the rules alone.

use std::time::Duration;

use fewest_search::{Limit, Limits, Report, SearchContext, SearchOptions, Verdict};

use super::text::{read_carefully, read_case};
use super::{Board, kernel};
use crate::builtin::AnyLevel;
use crate::edits::{Glyphs, Rewritten, agree};
use crate::game::Game as _;
use crate::grid::{Direction, Grid};
use crate::level::Level;
use crate::oracle::{Judged, OrShow as _, Solve as _, Truth, judge, reached};
use crate::scan::Scanner;
use crate::source::Source;
use crate::{oracle, solve};
use fewest_search_testing::ram::Ram;

const SEED: u64 = 3009;
const THROWS: [(&str, i32, i32); 4] = [("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)];

/// A position as the oracle knows it: the drawn board, stone and all, and the throws made.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Rink {
    rows: Vec<Vec<char>>,
    stone: (i32, i32),
    made: u32,
}

/// A game: the first position, and how many throws are allowed.
struct Sheet {
    rink: Rink,
    throws: Option<u32>,
}

impl Rink {
    /// The rink with the stone taken off the drawing: where it began is ordinary ice.
    fn new(mut rows: Vec<Vec<char>>) -> Self {
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

    fn level_text(&self) -> String {
        let throws = match self.throws {
            Some(10) => String::new(),
            Some(throws) => format!("throws: {throws}\n"),
            None => "throws: none\n".to_string(),
        };
        let rows = self.drawn(['.', '#', 'S', 'G']);
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        format!("game: curling\n{throws}\n{}\n", rows.join("\n"))
    }

    fn judge_text(&self) -> String {
        let rows = self.drawn(['0', '1', '2', '3']);
        let mut text = format!("{} {}\n", rows[0].len(), rows.len());
        for row in rows {
            let squares: Vec<String> = row.iter().map(char::to_string).collect();
            text += &format!("{}\n", squares.join(" "));
        }
        text + "0 0\n"
    }

    /// Holds the game's answer and its count of positions to the oracle's.
    fn check(&self) -> (AnyLevel, Truth) {
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

    fn board(&self) -> Board {
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

    /// Holds the kernel to the generic search; says how that went.
    fn kernel_agrees(&self) -> Verdict<Direction> {
        let limits = Limits {
            states: Some(30_000),
            ..Limits::default()
        };
        let (board, text) = (self.board(), self.level_text());
        let seen = oracle::seen(SEED, || &text);
        let searched = self.searched(&limits).verdict;
        let is_decided = !matches!(searched, Verdict::GaveUp { .. });
        if is_decided && kernel::fits(&board, &SearchOptions::new()) {
            let report = kernel::solve(&board, &mut SearchContext::default());
            assert_eq!(report.verdict, searched, "{seen}");
        }
        searched
    }

    /// Holds what is written and what the judge is told to the oracle's.
    fn check_texts(&self, level: &AnyLevel, truth: &Truth) {
        let judged = (self.throws == Some(10)).then(|| Judged {
            input: self.judge_text(),
            answer: truth.answer("-1"),
        });
        oracle::texts_agree(level, &self.level_text(), judged, SEED);
    }
}

fn random_sheet(rng: &mut fastrand::Rng) -> Sheet {
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

fn random_rink(rng: &mut fastrand::Rng, height: usize, width: usize, blocks: f32) -> Rink {
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
fn every_rink(height: usize, width: usize, check: &mut impl FnMut(Rink)) {
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

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..40_000 {
        let sheet = random_sheet(&mut rng);
        let (level, truth) = sheet.check();
        sheet.check_texts(&level, &truth);
    }
}

#[test]
fn every_single_row_of_up_to_seven_squares() {
    for width in 2..=7 {
        every_rink(1, width, &mut |rink| {
            for throws in [Some(10), Some(1), Some(2), Some(3), None] {
                let rink = rink.clone();
                let sheet = Sheet { rink, throws };
                let (level, truth) = sheet.check();
                sheet.check_texts(&level, &truth);
            }
        });
    }
}

#[test]
fn every_board_of_two_by_three_and_three_by_three() {
    for (height, width) in [(2, 3), (3, 2), (3, 3)] {
        every_rink(height, width, &mut |rink| {
            for throws in [Some(10), Some(1), Some(2), Some(3), None] {
                let rink = rink.clone();
                Sheet { rink, throws }.check();
            }
        });
    }
}

#[test]
fn the_published_examples() {
    let cases = [
        ("2 1\n3 2\n", "1\n"),
        (
            "6 6\n1 0 0 2 1 0\n1 1 0 0 0 0\n0 0 0 0 0 3\n0 0 0 0 0 0\n1 0 0 0 0 1\n0 1 1 1 1 1\n",
            "4\n",
        ),
        ("6 1\n1 1 2 1 1 3\n", "-1\n"),
        ("6 1\n1 0 2 1 1 3\n", "4\n"),
        ("12 1\n2 0 1 1 1 1 1 1 1 1 1 3\n", "10\n"),
        ("13 1\n2 0 1 1 1 1 1 1 1 1 1 1 3\n", "-1\n"),
    ];
    for (case, answer) in cases {
        assert_eq!(judge("curling", &format!("{case}0 0\n")), answer, "{case}");
    }
    let all = |part: fn(&(&str, &str)) -> String| cases.iter().map(part).collect::<String>();
    let input = all(|case| case.0.to_string()) + "0 0\n";
    assert_eq!(judge("curling", &input), all(|case| case.1.to_string()));
}

#[test]
fn the_eleventh_throw_wins_where_it_is_allowed() {
    let sheet = |throws| {
        let row = "S.##########G".chars().collect();
        let rink = Rink::new(vec![row]);
        Sheet { rink, throws }
            .check()
            .1
            .moves
            .map(|moves| moves.len())
    };
    assert_eq!(sheet(Some(10)), None);
    assert_eq!(sheet(Some(11)), Some(11));
    assert_eq!(sheet(None), Some(11));
}

#[test]
fn a_stone_that_would_slide_past_the_goal_has_arrived() {
    let rink = Rink::new(vec!["S.G...".chars().collect()]);
    let throws = Some(1);
    let moves = Sheet { rink, throws }.check().1.moves.unwrap();
    assert_eq!(moves, ["R"]);
}

/// What is read at once is what is read word by word, and so is what is wrong with it.
#[test]
fn reading_fast_is_reading_carefully() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut refused = 0;
    for _ in 0..20_000 {
        let sheet = random_sheet(&mut rng);
        let mut text = sheet.judge_text();
        if rng.u8(..4) > 0 {
            let at = rng.usize(..text.len());
            let part = [
                "", "1", "2", "3", " ", "\n", "4", "#", "x", "\r\n", "\u{86C7}",
            ];
            text.replace_range(at..at + rng.usize(..=1), rng.choice(part).unwrap());
        }
        let source = Source::new(text.as_bytes()).unwrap();
        let (mut fast, mut slow) = (Scanner::new(source), Scanner::new(source));
        let mut carefully = || {
            let (width, height) = (slow.number("", "").ok()?, slow.number("", "").ok()?);
            let is_size = width > 0 && height > 0;
            is_size.then(|| (read_carefully(&mut slow, width, height), slow.at()))
        };
        if let Some((board, at)) = carefully() {
            refused += u32::from(board.is_err());
            let read = read_case(&mut fast).transpose().unwrap();
            assert_eq!(format!("{read:?}"), format!("{board:?}"), "{text}");
            assert_eq!(fast.at(), at, "{text}");
        }
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn both_kernel_agrees_with_the_generic_search() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut long = 0;
    for _ in 0..6_000 {
        let (height, width) = (rng.usize(1..=14), rng.usize(2..=14));
        let blocks = 0.1 + rng.f32() * 0.7;
        let rink = random_rink(&mut rng, height, width, blocks);
        let throws = (rng.u8(..4) > 0).then(|| rng.u32(1..=30));
        let fewest = Sheet { rink, throws }.kernel_agrees().fewest();
        long += u32::from(fewest > Some(10));
    }
    assert!(long > 100, "{long}");
}

/// Sides around the lengths of words, and rows and columns on their own.
#[test]
fn boards_of_every_length_agree_with_the_generic_search() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut decided = 0;
    for length in [31, 32, 33, 58, 59, 60, 61, 62, 63, 64, 65, 129] {
        for _ in 0..60 {
            let (mut height, mut width) = match rng.u8(..3) {
                0 => (1, length),
                1 => (rng.usize(2..=4), length),
                _ => (rng.usize(5..=61), length),
            };
            if rng.bool() {
                (height, width) = (width, height);
            }
            let blocks = rng.f32() * 0.6;
            let rink = random_rink(&mut rng, height, width, blocks);
            let throws = (rng.u8(..4) > 0).then(|| rng.u32(1..=30));
            let verdict = Sheet { rink, throws }.kernel_agrees();
            decided += u32::from(!matches!(verdict, Verdict::GaveUp { .. }));
        }
    }
    assert!(decided > 500, "{decided}");
}

/// A row of blocks takes a throw each, however many there are.
#[test]
fn a_corridor_of_a_thousand_blocks() {
    const BLOCKS: u64 = 1_000;
    let row = format!("S.{}G", "#".repeat(BLOCKS as usize));
    let column: String = row.chars().map(|glyph| format!("{glyph}\n")).collect();
    for rows in [row, column] {
        let level = oracle::read(&format!("game: curling\nthrows: none\n\n{rows}\n"));
        let report = level.solve(&mut SearchContext::default()).unwrap();
        assert_eq!(report.verdict.fewest(), Some(BLOCKS + 1));
    }
}

/// To and fro between two rows of blocks: few positions a layer, and long ways between them.
#[test]
fn a_stone_that_goes_to_and_fro() {
    for (blocks, goal, fewest) in [(25, "G", 26), (25, "#", 27), (300, "G", 301)] {
        let row = "#".repeat(blocks);
        let text = format!(
            "{goal}{row}.S.{row}{}",
            if goal == "G" { "#" } else { "#.G" }
        );
        let rink = Rink::new(vec![text.chars().collect()]);
        let sheet = Sheet { rink, throws: None };
        if blocks < 100 {
            sheet.kernel_agrees();
        }
        let solved = sheet.board().solve(&mut SearchContext::default());
        assert_eq!(solved.verdict.fewest(), Some(fewest));
    }
}

/// Whatever the limit, the kernel's verdict is the free one or a bound below it.
#[test]
fn the_kernel_keeps_its_limits() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut gave_up = [0; 4];
    for _ in 0..4_000 {
        let throws = (rng.u8(..4) > 0).then(|| rng.u32(1..=20));
        let sheet = Sheet {
            throws,
            ..random_sheet(&mut rng)
        };
        let (board, seen) = (sheet.board(), oracle::seen(SEED, || sheet.level_text()));
        let solve =
            |limits: &Limits| kernel::solve(&board, &mut SearchContext::new(&limits.into()));
        let free = solve(&Limits::default());
        let fewest = free.verdict.fewest();
        let planned = free.plan.bytes.unwrap_or(u64::MAX);
        assert!(free.stats.bytes <= planned, "{seen}");
        let kinds = [
            Limits {
                states: Some(rng.u64(..20)),
                ..Limits::default()
            },
            Limits {
                cost: Some(rng.u64(..10)),
                ..Limits::default()
            },
            Limits {
                memory: Some(rng.u64(..10_000)),
                ..Limits::default()
            },
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
        ];
        for (limits, gave_up) in kinds.iter().zip(&mut gave_up) {
            let report = solve(limits);
            assert!(
                report.stats.bytes <= limits.memory.unwrap_or(u64::MAX),
                "{seen}"
            );
            assert!(
                report.stats.states <= limits.states.unwrap_or(u64::MAX),
                "{seen}"
            );
            match report.verdict {
                Verdict::GaveUp { at_least, .. } => {
                    *gave_up += 1;
                    assert!(fewest.is_none_or(|fewest| at_least <= fewest), "{seen}");
                }
                verdict => assert_eq!(verdict, free.verdict, "{seen}"),
            }
        }
    }
    assert!(gave_up.iter().all(|&often| often > 50), "{gave_up:?}");
}

/// Where the memory is too little for the kernel, the generic search goes on, on the disk.
#[test]
fn a_search_whose_memory_is_used_up_goes_on_on_the_disk() {
    let text = "game: curling\nthrows: none\n\n#..#..#G..#\n.#####.#.##\n#.#.##.#.##\n##.##.#####\n\
                #....#..#.#\n.#########.\n..####.#.#.\n.##.#######\n##.#####.##\n##.S.######\n";
    let board = Level::<Board>::parse(text).unwrap().board;
    let in_memory = kernel::solve(&board, &mut SearchContext::default());
    assert_eq!(in_memory.plan.kernel, "layers");
    let too_little = SearchOptions::new().memory(in_memory.stats.bytes - 1);
    let gave_up = kernel::solve(&board, &mut SearchContext::new(&too_little));
    assert!(matches!(
        gave_up.verdict,
        Verdict::GaveUp {
            limit: Limit::Memory,
            ..
        }
    ));
    let disk = Ram::default();
    let scratch = disk.scratch();
    let options = SearchOptions::new().scratch(&scratch);
    let report = solve::on_disk_if_full(&board, gave_up, &mut SearchContext::new(&options));
    assert_eq!(report.verdict, in_memory.verdict);
    assert_eq!(report.plan.kernel, "keys");
}

fn random_glyphs(rng: &mut fastrand::Rng) -> Glyphs {
    let (rows, columns) = (rng.usize(1..=5), rng.usize(2..=5));
    let mut board = Glyphs(vec![vec!['.'; columns]; rows]);
    for spot in board.0.iter_mut().flatten() {
        *spot = if rng.u8(..3) == 0 { '#' } else { '.' };
    }
    let mut spots: Vec<_> = board.all().into_iter().map(|(at, _, _)| at).collect();
    rng.shuffle(&mut spots);
    board.with(&[(spots[0], 'S'), (spots[1], 'G')])
}

fn by_hand(board: &Glyphs, notes: &str) -> Vec<Rewritten> {
    let mut made = Vec::new();
    let mut write = |group, square, board: Glyphs| {
        let text = format!("game: curling\n{notes}\n{board}");
        made.push(Rewritten {
            group,
            square,
            text,
        });
    };
    let find = |what| {
        board
            .all()
            .into_iter()
            .find(|(_, _, glyph)| *glyph == what)
            .unwrap()
            .0
    };
    let (stone, goal) = (find('S'), find('G'));
    for (at, square, glyph) in board.all() {
        match glyph {
            '#' => write("block", square, board.with(&[(at, '.')])),
            '.' => {
                write("block", square, board.with(&[(at, '#')]));
                write("stone", square, board.with(&[(stone, '.'), (at, 'S')]));
                write("goal", square, board.with(&[(goal, '.'), (at, 'G')]));
            }
            _ => {}
        }
    }
    made
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..300 {
        let board = random_glyphs(&mut rng);
        let notes = rng.choice(["", "throws: 3\n", "throws: none\n"]).unwrap();
        let text = format!("game: curling\n{notes}\n{board}");
        agree::<Board>(&text, by_hand(&board, notes));
    }
}
