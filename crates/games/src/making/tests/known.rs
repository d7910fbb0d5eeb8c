//! Figures that are known from elsewhere.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::SearchOptions;

use super::boards::{Asked, ask};
use crate::game::Game;
use crate::level::Level;
use crate::making::hardest::{Proof, hardest};

/// The greatest par of all boards, proven.
fn greatest<B: Game>(asked: &Asked) -> (Option<u64>, u128) {
    let threads = NonZeroUsize::new(2).expect("two");
    let watch = &mut |_| ControlFlow::Continue(());
    let found = hardest::<B, Level<B>>(
        &ask(asked),
        3,
        &SearchOptions::new().threads(threads),
        watch,
    );
    let found = found.expect("nobody lies");
    assert!(found.levels.len() == found.count.min(3) && found.count > 0);
    match found.proof {
        Proof::All(boards) => (found.par, boards),
        other => panic!("{other:?}"),
    }
}

#[test]
fn curling_without_a_limit_of_throws() {
    let known = [
        (3, 3, 3, 9_216),
        (3, 4, 4, 135_168),
        (4, 4, 6, 3_932_160),
        (3, 6, 9, 20_054_016),
        (4, 5, 10, 99_614_720),
    ];
    for (rows, columns, par, boards) in known {
        let asked = (rows, columns, &[("throws", "none")] as &[_]);
        let found = greatest::<crate::curling::Board>(&asked);
        assert_eq!(found, (Some(par), boards), "{rows}x{columns}");
    }
}

#[test]
fn snakes_between_any_walls() {
    for (length, par) in (2..=9).zip([10, 17, 16, 13, 12, 12, 12, 12]) {
        let length = length.to_string();
        let asked = (4, 4, &[("length", length.as_str())] as &[_]);
        let (found, _) = greatest::<crate::snake::Board>(&asked);
        assert_eq!(found, Some(par), "{length}");
    }
}

#[test]
#[ignore = "takes minutes: the command is measured instead"]
fn larger_ones() {
    for (rows, columns, par, boards) in [(4, 6, 12, 2_315_255_808), (5, 5, 13, 5_033_164_800)] {
        let asked = (rows, columns, &[("throws", "none")] as &[_]);
        let began = std::time::Instant::now();
        let found = greatest::<crate::curling::Board>(&asked);
        eprintln!("{rows}x{columns} {:?} {:?}", found, began.elapsed());
        assert_eq!(found, (Some(par), boards));
    }
    for (length, par) in (2..=9).zip([16, 27, 26, 25, 24, 23, 22, 19]) {
        let length = length.to_string();
        let asked = (5, 5, &[("length", length.as_str())] as &[_]);
        let began = std::time::Instant::now();
        let (found, _) = greatest::<crate::snake::Board>(&asked);
        eprintln!("snake {length} {:?} {:?}", found, began.elapsed());
        assert_eq!(found, Some(par), "{length}");
    }
}
