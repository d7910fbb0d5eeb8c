//! What it is held to: a plain oracle that shares no code with it, and the figures that are known.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use fewest_search::{Limits, Unwatched, Verdict};

use super::Board;
use super::text::LEGEND;
use crate::check::check;
use crate::contract;
use crate::game::Level;
use crate::level::read_levels;
use crate::making::Make as _;
use crate::making::frame::{Frame, FrameAsk, Unasked};
use crate::oracle::{Truth, search_agrees, seen};
use crate::rules::Solve as _;
use crate::source::{Source, TextError};
use crate::typed::TypedLevel;

const SEED: u64 = 1874;
const LEVELS: &str = "src/template/levels";

/// A game in the list is held to the contract without being asked, on the levels that ship.
#[test]
fn keeps_the_contract() {
    contract::holds_on::<Board>(&contract::files_in(LEVELS));
}

/// And so are its levels to what they claim.
#[test]
fn the_levels_are_right() {
    for path in contract::files_in(LEVELS) {
        let text = fs::read_to_string(&path).unwrap();
        let level = read(&text).unwrap();
        assert_eq!(level.level_text(), text);
        let report = level.solve(&Limits::default(), &mut Unwatched).unwrap();
        let checked = check(&level, None, &report).unwrap();
        assert!(checked.decided && checked.faults.is_empty(), "{text}");
    }
}

#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..8 {
        let mut tiles: Vec<char> = "12345678.".chars().collect();
        rng.shuffle(&mut tiles);
        let text = text(&tiles);
        let truth = Truth::of(
            &tiles,
            |tiles| tiles.iter().eq(&GOAL),
            |tiles| slides(tiles),
        );
        let report = read(&text)
            .unwrap()
            .solve(&Limits::default(), &mut Unwatched);
        search_agrees(&report.unwrap(), &truth, &seen(SEED, || text.as_str()));
    }
}

/// Half of all arrangements can be reached, and none of them is farther than 31 slides: with 7 and 8
/// exchanged, what lies around this board is what lies around the goal.
#[test]
fn the_counts_are_those_that_are_known() {
    let swapped = Board::new([1, 2, 3, 4, 5, 6, 8, 7, 0]);
    let report = swapped.solve(&Limits::default(), &mut Unwatched);
    assert_eq!(report.verdict, Verdict::Impossible);
    let layers = report.stats.layers;
    assert_eq!((layers.iter().sum(), layers.len()), (181_440, 1 + 31));

    let farthest = swapped
        .farthest(usize::MAX, &Limits::default(), &mut Unwatched)
        .unwrap();
    assert_eq!((farthest.par, farthest.winnable), (Some(31), 181_440));
    let [one, other] = &farthest.boards[..] else {
        panic!("two are that far")
    };
    for board in [one, other] {
        let report = board.solve(&Limits::default(), &mut Unwatched);
        assert_eq!(report.verdict.fewest(), Some(31));
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let wrong = [
        ("123\n456\n788\n", "a second `8`"),
        ("123\n456\n789\n", "unknown glyph `9`"),
        ("123\n456\n", "2 by 3 is no size of a board"),
    ];
    for (board, message) in wrong {
        let error = read(&format!("game: template\n\n{board}")).err().unwrap();
        assert_eq!(
            (error.message.as_str(), error.advice.as_str()),
            (message, LEGEND)
        );
    }
}

#[test]
fn nothing_can_be_asked_of_new_boards() {
    let ask = FrameAsk {
        rows: 3,
        columns: 3,
        with: vec![("walls".to_string(), "2".to_string())],
    };
    let refused = Frame::<Board>::new(&ask, Unasked::Usual).err().unwrap();
    let why = "template knows nothing of `walls`, nor of anything else";
    assert_eq!(refused.to_string(), why);
}

/// What docs/adding-a-game.md shows is cut out of these files.
#[test]
fn the_essay_shows_what_is_here() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(here.join(path)).unwrap();
    let names = [
        "mod", "info", "rules", "text", "puzzle", "view", "design", "make", "tests",
    ];
    let files = names.map(|name| read(&format!("src/template/{name}.rs")));
    let essay = read("../../docs/adding-a-game.md");
    for block in essay.split("```rust\n").skip(1) {
        let (code, _) = block.split_once("```").unwrap();
        assert!(files.iter().any(|file| file.contains(code)), "{code}");
    }
}

/// A game in the list is read by `oracle::read`.
fn read(text: &str) -> Result<TypedLevel<Board>, TextError> {
    let level = read_levels(Source::new(text.as_bytes())?).next();
    TypedLevel::read(&level.expect("there is a level")?)
}

const GOAL: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '.'];

fn text(tiles: &[char]) -> String {
    let rows = tiles
        .chunks(3)
        .map(|row| row.iter().collect::<String>() + "\n");
    format!("game: template\n\n{}", rows.collect::<String>())
}

/// The rules once more, in other words.
fn slides(tiles: &[char]) -> Vec<(&'static str, Vec<char>)> {
    let gap = tiles.iter().position(|&tile| tile == '.').unwrap();
    let ways = [
        ("U", gap >= 3, gap.wrapping_sub(3)),
        ("D", gap < 6, gap + 3),
        ("L", gap % 3 != 0, gap.wrapping_sub(1)),
        ("R", gap % 3 != 2, gap + 1),
    ];
    let ways = ways.into_iter().filter(|&(_, is_open, _)| is_open);
    ways.map(|(name, _, next)| {
        let mut after = tiles.to_vec();
        after.swap(gap, next);
        (name, after)
    })
    .collect()
}
