//! What stands for the unchanged in a GIF is in its table of colours, however many there are.

use std::fmt::Write as _;
use std::path::PathBuf;

use fewest_draw::{Scene, Theme, animation};
use fewest_games::source::Source;
use fewest_games::{GAMES, registry};

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
    let film = animation::gif(frames, frame, || true).expect("it can be painted");
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
    for game in GAMES {
        let folder = PathBuf::from("../../levels").join(game.info().id);
        for file in std::fs::read_dir(folder).expect("every game has levels") {
            let path = file.expect("it is listed").path();
            let bytes = std::fs::read(&path).expect("it can be read");
            let source = Source::new(&bytes).expect("it is UTF-8");
            let level = registry::read(source, None).expect("it is right").remove(0);
            let begins = level.session();
            let mut ends = level.session();
            for step in level.solution().unwrap_or_default() {
                ends.push(&step).expect("it is a solution");
            }
            for (theme, size) in [Theme::LIGHT, Theme::DARK]
                .iter()
                .flat_map(|theme| [6, 12].map(|size| (theme, size)))
            {
                let frame = |number| {
                    let session = if number == 0 { &begins } else { &ends };
                    Scene::new(&session.view()).svg(theme, size)
                };
                check(2, frame, &format!("{}, size {size}", path.display()));
            }
        }
    }
}
