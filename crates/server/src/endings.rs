//! How a process that serves is asked to end.

use std::{io, thread};

use tokio::{runtime, signal};

/// Ctrl-C, or the system's wish that it end: heeded from the moment this is made, not only from
/// the moment it is waited for.
pub struct Endings {
    #[cfg(unix)]
    interrupt: signal::unix::Signal,
    #[cfg(unix)]
    terminate: signal::unix::Signal,
}

impl Endings {
    pub fn new() -> io::Result<Self> {
        #[cfg(unix)]
        use signal::unix::{SignalKind, signal};
        Ok(Endings {
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for one.
    #[cfg(unix)]
    pub async fn come(mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// Waits for one.
    #[cfg(not(unix))]
    pub async fn come(self) {
        let _ = signal::ctrl_c().await;
    }
}

/// Does something once the process is asked to end, by Ctrl-C or by the system: from here on it
/// does not end by itself.
pub fn when_asked_to_end(act: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let endings = runtime.block_on(async { Endings::new() })?;
    let wait = move || {
        runtime.block_on(endings.come());
        act();
    };
    thread::Builder::new().spawn(wait)?;
    Ok(())
}
