//! The exact text of every common error: what is wrong, where, and what to write instead.
//! Each is refused with exit code 2 and not a byte on standard output.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Runs the command and holds it to its error message.
fn refuses(arguments: &str, input: impl AsRef<[u8]>, message: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fewest"))
        .args(arguments.split(' '))
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input.as_ref()).expect("it reads its input");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8(output.stderr).expect("it writes UTF-8");
    // A raw string begins on a line of its own, which is not part of the message; a new game
    // changes no message but by its name.
    let message = message.replace("{games}", &fewest_games::registry::ids());
    assert_eq!(stderr, message.trim_start_matches('\n'));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
}

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
  = help: the notes of snake are: game, par, title, author, source, comment, seed, reasoning, wrap
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
fn two_heads() {
    refuses(
        "solve",
        "game: snake\n\n11@\n",
        r#"
error: a second head
 --> <stdin>:3:2
  |
3 | 11@
  |  ^
  |
  = help: keep one `1`
"#,
    );
}

#[test]
fn a_missing_segment() {
    refuses(
        "solve",
        "game: snake\n\n13@\n",
        r#"
error: the segment `2` is missing, but this one is there
 --> <stdin>:3:2
  |
3 | 13@
  |  ^
  |
  = help: number the segments from the head, `1`, to the tail, leaving none out
"#,
    );
}

#[test]
fn segments_apart() {
    refuses(
        "solve",
        "game: snake\n\n1.2@\n",
        r#"
error: the segments `1` and `2` do not share a side
 --> <stdin>:3:3
  |
3 | 1.2@
  |   ^
  |
  = help: put `2` on a square beside `1`
"#,
    );
}

#[test]
fn no_snake() {
    refuses(
        "solve",
        "game: snake\n\n..@\n",
        r#"
error: there is no snake
 --> <stdin>:3:1
  |
3 | ..@
  | ^^^
  |
  = help: write its head as `1`
"#,
    );
}

#[test]
fn no_apple() {
    refuses(
        "solve",
        "game: snake\n\n12.\n",
        r#"
error: there is no apple
 --> <stdin>:3:1
  |
3 | 12.
  | ^^^
  |
  = help: write it as `@`
"#,
    );
}

#[test]
fn two_apples() {
    refuses(
        "solve",
        "game: snake\n\n1@@\n",
        r#"
error: a second apple
 --> <stdin>:3:3
  |
3 | 1@@
  |   ^
  |
  = help: keep one `@`
"#,
    );
}

#[test]
fn an_option_that_is_neither_yes_nor_no() {
    refuses(
        "solve",
        "game: snake\nwrap: maybe\n\n12@\n",
        r#"
error: `maybe` is not yes or no
 --> <stdin>:2:7
  |
2 | wrap: maybe
  |       ^^^^^
  |
  = help: write `wrap: yes` or `wrap: no`
"#,
    );
}

#[test]
fn a_letter_used_once() {
    refuses(
        "solve",
        "game: portals\n\nA..\n",
        r#"
error: the portal `A` has no other end
 --> <stdin>:3:1
  |
3 | A..
  | ^
  |
  = help: each letter stands on two squares, or on none
"#,
    );
}

#[test]
fn a_letter_used_three_times() {
    refuses(
        "solve",
        "game: portals\n\nA.A\n.A.\n",
        r#"
error: a third portal `A`
 --> <stdin>:4:2
  |
4 | .A.
  |  ^
  |
  = help: each letter stands on two squares, or on none
"#,
    );
}

#[test]
fn a_start_off_the_board() {
    refuses(
        "solve",
        "game: portals\nstart: 0,3\n\n...\n",
        r#"
error: there is no square 0,3
 --> <stdin>:2:8
  |
2 | start: 0,3
  |        ^^^
  |
  = help: the squares are 0,0 to 0,2
"#,
    );
}

#[test]
fn no_goal() {
    refuses(
        "solve",
        "game: curling\n\nS..\n",
        r#"
error: there is no goal
 --> <stdin>:3:1
  |
3 | S..
  | ^^^
  |
  = help: write it as `G` or `3`
"#,
    );
}

