//! Everything on a picture, and the SVG text of it: from the paper up, layer by layer.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use fewest_games::grid::Square;
use fewest_games::view::{Ground, Link, Piece, Rgb, Side, Sprite, Trace, View};

use crate::heat::Heat;
use crate::letters::{self, labels, strokes};
use crate::pen::{Layout, Path, SQUARE, at, corner, middle, number, outline, runs};
use crate::routes;
use crate::symbols::{self, ground_name, piece_name, sprite_name};
use crate::theme::Theme;

/// Everything on a picture.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The position.
    pub view: &'a View,
    /// The moves whose way is drawn over it.
    pub way: &'a [Trace],
    /// How many moves were made before those: their numbers go on from there.
    pub made: usize,
    /// The move that led here, shown where it is not seen otherwise.
    pub trail: Option<&'a Trace>,
    /// What is known of the squares.
    pub heat: Option<&'a Heat>,
    /// What the picture is called, for those who cannot see it.
    pub title: &'a str,
    /// The line below the board; nothing for none.
    pub caption: Option<&'a str>,
}

impl<'a> Scene<'a> {
    /// A position, and nothing else.
    pub fn new(view: &'a View) -> Self {
        Scene {
            view,
            way: &[],
            made: 0,
            trail: None,
            heat: None,
            title: "A board",
            caption: None,
        }
    }

    fn layout(&self, size: u32) -> Layout {
        let sketched = is_sketched(self.view, size);
        let legend = self.heat.map_or(0, |heat| heat.legend_lines(sketched));
        let lines = usize::from(self.caption.is_some()) + legend;
        Layout::new(
            self.view.tiles.rows(),
            self.view.tiles.columns(),
            lines,
            size,
        )
    }

    /// How wide and high the picture is where a square's side takes so many pixels.
    pub fn pixels(&self, size: u32) -> (u32, u32) {
        self.layout(size).pixels()
    }

    /// The picture as SVG text.
    pub fn svg(&self, theme: &Theme, size: u32) -> String {
        let mut svg = Svg {
            scene: self,
            theme,
            layout: self.layout(size),
            sketched: is_sketched(self.view, size),
            out: String::new(),
        };
        svg.write();
        svg.out
    }

    /// What there is to see, in words.
    fn description(&self) -> String {
        let View {
            tiles, body, links, ..
        } = self.view;
        let mut text = format!("{} by {} squares", tiles.rows(), tiles.columns());
        let mut things: Vec<(&str, usize)> = Vec::new();
        let mut count = |name| match things.iter_mut().find(|thing| thing.0 == name) {
            Some(thing) => thing.1 += 1,
            None => things.push((name, 1)),
        };
        for tile in tiles.squares() {
            if tile.ground != Ground::Floor {
                count(ground_name(tile.ground));
            }
            if let Some(piece) = tile.piece {
                count(piece_name(piece));
            }
            tile.pictures.iter().for_each(|_| count("sprite"));
        }
        links.iter().for_each(|link| count(routes::link_name(link)));
        for (name, count) in things {
            put!(text, ", {name} {count}");
        }
        if !self.view.edges.is_empty() {
            put!(text, ", wall between squares {}", self.view.edges.len());
        }
        if !body.is_empty() {
            put!(text, ", a body of {}", body.len());
        }
        if !self.way.is_empty() {
            put!(text, ", a way of {}", self.way.len());
        }
        text
    }
}

/// The text as it grows.
struct Svg<'a> {
    scene: &'a Scene<'a>,
    theme: &'a Theme,
    layout: Layout,
    /// Whether there are too many squares for shapes, or too small ones.
    sketched: bool,
    out: String,
}

