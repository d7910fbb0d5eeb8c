//! How each thing looks, drawn once in a square of its own and used wherever it stands: the symbols
//! of a picture, and a sheet of all of them for a page that draws boards itself.

use std::fmt::{self, Display};

use fewest_games::grid::Grid;
use fewest_games::view::{Ground, Piece, Sprite};

use crate::heat::SCALE;
use crate::pen::{SQUARE, number, outline};
use crate::theme::{Colour, Theme};

/// What a ground is called in a picture.
pub fn ground_name(ground: Ground) -> &'static str {
    match ground {
        Ground::Floor => "floor",
        Ground::Wall => "wall",
        Ground::Block => "block",
        Ground::Rubble => "rubble",
        Ground::Lid => "lid",
        Ground::Ring => "ring",
        Ground::Target => "target",
        Ground::Flag => "flag",
        Ground::Apple => "apple",
        Ground::Count => "count",
    }
}

/// What a piece is called in a picture.
pub fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Stone => "stone",
        Piece::Mine => "mine",
        Piece::Blast => "blast",
        Piece::Marker => "marker",
    }
}

/// A ground in a square from 0 to 40 both ways; nothing for those that are not drawn square by
/// square.
pub fn ground<C: Copy + Display>(ground: Ground, theme: &Theme<C>) -> Option<String> {
    let [wall, hatch, edge] = theme.wall;
    let [lid, shade, shine] = theme.lid;
    let [goal, _] = theme.goal;
    let [lift, lift_soft, _] = theme.lift;
    let [danger, _] = theme.danger;
    let Theme { ink, floor, .. } = theme;
    Some(match ground {
        Ground::Floor | Ground::Wall | Ground::Count => return None,
        Ground::Block => format!(
            r#"<rect x="2.5" y="2.5" width="35" height="35" rx="5" fill="{wall}" stroke="{edge}" stroke-width="1.5"/><path d="M3.5 14.2h33M3.5 25.8h33M20 4v10M11 14.5v11M29 14.5v11M20 26v10" stroke="{hatch}" stroke-width="2"/>"#
        ),
        Ground::Rubble => format!(
            r#"<path d="M7 31l2-8 7 2 1 7zM20 33l3-7 8 1 2 6zM15 18l5-5 4 6-4 4zM28 17l5-1 1 6-5 1zM8 13l4-2 1 4-3 2z" fill="{wall}" stroke="{wall}" stroke-linejoin="round" opacity=".45"/>"#
        ),
        Ground::Lid => format!(
            r#"<rect x="1.5" y="1.5" width="37" height="37" rx="5" fill="{shade}"/><rect x="1.5" y="1.5" width="37" height="34" rx="5" fill="{shine}"/><rect x="1.5" y="3.5" width="37" height="32" rx="4.5" fill="{lid}"/>"#
        ),
        Ground::Ring => format!(
            r#"<circle cx="20" cy="20" r="15" fill="{lift_soft}" stroke="{lift}" stroke-width="4"/>"#
        ),
        Ground::Target => format!(
            r#"<circle cx="20" cy="20" r="17" fill="{goal}"/><circle cx="20" cy="20" r="12" fill="{floor}"/><circle cx="20" cy="20" r="7" fill="{goal}"/><circle cx="20" cy="20" r="2.5" fill="{floor}"/>"#
        ),
        Ground::Flag => format!(
            r#"<path d="M14 7l17 6.5-17 6.5z" fill="{goal}" stroke="{goal}" stroke-width="2" stroke-linejoin="round"/><path d="M13 6v28M8 34h10" stroke="{ink}" stroke-width="2.5" stroke-linecap="round"/>"#
        ),
        Ground::Apple => format!(
            r#"<path d="M20 14c-3-2.5-11-2.5-11 7 0 7 5 12 8 12 1.5 0 2-1 3-1s1.5 1 3 1c3 0 8-5 8-12 0-9.5-8-9.5-11-7z" fill="{danger}"/><path d="M14 19c-1 1-1.5 3-1.2 5" stroke="{floor}" stroke-width="2" stroke-linecap="round" fill="none" opacity=".7"/><path d="M20 14c0-3 .5-5 2-7" stroke="{ink}" stroke-width="2" stroke-linecap="round" fill="none"/><path d="M22 10c1-4 5-5 8-4-1 4-4 5-8 4z" fill="{goal}"/>"#
        ),
    })
}

