//! The player against plain searches that share nothing with it.

use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fastrand::Rng;
use fewest_minesweeper::{
    Cell, Endgame, FirstClick, FloatProbabilities, Grid, MineCount, Neighbours, Position, Reason,
    Score, Simulation, Square, split_mix_64,
};
use fewest_search::SearchContext;
use num_bigint::BigUint;
use num_rational::Ratio;

const SEED: u64 = 20_261_117;

/// All layouts that fit a position with a known total, each as its set of mines.
fn plain_layouts(position: &Position) -> Vec<BTreeSet<Square>> {
    let cells = &position.cells;
    let covered: Vec<Square> = position.covered().collect();
    let MineCount::Total(total) = position.mines else {
        unreachable!("it is known");
    };
    let mut layouts = Vec::new();
    for bits in 0u32..1 << covered.len() {
        if bits.count_ones() != total {
            continue;
        }
        let chosen = (0..covered.len()).filter(|at| bits >> at & 1 == 1);
        let mines: BTreeSet<Square> = chosen.map(|at| covered[at]).collect();
        let is_mine = |&near: &Square| cells[near] == Cell::Mine || mines.contains(&near);
        let fits = |number: Square| {
            let mines = || cells.around(number).filter(is_mine).count() as u8;
            !cells[number].is_number() || cells[number] == Cell::Number(mines())
        };
        if (0..cells.len()).all(fits) {
            layouts.push(mines);
        }
    }
    layouts
}

/// In how many layouts the best play wins, by playing every cell in every position.
fn plain_worth(
    position: &Position,
    layouts: &[BTreeSet<Square>],
    known: &mut HashMap<Vec<Cell>, usize>,
) -> usize {
    if let Some(&worth) = known.get(position.cells.squares()) {
        return worth;
    }
    let covered: Vec<Square> = position.covered().collect();
    // It is won where nothing but the mines of the only layout is covered.
    let is_won = |layout: &BTreeSet<Square>| layout.len() == covered.len();
    let worth = match layouts {
        [layout] if is_won(layout) => 1,
        _ => {
            let opened = covered
                .iter()
                .map(|&cell| plain_after(position, layouts, cell, known));
            opened.max().unwrap_or(0)
        }
    };
    known.insert(position.cells.squares().to_vec(), worth);
    worth
}

/// The same after opening a cell.
fn plain_after(
    position: &Position,
    layouts: &[BTreeSet<Square>],
    cell: Square,
    known: &mut HashMap<Vec<Cell>, usize>,
) -> usize {
    let mut worth = 0;
    for number in 0..=8 {
        let shows = |layout: &&BTreeSet<Square>| {
            let is_mine =
                |near: &Square| position.cells[*near] == Cell::Mine || layout.contains(near);
            !layout.contains(&cell) && position.cells.around(cell).filter(is_mine).count() == number
        };
        let left: Vec<BTreeSet<Square>> = layouts.iter().filter(shows).cloned().collect();
        if !left.is_empty() {
            let mut next = position.clone();
            next.cells[cell] = Cell::Number(number as u8);
            worth += plain_worth(&next, &left, known);
        }
    }
    worth
}

/// A small position with few covered cells.
fn random(rng: &mut Rng) -> Position {
    let (rows, columns) = (rng.usize(2..=4), rng.usize(2..=5));
    let grid = Grid::new(columns, vec![(); rows * columns]);
    let mut squares: Vec<Square> = (0..grid.len()).collect();
    rng.shuffle(&mut squares);
    let mines = rng.usize(1..=squares.len() / 2);
    let (is_mine, empty) = squares.split_at(mines);
    let covered = rng.usize(1..=empty.len().min(9usize.saturating_sub(mines).max(1)));
    let mut cells = grid.map(|_| Cell::Covered);
    for &square in &empty[covered..] {
        let near = grid.around(square).filter(|near| is_mine.contains(near));
        cells[square] = Cell::Number(near.count() as u8);
    }
    // Now and then what an open cell shows is not known.
    if covered < empty.len() && rng.bool() {
        cells[empty[covered]] = Cell::Unnumbered;
    }
    Position {
        cells,
        mines: MineCount::Total(mines as u32),
    }
}

