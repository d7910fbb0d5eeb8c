//! Everything that can be asked about a level, asked over HTTP, and the page that asks it.
//!
//! A question is a verb's address, its flags as the query and the level's text as the body; the
//! answer is what the command prints with `--json`. Both come from `fewest-verbs`: nothing here
//! knows a game or a verb beyond what the one list of verbs tells about itself.

mod answer;
mod desk;
mod files;
mod gallery;
mod options;
mod problem;
mod question;
mod routes;

use std::io::Write as _;
use std::sync::Arc;

use fewest_words::say;
use tokio::net::TcpListener;
use tokio::signal;

pub use options::Options;

/// Serves until it is asked to end, by Ctrl-C or by the system.
///
/// `free` is the memory that all searches together may take where the options do not say.
pub fn serve(options: Options, free: u64) -> Result<(), String> {
    let runtime = tokio::runtime::Runtime::new().map_err(|why| why.to_string())?;
    runtime.block_on(async {
        let (host, port) = (options.host.as_str(), options.port);
        let busy = |why| say!("cannot serve at {host}:{port}: {why}", host, port, why);
        let listener = TcpListener::bind((host, port)).await.map_err(busy)?;
        let address = listener.local_addr().map_err(|why| why.to_string())?;
        // Whoever started it and does not read what it says is served all the same.
        let _ = writeln!(std::io::stdout(), "http://{address}/");
        let router = routes::router(Arc::new(options.rules(free)));
        let ended = axum::serve(listener, router).with_graceful_shutdown(asked_to_end());
        ended.await.map_err(|why| why.to_string())
    })
}

/// Waits for Ctrl-C, or for the system's wish that it end.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())
            .expect("a signal that exists can be waited for");
        tokio::select! {
            _ = signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = signal::ctrl_c().await;
}
