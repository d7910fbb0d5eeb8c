//! Minesweeper against a plain oracle, and the kernel against the generic search.

use fewest_search::{Limit, Limits, Report, Unwatched, Verdict};

use super::{Board, Touch};
use crate::grid::Grid;
use crate::oracle::{self, Judged, OrShow as _, Truth, judge, read};
use crate::rules::{Searching, Solve};
use crate::scan::Scanner;
use crate::source::Source;

pub(super) const SEED: u64 = 529;

/// The board as the oracle knows it: the judge's letters, row by row.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Field {
    pub(super) rows: Vec<Vec<char>>,
}

pub(super) type Cell = (usize, usize);

impl Field {
    pub(super) fn new(columns: usize, letters: &[char]) -> Self {
        let rows = letters.chunks(columns).map(<[char]>::to_vec).collect();
        Field { rows }
    }

    fn cells(&self) -> Vec<Cell> {
        let columns = self.rows[0].len();
        let row = |row| (0..columns).map(move |column| (row, column));
        (0..self.rows.len()).flat_map(row).collect()
    }

    pub(super) fn hidden(&self, letters: &[char]) -> Vec<Cell> {
        let is_hidden = |&(row, column): &Cell| letters.contains(&self.rows[row][column]);
        self.cells().into_iter().filter(is_hidden).collect()
    }

