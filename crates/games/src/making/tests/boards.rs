//! Frames, images, random boards, and ways through all boards, for every game alike.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::{SearchContext, SearchOptions, Verdict};

use crate::game::Game;
use crate::level::Level;
use crate::making::chance::Chance;
use crate::making::frame::{Frame, FrameAsk, Unasked};
use crate::making::hardest::{Farthest, NoStarts, Proof, hardest};
use crate::making::make::alike;
use crate::oracle::Solve as _;

/// A size and what else is asked.
pub type Asked<'a> = (u32, u32, &'a [(&'a str, &'a str)]);

pub fn ask(&(rows, columns, with): &Asked) -> FrameAsk {
    let owned = |&(name, value): &(&str, &str)| (name.to_string(), value.to_string());
    FrameAsk {
        rows,
        columns,
        with: with.iter().map(owned).collect(),
    }
}

fn farthest_of<B: Game>(board: &B) -> Result<Farthest<B>, NoStarts> {
    B::generator().farthest(board, usize::MAX, &mut SearchContext::default())
}

/// The par by the generic search; nothing where it cannot be won.
pub fn par<B: Game>(board: &B) -> Option<u64> {
    match board.puzzle().solve(&mut SearchContext::default()).verdict {
        Verdict::Fewest { cost, .. } => Some(cost),
        Verdict::Impossible => None,
        Verdict::GaveUp { .. } => panic!("there is no limit"),
    }
}

fn text<B: Game>(board: &B) -> String {
    format!("{:?}\n{}", board.options(), board.write_board())
}

/// All boards of a frame, one by one.
fn all<B: Game>(frame: &Frame<B>) -> Vec<B> {
    let boards = B::generator().numbered(frame, 1 << 20).expect("few");
    (0..boards.count())
        .map(|number| boards.nth(number))
        .collect()
}

/// The numbers name all boards, each once; random ones and changed ones are among them.
fn numbers_name_all_boards<B: Game>(asked: &Asked) {
    let frame = Frame::<B>::new(&ask(asked), Unasked::All).expect("boards");
    let boards = all(&frame);
    let texts: BTreeSet<_> = boards.iter().map(text).collect();
    assert_eq!(texts.len(), boards.len(), "{asked:?}");
    let mut chance = Chance::new(7);
    let mut met = BTreeSet::new();
    for _ in 0..300 {
        let Some(mut board) = B::generator().random(&frame, &mut chance) else {
            continue;
        };
        for _ in 0..10 {
            assert!(texts.contains(&text(&board)), "{asked:?}\n{}", text(&board));
            met.insert(text(&board));
            board = B::generator()
                .changed(&board, &frame, &mut chance)
                .unwrap_or(board);
        }
    }
    assert!(
        met.len() >= texts.len().min(12),
        "{asked:?}: {} met",
        met.len()
    );
}

/// All images of a board are alike, and as hard; what the frame says of its par holds.
fn images_are_alike<B: Game>(asked: &Asked) {
    let frame = Frame::<B>::new(&ask(asked), Unasked::All).expect("boards");
    let (least, most) = B::generator().pars(&frame);
    let mut chance = Chance::new(8);
    for _ in 0..200 {
        let Some(board) = B::generator().random(&frame, &mut chance) else {
            continue;
        };
        let (key, _) = alike(&board);
        let fewest = par(&board);
        assert!(fewest.is_none_or(|par| (least..=most).contains(&par)));
        for image in B::generator().images(&board) {
            assert_eq!(alike(&image).0, key);
            assert_eq!(par(&image), fewest, "{key}");
        }
    }
}

