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

use crate::support::{fed, fewest, shipped, timeless, top};

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
    assert!(error.contains(&format!("127.0.0.1:{port}: ")), "{error}");
    assert_eq!(second.stdout, b"");
}

/// A pseudo-terminal: the controlling side, and the program's side.
#[cfg(unix)]
fn terminal() -> (std::fs::File, std::fs::File) {
    use std::os::fd::FromRawFd as _;
    let (mut outer, mut inner) = (0, 0);
    // SAFETY: both places can be written to, and the name and the settings may be left out.
    #[allow(unsafe_code, reason = "there is no safe way to ask for it")]
    let made = unsafe {
        libc::openpty(
            &mut outer,
            &mut inner,
            std::ptr::null_mut(),
            std::ptr::null_mut(),
            std::ptr::null_mut(),
        )
    };
    assert_eq!(made, 0, "{}", std::io::Error::last_os_error());
    // SAFETY: they were just opened, and nothing else has them.
    #[allow(unsafe_code, reason = "there is no safe way to take them")]
    unsafe {
        (
            std::fs::File::from_raw_fd(outer),
            std::fs::File::from_raw_fd(inner),
        )
    }
}

/// A folder of programs for `PATH`, each of which adds its words to the file `opened`.
#[cfg(unix)]
fn browsers(names: &[&str]) -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let opened = folder.path().join("opened");
    for name in names {
        let file = folder.path().join(name);
        let script = format!("#!/bin/sh\necho {name} \"$@\" >>'{}'\n", opened.display());
        std::fs::write(&file, script).expect("it can be written");
        let anyone = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&file, anyone).expect("it can be run");
    }
    folder
}

/// A server whose output is a terminal.
#[cfg(unix)]
struct OnTerminal {
    process: Child,
    lines: BufReader<std::fs::File>,
}

#[cfg(unix)]
impl OnTerminal {
    /// Starts one with those programs and that `BROWSER`, and says where it is.
    fn start(words: &str, programs: &tempfile::TempDir, browser: &str) -> (Self, String) {
        let (outer, inner) = terminal();
        let mut command = fewest(words);
        command.env("PATH", programs.path()).env("BROWSER", browser);
        let process = command.stdout(inner).spawn().expect("it starts");
        let mut lines = BufReader::new(outer);
        let mut line = String::new();
        lines.read_line(&mut line).expect("it says where it is");
        (OnTerminal { process, lines }, line.trim().to_string())
    }

    /// Ends it as the system does, and expects nothing more on the terminal.
    fn end(mut self) {
        crate::support::interrupt(&self.process);
        assert!(self.process.wait().expect("it ends").success());
        let mut rest = String::new();
        // Linux reports an error once the other side is closed.
        let _ = self.lines.read_to_string(&mut rest);
        assert_eq!(rest, "");
    }
}

#[cfg(unix)]
impl Drop for OnTerminal {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Waits for `lines` lines of what the browsers were asked to open, and returns them.
#[cfg(unix)]
fn opened(programs: &tempfile::TempDir, lines: usize) -> Vec<String> {
    let began = Instant::now();
    loop {
        let text = std::fs::read_to_string(programs.path().join("opened")).unwrap_or_default();
        if text.matches('\n').count() >= lines {
            return text.lines().map(str::to_string).collect();
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{text:?}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(unix)]
#[test]
fn the_page_is_opened_where_the_output_is_a_terminal() {
    let system = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let programs = browsers(&[system, "mine"]);
    // Neither of these opens it, or it would be in the file before what is opened later.
    let mut piped = fewest("serve --port=0");
    let mut piped = piped
        .env("PATH", programs.path())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let out = piped.stdout.as_mut().expect("it is piped");
    BufReader::new(out)
        .read_line(&mut line)
        .expect("it says where it is");
    crate::support::interrupt(&piped);
    assert!(piped.wait().expect("it ends").success());
    let (server, _) = OnTerminal::start("serve --port=0 --no-open", &programs, "");
    server.end();
    let mut expected = Vec::new();
    for (browser, begins) in [
        ("", format!("{system} ")),
        ("mine", "mine ".to_string()),
        ("missing:mine --new %s", "mine --new ".to_string()),
        ("missing", format!("{system} ")),
    ] {
        let (server, address) = OnTerminal::start("serve --port=0", &programs, browser);
        expected.push(format!("{begins}{address}"));
        assert_eq!(opened(&programs, expected.len()), expected);
        server.end();
    }
    let (server, address) = OnTerminal::start("serve --port=0 --host 0.0.0.0", &programs, "");
    let here = address.replace("0.0.0.0", "127.0.0.1");
    expected.push(format!("{system} {here}"));
    assert_eq!(opened(&programs, expected.len()), expected);
    server.end();
}

#[cfg(unix)]
#[test]
fn a_server_without_a_browser_serves() {
    let programs = browsers(&[]);
    let (server, address) = OnTerminal::start("serve --port=0", &programs, "missing");
    let place = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(place).expect("it listens");
    write!(
        stream,
        "GET / HTTP/1.1\r\nhost: {place}\r\nconnection: close\r\n\r\n"
    )
    .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    server.end();
}
