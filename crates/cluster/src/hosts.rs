//! The processes of a cluster: named in a hosts file, one on each line, or started on this machine.

use std::collections::HashMap;
use std::io::{self, BufRead as _, BufReader};
use std::net::{SocketAddr, SocketAddrV6};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use fewest_games::source::{Source, TextError, digits};
use fewest_words::{key, say};

use crate::handshake::{TOKEN_VARIABLE, Token};

/// The addresses of a cluster's workers. The index of a worker is its place among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<String>,
}

impl Hosts {
    /// The most workers of a cluster.
    pub const MOST: usize = 1024;

    /// Reads lines of `host:port`. Skips blank lines and what follows a `#`.
    ///
    /// A host is a name, an IPv4 address or an IPv6 address in brackets. Names are not looked up
    /// here, so two names of one machine are not noticed.
    pub fn read(source: Source) -> Result<Self, TextError> {
        let mut addresses = Vec::new();
        let mut seen = HashMap::new();
        let mut start = 0;
        for (line, text) in (1..).zip(source.text().split_inclusive('\n')) {
            let line_text = text.split('#').next().unwrap_or_default();
            let entry = Entry {
                source,
                start: start + line_text.len() - line_text.trim_start().len(),
                text: line_text.trim(),
            };
            start += text.len();
            if entry.text.is_empty() {
                continue;
            }
            let address = entry.address()?;
            if let Some(before) = seen.insert(address.clone(), line) {
                return Err(entry.error(
                    0..entry.text.len(),
                    say!("this worker is already on line {before}", before),
                    key("give each worker an address of its own"),
                ));
            }
            if addresses.len() == Hosts::MOST {
                return Err(entry.error(
                    0..entry.text.len(),
                    say!("there are more than {most} workers", most = Hosts::MOST),
                    key("name fewer workers, and give each more threads"),
                ));
            }
            addresses.push(address);
        }
        if addresses.is_empty() {
            return Err(source.error_at_end(key("no worker is named"), ADVICE));
        }
        Ok(Hosts { addresses })
    }

    /// The workers' addresses as `host:port`, in the order of their indices.
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }
}

const ADVICE: &str = key("write one worker a line as host:port, such as 192.168.0.7:7100");

/// A line that names a worker.
#[derive(Clone, Copy)]
struct Entry<'a> {
    source: Source<'a>,
    /// The offset in the source.
    start: usize,
    text: &'a str,
}

impl Entry<'_> {
    /// The address in its canonical spelling, so that equal addresses are equal texts.
    fn address(&self) -> Result<String, TextError> {
        // The colons of an address in brackets are its own.
        let bracket = self.text.rfind(']').unwrap_or(0);
        let Some(colon) = self.text[bracket..].rfind(':') else {
            return Err(self.error(0..self.text.len(), key("the port is missing"), ADVICE));
        };
        let (host, port) = self.text.split_at(bracket + colon);
        let Some(port) = digits::<u16>(&port[1..]).filter(|port| *port > 0) else {
            return Err(self.error(
                host.len() + 1..self.text.len(),
                say!("`{port}` is no port", port = &port[1..]),
                key("a port is a number from 1 to 65535"),
            ));
        };
        let message = if host.is_empty() {
            key("the host is missing").to_string()
        } else if host.contains(':') && !host.starts_with('[') {
            key("an IPv6 address stands in brackets, such as [::1]:7100").to_string()
        } else if !is_host(host) {
            say!("`{host}` is no host", host)
        } else {
            let address = format!("{host}:{port}").to_ascii_lowercase();
            let numbers = address.parse::<SocketAddr>();
            return Ok(numbers.map_or(address, |numbers| numbers.to_string()));
        };
        Err(self.error(0..host.len(), message, ADVICE))
    }

    /// An error about some bytes of the line.
    fn error(&self, range: Range<usize>, message: impl Into<String>, advice: &str) -> TextError {
        let range = self.start + range.start..self.start + range.end;
        self.source.error(range, message, advice)
    }
}