/// The hardest boards are those that solving each one finds, and what the frame says of pars holds.
fn the_hardest_are_found<B: Game>(asked: &Asked) {
    let frame = Frame::<B>::new(&ask(asked), Unasked::All).expect("boards");
    let mut by_par: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    let boards = all(&frame);
    for board in &boards {
        if let Some(par) = par(board) {
            by_par.entry(par).or_default().insert(alike(board).0);
        }
    }
    let (least, most) = B::generator().pars(&frame);
    assert!(by_par.keys().all(|par| (least..=most).contains(par)));
    for threads in [1, 3] {
        let threads = NonZeroUsize::new(threads).expect("one or more");
        let watch = &mut |_| ControlFlow::Continue(());
        let found = hardest::<B, Level<B>>(
            &ask(asked),
            usize::MAX,
            &SearchOptions::new().threads(threads),
            watch,
        );
        let found = found.expect("nobody lies");
        let (par, keys) = match by_par.last_key_value() {
            Some((par, keys)) => (Some(*par), keys.clone()),
            None => (None, BTreeSet::new()),
        };
        assert_eq!(found.par, par, "{asked:?}");
        let found_keys: BTreeSet<_> = found.levels.iter().map(|hard| hard.key.clone()).collect();
        assert_eq!(found_keys, keys, "{asked:?}");
        assert_eq!(found.levels.len(), keys.len());
        assert!(matches!(found.proof, Proof::All(count) if count == boards.len() as u128));
        assert!(!found.is_more);
    }
}

/// The farthest starts are those that solving the board from each finds.
fn the_farthest_starts_are_found<B: Game>(asked: &Asked, is_start: impl Fn(&B, &B) -> bool) {
    let frame = Frame::<B>::new(&ask(asked), Unasked::All).expect("boards");
    let boards: Vec<(B, Option<u64>)> = all(&frame)
        .into_iter()
        .map(|board| {
            let par = par(&board);
            (board, par)
        })
        .collect();
    let mut chance = Chance::new(9);
    for _ in 0..60 {
        let Some((board, _)) = boards.get(chance.below(boards.len() as u32) as usize) else {
            continue;
        };
        let starts = boards.iter().filter(|(other, _)| is_start(board, other));
        let winnable: Vec<_> = starts
            .filter_map(|(start, par)| Some((start, (*par)?)))
            .collect();
        let best = winnable.iter().map(|(_, par)| *par).max();
        let farthest = farthest_of(board).expect("no limit");
        assert_eq!(farthest.par, best, "{asked:?}\n{}", text(board));
        assert_eq!(farthest.winnable, winnable.len() as u64);
        let expected: BTreeSet<_> = winnable
            .iter()
            .filter(|(_, par)| Some(*par) == best)
            .map(|(start, _)| text(*start))
            .collect();
        let found: BTreeSet<_> = farthest.boards.iter().map(text).collect();
        assert_eq!(found, expected);
    }
}

/// The start that a board has is one of those that are compared, whatever it is.
fn the_start_of_the_board_is_compared<B: Game>(asked: &Asked) {
    let frame = Frame::<B>::new(&ask(asked), Unasked::All).expect("boards");
    let boards = all(&frame);
    let every = boards.len().div_ceil(3_000);
    for board in boards.iter().step_by(every) {
        let farthest = farthest_of(board).expect("no limit");
        let own = par(board);
        assert!(farthest.par >= own, "{asked:?}\n{}", text(board));
        if own.is_some() && own == farthest.par {
            let mut found = farthest.boards.iter().map(text);
            assert!(found.any(|found| found == text(board)), "{}", text(board));
        }
    }
}

mod curling {
    use super::*;
    use crate::curling::Board;

    const ASKED: [Asked; 7] = [
        (1, 4, &[]),
        (2, 3, &[]),
        (3, 3, &[("throws", "none")]),
        (3, 3, &[("throws", "2")]),
        (3, 3, &[("throws", "none"), ("blocks", "2..4")]),
        (2, 5, &[("throws", "none")]),
        (5, 2, &[("throws", "none")]),
    ];

    #[test]
    fn boards() {
        ASKED.iter().for_each(numbers_name_all_boards::<Board>);
        ASKED.iter().for_each(images_are_alike::<Board>);
        images_are_alike::<Board>(&(5, 6, &[]));
    }

    #[test]
    fn hardest() {
        ASKED.iter().for_each(the_hardest_are_found::<Board>);
    }

    #[test]
    fn farthest() {
        for asked in &ASKED[..6] {
            the_farthest_starts_are_found(asked, Board::has_the_same_ice);
            the_start_of_the_board_is_compared::<Board>(asked);
        }
    }
}

mod snake {
    use super::*;
    use crate::snake::Board;

    const ASKED: [Asked; 8] = [
        (1, 4, &[]),
        (2, 3, &[]),
        (2, 3, &[("wrap", "yes")]),
        (1, 5, &[("wrap", "yes"), ("length", "1..3")]),
        (3, 3, &[("length", "3")]),
        (3, 3, &[("length", "4"), ("wrap", "yes")]),
        (3, 3, &[("length", "2..5"), ("walls", "2..3")]),
        (2, 4, &[("length", "1..6")]),
    ];

