//! Minesweeper against its oracle: random boards, all tiny ones, the published ones; the
//! kernel against the generic search; and edits against the text changed by hand.

pub mod field;

use fewest_search::{Limit, Limits, SearchContext, SearchOptions, Verdict};
use field::{Field, SEED, every_field, play, random_field};

use super::{Density, Touch};
use crate::advise::Wish;
use crate::builtin::GameId;
use crate::edits::{Glyphs, Rewritten, agree};
use crate::game::{Game as _, MoveText as _, Standing};
use crate::grid::Place;
use crate::layers::Shows;
use crate::level::Level;
use crate::mines::Board;
use crate::mines::puzzle::of_a_solution;
use crate::oracle::{OrShow as _, judge, read, within};
use crate::scan::Scanner;
use crate::solve::Unanswered;
use crate::source::{Source, TextError};
use crate::{builtin, oracle};

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
        let report = read(&text).solve(&mut SearchContext::default());
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
        match super::text::read_json(text.as_bytes()) {
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
    let solved = read("game: mines\n\nMM\n").solve(&mut SearchContext::default());
    assert_eq!(solved.unwrap().verdict.fewest(), Some(0));
}

/// A 3BV of 30, and every limit on the way to it.
#[test]
fn the_kernel_keeps_its_limits() {
    let text = format!("game: mines\n\n{}", "EMEMEM\nMEMEME\n".repeat(5));
    let level = read(&text);
    let solved = |limits: &Limits| level.solve(&mut within(limits)).unwrap();
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
        crate::builtin::read(source, None)
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

/// Nothing is proven of a board that does not say where its mines are, and nothing is refuted.
#[test]
fn covered_boards_give_every_search_up() {
    for text in [
        "game: mines\n\n??\n11\n",
        "game: mines\nmines: 1\nclicks: all\n\n?!2\n?!2\n",
        "game: mines\nmines: 1\n\n?1\n?1\n",
    ] {
        let level = read(text);
        assert!(level.missing().is_some(), "{text}");
        let report = level.solve(&mut SearchContext::default()).expect(text);
        let limit = || Limit::Unknown;
        let at_least = 1;
        assert_eq!(
            report.verdict,
            Verdict::GaveUp {
                limit: limit(),
                at_least
            },
            "{text}"
        );
        let survey = level.survey(&mut SearchContext::default(), &mut |_| panic!("{text}"));
        assert!(
            matches!(survey, Err(Unanswered::GaveUp(Limit::Unknown))),
            "{text}"
        );
        let on = &mut |_| std::ops::ControlFlow::Continue(());
        let advice = level
            .advise(Wish::Harder, &SearchOptions::new(), on)
            .expect(text);
        assert!(advice.groups.is_empty(), "{text}");
        let mut session = level.session();
        assert_eq!(session.standing(), Standing::Playing, "{text}");
        assert!(session.moves().is_empty(), "{text}");
        for step in ["0,0", "F0,0", "C1,1"] {
            session.push(step).expect_err(step);
        }
        let limits = Limits::default();
        assert_eq!(
            session.here().keeping(1, &mut within(limits)),
            Err(limit()),
            "{text}"
        );
        assert_eq!(
            session.here().distances(&mut within(limits)),
            Err(limit()),
            "{text}"
        );
        assert_eq!(
            session.here().layers(&mut within(limits)).limit,
            Some(limit()),
            "{text}"
        );
        assert!(!level.key().is_empty(), "{text}");
    }
    // All that is covered is a mine, and so nothing is left to do.
    let session = read("game: mines\nmines: 1\n\n?1\n");
    assert!(session.session().won());
    assert_eq!(read("game: mines\n\nE1\nM1\n").missing(), None);
}

fn wrong(text: &str) -> TextError {
    let source = Source::new(text.as_bytes()).unwrap();
    builtin::read(source, None).err().expect(text)
}

#[test]
fn texts_with_flags_and_covered_cells_come_back() {
    for text in [
        "game: mines\n\nFf1\nME1\n",
        "game: mines\nclicks: all\n\nEF\n",
        "game: mines\nmines: 2\n\nMX\n",
        "game: mines\nclick: 0,0\nfirst: safe\n\nEM\n",
        "game: mines\nclick: 0,0\nfirst: open\n\nEEM\n",
        "game: mines\nclick: 0,0\nfirst: open\n\nM1E\n",
        "game: mines\nmines: 2\nfirst: open\n\n?1!\n?2B\n",
        "game: mines\ndensity: 12.5%\n\n???\n",
        "game: mines\nclick: 0,1\nmines: 0\n\n???\n",
    ] {
        assert_eq!(read(text).level_text(), text);
    }
    let level = read("game: mines\nclicks: plain\nfirst: any\ndensity: 0.2\n\n?0\n");
    assert_eq!(level.level_text(), "game: mines\n\n?B\n");
}

#[test]
fn what_cannot_be_is_told() {
    for (notes, board, line, column) in [
        ("", "?1\nE?", 4, 1),
        ("", "1F\nE!", 4, 2),
        ("mines: 3\n", "EM", 2, 8),
        ("mines: 4\n", "?!X", 2, 8),
        ("mines: 0\n", "?!X", 2, 8),
        ("mines: -1\n", "??", 2, 8),
        ("density: 20%\n", "EM", 2, 10),
        ("mines: 1\ndensity: 20%\n", "??", 3, 10),
        ("density: 0\n", "??", 2, 10),
        ("clicks: left\n", "EM", 2, 9),
        ("first: none\n", "EM", 2, 8),
        ("first: safe\nclick: 0,1\n", "EM", 3, 8),
        ("click: 0,0\nfirst: open\n", "EM", 2, 8),
        ("click: 0,1\n", "?1", 2, 8),
        ("", "E9", 3, 2),
    ] {
        let text = format!("game: mines\n{notes}\n{board}\n");
        let error = wrong(&text);
        assert_eq!((error.line, error.column), (line, column), "{text}{error}");
    }
    // The judge has letters for none of it.
    for letter in ["?", "!", "F", "f", "0"] {
        let text = format!("[[\"{letter}\"]]\n[0,0]\n");
        let source = Source::new(text.as_bytes()).unwrap();
        assert!(
            GameId::find("mines").unwrap().read_judge(source).is_err(),
            "{text}"
        );
    }
    for text in [
        "game: mines\n\n??\n",
        "game: mines\n\nFE\n",
        "game: mines\nclicks: all\n\nME\n",
    ] {
        assert!(read(text).judge_case().is_err(), "{text}");
    }
}

#[test]
fn a_density_is_exact_and_written_as_it_was() {
    for (text, parts, written) in [
        ("20%", 200_000_000, "20%"),
        ("0.2", 200_000_000, "20%"),
        ("12.5%", 125_000_000, "12.5%"),
        ("0.125", 125_000_000, "12.5%"),
        ("0.000000001", 1, "0.0000001%"),
        ("0.0000001%", 1, "0.0000001%"),
        ("99.9999999 %", 999_999_999, "99.9999999%"),
        ("020.625%", 206_250_000, "20.625%"),
    ] {
        let density = Density::of(text).expect(text);
        assert_eq!(density.fraction(), (parts, 1_000_000_000), "{text}");
        assert_eq!(density.to_string(), written);
        assert_eq!(Density::of(written), Some(density));
    }
    for text in [
        "",
        "%",
        "0",
        "0%",
        "1",
        "100%",
        "2",
        "-1%",
        "+5%",
        ".",
        ".5",
        "0.",
        "5.%",
        "1e-3",
        "0.0000000001",
        "0.00000001%",
        "4294967296%",
        "0.2.3",
        "20%%",
        "0.+1",
        "½",
    ] {
        assert_eq!(Density::of(text), None, "{text}");
    }
    assert_eq!(Density::USUAL.to_string(), "20%");
}

#[test]
fn touches_are_written_as_they_are_read() {
    let place = Place { row: 3, column: 14 };
    for (words, touch) in [
        (["3,14", "03,14"], Touch::Open(place)),
        (["F3,14", "f3,14"], Touch::Flag(place)),
        (["C3,14", "c3,14"], Touch::Chord(place)),
    ] {
        for word in words {
            assert_eq!(Touch::read(word), Some(touch), "{word}");
        }
        assert_eq!(touch.to_string(), words[0]);
        assert_eq!(touch.place(), place);
    }
    for word in [
        "",
        "F",
        "FF3,4",
        "X3,4",
        "F-1,2",
        "C3",
        "3,4F",
        "É3,4",
        "F3,4294967296",
    ] {
        assert_eq!(Touch::read(word), None, "{word}");
    }
}

const EDIT_SEED: u64 = 529;

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
    let mut rng = fastrand::Rng::with_seed(EDIT_SEED);
    for _ in 0..300 {
        let board = random(&mut rng);
        agree::<Board>(&format!("game: mines\n\n{board}"), by_hand(&board));
    }
}

/// Each layer of a solution holds the squares that look different after its click.
#[test]
fn the_layers_of_a_solution_are_what_its_clicks_reveal() {
    let mut rng = fastrand::Rng::with_seed(EDIT_SEED);
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
    let mut rng = fastrand::Rng::with_seed(EDIT_SEED);
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
