//! A server of its own for each test, and a plain client of it.

use std::io::{BufRead as _, BufReader, Read as _, Write};
use std::net::{SocketAddr, TcpStream};
use std::ops::ControlFlow;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use clap::Parser as _;
use fewest_search::Progress;
use fewest_server::{Options, Server};
use fewest_verbs::Verb;
use fewest_verbs::args::ProgressMode;
use fewest_verbs::host::Host;
use fewest_verbs::outcome::{Exit, Failure};
use serde_json::Value;
use tokio::sync::oneshot;

/// A level that is solved in no time.
pub const LEVEL: &str = "game: snake\ntitle: Round the wall\npar: 4\n\n##...\n..1#@\n432#.\n...#.\n\nsolution: U R R D\n";

/// A server that ends with the test.
pub struct TestServer {
    /// Where it listens.
    pub address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The flags that a server is started with.
#[derive(clap::Parser)]
#[command(no_binary_name = true)]
pub struct Words {
    /// What they ask for.
    #[command(flatten)]
    pub options: Options,
}

impl TestServer {
    /// A server with these flags, at any port.
    pub fn open(flags: &str) -> Self {
        let words = ["--port=0"].into_iter().chain(flags.split_whitespace());
        let options = Words::parse_from(words).options;
        let (tell, told) = std::sync::mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(async {
                let server = Server::answering(&options, 1 << 30, play).await;
                let server = server.expect("a free port");
                tell.send(server.address()).expect("somebody waits");
                let ended = async {
                    let _ = ended.await;
                };
                server.run(ended).await;
            });
        });
        TestServer {
            address: told.recv().expect("it listens"),
            end: Some(end),
            thread: Some(thread),
        }
    }

    /// Asks it to end, and says how long that takes.
    pub fn close(&mut self) -> Duration {
        let began = Instant::now();
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it ends well");
        }
        began.elapsed()
    }

    /// Sends a request, and does not wait for the answer.
    pub fn send(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .expect("a timeout");
        let host = match headers.contains("host:") {
            true => String::new(),
            false => format!("host: {}\r\n", self.address),
        };
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}connection: close\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        // Who refuses a text need not read all of it.
        let _ = stream.write_all(body);
        stream
    }

    /// Sends a request and waits for the answer.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        Answer::read(self.send(method, path, headers, body))
    }

    /// Fetches an address.
    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, "", b"")
    }

    /// Asks a question; does not follow a job.
    pub fn ask(&self, verb: &str, text: &str) -> Answer {
        self.request("POST", &format!("/api/v1/{verb}"), "", text.as_bytes())
    }

    /// What goes on.
    pub fn health(&self) -> (u64, u64) {
        let health = self.get("/api/v1/health").json();
        let number = |name: &str| health[name].as_u64().expect("a number");
        (number("running"), number("queued"))
    }

    /// Waits until that is what goes on.
    pub fn wait_for(&self, running: u64, queued: u64) {
        let began = Instant::now();
        while self.health() != (running, queued) {
            assert!(
                began.elapsed() < Duration::from_secs(20),
                "{:?} instead of {:?}",
                self.health(),
                (running, queued)
            );
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.close();
    }
}

/// What came back.
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The names and values of its headers.
    pub headers: Vec<(String, String)>,
    /// All that follows.
    pub body: Vec<u8>,
}

impl Answer {
    /// Reads an answer to its end.
    pub fn read(stream: TcpStream) -> Self {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).expect("an answer");
        let status = line.split(' ').nth(1).expect("a status");
        let status = status.parse().expect("a number");
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a header");
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                break;
            };
            headers.push((name.to_string(), value.to_string()));
        }
        let mut body = Vec::new();
        // Who refuses a text may close before all of it has come.
        let _ = reader.read_to_end(&mut body);
        Answer {
            status,
            headers,
            body,
        }
    }

    /// The first header of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        let json = serde_json::from_slice(&self.body);
        json.unwrap_or_else(|why| panic!("{why}: {}", self.text()))
    }

    /// The problem that this is, with all that a problem must have.
    pub fn problem(&self) -> Value {
        let kind = self.header("content-type");
        assert_eq!(kind, Some("application/problem+json"), "{}", self.text());
        let problem = self.json();
        assert_eq!(problem["type"], "about:blank", "{problem}");
        assert_eq!(problem["status"], self.status, "{problem}");
        for name in ["title", "detail"] {
            let text = problem[name].as_str();
            assert!(text.is_some_and(|text| !text.is_empty()), "{problem}");
        }
        problem
    }
}

/// Answers as fewest does, but for three texts: one that is never answered, one that breaks what
/// would answer it, and one whose answer never ends.
fn play(verb: &Verb, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (_, text) = host.read(None)?;
    match text.as_slice() {
        b"endless" => {
            let mut watch = host.watch(ProgressMode::Bar);
            for states in 1.. {
                let depth = states / 1000;
                let progress = Progress {
                    depth,
                    states,
                    at_least: depth + 1,
                };
                if watch.look(progress) == ControlFlow::Break(()) {
                    break;
                }
            }
            Ok(Exit::Interrupted)
        }
        b"panic" => {
            // Not before whoever has no patience is told that it is a job.
            thread::sleep(Duration::from_millis(20));
            panic!("as it was asked")
        }
        b"long-winded" => loop {
            out.write_all(&[b'x'; 1 << 10])?;
        },
        _ => fewest_verbs::run(verb, host, out),
    }
}
