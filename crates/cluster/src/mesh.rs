//! The connections between the processes of a search: each pair has one.

use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use crate::broken::Broken;
use crate::greeting::{Greeter, Purpose, Refused};
use crate::messages::VERSION;
use crate::reins::Reins;
use crate::token::Token;
use crate::wire::steady;

/// A process that cannot be met.
#[derive(Debug)]
pub(crate) struct Missing {
    pub process: usize,
    pub why: String,
}

/// How this process meets the others.
pub(crate) struct Mesh<'a> {
    pub token: &'a Token,
    /// How long the others may take.
    pub patience: Duration,
    pub run: [u8; 16],
    pub subject: [u8; 32],
    /// The addresses of all, and which of them this is.
    pub processes: &'a [String],
    pub index: usize,
}

/// How often it is tried to reach one who does not listen yet.
const PAUSE: Duration = Duration::from_millis(50);

/// How long one try may take.
const LONGEST_TRY: Duration = Duration::from_secs(3);

impl Mesh<'_> {
    /// Calls those before this one, and waits until those behind it have called.
    pub fn meet(
        &self,
        callers: &Receiver<(usize, TcpStream)>,
        reins: &Reins,
    ) -> Result<Vec<Option<TcpStream>>, Missing> {
        let deadline = Instant::now() + self.patience;
        let mut streams: Vec<Option<TcpStream>> = Vec::new();
        streams.resize_with(self.processes.len(), || None);
        for (to, stream) in streams[..self.index].iter_mut().enumerate() {
            let called = self.call(to, deadline, reins);
            let missing = |why: Refused| Missing {
                process: to,
                why: why.to_string(),
            };
            *stream = Some(called.map_err(missing)?);
        }
        let is_here = |streams: &[Option<TcpStream>]| {
            let behind = streams.iter().enumerate().skip(self.index + 1);
            behind
                .into_iter()
                .find(|(_, stream)| stream.is_none())
                .map(|(process, _)| process)
        };
        while let Some(process) = is_here(&streams) {
            if let Ok((from, stream)) = callers.recv_timeout(PAUSE) {
                streams[from] = Some(stream);
            } else if Instant::now() >= deadline || reins.is_cut() || reins.is_stopped() {
                let why = Broken::TooSlow.to_string();
                return Err(Missing { process, why });
            }
        }
        Ok(streams)
    }

    fn call(&self, to: usize, deadline: Instant, reins: &Reins) -> Result<TcpStream, Refused> {
        let purpose = Purpose::Mesh {
            run: self.run,
            subject: self.subject,
            from: self.index,
            to,
        };
        let is_over = || reins.is_cut() || reins.is_stopped();
        let greeter = Greeter {
            token: self.token,
            version: VERSION,
            deadline,
        };
        loop {
            let stream = reach(&self.processes[to], deadline, &is_over)?;
            steady(&stream, self.patience)?;
            match greeter.call(&stream, &purpose) {
                // Too many strangers may be at its door.
                Err(Refused::Broken(Broken::Closed))
                    if Instant::now() + PAUSE < deadline && !is_over() =>
                {
                    thread::sleep(PAUSE);
                }
                greeted => return greeted.map(|()| stream),
            }
        }
    }
}

/// Connects to an address, trying again until the deadline as long as nobody listens there.
pub(crate) fn reach(
    address: &str,
    deadline: Instant,
    is_over: &dyn Fn() -> bool,
) -> Result<TcpStream, Refused> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let tried = if left.is_zero() {
            Err(std::io::ErrorKind::TimedOut.into())
        } else {
            // A name may stand for several addresses; any of them will do.
            address.to_socket_addrs().and_then(|mut addresses| {
                let first =
                    addresses.try_fold(std::io::ErrorKind::NotFound.into(), |_, address| {
                        match TcpStream::connect_timeout(&address, left.min(LONGEST_TRY)) {
                            Ok(stream) => Err(stream),
                            Err(why) => Ok(why),
                        }
                    });
                match first {
                    Err(stream) => Ok(stream),
                    Ok(why) => Err(why),
                }
            })
        };
        match tried {
            Ok(stream) => return Ok(stream),
            Err(why) if Instant::now() + PAUSE >= deadline || is_over() => return Err(why.into()),
            Err(_) => thread::sleep(PAUSE),
        }
    }
}