impl Svg<'_> {
    fn write(&mut self) {
        let (scene, theme) = (self.scene, self.theme);
        let (width, height) = self.layout.pixels();
        let (title, description) = (escape(scene.title), escape(&scene.description()));
        let units = |pixels: u32| f64::from(pixels) / self.layout.scale;
        let (view_width, view_height) = (units(width), units(height));
        put!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"img\">\n<title>{title}</title>\n<desc>{description}</desc>\n",
            number(view_width),
            number(view_height)
        );
        self.symbols();
        put!(
            self.out,
            "<path fill=\"{}\" d=\"M0 0h{}v{}H0z\"/>\n<g transform=\"translate({} {})\">\n",
            theme.paper,
            number(view_width.ceil()),
            number(view_height.ceil()),
            number(self.layout.board.x),
            number(self.layout.board.y)
        );
        self.floor();
        let View {
            tiles, body, links, ..
        } = scene.view;
        if self.sketched {
            sketch(scene.view, theme, &mut self.out);
        } else {
            self.walls();
            routes::links(tiles, links, theme, &mut self.out);
            self.grounds();
            self.pictures();
            labels(tiles, theme, &mut self.out);
        }
        put_edges(scene.view, theme, &mut self.out);
        routes::body(tiles, body, theme, &mut self.out);
        if let Some(trail) = scene.trail {
            routes::trail(tiles, trail, theme, &mut self.out);
        }
        if !scene.way.is_empty() {
            routes::way_lines(tiles, scene.way, theme, &mut self.out);
        }
        if let Some((place, degrees)) = routes::head(tiles, body) {
            put!(
                self.out,
                "<use href=\"#head\" transform=\"translate({} {}) rotate({})\"/>\n",
                number(place.x),
                number(place.y),
                number(degrees)
            );
        }
        if !self.sketched {
            self.pieces();
            if let Some(heat) = scene.heat {
                heat.readings(scene.view, theme, &mut self.out);
            }
        }
        routes::badges(tiles, scene.made, scene.way, theme, &mut self.out);
        self.frame();
        self.out.push_str("</g>\n");
        self.below();
        self.out.push_str("</svg>\n");
    }

    /// What is drawn once and used again: only what this picture shows.
    fn symbols(&mut self) {
        let (scene, theme) = (self.scene, self.theme);
        let View {
            tiles, body, links, ..
        } = scene.view;
        let mut symbols: Vec<(&str, String)> = Vec::new();
        let shapes = match self.sketched {
            true => &[],
            false => tiles.squares(),
        };
        for tile in shapes {
            let is_new = |name: &str| symbols.iter().all(|symbol| symbol.0 != name);
            let name = ground_name(tile.ground);
            let ground = match is_new(name) {
                true => symbols::ground(tile.ground, theme).map(|drawn| (name, drawn)),
                false => None,
            };
            let piece = tile.piece.filter(|&piece| is_new(piece_name(piece)));
            symbols.extend(ground);
            symbols.extend(piece.map(|piece| (piece_name(piece), symbols::piece(piece, theme))));
        }
        if !body.is_empty() {
            symbols.push(("head", symbols::head(theme)));
        }
        if !self.sketched && links.iter().any(|link| routes::link_name(link) == "snake") {
            symbols.push(("viper", symbols::viper(theme)));
        }
        self.out.push_str("<defs>\n");
        let shown: BTreeSet<u32> = shapes
            .iter()
            .flat_map(|tile| &tile.pictures)
            .copied()
            .collect();
        for number in shown {
            let drawn = symbols::sprite(&scene.view.sprites[number as usize]);
            putln!(self.out, "<g id=\"{}\">{drawn}</g>", sprite_name(number));
        }
        for (name, drawn) in symbols {
            put!(self.out, "<g id=\"{name}\">{drawn}</g>\n");
        }
        let (width, height) = (number(self.layout.squares.x), number(self.layout.squares.y));
        if shapes.iter().any(|tile| tile.ground == Ground::Wall) {
            put!(self.out, "{}\n", symbols::hatch(theme));
        }
        if !body.is_empty() {
            put!(
                self.out,
                "<clipPath id=\"board\"><path d=\"M0 0h{width}v{height}H0z\"/></clipPath>\n"
            );
        }
        self.out.push_str("</defs>\n");
    }

    /// The open board, what is known of its squares, and the lines between them.
    fn floor(&mut self) {
        let (width, height) = (number(self.layout.squares.x), number(self.layout.squares.y));
        let (floor, line) = (self.theme.floor, self.theme.line);
        put!(
            self.out,
            "<path class=\"floor\" fill=\"{floor}\" d=\"M0 0h{width}v{height}H0z\"/>\n"
        );
        let tiles = &self.scene.view.tiles;
        let [_, goal] = self.theme.goal;
        for square in (0..tiles.len()).filter(|&square| tiles[square].ground == Ground::Flag) {
            let place = corner(tiles, square);
            put!(
                self.out,
                "<path fill=\"{goal}\" d=\"M{} {}h40v40h-40z\"/>\n",
                number(place.x),
                number(place.y)
            );
        }
        if let Some(heat) = self.scene.heat {
            heat.tints(self.scene.view, self.theme, &mut self.out);
        }
        let mut path = Path::default();
        for column in 1..tiles.columns() {
            let x = f64::from(column) * SQUARE;
            path.move_to(at(x, 0.0));
            path.line_to(at(x, self.layout.squares.y));
        }
        for row in 1..tiles.rows() {
            let y = f64::from(row) * SQUARE;
            path.move_to(at(0.0, y));
            path.line_to(at(self.layout.squares.x, y));
        }
        if !path.is_empty() {
            let d = path.text();
            put!(
                self.out,
                "<path class=\"grid\" stroke=\"{line}\" d=\"{d}\"/>\n"
            );
        }
    }

    fn walls(&mut self) {
        let is_wall = self
            .scene
            .view
            .tiles
            .map(|tile| tile.ground == Ground::Wall);
        let path = outline(&is_wall, 1.0, 6.0);
        if path.is_empty() {
            return;
        }
        let [wall, _, edge] = self.theme.wall;
        let d = path.text();
        put!(
            self.out,
            "<defs><path id=\"wall\" d=\"{d}\"/></defs><use href=\"#wall\" fill=\"{wall}\" stroke=\"{edge}\" stroke-width=\"1.5\"/><use href=\"#wall\" fill=\"url(#hatch)\"/>\n"
        );
    }

    /// Puts a symbol in a square.
    fn set(&mut self, name: &str, square: Square) {
        let place = corner(&self.scene.view.tiles, square);
        put!(
            self.out,
            "<use href=\"#{name}\" x=\"{}\" y=\"{}\"/>\n",
            number(place.x),
            number(place.y)
        );
    }

    fn grounds(&mut self) {
        let tiles = &self.scene.view.tiles;
        for square in 0..tiles.len() {
            let ground = tiles[square].ground;
            if !matches!(ground, Ground::Floor | Ground::Wall | Ground::Count) {
                self.set(ground_name(ground), square);
            }
        }
    }

    /// The sprites over the ground of each square, the lowest first.
    fn pictures(&mut self) {
        let tiles = &self.scene.view.tiles;
        for square in 0..tiles.len() {
            for &sprite in &tiles[square].pictures {
                self.set(&sprite_name(sprite), square);
            }
        }
    }

    fn pieces(&mut self) {
        let tiles = &self.scene.view.tiles;
        for square in 0..tiles.len() {
            if let Some(piece) = tiles[square].piece {
                self.set(piece_name(piece), square);
            }
        }
        letters::names(tiles, self.theme, &mut self.out);
    }

    fn frame(&mut self) {
        let squares = self.layout.squares;
        put!(
            self.out,
            "<rect x=\"-1\" y=\"-1\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
            number(squares.x + 2.0),
            number(squares.y + 2.0),
            self.theme.frame
        );
    }

    /// The lines below the board.
    fn below(&mut self) {
        let (layout, theme) = (&self.layout, self.theme);
        let mut path = Path::default();
        if let Some(caption) = self.scene.caption {
            let middle = at(layout.paper.x / 2.0, layout.line(0) - layout.text / 2.0);
            let widest = layout.paper.x - layout.text * 2.0;
            letters::centre(&mut path, caption, middle, layout.text, widest);
        }
        strokes("caption", &path, theme.quiet, layout.text, &mut self.out);
        if let Some(heat) = self.scene.heat {
            let line = usize::from(self.scene.caption.is_some());
            let notes = heat.notes(self.sketched);
            heat.legend(notes, layout, line, theme, &mut self.out);
        }
    }
}

