//! Every choice of chords on boards that are too large for trying all acts.

use fastrand::Rng;
use fewest_search::{Limits, Patrol, Unwatched};

use super::plain::check_acts;
use super::{Board, SEED};
use crate::mines::chords::effort::Effort;
use crate::mines::chords::net::{Net, Node};
use crate::mines::chords::play::play;
use crate::mines::chords::steps::Steps;
use crate::mines::chords::sweep::{Surplus, bound, sweep};
use crate::mines::chords::tiles::Tiles;

/// The most chords of which every choice is tried.
const MOST: usize = 11;

fn chords(net: &Net) -> Vec<Node> {
    (0..net.len()).filter(|&node| net.may_chord(node)).collect()
}

/// The fewest acts over all choices of chords.
fn fewest(net: &Net, chords: &[Node]) -> u32 {
    let choices = 0..1u32 << chords.len();
    let acts = choices.map(|choice| {
        let mut chosen = vec![false; net.len() as usize];
        for (at, &chord) in chords.iter().enumerate() {
            chosen[chord as usize] = choice >> at & 1 == 1;
        }
        play(net, &chosen).len() as u32
    });
    acts.min().expect("there is at least one choice")
}

#[test]
fn sweeps_in_any_order_find_the_best_choice_and_no_bound_is_above_it() {
    let mut rng = Rng::with_seed(SEED);
    let mut boards = 0;
    while boards < 1500 {
        let (rows, columns) = (rng.usize(2..=7), rng.usize(2..=7));
        let mines = rng.u32(8..35);
        let mut board = Board::random(rows, columns, mines, &mut rng);
        if rng.u32(..3) == 0 {
            board = board.in_progress(&mut rng);
        }
        let net = Net::new(&board.task());
        let mut order = chords(&net);
        if order.is_empty() || order.len() > MOST {
            continue;
        }
        boards += 1;
        let all = fewest(&net, &order);
        let wrong = net.wrong.len() as u32;
        rng.shuffle(&mut order);
        let steps = Steps::new(&net, &order).expect("so few fit");
        let mut unwatched = Unwatched;
        let patrol = Patrol::new(&Limits::default(), &mut unwatched);
        let mut effort = Effort::new(patrol, None);
        effort.allow(u64::MAX);
        let text = board.text();

        let width = 1 << MOST;
        let whole = sweep(&steps, u32::MAX, width, Surplus::Refused, &mut effort);
        let (cost, chosen) = whole.expect("it fits").best.expect("there is one");
        assert_eq!(cost + wrong, all, "{order:?} on\n{text}");
        let is_chosen = |node| chosen.contains(&node);
        let acts = play(&net, &(0..net.len()).map(is_chosen).collect::<Vec<_>>());
        assert_eq!(acts.len() as u32, all, "{order:?} on\n{text}");
        check_acts(&board, &acts);

        let none = sweep(&steps, cost, width, Surplus::Refused, &mut effort);
        assert!(
            none.expect("it fits").best.is_none(),
            "{order:?} on\n{text}"
        );

        let narrow = rng.usize(1..6);
        let some = sweep(&steps, u32::MAX, narrow, Surplus::Dropped, &mut effort);
        let some = some.expect("it goes on").best.expect("there is one");
        assert!(some.0 >= cost, "{order:?} on\n{text}");
        let below = bound(&steps, u32::MAX, narrow, &mut effort).expect("it goes on");
        assert!(below <= cost, "{below} with {narrow}, {order:?} on\n{text}");

        let size = (rng.u32(2..5), rng.u32(2..5));
        let task = board.task();
        let (tiles, _) = Tiles::of(&task, size).bound(&mut effort);
        assert!(tiles <= cost, "{tiles} with {size:?} on\n{text}");
    }
}
