//! The levels that ship, and what a picture of a board must show.

use std::path::PathBuf;

use fewest_draw::{Theme, raster};
use fewest_games::game::Level;
use fewest_games::source::Source;
use fewest_games::view::{Ground, Piece, View};
use fewest_games::{GAMES, registry};
use resvg::usvg::roxmltree::{Document, Node};

pub const THEMES: [Theme; 2] = [Theme::LIGHT, Theme::DARK];

pub fn read(text: &[u8]) -> Box<dyn Level> {
    let source = Source::new(text).expect("it is UTF-8");
    registry::read(source, None).expect("it is right").remove(0)
}

/// The levels of all games, each with its file's name.
pub fn levels() -> Vec<(String, Box<dyn Level>)> {
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

pub fn attribute<'a>(node: &Node<'a, '_>, name: &str) -> &'a str {
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
pub fn shows(svg: &str, view: &View, name: &str) {
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

pub fn decoded(png: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png))
        .read_info()
        .expect("it is PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
    let info = reader.next_frame(&mut pixels).expect("it is whole");
    (info.width, info.height, pixels)
}

/// Paints a picture to its end.
pub fn png(svg: &str) -> Vec<u8> {
    let png = raster::png(svg, &mut || true).expect("it can be painted");
    png.expect("nothing stopped it")
}
