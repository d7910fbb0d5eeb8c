//! What is told of chances against every layout, tried one by one; and what is advised.

use fastrand::Rng;
use fewest_search::SearchContext;
use num_rational::Ratio;
use serde_json::Value;

use crate::mines::tests::field::SEED;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::oracle::{OrShow as _, numbers, read, seen};

type Cell = (usize, usize);

fn ask(text: &str) -> Result<Odds, NoOdds> {
    read(text).odds(&OddsAsk::default(), &mut SearchContext::default())
}

fn entry<'a>(odds: &'a Odds, name: &str) -> &'a Value {
    let mut entries = odds.entries.iter();
    let entry = entries.find(|(known, _)| *known == name);
    &entry.expect(name).1
}

/// A random position of a random board: the rows of a level, and how many mines there are.
fn random(rng: &mut Rng) -> (Vec<Vec<char>>, usize) {
    let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
    let often = rng.f32() * 0.6;
    let mines: Vec<Vec<bool>> = (0..rows)
        .map(|_| (0..columns).map(|_| rng.f32() < often).collect())
        .collect();
    let open = rng.f32() * 0.7;
    let count = |row: usize, column: usize| {
        let near = |at: usize, most: usize| at.saturating_sub(1)..=(at + 1).min(most - 1);
        let around = near(row, rows).flat_map(|row| near(column, columns).map(move |c| (row, c)));
        around.filter(|&(row, column)| mines[row][column]).count()
    };
    let mut glyph = |row: usize, column: usize| match mines[row][column] {
        false if rng.f32() < open => char::from_digit(count(row, column) as u32, 10).unwrap(),
        _ if rng.u8(..4) == 0 => '!',
        _ => '?',
    };
    let seen = (0..rows)
        .map(|row| (0..columns).map(|column| glyph(row, column)).collect())
        .collect();
    (
        seen,
        mines.concat().into_iter().filter(|&mine| mine).count(),
    )
}

/// Every layout that fits: the cells that hold mines.
fn layouts(rows: &[Vec<char>], mines: Option<usize>) -> (Vec<Cell>, Vec<Vec<Cell>>) {
    let cells = |is_meant: &dyn Fn(char) -> bool| -> Vec<Cell> {
        let each = rows.iter().enumerate().flat_map(|(row, glyphs)| {
            let glyphs = glyphs.iter().enumerate();
            glyphs.map(move |(column, &glyph)| ((row, column), glyph))
        });
        each.filter(|&(_, glyph)| is_meant(glyph))
            .map(|(cell, _)| cell)
            .collect()
    };
    let covered = cells(&|glyph| matches!(glyph, '?' | '!'));
    let open = cells(&|glyph| glyph.is_ascii_digit());
    let fits = |layout: &Vec<Cell>| {
        let is_right = |&(row, column): &Cell| {
            let near = |&&(other, across): &&Cell| {
                other.abs_diff(row) <= 1 && across.abs_diff(column) <= 1
            };
            let around = layout.iter().filter(near).count() as u32;
            rows[row][column].to_digit(10) == Some(around)
        };
        mines.is_none_or(|mines| layout.len() == mines) && open.iter().all(is_right)
    };
    let of_bits = |bits: u32| {
        let is_in = |number: &usize| bits >> number & 1 == 1;
        let chosen = (0..covered.len()).filter(is_in);
        chosen.map(|number| covered[number]).collect::<Vec<_>>()
    };
    let all = (0..1u32 << covered.len())
        .map(of_bits)
        .filter(fits)
        .collect();
    (covered, all)
}

