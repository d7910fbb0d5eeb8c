//! Small changes of a board: what an editor of a game is, and one that any game can have.

use std::borrow::Cow;
use std::fmt::Write as _;

use fewest_words::say;
use serde::Serialize;

use crate::game::Game;
use crate::grid::{Grid, Square};
use crate::info::{Tool, ToolKind};
use crate::level::{Level, bare_text};

/// A change of a board, in numbers whose meaning is the editor's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is done.
    pub kind: u32,
    /// The square that is changed, or that something is taken from.
    pub from: Square,
    /// Where it goes; the same square where nothing is moved.
    pub to: Square,
}

impl Edit {
    /// A change of one square.
    pub fn at(kind: u32, square: Square) -> Self {
        Edit {
            kind,
            from: square,
            to: square,
        }
    }
}

/// Changes boards of a game in small steps.
pub trait Editor<G: Game>: Sync {
    /// Visits every change of a single square in a fixed order: each leads to another board that
    /// is legal, and no two to the same.
    fn edits<'a>(&'a self, board: &'a G) -> Box<dyn Iterator<Item = Edit> + Send + 'a>;

    /// How many edits there are. A game that may have a great many counts them without making them.
    fn count(&self, board: &G) -> u64 {
        self.edits(board).count() as u64
    }

    /// The edit at a place among them, from 0. A game that may have a great many finds it without
    /// making those before it.
    fn edit(&self, board: &G, place: u64) -> Option<Edit> {
        self.edits(board).nth(usize::try_from(place).ok()?)
    }

    /// The board with one edit made.
    fn edited(&self, board: &G, edit: Edit) -> G;

    /// An edit in words.
    fn describe(&self, board: &G, edit: Edit) -> Change;

    /// The squares that look as if they could be changed and are not among the edits.
    fn left_out(&self, _board: &G) -> Vec<LeftOut> {
        Vec::new()
    }
}

/// Squares that no edit changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// How many there are.
    pub squares: u64,
    /// Why they are left out.
    #[serde(serialize_with = "spoken")]
    pub why: &'static str,
}

/// A text in the language that is spoken.
fn spoken<S: serde::Serializer>(text: &&'static str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(fewest_words::of(text))
}

/// A change of a single square, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What is changed: `wall`, `apple`.
    pub group: Cow<'static, str>,
    /// Where it shows, on the grid of the view.
    pub square: Square,
    /// What to do: `set a wall at 0,3`. No other edit of the board has the same words.
    pub what: String,
    /// What is changed, in short, where several changes show on one square: `12` for the jump on
    /// 12.
    pub by: Option<String>,
}

impl Change {
    /// The only change of its group that shows on its square.
    pub fn at(square: Square, (group, what): (&'static str, String)) -> Self {
        Change {
            group: group.into(),
            square,
            what,
            by: None,
        }
    }
}

/// Draws with the tools of a level's palette: what is painted is set and erased, and what is on one
/// square, or on two, is moved to an empty one. For games whose squares are single glyphs.
pub struct GlyphEditor;

impl<G: Game> Editor<G> for GlyphEditor {
    fn edits<'a>(&'a self, board: &'a G) -> Box<dyn Iterator<Item = Edit> + Send + 'a> {
        let Some(drawing) = Drawing::of(board) else {
            return Box::new(std::iter::empty());
        };
        let text = bare_text(board);
        let drawn: Vec<Edit> = drawing.edits(&drawing.tools(board));
        Box::new(drawn.into_iter().filter(move |&edit| {
            let edited = drawing.edited(board, edit);
            edited.is_some_and(|edited| bare_text(&edited) != text)
        }))
    }

    fn edited(&self, board: &G, edit: Edit) -> G {
        let drawing = Drawing::of(board);
        let edited = drawing.and_then(|drawing| drawing.edited(board, edit));
        edited.expect("an edit leads to a legal board")
    }

