//! How it is written: in a level, and for a judge. An error points at its place and says what to write.

use fewest_words::{key, say};

use super::Board;
use super::info::INFO;
use crate::info::{Info, Options};
use crate::rows::BoardText;
use crate::rules::Text;
use crate::scan::Scanner;
use crate::source::TextError;

pub const LEGEND: &str =
    key("a board has three rows of three squares: the tiles `1`–`8`, each once, and `.` the gap");
const DRAWN: &str =
    key("The board has three rows of three squares: the eight tiles, each once, and the gap.");
const JUDGE_FORM: &str = key("write `3 3`, and then the three rows");

impl Text for Board {
    const INFO: Info = INFO;

    fn read_board(board: &BoardText, _: &Options) -> Result<Self, TextError> {
        let mut seen = [false; 9];
        let tiles = board.glyphs(LEGEND, |glyph, _, at| {
            let tile = match glyph {
                '.' => Board::GAP,
                '1'..='8' => glyph as u8 - b'0',
                _ => return Ok(None),
            };
            match std::mem::replace(&mut seen[usize::from(tile)], true) {
                false => Ok(Some(tile)),
                true => {
                    let message = say!("a second `{glyph}`", glyph);
                    Err(board.source.error(at, message, LEGEND).drawn(DRAWN))
                }
            }
        })?;
        // On nine squares, none of them twice, is each of them once.
        let (rows, columns) = (tiles.rows(), tiles.columns());
        if (rows, columns) != (Board::SIDE, Board::SIDE) {
            let message = say!("{rows} by {columns} is no size of a board", rows, columns);
            return Err(board.error(message, LEGEND).drawn(DRAWN));
        }
        Ok(Board { tiles })
    }

    fn write_board(&self) -> String {
        let glyph = |&tile: &u8| match tile {
            Board::GAP => '.',
            tile => char::from(b'0' + tile),
        };
        self.tiles.map(glyph).to_string()
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn read_case(input: &mut Scanner) -> Result<Option<Self>, TextError> {
        if input.at_end() {
            return Ok(None);
        }
        Self::read_board(&input.sized_rows(JUDGE_FORM)?, &Options::default()).map(Some)
    }

    fn write_case(&self) -> Result<String, String> {
        Ok(format!("3 3\n{}", self.write_board()))
    }
}
