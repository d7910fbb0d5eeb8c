//! The links of PTTACG's ZiNi calculator, which Minesweeper Online and LlamaSweeper share boards by.
//!
//! `b=1&m=0d41000088g012000`: the size, and the mines in digits to the base 32, five cells each. A
//! size is `1` for 9×9, `2` for 16×16, `3` for 30×16, or else the width and the height with as many
//! digits each: `44`, `4005`. The whole address or its end will do, and many may stand in a file.

use fewest_words::{key, say};

use super::digits::Digits;
use super::is_address;
use crate::grid::Grid;
use crate::rows::Row;
use crate::source::{Source, TextError, digits};

const FORM: &str = key(
    "a link has the size and the mines, such as `b=1&m=0d41000088g012000`, or `b=44&m=1h00` for 4×4",
);
const DIGITS: Digits = Digits {
    bits: 5,
    names: "0–9 a–v",
    advice: FORM,
};
/// The sizes that have a short name, as columns and rows.
const SHORT: [(&str, (u32, u32)); 3] = [("1", (9, 9)), ("2", (16, 16)), ("3", (30, 16))];

/// Reads a link for each board; nothing where the text does not begin with one.
pub fn read(source: Source) -> Option<Result<Vec<Grid<bool>>, TextError>> {
    let all = Row {
        start: 0,
        text: source.text(),
    };
    let begins = all.text.trim_start();
    let is_query = begins.strip_prefix('?').unwrap_or(begins).starts_with("b=");
    let is_link = is_query || (is_address(begins) && asks(all.words().next()?.text));
    is_link.then(|| all.words().map(|link| read_one(source, link)).collect())
}

/// Whether an address asks for a size.
fn asks(address: &str) -> bool {
    address.contains("?b=") || address.contains("&b=")
}

fn read_one(source: Source, link: Row) -> Result<Grid<bool>, TextError> {
    let (mut size, mut mines) = (None, None);
    let query = link.text.rfind('?').map_or(0, |at| at + 1);
    let mut start = link.start + query;
    for part in link.text[query..].split('&') {
        let named = |name: &str| {
            let text = part.strip_prefix(name)?;
            let start = start + name.len();
            Some(Row { start, text })
        };
        for (name, value) in [("b=", &mut size), ("m=", &mut mines)] {
            if let Some(found) = named(name)
                && value.replace(found).is_some()
            {
                let message = say!("`{name}` stands here a second time", name);
                return Err(source.error(start..start + part.len(), message, FORM));
            }
        }
        start += part.len() + 1;
    }
    let missing = |name| {
        let message = say!("this link has no `{name}…`", name);
        source.error(link.range(), message, FORM)
    };
    let (size, mines) = (
        size.ok_or_else(|| missing("b="))?,
        mines.ok_or_else(|| missing("m="))?,
    );
    let size = read_size(size.text).ok_or_else(|| {
        let message = say!("`{text}` is no size", text = size.text);
        source.error(size.range(), message, FORM)
    })?;
    DIGITS.read(source, mines, size)
}

/// The columns and rows.
fn read_size(text: &str) -> Option<(u32, u32)> {
    if let Some((_, size)) = SHORT.iter().find(|(name, _)| *name == text) {
        return Some(*size);
    }
    let half = text.len() / 2;
    let (width, height) = text.split_at_checked(half)?;
    let side = |side: &str| digits(side).filter(|&side: &u32| side > 0);
    (text.len().is_multiple_of(2)).then_some(())?;
    side(width).zip(side(height))
}

/// Writes the mines as the end of a link.
pub fn write(mines: &Grid<bool>) -> String {
    let (columns, rows) = (mines.columns(), mines.rows());
    let short = SHORT.iter().find(|(_, size)| *size == (columns, rows));
    let size = match short {
        Some((name, _)) => name.to_string(),
        None => {
            let width = columns.max(rows).to_string().len();
            format!("{columns:0width$}{rows:0width$}")
        }
    };
    format!("b={size}&m={}\n", DIGITS.write(mines.squares()))
}
