//! Small random levels of any game, drawn with its own tools and written with its own options.

use std::fmt::Write as _;

use fastrand::Rng;

use crate::info::{Info, Tool, ToolKind};

/// Options to try: those that the game has are sometimes written.
const OPTIONS: [&str; 13] = [
    "wrap: yes",
    "passing: yes",
    "throws: none",
    "throws: 1",
    "throws: 3",
    "die: 1",
    "die: 2",
    "die: 9",
    "from: 0",
    "from: 3",
    "overshoot: stay",
    "overshoot: win",
    "overshoot: bounce",
];
/// No board has more squares: some games have two to that many positions.
const MOST: usize = 16;

/// The text of a level, which the game may refuse: a body may be missing, a jump may be where
/// none is allowed.
pub fn doodle(info: &Info, rng: &mut Rng) -> String {
    let blank = info.board;
    let rows = rng.usize(1..=4);
    let columns = match blank.square {
        true => rows,
        false => rng.usize(1..=MOST / rows),
    };
    let mut doodle = Doodle {
        columns,
        cells: vec![blank.empty.to_string(); rows * columns],
        notes: format!("game: {}\n", info.id),
        rng,
    };
    // What a search must know is on every one of them.
    for tool in info.tools.iter().filter(|tool| !tool.is_veiled(&blank)) {
        doodle.draw(tool);
    }
    let has = |option: &&str| {
        let name = option.split(':').next();
        info.options.iter().any(|known| Some(known.name) == name)
    };
    let known: Vec<&str> = OPTIONS.into_iter().filter(has).collect();
    if let Some(option) = doodle.rng.choice(known).filter(|_| doodle.rng.bool()) {
        writeln!(doodle.notes, "{option}").expect("writing to a string");
    }
    let gap = if blank.spaced { " " } else { "" };
    let rows = doodle.cells.chunks(columns).map(|row| row.join(gap) + "\n");
    format!("{}\n{}", doodle.notes, rows.collect::<String>())
}

struct Doodle<'a> {
    columns: usize,
    cells: Vec<String>,
    notes: String,
    rng: &'a mut Rng,
}

impl Doodle<'_> {
    /// Draws with a tool wherever it likes, over what is there already.
    fn draw(&mut self, tool: &Tool) {
        let squares = self.cells.len();
        let mut glyphs = tool.glyphs.chars();
        match tool.kind {
            ToolKind::Paint => {
                let often = self.rng.u8(..3);
                for square in 0..squares {
                    if self.rng.u8(..5) < often {
                        self.cells[square] = tool.glyphs.to_string();
                    }
                }
            }
            ToolKind::One => {
                let square = self.rng.usize(..squares);
                self.cells[square] = tool.glyphs.to_string();
            }
            ToolKind::Path => {
                let mut square = self.rng.usize(..squares);
                for glyph in glyphs.by_ref().take(self.rng.usize(1..=5)) {
                    self.cells[square] = glyph.to_string();
                    square = self.beside(square);
                }
            }
            ToolKind::Pair => {
                for glyph in glyphs.by_ref().take(self.rng.usize(..=2)) {
                    for _ in 0..2 {
                        let square = self.rng.usize(..squares);
                        self.cells[square] = glyph.to_string();
                    }
                }
            }
            ToolKind::Link => {
                for _ in 0..self.rng.usize(..=4) {
                    let square = self.rng.usize(..squares);
                    self.cells[square] = self.rng.usize(1..=squares).to_string();
                }
            }
            ToolKind::Note if self.rng.bool() => {
                let square = self.rng.usize(..squares);
                let (row, column) = (square / self.columns, square % self.columns);
                let note = tool.note.expect("it sets one");
                writeln!(self.notes, "{note}: {row},{column}").expect("writing to a string");
            }
            ToolKind::Note => {}
            ToolKind::Edge => {
                let count = self.rng.usize(..=3);
                if count == 0 {
                    return;
                }
                let note = tool.note.expect("it sets one");
                write!(self.notes, "{note}:").expect("writing to a string");
                for _ in 0..count {
                    let square = self.rng.usize(..squares);
                    let (row, column) = (square / self.columns, square % self.columns);
                    let side = if self.rng.bool() { 'R' } else { 'D' };
                    write!(self.notes, " {row},{column}{side}").expect("writing to a string");
                }
                self.notes.push('\n');
            }
        }
    }

    /// A square beside another, or across the edge from it.
    fn beside(&mut self, square: usize) -> usize {
        let (squares, columns) = (self.cells.len(), self.columns);
        let (row, column) = (square / columns, square % columns);
        match self.rng.u8(..4) {
            0 => row * columns + (column + 1) % columns,
            1 => row * columns + (column + columns - 1) % columns,
            2 => (square + columns) % squares,
            _ => (square + squares - columns) % squares,
        }
    }
}
