//! What it is held to: a plain oracle that shares no code with it, and the figures that are known.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use fewest_search::{SearchContext, Verdict};

use super::{Board, LEGEND};
use crate::check::check;
use crate::contract;
use crate::level::Level;
use crate::making::frame::{Frame, FrameAsk, Unasked};
use crate::oracle::{Truth, search_agrees, seen};
use crate::source::TextError;

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
        let report = level.solve(&mut SearchContext::default()).unwrap();
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
        let report = read(&text).unwrap().solve(&mut SearchContext::default());
        search_agrees(&report.unwrap(), &truth, &seen(SEED, || text.as_str()));
    }
}

/// Half of all arrangements can be reached, and none of them is farther than 31 slides: with 7 and 8
/// exchanged, what lies around this board is what lies around the goal.
#[test]
fn the_counts_are_those_that_are_known() {
    let swapped = read("game: template\n\n123\n456\n87.\n").unwrap();
    let report = swapped.solve(&mut SearchContext::default()).unwrap();
    assert_eq!(report.verdict, Verdict::Impossible);
    let layers = report.stats.layers;
    assert_eq!((layers.iter().sum(), layers.len()), (181_440, 1 + 31));
}

#[test]
fn errors_say_where_they_are() {
    let wrong = [
        ("123\n456\n788\n", (5, 3)),
        ("123\n456\n789\n", (5, 3)),
        ("123\n456\n", (3, 1)),
    ];
    for (board, place) in wrong {
        let error = read(&format!("game: template\n\n{board}")).err().unwrap();
        assert_eq!((error.line, error.column), place, "{board}");
        assert_eq!(error.advice, LEGEND);
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
    assert!(refused.to_string().contains("`walls`"));
}

/// What docs/adding-a-game.md shows is cut out of these files.
#[test]
fn the_essay_shows_what_is_here() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(here.join(path)).unwrap();
    let files = ["mod", "tests"].map(|name| read(&format!("src/template/{name}.rs")));
    let essay = read("../../docs/adding-a-game.md");
    for block in essay.split("```rust\n").skip(1) {
        let (code, _) = block.split_once("```").unwrap();
        assert!(files.iter().any(|file| file.contains(code)), "{code}");
    }
}

/// A game in the list is read by `oracle::read`.
fn read(text: &str) -> Result<Level<Board>, TextError> {
    Level::parse(text)
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
