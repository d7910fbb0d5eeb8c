//! The formats in which Minesweeper players pass boards on, and what each can say of one.
//!
//! All but one say where the mines are under a board that nobody has touched. JSMinesweeper's says what
//! a player sees, and not what is beneath. The notes of a level stay behind, but for those that a format
//! knows: the first click, and the number of mines.

mod digits;
mod jsminesweeper;
mod mask;
mod mbf;
mod pttacg;
mod rawvf;
mod sha1;
mod tatham;
#[cfg(test)]
mod tests;

use fewest_words::{key, say};

use super::{Board, is_hidden, is_mine, json, text};
use crate::format::{Format, Holds, Loss, Reading};
use crate::grid::Grid;
use crate::source::TextError;

/// The formats, in the order in which a text is tried in them.
pub const FORMATS: &[Format<Board>] = &[
    Format {
        name: "mbf",
        ending: Some(".mbf"),
        what: key("the mines in bytes"),
        holds: Holds::One,
        read: Reading::Binary(|bytes| mbf::read(bytes).map(laid)),
        write: Some(|board, loss| mbf::write(&mines(board, loss)?)),
    },
    Format {
        name: "pttacg",
        ending: None,
        what: key("a link of PTTACG's ZiNi calculator"),
        holds: Holds::Many,
        read: Reading::Text(|source| each(pttacg::read(source), laid)),
        write: Some(|board, loss| Ok(pttacg::write(&mines(board, loss)?).into_bytes())),
    },
    Format {
        name: "tatham",
        ending: None,
        what: key("a game id of Simon Tatham's Mines"),
        holds: Holds::Many,
        read: Reading::Text(|source| each(tatham::read(source), begun)),
        write: Some(|board, loss| Ok(tatham::write(&game(board, loss)?, false).into_bytes())),
    },
    Format {
        name: "tatham-masked",
        ending: None,
        what: key("the same with its mines masked, as that program writes it"),
        holds: Holds::Many,
        read: Reading::Never,
        write: Some(|board, loss| Ok(tatham::write(&game(board, loss)?, true).into_bytes())),
    },
    Format {
        name: "rawvf",
        ending: Some(".rawvf"),
        what: key("the board of a RawVF video"),
        holds: Holds::One,
        read: Reading::Text(|source| each(rawvf::read(source), laid)),
        write: Some(|board, loss| Ok(rawvf::write(&mines(board, loss)?).into_bytes())),
    },
    Format {
        name: "jsminesweeper",
        ending: None,
        what: key("a position of D. N. Hill's JSMinesweeper: what a player sees"),
        holds: Holds::One,
        read: Reading::Text(|source| each(jsminesweeper::read(source), shown)),
        write: Some(|board, loss| Ok(jsminesweeper::write(&seen(board, loss)?).into_bytes())),
    },
    Format {
        name: "json",
        ending: Some(".json"),
        what: key("the judge's board alone, without its click"),
        holds: Holds::One,
        read: Reading::Text(text::read_alone),
        write: Some(|board, loss| {
            let mut bytes = Vec::new();
            json::write(letters(board, loss)?, &mut bytes);
            bytes.push(b'\n');
            Ok(bytes)
        }),
    },
];

/// Whether a text begins with an address.
fn is_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// What was read, each made a board.
fn each<T>(
    read: Option<Result<Vec<T>, TextError>>,
    board: impl FnMut(T) -> Board,
) -> Option<Result<Vec<Board>, TextError>> {
    Some(read?.map(|all| all.into_iter().map(board).collect()))
}

/// A board that nobody has touched.
fn laid(mines: Grid<bool>) -> Board {
    Board::of(mines.map(|&mine| if mine { b'M' } else { b'E' }))
}

fn begun(game: tatham::Game) -> Board {
    Board {
        click: game.click,
        ..laid(game.mines)
    }
}

fn shown(seen: jsminesweeper::Seen) -> Board {
    let board = Board::of(seen.cells);
    Board {
        // A board without a cover says it by itself.
        total: (!board.is_known()).then_some(seen.total),
        flags: seen.flags,
        ..board
    }
}

/// Where the mines are, for a format that says nothing else.
fn mines(board: &Board, loss: Loss) -> Result<Grid<bool>, String> {
    if let Some(why) = unknown(board) {
        return Err(why);
    }
    let cells = board.cells();
    if loss == Loss::Refused {
        let mut squares = 0..cells.len();
        if let Some(open) = squares.find(|&square| !is_hidden(cells[square])) {
            return Err(say!(
                "it says nothing of revealed cells, and {place} is one (--lossy covers them)",
                place = cells.place(open)
            ));
        }
        flagless(board)?;
    }
    Ok(cells.map(|&cell| is_mine(cell)))
}

/// The same, and the first click.
fn game(board: &Board, loss: Loss) -> Result<tatham::Game, String> {
    Ok(tatham::Game {
        mines: mines(board, loss)?,
        click: board.click(),
    })
}

/// What a player sees.
fn seen(board: &Board, loss: Loss) -> Result<jsminesweeper::Seen, String> {
    let Some(total) = board.mines() else {
        return Err(say!(
            "it says how many mines there are, and no note `mines: …` does"
        ));
    };
    let cells = board.cells();
    if loss == Loss::Refused {
        let mut squares = 0..cells.len();
        if squares.any(|square| is_hidden(cells[square])) {
            return Err(say!(
                "it says what a player sees, not where the mines are (--lossy leaves that out)"
            ));
        }
        if let Some(lost) = (0..cells.len()).find(|&square| cells[square] == b'X') {
            return Err(say!(
                "it says nothing of revealed mines, and {place} is one (--lossy covers them)",
                place = cells.place(lost)
            ));
        }
    }
    Ok(jsminesweeper::Seen {
        cells: cells.map(|&cell| match cell {
            b'M' | b'E' | b'X' => b'?',
            other => other,
        }),
        flags: board.flags().to_vec(),
        total,
    })
}

/// The judge's letters, which know no flags.
fn letters(board: &Board, loss: Loss) -> Result<&Grid<u8>, String> {
    if let Some(why) = unknown(board) {
        return Err(why);
    }
    if loss == Loss::Refused {
        flagless(board)?;
    }
    Ok(board.cells())
}

/// Why a format that says where the mines are cannot have a position.
fn unknown(board: &Board) -> Option<String> {
    (!board.is_known()).then(|| {
        say!("it says where the mines are, and nobody knows what is under the covered cells")
    })
}

/// Refuses flags.
fn flagless(board: &Board) -> Result<(), String> {
    match board.flags().first() {
        None => Ok(()),
        Some(&flag) => Err(say!(
            "it knows no flags, and one is on {place} (--lossy leaves them out)",
            place = board.cells().place(flag)
        )),
    }
}
