//! What the level maker refuses, in both languages: with a sentence that says why, the exit code
//! that belongs to it, and nothing done.

use std::fs;
use std::path::Path;

use crate::asking::run;

/// Whether a text has a Chinese word beside the one for an error.
fn is_chinese(text: &str) -> bool {
    let is_word = |letter| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    text.trim_start_matches("错误").contains(is_word)
}

/// Holds both languages to the exit code, and one of them to its words.
fn refuses(arguments: &str, code: i32, message: &str) {
    let output = run(arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with(message), "{arguments}: {told}");
    assert!(output.stdout.is_empty(), "{arguments}");
    assert_eq!(output.status.code(), Some(code), "{arguments}: {told}");
    let output = run(&format!("{arguments} --lang zh"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(is_chinese(&told), "{arguments}: {told}");
    assert!(output.stdout.is_empty(), "{arguments}");
    assert_eq!(output.status.code(), Some(code), "{arguments}: {told}");
}

#[test]
fn boards_that_are_none() {
    for command in ["generate {game} --size {size}", "hardest {game} {size}"] {
        let cases = [
            (
                "snake",
                "0x5",
                "error: snake has no board of 0 by 5 squares\n",
            ),
            (
                "mines",
                "7x0",
                "error: mines has no board of 7 by 0 squares\n",
            ),
            (
                "curling",
                "1x1",
                "error: curling has no board of 1 by 1 squares\n",
            ),
            (
                "snake",
                "1x1",
                "error: snake has no board of 1 by 1 squares\n",
            ),
            (
                "ladders",
                "1x1",
                "error: ladders has no board of 1 by 1 squares\n",
            ),
            (
                "ladders",
                "3x4",
                "error: ladders has no board of 3 by 4 squares\n",
            ),
            (
                "portals",
                "100000x100000",
                "error: a board of 100000 by 100000 squares is too large to be made: 4000000 \
                 squares are the most\n",
            ),
        ];
        for (game, size, message) in cases {
            let command = command.replace("{game}", game).replace("{size}", size);
            refuses(&command, 2, message);
        }
        for size in ["5", "5x", "axb", "-1x5", "5x5x5", "4294967296x1"] {
            let command = command.replace("{game}", "snake").replace("{size}", size);
            let output = run(&command);
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command}: {told}");
            assert!(told.starts_with("error: "), "{command}: {told}");
        }
    }
}

#[test]
fn options_and_amounts_that_are_none() {
    for command in ["generate snake --size 5x5", "hardest snake 5x5"] {
        let cases = [
            (
                "wals=3",
                "error: snake knows nothing of `wals`: there are wrap, length, walls\n",
            ),
            (
                "mines=3",
                "error: snake knows nothing of `mines`: there are wrap, length, walls\n",
            ),
            (
                "walls=9..3",
                "error: walls: `9..3` is no amount: write, for example, 10, 5..12, 20% or 10%..30%\n",
            ),
            (
                "walls=-1",
                "error: walls: `-1` is no amount: write, for example, 10, 5..12, 20% or 10%..30%\n",
            ),
            (
                "walls=101%",
                "error: walls: `101%` is no amount: write, for example, 10, 5..12, 20% or 10%..30%\n",
            ),
            (
                "length=",
                "error: length: `` is no amount: write, for example, 10, 5..12, 20% or 10%..30%\n",
            ),
            (
                "wrap=maybe",
                "error: `maybe` is not yes or no: write `wrap: yes` or `wrap: no`\n",
            ),
            (
                "walls=1 --with walls=2",
                "error: `walls` is asked for twice\n",
            ),
            (
                "walls",
                "error: invalid value 'walls' for '--with <NAME=VALUE>': write a name and a value, \
                 such as walls=20% or throws=none\n",
            ),
        ];
        for (with, message) in cases {
            refuses(&format!("{command} --with {with}"), 2, message);
        }
    }
}

#[test]
fn what_no_board_can_have_is_proven() {
    let cases = [
        (
            "curling --size 4x4 --par 40",
            "impossible, proven: no such board has that par: with throws=10 it is from 1 to 10\n",
        ),
        (
            "curling --size 4x4 --par 0",
            "impossible, proven: no such board has that par: with throws=10 it is from 1 to 10\n",
        ),
        (
            "curling --size 4x4 --par 7 --with throws=none",
            "impossible, proven: with throws=none no board takes 7 throws or more; boards looked at: \
             3,932,160, all there are\n",
        ),
        (
            "snake --size 3x4 --par 20 --with length=3",
            "impossible, proven: with wrap=no, length=3 no board takes 20 moves or more; boards \
             looked at: ",
        ),
        (
            "snake --size 5x5 --par 99",
            "impossible, proven: no such board has that par: with wrap=no it is from 1 to 47\n",
        ),
        (
            "mines --size 5x5 --par 22",
            "impossible, proven: no such board has that par: with clicks=plain it is from 0 to 21\n",
        ),
        (
            "snake --size 5x5 --difficulty 11..",
            "impossible, proven: a difficulty is from 0 to 10\n",
        ),
        (
            "curling --size 3x3 --par 4 --with blocks=0..7",
            "levels: 0 of 1, and with throws=10, blocks=0..7 there are no more, proven; boards looked \
             at: 9,216, all there are\n",
        ),
        (
            "curling --size 2x3 --difficulty 9..",
            "levels: 0 of 1, and with throws=10 there are no more, proven; boards looked at: 480, all \
             there are\n\
             difficulties reached: 0.00 to ",
        ),
        (
            "ladders --size 10x10 --mean 20..25 --edge 0.5%",
            "impossible, proven: with a mean of at most 25 rolls",
        ),
    ];
    for (asked, message) in cases {
        refuses(&format!("generate {asked}"), 1, message);
    }
}

/// There is one seed left: no clock decides what is tried.
#[test]
fn a_difficulty_that_is_not_found_tells_those_that_were_reached() {
    refuses(
        &format!(
            "generate curling --size 6x6 --difficulty 9.9.. --seed {}",
            u64::MAX
        ),
        3,
        "levels: 0 of 1; there is no seed after the last\ndifficulties reached: ",
    );
}

#[test]
fn where_every_board_can_be_won_that_is_said() {
    let cases = [
        (
            "mines --size 9x9",
            "whoever knows the mines clicks on every other cell",
        ),
        (
            "ladders --size 2x2",
            "no 6 squares in a row lie between the start and the end",
        ),
        (
            "ladders --size 5x5 --with jumps=5",
            "to stop a die with 6 faces takes as many jumps",
        ),
        (
            "snake --size 9x9 --with walls=0 --with length=1",
            "nothing is in the way of a snake of one segment",
        ),
        (
            "curling --size 1x9 --with blocks=0",
            "nothing lies between the stone and the goal",
        ),
        (
            "portals --size 9x9 --with walls=0 --with portals=0",
            "it has neither walls nor portals",
        ),
        (
            "portals --size 9x9 --with goal=0,0",
            "play begins on the goal",
        ),
    ];
    for (asked, why) in cases {
        let message = format!("impossible, proven: every board can be won: {why}\n");
        refuses(&format!("generate {asked} --impossible"), 1, &message);
        refuses(&format!("generate {asked} --mix"), 1, &message);
    }
    for wish in [
        "--mix",
        "--par 3",
        "--difficulty 3",
        "--unique",
        "--no-guess",
        "--mean 3",
        "--edge 3%",
    ] {
        let message = "error: the argument '--impossible' cannot be used with";
        refuses(
            &format!("generate snake --size 5x5 --impossible {wish}"),
            2,
            message,
        );
    }
}

#[test]
fn wishes_that_mean_nothing() {
    let range = "write a number or a range, such as 14, 14..18, 14.. or ..18";
    let cases = [
        ("--mean 3..5", "error: snake has no dice\n".to_string()),
        ("--edge 3%", "error: snake has no dice\n".to_string()),
        (
            "--no-guess",
            "error: snake hides nothing from the player: there is nothing to guess\n".to_string(),
        ),
        (
            "--edge 60%",
            "error: invalid value '60%' for '--edge <SHARE>': write a share from 0% to 50%".to_string(),
        ),
        (
            "--par 9..3",
            "error: invalid value '9..3' for '--par <RANGE>': the range 9..3 ends before it begins\n"
                .to_string(),
        ),
        ("--par x", format!("error: invalid value 'x' for '--par <RANGE>': {range}\n")),
        (
            "--difficulty nan",
            format!("error: invalid value 'nan' for '--difficulty <RANGE>': {range}\n"),
        ),
        ("--count 0", "error: invalid value '0' for '--count <N>'".to_string()),
        ("--count many", "error: invalid value 'many' for '--count <N>'".to_string()),
        ("--seed=-1", "error: invalid value '-1' for '--seed <N>'".to_string()),
        ("--threads 0", "error: invalid value '0' for '--threads <N>'".to_string()),
    ];
    for (flags, message) in cases {
        refuses(&format!("generate snake --size 5x5 {flags}"), 2, &message);
    }
    for (flags, message) in [
        (
            "--with mines=17",
            "error: there is no such board: mines is at most 16 here\n",
        ),
        (
            "--first 9,9",
            "error: there is no square 9,9: the squares are 0,0 to 4,4\n",
        ),
        (
            "--first 1,1 --with click=1,1",
            "error: `click` is asked for twice\n",
        ),
    ] {
        refuses(
            &format!("generate mines --size 5x5 --no-guess {flags}"),
            2,
            message,
        );
    }
    refuses(
        "generate chess --size 5x5",
        2,
        "error: invalid value 'chess' for '[GAME]'\n",
    );
    refuses(
        "hardest chess 5x5",
        2,
        "error: invalid value 'chess' for '[GAME]'\n",
    );
    let missing = "error: the following required arguments were not provided:\n";
    refuses("generate snake", 2, missing);
    refuses("hardest snake", 2, missing);
    refuses("hardest", 2, missing);
}

#[test]
fn a_catalogue_that_is_none_is_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let text = folder.path().join("level.txt");
    fs::write(&text, "game: snake\n\n1@\n").expect("it can be written");
    let nowhere = folder.path().join("no-such-folder").join("levels.db");
    let before = fs::read(&text).expect("it is there");
    let refuses_into = |file: &Path, why: &str| {
        for command in [
            "generate snake --size 4x4",
            "hardest snake 2x2",
            "solve {text}",
        ] {
            let command = command.replace("{text}", &text.display().to_string());
            let name = file.display();
            let message = format!("error: {name}: {why}");
            refuses(&format!("{command} --into {name}"), 2, &message);
        }
    };
    refuses_into(&text, "this file is no catalogue of levels\n");
    refuses_into(folder.path(), "this file is no catalogue of levels\n");
    refuses_into(&nowhere, "there is no such folder");
    assert_eq!(fs::read(&text).expect("it is there"), before);
    let left = fs::read_dir(folder.path()).expect("it is there");
    assert_eq!(left.count(), 1, "nothing is made");
}

#[test]
fn where_there_is_no_board_at_all_that_is_said_at_once() {
    for frame in ["snake 3x3 --with length=9", "snake 2x1 --with length=2"] {
        let output = run(&format!("hardest {frame} --time 1s"));
        assert_eq!(output.status.code(), Some(2), "hardest {frame}");
        let frame = frame.replacen(' ', " --size ", 1);
        let output = run(&format!("generate {frame} --time 1s"));
        assert_eq!(output.status.code(), Some(2), "generate {frame}");
    }
}

#[test]
fn where_every_par_tried_is_too_small_the_hardest_command_is_named() {
    let output = run("generate snake --size 5x5 --par 30 --with wrap=no --time 500ms");
    let told = String::from_utf8_lossy(&output.stderr);
    let hint =
        "`fewest hardest snake 5x5 --with wrap=no` looks for the greatest par of this size\n";
    assert!(told.ends_with(hint), "{told}");
    assert_eq!(output.status.code(), Some(3), "{told}");
}
