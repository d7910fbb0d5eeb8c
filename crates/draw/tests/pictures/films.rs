//! Films: each position is shown, and what stands for the unchanged in a GIF is in its table of
//! colours, however many there are.

use std::fmt::Write as _;

use fewest_draw::{Scene, Theme, animation};
use fewest_games::GAMES;

use crate::common::{THEMES, decoded, levels, png, read};

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
            let film =
                animation::gif(moves.len() + 1, svg, &mut || true).expect("it can be painted");
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
    let film = animation::gif(3, svg, &mut count).expect("it can be painted");
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
        let film = animation::gif(3, svg, &mut go_on);
        assert!(film.expect("it can be painted").is_none());
        assert_eq!(looks, most + 1);
    }
    let none = animation::gif(0, |_| unreachable!("no frame is asked for"), &mut || true);
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
    let film = animation::gif(frames, frame, &mut || true).expect("it can be painted");
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
            ends.push(&step).expect("it is a solution");
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
