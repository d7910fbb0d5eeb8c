//! Boards that are against the rules of their game.

use super::refuses;

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
