//! Minesweeper: the fewest clicks that reveal every cell without a mine, the mines being known.
//!
//! Where the rules are silent: a revealed mine `X` counts as a mine for its neighbours, and a
//! board that has one is lost. Digits that stand on the board already are taken as they are,
//! right or wrong, as the judge takes them. The option `click` is the judge's question and
//! means nothing to `solve`; a level without one is written for the judge with a click on its
//! first hidden cell.
//!
//! With the option `clicks: all`, setting or taking away a flag and a chord are moves as well, and
//! each costs one like a click. Nothing opens a flagged cell then, an opening that reaches it
//! neither. A chord is made on a revealed digit that has as many flags around it as it says, and
//! opens all other hidden cells around it; a blank has nothing to chord. Without that option a flag
//! is a mark that nothing looks at.
//!
//! A board may be a position as a player sees it, with covered cells of unknown content: then nothing can
//! be played or searched, but the chances of a mine can be computed.

mod make;
mod odds;
mod puzzle;
mod reveal;
mod rules;
mod survey;
#[cfg(test)]
mod tests;
mod text;

pub use fewest_minesweeper::FirstClick;
pub use reveal::reveal;
use rules::Field;

use std::fmt;

use fewest_minesweeper::{Cell, MineCount, Position};
use fewest_words::{key, of, say};

use crate::game::MoveText;
use crate::grid::{Grid, Place, Square};
use crate::info::{Blank, Info, OptionInfo, Options, Play, Tool, ToolKind, Unit, Veil};
use crate::level_text::Note;
use crate::making::frame::Amount;
use crate::source::{TextError, digits};
use crate::view::{Ground, Piece};

fn is_mine(cell: u8) -> bool {
    cell == b'M' || cell == b'X'
}

fn is_hidden(cell: u8) -> bool {
    cell == b'M' || cell == b'E'
}

/// How many mines are around a cell.
fn mines_around(cells: &Grid<u8>, square: Square) -> u8 {
    cells
        .around(square)
        .filter(|&near| is_mine(cells[near]))
        .count() as u8
}

/// The game in words: its name, glyphs and options, and what is drawn with.
const INFO: Info = Info {
    id: "mines",
    title: "Minesweeper",
    how: &[
        "Open every square that hides no mine, in as few clicks as you can.",
        "A click opens a square; the number in it says how many of the eight squares around it hide a mine.",
        "Where there is no mine around, the squares around it open by themselves, and so on.",
        "Put a flag where you think a mine is.",
        "Open a mine and you have lost.",
    ],
    example: concat!(
        "game: mines\n",
        "\n",
        "EEEEM\n",
        "EEEEE\n",
        "EEEEE\n",
        "EEEME\n",
        "\n",
        "solution: 0,0 1,4 2,4 3,4\n",
    ),
    judge: Some("LeetCode 529"),
    judge_no: "-1",
    judge_end: "",
    unit: Unit {
        one: "click",
        many: "clicks",
    },
    moves: Touch::FORM,
    glyphs: &[
        ("M", "a hidden mine"),
        ("E", "a hidden empty cell"),
        ("B", "a revealed cell with no mine around it"),
        ("1–8", "a revealed cell with that many mines around it"),
        ("X", "a revealed mine: the game is lost"),
        ("F f", "a hidden mine and a hidden empty cell, with a flag"),
        (
            "? !",
            "a covered cell of which nothing is known, and one with a flag",
        ),
    ],
    options: &[
        OptionInfo {
            name: "click",
            values: "row,column",
            choices: &[],
            default: "none",
            meaning: "the click that the judge asks about; solve does not look at it",
        },
        OptionInfo {
            name: "clicks",
            values: "plain or all",
            choices: Clicks::NAMES,
            default: "plain",
            meaning: "which clicks count: those that open a cell, or flags and chords as well",
        },
        OptionInfo {
            name: "mines",
            values: "a whole number",
            choices: &[],
            default: "as the board shows",
            meaning: "how many mines there are, which a covered board does not show",
        },
        OptionInfo {
            name: "density",
            values: "a percentage",
            choices: &[],
            default: "20%",
            meaning: "how likely each covered cell is a mine, where `mines` does not say how many",
        },
        OptionInfo {
            name: "first",
            values: "any, safe or open",
            choices: FirstClick::NAMES,
            default: "any",
            meaning: "what the first click is promised: nothing, no mine, or none around it either",
        },
    ],
    amounts: &[Amount {
        name: "mines",
        usual: "10%..25%",
        all: "0%..100%",
        meaning: "mines",
    }],
    play: Play::Squares,
    chance: false,
    covers: true,
    hardest: 0.73,
    board: Blank {
        empty: "E",
        ground: Ground::Lid,
        rows: 9,
        columns: 9,
        veil: Some(Veil {
            empty: "?",
            unknown: "?!",
            known: "MEFf",
            total: "mines",
        }),
        ..Blank::PLAIN
    },
    tools: &[
        Tool::new(ToolKind::Paint, "mine", "M")
            .on(Ground::Lid)
            .with(Piece::Mine)
            .by_key('m'),
        Tool::new(ToolKind::Paint, "flagged mine", "F")
            .on(Ground::Lid)
            .with(Piece::Marker)
            .by_key('g'),
        Tool::new(ToolKind::Paint, "covered", "?")
            .on(Ground::Lid)
            .by_key('c'),
        Tool::new(ToolKind::Paint, "flag", "!")
            .on(Ground::Lid)
            .with(Piece::Marker)
            .by_key('f'),
        Tool::new(ToolKind::Paint, "blank", "B")
            .on(Ground::Floor)
            .by_key('0'),
        digit("1", '1'),
        digit("2", '2'),
        digit("3", '3'),
        digit("4", '4'),
        digit("5", '5'),
        digit("6", '6'),
        digit("7", '7'),
        digit("8", '8'),
    ],
};

