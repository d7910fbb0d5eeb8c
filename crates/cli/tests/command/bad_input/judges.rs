//! Input that a judge would not give.

use super::refuses;

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