/// A text as it may stand in XML.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // Not allowed in XML, in no disguise.
            c if c.is_control() => escaped.push(' '),
            // Otherwise it could reorder what stands beside it.
            c if fewest_words::is_hidden(c) => escaped.extend(c.escape_default()),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Shapes are not seen in smaller squares.
const LEAST_SIZE: u32 = 12;
/// With more squares or links than these a picture that draws each of them is too much for many
/// programs, and for the eye.
const MOST_SQUARES: u32 = 10_000;
const MOST_LINKS: usize = 1_000;

/// Whether a board is only sketched.
pub fn is_sketched(view: &View, size: u32) -> bool {
    size < LEAST_SIZE || view.tiles.len() > MOST_SQUARES || view.links.len() > MOST_LINKS
}

/// What lies in the squares, what stands on them, and the links between them.
pub fn sketch(view: &View, theme: &Theme, out: &mut String) {
    let tiles = &view.tiles;
    for (ground, colour) in [
        (Ground::Wall, theme.wall[0]),
        (Ground::Block, theme.wall[0]),
        (Ground::Rubble, theme.wall[1].towards(theme.floor, 0.6)),
        (Ground::Lid, theme.lid[0]),
        (Ground::Ring, theme.lift[0]),
        (Ground::Target, theme.goal[0]),
        (Ground::Flag, theme.goal[0]),
        (Ground::Apple, theme.danger[0]),
        (Ground::Count, theme.line),
    ] {
        let is_it = |square| tiles[square].ground == ground;
        put_path(ground_name(ground), &runs(tiles, is_it), colour, out);
    }
    put_sprites(view, out);
    put_lines(view, theme, out);
    for (piece, colour) in [
        (Piece::Mine, theme.ink),
        (Piece::Blast, theme.danger[0]),
        (Piece::Marker, theme.danger[0]),
        (Piece::Stone, theme.player[0]),
        (Piece::Pawn, theme.player[0]),
    ] {
        let is_it = |square| tiles[square].piece == Some(piece);
        put_path(piece_name(piece), &runs(tiles, is_it), colour, out);
    }
}