    #[test]
    fn boards() {
        ASKED.iter().for_each(numbers_name_all_boards::<Board>);
        ASKED.iter().for_each(images_are_alike::<Board>);
        images_are_alike::<Board>(&(4, 5, &[("length", "5")]));
        images_are_alike::<Board>(&(4, 5, &[("length", "5"), ("wrap", "yes")]));
    }

    #[test]
    fn hardest() {
        ASKED.iter().for_each(the_hardest_are_found::<Board>);
    }

    #[test]
    fn farthest() {
        for asked in &ASKED {
            the_farthest_starts_are_found(asked, Board::has_the_same_yard);
            the_start_of_the_board_is_compared::<Board>(asked);
        }
    }
}

mod slide {
    use super::*;
    use crate::slide::Board;

    #[test]
    fn boards() {
        images_are_alike::<Board>(&(1, 2, &[]));
        images_are_alike::<Board>(&(3, 4, &[("robots", "0..2")]));
        images_are_alike::<Board>(&(2, 5, &[("robots", "3"), ("passing", "yes")]));
    }

    /// Robot 0 begins wherever nothing else is.
    #[test]
    fn farthest() {
        let frame = Frame::<Board>::new(&ask(&(4, 4, &[("robots", "1")])), Unasked::All);
        let frame = frame.expect("boards");
        let mut chance = Chance::new(10);
        for _ in 0..40 {
            let Some(board) = Board::generator().random(&frame, &mut chance) else {
                continue;
            };
            let farthest = farthest_of(&board).expect("no limit");
            assert!(farthest.par >= par(&board), "{}", text(&board));
            for start in &farthest.boards {
                assert_eq!(par(start), farthest.par, "{}", text(start));
            }
        }
    }

    /// What is asked for is there, however often a board is changed.
    #[test]
    fn amounts() {
        let asked: Asked = (
            4,
            5,
            &[("robots", "1..3"), ("blocks", "2..4"), ("edges", "3")],
        );
        let frame = Frame::<Board>::new(&ask(&asked), Unasked::All).expect("boards");
        let mut chance = Chance::new(11);
        let mut board = Board::generator().random(&frame, &mut chance);
        for _ in 0..2_000 {
            let now = board.expect("a board");
            let view = now.view(&now.start());
            let count = |what: &dyn Fn(&crate::view::Tile) -> bool| {
                view.tiles
                    .squares()
                    .iter()
                    .filter(|tile| what(tile))
                    .count()
            };
            let others = count(&|tile| tile.role == crate::view::Role::Other);
            let blocks = count(&|tile| tile.role == crate::view::Role::Wall);
            assert!((1..=3).contains(&others) && (2..=4).contains(&blocks));
            assert_eq!(view.edges.len(), 3, "{}", text(&now));
            let changed = Board::generator().changed(&now, &frame, &mut chance);
            board = Some(changed.unwrap_or(now));
        }
    }
}

mod portals {
    use super::*;
    use crate::portals::Board;

    const ASKED: [Asked; 7] = [
        (1, 1, &[]),
        (1, 5, &[]),
        (2, 3, &[]),
        (3, 3, &[("portals", "0..1")]),
        (2, 3, &[("start", "1,1"), ("goal", "1,1")]),
        (2, 4, &[("start", "0,2"), ("goal", "1,0"), ("portals", "1")]),
        (3, 3, &[("portals", "2"), ("walls", "1..2")]),
    ];

    #[test]
    fn boards() {
        ASKED.iter().for_each(numbers_name_all_boards::<Board>);
        ASKED.iter().for_each(images_are_alike::<Board>);
        images_are_alike::<Board>(&(4, 6, &[("portals", "0..4")]));
    }

    #[test]
    fn hardest() {
        ASKED.iter().for_each(the_hardest_are_found::<Board>);
    }

