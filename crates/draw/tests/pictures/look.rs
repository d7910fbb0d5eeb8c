//! The colours, the sheet of symbols, and the legend below a heated board.

use std::collections::BTreeSet;

use fewest_draw::heat::{self, Reading};
use fewest_draw::{Colour, Heat, Scene, Theme, css, sheet};
use fewest_games::grid::Grid;
use fewest_games::view::{Ground, Link, Piece, Role, Tile, View};
use resvg::usvg::roxmltree::Document;
use resvg::usvg::{Options, Tree};

use crate::{levels, png};

type Matrix = [[f64; 3]; 3];

const SAME: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// What remains of a colour for those who lack one kind of cone: Machado, Oliveira and Fernandes,
/// 2009, at full severity, on light that is not yet encoded.
const PROTANOPIA: Matrix = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
];
const DEUTERANOPIA: Matrix = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
];
const TRITANOPIA: Matrix = [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.303900],
];
const EYES: [(&str, Matrix); 4] = [
    ("all cones", SAME),
    ("protanopia", PROTANOPIA),
    ("deuteranopia", DEUTERANOPIA),
    ("tritanopia", TRITANOPIA),
];

fn times(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * x + row[1] * y + row[2] * z)
}

/// The colour as an eye sees it: lightness, and two hues that count as much (CIE L*a*b*).
fn seen(Colour(red, green, blue): Colour, eye: &Matrix) -> [f64; 3] {
    let light = [red, green, blue].map(|part| {
        let part = f64::from(part) / 255.0;
        match part {
            0.0..=0.04045 => part / 12.92,
            _ => ((part + 0.055) / 1.055).powf(2.4),
        }
    });
    let light = times(eye, light).map(|part| part.clamp(0.0, 1.0));
    let [x, y, z] = times(
        &[
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ],
        light,
    );
    let [x, y, z] = [x / 0.95047, y, z / 1.08883].map(|part| match part {
        0.008856.. => part.cbrt(),
        _ => 7.787 * part + 16.0 / 116.0,
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn apart(one: Colour, other: Colour, eye: &Matrix) -> f64 {
    let (one, other) = (seen(one, eye), seen(other, eye));
    let gaps = one
        .iter()
        .zip(other)
        .map(|(one, other)| (one - other).powi(2));
    gaps.sum::<f64>().sqrt()
}

/// The colours that tell one thing from another.
fn telling(theme: &Theme) -> [(&'static str, Colour); 7] {
    [
        ("floor", theme.floor),
        ("wall", theme.wall[0]),
        ("player", theme.player[0]),
        ("goal", theme.goal[0]),
        ("lift", theme.lift[0]),
        ("drop", theme.drop[0]),
        ("danger", theme.danger[0]),
    ]
}

#[test]
fn every_eye_tells_the_colours_apart() {
    for (theme, colours) in [("light", Theme::LIGHT), ("dark", Theme::DARK)] {
        let telling = telling(&colours);
        for (who, eye) in &EYES {
            for (number, (name, one)) in telling.iter().enumerate() {
                for (other_name, other) in &telling[..number] {
                    let gap = apart(*one, *other, eye);
                    assert!(
                        gap > 14.0,
                        "{theme}, {who}: {name} and {other_name}, {gap:.1}"
                    );
                }
            }
        }
    }
}

#[test]
fn letters_are_read_on_what_is_behind_them() {
    for (theme, colours) in [("light", Theme::LIGHT), ("dark", Theme::DARK)] {
        for (who, eye) in &EYES {
            let pairs = [
                (colours.ink, colours.floor, 60.0),
                (colours.ink, colours.lid[0], 40.0),
                (colours.ink, colours.lift[1], 40.0),
                (colours.quiet, colours.paper, 40.0),
                (colours.quiet, colours.floor, 40.0),
            ];
            for (ink, behind, least) in pairs {
                let gap = (seen(ink, eye)[0] - seen(behind, eye)[0]).abs();
                assert!(gap > least, "{theme}, {who}: {ink} on {behind}, {gap:.1}");
            }
        }
    }
}

#[test]
fn warmer_is_brighter_for_every_eye() {
    for (who, eye) in &EYES {
        let lightness = |step: u32| seen(heat::tint(f64::from(step) / 20.0), eye)[0];
        for step in 0..20 {
            let (cold, warm) = (lightness(step), lightness(step + 1));
            assert!(
                warm > cold + 1.0,
                "{who}: step {step}, {cold:.1} and {warm:.1}"
            );
        }
    }
    assert_eq!(heat::tint(-1.0), heat::tint(0.0));
    assert_eq!(heat::tint(f64::NAN), heat::tint(0.0));
}

/// What stands between a beginning and an end, wherever that is.
fn between<'a>(text: &'a str, begin: &str, end: char) -> Vec<&'a str> {
    let parts = text.split(begin).skip(1);
    parts.map(|part| part.split(end).next().unwrap()).collect()
}

/// The declarations of a rule, name and value.
fn declared(rule: &str) -> Vec<(&str, &str)> {
    let lines = rule.lines().filter_map(|line| line.split_once(": "));
    lines.filter(|(name, _)| name.starts_with("--")).collect()
}

/// The names are those that JSON has, so that a page finds what a view speaks of.
#[test]
fn every_symbol_is_there_once() {
    let sheet = sheet();
    let names = between(&sheet, "<symbol id=\"", '"');
    let named = |thing: String| thing.to_lowercase();
    let grounds = Ground::ALL.map(|ground| named(format!("{ground:?}")));
    let pieces = Piece::ALL.map(|piece| named(format!("{piece:?}")));
    let heads = ["head", "viper"].map(str::to_string);
    let all: Vec<String> = grounds.into_iter().chain(pieces).chain(heads).collect();
    assert_eq!(names, all);
}

#[test]
fn every_colour_is_a_variable_that_is_declared_for_light_and_dark() {
    let (sheet, css) = (sheet(), css());
    let rules: Vec<&str> = css.split('}').collect();
    let [light, system, _, dark, _] = rules[..] else {
        panic!("{css}");
    };
    assert!(light.starts_with(":root {"), "{light}");
    let asked = "@media (prefers-color-scheme: dark) {\n:root:not([data-theme=light]) {";
    assert!(system.trim_start().starts_with(asked), "{system}");
    assert!(
        dark.trim_start().starts_with(":root[data-theme=dark] {"),
        "{dark}"
    );
    assert_eq!(declared(system), declared(dark));

    let names = |rule| -> BTreeSet<&str> { declared(rule).iter().map(|pair| pair.0).collect() };
    assert_eq!(names(light).len(), declared(light).len(), "each once");
    let heat = (1..=6).map(|number| format!("--heat-{number}"));
    let heat: Vec<String> = heat.collect();
    let mut both = names(dark);
    both.extend(heat.iter().map(String::as_str));
    assert_eq!(names(light), both);

    for used in between(&sheet, "var(", ')') {
        assert!(
            names(dark).contains(used),
            "{used} is used, but not declared"
        );
    }
    // The eyes of a head are white and black on any paper.
    let fixed = between(&sheet, "=\"#", '"').into_iter();
    assert_eq!(
        fixed.collect::<BTreeSet<_>>(),
        BTreeSet::from(["222", "fff"])
    );
    let wall = Theme::LIGHT.wall;
    let said = declared(light);
    for (number, colour) in (1..).zip(wall) {
        let pair = (format!("--wall-{number}"), format!("{colour};"));
        assert!(
            said.contains(&(pair.0.as_str(), pair.1.as_str())),
            "{pair:?}"
        );
    }
}

/// With its colours put in, a symbol of the sheet is the symbol of a picture.
#[test]
fn symbols_are_those_of_the_pictures() {
    let css = css();
    let rules: Vec<&str> = css.split('}').collect();
    for (theme, rule) in [(Theme::LIGHT, rules[0]), (Theme::DARK, rules[3])] {
        let mut sheet = sheet();
        for (name, value) in declared(rule) {
            sheet = sheet.replace(&format!("var({name})"), value.trim_end_matches(';'));
        }
        assert!(!sheet.contains("var("), "{sheet}");
        let tiles = Ground::ALL.map(|ground| Tile::new(".", Role::Plain).on(ground));
        let pieces = Piece::ALL.map(|piece| Tile::new(".", Role::Plain).with(piece));
        let tiles: Vec<Tile> = tiles.into_iter().chain(pieces).collect();
        let mut view = View::new(Grid::new(tiles.len(), tiles));
        view.body = vec![0];
        let picture = Scene::new(&view).svg(&theme, 40);
        let mut compared = 0;
        for line in picture.lines() {
            let Some((name, drawn)) = line
                .strip_prefix("<g id=\"")
                .and_then(|symbol| symbol.strip_suffix("</g>")?.split_once("\">"))
            else {
                continue;
            };
            let symbol = sheet.lines().find(|line| {
                let begin = format!("<symbol id=\"{name}\" ");
                line.starts_with(&begin)
            });
            assert!(
                symbol.unwrap().ends_with(&format!(">{drawn}</symbol>")),
                "{name}"
            );
            compared += 1;
        }
        // Seven grounds are drawn square by square, and the head goes with the body.
        assert_eq!(compared, 7 + Piece::ALL.len() + 1);

        let shown = sheet.replace("width=\"0\" height=\"0\"", "width=\"9\" height=\"9\"");
        assert!(!png(&shown).is_empty(), "it is SVG");
    }
}

/// A heat of a view, half of it on the scale and half of it marks.
fn half_heated(view: &View, title: &str) -> Heat {
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
            is_on_the_paper(&view, &half_heated(&view, &title), size, &name);
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
            let mut heat = half_heated(&view, title);
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
    let with = half_heated(&view, "par by a wall");
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
        let noted = half_heated(&view, "par by a wall");
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
        let reached = half_heated(&view, "moves to the win");
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
