//! A game's words, and what its boards are drawn with: name, units, options, glyphs, tools.

use fewest_words::of;
use serde::Serialize;

use crate::level_text::Note;
use crate::making::frame::Amount;
use crate::view::{Ground, Piece};

/// A game's name and words, for help and for every list.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Info {
    /// The id, as it is typed.
    pub id: &'static str,
    /// The game's full name.
    pub title: &'static str,
    /// The rules for a player, sentence by sentence: the goal first, then what a move does, and how
    /// the game is won or lost.
    pub how: &'static [&'static str],
    /// A small level text with its solution, as a picture of the rules.
    pub example: &'static str,
    /// Where its rules and its judge's format come from; `None` if no judge asks about it.
    pub judge: Option<&'static str>,
    /// The judge's word for a board that cannot be won.
    pub judge_no: &'static str,
    /// What stands after the last case of the judge's input.
    pub judge_end: &'static str,
    /// What is counted.
    pub unit: Unit,
    /// How a move is written.
    pub moves: &'static str,
    /// The glyphs of a board, and what each means.
    pub glyphs: &'static [(&'static str, &'static str)],
    /// The options, which are notes of a level.
    pub options: &'static [OptionInfo],
    /// What new boards have more or less of.
    pub amounts: &'static [Amount],
    /// How a player makes a move.
    pub play: Play,
    /// Whether dice decide where nobody chooses the moves: then there are odds to tell.
    pub chance: bool,
    /// Whether what lies under a covered square is hidden from the player, who may set flags: then
    /// there are odds to tell of what it is.
    pub covers: bool,
    /// What the parts of the difficulty add up to on the hardest board known: that board is a 10.
    /// `docs/rating.md` says which it is.
    #[serde(skip)]
    pub hardest: f64,
    /// The board on which drawing begins.
    pub board: Blank<'static>,
    /// What a board is drawn with.
    pub tools: &'static [Tool<'static>],
}

impl Info {
    /// The fields of a game that has no judge, no options and no chance, drawn on a single square:
    /// `Info { id, title, …, ..Info::PLAIN }`.
    pub const PLAIN: Info = Info {
        id: "",
        title: "",
        how: &[],
        example: "",
        judge: None,
        judge_no: "-1",
        judge_end: "",
        unit: Unit {
            one: "move",
            many: "moves",
        },
        moves: "",
        glyphs: &[],
        options: &[],
        amounts: &[],
        play: Play::Steps,
        chance: false,
        covers: false,
        hardest: 1.0,
        board: Blank::PLAIN,
        tools: &[],
    };
}

/// What the boards of a level are written and drawn with. Most games have one for all their
/// levels; a level may also bring its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Palette<'a> {
    /// The glyphs of a board, and what each means.
    pub glyphs: Vec<(&'a str, &'a str)>,
    /// The board on which drawing begins.
    pub board: Blank<'a>,
    /// What a board is drawn with.
    pub tools: Vec<Tool<'a>>,
}

impl Palette<'static> {
    /// The palette of all levels of a game.
    pub fn of(info: &Info) -> Self {
        Palette {
            glyphs: info.glyphs.to_vec(),
            board: info.board,
            tools: info.tools.to_vec(),
        }
    }
}

/// What a game counts: `roll`, `rolls`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Unit {
    /// One of it.
    pub one: &'static str,
    /// Several.
    pub many: &'static str,
}

impl Unit {
    /// `the fewest rolls`.
    pub fn fewest(&self) -> String {
        format!("the fewest {}", self.many)
    }

    /// `1 roll`, `4 rolls`.
    pub fn count(&self, number: u64) -> String {
        let word = if number == 1 { self.one } else { self.many };
        format!("{number} {}", of(word))
    }
}

/// One option of a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionInfo {
    /// The note's name.
    pub name: &'static str,
    /// What it may be.
    pub values: &'static str,
    /// The words that it may be, where those are all.
    pub choices: &'static [&'static str],
    /// What it is when it is not said.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

impl OptionInfo {
    /// The default in the language that is spoken. One of the choices stays as it is typed.
    pub fn default_in_words(&self) -> &'static str {
        match self.choices.contains(&self.default) {
            true => self.default,
            false => of(self.default),
        }
    }
}

/// The options that a level's notes set; by default none, as on a judge's board.
#[derive(Default)]
pub struct Options<'a>(pub(crate) Vec<Note<'a>>);

impl<'a> Options<'a> {
    /// The note that sets an option, if one does.
    pub fn get(&self, name: &str) -> Option<Note<'a>> {
        self.0.iter().find(|note| note.name.text == name).copied()
    }
}