#[test]
fn no_stone() {
    refuses(
        "solve",
        "game: curling\n\n..G\n",
        r#"
error: there is no stone
 --> <stdin>:3:1
  |
3 | ..G
  | ^^^
  |
  = help: write it as `S` or `2`
"#,
    );
}

#[test]
fn no_throws() {
    refuses(
        "solve",
        "game: curling\nthrows: 0\n\nS.G\n",
        r#"
error: `throws` takes a whole number from 1 to 4294967295, not `0`
 --> <stdin>:2:9
  |
2 | throws: 0
  |         ^
  |
  = help: write, for example, `throws: 12` or `throws: none`
"#,
    );
}

#[test]
fn a_jump_on_the_first_square() {
    refuses(
        "solve",
        "game: ladders\n\n. .\n3 .\n",
        r#"
error: square 1 must not hold a jump
 --> <stdin>:4:1
  |
4 | 3 .
  | ^
  |
  = help: the first and the last square are plain: write `.` or -1, or begin off the board with `from: 0`
"#,
    );
}

#[test]
fn a_jump_on_the_last_square() {
    refuses(
        "solve",
        "game: ladders\n\n3 .\n. .\n",
        r#"
error: square 4 must not hold a jump
 --> <stdin>:3:1
  |
3 | 3 .
  | ^
  |
  = help: the first and the last square are plain: write `.` or -1
"#,
    );
}

#[test]
fn a_jump_off_the_board() {
    refuses(
        "solve",
        "game: ladders\n\n. .\n. 9\n",
        r#"
error: there is no square 9: the last one is 4
 --> <stdin>:4:3
  |
4 | . 9
  |   ^
  |
  = help: write `.` or -1 for a plain square, or the number of the square where a jump ends
"#,
    );
}

#[test]
fn a_board_that_is_no_square() {
    refuses(
        "solve",
        "game: ladders\n\n. . .\n. . .\n",
        r#"
error: the board has 2 rows and 3 columns
 --> <stdin>:3:1
  |
3 | . . .
  | ^
  |
  = help: make it a square
"#,
    );
}

#[test]
fn a_die_that_overflows() {
    refuses(
        "solve",
        "game: ladders\ndie: 4294967296\n\n. .\n. .\n",
        r#"
error: `die` takes a whole number from 1 to 4294967295, not `4294967296`
 --> <stdin>:2:6
  |
2 | die: 4294967296
  |      ^^^^^^^^^^
  |
  = help: write, for example, `die: 8`
"#,
    );
}

#[test]
fn an_unknown_cell() {
    refuses(
        "solve",
        "game: mines\n\nEE9\n",
        r#"
error: unknown glyph `9`
 --> <stdin>:3:3
  |
3 | EE9
  |   ^
  |
  = help: a mines board is made of `M` hidden mine, `E` hidden empty cell, `F` the same mine and `f` the same empty cell with a flag, `B` or `0` revealed blank, `1`–`8` revealed digit, `X` revealed mine; or of `?` covered cell and `!` the same with a flag in place of the hidden ones
"#,
    );
}