#[test]
fn endgames_are_worth_what_playing_everything_shows() {
    let mut rng = Rng::with_seed(SEED);
    let mut guesses = 0;
    for round in 0..1_500 {
        let position = random(&mut rng);
        let name = format!("seed {SEED}, round {round}: {position:?}");
        let layouts = plain_layouts(&position);
        let near = Neighbours::new(&position.cells);
        let MineCount::Total(total) = position.mines else {
            unreachable!("it is known");
        };
        let mut now = FloatProbabilities::default();
        now.read(position.cells.squares(), &near, position.mines)
            .expect(&name);
        let mut endgame = Endgame::default();
        let count = endgame.begin(position.cells.squares(), &near, total, &now, &mut |_| true);
        assert_eq!(count, Some(layouts.len()), "{name}");
        if layouts.len() == 1 {
            continue;
        }
        let mut known = HashMap::new();
        let every = endgame
            .every(u64::MAX, &mut |_| true)
            .expect("all is searched");
        for &(cell, worth) in &every {
            let plain = plain_after(&position, &layouts, cell, &mut known);
            assert_eq!(worth as usize, plain, "{cell}, {name}");
        }
        let safe = |cell: Square| layouts.iter().all(|layout| !layout.contains(&cell));
        if position.covered().any(safe) {
            continue;
        }
        guesses += 1;
        let worth = plain_worth(&position, &layouts, &mut known);
        let (best, won) = endgame
            .best(u64::MAX, &mut |_| true)
            .expect("all is searched");
        assert_eq!(won as usize, worth, "{name}");
        assert!(every.contains(&(best, won)), "{name}");
        let advice = position.advice(&mut SearchContext::default()).expect(&name);
        let wins = Ratio::new(BigUint::from(worth), BigUint::from(layouts.len()));
        assert_eq!(advice.moves[0].wins, Some(wins), "{name}");
        assert_eq!(advice.best, Some(advice.moves[0].square), "{name}");
        assert_eq!(advice.reason, Reason::Searched, "{name}");
    }
    assert!(guesses > 200, "only {guesses}");
}

/// What is said to force a safe cell does: with a mine there nothing fits those numbers.
#[test]
fn safe_cells_have_their_reasons() {
    let mut rng = Rng::with_seed(SEED + 1);
    let mut told = 0;
    for round in 0..1_500 {
        let position = random(&mut rng);
        let name = format!("seed {SEED}, round {round}: {position:?}");
        let advice = position.advice(&mut SearchContext::default()).expect(&name);
        let Reason::Safe(found) = &advice.reason else {
            continue;
        };
        told += 1;
        let best = advice.best.expect("a cell is safe");
        let mut trial = position.clone();
        for square in 0..trial.cells.len() {
            if trial.cells[square].is_number() && !found.numbers.contains(&square) {
                trial.cells[square] = Cell::Unnumbered;
            }
        }
        let totals = match (found.with_total, position.mines) {
            (true, MineCount::Total(total)) => total..=total,
            _ => 0..=trial.cells.len(),
        };
        for total in totals {
            trial.mines = MineCount::Total(total);
            let layouts = plain_layouts(&trial);
            assert!(
                layouts.iter().all(|layout| !layout.contains(&best)),
                "{name}"
            );
        }
    }
    assert!(told > 300, "only {told}");
}

