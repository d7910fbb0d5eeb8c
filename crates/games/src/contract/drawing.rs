//! A game's palette keeps its word: its tools draw levels that the game reads, and what they are
//! said to look like is what is then seen.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::game::{Game, MoveText as _};
use crate::info::{Blank, Corner, Info, Play, Tool, ToolKind, Veil};
use crate::level::{Level, bare_text};
use crate::source::TextError;
use crate::view::{Edge, Link, Side, View};

/// Holds the palette, the blank board and the way of playing to what the game reads and shows.
pub fn holds<B: Game>() {
    let info = B::INFO;
    let names: HashSet<_> = info.tools.iter().map(|tool| tool.name).collect();
    assert_eq!(names.len(), info.tools.len(), "the tools' names differ");
    info.tools.iter().for_each(is_whole);
    have_keys(info.tools);
    plays_as_said::<B>();

    // As little as can be of everything on a new board, and then all of everything.
    let blank = info.board;
    assert!(blank.rows == blank.columns || !blank.square);
    is_drawn::<B>(&info);
    if let Some(veil) = &blank.veil {
        is_veiled::<B>(&info, veil);
    }

    let longer = Drawing::new(&info, 16, 17, |_| 1);
    assert_eq!(longer.read::<B>().is_err(), blank.square, "square or not");
    for corner in [Corner::First, Corner::Last] {
        is_there_unsaid::<B>(&info, corner);
    }
}

/// Everything can be drawn, and is seen as the tools say.
fn is_drawn<B: Game>(info: &Info) {
    let blank = info.board;
    let little = Drawing::new(info, blank.rows, blank.columns, |_| 1);
    little.is_seen(&little.view::<B>());
    // Where all boards are of one size, that was it.
    if B::generator().blank(16, 16).is_none() {
        return;
    }
    let all = Drawing::new(info, 16, 16, |tool| tool.glyphs.chars().count());
    all.is_seen(&all.view::<B>());
}

/// So can everything on a board of which nothing is known under its covered squares; and what is
/// known and what is not do not mix.
fn is_veiled<B: Game>(info: &Info, veil: &Veil<'static>) {
    assert!(veil.unknown.contains(veil.empty) && veil.known.contains(info.board.empty));
    assert!(info.options.iter().any(|option| option.name == veil.total));
    let is_known = |tool: &Tool| !tool.glyphs.is_empty() && veil.known.contains(tool.glyphs);
    let mut tools = info.tools.to_vec();
    tools.retain(|tool| !is_known(tool));
    let veiled = Info {
        board: Blank {
            empty: veil.empty,
            veil: None,
            ..info.board
        },
        tools: tools.leak(),
        ..*info
    };
    is_drawn::<B>(&veiled);
    for unknown in veil.unknown.chars() {
        for known in veil.known.chars() {
            let mut mixed = Drawing::new(&veiled, info.board.rows, info.board.columns, |_| 1);
            mixed.cells[0] = unknown.to_string();
            mixed.cells[1] = known.to_string();
            assert!(mixed.read::<B>().is_err(), "{}", mixed.text());
        }
    }
}

/// Either no tool has a key of its own, or each has another one, and the eraser's is free.
fn have_keys(tools: &[Tool]) {
    let keys: HashSet<_> = tools.iter().filter_map(|tool| tool.key).collect();
    assert!(keys.is_empty() || keys.len() == tools.len(), "{keys:?}");
    assert!(!keys.contains(&'e'));
}

/// A tool says what its kind needs, and nothing else.
fn is_whole(tool: &Tool) {
    let writes = !matches!(tool.kind, ToolKind::Link | ToolKind::Note | ToolKind::Edge);
    assert_eq!(!tool.glyphs.is_empty(), writes, "{tool:?}");
    match tool.kind {
        ToolKind::Note | ToolKind::Edge => assert!(tool.note.is_some(), "{tool:?}"),
        ToolKind::One => {}
        _ => assert!(tool.note.is_none(), "{tool:?}"),
    }
    assert_eq!(
        tool.default.is_some(),
        tool.kind == ToolKind::Note,
        "{tool:?}"
    );
    if matches!(tool.kind, ToolKind::Paint | ToolKind::One) {
        assert_eq!(tool.glyphs.chars().count(), 1, "{tool:?}");
    }
    assert!(!tool.name.is_empty(), "{tool:?}");
}

fn plays_as_said<B: Game>() {
    let forms = [
        (Play::Steps, "U D L R"),
        (Play::Numbers, "1 6"),
        (Play::Squares, "0,0 3,14"),
        (Play::Pieces, "0U aR"),
    ];
    for (play, moves) in forms {
        let is_read = moves.split(' ').all(|step| B::Move::read(step).is_some());
        // Where there is one piece, its name is left out.
        let is_meant = play == B::INFO.play || (B::INFO.play, play) == (Play::Pieces, Play::Steps);
        assert_eq!(is_read, is_meant, "{play:?}");
    }
}

/// Where a note is not given, what it sets is in the corner that the tool names.
fn is_there_unsaid<B: Game>(info: &Info, corner: Corner) {
    let blank = info.board;
    let mut drawing = Drawing::new(info, blank.rows, blank.columns, |_| 1);
    drawing.notes.clear();
    let view = drawing.view::<B>();
    let square = match corner {
        Corner::First => 0,
        Corner::Last => view.tiles.len() - 1,
    };
    let tile = &view.tiles[square];
    for tool in info.tools {
        if tool.default == Some(corner) {
            let is_it = tool.ground.is_none_or(|ground| ground == tile.ground);
            assert!(is_it && tool.piece == tile.piece, "{tool:?}, {tile:?}");
        }
    }
}

