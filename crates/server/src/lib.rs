//! Everything that can be asked about a level, asked over HTTP, and the page that asks it.
//!
//! A question is a verb's address, its flags as the query and the level's text as the body; the
//! answer is what the command prints with `--json`. Both come from `fewest-verbs`: nothing here
//! knows a game, and a verb only in the document, which describes what each answers.
//!
//! A question that is quickly answered is answered at once. One that takes longer becomes a job
//! with an address of its own, and however many of those there are, they leave the processor to
//! the quick ones.

mod answer;
mod browser;
mod bundle;
mod catalogue;
mod connections;
mod desk;
mod document;
mod doors;
mod endings;
mod files;
mod gallery;
mod guard;
mod house;
mod job;
mod jobs;
mod options;
mod page;
mod patient;
mod priority;
mod problem;
mod question;
mod room;
mod routes;
mod turn;

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

pub use doors::Server;
pub use endings::when_asked_to_end;
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
        let endings = endings::Endings::new().map_err(|why| why.to_string())?;
        let address = server.address();
        if !address.ip().is_loopback() {
            let remark = fewest_words::say!("other machines can reach this server");
            let _ = writeln!(io::stderr(), "{remark}");
        }
        // Whoever started it and does not read what it says is served all the same.
        let _ = writeln!(io::stdout(), "http://{address}/");
        if !options.no_open && io::stdout().is_terminal() {
            browser::open(&format!("http://{}/", reachable(address)));
        }
        server.run(endings.come()).await;
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
