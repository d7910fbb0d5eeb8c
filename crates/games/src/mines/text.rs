//! How Minesweeper is written: rows of the judge's letters in a level, JSON for the judge.

use fewest_words::{key, say};

use super::{Board, is_hidden, json, mbf, reveal};
use crate::grid::{Grid, Place};
use crate::info::{Info, OptionInfo, Options, Unit};
use crate::judge::JudgeError;
use crate::making::amounts::Amount;
use crate::palette::{Blank, Play, Tool, ToolKind};
use crate::rows::BoardText;
use crate::rules::{MoveText as _, Text};
use crate::scan::Scanner;
use crate::source::{Source, TextError};
use crate::view::{Ground, Piece};

const LEGEND: &str = key(
    "a mines board is made of `M` hidden mine, `E` hidden empty cell, `B` \
                      revealed blank, `1`–`8` revealed digit, `X` revealed mine",
);
const JUDGE_FORM: &str = key(
    "write two lines of JSON for each case: the board, such as [[\"E\",\"M\"]], and the click, \
     such as [0,0]",
);
const CLICK_FORM: &str = key("click on a hidden cell of the board, row and column counted from 0");

impl Text for Board {
    const INFO: Info = Info {
        id: "mines",
        title: "Minesweeper",
        judge: "LeetCode 529",
        judge_no: "-1",
        judge_end: "",
        unit: Unit {
            one: "click",
            many: "clicks",
        },
        moves: Place::FORM,
        glyphs: &[
            ("M", "a hidden mine"),
            ("E", "a hidden empty cell"),
            ("B", "a revealed cell with no mine around it"),
            ("1–8", "a revealed cell with that many mines around it"),
            ("X", "a revealed mine: the game is lost"),
        ],
        options: &[OptionInfo {
            name: "click",
            values: "row,column",
            choices: &[],
            default: "none",
            meaning: "the click that the judge asks about; solve does not look at it",
        }],
        amounts: &[Amount {
            name: "mines",
            usual: "10%..25%",
            all: "0%..100%",
            meaning: "mines",
        }],
        play: Play::Squares,
        chance: false,
        covers: true,
        board: Blank {
            empty: "E",
            ground: Ground::Lid,
            rows: 9,
            columns: 9,
            ..Blank::PLAIN
        },
        tools: &[
            Tool {
                name: "mine",
                kind: ToolKind::Paint,
                glyphs: "M",
                ground: Some(Ground::Lid),
                piece: Some(Piece::Mine),
                ..Tool::NONE
            },
            Tool {
                name: "blank",
                kind: ToolKind::Paint,
                glyphs: "B",
                ground: Some(Ground::Floor),
                ..Tool::NONE
            },
        ],
    };

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        let cells = board.glyphs(LEGEND, |glyph, _, _| Ok(read_cell(glyph)))?;
        let click = match options.get("click") {
            None => None,
            Some(note) => {
                let click = note.square(&cells)?;
                if !is_hidden(cells[click]) {
                    return Err(note.error(on_revealed(cells.place(click)), CLICK_FORM));
                }
                Some(click)
            }
        };
        Ok(Board { cells, click })
    }

    fn write_board(&self) -> String {
        self.cells.map(|&cell| cell as char).to_string()
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let place = |square| ("click", self.cells.place(square).to_string());
        self.click.map(place).into_iter().collect()
    }

    fn read_case(input: &mut Scanner) -> Result<Option<Self>, TextError> {
        if input.at_end() {
            return Ok(None);
        }
        let cells = read_matrix(input)?;
        let begin = input.begin();
        input.expect(b'[', JUDGE_FORM)?;
        let row = input.number(key("a row"), JUDGE_FORM)?;
        input.expect(b',', JUDGE_FORM)?;
        let column = input.number(key("a column"), JUDGE_FORM)?;
        input.expect(b']', JUDGE_FORM)?;
        let place = u32::try_from(row).ok().zip(u32::try_from(column).ok());
        let Some(click) = place.and_then(|(row, column)| cells.at(row, column)) else {
            let message = say!("the click {row},{column} is outside the board", row, column);
            return Err(input.error_since(begin, message, CLICK_FORM));
        };
        if !is_hidden(cells[click]) {
            let message = on_revealed(cells.place(click));
            return Err(input.error_since(begin, message, CLICK_FORM));
        }
        Ok(Some(Board {
            cells,
            click: Some(click),
        }))
    }

    fn write_case(&self) -> Result<String, String> {
        let first = || (0..self.cells.len()).find(|&square| is_hidden(self.cells[square]));
        let Some(click) = self.click.or_else(first) else {
            return Err(say!("the judge asks about a click, but no cell is hidden"));
        };
        let mut text = Vec::new();
        json::write(&self.cells, &mut text);
        let text = String::from_utf8(text).expect("the letters are ASCII");
        Ok(format!("{text}\n[{}]\n", self.cells.place(click)))
    }

    /// The judge asks what one click reveals, not for the fewest.
    fn judge(
        input: &mut Scanner,
        _solve: &mut dyn FnMut(&Self) -> Result<Option<u64>, JudgeError>,
        out: &mut Vec<u8>,
    ) -> Result<(), JudgeError> {
        while let Some(Board { mut cells, click }) = Self::read_case(input)? {
            reveal(&mut cells, click.expect("a case has a click"));
            json::write(&cells, out);
            out.push(b'\n');
        }
        Ok(())
    }

    /// The judge's board alone, without the click: nobody needs one to solve it.
    fn read_foreign(source: Source) -> Option<Result<Self, TextError>> {
        let mut input = Scanner::new(source);
        let cells = read_matrix(&mut input).ok()?;
        let board = Board { cells, click: None };
        input.at_end().then_some(Ok(board))
    }

    const BINARY: Option<&'static str> = Some(".mbf");

    fn read_binary(bytes: &[u8]) -> Option<Self> {
        mbf::read(bytes)
    }
}

/// The judge's matrix, however it is spaced.
fn read_matrix(input: &mut Scanner) -> Result<Grid<u8>, TextError> {
    match json::read(input.rest()) {
        Some((cells, bytes)) => {
            input.skip(bytes);
            Ok(cells)
        }
        None => input.json_matrix(JUDGE_FORM, read_json_cell),
    }
}

fn read_cell(glyph: char) -> Option<u8> {
    u8::try_from(glyph).ok().filter(|&cell| json::is_cell(cell))
}

fn on_revealed(place: Place) -> String {
    say!("the click {place} is on a revealed cell", place)
}

/// One cell of the judge's matrix: a string of one letter.
pub(super) fn read_json_cell(input: &mut Scanner) -> Result<u8, TextError> {
    input.expect(b'"', JUDGE_FORM)?;
    let at = input.at();
    let Some(glyph) = input.glyph() else {
        return Err(input.unexpected(key("a cell"), JUDGE_FORM));
    };
    let Some(cell) = read_cell(glyph) else {
        let message = say!("unknown glyph `{glyph}`", glyph = glyph.escape_debug());
        return Err(input.error_since(at, message, LEGEND));
    };
    input.expect(b'"', JUDGE_FORM)?;
    Ok(cell)
}