    fn describe(&self, board: &G, edit: Edit) -> Change {
        let drawing = Drawing::of(board).expect("it has edits");
        let tools = drawing.tools(board);
        let tool = fewest_words::of(tools[edit.kind as usize].name).to_string();
        let place = |square| drawing.cells.place(square);
        let what = if edit.from != edit.to {
            let (from, to) = (place(edit.from), place(edit.to));
            say!("move “{tool}” from {from} to {to}", tool, from, to)
        } else if drawing.cells[edit.from] == drawing.empty {
            say!("draw “{tool}” at {place}", tool, place = place(edit.from))
        } else {
            say!("erase “{tool}” at {place}", tool, place = place(edit.from))
        };
        Change {
            group: Cow::Owned(tools[edit.kind as usize].name.to_string()),
            square: edit.to,
            what,
            by: None,
        }
    }
}

/// A board as its glyphs, to draw on.
#[derive(Clone)]
pub(crate) struct Drawing {
    /// The glyph of each square.
    pub cells: Grid<char>,
    /// What is written for an erased square.
    pub empty: char,
}

impl Drawing {
    /// The glyphs of a board; `None` where its squares are no single glyphs.
    pub fn of<G: Game>(board: &G) -> Option<Self> {
        let mut glyphs = board.palette().board.empty.chars();
        let (Some(empty), None) = (glyphs.next(), glyphs.next()) else {
            return None;
        };
        let (rows, columns) = board.size();
        let text = board.write_board();
        let cells: Vec<char> = text
            .chars()
            .filter(|glyph| !glyph.is_whitespace())
            .collect();
        let squares = rows as usize * columns as usize;
        (cells.len() == squares && squares > 0).then(|| Drawing {
            cells: Grid::new(columns as usize, cells),
            empty,
        })
    }

    /// The tools that draw single glyphs, in their order.
    pub fn tools<'a, G: Game>(&self, board: &'a G) -> Vec<Tool<'a>> {
        let palette = board.palette();
        let draws = |tool: &&Tool| {
            matches!(tool.kind, ToolKind::Paint | ToolKind::One | ToolKind::Pair)
                && !tool.is_veiled(&palette.board)
        };
        palette.tools.iter().filter(draws).copied().collect()
    }

    /// Every edit with these tools, legal or not.
    fn edits(&self, tools: &[Tool]) -> Vec<Edit> {
        let mut edits = Vec::new();
        let all = 0..self.cells.len();
        for (kind, tool) in (0..).zip(tools) {
            if tool.kind == ToolKind::Paint {
                let is_drawn = |&square: &Square| {
                    let cell = self.cells[square];
                    cell == self.empty || tool.glyphs.contains(cell)
                };
                edits.extend(all.clone().filter(is_drawn).map(|at| Edit::at(kind, at)));
                continue;
            }
            for from in all
                .clone()
                .filter(|&at| tool.glyphs.contains(self.cells[at]))
            {
                let empty = all.clone().filter(|&to| self.cells[to] == self.empty);
                edits.extend(empty.map(|to| Edit { kind, from, to }));
            }
        }
        edits
    }

    /// The board with an edit made; `None` if it is not legal.
    pub fn edited<G: Game>(&self, board: &G, edit: Edit) -> Option<G> {
        let mut drawing = self.clone();
        let tools = self.tools(board);
        let here = self.cells[edit.from];
        if edit.from != edit.to {
            drawing.cells[edit.from] = self.empty;
            drawing.cells[edit.to] = here;
        } else if here == self.empty {
            drawing.cells[edit.from] = tools[edit.kind as usize].glyphs.chars().next()?;
        } else {
            drawing.cells[edit.from] = self.empty;
        }
        drawing.read(board)
    }

    /// Reads the glyphs as a board with the options of another one; `None` if it is not legal.
    pub fn read<G: Game>(&self, options: &G) -> Option<G> {
        let mut text = format!("game: {}\n", G::INFO.id);
        for (name, value) in options.options() {
            writeln!(text, "{name}: {value}").expect("writing to a string");
        }
        let text = format!("{text}\n{}", self.cells);
        Some(Level::parse(&text).ok()?.board)
    }
}
