//! Everything on a picture, and the SVG text of it: from the paper up, layer by layer.

use std::fmt::Write as _;

use fewest_games::grid::Square;
use fewest_games::view::{Ground, Trace, View};

use crate::heat::Heat;
use crate::labels::labels;
use crate::layout::{Layout, corner};
use crate::letters::{self, strokes};
use crate::outline::outline;
use crate::pen::{Path, SQUARE, at, number};
use crate::sketch::{is_sketched, sketch};
use crate::symbols::{self, ground_name, piece_name};
use crate::theme::Theme;
use crate::{body, links, way};

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
        let View { tiles, body, links } = self.view;
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
        }
        links.iter().for_each(|link| count(links::name(link)));
        for (name, count) in things {
            write!(text, ", {name} {count}").expect("writing to a string");
        }
        if !body.is_empty() {
            write!(text, ", a body of {}", body.len()).expect("writing to a string");
        }
        if !self.way.is_empty() {
            write!(text, ", a way of {}", self.way.len()).expect("writing to a string");
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
    fn put(&mut self, text: std::fmt::Arguments) {
        self.out.write_fmt(text).expect("writing to a string");
    }

    fn write(&mut self) {
        let (scene, theme) = (self.scene, self.theme);
        let (width, height) = self.layout.pixels();
        let (title, description) = (escape(scene.title), escape(&scene.description()));
        let units = |pixels: u32| f64::from(pixels) / self.layout.scale;
        let (view_width, view_height) = (units(width), units(height));
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"img\">\n<title>{title}</title>\n<desc>{description}</desc>\n",
            number(view_width), number(view_height)
        ));
        self.symbols();
        self.put(format_args!(
            "<path fill=\"{}\" d=\"M0 0h{}v{}H0z\"/>\n<g transform=\"translate({} {})\">\n",
            theme.paper,
            number(view_width.ceil()),
            number(view_height.ceil()),
            number(self.layout.board.x),
            number(self.layout.board.y)
        ));
        self.floor();
        let View { tiles, body, links } = scene.view;
        if self.sketched {
            sketch(scene.view, theme, &mut self.out);
        } else {
            self.walls();
            links::links(tiles, links, theme, &mut self.out);
            self.grounds();
            labels(tiles, theme, &mut self.out);
        }
        body::body(tiles, body, theme, &mut self.out);
        if let Some(trail) = scene.trail {
            way::trail(tiles, trail, theme, &mut self.out);
        }
        if !scene.way.is_empty() {
            way::lines(tiles, scene.way, theme, &mut self.out);
        }
        if let Some((place, degrees)) = body::head(tiles, body) {
            self.put(format_args!(
                "<use href=\"#head\" transform=\"translate({} {}) rotate({})\"/>\n",
                number(place.x),
                number(place.y),
                number(degrees)
            ));
        }
        if !self.sketched {
            self.pieces();
            if let Some(heat) = scene.heat {
                heat.readings(scene.view, theme, &mut self.out);
            }
        }
        way::badges(tiles, scene.made, scene.way, theme, &mut self.out);
        self.frame();
        self.out.push_str("</g>\n");
        self.below();
        self.out.push_str("</svg>\n");
    }

    /// What is drawn once and used again: only what this picture shows.
    fn symbols(&mut self) {
        let (scene, theme) = (self.scene, self.theme);
        let View { tiles, body, links } = scene.view;
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
        if !self.sketched && links.iter().any(|link| links::name(link) == "snake") {
            symbols.push(("viper", symbols::viper(theme)));
        }
        self.out.push_str("<defs>\n");
        for (name, drawn) in symbols {
            self.put(format_args!("<g id=\"{name}\">{drawn}</g>\n"));
        }
        let (width, height) = (number(self.layout.squares.x), number(self.layout.squares.y));
        if shapes.iter().any(|tile| tile.ground == Ground::Wall) {
            self.put(format_args!("{}\n", symbols::hatch(theme)));
        }
        if !body.is_empty() {
            self.put(format_args!(
                "<clipPath id=\"board\"><path d=\"M0 0h{width}v{height}H0z\"/></clipPath>\n"
            ));
        }
        self.out.push_str("</defs>\n");
    }

    /// The open board, what is known of its squares, and the lines between them.
    fn floor(&mut self) {
        let (width, height) = (number(self.layout.squares.x), number(self.layout.squares.y));
        let (floor, line) = (self.theme.floor, self.theme.line);
        self.put(format_args!(
            "<path class=\"floor\" fill=\"{floor}\" d=\"M0 0h{width}v{height}H0z\"/>\n"
        ));
        let tiles = &self.scene.view.tiles;
        let [_, goal] = self.theme.goal;
        for square in (0..tiles.len()).filter(|&square| tiles[square].ground == Ground::Flag) {
            let place = corner(tiles, square);
            self.put(format_args!(
                "<path fill=\"{goal}\" d=\"M{} {}h40v40h-40z\"/>\n",
                number(place.x),
                number(place.y)
            ));
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
            self.put(format_args!(
                "<path class=\"grid\" stroke=\"{line}\" d=\"{d}\"/>\n"
            ));
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
        self.put(format_args!(
            "<defs><path id=\"wall\" d=\"{d}\"/></defs><use href=\"#wall\" fill=\"{wall}\" stroke=\"{edge}\" stroke-width=\"1.5\"/><use href=\"#wall\" fill=\"url(#hatch)\"/>\n"
        ));
    }

    /// Puts a symbol in a square.
    fn set(&mut self, name: &str, square: Square) {
        let place = corner(&self.scene.view.tiles, square);
        self.put(format_args!(
            "<use href=\"#{name}\" x=\"{}\" y=\"{}\"/>\n",
            number(place.x),
            number(place.y)
        ));
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

    fn pieces(&mut self) {
        let tiles = &self.scene.view.tiles;
        for square in 0..tiles.len() {
            if let Some(piece) = tiles[square].piece {
                self.set(piece_name(piece), square);
            }
        }
    }

    fn frame(&mut self) {
        let squares = self.layout.squares;
        self.put(format_args!(
            "<rect x=\"-1\" y=\"-1\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
            number(squares.x + 2.0),
            number(squares.y + 2.0),
            self.theme.frame
        ));
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
