//! Pictures and films of boards, read back and compared with what is to be seen. One program, so that
//! the painter is linked once.

mod look;

use std::fmt::Write as _;
use std::path::PathBuf;

use fewest_draw::heat::Reading;
use fewest_draw::{Format, Heat, Scene, Theme, raster};
use fewest_games::builtin::{self, AnyLevel, AnySession, GAMES};
use fewest_games::grid::Grid;
use fewest_games::source::Source;
use fewest_games::view::{Edge, Ground, Link, Piece, Rgb, Role, Side, Sprite, Tile, Trace, View};
use resvg::usvg::roxmltree::{Document, Node};

const THEMES: [Theme; 2] = [Theme::LIGHT, Theme::DARK];

fn read(text: &[u8]) -> AnyLevel {
    let source = Source::new(text).expect("it is UTF-8");
    builtin::read(source, None).expect("it is right").remove(0)
}

/// The levels of all games, each with its file's name.
fn levels() -> Vec<(String, AnyLevel)> {
    let mut levels = Vec::new();
    for game in GAMES {
        let folder = PathBuf::from("../../levels").join(game.info().id);
        for file in std::fs::read_dir(folder).expect("every game has levels") {
            let path = file.expect("it is listed").path();
            let bytes = std::fs::read(&path).expect("it can be read");
            levels.push((path.display().to_string(), read(&bytes)));
        }
    }
    levels.sort_by(|one, other| one.0.cmp(&other.0));
    levels
}

fn attribute<'a>(node: &Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).unwrap_or_default()
}

/// What is used, and where.
struct Uses<'a>(Vec<(&'a str, &'a str, &'a str)>);

impl<'a> Uses<'a> {
    fn of(document: &'a Document) -> Self {
        let nodes = document.descendants();
        let used = nodes.filter(|node| node.tag_name().name() == "use");
        let mut uses: Vec<_> = used
            .map(|node| ["href", "x", "y"].map(|name| attribute(&node, name)))
            .map(|[href, x, y]| (href.trim_start_matches('#'), x, y))
            .collect();
        uses.sort_unstable();
        Uses(uses)
    }

    /// How often a thing is used in a square.
    fn at(&self, name: &str, (x, y): (u32, u32)) -> usize {
        let (x, y) = (x.to_string(), y.to_string());
        let wanted = (name, &*x, &*y);
        self.0.partition_point(|used| *used <= wanted)
            - self.0.partition_point(|used| *used < wanted)
    }

    /// How often a thing is used at all.
    fn all(&self, name: &str) -> usize {
        self.0.iter().filter(|used| used.0 == name).count()
    }
}

/// A picture names everything that is to be seen, in its square.
fn shows(svg: &str, view: &View, name: &str) {
    let document = Document::parse(svg).unwrap_or_else(|why| panic!("{name}: {why}"));
    let root = document.root_element();
    assert_eq!(attribute(&root, "role"), "img", "{name}");
    assert!(attribute(&root, "viewBox").starts_with("0 0 "), "{name}");
    let texts = ["title", "desc"].map(|tag| {
        let child = root.children().find(|child| child.tag_name().name() == tag);
        child.and_then(|child| child.text()).unwrap_or_default()
    });
    assert!(texts.iter().all(|text| !text.is_empty()), "{name}");
    let uses = Uses::of(&document);
    let tiles = &view.tiles;
    let mut walls = false;
    for square in 0..tiles.len() {
        let tile = &tiles[square];
        let place = tiles.place(square);
        let place = (place.column * 40, place.row * 40);
        let ground = match tile.ground {
            Ground::Floor | Ground::Count => None,
            Ground::Wall => {
                walls = true;
                None
            }
            Ground::Block => Some("block"),
            Ground::Rubble => Some("rubble"),
            Ground::Lid => Some("lid"),
            Ground::Ring => Some("ring"),
            Ground::Target => Some("target"),
            Ground::Flag => Some("flag"),
            Ground::Apple => Some("apple"),
        };
        let piece = tile.piece.map(|piece| match piece {
            Piece::Pawn => "pawn",
            Piece::Stone => "stone",
            Piece::Mine => "mine",
            Piece::Blast => "blast",
            Piece::Marker => "marker",
        });
        for thing in [ground, piece].into_iter().flatten() {
            assert_eq!(uses.at(thing, place), 1, "{name}: {thing} at {place:?}");
            assert!(texts[1].contains(thing), "{name}: {thing} is not described");
        }
    }
    assert_eq!(uses.all("wall") > 0, walls, "{name}");
    assert_eq!(
        uses.all("head"),
        usize::from(!view.body.is_empty()),
        "{name}"
    );
    let class = |class: &str| {
        let is_it = |node: &Node| attribute(node, "class") == class;
        document.descendants().filter(is_it).count()
    };
    assert_eq!(class("ladder") + class("snake"), view.links.len(), "{name}");
    assert_eq!(class("body"), usize::from(view.body.len() > 1), "{name}");
}

