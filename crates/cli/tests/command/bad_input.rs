//! The exact text of every common error: what is wrong, where, and what to write instead.
//! Each is refused with exit code 2 and not a byte on standard output.

mod boards;
mod judges;
mod level_text;

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
