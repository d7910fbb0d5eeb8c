//! Minesweeper's edits against its text changed by hand.

use fewest_search::{Limit, Limits, SearchContext, Verdict};

use crate::edits::{Glyphs, Rewritten, agree};
use crate::game::Game as _;
use crate::layers::Shows;
use crate::level::Level;
use crate::mines::Board;
use crate::mines::puzzle::of_a_solution;
use crate::oracle::within;

const SEED: u64 = 529;

fn random(rng: &mut fastrand::Rng) -> Glyphs {
    let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
    let letters = rng.choice(["EM", "EEEM", "EEEEEEM1", "EEEEEMB2X"]).unwrap();
    let letters: Vec<char> = letters.chars().collect();
    let mut board = Glyphs(vec![vec!['E'; columns]; rows]);
    for cell in board.0.iter_mut().flatten() {
        *cell = rng.choice(&letters).copied().unwrap();
    }
    board
}

/// Whether a digit or a blank is beside a cell.
fn is_told(board: &Glyphs, (row, column): (usize, usize)) -> bool {
    board.all().into_iter().any(|((other, across), _, glyph)| {
        let near = row.abs_diff(other) <= 1 && column.abs_diff(across) <= 1;
        near && !matches!(glyph, 'E' | 'M' | 'X')
    })
}

fn by_hand(board: &Glyphs) -> Vec<Rewritten> {
    let mut made = Vec::new();
    for (at, square, glyph) in board.all() {
        let other = match glyph {
            'E' => 'M',
            'M' => 'E',
            _ => continue,
        };
        if !is_told(board, at) {
            let board = board.with(&[(at, other)]);
            let text = format!("game: mines\n\n{board}");
            let group = "mine";
            made.push(Rewritten {
                group,
                square,
                text,
            });
        }
    }
    made
}

#[test]
fn edits_are_changes_of_the_text() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..300 {
        let board = random(&mut rng);
        agree::<Board>(&format!("game: mines\n\n{board}"), by_hand(&board));
    }
}

/// Each layer of a solution holds the squares that look different after its click.
#[test]
fn the_layers_of_a_solution_are_what_its_clicks_reveal() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..3_000 {
        let text = format!("game: mines\n\n{}", random(&mut rng));
        let level = crate::oracle::read(&text);
        let board = Level::<Board>::parse(&text).expect(&text).board;
        let layers = of_a_solution(&board, &mut SearchContext::default());
        assert_eq!(layers.shows, Shows::Solution);
        let report = level.solve(&mut SearchContext::default());
        let Verdict::Fewest { moves, .. } = report.expect(&text).verdict else {
            assert_eq!((layers.won_at, layers.layers.len()), (None, 1), "{text}");
            continue;
        };
        assert_eq!(layers.won_at, Some(moves.len() as u64), "{text}");
        assert_eq!(layers.layers.len(), moves.len() + 1, "{text}");
        let mut session = level.session();
        for (step, layer) in moves.iter().zip(&layers.layers[1..]) {
            let before = session.view().tiles;
            session.push(step).expect("a legal move");
            let after = session.view().tiles;
            let changed = (0..after.len()).filter(|&square| before[square] != after[square]);
            let changed: Vec<_> = changed.map(|square| (square, 1)).collect();
            assert_eq!((layer.positions, &layer.squares), (1, &changed), "{text}");
        }
    }
}

/// Where the positions are too many, one solution is shown in place of them, and nothing is called
/// a position. A limit of positions that is reached first ends the search as in any game.
#[test]
fn layers_that_cannot_be_counted_are_not_called_positions() {
    // Each of the 128 cells has a digit: there are 2^128 positions.
    let text = format!("game: mines\n\n{}", "EMEMEMEMEMEMEMEM\n".repeat(16));
    let level = crate::oracle::read(&text);
    let layers = level.session().here().layers(&mut SearchContext::default());
    assert_eq!((layers.shows, layers.reachable()), (Shows::Solution, None));
    assert_eq!((layers.won_at, layers.layers.len()), (Some(128), 129));
    let limits = Limits {
        states: Some(500),
        ..Limits::default()
    };
    let layers = level.session().here().layers(&mut within(limits));
    assert_eq!(
        (layers.shows, layers.reachable()),
        (Shows::Search, Some(129))
    );
    assert_eq!(layers.limit, Some(Limit::States));
}

/// Every hidden cell is changed, or left out for a reason that is told.
#[test]
fn the_cells_that_are_left_out_are_counted() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    let mut left_out = 0;
    for _ in 0..300 {
        let glyphs = random(&mut rng);
        let text = format!("game: mines\n\n{glyphs}");
        let board = Level::<Board>::parse(&text).expect(&text).board;
        let all = glyphs.all();
        let hidden = all
            .iter()
            .filter(|(_, _, glyph)| matches!(glyph, 'E' | 'M'));
        let told = hidden
            .clone()
            .filter(|(at, ..)| is_told(&glyphs, *at))
            .count() as u64;
        let advice = Board::editor().left_out(&board);
        let squares: u64 = advice.iter().map(|reason| reason.squares).sum();
        assert_eq!(squares, told, "{text}");
        assert_eq!(
            squares + Board::editor().count(&board),
            hidden.count() as u64,
            "{text}"
        );
        left_out += squares;
    }
    assert!(left_out > 0);
    let level = "game: mines\nclick: 0,0\nfirst: safe\n\nEEM\nEEE\n";
    let board = Level::<Board>::parse(level).expect(level).board;
    let [promised] = Board::editor().left_out(&board)[..] else {
        panic!("one reason")
    };
    assert_eq!(promised.squares, 1);
}
