//! A cluster on this machine: its processes are started here, and end with their leader.

use std::io::{BufRead as _, BufReader};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use fewest_words::say;

use crate::cluster::Setback;
use crate::token::{Token, VARIABLE};

/// Makes the command of a process, given its folder.
pub type Start = Box<dyn Fn(&Path) -> Command>;

/// The folder of a process below the cluster's.
pub fn folder_of(below: &Path, process: usize) -> PathBuf {
    below.join(format!("process-{process}"))
}

/// Processes of this machine.
pub(crate) struct Local {
    folder: PathBuf,
    token: Token,
    start: Start,
    processes: Vec<Option<Process>>,
}

/// A process that was started.
struct Process {
    child: Child,
    address: String,
}

/// How long a process has to end once nobody leads it.
const FAREWELL: Duration = Duration::from_secs(2);

impl Local {
    pub fn new(processes: NonZeroUsize, folder: PathBuf, token: Token, start: Start) -> Self {
        let mut list = Vec::new();
        list.resize_with(processes.get(), || None);
        Local {
            folder,
            token,
            start,
            processes: list,
        }
    }

    /// How many there are.
    pub fn processes(&self) -> usize {
        self.processes.len()
    }

    /// The addresses of all; those that are not there any more are started.
    pub fn addresses(&mut self, patience: Duration) -> Result<Vec<String>, Setback> {
        for index in 0..self.processes.len() {
            let is_there = match &mut self.processes[index] {
                Some(process) => matches!(process.child.try_wait(), Ok(None)),
                None => false,
            };
            if !is_there {
                let started = self.begin(index, patience).map_err(|why| {
                    Setback::Hopeless(say!(
                        "process {number} cannot be started: {why}",
                        number = index,
                        why
                    ))
                })?;
                self.processes[index] = Some(started);
            }
        }
        let processes = self.processes.iter().flatten();
        Ok(processes.map(|process| process.address.clone()).collect())
    }

    fn begin(&self, index: usize, patience: Duration) -> Result<Process, String> {
        let folder = folder_of(&self.folder, index);
        let secret = String::from_utf8_lossy(self.token.secret()).into_owned();
        let mut child = (self.start)(&folder)
            .env(VARIABLE, secret)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (sender, told) = mpsc::channel();
        if let Some(out) = child.stdout.take() {
            thread::spawn(move || {
                let mut line = String::new();
                let read = BufReader::new(out).read_line(&mut line);
                // Where nobody waits any more, it is too late.
                let _ = sender.send(read.map(|_| line));
            });
        }
        let address = match told.recv_timeout(patience) {
            Ok(Ok(line)) if !line.trim().is_empty() => line.trim().to_string(),
            _ => {
                end(&mut child, Duration::ZERO);
                return Err(say!("it did not say where it listens"));
            }
        };
        Ok(Process { child, address })
    }

    /// How a process ended, if it has.
    pub fn end_of(&mut self, index: usize) -> Option<String> {
        let process = self.processes.get_mut(index)?.as_mut()?;
        // What was noticed first may be that its connection is closed.
        let until = Instant::now() + Duration::from_millis(200);
        loop {
            match process.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(10)),
                _ => return None,
            }
        }
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        for process in self.processes.iter_mut().flatten() {
            // It ends with its input.
            drop(process.child.stdin.take());
        }
        for process in self.processes.iter_mut().flatten() {
            end(&mut process.child, FAREWELL);
        }
    }
}

/// Waits for the end of a process, and ends it if that takes too long.
fn end(child: &mut Child, patience: Duration) {
    let until = Instant::now() + patience;
    while Instant::now() < until {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    // One that has just ended by itself is over as well.
    let _ = child.kill();
    let _ = child.wait();
}
