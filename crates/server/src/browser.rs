//! Opens the page in the browser of whoever started the server.

use std::env;
use std::process::{Command, Stdio};
use std::thread;

/// Opens an address in the browser: the one that `BROWSER` names, or else the system's own. Returns
/// at once; nothing happens where there is none.
pub fn open(address: &str) {
    let chosen = env::var("BROWSER").unwrap_or_default();
    // Programs in the order in which they are tried, each with its words.
    let programs = chosen
        .split(':')
        .filter(|program| !program.trim().is_empty());
    let mut commands: Vec<Command> = programs
        .map(|program| command(program.split_whitespace(), address))
        .collect();
    commands.push(command(SYSTEMS.iter().copied(), address));
    // A process that has ended has to be waited for. If no thread can be had, no browser opens.
    let opening = move || {
        let mut commands = commands.into_iter();
        commands.any(|mut command| command.status().is_ok_and(|status| status.success()))
    };
    let _ = thread::Builder::new().spawn(opening);
}

/// What opens an address on this system.
const SYSTEMS: &[&str] = if cfg!(windows) {
    &["cmd", "/C", "start", ""]
} else if cfg!(target_os = "macos") {
    &["open"]
} else {
    &["xdg-open"]
};

/// A program and its words; the address stands where they say `%s`, or at their end.
fn command<'a>(mut words: impl Iterator<Item = &'a str>, address: &str) -> Command {
    let mut command = Command::new(words.next().unwrap_or_default());
    let mut has_address = false;
    for word in words {
        has_address |= word.contains("%s");
        command.arg(word.replace("%s", address));
    }
    if !has_address {
        command.arg(address);
    }
    // Ctrl-C in the terminal ends the server and leaves the browser.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let none = Stdio::null;
    command.stdin(none()).stdout(none()).stderr(none());
    command
}