    fn has(&self, letter: char) -> bool {
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

    pub(super) fn mines(&self, cell: Cell) -> usize {
        let is_mine = |&(row, column): &Cell| matches!(self.rows[row][column], 'M' | 'X');
        self.around(cell).into_iter().filter(is_mine).count()
    }

    /// One click, as the judge words it.
    pub(super) fn click(&mut self, (row, column): Cell) {
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
    fn clicks(&self) -> Vec<(String, Field)> {
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

    fn truth(&self) -> Truth {
        Truth::of(self, Field::is_won, Field::clicks)
    }

    /// The 3BV by playing: first into every opening, then on every digit that is left.
    fn three_bv(&self) -> Vec<Cell> {
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

    pub(super) fn board_text(&self) -> String {
        let row = |row: &Vec<char>| row.iter().chain(&['\n']).collect::<String>();
        self.rows.iter().map(row).collect()
    }

    fn level_text(&self, click: Option<Cell>) -> String {
        let click = click.map(|(row, column)| format!("click: {row},{column}\n"));
        let click = click.unwrap_or_default();
        format!("game: mines\n{click}\n{}", self.board_text())
    }

    fn json(&self) -> String {
        let row = |row: &Vec<char>| {
            let cells: Vec<String> = row.iter().map(|cell| format!("\"{cell}\"")).collect();
            format!("[{}]", cells.join(","))
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        format!("[{}]", rows.join(","))
    }

    pub(super) fn board(&self) -> Board {
        let letters = self.rows.concat().into_iter().map(|letter| letter as u8);
        Board::of(Grid::new(self.rows[0].len(), letters.collect()))
    }

    /// What the generic search says, the kernel left out.
    fn searched(&self) -> Report<Touch> {
        self.board().with_puzzle(Searching {
            terms: &(&Limits::default()).into(),
            watch: &mut Unwatched,
        })
    }

    /// Holds the kernel and the generic search to the oracle.
    fn check(&self) {
        let text = self.level_text(None);
        let seen = oracle::seen(SEED, || &text);
        let solved = read(&text).solve(&Limits::default(), &mut Unwatched);
        let solved = solved.or_show(&seen);
        assert_eq!(solved.stats.states, 0, "{seen}");
        let searched = self.searched().map(|place| place.to_string().into());
        assert_eq!(solved.verdict, searched.verdict, "{seen}");
        oracle::search_agrees(&searched, &self.truth(), &seen);
    }

    /// Holds what is written, and what the judge is told about a click, to the oracle's.
    fn check_texts(&self, click: Option<Cell>) {
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
        oracle::texts_agree(&*read(&text), &text, cell.map(judged), SEED);
    }
}

/// A random board: mines as dense as they come, and now and then cells that are revealed
/// already, rightly or wrongly.
pub(super) fn random_field(most: usize, rng: &mut fastrand::Rng) -> Field {
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
pub(super) fn play(field: &mut Field, rng: &mut fastrand::Rng) {
    for _ in 0..rng.u8(..6).saturating_sub(3) {
        if let Some(&cell) = rng.choice(&field.hidden(&['E'])) {
            field.click(cell);
        }
    }
}

/// Every board of that size over some letters.
pub(super) fn every_field(
    rows: usize,
    columns: usize,
    letters: &[char],
) -> impl Iterator<Item = Field> {
    let (cells, base) = ((rows * columns) as u32, letters.len());
    let digit = move |number: usize, place| number / base.pow(place) % base;
    (0..base.pow(cells)).map(move |number| {
        let drawn = (0..cells).map(|place| letters[digit(number, place)]);
        Field::new(columns, &drawn.collect::<Vec<char>>())
    })
}

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..10_000 {
        let mut field = random_field(4, &mut rng);
        play(&mut field, &mut rng);
        // More cells than these to click one by one, and the oracle has too many orders.
        if field.three_bv().len() <= 9 {
            field.check();
        }
    }
}

#[test]
fn random_boards_and_clicks_are_judged_like_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for round in 0..6_000 {
        let mut field = random_field(if round % 100 == 0 { 50 } else { 8 }, &mut rng);
        play(&mut field, &mut rng);
        let click = rng.choice(&field.hidden(&['E', 'M'])).copied();
        field.check_texts(click);
        field.check_texts(None);
    }
}

#[test]
fn large_boards_take_their_3bv() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..2_000 {
        let mut field = random_field(30, &mut rng);
        play(&mut field, &mut rng);
        let text = field.level_text(None);
        let seen = oracle::seen(SEED, || &text);
        let report = read(&text).solve(&Limits::default(), &mut Unwatched);
        let verdict = report.or_show(&seen).verdict;
        if field.has('X') {
            assert_eq!(verdict, Verdict::Impossible, "{seen}");
            continue;
        }
        let name = |(row, column)| format!("{row},{column}").into();
        let moves: Vec<_> = field.three_bv().into_iter().map(name).collect();
        let cost = moves.len() as u64;
        assert_eq!(verdict, Verdict::Fewest { cost, moves }, "{seen}");
    }
}

#[test]
fn every_row_and_every_small_board_of_hidden_cells() {
    let rows = (1..=9).map(|columns| (1, columns));
    for (rows, columns) in rows.chain([(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]) {
        for field in every_field(rows, columns, &['M', 'E']) {
            field.check();
            field.check_texts(None);
        }
    }
}

#[test]
fn every_small_board_of_hidden_and_revealed_cells() {
    for (rows, columns) in [(1, 5), (2, 2), (2, 3)] {
        for field in every_field(rows, columns, &['M', 'E', 'B', '1', 'X']) {
            field.check();
            field.check_texts(None);
        }
    }
}

/// Whatever the fast reader takes, the careful one takes for the same.
#[test]
fn matrices_are_read_alike_fast_and_with_care() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let (mut taken, mut left) = (0, 0);
    for _ in 0..20_000 {
        let mut text = random_field(5, &mut rng).json().into_bytes();
        text.extend_from_slice(b"\n[0,0]\n[[");
        for _ in 0..rng.u8(..3) {
            let at = rng.usize(..text.len());
            match rng.u8(..3) {
                0 => text[at] = *rng.choice(b"[]\",EM19 \n").unwrap(),
                1 => text.insert(at, *rng.choice(b"[]\",EM19 \n").unwrap()),
                _ => text.truncate(at + 1),
            }
        }
        let text = String::from_utf8(text).unwrap();
        let mut input = Scanner::new(Source::new(text.as_bytes()).unwrap());
        let careful = input.json_matrix("", super::text::read_json_cell);
        match super::json::read(text.as_bytes()) {
            Some((cells, bytes)) => {
                assert_eq!((Ok(cells), bytes), (careful, input.at()), "{text}");
                taken += 1;
            }
            // Spaces are all that it may leave to the other.
            None => {
                let spaced = text[..input.at()].contains([' ', '\n']);
                assert!(careful.is_err() || spaced, "{text}");
                left += 1;
            }
        }
    }
    assert!(taken > 4_000 && left > 4_000, "{taken} taken, {left} left");
}

#[test]
fn the_published_examples() {
    let first = "[[\"E\",\"E\",\"E\",\"E\",\"E\"],[\"E\",\"E\",\"M\",\"E\",\"E\"],\
                 [\"E\",\"E\",\"E\",\"E\",\"E\"],[\"E\",\"E\",\"E\",\"E\",\"E\"]]\n";
    let opened = "[[\"B\",\"1\",\"E\",\"1\",\"B\"],[\"B\",\"1\",\"M\",\"1\",\"B\"],\
                  [\"B\",\"1\",\"1\",\"1\",\"B\"],[\"B\",\"B\",\"B\",\"B\",\"B\"]]\n";
    let lost = "[[\"B\",\"1\",\"E\",\"1\",\"B\"],[\"B\",\"1\",\"X\",\"1\",\"B\"],\
                [\"B\",\"1\",\"1\",\"1\",\"B\"],[\"B\",\"B\",\"B\",\"B\",\"B\"]]\n";
    assert_eq!(judge("mines", &format!("{first}[3,0]\n")), opened);
    assert_eq!(judge("mines", &format!("{opened}[1,2]\n")), lost);
    let both = format!("{first}[3,0]\n{opened}[1,2]\n");
    assert_eq!(judge("mines", &both), format!("{opened}{lost}"));
}

#[test]
fn the_example_takes_two_clicks() {
    let rows = ["EEEEE", "EEMEE", "EEEEE", "EEEEE"];
    let field = Field {
        rows: rows.map(|row| row.chars().collect()).to_vec(),
    };
    assert_eq!(field.truth().moves.unwrap(), ["0,0", "0,2"]);
    field.check();
}

#[test]
fn a_board_with_nothing_to_reveal_is_won_at_once() {
    Field::new(2, &['M', 'B', '1', 'M']).check();
    let solved = read("game: mines\n\nMM\n").solve(&Limits::default(), &mut Unwatched);
    assert_eq!(solved.unwrap().verdict.fewest(), Some(0));
}

/// A 3BV of 30, and every limit on the way to it.
#[test]
fn the_kernel_keeps_its_limits() {
    let text = format!("game: mines\n\n{}", "EMEMEM\nMEMEME\n".repeat(5));
    let level = read(&text);
    let solved = |limits: &Limits| level.solve(limits, &mut Unwatched).unwrap();
    let free = solved(&Limits::default());
    assert_eq!(free.verdict.fewest(), Some(30));
    assert!(Some(free.stats.bytes) <= free.plan.bytes);
    for memory in 0..=free.stats.bytes {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let report = solved(&limits);
        assert!(report.stats.bytes <= memory && report.plan.bytes <= Some(memory));
        match report.verdict {
            Verdict::GaveUp { limit, at_least } => {
                assert!(memory < free.stats.bytes);
                assert_eq!(limit, Limit::Memory);
                assert!(at_least == 0 || at_least == 30, "{at_least}");
            }
            verdict => assert_eq!((verdict.fewest(), memory), (Some(30), free.stats.bytes)),
        }
    }
    for cost in 0..35 {
        let limits = Limits {
            cost: Some(cost),
            ..Limits::default()
        };
        let at_least = if cost < 30 { cost + 1 } else { 30 };
        assert_eq!(solved(&limits).verdict.at_least(), Some(at_least));
        assert_eq!(solved(&limits).verdict.fewest().is_some(), cost >= 30);
    }
    let limits = Limits {
        time: Some(std::time::Duration::ZERO),
        ..Limits::default()
    };
    let Verdict::GaveUp { limit, .. } = solved(&limits).verdict else {
        panic!("no time at all is soon up");
    };
    assert_eq!(limit, Limit::Time);
}

#[test]
fn the_judges_board_may_come_without_a_click() {
    let read = |text: &str| {
        let source = Source::new(text.as_bytes()).expect("it is UTF-8");
        crate::registry::read(source, None)
    };
    for text in [
        r#"[["E","M"],["E","E"]]"#,
        "[ [\"E\", \"M\"],\n [\"E\",\"E\"] ]\n",
    ] {
        let levels = read(text).expect(text);
        assert_eq!(levels[0].level_text(), "game: mines\n\nEM\nEE\n");
    }
    let with = read("[[\"E\",\"M\"]]\n[0,0]\n").expect("it is the judge's");
    assert_eq!(with[0].level_text(), "game: mines\nclick: 0,0\n\nEM\n");
    assert!(read(r#"[["E","M"],["E"]]"#).is_err());
}
