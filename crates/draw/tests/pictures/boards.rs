//! Every game's levels as pictures, in both themes: read back, and compared with what is to be seen.

use fewest_draw::heat::Reading;
use fewest_draw::{Heat, Scene, Theme};
use fewest_games::GAMES;
use fewest_games::game::{Level, Session};
use fewest_games::grid::Grid;
use fewest_games::view::{Link, Role, Tile, Trace, View};
use resvg::usvg::roxmltree::{Document, Node};

use crate::common::{THEMES, attribute, decoded, levels, png, read, shows};

/// Where the moves of a level's solution go.
fn way(level: &dyn Level) -> Vec<Trace> {
    let mut session = level.session();
    let moves = level.solution().unwrap_or_default();
    let trace = |step| {
        let trace = session.trace(step).expect("it is legal");
        session.push(step).expect("it is legal");
        trace
    };
    moves.iter().map(|step| &**step).map(trace).collect()
}

#[test]
fn the_svg_of_every_level_is_xml_and_names_everything() {
    for (name, level) in levels() {
        let view = level.session().view();
        let way = way(level.as_ref());
        for theme in THEMES {
            let scene = Scene {
                way: &way,
                title: level.title().unwrap_or("a board"),
                caption: Some("4 moves"),
                ..Scene::new(&view)
            };
            let svg = scene.svg(&theme, 40);
            shows(&svg, &view, &name);
            assert!(svg.contains(r#"class="way""#) != way.is_empty(), "{name}");
        }
    }
}

#[test]
fn the_png_of_every_game_has_its_size_and_its_paper() {
    for game in GAMES {
        let id = game.info().id;
        let mut of_it = levels();
        of_it.retain(|(_, level)| level.info().id == id);
        for (name, level) in of_it.iter().take(4) {
            let view = level.session().view();
            for theme in THEMES {
                let scene = Scene::new(&view);
                let (width, height, pixels) = decoded(&png(&scene.svg(&theme, 24)));
                assert_eq!((width, height), scene.pixels(24), "{name}");
                let paper = [theme.paper.0, theme.paper.1, theme.paper.2, 255];
                let last = pixels.len() - 4;
                assert_eq!(pixels[..4], paper, "{name}");
                assert_eq!(pixels[last..], paper, "{name}: to the last corner");
            }
        }
    }
}

/// Paints any view; says whether it names everything.
fn paints(view: &View, way: &[Trace], name: &str) -> String {
    let scene = Scene {
        way,
        trail: way.last(),
        caption: Some("a caption that is longer than the board is wide"),
        title: "<&>\u{1}\u{0}\"水",
        ..Scene::new(view)
    };
    for theme in THEMES {
        let svg = scene.svg(&theme, 12);
        shows(&svg, view, name);
        let (width, height, _) = decoded(&png(&svg));
        assert_eq!((width, height), scene.pixels(12), "{name}");
    }
    scene.svg(&Theme::LIGHT, 12)
}

fn played<'a>(level: &'a dyn Level, moves: &str) -> Box<dyn Session + 'a> {
    let mut session = level.session();
    for step in moves.split_whitespace() {
        session.push(step).expect("it is legal");
    }
    session
}

#[test]
fn odd_positions_can_be_painted() {
    let one = read(b"game: portals\n\n.\n");
    paints(&one.session().view(), &[], "one square, already won");
    let walled = read(b"game: portals\n\n#\n");
    paints(&walled.session().view(), &[], "a player in a wall");
    let off = read(b"game: curling\n\nS.G\n#..\n");
    let view = played(off.as_ref(), "U").view();
    assert!(view.tiles.squares().iter().all(|tile| tile.piece.is_none()));
    let trace = off.session().trace("U").expect("it is legal, and loses");
    paints(&view, &[trace], "a stone off the board");
    let blast = read(b"game: mines\n\nEM\n");
    let svg = paints(
        &played(blast.as_ref(), "0,1").view(),
        &[],
        "a mine went off",
    );
    assert!(svg.contains("#blast"));
    let wrapped = read(b"game: snake\nwrap: yes\n\n1.@\n2..\n");
    assert!(wrapped.session().moves().contains(&"L".into()));
    let way = [wrapped.session().trace("L").expect("over the edge")];
    paints(&wrapped.session().view(), &way, "over the edge");
}

#[test]
fn long_and_wrapped_bodies_stay_in_one_piece() {
    let glyphs = "123456789abcdefghijklmnopqrstuvwxyz";
    let long = read(format!("game: snake\n\n{glyphs}@\n").as_bytes());
    let view = long.session().view();
    assert_eq!(view.body.len(), 35);
    paints(&view, &[], "35 segments");
    let torus = read(b"game: snake\nwrap: yes\n\n21@43\n");
    let view = torus.session().view();
    let svg = paints(&view, &[], "a body over the edge");
    let body = svg.split("id=\"back\" d=\"").nth(1).expect("there is one");
    let back = body.split('"').next().expect("it ends");
    assert_eq!(
        back.matches('M').count(),
        2,
        "it goes on at the other edge: {back}"
    );
}

#[test]
fn a_board_without_a_player_and_links_of_all_kinds() {
    let tiles = vec![Tile::new("1", Role::Plain).labelled("1"); 9];
    let link = |from, to, role| Link { from, to, role };
    let view = View {
        links: vec![
            link(0, 8, Role::Lift),
            link(7, 2, Role::Drop),
            link(4, 4, Role::Lift),
            link(3, 3, Role::Drop),
        ],
        ..View::new(Grid::new(3, tiles))
    };
    let way = [
        Trace {
            steps: vec![],
            jump: None,
        },
        Trace::walk(vec![0, 1, 2]),
        Trace {
            steps: vec![2, 5],
            jump: Some(7),
        },
        Trace::walk(vec![7, 8, 7]),
    ];
    let svg = paints(&view, &way, "no player");
    assert_eq!(svg.matches("class=\"ladder\"").count(), 1);
    assert_eq!(svg.matches("class=\"snake\"").count(), 3);
}

#[test]
fn heat_is_written_in_every_square_that_has_some() {
    let level = read(b"game: portals\n\n..A\n#.#\nA..\n");
    let view = level.session().view();
    let readings = ["0", "", "17", "x", "=", "", "142", "3", "4"];
    let reading = |text: &&str| match *text {
        "" => None,
        text => Some(Reading {
            text: text.to_string(),
            warmth: text.parse::<f64>().ok().map(|number| number / 142.0),
        }),
    };
    let heat = Heat {
        unreached: Vec::new(),
        squares: Grid::new(3, readings.iter().map(reading).collect()),
        title: "distance".to_string(),
        ends: Some(["0".to_string(), "142".to_string()]),
        notes: vec![
            ("=".to_string(), "unchanged".to_string()),
            ("x".to_string(), "impossible".to_string()),
        ],
    };
    let cold = Scene::new(&view);
    let warm = Scene {
        heat: Some(&heat),
        ..cold
    };
    for theme in THEMES {
        let svg = warm.svg(&theme, 40);
        shows(&svg, &view, "heat");
        let document = Document::parse(&svg).expect("it is XML");
        let is_tint = |node: &Node| {
            let parent = node.parent_element();
            parent.is_some_and(|parent| attribute(&parent, "class") == "heat")
        };
        // The first square, and the two beside the flag; rings and the flag keep their floor.
        assert_eq!(document.descendants().filter(is_tint).count(), 2);
        assert!(svg.contains("class=\"legend\"") && svg.contains("class=\"readings\""));
        png(&svg);
    }
    assert!(
        warm.pixels(40).1 > cold.pixels(40).1,
        "the legend needs room"
    );
}
