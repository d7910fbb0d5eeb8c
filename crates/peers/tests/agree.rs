//! Everyone agrees with fewest on small random boards by the hundred, before anyone is timed on
//! large ones.

use fewest_games::mines::reveal;
use fewest_peers::contests::noguess;
use fewest_peers::instances::{self, curling, frontiers, ladders, mines, portals, snake};
use fewest_peers::libraries::rink::Rink;
use fewest_peers::libraries::{pathfinding, petgraph, stateright};
use fewest_peers::measure::Run;
use fewest_peers::ours;
use fewest_peers::textbook::snake::{array as snake_array, shapes as snake_shapes};
use fewest_peers::textbook::{self, Found};

const BOARDS: u64 = 1000;

fn snake_board(text: &str) -> textbook::snake::Board {
    textbook::snake::read(&mut text.split_ascii_whitespace()).expect("a board")
}

#[test]
fn on_snake() {
    for number in 0..BOARDS {
        let text = snake::small(number);
        let ours = ours::solve(&ours::levels("snake", &text)[0]);
        let explored = ours::explore(&ours::snake_board(&text), true);
        let board = snake_board(&text);
        let codes = snake_array::Codes::new(&board);
        let plain = textbook::snake::fewest(&board);
        let told = format!("board {number}:\n{text}");
        assert_eq!(ours.fewest, plain.fewest, "{told}");
        assert_eq!(explored.fewest, plain.fewest, "{told}");
        // The queues are the same one, so they have seen the same at the win too.
        assert_eq!(snake_array::fewest(&board), plain, "{told}");
        assert_eq!(snake_shapes::fewest(&board), plain, "{told}");
        let library = pathfinding::snake(&codes);
        assert_eq!(library.fewest, plain.fewest, "{told}");
        if plain.fewest.is_none() {
            assert_eq!(library.positions, plain.positions, "{told}");
            assert_eq!(explored.positions, plain.positions, "{told}");
        }
        if number < 50 {
            let checked = stateright::check(&codes, 1);
            assert_eq!(checked.fewest, plain.fewest, "{told}");
        }
    }
}

#[test]
fn on_what_is_explored_on_a_walled_in_apple() {
    let text = &snake::exploring(false)[0].text();
    let board = snake_board(text);
    let everything = Found {
        fewest: None,
        positions: 798_232,
    };
    assert_eq!(snake_shapes::fewest(&board), everything);
    let ours = ours::snake_board(text);
    assert_eq!(ours::explore(&ours, false), everything);
    assert_eq!(ours::explore(&ours, true), everything);
}

#[test]
fn on_curling() {
    for number in 0..BOARDS {
        let text = curling::input([curling::small(number)].into_iter());
        let ours = ours::solve(&ours::levels("curling", &text)[0]).fewest;
        let board = textbook::curling::read(&mut text.split_ascii_whitespace()).expect("a board");
        let rink = Rink::new(&board);
        let told = format!("board {number}:\n{text}");
        assert_eq!(textbook::curling::fewest(&board).fewest, ours, "{told}");
        assert_eq!(pathfinding::curling(&rink).fewest, ours, "{told}");
        if number < 50 {
            assert_eq!(stateright::check(&rink, 1).fewest, ours, "{told}");
        }
    }
}

#[test]
fn on_portals() {
    for number in 0..BOARDS {
        let text = portals::small(number);
        let ours = ours::solve(&ours::levels("portals", &text)[0]).fewest;
        let board = textbook::portals::read(&mut text.split_ascii_whitespace()).expect("a board");
        let told = format!("board {number}:\n{text}");
        assert_eq!(textbook::portals::fewest(&board).fewest, ours, "{told}");
        assert_eq!(pathfinding::portals(&board).fewest, ours, "{told}");
        let maze = petgraph::build(&board);
        assert_eq!(petgraph::search(&board, &maze).fewest, ours, "{told}");
    }
}

#[test]
fn on_ladders() {
    for number in 0..BOARDS {
        let text = ladders::small(number);
        let ours = ours::solve(&ours::levels("ladders", &text)[0]).fewest;
        let board = textbook::ladders::read(&text).expect("a board");
        let told = format!("board {number}: {text}");
        assert_eq!(textbook::ladders::fewest(&board).fewest, ours, "{told}");
        let track = pathfinding::track(&board);
        assert_eq!(pathfinding::ladders(&track).fewest, ours, "{told}");
    }
}

#[test]
fn on_mines() {
    for number in 0..BOARDS {
        let text = mines::small(number);
        let (mut cells, square) = ours::mines_board(&text);
        reveal(&mut cells, square);
        let (first, second) = text.split_once('\n').expect("two lines");
        let (mut board, click) = textbook::mines::read(first, second).expect("a case");
        textbook::mines::click(&mut board, click);
        let letters: Vec<u8> = board.iter().flatten().map(|&cell| cell as u8).collect();
        assert_eq!(cells.squares(), letters, "case {number}: {text}");
    }
}

/// The library does not count the mines that are left, and keeps fewer boards for it.
#[test]
fn on_boards_that_need_no_guess() {
    let mut run = Run::new(true);
    noguess::run(&mut run).expect("they agree");
    let kept: Vec<_> = run.rows.iter().map(|row| row.positions).collect();
    assert_eq!(kept, [Some(28), Some(17)]);
}

/// The positions whose chances are measured are those that they were.
#[test]
fn the_frontiers_are_long() {
    let positions = frontiers::all(true);
    let lengths: Vec<usize> = positions.iter().map(frontiers::frontier).collect();
    assert_eq!(lengths, [44, 100, 102, 99]);
}

/// The generators still make the boards whose numbers are on the lists.
#[test]
fn the_chosen_boards_are_as_hard_as_their_lists_say() {
    let chosen = snake::hardest();
    assert_eq!(chosen.len(), snake::CHOSEN);
    for (number, hardness) in chosen {
        assert_eq!(
            instances::snake_hardness(number),
            hardness,
            "snake {number}"
        );
    }
    let chosen = curling::hardest();
    assert_eq!(chosen.len(), curling::CHOSEN);
    for (number, hardness) in chosen {
        assert_eq!(
            instances::curling_hardness(number),
            hardness,
            "curling {number}"
        );
    }
}

/// A maze that keeps its player in a corner would measure nothing.
#[test]
fn the_mazes_are_explored() {
    for kind in portals::Kind::ALL {
        let text = portals::maze(100, kind);
        let board = textbook::portals::read(&mut text.split_ascii_whitespace()).expect("a board");
        let floor = board.glyphs.iter().filter(|&&glyph| glyph != b'#').count() as u64;
        let reached = pathfinding::portals(&board).positions;
        assert!(reached > floor * 9 / 10, "{kind:?}: {reached} of {floor}");
    }
}