#[test]
fn a_click_outside_the_level() {
    refuses(
        "solve",
        "game: mines\nclick: 1,0\n\nEEM\n",
        r#"
error: there is no square 1,0
 --> <stdin>:2:8
  |
2 | click: 1,0
  |        ^^^
  |
  = help: the squares are 0,0 to 0,2
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
fn an_empty_judge_input() {
    refuses(
        "judge snake",
        "",
        r#"
error: the input is empty
 --> <stdin>:1:1
  |
1 |
  | ^
  |
  = help: give it Codeforces 225D input
"#,
    );
}

#[test]
fn a_click_outside() {
    refuses(
        "judge mines",
        "[[\"E\",\"M\"]]\n[0,5]\n",
        r#"
error: the click 0,5 is outside the board
 --> <stdin>:2:1
  |
2 | [0,5]
  | ^^^^^
  |
  = help: click on a hidden cell of the board, row and column counted from 0
"#,
    );
}

#[test]
fn a_click_on_a_revealed_cell() {
    refuses(
        "judge mines",
        "[[\"E\",\"B\"]]\n[0,1]\n",
        r#"
error: the click 0,1 is on a revealed cell
 --> <stdin>:2:1
  |
2 | [0,1]
  | ^^^^^
  |
  = help: click on a hidden cell of the board, row and column counted from 0
"#,
    );
}

#[test]
fn a_truncated_matrix() {
    refuses(
        "judge mines",
        "[[\"E\",\"B\"",
        r#"
error: the input ends where `]` should be
 --> <stdin>:1:10
  |
1 | [["E","B"
  |          ^
  |
  = help: write two lines of JSON for each case: the board, such as [["E","M"]], and the click, such as [0,0]
"#,
    );
}

#[test]
fn a_huge_size_with_nothing_behind_it() {
    refuses(
        "judge snake",
        "1000000 1000000\n",
        r#"
error: the input ends where row 1 of 1000000 should be
 --> <stdin>:1:16
  |
1 | 1000000 1000000
  |                ^
  |
  = help: write the rows and columns, such as `4 5`, and then the board
"#,
    );
}

#[test]
fn a_number_that_overflows() {
    refuses(
        "judge snake",
        "99999999999999999999 3\n",
        r#"
error: this number is too large for the number of rows
 --> <stdin>:1:1
  |
1 | 99999999999999999999 3
  | ^^^^^^^^^^^^^^^^^^^^
  |
  = help: write the rows and columns, such as `4 5`, and then the board
"#,
    );
}

#[test]
fn a_judges_row_too_short() {
    refuses(
        "judge portals",
        "2 3\n...\n..\n",
        r#"
error: row 2 has 2 squares instead of 3
 --> <stdin>:3:1
  |
3 | ..
  | ^^
  |
  = help: write the rows and columns, such as `3 3`, and then the board
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

#[test]
fn a_judges_input_without_a_board() {
    refuses(
        "solve --game curling",
        "0 0\n",
        r#"
error: there is no board in it
 --> <stdin>:1:1
  |
1 | 0 0
  | ^
  |
  = help: write at least one case
"#,
    );
}

#[test]
fn a_cell_that_is_no_place() {
    refuses(
        "solve",
        "game: portals\ngoal: here\n\n...\n",
        r#"
error: `here` is not row,column
 --> <stdin>:2:7
  |
2 | goal: here
  |       ^^^^
  |
  = help: write, for example, `goal: 0,0`
"#,
    );
}

#[test]
fn an_input_without_its_end() {
    refuses(
        "judge curling",
        "3 1\n2 0 3\n",
        r#"
error: the input ends where the width should be
 --> <stdin>:2:6
  |
2 | 2 0 3
  |      ^
  |
  = help: write the width and height, such as `6 1`, then the rows of 0 ice, 1 block, 2 stone, 3 goal; `0 0` ends the input
"#,
    );
}

#[test]
fn a_judges_jump_on_the_first_square() {
    refuses(
        "judge ladders",
        "[[-1,-1],[2,3]]\n",
        r#"
error: square 1 must not hold a jump
 --> <stdin>:1:11
  |
1 | [[-1,-1],[2,3]]
  |           ^
  |
  = help: the first and the last square are plain: write `.` or -1
"#,
    );
}

#[test]
fn a_judges_ragged_matrix() {
    refuses(
        "judge ladders",
        "[[-1,-1],[-1]]\n",
        r#"
error: row 2 has 1 square, but the first row has 2
 --> <stdin>:1:11
  |
1 | [[-1,-1],[-1]]
  |           ^^
  |
  = help: make all rows equally long
"#,
    );
}

#[test]
fn a_second_case_that_is_wrong() {
    refuses(
        "judge ladders",
        "[[-1,-1],[-1,3]]\n[[-1,-1],[-1,x]]\n",
        r#"
error: expected a number, found `x]]`
 --> <stdin>:2:14
  |
2 | [[-1,-1],[-1,x]]
  |              ^^^
  |
  = help: write one line of JSON for each board, such as [[-1,-1],[-1,3]]
"#,
    );
}
