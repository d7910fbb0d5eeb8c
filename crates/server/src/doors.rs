//! Where connections come in, how many there may be, and how the house is closed.

use std::convert::Infallible;
use std::io::{self, Read as _, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use fewest_words::say;
use hyper::Request;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time;

use crate::answer::Verbs;
use crate::catalogue::Shelf;
use crate::connections::{Connection, Connections, Incoming, Outgoing};
use crate::guard::Names;
use crate::house::House;
use crate::options::Options;
use crate::patient::Patient;
use crate::problem::Problem;
use crate::routes;

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
    house: Arc<House>,
    connections: Arc<Connections>,
}

impl Server {
    /// Listens, and takes connections as soon as it runs.
    pub async fn bind(options: &Options, free: u64) -> Result<Self, String> {
        Server::answering(options, free, fewest_verbs::run).await
    }

    /// The same, with somebody else who answers.
    pub async fn answering(options: &Options, free: u64, verbs: Verbs) -> Result<Self, String> {
        let shelf = options.catalogue.as_deref().map(Shelf::open).transpose()?;
        let (host, port) = (options.host.as_str(), options.port);
        let busy = |why: io::Error| say!("cannot serve at {host}:{port}: {why}", host, port, why);
        let listener = TcpListener::bind((host, port)).await.map_err(busy)?;
        let address = listener.local_addr().map_err(busy)?;
        Ok(Server {
            listener,
            address,
            names: Names::new(address, &options.allow_host),
            house: House::new(options.rules(free), verbs, shelf),
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
        let router = routes::router(self.house.clone(), self.names);
        let farewell = GracefulShutdown::new();
        let sweeping = tokio::spawn(self.house.clone().sweep());
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
        self.house.close();
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
        let request = request.map(|body| Incoming::new(body, open.clone()));
        let (answering, open) = (router.call(request), open.clone());
        async move {
            let response = answering.await?;
            Ok::<_, Infallible>(response.map(|body| Outgoing::new(body, open)))
        }
    };
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SILENCE)
        .serve_connection(
            TokioIo::new(Patient::new(stream, SILENCE)),
            service_fn(service),
        )
}
