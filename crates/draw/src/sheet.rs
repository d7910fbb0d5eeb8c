//! The symbols and the colours of the pictures for a page that draws boards itself: one sheet for
//! light and dark, because its colours are variables of the page.

use std::fmt::{self, Write as _};

use fewest_games::view::{Ground, Piece};

use crate::heat::SCALE;
use crate::symbols::{self, ground_name, piece_name};
use crate::theme::{Colour, Theme};

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
    let ground = |ground| match (symbols::ground(ground, theme), ground) {
        (Some(drawn), _) => drawn,
        (None, Ground::Wall) => symbols::wall(theme),
        (None, _) => floor.clone(),
    };
    let grounds = Ground::ALL.map(|which| (ground_name(which), ground(which)));
    let pieces = Piece::ALL.map(|which| (piece_name(which), symbols::piece(which, theme)));
    let heads = [
        ("head", symbols::head(theme)),
        ("viper", symbols::viper(theme)),
    ];
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n<defs>{}</defs>\n",
        symbols::hatch(theme)
    );
    let mut put = |name: &str, view: &str, drawn: &str| {
        writeln!(
            out,
            r#"<symbol id="{name}" viewBox="{view}" overflow="visible">{drawn}</symbol>"#
        )
        .expect("writing to a string");
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
    writeln!(out, "{}: {colour};", variable.declared()).expect("writing to a string");
}