fn put_path(class: &str, path: &Path, colour: impl Display, out: &mut String) {
    if !path.is_empty() {
        let d = path.text();
        putln!(out, r#"<path class="{class}" fill="{colour}" d="{d}"/>"#);
    }
}

/// Sprites as flat squares, each in the most frequent colour of its highest sprite.
fn put_sprites(view: &View, out: &mut String) {
    let main_colour = |sprite: &Sprite| {
        let mut counts: BTreeMap<u8, usize> = BTreeMap::new();
        for &colour in sprite.pixels.iter().flatten() {
            *counts.entry(colour).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|&(_, count)| count);
        most.map(|(colour, _)| sprite.colours[colour as usize])
    };
    let colours: Vec<Option<Rgb>> = view.sprites.iter().map(main_colour).collect();
    let squares = view.tiles.map(|tile| {
        let mut pictures = tile.pictures.iter().rev();
        pictures.find_map(|&picture| colours[picture as usize])
    });
    let shown: BTreeSet<Rgb> = squares.squares().iter().flatten().copied().collect();
    for colour in shown {
        let is_it = |square| squares[square] == Some(colour);
        put_path("sprite", &runs(&squares, is_it), colour, out);
    }
}

/// The links, each a line. A path holds a few of them: one path of very many long lines takes
/// minutes to be painted, and nothing can end it. Each path has a group, since links that all lie in
/// one row have no area.
fn put_lines(view: &View, theme: &Theme, out: &mut String) {
    const LINKS_A_PATH: usize = 64;
    for (class, colour) in [("ladder", theme.lift[0]), ("snake", theme.drop[0])] {
        let links: Vec<&Link> = view
            .links
            .iter()
            .filter(|link| routes::link_name(link) == class)
            .collect();
        let colour = colour.towards(theme.floor, 0.4);
        for some in links.chunks(LINKS_A_PATH) {
            let mut path = Path::default();
            for link in some {
                path.move_to(middle(&view.tiles, link.from));
                path.line_to(middle(&view.tiles, link.to));
            }
            let d = path.text();
            putln!(
                out,
                r#"<g><path class="{class}" stroke="{colour}" stroke-width="8" fill="none" d="{d}"/></g>"#
            );
        }
    }
}

/// The walls between squares. A path holds some of them, and has a group, for the reasons that links
/// have.
fn put_edges(view: &View, theme: &Theme, out: &mut String) {
    const EDGES_A_PATH: usize = 1024;
    for some in view.edges.chunks(EDGES_A_PATH) {
        let mut path = Path::default();
        for edge in some {
            let end = corner(&view.tiles, edge.square) + at(SQUARE, SQUARE);
            path.move_to(match edge.side {
                Side::Right => end - at(0.0, SQUARE),
                Side::Down => end - at(SQUARE, 0.0),
            });
            path.line_to(end);
        }
        let (colour, d) = (theme.wall[2], path.text());
        putln!(
            out,
            r#"<g><path class="edge" stroke="{colour}" stroke-width="6" stroke-linecap="round" fill="none" d="{d}"/></g>"#
        );
    }
}