/// A level as it is drawn with the tools.
pub(super) struct Drawing<'a> {
    info: &'a Info,
    rows: u32,
    columns: u32,
    pub(super) cells: Vec<String>,
    pub(super) notes: Vec<(&'a str, String)>,
    /// Where each tool drew.
    drawn: Vec<(&'a Tool<'a>, u32)>,
    links: Vec<(u32, u32)>,
    edges: Vec<Edge>,
    /// How many squares have been drawn on.
    used: u32,
}

impl<'a> Drawing<'a> {
    /// Uses every tool, each with so many of its glyphs.
    pub(super) fn new(
        info: &'a Info,
        rows: u32,
        columns: u32,
        glyphs: impl Fn(&Tool) -> usize,
    ) -> Self {
        let squares = (rows * columns) as usize;
        let mut drawing = Drawing {
            info,
            rows,
            columns,
            cells: vec![info.board.empty.to_string(); squares],
            notes: Vec::new(),
            drawn: Vec::new(),
            links: Vec::new(),
            edges: Vec::new(),
            used: 0,
        };
        for tool in info.tools.iter().filter(|tool| glyphs(tool) > 0) {
            if !tool.is_veiled(&info.board) {
                drawing.draw(tool, glyphs(tool));
            }
        }
        drawing
    }

    fn draw(&mut self, tool: &'a Tool, glyphs: usize) {
        let times = if tool.kind == ToolKind::Pair { 2 } else { 1 };
        for glyph in tool.glyphs.chars().take(glyphs) {
            for _ in 0..times {
                let square = self.next(tool);
                self.cells[square as usize] = glyph.to_string();
            }
        }
        match (tool.kind, tool.note) {
            (ToolKind::Link, _) => {
                let (from, to) = (self.next(tool), self.next(tool));
                self.cells[from as usize] = self.number(to).to_string();
                self.links.push((from, to));
            }
            (ToolKind::Edge, Some(note)) => {
                self.notes.push((note, "0,0R".to_string()));
                self.edges.push(Edge {
                    square: 0,
                    side: Side::Right,
                });
            }
            (ToolKind::Note, Some(note)) => {
                let square = self.next(tool);
                let place = format!("{},{}", square / self.columns, square % self.columns);
                self.notes.push((note, place));
            }
            _ => {}
        }
    }

    /// The next square to draw on: to and fro through the rows, so that each is beside the one
    /// before, the first row last, which has a corner where no jump may be.
    fn next(&mut self, tool: &'a Tool) -> u32 {
        let (row, column) = (1 + self.used / self.columns, self.used % self.columns);
        assert!(row <= self.rows, "the board is too small to draw all of it");
        let row = row % self.rows;
        let column = match row % 2 {
            0 => column,
            _ => self.columns - 1 - column,
        };
        self.used += 1;
        let square = row * self.columns + column;
        self.drawn.push((tool, square));
        square
    }

    /// A square's number on a numbered board.
    fn number(&self, square: u32) -> u32 {
        let (row, column) = (square / self.columns, square % self.columns);
        let below = self.rows - 1 - row;
        let along = match below % 2 {
            0 => column,
            _ => self.columns - 1 - column,
        };
        below * self.columns + along + 1
    }

    fn board(&self) -> String {
        let gap = if self.info.board.spaced { " " } else { "" };
        let rows = self.cells.chunks(self.columns as usize);
        rows.map(|row| row.join(gap) + "\n").collect()
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("game: {}\n", self.info.id);
        for (note, value) in &self.notes {
            writeln!(text, "{note}: {value}").expect("writing to a string");
        }
        text + "\n" + &self.board()
    }

    pub(super) fn read<B: Game>(&self) -> Result<B, TextError> {
        Ok(Level::parse(&self.text())?.board)
    }

    /// What is seen of it at the start; and the game writes it as it was drawn.
    fn view<B: Game>(&self) -> View {
        let text = self.text();
        let board: B = self
            .read()
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        // A game may write numbers one below the other: how wide a gap is does not matter.
        let single = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let written = bare_text(&board);
        let written: Vec<String> = written.lines().map(single).collect();
        assert_eq!(written, text.lines().collect::<Vec<_>>());
        board.view(&board.start())
    }

    fn is_seen(&self, view: &View) {
        let text = self.text();
        let blank = self.info.board;
        let size = (view.tiles.rows(), view.tiles.columns());
        assert_eq!(size, (self.rows, self.columns), "{text}");
        for &(tool, square) in &self.drawn {
            let tile = &view.tiles[square];
            let name = format!("{tool:?}, {tile:?}\n{text}");
            assert_eq!(tile.ground, tool.ground.unwrap_or(blank.ground), "{name}");
            assert_eq!(tile.piece, tool.piece, "{name}");
        }
        let path = |(tool, square): &(&Tool, u32)| (tool.kind == ToolKind::Path).then_some(*square);
        let path: Vec<_> = self.drawn.iter().filter_map(path).collect();
        assert_eq!(view.body, path, "{text}");
        let ends = |link: &Link| (link.from, link.to);
        assert_eq!(view.links.iter().map(ends).collect::<Vec<_>>(), self.links);
        assert_eq!(view.edges, self.edges, "{text}");

        let mut untouched = (0..view.tiles.len())
            .filter(|&square| !self.drawn.iter().any(|&(_, drawn)| drawn == square))
            // The corners may be what the game wants to reach.
            .filter(|&square| square % self.columns > 0 && (square + 1) % self.columns > 0);
        assert!(
            untouched.all(|square| view.tiles[square].ground == blank.ground),
            "{text}"
        );
        let mut squares = 0..view.tiles.len();
        let says = |square: u32| view.tiles[square].label == self.number(square).to_string();
        assert_eq!(squares.all(says), blank.numbered, "{text}");
    }
}
