//! What is wrong with a board that was drawn is said to the person who drew it.

use fastrand::Rng;

use super::SEED;
use super::drawing::Drawing;
use crate::game::Game;
use crate::info::{Info, ToolKind};

const DRAWINGS: usize = 3_000;

/// Draws random boards with the tools, most of them faulty, and reads them: every error says the
/// problem without a word of the level text.
pub fn holds<B: Game>() {
    let mut rng = Rng::with_seed(SEED);
    let mut wrong = 0;
    for _ in 0..DRAWINGS {
        let drawing = scribble(&B::INFO, &mut rng);
        let Err(error) = drawing.read::<B>() else {
            continue;
        };
        wrong += 1;
        let text = drawing.text();
        let drawn = error
            .drawn
            .unwrap_or_else(|| panic!("{}: seed {SEED}\n{text}", error.message));
        assert!(is_sentence(&drawn), "{drawn}: seed {SEED}\n{text}");
    }
    assert!(wrong > DRAWINGS / 20, "{wrong} faulty boards");
}

fn is_sentence(drawn: &str) -> bool {
    !drawn.contains('`') && drawn.ends_with('.')
}

/// A small board on which tools were used here and there, and options set to anything.
fn scribble<'a>(info: &'a Info, rng: &mut Rng) -> Drawing<'a> {
    let (rows, columns) = match info.board.square && rng.u8(..8) > 0 {
        true => (rng.u32(1..=4), None),
        false => (rng.u32(1..=4), Some(rng.u32(1..=4))),
    };
    let mut drawing = Drawing::new(info, rows, columns.unwrap_or(rows), |_| 0);
    drawing.notes.clear();
    drawing.cells.fill(match (info.board.veil, rng.bool()) {
        (Some(veil), true) => veil.empty.to_string(),
        _ => info.board.empty.to_string(),
    });
    let cells = drawing.cells.len();
    for tool in info.tools {
        for glyph in tool.glyphs.chars().take(rng.usize(..5)) {
            for _ in 0..rng.usize(..4) {
                drawing.cells[rng.usize(..cells)] = glyph.to_string();
            }
        }
        match (tool.kind, tool.note) {
            (ToolKind::Link, _) => {
                for _ in 0..rng.usize(..3) {
                    let end = rng.usize(..cells + 3);
                    drawing.cells[rng.usize(..cells)] = end.to_string();
                }
            }
            (_, Some(note)) if rng.u8(..3) == 0 => {
                let side = match tool.kind {
                    ToolKind::Edge => *rng.choice(&["R", "D", ""]).expect("there are some"),
                    _ => "",
                };
                let place = format!("{},{}{side}", rng.u32(..5), rng.u32(..5));
                drawing.notes.push((note, place));
            }
            _ => {}
        }
    }
    let values = ["", "0", "1", "99", "1,1", "7,7", "20%", "x"];
    for option in info.options {
        let is_set = drawing.notes.iter().any(|(note, _)| *note == option.name);
        if !is_set && rng.u8(..6) == 0 {
            let value = match option.choices {
                [] => *rng.choice(&values).expect("there are some"),
                choices => rng.choice(choices).expect("there are some"),
            };
            drawing.notes.push((option.name, value.to_string()));
        }
    }
    drawing
}
