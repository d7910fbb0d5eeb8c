//! Boards as large and as full as there are: none is too much for the painter.

use fewest_draw::{Format, Scene, Theme};
use fewest_games::grid::Grid;
use fewest_games::view::{Ground, Link, Piece, Role, Tile, View};

use crate::common::{decoded, png};

/// Boards of the largest size that there is, full of everything: none is too much for the painter,
/// at any size.
#[test]
fn the_largest_boards_are_painted() {
    let side = Format::MOST_SQUARES as usize;
    let wall = || Tile::new("#", Role::Wall).on(Ground::Wall);
    let lid = || {
        Tile::new("M", Role::Danger)
            .on(Ground::Lid)
            .with(Piece::Mine)
    };
    let number = || Tile::new("9", Role::Plain).labelled("262144");
    let view = |tile: &dyn Fn() -> Tile| {
        let floor = || Tile::new(".", Role::Plain);
        let tiles = (0..side * side).map(|square| match square / side % 2 == square % 2 {
            true => tile(),
            false => floor(),
        });
        View::new(Grid::new(side, tiles.collect()))
    };
    let squares = 0..(side * side) as u32;
    let link = |from: u32| Link {
        from,
        to: squares.end - 1 - from,
        role: if from.is_multiple_of(2) {
            Role::Lift
        } else {
            Role::Drop
        },
    };
    let linked = View {
        links: squares.clone().step_by(99).map(link).collect(),
        ..view(&number)
    };
    for (view, thing) in [
        (view(&wall), "wall"),
        (view(&lid), "mine"),
        (linked, "ladder"),
    ] {
        let scene = Scene::new(&view);
        let svg = scene.svg(&Theme::LIGHT, 160);
        assert!(svg.len() < 16 << 20, "{thing}: {} bytes", svg.len());
        assert!(svg.contains(&format!("class=\"{thing}\"")), "{thing}");
        let small = scene.svg(&Theme::DARK, 2);
        let (width, height, _) = decoded(&png(&small));
        assert_eq!((width, height), scene.pixels(2), "{thing}");
    }
}

/// As many squares as are drawn one by one, full of everything.
#[test]
fn the_fullest_board_is_painted() {
    let tile = |square: u32| Tile::new("9", Role::Plain).labelled(square.to_string());
    let link = |from: u32| Link {
        from,
        to: (from * 7919 + 13) % 10_000,
        role: if from.is_multiple_of(2) {
            Role::Lift
        } else {
            Role::Drop
        },
    };
    let view = View {
        links: (0..10_000).step_by(10).map(link).collect(),
        ..View::new(Grid::new(100, (0..10_000).map(tile).collect()))
    };
    let svg = Scene::new(&view).svg(&Theme::LIGHT, 20);
    assert!(svg.contains("id=\"labels\""), "every number is drawn");
    assert!(svg.len() < 16 << 20, "{} bytes", svg.len());
    png(&svg);
}
