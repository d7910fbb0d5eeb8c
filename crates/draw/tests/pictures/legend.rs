//! The legend below a heated board: it stays on the paper, and explains what is drawn and no more.

use fewest_draw::heat::Reading;
use fewest_draw::{Heat, Scene, Theme};
use fewest_games::grid::Grid;
use fewest_games::view::{Link, Role, Tile, View};
use resvg::usvg::roxmltree::Document;
use resvg::usvg::{Options, Tree};

use crate::common::levels;

/// A heat of a view, half of it on the scale and half of it marks.
fn heat(view: &View, title: &str) -> Heat {
    let mut number = 0;
    let squares = view.tiles.map(|_| {
        number += 1;
        let is_mark = number % 2 == 0;
        Some(Reading {
            text: if is_mark { "x" } else { "7" }.to_string(),
            warmth: (!is_mark).then_some(0.5),
        })
    });
    Heat {
        unreached: Vec::new(),
        squares,
        title: title.to_string(),
        ends: Some(["1".to_string(), "14".to_string()]),
        notes: vec![
            ("=".to_string(), "par 14 as it is".to_string()),
            ("x".to_string(), "impossible".to_string()),
        ],
    }
}

fn empty(rows: usize, columns: usize) -> View {
    let tiles = vec![Tile::new(".", Role::Plain); rows * columns];
    View::new(Grid::new(columns, tiles))
}

/// What is drawn below the board.
fn below(svg: &str) -> &str {
    let (_, below) = svg.rsplit_once("</g>\n").expect("there is a board");
    below.strip_suffix("</svg>\n").expect("it ends")
}

/// That everything below the board, with the width of its strokes, lies on the paper.
fn is_on_the_paper(view: &View, heat: &Heat, size: u32, name: &str) {
    let scene = Scene {
        heat: Some(heat),
        ..Scene::new(view)
    };
    let svg = scene.svg(&Theme::LIGHT, size);
    let document = Document::parse(&svg).expect("it is XML");
    let paper = document.root_element().attribute("viewBox");
    let paper: Vec<f32> = paper
        .expect("it has one")
        .split(' ')
        .map(|number| number.parse().expect("a number"))
        .collect();
    // By itself, in the units of the paper.
    let alone = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}</svg>"#,
        below(&svg)
    );
    let tree = Tree::from_str(&alone, &Options::default()).expect("it is SVG");
    let legend = tree.root().abs_stroke_bounding_box();
    assert!(
        legend.width() > 0.0
            && legend.left() >= 0.0
            && legend.right() <= paper[2]
            && legend.bottom() <= paper[3],
        "{name}, size {size}: {legend:?} is not on {paper:?}"
    );
}

#[test]
fn the_legend_of_every_level_is_on_the_paper() {
    let mut seen = 0;
    for (name, level) in levels() {
        let title = format!("{} to the win", level.info().unit.many);
        let view = level.session().view();
        for size in [2, 12, 40, 160] {
            is_on_the_paper(&view, &heat(&view, &title), size, &name);
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn the_legend_of_a_narrow_board_is_on_the_paper() {
    let long = "a title that is longer than the paper of any small board is wide";
    for (rows, columns) in [
        (1, 1),
        (2, 2),
        (400, 1),
        (400, 2),
        (512, 3),
        (3, 9),
        (2, 400),
    ] {
        let view = empty(rows, columns);
        for title in ["clicks to the win", long] {
            let mut heat = heat(&view, title);
            for size in [2, 6, 11, 12, 26, 40, 160] {
                is_on_the_paper(&view, &heat, size, &format!("{rows} by {columns}"));
            }
            heat.notes.push(("?".to_string(), long.to_string()));
            is_on_the_paper(
                &view,
                &heat,
                40,
                &format!("{rows} by {columns}, a long note"),
            );
        }
    }
}

#[test]
fn without_ends_there_is_no_scale() {
    let view = empty(3, 3);
    let with = heat(&view, "par by a wall");
    let without = Heat {
        ends: None,
        ..with.clone()
    };
    let [with, without] = [with, without].map(|heat| {
        is_on_the_paper(&view, &heat, 40, "3 by 3");
        let scene = Scene {
            heat: Some(&heat),
            ..Scene::new(&view)
        };
        below(&scene.svg(&Theme::LIGHT, 40)).to_string()
    });
    assert!(with.contains("<rect"));
    assert!(!without.contains("<rect") && without.contains("class=\"legend\""));
    assert!(
        without.len() < with.len(),
        "the ends are not written either"
    );
}

/// A sketch has tints, but no readings: there is no mark to be explained.
#[test]
fn the_notes_are_only_where_the_marks_are() {
    let links = |count: u32| {
        let link = |square: u32| Link {
            from: square % 9,
            to: 9,
            role: Role::Lift,
        };
        View {
            links: (0..count).map(link).collect(),
            ..empty(10, 10)
        }
    };
    for (view, size, is_sketched) in [
        (empty(10, 10), 12, false),
        (empty(10, 10), 11, true),
        (empty(100, 100), 12, false),
        (empty(100, 101), 12, true),
        (links(1000), 40, false),
        (links(1001), 40, true),
    ] {
        let noted = heat(&view, "par by a wall");
        let bare = Heat {
            notes: Vec::new(),
            ..noted.clone()
        };
        let [noted, bare] = [noted, bare].map(|heat| {
            let scene = Scene {
                heat: Some(&heat),
                ..Scene::new(&view)
            };
            let svg = scene.svg(&Theme::LIGHT, size);
            assert_eq!(svg.contains("class=\"readings\""), !is_sketched);
            (svg, scene.pixels(size))
        });
        let tiles = &view.tiles;
        let name = format!("{} by {}, size {size}", tiles.rows(), tiles.columns());
        assert_eq!(noted.1 == bare.1, is_sketched, "{name}");
        assert_eq!(noted.0 == bare.0, is_sketched, "{name}");
    }
}

/// What cannot be reached is hatched, on the board and in a line of the legend, which stays on the
/// paper; a tint is no hatching, and a board without such squares has none.
#[test]
fn what_cannot_be_reached_is_hatched_and_explained() {
    for (rows, columns, size) in [(3, 3, 40), (1, 1, 40), (100, 101, 12)] {
        let view = empty(rows, columns);
        let reached = heat(&view, "moves to the win");
        let unreached = Heat {
            unreached: vec![0],
            ..reached.clone()
        };
        let name = format!("{rows} by {columns}");
        is_on_the_paper(&view, &unreached, size, &name);
        let [reached, unreached] = [reached, unreached].map(|heat| {
            let scene = Scene {
                heat: Some(&heat),
                ..Scene::new(&view)
            };
            let svg = scene.svg(&Theme::LIGHT, size);
            (
                svg.matches("class=\"unreached\"").count(),
                scene.pixels(size).1,
            )
        });
        assert_eq!((reached.0, unreached.0), (0, 2), "{name}");
        assert!(reached.1 < unreached.1, "{name}: a line of its own");
    }
}
