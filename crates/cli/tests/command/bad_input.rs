//! The exact text of every common error: what is wrong, where, and what to write instead.
//! Each is refused with exit code 2 and not a byte on standard output.

mod boards;
mod judges;
mod level_text;

use crate::asking::fed;

/// Runs the command and holds it to its error message.
fn refuses(arguments: &str, input: impl AsRef<[u8]>, message: &str) {
    let output = fed(arguments, input);
    let stderr = String::from_utf8(output.stderr).expect("it writes UTF-8");
    // A raw string begins on a line of its own, which is not part of the message; a new game
    // changes no message but by its name.
    let message = message.replace("{games}", &fewest_games::registry::ids());
    assert_eq!(stderr, message.trim_start_matches('\n'));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
}
