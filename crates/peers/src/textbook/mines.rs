//! What one click reveals as it is handed in: a queue that floods a `Vec<Vec<char>>`.

use std::collections::VecDeque;

/// The board as the judge gives it.
pub type Board = Vec<Vec<char>>;

/// Reads two lines of JSON: the board, and the click's row and column.
pub fn read(board: &str, click: &str) -> Option<(Board, (usize, usize))> {
    let rows = board.trim().strip_prefix("[[")?.strip_suffix("]]")?;
    let row = |row: &str| row.chars().filter(char::is_ascii_alphanumeric).collect();
    let board = rows.split("],[").map(row).collect();
    let (row, column) = click.trim().trim_matches(['[', ']']).split_once(',')?;
    Some((board, (row.parse().ok()?, column.parse().ok()?)))
}

/// Clicks on a hidden cell.
pub fn click(board: &mut Board, (row, column): (usize, usize)) {
    if board[row][column] == 'M' {
        board[row][column] = 'X';
        return;
    }
    let (rows, columns) = (board.len(), board[0].len());
    let around = |row: usize, column: usize| {
        let rows = row.saturating_sub(1)..(row + 2).min(rows);
        let columns = column.saturating_sub(1)..(column + 2).min(columns);
        rows.flat_map(move |row| columns.clone().map(move |column| (row, column)))
    };
    // A cell is marked when it is put into the queue, or each neighbour would put it there.
    board[row][column] = 'B';
    let mut queue = VecDeque::from([(row, column)]);
    while let Some((row, column)) = queue.pop_front() {
        let is_mine = |&(row, column): &(usize, usize)| matches!(board[row][column], 'M' | 'X');
        let mines = around(row, column).filter(is_mine).count();
        if mines > 0 {
            board[row][column] = (b'0' + mines as u8) as char;
            continue;
        }
        for (row, column) in around(row, column) {
            if board[row][column] == 'E' {
                board[row][column] = 'B';
                queue.push_back((row, column));
            }
        }
    }
}

/// The board as one line of JSON.
pub fn write(board: &Board) -> String {
    let mut text = String::from("[");
    for (number, row) in board.iter().enumerate() {
        text += if number == 0 { "[" } else { ",[" };
        for (number, &cell) in row.iter().enumerate() {
            text += if number == 0 { "\"" } else { ",\"" };
            text.push(cell);
            text.push('"');
        }
        text.push(']');
    }
    text += "]\n";
    text
}