/// The tool that draws a revealed digit.
const fn digit(glyph: &'static str, key: char) -> Tool<'static> {
    Tool::new(ToolKind::Paint, glyph, glyph)
        .on(Ground::Count)
        .by_key(key)
}

/// A board of the judge's letters, or a position as a player sees it, with `?` for every covered
/// cell; and what is known besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: Grid<u8>,
    /// The hidden cells that have a flag, in ascending order.
    flags: Vec<Square>,
    click: Option<Square>,
    clicks: Clicks,
    /// How many mines there are, where a note says it.
    total: Option<u32>,
    density: Density,
    first: FirstClick,
    /// The number of covered cells of unknown content.
    unknown: u32,
}

impl Board {
    /// A board without flags and notes: cells in the judge's letters, or with `?` for every hidden
    /// one of them.
    pub fn of(cells: Grid<u8>) -> Self {
        let unknown = cells.squares().iter().filter(|&&cell| cell == b'?').count();
        Board {
            cells,
            flags: Vec::new(),
            click: None,
            clicks: Clicks::Plain,
            total: None,
            density: Density::USUAL,
            first: FirstClick::Any,
            unknown: unknown as u32,
        }
    }

    /// Other cells of the same kind, all known or all covered as these are, with the same notes but
    /// for the click.
    fn with(&self, cells: Grid<u8>, flags: Vec<Square>) -> Self {
        Board {
            cells,
            flags,
            click: None,
            clicks: self.clicks,
            total: self.total,
            density: self.density,
            first: self.first,
            unknown: self.unknown,
        }
    }

    /// The cells in the judge's letters, whether they have flags or not; `?` is a covered one of
    /// which nothing is known.
    pub fn cells(&self) -> &Grid<u8> {
        &self.cells
    }

    /// The cells that have a flag, in ascending order; all of them are hidden.
    pub fn flags(&self) -> &[Square] {
        &self.flags
    }

    /// The click that the judge asks about; every case of the judge's has one.
    pub fn click(&self) -> Option<Square> {
        self.click
    }

    /// Which clicks are counted.
    pub fn clicks(&self) -> Clicks {
        self.clicks
    }

    /// How many mines there are: as the note says, or else as many as are on the board. Nothing
    /// where nobody knows.
    pub fn mines(&self) -> Option<u32> {
        let count = || {
            let cells = self.cells.squares().iter();
            cells.filter(|&&cell| is_mine(cell)).count() as u32
        };
        match self.total {
            None if self.is_known() => Some(count()),
            total => total,
        }
    }

    /// How likely each covered cell is a mine, if the number of mines is unknown.
    pub fn density(&self) -> Density {
        self.density
    }

    /// What the first click is promised.
    pub fn first(&self) -> FirstClick {
        self.first
    }

    /// Whether it is known what lies under every cell.
    pub fn is_known(&self) -> bool {
        self.unknown == 0
    }

    /// Whether no cell is revealed yet.
    pub fn is_untouched(&self) -> bool {
        let cells = self.cells.squares();
        cells.iter().all(|&cell| is_hidden(cell) || cell == b'?')
    }

