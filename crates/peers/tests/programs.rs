//! The programs themselves: the textbook ones answer as `fewest judge` does, to the byte, and the
//! benchmark's own output can be read by a program.

use std::io::Write as _;
use std::process::{Command, Stdio};

use fewest_games::builtin::GameId;
use fewest_games::source::Source;
use fewest_peers::contests::SECTIONS;
use fewest_peers::instances::{curling, ladders, mines, portals, snake};
use fewest_search::SearchContext;

fn output_of(program: &str, input: &str) -> String {
    let mut process = Command::new(env!("CARGO_BIN_EXE_textbook"))
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = process.stdin.take().expect("it is a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = process.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{program}");
    String::from_utf8(output.stdout).expect("text")
}

fn judged(game: &str, input: &str) -> String {
    let game = GameId::find(game).expect("one of the games");
    let source = Source::new(input.as_bytes()).expect("text");
    let answer = game.judge(source, &mut SearchContext::default());
    String::from_utf8(answer.expect("an answer")).expect("text")
}

#[test]
fn the_textbook_programs_answer_as_the_judge_does() {
    let cases = |small: fn(u64) -> String| (0..100).map(small).collect::<String>();
    let throws = curling::input((0..100).map(curling::small));
    for (game, program, input) in [
        ("snake", "snake", cases(snake::small)),
        ("snake", "snake-array", cases(snake::small)),
        ("curling", "curling", throws),
        ("portals", "portals", cases(portals::small)),
        ("ladders", "ladders", cases(ladders::small)),
        ("mines", "mines", cases(mines::small)),
    ] {
        assert_eq!(
            output_of(program, &input),
            judged(game, &input),
            "{program}"
        );
    }
}

fn benchmark(options: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_fewest-peers"))
        .args(options)
        .output()
        .expect("it starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_quick_run_is_one_json_object() {
    let said: serde_json::Value =
        serde_json::from_str(&benchmark(&["--quick", "--json"])).expect("JSON");
    assert_eq!(
        said["command"],
        "cargo run --release -p fewest-peers -- --quick --json"
    );
    for about in ["date", "processor", "rustc"] {
        assert!(
            said[about].as_str().is_some_and(|text| !text.is_empty()),
            "{about}"
        );
    }
    let rows = said["rows"].as_array().expect("rows");
    for section in SECTIONS
        .iter()
        .filter(|section| section.name != "processes")
    {
        let of_it: Vec<_> = rows
            .iter()
            .filter(|row| row["game"] == section.name)
            .collect();
        assert!(of_it.len() >= 2, "{}", section.name);
        for row in of_it {
            assert!(
                row["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0),
                "{row}"
            );
        }
    }
}

#[test]
fn a_quick_run_is_a_table() {
    let text = benchmark(&["--quick", "--only", "ladders"]);
    assert!(
        text.contains("\n### ladders\n\n| board | program |"),
        "{text}"
    );
    assert!(text.contains("\n| n = 20, plain | fewest | 67 |"), "{text}");
    assert!(!text.contains("### mines"), "{text}");
}

#[test]
fn what_is_measured_is_listed() {
    let text = benchmark(&["--list", "--only", "mines"]);
    let names = [
        "50², empty",
        "50², 1 % mines",
        "2000², empty",
        "2000², 1 % mines",
    ];
    let listed: Vec<_> = text.lines().take(4).collect();
    assert_eq!(listed, names.map(|name| format!("mines: {name}")));
}
