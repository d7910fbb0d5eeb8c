//! The boards of RawVF, the text in which players' programs tell how a game went.
//!
//! Lines `Name: value` come first, `RawVF_Version` before all; then `Board:` with its rows, `*` for a
//! mine and `0` for any other cell; then `Events:`. The events are not read: only the board is.

use fewest_words::{key, say};

use crate::grid::Grid;
use crate::rows::{BoardText, Row};
use crate::source::{Source, TextError, digits};

const FORM: &str = key(
    "a RawVF text has lines such as `RawVF_Version: Rev6`, `Width: 9`, `Height: 9` and `Mines: 10`, \
     then `Board:` and its rows of `*` and `0`, then `Events:`",
);
const FIRST: &str = "RawVF_Version";

/// Reads the board; nothing where the text does not begin as one.
pub fn read(source: Source) -> Option<Result<Vec<Grid<bool>>, TextError>> {
    let (first, rest) = source.text().trim_start().split_at_checked(FIRST.len())?;
    let is_first = first.eq_ignore_ascii_case(FIRST) && rest.trim_start().starts_with(':');
    is_first.then(|| read_one(source).map(|board| vec![board]))
}

/// All lines, trimmed.
fn lines(source: Source) -> impl Iterator<Item = Row> {
    let mut start = 0;
    source.text().split_inclusive('\n').map(move |text| {
        let row = Row { start, text };
        start += text.len();
        row.trimmed()
    })
}

/// `Name: value`.
fn name(line: Row) -> Option<(Row, Row)> {
    let (text, value) = line.text.split_once(':')?;
    let start = line.start + text.len() + 1;
    let value = Row { start, text: value }.trimmed();
    Some((Row { text, ..line }, value))
}

fn read_one(source: Source) -> Result<Grid<bool>, TextError> {
    let mut lines = lines(source);
    let mut said: [(&str, Option<Row>); 3] = [("Width", None), ("Height", None), ("Mines", None)];
    loop {
        let Some(line) = lines.next() else {
            return Err(source.error_at_end(key("the text ends before `Board:`"), FORM));
        };
        let Some((name, value)) = name(line) else {
            if line.text.is_empty() {
                continue;
            }
            let message = key("expected a line such as `Width: 9`, or `Board:`");
            return Err(source.error(line.range(), message, FORM));
        };
        if name.text.eq_ignore_ascii_case("Board") {
            break;
        }
        for (known, number) in &mut said {
            if name.text.eq_ignore_ascii_case(known) {
                *number = Some(value);
            }
        }
    }
    let is_row = |line: &Row| !line.text.is_empty() && !line.text.contains(':');
    let rows: Vec<_> = lines.take_while(is_row).collect();
    if rows.is_empty() {
        return Err(source.error_at_end(key("there are no rows after `Board:`"), FORM));
    }
    let mines = BoardText { source, rows }.glyphs(FORM, |glyph, _, _| {
        Ok(match glyph {
            '*' => Some(true),
            '0' => Some(false),
            _ => None,
        })
    })?;
    let count = mines.squares().iter().filter(|&&mine| mine).count() as u32;
    let found = [mines.columns(), mines.rows(), count];
    for ((name, said), found) in said.into_iter().zip(found) {
        if let Some(said) = said
            && digits(said.text) != Some(found)
        {
            let message = say!(
                "`{name}` is {said} here, but {found} on the board",
                name,
                said = said.text,
                found
            );
            return Err(source.error(said.range(), message, FORM));
        }
    }
    Ok(mines)
}

/// Writes the board, and no events.
pub fn write(mines: &Grid<bool>) -> String {
    let count = mines.squares().iter().filter(|&&mine| mine).count();
    let (columns, rows) = (mines.columns(), mines.rows());
    let level = match (columns, rows, count) {
        (8, 8, 10) | (9, 9, 10) => "Beginner",
        (16, 16, 40) => "Intermediate",
        (30, 16, 99) => "Expert",
        _ => "Custom",
    };
    let board = mines.map(|&mine| if mine { '*' } else { '0' });
    format!(
        "{FIRST}: Rev6\nProgram: fewest\nLevel: {level}\nWidth: {columns}\nHeight: {rows}\n\
         Mines: {count}\nBoard:\n{board}Events:\n"
    )
}