fn decoded(png: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png))
        .read_info()
        .expect("it is PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
    let info = reader.next_frame(&mut pixels).expect("it is whole");
    (info.width, info.height, pixels)
}

/// Paints a picture to its end.
fn png(svg: &str) -> Vec<u8> {
    let png = raster::png(svg, &mut || true).expect("it can be painted");
    png.expect("nothing stopped it")
}

/// Where the moves of a level's solution go.
fn way(level: &AnyLevel) -> Vec<Trace> {
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
        let way = way(&level);
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

fn played<'a>(level: &'a AnyLevel, moves: &str) -> AnySession<'a> {
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
    let view = played(&off, "U").view();
    assert!(view.tiles.squares().iter().all(|tile| tile.piece.is_none()));
    let trace = off.session().trace("U").expect("it is legal, and loses");
    paints(&view, &[trace], "a stone off the board");
    let blast = read(b"game: mines\n\nEM\n");
    let svg = paints(&played(&blast, "0,1").view(), &[], "a mine went off");
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

/// Three squares: a crate on a wall of bricks, nothing, and the bricks alone.
fn pictured() -> View {
    let (brown, sand) = (Rgb(102, 51, 0), Rgb(221, 204, 170));
    let bricks = Sprite {
        columns: 2,
        colours: vec![brown],
        pixels: vec![Some(0); 4],
    };
    let frame = Sprite {
        columns: 3,
        colours: vec![Rgb(0, 0, 0), sand, brown],
        pixels: [1, 1, 1, 1, 9, 2]
            .map(|colour| (colour < 9).then_some(colour))
            .to_vec(),
    };
    let tile = |pictures: &[u32]| Tile::new("*", Role::Plain).pictured(pictures.to_vec());
    View {
        sprites: vec![bricks, frame].into(),
        ..View::new(Grid::new(3, vec![tile(&[0, 1]), tile(&[]), tile(&[0])]))
    }
}

#[test]
fn walls_between_squares_are_lines() {
    let mut view = View::new(Grid::new(2, vec![Tile::new(".", Role::Plain); 4]));
    let edge = |square, side| Edge { square, side };
    view.edges = vec![edge(0, Side::Right), edge(1, Side::Down)];
    // A board whose squares are small is only sketched.
    for size in [40, 4] {
        let svg = Scene::new(&view).svg(&Theme::LIGHT, size);
        let line = svg.lines().find(|line| line.contains("class=\"edge\""));
        let line = line.expect("the walls are drawn");
        assert!(line.contains("d=\"M40 0v40M40 40h40\""), "{line}");
        assert!(svg.contains(", wall between squares 2"), "{svg}");
    }
    let named = Tile::new("7", Role::Other).with(Piece::Stone).labelled("7");
    let svg = Scene::new(&View::new(Grid::new(1, vec![named]))).svg(&Theme::LIGHT, 40);
    let stone = svg.find("href=\"#stone\"").expect("a stone");
    let name = svg.find("class=\"name\"").expect("its name");
    assert!(stone < name, "the name is on top of the piece");
}

#[test]
fn sprites_are_sharp_rectangles_over_the_ground() {
    let view = pictured();
    let svg = Scene::new(&view).svg(&Theme::LIGHT, 40);
    let bricks = r##"<g id="sprite0"><g shape-rendering="crispEdges" transform="translate(0 0) scale(20)"><path fill="#663300" d="M0 0h2v1h-2zM0 1h2v1h-2z"/></g></g>"##;
    let frame = r##"<g id="sprite1"><g shape-rendering="crispEdges" transform="translate(0 6.7) scale(13.333333333333334)"><path fill="#ddccaa" d="M0 0h3v1h-3zM0 1h1v1h-1z"/><path fill="#663300" d="M2 1h1v1h-1z"/></g></g>"##;
    assert!(
        svg.contains(&format!("<defs>\n{bricks}\n{frame}\n</defs>\n")),
        "{svg}"
    );
    let uses: Vec<&str> = svg
        .lines()
        .filter(|line| line.starts_with("<use"))
        .collect();
    assert_eq!(
        uses,
        [
            r##"<use href="#sprite0" x="0" y="0"/>"##,
            r##"<use href="#sprite1" x="0" y="0"/>"##,
            r##"<use href="#sprite0" x="80" y="0"/>"##,
        ]
    );
    assert!(
        svg.contains("<desc>1 by 3 squares, sprite 3</desc>"),
        "{svg}"
    );
}