/// Whether this can be a name, an IPv4 address, or an IPv6 address in brackets.
fn is_host(host: &str) -> bool {
    if host.starts_with('[') {
        return format!("{host}:1").parse::<SocketAddrV6>().is_ok();
    }
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    host.bytes().all(is_letter)
}

/// Makes the command of a process that keeps its files in this folder.
pub type Start = Box<dyn Fn(&Path) -> Command>;

/// The folder of a local process below the cluster's.
pub fn process_folder(below: &Path, process: usize) -> PathBuf {
    below.join(format!("process-{process}"))
}

/// Why a process of this machine cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The command does not run.
    #[error("{0}")]
    Spawn(io::Error),
    /// It did not report its address.
    #[error("{}", say!("it did not say where it listens"))]
    NoAddress,
}

/// The processes of a cluster on this machine. They end with their leader.
pub(crate) struct LocalProcesses {
    folder: PathBuf,
    token: Token,
    start: Start,
    processes: Vec<Option<Process>>,
}

struct Process {
    child: Child,
    address: String,
}

/// How long a process has to end by itself after its input is closed.
const FAREWELL: Duration = Duration::from_secs(2);

impl LocalProcesses {
    pub fn new(count: NonZeroUsize, folder: PathBuf, token: Token, start: Start) -> Self {
        let mut processes = Vec::new();
        processes.resize_with(count.get(), || None);
        LocalProcesses {
            folder,
            token,
            start,
            processes,
        }
    }

    pub fn count(&self) -> usize {
        self.processes.len()
    }

    /// Starts the processes that are not running, and returns the addresses of all. An error has the
    /// index of the process that cannot be started.
    pub fn addresses(&mut self, patience: Duration) -> Result<Vec<String>, (usize, StartError)> {
        for index in 0..self.processes.len() {
            let is_running = match &mut self.processes[index] {
                Some(process) => matches!(process.child.try_wait(), Ok(None)),
                None => false,
            };
            if !is_running {
                let started = self.start_process(index, patience);
                self.processes[index] = Some(started.map_err(|error| (index, error))?);
            }
        }
        let processes = self.processes.iter().flatten();
        Ok(processes.map(|process| process.address.clone()).collect())
    }

    fn start_process(&self, index: usize, patience: Duration) -> Result<Process, StartError> {
        let folder = process_folder(&self.folder, index);
        let secret = String::from_utf8_lossy(self.token.secret()).into_owned();
        let mut child = (self.start)(&folder)
            .env(TOKEN_VARIABLE, secret)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(StartError::Spawn)?;
        let (sender, line) = mpsc::channel();
        if let Some(out) = child.stdout.take() {
            thread::spawn(move || {
                let mut line = String::new();
                let read = BufReader::new(out).read_line(&mut line);
                // Fails only if the leader has stopped waiting.
                let _ = sender.send(read.map(|_| line));
            });
        }
        match line.recv_timeout(patience) {
            Ok(Ok(line)) if !line.trim().is_empty() => Ok(Process {
                child,
                address: line.trim().to_string(),
            }),
            _ => {
                end(&mut child, Duration::ZERO);
                Err(StartError::NoAddress)
            }
        }
    }

    /// How a process ended, if it has.
    pub fn exit_status(&mut self, index: usize) -> Option<ExitStatus> {
        let process = self.processes.get_mut(index)?.as_mut()?;
        // Its connection may be closed a moment before its end.
        let until = Instant::now() + Duration::from_millis(200);
        loop {
            match process.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(10)),
                ended => return ended.ok().flatten(),
            }
        }
    }
}

impl Drop for LocalProcesses {
    fn drop(&mut self) {
        for process in self.processes.iter_mut().flatten() {
            // A process ends with its input.
            drop(process.child.stdin.take());
        }
        for process in self.processes.iter_mut().flatten() {
            end(&mut process.child, FAREWELL);
        }
    }
}

