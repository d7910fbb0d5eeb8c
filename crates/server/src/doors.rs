//! Where connections come in, how many there may be, and how the house is closed.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use fewest_words::say;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time;

use crate::answer::Verbs;
use crate::catalogue::Shelf;
use crate::guard::Names;
use crate::house::House;
use crate::options::Options;
use crate::patient::Patient;
use crate::routes;

/// The most connections at a time: fewer than the files that a process may have open.
const CONNECTIONS: usize = 512;
/// How long the head of a request may take, and how long a connection may say nothing or take
/// nothing.
const SILENCE: Duration = Duration::from_secs(30);
/// How long answers may still be written once the server is asked to end.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long to wait where a connection cannot be taken, for want of something that others hold.
const BREATH: Duration = Duration::from_millis(50);

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    names: Names,
    house: Arc<House>,
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
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        let sweeping = tokio::spawn(self.house.clone().sweep());
        let coming = async {
            loop {
                let place = places.clone().acquire_owned().await;
                let Ok((stream, _)) = self.listener.accept().await else {
                    time::sleep(BREATH).await;
                    continue;
                };
                let connection = farewell.watch(connection(stream, router.clone()));
                tokio::spawn(async move {
                    // Whoever breaks a connection off knows it.
                    let _ = connection.await;
                    drop(place);
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

type Connection = http1::Connection<TokioIo<Patient<TcpStream>>, Service>;
type Service = TowerToHyperService<Router>;

fn connection(stream: TcpStream, router: Router) -> Connection {
    // Small answers are sent at once: waiting for more would be most of what they take.
    let _ = stream.set_nodelay(true);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SILENCE)
        .serve_connection(
            TokioIo::new(Patient::new(stream, SILENCE)),
            TowerToHyperService::new(router),
        )
}