#[test]
fn the_pixels_of_sprites_are_painted_in_their_colours() {
    let view = pictured();
    for size in [33, 40, 120] {
        let scene = Scene::new(&view);
        let (wide, _, pixels) = decoded(&png(&scene.svg(&Theme::LIGHT, size)));
        let floor = [0xff, 0xfe, 0xfb];
        let (brown, sand) = ([102, 51, 0], [0xdd, 0xcc, 0xaa]);
        let side = size as usize;
        // The board's corner is as far from the left as the paper's margin.
        let margin = (14 * side).div_ceil(40);
        let at = |x: f64, y: f64| {
            let place = |part: f64| margin + (part * side as f64) as usize;
            let pixel = (place(y) * wide as usize + place(x)) * 4;
            [pixels[pixel], pixels[pixel + 1], pixels[pixel + 2]]
        };
        // Above the frame, its upper row, and its lower row with a hole in the middle.
        let seen = [
            (0.5, 0.08),
            (0.5, 0.3),
            (0.15, 0.7),
            (0.5, 0.7),
            (0.85, 0.7),
        ];
        let seen = seen.map(|(x, y)| at(x, y));
        assert_eq!(seen, [brown, sand, sand, brown, brown], "size {size}");
        assert_eq!([at(1.5, 0.5), at(2.5, 0.5)], [floor, brown], "size {size}");
    }
}

#[test]
fn a_sketch_has_the_main_colour_of_the_highest_sprite() {
    let view = pictured();
    let svg = Scene::new(&view).svg(&Theme::LIGHT, 10);
    let sketched: Vec<&str> = svg
        .lines()
        .filter(|line| line.contains("\"sprite\""))
        .collect();
    assert_eq!(
        sketched,
        [
            r##"<path class="sprite" fill="#663300" d="M80 0h40v40h-40z"/>"##,
            r##"<path class="sprite" fill="#ddccaa" d="M0 0h40v40h-40z"/>"##,
        ]
    );
}

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

/// The frames of a GIF, each laid over the one before, as it is shown.
fn frames(gif: &[u8]) -> (u32, u32, Vec<(u16, Vec<u8>)>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(gif).expect("it is GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let mut shown = vec![0; width * height * 4];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("it is whole") {
        let wide = usize::from(frame.width);
        for (place, pixel) in frame.buffer.chunks(4).enumerate() {
            let row = usize::from(frame.top) + place / wide;
            let column = usize::from(frame.left) + place % wide;
            if pixel[3] != 0 {
                let to = (row * width + column) * 4;
                shown[to..to + 4].copy_from_slice(pixel);
            }
        }
        frames.push((frame.delay, shown.clone()));
    }
    (width as u32, height as u32, frames)
}

#[test]
fn the_gif_of_every_game_shows_each_position() {
    for game in GAMES {
        let id = game.info().id;
        let solved = levels().into_iter().find(|(_, level)| {
            let moves = level.solution().map_or(0, |moves| moves.len());
            level.info().id == id && (2..30).contains(&moves)
        });
        let (name, level) = solved.expect("every game has a short level");
        let moves = level.solution().expect("it has one");
        for theme in THEMES {
            let svg = |made: usize| {
                let mut session = level.session();
                for step in &moves[..made] {
                    session.push(step).expect("it is legal");
                }
                Scene::new(&session.view()).svg(&theme, 16)
            };
            let film = raster::gif(moves.len() + 1, svg, &mut || true).expect("it can be painted");
            let (width, height, shown) = frames(&film.expect("nobody stopped it"));
            let size = Scene::new(&level.session().view()).pixels(16);
            assert_eq!((width, height), size, "{name}");
            assert_eq!(shown.len(), moves.len() + 1, "{name}");
            let (last, before) = (shown[moves.len()].0, shown[0].0);
            assert!(last > before, "{name}: the last frame is held");
            for (made, (_, pixels)) in shown.iter().enumerate() {
                let (_, _, exact) = decoded(&png(&svg(made)));
                let gap = |(one, other): (&u8, &u8)| u64::from(one.abs_diff(*other));
                let gaps: u64 = pixels.iter().zip(&exact).map(gap).sum();
                let mean = gaps as f64 / exact.len() as f64;
                assert!(mean < 1.0, "{name}: frame {made} is off by {mean}");
            }
        }
    }
}

