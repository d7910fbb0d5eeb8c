//! The sheet of symbols and the colours for a page: whole, well formed, and the same as in pictures.

use std::collections::BTreeSet;

use fewest_draw::{Scene, Theme, css, sheet};
use fewest_games::grid::Grid;
use fewest_games::view::{Ground, Piece, Role, Tile, View};

use crate::common::png;

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
