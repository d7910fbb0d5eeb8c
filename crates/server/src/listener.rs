//! [`Server`]: accepts connections, bounds how many there are and how long one may be silent, and ends when
//! the process is asked to.

use std::convert::Infallible;
use std::io::{self, Read as _, Write as _};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use fewest_words::say;
use hyper::Request;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::{runtime, signal, time};
use tokio_io_timeout::TimeoutStream;

use crate::connections::{Connection, Connections, TrackedBody};
use crate::host::Verbs;
use crate::levels::ServedCatalogue;
use crate::options::Options;
use crate::problem::Problem;
use crate::routes::{self, Names};
use crate::scheduler::Scheduler;

/// How long the head of a request may take, and how long a connection may say nothing or take
/// nothing.
const SILENCE: Duration = Duration::from_secs(30);
/// How long answers may still be written once the server is asked to end.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long to wait where a connection cannot be taken, for want of something that others hold.
const BREATH: Duration = Duration::from_millis(50);
/// How long to wait for a connection that was closed to make room.
const GLIMPSE: Duration = Duration::from_millis(1);

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    names: Names,
    scheduler: Arc<Scheduler>,
    connections: Arc<Connections>,
}

impl Server {
    /// Listens, and takes connections as soon as it runs.
    pub async fn bind(options: &Options, free: u64) -> Result<Self, String> {
        Server::answering(options, free, fewest_verbs::run).await
    }

    /// The same, with somebody else who answers.
    pub async fn answering(options: &Options, free: u64, verbs: Verbs) -> Result<Self, String> {
        let catalogue = options
            .catalogue
            .as_deref()
            .map(ServedCatalogue::open)
            .transpose()?;
        let (host, port) = (options.host.as_str(), options.port);
        let busy = |why: io::Error| say!("cannot serve at {host}:{port}: {why}", host, port, why);
        let listener = TcpListener::bind((host, port)).await.map_err(busy)?;
        let address = listener.local_addr().map_err(busy)?;
        Ok(Server {
            listener,
            address,
            names: Names::new(address, &options.allow_host),
            scheduler: Scheduler::new(options.limits(free), verbs, catalogue),
            connections: Connections::new(
                options.max_connections as usize,
                options.max_per_address.map(|most| most as usize),
            ),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end`; then stops all that is worked at, and lets answers be written.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let router = routes::router(self.scheduler.clone(), self.names);
        let farewell = GracefulShutdown::new();
        let sweeping = tokio::spawn(self.scheduler.clone().sweep());
        let coming = async {
            loop {
                let (stream, peer) = match self.listener.accept().await {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        let is_closing =
                            !is_of_one_connection(&error) && self.connections.close_one();
                        time::sleep(if is_closing { GLIMPSE } else { BREATH }).await;
                        continue;
                    }
                };
                let Some(open) = self.connections.admit(peer.ip()).await else {
                    refuse(stream);
                    continue;
                };
                let serving = farewell.watch(serve(stream, router.clone(), open.clone()));
                tokio::spawn(async move {
                    tokio::select! {
                        // Whoever breaks a connection off knows it.
                        _ = serving => {}
                        () = open.closed() => {}
                    }
                });
            }
        };
        tokio::select! {
            () = coming => {}
            () = end => {}
        }
        drop(self.listener);
        self.scheduler.close();
        let _ = time::timeout(FAREWELL, farewell.shutdown()).await;
        sweeping.abort();
    }
}

/// Whether only the connection that was to be accepted is lost; otherwise the system has no room for
/// more, such as files that may be open.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}

/// Says that its address has too many connections, and closes it.
fn refuse(stream: TcpStream) {
    let Ok(mut stream) = stream.into_std() else {
        return;
    };
    // Nothing here waits, for the stream does not block. What has come is read, since closing a
    // connection with unread bytes would take back the answer.
    let _ = stream.read(&mut [0; 1 << 14]);
    let _ = stream.write_all(&Problem::too_many_connections().plainly());
}

fn serve(
    stream: TcpStream,
    router: Router,
    open: Arc<Connection>,
) -> impl GracefulConnection<Error = hyper::Error> + Send {
    // Small answers are sent at once: waiting for more would be most of what they take.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = move |request: Request<hyper::body::Incoming>| {
        let request = request.map(|body| TrackedBody::of_request(body, open.clone()));
        let (answering, open) = (router.call(request), open.clone());
        async move {
            let response = answering.await?;
            Ok::<_, Infallible>(response.map(|body| TrackedBody::of_answer(body, open)))
        }
    };
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SILENCE)
        .serve_connection(
            TokioIo::new(with_write_timeout(stream, SILENCE)),
            service_fn(service),
        )
}

/// Ctrl-C, or the system's wish that it end: heeded from the moment this is made, not only from
/// the moment it is waited for.
pub struct ShutdownSignals {
    #[cfg(unix)]
    interrupt: signal::unix::Signal,
    #[cfg(unix)]
    terminate: signal::unix::Signal,
}

impl ShutdownSignals {
    pub fn new() -> io::Result<Self> {
        #[cfg(unix)]
        use signal::unix::{SignalKind, signal};
        Ok(ShutdownSignals {
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
    let signals = runtime.block_on(async { ShutdownSignals::new() })?;
    let wait = move || {
        runtime.block_on(signals.come());
        act();
    };
    thread::Builder::new().spawn(wait)?;
    Ok(())
}

/// A stream that fails once nothing can be written to it for too long: a client that does not read its answer
/// must not keep the connection for ever.
fn with_write_timeout<S: AsyncRead + AsyncWrite>(
    stream: S,
    longest: Duration,
) -> Pin<Box<TimeoutStream<S>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(longest));
    Box::pin(stream)
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Context;

    use super::*;

    #[tokio::test]
    async fn who_does_not_read_is_not_waited_for() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let reader = TcpStream::connect(address).await.expect("it listens");
        let (stream, _) = listener.accept().await.expect("somebody comes");
        let mut stream = with_write_timeout(stream, Duration::from_millis(50));
        let bytes = vec![b'x'; 1 << 20];
        let ended = loop {
            let write =
                |context: &mut Context<'_>| Pin::new(&mut stream).poll_write(context, &bytes);
            if let Err(error) = poll_fn(write).await {
                break error.kind();
            }
        };
        assert_eq!(ended, io::ErrorKind::TimedOut);
        drop(reader);
    }
}