/// Waits for the end of a process, and kills it if that takes too long.
fn end(child: &mut Child, patience: Duration) {
    let until = Instant::now() + patience;
    while Instant::now() < until {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    // Fails only if it has just ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let hosts = Hosts::read(Source::new(text.as_bytes()).expect("it is text"));
        match hosts {
            Ok(hosts) => Ok(hosts.addresses().to_vec()),
            Err(error) => Err(format!("{error} ({})", error.width)),
        }
    }

    #[test]
    fn workers_are_read_in_their_order() {
        let text =
            "# ours\r\n\r\nbig.example:7100  \r\n\t10.0.0.2:07101 # the slow one\n\n[::1]:1\n#";
        let addresses = ["big.example:7100", "10.0.0.2:7101", "[::1]:1"];
        assert_eq!(read(text), Ok(addresses.map(String::from).to_vec()));
        assert_eq!(read("\u{feff}a:65535"), Ok(vec!["a:65535".to_string()]));
    }

    #[test]
    fn what_is_wrong_is_said_where_it_is() {
        let wrong = [
            ("", "line 1, column 1: no worker is named (1)"),
            ("# none\n\n", "line 1, column 7: no worker is named (1)"),
            ("a:1\nworker", "line 2, column 1: the port is missing (6)"),
            ("[::1]", "line 1, column 1: the port is missing (5)"),
            ("a:1\n  b:", "line 2, column 5: `` is no port (1)"),
            ("é:0", "line 1, column 3: `0` is no port (1)"),
            ("a:65536", "line 1, column 3: `65536` is no port (5)"),
            ("a:+1", "line 1, column 3: `+1` is no port (2)"),
            ("a:1 2", "line 1, column 3: `1 2` is no port (3)"),
            (":7100", "line 1, column 1: the host is missing (1)"),
            (
                "http://a:7100",
                "line 1, column 1: an IPv6 address stands in brackets, such as [::1]:7100 (8)",
            ),
            (
                "::1:7100",
                "line 1, column 1: an IPv6 address stands in brackets, such as [::1]:7100 (3)",
            ),
            ("[::g]:7100", "line 1, column 1: `[::g]` is no host (5)"),
            ("[::1]x:7100", "line 1, column 1: `[::1]x` is no host (6)"),
            ("é:7100", "line 1, column 1: `é` is no host (1)"),
            (
                "two words:7100",
                "line 1, column 1: `two words` is no host (9)",
            ),
            (
                "a:1\nb:1\nA:01",
                "line 3, column 1: this worker is already on line 1 (4)",
            ),
            (
                "[::1]:7\n\n[0:0::1]:7",
                "line 3, column 1: this worker is already on line 1 (10)",
            ),
        ];
        for (text, message) in wrong {
            assert_eq!(read(text), Err(message.to_string()), "{text:?}");
        }
    }

    #[test]
    fn a_cluster_has_its_limit() {
        let workers =
            |many: usize| -> String { (1..=many).map(|port| format!("a:{port}\n")).collect() };
        assert_eq!(read(&workers(1024)).map(|workers| workers.len()), Ok(1024));
        let error = "line 1025, column 1: there are more than 1024 workers (6)";
        assert_eq!(read(&workers(1025)), Err(error.to_string()));
    }

    #[test]
    fn any_text_is_read_or_refused() {
        let mut random = fastrand::Rng::with_seed(11);
        let letters: Vec<char> = "ab1290.:[]# \t\r\n-_é%/".chars().collect();
        for _ in 0..20_000 {
            let text: String = (0..random.usize(..30))
                .map(|_| letters[random.usize(..letters.len())])
                .collect();
            if let Ok(addresses) = read(&text) {
                // What was read is read again as it is.
                assert_eq!(read(&addresses.join("\n")), Ok(addresses), "{text:?}");
            }
        }
    }
}