    /// The cells that cannot be mines, for a click on this board begins the game and is promised
    /// something; none where no click is given.
    fn promised(&self) -> Vec<Square> {
        match self.click {
            Some(click) if self.is_untouched() => self.first.promised(&self.cells, click),
            _ => Vec::new(),
        }
    }
}

/// What a player sees of a cell.
pub fn seen_cell(cell: u8) -> Cell {
    match cell {
        b'B' => Cell::Number(0),
        b'1'..=b'8' => Cell::Number(cell - b'0'),
        b'X' => Cell::Mine,
        _ => Cell::Covered,
    }
}

impl Board {
    /// The board with everything covered that is hidden, known or not. Flags are nothing to it.
    pub fn seen(&self) -> Position {
        let mut cells = self.cells.map(|&cell| seen_cell(cell));
        for square in self.promised() {
            cells[square] = Cell::Promised;
        }
        let is_mine = |cell: &&Cell| **cell == Cell::Mine;
        let exploded = cells.squares().iter().filter(is_mine).count() as u32;
        let mines = match self.mines() {
            Some(total) => MineCount::Total(total.saturating_sub(exploded)),
            None => {
                let (mines, of) = self.density.fraction();
                MineCount::Density { mines, of }
            }
        };
        Position { cells, mines }
    }
}

const MINES_FORM: &str = key("write how many mines there are, `X` among them");
const DENSITY_FORM: &str =
    key("leave `density` away where the mines are known or `mines` says how many there are");
const FIRST_FORM: &str = key("click elsewhere, or promise less");
const DRAW_CLICK: &str =
    key("The click that the judge asks about must be on a covered square of the board.");
const CLICK_FORM: &str = key("click on a hidden cell of the board, row and column counted from 0");

/// Which clicks are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clicks {
    /// Those that open a cell: flags and chords are none.
    #[default]
    Plain,
    /// Those that open a cell, those that set a flag or take one away, and chords.
    All,
}

impl Clicks {
    /// The words of the note.
    pub const NAMES: &'static [&'static str] = &["plain", "all"];

    fn read(note: &Note) -> Result<Self, TextError> {
        let all = [Clicks::Plain, Clicks::All];
        Ok(all[choice(note, Self::NAMES)?])
    }

    /// Its word.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The place of a note's value among the words that it may be.
fn choice(note: &Note, names: &[&str]) -> Result<usize, TextError> {
    let text = note.value.text;
    let place = names.iter().position(|name| *name == text);
    place.ok_or_else(|| {
        let name = note.name.text;
        let message = say!("`{name}` cannot be `{text}`", name, text);
        let names = names.join(", ");
        let drawn = say!(
            "The option “{name}” is one of these: {names}.",
            name = of(name),
            names
        );
        note.error(message, say!("write one of {names}", names))
            .drawn(drawn)
    })
}

/// How likely a cell is a mine: parts of 10⁹ that are neither none nor all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Density(u32);

impl Density {
    /// The default: about as dense as expert boards.
    pub const USUAL: Density = Density(Self::WHOLE / 5);

    /// The parts of a whole.
    const WHOLE: u32 = 1_000_000_000;

    /// Exactly how likely: the numerator and the denominator.
    pub fn fraction(self) -> (u32, u32) {
        (self.0, Self::WHOLE)
    }

    fn read(note: &Note) -> Result<Self, TextError> {
        Self::of(note.value.text).ok_or_else(|| {
            let text = note.value.text;
            let message = say!("`{text}` is no chance between 0% and 100%", text);
            let advice = key("write, for example, `density: 20%` or `density: 0.2`");
            note.error(message, advice)
                .drawn(key("The option “density” is a chance between 0% and 100%."))
        })
    }

    /// Reads `20%`, `12.5%` or `0.125`: at most nine digits after the point of the latter, seven
    /// after that of a percentage.
    fn of(text: &str) -> Option<Self> {
        let (number, places) = match text.strip_suffix('%') {
            Some(percents) => (percents.trim_end(), 7),
            None => (text, 9),
        };
        let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
        if part.is_empty() || part.len() > places || whole.len() > 3 {
            return None;
        }
        let whole: u64 = digits(whole)?;
        let part: u64 = digits(&format!("{part:0<places$}"))?;
        let parts = whole * 10u64.pow(places as u32) + part;
        (0 < parts && parts < u64::from(Self::WHOLE)).then_some(Density(parts as u32))
    }
}