#[test]
fn chances_are_counted_over_every_layout() {
    let mut rng = Rng::with_seed(SEED);
    for round in 0..1_500 {
        let (rows, mines) = random(&mut rng);
        let is_total = round % 3 > 0;
        let (notes, mines) = match is_total {
            true => (format!("mines: {mines}\n"), Some(mines)),
            false => ("density: 25%\n".to_string(), None),
        };
        let (covered, layouts) = layouts(&rows, mines);
        if covered.is_empty() {
            continue;
        }
        let board: String = rows
            .iter()
            .map(|row| row.iter().collect::<String>() + "\n")
            .collect();
        let text = format!("game: mines\n{notes}\n{board}");
        let seen = seen(SEED, || &text);
        let odds = ask(&text).or_show(&seen);
        assert_eq!(
            *entry(&odds, "layouts"),
            layouts.len().to_string(),
            "{seen}"
        );
        // With a density of a quarter, every cell without a mine weighs three times as much.
        let weight = |layout: &&Vec<Cell>| match mines {
            Some(_) => 1,
            None => 3u64.pow((covered.len() - layout.len()) as u32),
        };
        let all: u64 = layouts.iter().map(|layout| weight(&layout)).sum();
        let (mut safe, mut sure) = (Vec::new(), Vec::new());
        for cell in &covered {
            let with = layouts.iter().filter(|layout| layout.contains(cell));
            let share = Ratio::new(with.map(|layout| weight(&layout)).sum::<u64>(), all);
            let (row, column) = *cell;
            let fraction = &entry(&odds, "fractions")[row][column];
            assert_eq!(*fraction, share.to_string(), "{cell:?} {seen}");
            let chance = entry(&odds, "chances")[row][column].as_f64().or_show(&seen);
            let decimal = *share.numer() as f64 / *share.denom() as f64;
            assert!((chance - decimal).abs() < 1e-12, "{cell:?} {seen}");
            match share {
                share if share == Ratio::from_integer(0) => safe.push(format!("{row},{column}")),
                share if share == Ratio::from_integer(1) => sure.push(format!("{row},{column}")),
                _ => {}
            }
        }
        assert_eq!(*entry(&odds, "safe"), Value::from(safe.clone()), "{seen}");
        assert_eq!(*entry(&odds, "sure"), Value::from(sure.clone()), "{seen}");
        let verdict = match (safe.is_empty(), sure.len() == covered.len()) {
            (_, true) => "done",
            (false, _) => "safe",
            (true, false) => "guess",
        };
        assert_eq!(*entry(&odds, "verdict"), verdict, "{seen}");
        assert!(odds.can_win, "{seen}");
    }
}

/// What is under the hidden cells of a full board is nothing to its player.
#[test]
fn a_full_board_is_told_as_it_is_seen() {
    let full = ask("game: mines\n\nB1ME\nB2EE\nB1Mf\n").unwrap();
    let seen = ask("game: mines\nmines: 2\n\nB1??\nB2??\nB1?!\n").unwrap();
    assert_eq!(full, seen);
    assert_eq!(numbers(&full.headline), [1, 4]);
}

#[test]
fn it_is_told_in_lines() {
    let odds = ask("game: mines\nmines: 3\n\n01??\n02??\n01?!\n").unwrap();
    assert_eq!(numbers(&odds.headline), [3, 1]);
    let board = [
        "   0  1  2  3",
        "0  .  1 ** 33",
        "1  .  2 -- 33",
        "2  .  1 ** 33",
    ];
    assert_eq!(odds.lines[..4], board);
    // What the signs mean, what is sure, and what is covered.
    assert!(odds.lines[5].ends_with(": 1,2") && odds.lines[6].ends_with(": 0,2 2,2"));
    assert_eq!(numbers(&odds.lines[7]), [6, 3, 3]);
    assert_eq!(odds.lines.len(), 8);
    let odds = ask("game: mines\ndensity: 12.5%\n\n??1\n").unwrap();
    assert_eq!(numbers(&odds.headline), [2, 0, 0, 12, 50, 1, 8]);
    let last = odds.lines.last().map(|line| numbers(line));
    assert_eq!(last.unwrap(), [2, 1, 12, 50, 1, 8]);
    let odds = ask("game: mines\n\nX1\n1E\n").unwrap();
    assert!(!odds.can_win);
    let odds = ask("game: mines\n\nM1\n11\n").unwrap();
    assert_eq!(numbers(&odds.headline), [1]);
}

/// A board of Expert's size fits into a terminal.
#[test]
fn the_picture_of_a_wide_board_is_narrow() {
    let rows = format!("{}\n", "?".repeat(30)).repeat(16);
    let odds = ask(&format!("game: mines\nmines: 99\n\n{rows}")).unwrap();
    let widest = odds.lines[..17].iter().map(String::len).max();
    assert_eq!(widest, Some(2 + 30 * 2 + 15));
    assert!(odds.headline.contains(" 5.602 × 10^104; "));
    let digits = |line: &String| line.split(' ').next_back().map(str::len) == Some(105);
    assert!(odds.lines.iter().any(digits));
}