/// A piece in a square from 0 to 40 both ways.
pub fn piece<C: Copy + Display>(piece: Piece, theme: &Theme<C>) -> String {
    let [player, player_edge, player_shine] = theme.player;
    let [granite, granite_edge] = theme.granite;
    let [danger, glow] = theme.danger;
    let Theme { ink, floor, .. } = theme;
    let mine = format!(
        r#"<path d="M20 8v24M8 20h24M11.5 11.5l17 17M28.5 11.5l-17 17" stroke="{ink}" stroke-width="2.5" stroke-linecap="round"/><circle cx="20" cy="20" r="8.5" fill="{ink}"/><circle cx="17" cy="17" r="2" fill="{floor}"/>"#
    );
    match piece {
        Piece::Pawn => format!(
            r#"<path d="M20 6a6.5 6.5 0 0 1 4 11.6c.8 5.4 2.2 8.4 5 11.4 1.2 1.3 1.5 2 1.5 4.5h-21c0-2.5.3-3.2 1.5-4.5 2.8-3 4.2-6 5-11.4a6.5 6.5 0 0 1 4-11.6z" fill="{player}" stroke="{player_edge}" stroke-width="1.5" stroke-linejoin="round"/><path d="M17.3 10.5c.4-.8 1-1.3 2-1.6" stroke="{player_shine}" stroke-width="2" stroke-linecap="round" fill="none"/>"#
        ),
        Piece::Stone => format!(
            r#"<circle cx="20" cy="20" r="14.5" fill="{granite}" stroke="{granite_edge}" stroke-width="1.5"/><circle cx="20" cy="20" r="9.5" fill="{player}" stroke="{player_edge}" stroke-width="1.5"/><path d="M15.5 20h9" stroke="{player_shine}" stroke-width="4" stroke-linecap="round"/>"#
        ),
        Piece::Mine => mine,
        Piece::Blast => format!(
            r#"<path d="M20 1l3.5 7.5 7.5-3.5-1.5 8 8.5 1-5.5 6 5.5 6-8.5 1 1.5 8-7.5-3.5-3.5 7.5-3.5-7.5-7.5 3.5 1.5-8-8.5-1 5.5-6-5.5-6 8.5-1-1.5-8 7.5 3.5z" fill="{glow}" stroke="{danger}" stroke-width="2" stroke-linejoin="round"/>{mine}"#
        ),
        Piece::Marker => format!(
            r#"<path d="M15 9l15 6-15 6z" fill="{danger}" stroke="{danger}" stroke-width="1.5" stroke-linejoin="round"/><path d="M14 8v24M9 32h10" stroke="{ink}" stroke-width="2.5" stroke-linecap="round"/>"#
        ),
    }
}

/// What a sprite of a view is called in a picture.
pub fn sprite_name(number: u32) -> String {
    format!("sprite{number}")
}

/// A sprite in the middle of a square from 0 to 40 both ways: a path for each colour, in which pixels
/// side by side are one rectangle.
pub fn sprite(sprite: &Sprite) -> String {
    let mut paths = vec![String::new(); sprite.colours.len()];
    let columns = sprite.columns as usize;
    for (row, pixels) in sprite.pixels.chunks(columns).enumerate() {
        let mut column = 0;
        for run in pixels.chunk_by(|one, other| one == other) {
            if let Some(colour) = run[0] {
                let width = run.len();
                put!(
                    paths[colour as usize],
                    "M{column} {row}h{width}v1h-{width}z"
                );
            }
            column += run.len();
        }
    }
    let (wide, tall) = (f64::from(sprite.columns), f64::from(sprite.rows()));
    let scale = SQUARE / wide.max(tall);
    let left = |pixels: f64| number((SQUARE - pixels * scale) / 2.0);
    let mut drawn = format!(
        r#"<g shape-rendering="crispEdges" transform="translate({} {}) scale({scale})">"#,
        left(wide),
        left(tall)
    );
    for (colour, d) in sprite.colours.iter().zip(&paths) {
        if !d.is_empty() {
            put!(drawn, r#"<path fill="{colour}" d="{d}"/>"#);
        }
    }
    drawn + "</g>"
}

/// The pattern of walls, to be filled with by its name.
pub fn hatch<C: Copy + Display>(theme: &Theme<C>) -> String {
    let [_, hatch, _] = theme.wall;
    format!(
        r#"<pattern id="hatch" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M-2 2l4-4M-1 11l12-12M8 12l4-4" stroke="{hatch}" stroke-width="2"/></pattern>"#
    )
}

/// A wall that stands alone, in a square from 0 to 40 both ways. On a board those that touch are
/// drawn as one.
pub fn wall<C: Copy + Display>(theme: &Theme<C>) -> String {
    let [wall, _, edge] = theme.wall;
    let path = outline(&Grid::new(1, vec![true]), 1.0, 6.0);
    let d = path.text();
    format!(
        r#"<path d="{d}" fill="{wall}" stroke="{edge}" stroke-width="1.5"/><path d="{d}" fill="url(#hatch)"/>"#
    )
}

/// The head of the long body, looking right, its middle at 0, 0.
pub fn head<C: Copy + Display>(theme: &Theme<C>) -> String {
    let [player, edge, _] = theme.player;
    let [danger, _] = theme.danger;
    format!(
        r##"<path d="M15 0h6l3.5-2.5M21 0l3.5 2.5" stroke="{danger}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" fill="none"/><path d="M-9-12.5c8-2.5 25-1 25 12.5s-17 15-25 12.5c-5-1.6-5-23.4 0-25z" fill="{player}" stroke="{edge}" stroke-width="1.5"/><circle cx="4" cy="-6.5" r="3.6" fill="#fff"/><circle cx="4" cy="6.5" r="3.6" fill="#fff"/><circle cx="5.2" cy="-6.5" r="1.7" fill="#222"/><circle cx="5.2" cy="6.5" r="1.7" fill="#222"/>"##
    )
}

/// The head of a snake on a ladders board, looking right, its middle at 0, 0.
pub fn viper<C: Copy + Display>(theme: &Theme<C>) -> String {
    let [drop, edge] = theme.drop;
    let [danger, _] = theme.danger;
    format!(
        r##"<path d="M8 0h5l2.5-2M13 0l2.5 2" stroke="{danger}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" fill="none"/><path d="M-6-5c5-3 15-1.5 15 5s-10 8-15 5z" fill="{drop}" stroke="{edge}" stroke-width="1.5" stroke-linejoin="round"/><circle cx="2.5" cy="-3" r="1.3" fill="{edge}"/><circle cx="2.5" cy="3" r="1.3" fill="{edge}"/>"##
    )
}

/// The name of a colour: `paper`, or `wall-1` where there are several.
#[derive(Clone, Copy)]
struct Variable {
    name: &'static str,
    number: Option<usize>,
}

impl Variable {
    const fn one(name: &'static str) -> Self {
        let number = None;
        Variable { name, number }
    }

    const fn some<const COUNT: usize>(name: &'static str) -> [Self; COUNT] {
        let mut all = [Variable::one(name); COUNT];
        let mut place = 0;
        while place < COUNT {
            all[place].number = Some(place + 1);
            place += 1;
        }
        all
    }

    /// As it is declared.
    fn declared(self) -> String {
        match self.number {
            Some(number) => format!("--{}-{number}", self.name),
            None => format!("--{}", self.name),
        }
    }
}

impl fmt::Display for Variable {
    /// As it is used.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "var({})", self.declared())
    }
}

