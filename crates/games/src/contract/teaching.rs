//! A game says to players how it is played, and shows it on a small level.

use fewest_search::{SearchContext, Verdict};

use crate::game::{Game, MoveName};
use crate::level::Level;
use crate::view::Ground;

/// Holds the rules for players to plain sentences, and the example to an optimal solution.
pub fn holds<B: Game>() {
    let info = B::INFO;
    assert!((3..=5).contains(&info.how.len()), "{:?}", info.how);
    for sentence in info.how {
        let is_sentence = sentence.starts_with(char::is_uppercase) && sentence.ends_with('.');
        assert!(is_sentence && !sentence.contains('`'), "{sentence}");
    }
    let level = Level::<B>::parse(info.example).expect("the example is a level");
    assert_eq!(
        level.level_text(),
        info.example,
        "it is written as it is read"
    );
    let moves = level.solution().expect("the example has a solution");
    let report = level
        .solve(&mut SearchContext::default())
        .expect("no disagreement");
    let Verdict::Fewest { cost, .. } = report.verdict else {
        panic!("the example can be won");
    };
    assert_eq!(cost, moves.len() as u64, "the solution is optimal");
    plays(&level, moves);
}

/// Plays the solution. Where squares are covered, its first move opens some numbers.
fn plays<B: Game>(level: &Level<B>, moves: &[MoveName]) {
    let mut session = level.session();
    for (made, step) in (1..).zip(moves) {
        session.push(step).expect("a legal move");
        if B::INFO.covers && made == 1 {
            let view = session.view();
            let tiles = view.tiles.squares().iter();
            let numbers = tiles.filter(|tile| tile.ground == Ground::Count);
            assert!(numbers.count() >= 3, "some numbers are seen");
        }
    }
    assert!(session.won(), "the solution wins");
}