impl fmt::Display for Density {
    /// As a percentage, with as many digits as it has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredth = Self::WHOLE / 100;
        let (whole, part) = (self.0 / hundredth, self.0 % hundredth);
        match part {
            0 => write!(f, "{whole}%"),
            _ => {
                let part = format!("{part:07}");
                write!(f, "{whole}.{}%", part.trim_end_matches('0'))
            }
        }
    }
}

/// Reads what the notes say about a board, and whether it can be true.
fn read_notes(board: &mut Board, options: &Options) -> Result<(), TextError> {
    let cells = &board.cells;
    if let Some(note) = options.get("clicks") {
        board.clicks = Clicks::read(&note)?;
    }
    if let Some(note) = options.get("mines") {
        board.total = Some(read_total(board, &note)?);
    }
    if let Some(note) = options.get("density") {
        board.density = Density::read(&note)?;
        if board.is_known() || board.total.is_some() {
            let message = key("how many mines there are is known here");
            return Err(note.error(message, DENSITY_FORM).drawn(key(
                "How many mines there are is known here: leave the option “density” empty.",
            )));
        }
    }
    if let Some(note) = options.get("first") {
        board.first = FirstClick::ALL[choice(&note, FirstClick::NAMES)?];
    }
    if let Some(note) = options.get("click") {
        let click = note
            .square(cells)
            .map_err(|error| error.drawn(DRAW_CLICK))?;
        if !is_hidden(cells[click]) && cells[click] != b'?' {
            let error = note.error(on_revealed(cells.place(click)), CLICK_FORM);
            return Err(error.drawn(DRAW_CLICK));
        }
        board.click = Some(click);
        let mut promised = board.promised().into_iter();
        if let Some(mine) = promised.find(|&square| is_mine(board.cells[square])) {
            let message = say!(
                "the first click is promised that {place} is no mine",
                place = board.cells.place(mine)
            );
            return Err(note.error(message, FIRST_FORM).drawn(key(
                "The first click is promised to be safe, but a mine is in its way: erase the mine, \
                 click elsewhere, or promise less.",
            )));
        }
    }
    Ok(())
}

/// Reads the number of mines from a note, and checks that the board can have that many.
fn read_total(board: &Board, note: &Note) -> Result<u32, TextError> {
    let total = note.value.text;
    let cells = board.cells.squares().iter();
    let least = cells.filter(|&&cell| is_mine(cell)).count() as u32;
    let most = least + board.unknown;
    let (message, drawn) = match digits::<u32>(total) {
        Some(total) if (least..=most).contains(&total) => return Ok(total),
        None if total.is_empty() || !total.bytes().all(|byte| byte.is_ascii_digit()) => (
            say!("`{text}` is not a whole number", text = total),
            say!("The option “mines” is a whole number."),
        ),
        _ if board.is_known() => (
            say!("the board has mines: {least}, not {total}", least, total),
            say!(
                "The mines on the board are {least}, but the option “mines” says {total}.",
                least,
                total
            ),
        ),
        _ => (
            say!(
                "there can be {least} to {most} mines, not {total}",
                least,
                most,
                total
            ),
            say!(
                "There can be {least} to {most} mines on this board, but the option “mines” says \
                 {total}.",
                least,
                most,
                total
            ),
        ),
    };
    Err(note.error(message, MINES_FORM).drawn(drawn))
}

/// The message about a click on a revealed cell.
fn on_revealed(place: Place) -> String {
    say!("the click {place} is on a revealed cell", place)
}

/// One touch of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Opens a hidden cell: `3,4`.
    Open(Place),
    /// Sets a flag on a hidden cell, or takes the one away that is there: `F3,4`.
    Flag(Place),
    /// Opens all that is hidden and has no flag around a digit with as many flags: `C3,4`.
    Chord(Place),
}

impl Touch {
    /// The cell that is touched.
    pub fn place(self) -> Place {
        match self {
            Touch::Open(place) | Touch::Flag(place) | Touch::Chord(place) => place,
        }
    }
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Touch::Open(place) => write!(f, "{place}"),
            Touch::Flag(place) => write!(f, "F{place}"),
            Touch::Chord(place) => write!(f, "C{place}"),
        }
    }
}

impl MoveText for Touch {
    const FORM: &'static str = "row,column, both counted from 0; with `clicks: all` also F before it for a flag, C for a chord";

    fn read(word: &str) -> Option<Self> {
        let touch: fn(Place) -> Touch = match word.as_bytes().first()? {
            b'F' | b'f' => Touch::Flag,
            b'C' | b'c' => Touch::Chord,
            _ => return Place::read(word).map(Touch::Open),
        };
        Place::read(&word[1..]).map(touch)
    }
}
