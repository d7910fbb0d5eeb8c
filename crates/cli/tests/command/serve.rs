//! `fewest serve` answers what the command answers, says where it is and nothing else, and ends
//! when it is asked to.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::num::NonZeroUsize;
use std::process::{Child, Command};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::CommandFactory as _;
use serde_json::Value;

use crate::asking::{fed, fewest, shipped, timeless, top};

/// A server that ends with the test.
struct Server {
    process: Child,
    out: BufReader<std::process::ChildStdout>,
    place: String,
}

impl Server {
    fn start() -> Self {
        let mut process = fewest("serve --port=0 --patience=5m --max-time=5m")
            .spawn()
            .expect("it starts");
        let mut out = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("it says where it is");
        let place = line.trim().strip_prefix("http://").expect("an address");
        let place = place.strip_suffix('/').expect("an address").to_string();
        Server {
            process,
            out,
            place,
        }
    }

    /// Asks a question: the status, and what comes back.
    fn ask(&self, question: &str, text: &[u8]) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.place).expect("it listens");
        let (place, length) = (&self.place, text.len());
        write!(
            stream,
            "POST /api/v1/{question} HTTP/1.1\r\nhost: {place}\r\nconnection: close\r\n\
             content-length: {length}\r\n\r\n"
        )
        .expect("it reads");
        stream.write_all(text).expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        let head = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let body = answer.split_off(head.expect("a head") + 4);
        let status = String::from_utf8_lossy(&answer[9..12]).parse();
        (status.expect("a number"), body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn every_level_has_the_same_answer_from_the_command_and_from_the_server() {
    let server = Server::start();
    // Each of them takes the next level: most wait for the command or for the server.
    let (files, same) = (Mutex::new(shipped(None).into_iter()), AtomicUsize::new(0));
    let next = || files.lock().expect("nobody panics with it").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZeroUsize::get) {
            scope.spawn(|| {
                while let Some(file) = next() {
                    same.fetch_add(compare(&server, &file), Ordering::Relaxed);
                }
            });
        }
    });
    let same = same.into_inner();
    assert!(same > 700, "only {same} answers were compared");
}

/// Asks both everything about a level, and says how many answers were the same.
fn compare(server: &Server, file: &str) -> usize {
    let ask = fewest_verbs::Ask::command();
    let mut same = 0;
    let text = std::fs::read(top().join(file)).expect("a level");
    for verb in ask.get_subcommands() {
        let has = |name: &str| verb.get_arguments().any(|arg| arg.get_id() == name);
        // What is not about a level, and what is about a judge's input.
        if !has("files") {
            continue;
        }
        let name = verb.get_name();
        let case = format!("{name} of {file}");
        let (words, query) = match has("output") {
            true => (vec![name, "--output=-", "--format=svg"], "?format=svg"),
            false => (vec![name, "--json"], ""),
        };
        let typed = fed(&words, &text);
        let (status, asked) = server.ask(&format!("{name}{query}"), &text);
        if status == 200 && has("output") {
            assert!(typed.stdout == asked, "{case}");
            same += 1;
        } else if status == 200 {
            assert_eq!(timeless(&typed.stdout), timeless(&asked), "{case}");
            same += 1;
        } else {
            let problem: Value = serde_json::from_slice(&asked).expect("a problem");
            assert_eq!(status, 422, "{case}: {problem}");
            assert_eq!(typed.status.code(), Some(2), "{case}");
            let told = problem["detail"].as_str().expect("a detail");
            let told = told.trim_start_matches("level");
            let error = String::from_utf8_lossy(&typed.stderr);
            assert!(error.contains(told), "{case}: {error} has no {told}");
        }
    }
    let input = fed(&["show", "--as=judge"], &text);
    let (status, asked) = server.ask("show?as=judge", &text);
    if input.status.success() {
        assert_eq!(input.stdout, asked, "{file}");
        let game = file.split('/').nth(1).expect("a folder");
        let typed = fed(&["judge", game], &input.stdout);
        let (_, asked) = server.ask(&format!("judge?game={game}"), &input.stdout);
        assert_eq!(typed.stdout, asked, "{file}");
    } else {
        assert_eq!(status, 422, "{file}");
    }
    same
}

#[test]
fn it_says_where_it_is_and_ends_when_asked() {
    let mut server = Server::start();
    let began = Instant::now();
    let id = server.process.id().to_string();
    let asked = Command::new("kill").args(["-TERM", &id]).status();
    assert!(asked.expect("it can be asked").success());
    let status = server.process.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(5));
    let mut rest = String::new();
    server.out.read_to_string(&mut rest).expect("its output");
    assert_eq!(rest, "", "its address is all it says");
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let server = Server::start();
    let port = server.place.rsplit(':').next().expect("a port");
    let second = fed(&["serve", "--port", port], b"");
    assert_eq!(second.status.code(), Some(2));
    let error = String::from_utf8_lossy(&second.stderr);
    let expected = format!("error: cannot serve at 127.0.0.1:{port}: ");
    assert!(error.starts_with(&expected), "{error}");
    assert_eq!(second.stdout, b"");
}