#[test]
fn contradictions_name_the_numbers() {
    for (text, named) in [
        ("game: mines\nmines: 1\n\n1?2\n", &["0,2"][..]),
        ("game: mines\n\n1??1?3\n", &["0,5"]),
        ("game: mines\nmines: 2\n\n1?B?1\n", &["0,0", "0,2"]),
    ] {
        match ask(text) {
            Err(NoOdds::Contradiction {
                why: told,
                drawn,
                squares,
            }) => {
                assert!(!drawn.is_empty() && drawn != told, "{drawn}");
                assert_eq!(squares, named, "{text}");
                assert!(told.ends_with(&squares.join(" ")), "{squares:?}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let total = ask("game: mines\nmines: 3\n\n1?1??\n");
    let Err(NoOdds::Contradiction {
        why: told, drawn, ..
    }) = total
    else {
        panic!("only two fit");
    };
    assert_eq!((numbers(&told)[0], numbers(&drawn)[0]), (3, 3), "{told}");
}

fn advised(text: &str, after: &[&str]) -> Odds {
    let level = read(text);
    let mut session = level.session();
    for step in after {
        session.push(step).expect(step);
    }
    let guidance = session.here().guidance(&mut SearchContext::default());
    guidance.expect("it can be told")
}

#[test]
fn what_is_safe_is_opened_and_the_numbers_say_why() {
    let told = advised("game: mines\nmines: 3\n\nB1??\nB2??\nB1??\n", &[]);
    assert!(told.headline.contains("1,2"), "{}", told.headline);
    assert_eq!(
        *entry(&told, "because"),
        serde_json::json!(["0,1", "1,1", "2,1"])
    );
    assert!(
        told.lines[0].ends_with(": 0,1 1,1 2,1"),
        "{}",
        told.lines[0]
    );
    assert_eq!(
        (entry(&told, "verdict"), entry(&told, "move")),
        (&"safe".into(), &"1,2".into())
    );
    assert_eq!(*entry(&told, "layouts"), "3");
    assert_eq!(entry(&told, "choices")[0]["safe_fraction"], "1");
    // The board that says where its mines are is not looked at, but for what is open.
    let full = advised("game: mines\n\nB1ME\nB2EE\nB1MM\n", &[]);
    assert_eq!(full, told);
}

#[test]
fn a_guess_is_searched_where_few_layouts_are_left() {
    // Of two cells one is a mine, and nothing will ever tell which.
    let told = advised("game: mines\nmines: 1\n\n1?\n1?\n", &[]);
    assert_eq!(numbers(&told.headline), [0, 1, 50, 0, 1, 2]);
    assert_eq!(*entry(&told, "verdict"), "guess");
    assert_eq!(*entry(&told, "reason"), "searched");
    let choices = entry(&told, "choices").as_array().expect("a list");
    assert_eq!(choices.len(), 2);
    assert_eq!(choices[1]["wins_fraction"], "1/2");
    assert!(told.can_win);
}

#[test]
fn the_first_click_is_where_something_is_promised() {
    let rows = "?????????\n".repeat(9);
    let told = advised(
        &format!("game: mines\nmines: 10\nfirst: open\n\n{rows}"),
        &[],
    );
    assert_eq!(*entry(&told, "move"), "2,2");
    assert!(told.headline.contains("2,2"), "{}", told.headline);
    assert_eq!(*entry(&told, "reason"), "promised");
    let told = advised(
        &format!("game: mines\nclick: 4,4\nmines: 10\nfirst: safe\n\n{rows}"),
        &[],
    );
    assert_eq!(*entry(&told, "move"), "4,4");
    let told = advised(&format!("game: mines\nmines: 10\n\n{rows}"), &[]);
    assert_eq!(*entry(&told, "verdict"), "guess");
    assert_eq!(entry(&told, "choices")[0]["safe_fraction"], "71/81");
}

#[test]
fn a_game_that_is_over_has_nothing_to_open() {
    let told = advised("game: mines\n\nEM\nEE\n", &["0,1"]);
    assert!(!told.can_win);
    let told = advised("game: mines\n\n1M\n", &[]);
    assert_eq!(
        (entry(&told, "verdict"), entry(&told, "move")),
        (&"done".into(), &Value::Null)
    );
}
