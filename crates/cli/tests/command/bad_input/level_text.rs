//! Files that are no level text, notes that are wrong, and moves that are none.

use super::refuses;

#[test]
fn an_empty_file() {
    refuses(
        "solve",
        "",
        r#"
error: the input is empty
 --> <stdin>:1:1
  |
1 |
  | ^
  |
  = help: begin with `game: …`, one of {games}
"#,
    );
}

#[test]
fn binary_rubbish() {
    refuses(
        "solve",
        b"\xFF\xFE\x00\x01",
        r#"
error: the byte 0xFF is not UTF-8 text
 --> <stdin>:1:1
  |
1 | ��␀␁
  | ^
  |
  = help: save the file as plain UTF-8 text; as a .mbf file it is damaged at byte 4: the file ends after 0 of 1 mines
"#,
    );
}

#[test]
fn a_text_that_is_no_level() {
    refuses(
        "solve",
        "hello world\n",
        r#"
error: this is no level text, and no one judge's format fits it
 --> <stdin>:1:1
  |
1 | hello world
  | ^^^^^^^^^^^
  |
  = help: begin with `game: …`, or say whose input it is with --game: {games}
"#,
    );
}

#[test]
fn a_truncated_level() {
    refuses(
        "solve",
        "game: snake\ntitle: cut off\n",
        r#"
error: the text ends before the board
 --> <stdin>:2:15
  |
2 | title: cut off
  |               ^
  |
  = help: write notes (`name: value`), a blank line, the board, and optionally a blank line and `solution: …`; `---` parts levels
"#,
    );
}

#[test]
fn a_board_without_a_game() {
    refuses(
        "solve",
        "title: what is it\n\n12@\n",
        r#"
error: no note says which game this is
 --> <stdin>:1:1
  |
1 | title: what is it
  | ^^^^^
  |
  = help: add `game: …`, one of {games}
"#,
    );
}

#[test]
fn an_unknown_game() {
    refuses(
        "solve",
        "game: snak\n\n12@\n",
        r#"
error: there is no game `snak`
 --> <stdin>:1:7
  |
1 | game: snak
  |       ^^^^
  |
  = help: the games are: {games}
"#,
    );
}

#[test]
fn an_unknown_note() {
    refuses(
        "solve",
        "game: snake\nwarp: yes\n\n12@\n",
        r#"
error: snake has no note `warp`
 --> <stdin>:2:1
  |
2 | warp: yes
  | ^^^^
  |
  = help: the notes of snake are: game, par, title, author, source, comment, seed, made, reasoning, wrap
"#,
    );
}

#[test]
fn a_note_twice() {
    refuses(
        "solve",
        "game: snake\npar: 1\npar: 2\n\n12@\n",
        r#"
error: the note `par` stands here a second time
 --> <stdin>:3:1
  |
3 | par: 2
  | ^^^
  |
  = help: keep one of them
"#,
    );
}

#[test]
fn a_par_that_is_no_number() {
    refuses(
        "solve",
        "game: snake\npar: -1\n\n12@\n",
        r#"
error: par is a whole number or `impossible`, not `-1`
 --> <stdin>:2:6
  |
2 | par: -1
  |      ^^
  |
  = help: write, for example, `par: 4`
"#,
    );
}

#[test]
fn a_second_board() {
    refuses(
        "solve",
        "game: snake\n\n12@\n\n12@\n",
        r#"
error: expected `solution: …`, or `---` before the next level
 --> <stdin>:5:1
  |
5 | 12@
  | ^^^
  |
  = help: write notes (`name: value`), a blank line, the board, and optionally a blank line and `solution: …`; `---` parts levels
"#,
    );
}

#[test]
fn ragged_rows() {
    refuses(
        "solve",
        "game: snake\n\n##.\n..1@\n",
        r#"
error: row 2 has 4 squares, but the first row has 3
 --> <stdin>:4:1
  |
4 | ..1@
  | ^^^^
  |
  = help: make all rows equally long
"#,
    );
}

#[test]
fn an_unknown_glyph_after_wide_ones() {
    refuses(
        "solve",
        "game: snake\ntitle: 贪吃蛇\n\n12@\n蛇..\n",
        r#"
error: unknown glyph `蛇`
 --> <stdin>:5:1
  |
5 | 蛇..
  | ^^
  |
  = help: a snake board is made of `#` wall, `.` floor, `@` apple, and segments `1`–`9`, then `a`–`z`
"#,
    );
}

#[test]
fn a_solution_that_is_no_move() {
    refuses(
        "solve",
        "game: snake\n\n12@\n\nsolution: R X\n",
        r#"
error: `X` is not a move
 --> <stdin>:5:13
  |
5 | solution: R X
  |             ^
  |
  = help: a move is written U, D, L or R
"#,
    );
}

#[test]
fn a_typed_move_that_is_none() {
    refuses(
        "check --solution RX",
        "game: snake\n\n12@\n",
        r#"
error: `X` is not a move
 --> --solution:1:2
  |
1 | RX
  |  ^
  |
  = help: a move is written U, D, L or R
"#,
    );
}

#[test]
fn an_illegal_move_to_show() {
    refuses(
        "show --after LL",
        "game: snake\n\n12@\n",
        r#"
error: move 1, `L`, is illegal: the board ends there
 --> --after on <stdin>:1:1
  |
1 | LL
  | ^
  |
  = help: what can be played here: R
"#,
    );
}

#[test]
fn a_capital_note() {
    refuses(
        "solve",
        "Game: snake\n\n12@\n",
        r#"
error: expected a note such as `game: …`
 --> <stdin>:1:1
  |
1 | Game: snake
  | ^^^^^^^^^^^
  |
  = help: write notes (`name: value`), a blank line, the board, and optionally a blank line and `solution: …`; `---` parts levels
"#,
    );
}

#[test]
fn a_control_character_in_a_note() {
    refuses(
        "solve",
        "game: snake\ntitle: \x1b[31mred\n\n12@\n",
        r#"
error: the note `title` has a control character
 --> <stdin>:2:8
  |
2 | title: ␛[31mred
  |        ^^^^^^^^
  |
  = help: write plain text
"#,
    );
}
