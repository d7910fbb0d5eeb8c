//! Everything that can be asked about a level, asked over HTTP, and the page that asks it.
//!
//! A question is a verb's address, its flags as the query and the level's text as the body; the
//! answer is what the command prints with `--json`. Both come from `fewest-verbs`: nothing here
//! knows a game, and a verb only in the document, which describes what each answers.
//!
//! A question that is quickly answered is answered at once. One that takes longer becomes a job
//! with an address of its own, and however many of those there are, they leave the processor to
//! the quick ones.

mod bundle;
mod connections;
mod document;
mod files;
mod host;
mod job;
mod levels;
mod listener;
mod options;
mod page;
mod problem;
mod question;
mod routes;
mod scheduler;

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::{env, thread};

pub use listener::{Server, when_asked_to_end};
pub use options::Options;

/// Serves until it is asked to end, by Ctrl-C or by the system, and tells where on standard
/// output. On a terminal it opens the page in the browser, unless the options say otherwise.
///
/// `free` is the memory that all searches together may take where the options do not say.
pub fn serve(options: &Options, free: u64) -> Result<(), String> {
    let runtime = tokio::runtime::Runtime::new().map_err(|why| why.to_string())?;
    let ended = runtime.block_on(async {
        let server = Server::bind(options, free).await?;
        // Whoever has read the address may ask it to end at once.
        let signals = listener::ShutdownSignals::new().map_err(|why| why.to_string())?;
        let address = server.address();
        if !address.ip().is_loopback() {
            let remark = fewest_words::say!("other machines can reach this server");
            let _ = writeln!(io::stderr(), "{remark}");
        }
        // Whoever started it and does not read what it says is served all the same.
        let _ = writeln!(io::stdout(), "http://{address}/");
        if !options.no_open && io::stdout().is_terminal() {
            open_browser(&format!("http://{}/", reachable(address)));
        }
        server.run(signals.come()).await;
        Ok(())
    });
    // What is still computed by then has been asked to stop, and nobody waits for it.
    runtime.shutdown_background();
    ended
}

/// Where this machine reaches a server that listens at an address, which may be all of them.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip: IpAddr = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Opens an address in the browser: the one that `BROWSER` names, or else the system's own. Returns
/// at once; nothing happens where there is none.
fn open_browser(address: &str) {
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