    #[test]
    fn farthest() {
        for asked in &ASKED {
            the_start_of_the_board_is_compared::<Board>(asked);
            let frame = Frame::<Board>::new(&ask(asked), Unasked::All).expect("boards");
            let mut chance = Chance::new(10);
            for _ in 0..100 {
                let board = Board::generator()
                    .random(&frame, &mut chance)
                    .expect("a board");
                let farthest = farthest_of(&board);
                let farthest = farthest.expect("no limit");
                let starts = board.all_starts();
                let pars: Vec<_> = starts.iter().filter_map(par).collect();
                assert_eq!(farthest.par, pars.iter().max().copied());
                assert_eq!(farthest.winnable, pars.len() as u64);
                for found in &farthest.boards {
                    assert_eq!(par(found), farthest.par);
                }
                let most = pars.iter().filter(|par| Some(**par) == farthest.par);
                assert_eq!(farthest.boards.len(), most.count());
            }
        }
    }
}

mod mines {
    use super::*;
    use crate::mines::Board;

    const ASKED: [Asked; 6] = [
        (1, 1, &[]),
        (1, 6, &[]),
        (2, 3, &[("mines", "2")]),
        (3, 3, &[]),
        (3, 4, &[("mines", "3..4")]),
        (3, 3, &[("clicks", "all")]),
    ];

    #[test]
    fn boards() {
        ASKED.iter().for_each(numbers_name_all_boards::<Board>);
        ASKED.iter().for_each(images_are_alike::<Board>);
        images_are_alike::<Board>(&(3, 5, &[]));
    }

    #[test]
    fn hardest() {
        ASKED.iter().for_each(the_hardest_are_found::<Board>);
    }

    /// The greatest par is known without looking at a board: solving every board finds the same.
    #[test]
    fn some_board_has_the_greatest_par_that_its_size_allows() {
        let lines = (2..=12).map(|columns| (1, columns));
        let others = [(2, 2), (2, 3), (7, 2), (3, 3), (3, 4), (4, 4), (5, 3)];
        for (rows, columns) in lines.chain(others) {
            let frame = Frame::<Board>::new(&ask(&(rows, columns, &[])), Unasked::All);
            let frame = frame.expect("boards");
            let boards = all(&frame).into_iter();
            let fewest = |board: Board| {
                let report = board.solve(&mut SearchContext::default());
                report.verdict.fewest()
            };
            let greatest = boards.filter_map(fewest).max();
            assert_eq!(
                greatest,
                Some(Board::generator().pars(&frame).1),
                "{rows}x{columns}"
            );
        }
    }

    #[test]
    fn there_is_no_start() {
        let frame = Frame::<Board>::new(&ask(&(2, 2, &[])), Unasked::All).expect("boards");
        let farthest = farthest_of(&frame.pattern);
        assert_eq!(farthest.err(), Some(NoStarts::Startless("mines")));
    }
}

mod ladders {
    use super::*;
    use crate::ladders::Board;

    const ASKED: [Asked; 6] = [
        (2, 2, &[]),
        (2, 2, &[("from", "0"), ("die", "1")]),
        (3, 3, &[("jumps", "0..2"), ("die", "2")]),
        (
            3,
            3,
            &[("jumps", "2"), ("overshoot", "bounce"), ("die", "3")],
        ),
        (
            3,
            3,
            &[("jumps", "1..2"), ("from", "0"), ("overshoot", "stay")],
        ),
        (2, 2, &[("from", "4")]),
    ];

    #[test]
    fn boards() {
        ASKED.iter().for_each(numbers_name_all_boards::<Board>);
        ASKED.iter().for_each(images_are_alike::<Board>);
    }

    #[test]
    fn hardest() {
        ASKED.iter().for_each(the_hardest_are_found::<Board>);
    }

    #[test]
    fn farthest() {
        for asked in &ASKED {
            the_start_of_the_board_is_compared::<Board>(asked);
            let frame = Frame::<Board>::new(&ask(asked), Unasked::All).expect("boards");
            for board in all(&frame).iter().step_by(17) {
                let farthest = farthest_of(board);
                let farthest = farthest.expect("no limit");
                let starts = board.all_starts();
                let pars: Vec<_> = starts.iter().filter_map(par).collect();
                assert_eq!(farthest.par, pars.iter().max().copied());
                assert_eq!(farthest.winnable, pars.len() as u64);
                let most = pars.iter().filter(|par| Some(**par) == farthest.par);
                assert_eq!(farthest.boards.len(), most.count());
            }
        }
    }
}