#[test]
fn a_film_that_is_stopped_gives_nothing() {
    let level = read(b"game: snake\n\n1.@\n");
    let mut session = level.session();
    session.push("R").expect("it is legal");
    let svg = |_| Scene::new(&session.view()).svg(&Theme::LIGHT, 8);
    let mut shapes = 0;
    let mut count = || {
        shapes += 1;
        true
    };
    let film = raster::gif(3, svg, &mut count).expect("it can be painted");
    assert!(film.is_some());
    assert!(
        shapes > 6 * 5,
        "each of six pictures has a few shapes: {shapes}"
    );
    for most in [0, 1, 5, shapes - 1] {
        let mut looks = 0;
        let mut go_on = || {
            looks += 1;
            looks <= most
        };
        let film = raster::gif(3, svg, &mut go_on);
        assert!(film.expect("it can be painted").is_none());
        assert_eq!(looks, most + 1);
    }
    let none = raster::gif(0, |_| unreachable!("no frame is asked for"), &mut || true);
    assert!(none.expect("there is nothing to paint").is_none());
}

/// Reads a GIF block by block: how many colours its table has, and every index that is said to be
/// transparent.
fn table_and_transparent(gif: &[u8]) -> (usize, Vec<usize>) {
    assert_eq!(&gif[..6], b"GIF89a");
    let table_at = |flags: u8| match flags & 0x80 {
        0 => 0,
        _ => 2 << (flags & 7),
    };
    let table = table_at(gif[10]);
    let mut transparent = Vec::new();
    let mut place = 13 + 3 * table;
    loop {
        match gif[place] {
            0x21 => {
                if gif[place + 1] == 0xf9 && gif[place + 3] & 1 == 1 {
                    transparent.push(usize::from(gif[place + 6]));
                }
                place += 2;
            }
            0x2c => {
                assert_eq!(table_at(gif[place + 9]), 0, "all frames share one table");
                place += 11;
            }
            0x3b => return (table, transparent),
            other => panic!("no block begins with {other:#x}"),
        }
        while gif[place] != 0 {
            place += 1 + usize::from(gif[place]);
        }
        place += 1;
    }
}

fn check(frames: usize, frame: impl FnMut(usize) -> String, name: &str) {
    let film = raster::gif(frames, frame, &mut || true).expect("it can be painted");
    let (table, transparent) = table_and_transparent(&film.expect("nobody stopped it"));
    assert_eq!(transparent.len(), frames - 1, "{name}");
    for index in transparent {
        assert!(index < table, "{name}: {index} of {table} colours");
    }
}

#[test]
fn any_number_of_colours_leaves_one_for_the_unchanged() {
    for colours in 1..=300 {
        let frame = |number: usize| {
            let mut svg =
                format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{colours}" height="1">"#);
            for column in 0..colours {
                // All of them are far from each other.
                let colour = (column + number) % colours;
                let [red, green, blue] = [1, 7, 49].map(|unit| colour / unit % 7 * 36);
                write!(
                    svg,
                    r#"<path fill="rgb({red},{green},{blue})" d="M{column} 0h1v1h-1z"/>"#
                )
                .expect("writing to a string");
            }
            svg + "</svg>"
        };
        check(2, frame, &format!("{colours} colours"));
    }
}

#[test]
fn the_film_of_every_level_leaves_a_colour_for_the_unchanged() {
    for (name, level) in levels() {
        let begins = level.session();
        let mut ends = level.session();
        for step in level.solution().unwrap_or_default() {
            ends.push(step).expect("it is a solution");
        }
        for (theme, size) in THEMES
            .iter()
            .flat_map(|theme| [6, 12].map(|size| (theme, size)))
        {
            let frame = |number| {
                let session = if number == 0 { &begins } else { &ends };
                Scene::new(&session.view()).svg(theme, size)
            };
            check(2, frame, &format!("{name}, size {size}"));
        }
    }
}