/// What each colour of a theme is called.
const NAMES: Theme<Variable> = Theme {
    paper: Variable::one("paper"),
    floor: Variable::one("floor"),
    line: Variable::one("line"),
    frame: Variable::one("frame"),
    ink: Variable::one("ink"),
    quiet: Variable::one("quiet"),
    wall: Variable::some("wall"),
    lid: Variable::some("lid"),
    player: Variable::some("player"),
    goal: Variable::some("goal"),
    lift: Variable::some("lift"),
    drop: Variable::some("drop"),
    danger: Variable::some("danger"),
    granite: Variable::some("granite"),
};

/// Every symbol of the pictures, as SVG to be put into a page: each ground and each piece by its
/// name, in a square of 40 units; `head` and `viper`, the heads of a body and of a snake on a
/// ladders board, which look right, their middle at 0, 0; and the pattern `hatch` of walls. The
/// colours are the variables that [`css`] declares.
///
/// It takes no room on the page, but must not be hidden by `display: none`: browsers do not paint
/// patterns from there.
pub fn sheet() -> String {
    let theme = &NAMES;
    let floor = format!(r#"<path d="M0 0h40v40H0z" fill="{}"/>"#, theme.floor);
    let drawn = |which| match (ground(which, theme), which) {
        (Some(drawn), _) => drawn,
        (None, Ground::Wall) => wall(theme),
        (None, _) => floor.clone(),
    };
    let grounds = Ground::ALL.map(|which| (ground_name(which), drawn(which)));
    let pieces = Piece::ALL.map(|which| (piece_name(which), piece(which, theme)));
    let heads = [("head", head(theme)), ("viper", viper(theme))];
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n<defs>{}</defs>\n",
        hatch(theme)
    );
    let mut put = |name: &str, view: &str, drawn: &str| {
        putln!(
            out,
            r#"<symbol id="{name}" viewBox="{view}" overflow="visible">{drawn}</symbol>"#
        );
    };
    for (name, drawn) in grounds.iter().chain(&pieces) {
        put(name, "0 0 40 40", drawn);
    }
    for (name, drawn) in &heads {
        put(name, "-20 -20 40 40", drawn);
    }
    out.push_str("</svg>\n");
    out
}

/// The colours as variables of a page: light by default, dark where the system is dark, and
/// either where the root's `data-theme` says `light` or `dark`. `--heat-1`, cold, to `--heat-6`,
/// warm, are the scale of heat maps, the same on either.
pub fn css() -> String {
    let (light, dark) = (declarations(&Theme::LIGHT), declarations(&Theme::DARK));
    let mut heat = String::new();
    for (variable, colour) in Variable::some::<{ SCALE.len() }>("heat").iter().zip(SCALE) {
        declare(*variable, colour, &mut heat);
    }
    format!(
        ":root {{\n{light}{heat}}}\n\
         @media (prefers-color-scheme: dark) {{\n:root:not([data-theme=light]) {{\n{dark}}}\n}}\n\
         :root[data-theme=dark] {{\n{dark}}}\n"
    )
}

fn declarations(theme: &Theme) -> String {
    let mut out = String::new();
    for (variable, colour) in NAMES.all().into_iter().zip(theme.all()) {
        declare(variable, colour, &mut out);
    }
    out
}

fn declare(variable: Variable, colour: Colour, out: &mut String) {
    putln!(out, "{}: {colour};", variable.declared());
}