/// A position of D. N. Hill's with 1,008 layouts, and what each first move wins by his program.
#[test]
fn a_published_endgame() {
    // Columns 9 to 18 of the upper five rows: `#` a known mine, `.` covered, `-` open and of no
    // account, digits the numbers that say something.
    let rows = [
        "-#.......#",
        "##.....---",
        "#.....##--",
        "#.-..-#---",
        "##---#----",
    ];
    let mut cells: Vec<Cell> = Vec::new();
    for row in rows {
        cells.extend(row.bytes().map(|byte| match byte {
            b'.' => Cell::Covered,
            b'#' => Cell::Mine,
            _ => Cell::Unnumbered,
        }));
    }
    let mut cells = Grid::new(10, cells);
    let at = |column: u32, row: u32| row * 10 + column - 9;
    cells[at(18, 1)] = Cell::Mine;
    // Each sees the covered cells that its number counts, and mines that are known.
    for (column, row) in [(11, 4), (12, 4), (14, 3), (11, 3), (16, 1), (17, 1)] {
        let known = cells
            .around(at(column, row))
            .filter(|&near| cells[near] == Cell::Mine);
        let wanted = match (column, row) {
            (11, 3) | (16, 1) => 2,
            _ => 1,
        };
        cells[at(column, row)] = Cell::Number(known.count() as u8 + wanted);
    }
    let position = Position {
        cells,
        mines: MineCount::Total(7),
    };
    let advice = position
        .advice(&mut SearchContext::default())
        .expect("it is right");
    assert_eq!(advice.probabilities.layouts, 1_008u32.into());
    let won = [
        (14, 2, 466),
        (12, 1, 450),
        (12, 0, 446),
        (14, 1, 438),
        (14, 0, 438),
        (13, 0, 421),
        (13, 1, 420),
        (11, 2, 419),
        (11, 1, 419),
        (11, 0, 417),
        (13, 2, 385),
        (12, 2, 381),
        (10, 2, 380),
        (15, 1, 350),
        (13, 3, 336),
        (10, 3, 336),
        (15, 0, 323),
        (12, 3, 318),
        (17, 0, 241),
        (16, 0, 241),
    ];
    assert_eq!(advice.moves.len(), won.len());
    assert_eq!(advice.best, Some(at(14, 2)));
    for (column, row, wins) in won {
        let mut moves = advice.moves.iter();
        let found = moves
            .find(|found| found.square == at(column, row))
            .expect("a move");
        let wins = Ratio::new(BigUint::from(wins as u32), BigUint::from(1_008u32));
        assert_eq!(found.wins, Some(wins), "{column},{row}");
    }
}

/// Every board that keeps the promise comes up as often as any other.
#[test]
fn boards_are_equally_likely() {
    for (first, click) in [
        (FirstClick::Safe, 4),
        (FirstClick::Open, 0),
        (FirstClick::Open, 5),
    ] {
        let simulation = Simulation {
            rows: 3,
            columns: 3,
            mines: 2,
            first,
            click,
        };
        let mut times: HashMap<Vec<bool>, u32> = HashMap::new();
        let mut bits = split_mix_64(SEED);
        for _ in 0..40_000 {
            let board = simulation.board(&mut bits);
            *times.entry(board.squares().to_vec()).or_default() += 1;
        }
        let free = match (first, click) {
            (FirstClick::Safe, _) => 8,
            (_, 0) => 5,
            _ => 3,
        };
        let boards = free * (free - 1) / 2;
        assert_eq!(times.len(), boards, "{first:?} {click}");
        let even = 40_000.0 / boards as f64;
        for &count in times.values() {
            let off = (f64::from(count) - even).abs() / even.sqrt();
            assert!(off < 5.0, "{first:?} {click}: {count} for {even}");
        }
        assert!(simulation.is_possible());
        let mines = free as u32 + 1;
        assert!(
            !Simulation {
                mines,
                ..simulation
            }
            .is_possible()
        );
    }
}

/// The player wins as often as it did when this was written, on any number of threads.
#[test]
fn a_contest_depends_on_its_seed_alone() {
    let contest = Simulation {
        rows: 9,
        columns: 9,
        mines: 10,
        first: FirstClick::Open,
        click: Simulation::usual_click(9, 9, FirstClick::Open),
    };
    assert!(contest.is_possible());
    let played = |threads| {
        let threads = NonZeroUsize::new(threads).expect("it is more than none");
        let score = contest.play(7, 300, threads, |_| ControlFlow::Continue(()));
        (score.games, score.wins)
    };
    let (games, wins) = played(1);
    assert_eq!(games, 300);
    assert!(wins >= 280, "{wins}");
    assert_eq!(played(3), (games, wins));
    let mut heard = 0;
    let ended = contest.play(7, 300, NonZeroUsize::MIN, |score| {
        heard = score.games;
        match score.games < 10 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    assert_eq!((ended.games, heard), (10, 10));
}

#[test]
fn an_interval_holds_the_rate() {
    let score = Score {
        games: 100_000,
        wins: 41_000,
        ..Score::default()
    };
    let (low, high) = score.interval();
    assert!(
        (low - 0.406_957).abs() < 1e-5 && (high - 0.413_053).abs() < 1e-5,
        "{low} {high}"
    );
    let none = Score::default();
    assert_eq!(none.rate(), 0.0);
}