/// How a player makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// One of `U`, `D`, `L` and `R`: an arrow key, a swipe.
    Steps,
    /// A number: a roll.
    Numbers,
    /// The `row,column` of a square: a click.
    Squares,
    /// One of several pieces and a direction, `1U`: the piece is chosen first, then it is moved
    /// like the one that [`Play::Steps`] moves. On a board with a single piece, a direction.
    Pieces,
}

/// The board on which drawing begins, and how its squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Blank<'a> {
    /// What is written for an erased square.
    pub empty: &'a str,
    /// What a picture shows there.
    pub ground: Ground,
    /// How many rows a new board has.
    pub rows: u32,
    /// How many columns a new board has.
    pub columns: u32,
    /// Whether every board has as many rows as columns.
    pub square: bool,
    /// Whether the squares of a row are written with spaces between them.
    pub spaced: bool,
    /// Whether the squares are numbered from 1 at the bottom left, each row up running the other
    /// way, and a square may hold the number of another.
    pub numbered: bool,
    /// How boards are written of which nothing is known but what can be seen, in a game that has
    /// such boards.
    pub veil: Option<Veil<'a>>,
}

/// How covered squares are written where nobody knows what is under them. On one board either all
/// of them are written so, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Veil<'a> {
    /// What is written for an erased square there.
    pub empty: &'a str,
    /// The glyphs of covered squares there.
    pub unknown: &'a str,
    /// Their glyphs on any other board.
    pub known: &'a str,
    /// The note that says how many dangers there are, which such a board does not show.
    pub total: &'a str,
}

impl Blank<'static> {
    /// A single square of floor: what most boards are made of, but for their size.
    pub const PLAIN: Blank<'static> = Blank {
        empty: ".",
        ground: Ground::Floor,
        rows: 1,
        columns: 1,
        square: false,
        spaced: false,
        numbered: false,
        veil: None,
    };
}

/// A tool of the palette. The defaults are for what it does not need: `Tool { …, ..Tool::NONE }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tool<'a> {
    /// What it draws, in a word or two; no other tool of the game is called so.
    pub name: &'a str,
    /// How it draws.
    pub kind: ToolKind,
    /// The glyphs that it writes, each a single character.
    pub glyphs: &'a str,
    /// What a picture shows in the square then, where that is anything of its own.
    pub ground: Option<Ground>,
    /// What a picture shows on top of it.
    pub piece: Option<Piece>,
    /// The note that it sets.
    pub note: Option<&'a str>,
    /// Which square is meant where that note is not given.
    pub default: Option<Corner>,
    /// The key that takes it in hand; without one it is the tool's place in the palette.
    pub key: Option<char>,
}

impl Tool<'_> {
    /// Whether it draws only where nothing is known of covered squares.
    pub(crate) fn is_veiled(&self, board: &Blank) -> bool {
        let is_unknown = |veil: Veil| !self.glyphs.is_empty() && veil.unknown.contains(self.glyphs);
        board.veil.is_some_and(is_unknown)
    }
}

impl Tool<'static> {
    /// A tool that draws some glyphs in one way.
    pub const fn new(kind: ToolKind, name: &'static str, glyphs: &'static str) -> Self {
        Tool {
            kind,
            name,
            glyphs,
            ..Tool::NONE
        }
    }

    /// The same with what a picture shows in the square.
    pub const fn on(mut self, ground: Ground) -> Self {
        self.ground = Some(ground);
        self
    }

    /// The same with what a picture shows on top of that.
    pub const fn with(mut self, piece: Piece) -> Self {
        self.piece = Some(piece);
        self
    }

    /// The same with the key that takes it in hand.
    pub const fn by_key(mut self, key: char) -> Self {
        self.key = Some(key);
        self
    }

    /// A tool that draws nothing yet.
    pub const NONE: Tool<'static> = Tool {
        name: "",
        kind: ToolKind::Paint,
        glyphs: "",
        ground: None,
        piece: None,
        note: None,
        default: None,
        key: None,
    };
}

/// How a tool draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolKind {
    /// On any number of squares, the same on each.
    Paint,
    /// On one square of the board at most: to place it again moves it. If it has a note, that says
    /// the `row,column` where its glyph cannot be written, because a piece stands there.
    One,
    /// From square to neighbouring square, its glyphs in their order.
    Path,
    /// On two squares for each of its glyphs.
    Pair,
    /// From one square to another: the first holds the number of the second.
    Link,
    /// Not on the board: it sets a note to the `row,column` of a square.
    Note,
    /// Between two neighbouring squares: its note lists them as `row,columnR`, right of a square,
    /// and `row,columnD`, below one.
    Edge,
}

/// A corner of the board in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Corner {
    /// The top left: the first square.
    First,
    /// The bottom right: the last square.
    Last,
}

/// A figure that the players of a game know a board by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is called in an answer for programs.
    pub name: &'static str,
    /// What players call it.
    pub words: &'static str,
    /// How much it is.
    pub value: u64,
}
