//! The mesh: a connection between every two processes of a search, over which timely exchanges the
//! positions of the workers.
//!
//! Timely's threads panic when a connection breaks. A [`Line`] therefore never fails: it records the
//! break in [`LostPeers`], discards what is written, and ends what is read in the way that timely
//! takes for a clean end. It passes on whole messages only, because a message that broke off would be
//! completed by the bytes that follow it, and the worker that decodes it would panic.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs as _};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::exchange::CancelToken;
use crate::handshake::{Handshake, HandshakeError, SessionKind, Token};
use crate::messages::VERSION;
use crate::wire::{ConnectionError, configure};

/// How this process connects to the others.
pub(crate) struct Mesh<'a> {
    pub token: &'a Token,
    /// How long the others may take.
    pub patience: Duration,
    pub run: [u8; 16],
    pub subject: [u8; 32],
    /// The addresses of all processes, and the index of this one.
    pub processes: &'a [String],
    pub index: usize,
}

/// The time between two attempts to reach a process that does not listen yet.
const PAUSE: Duration = Duration::from_millis(50);
/// The longest time that one attempt may take.
const LONGEST_ATTEMPT: Duration = Duration::from_secs(3);

impl Mesh<'_> {
    /// Calls the processes before this one, and waits until those behind it have called.
    pub fn connect(
        &self,
        callers: &Receiver<(usize, TcpStream)>,
        cancel: &CancelToken,
    ) -> Result<Vec<Option<TcpStream>>, LostPeer> {
        let deadline = Instant::now() + self.patience;
        let mut streams: Vec<Option<TcpStream>> = Vec::new();
        streams.resize_with(self.processes.len(), || None);
        for (peer, stream) in streams[..self.index].iter_mut().enumerate() {
            let called = self.call(peer, deadline, cancel);
            *stream = Some(called.map_err(|error| LostPeer { peer, error })?);
        }
        loop {
            let mut behind = (self.index + 1..streams.len()).filter(|&at| streams[at].is_none());
            let Some(peer) = behind.next() else {
                return Ok(streams);
            };
            if let Ok((from, stream)) = callers.recv_timeout(PAUSE) {
                streams[from] = Some(stream);
            } else if Instant::now() >= deadline || cancel.is_cancelled() || cancel.is_stopped() {
                let error = ConnectionError::TimedOut.into();
                return Err(LostPeer { peer, error });
            }
        }
    }

    fn call(
        &self,
        to: usize,
        deadline: Instant,
        cancel: &CancelToken,
    ) -> Result<TcpStream, HandshakeError> {
        let kind = SessionKind::Mesh {
            run: self.run,
            subject: self.subject,
            from: self.index,
            to,
        };
        let is_over = || cancel.is_cancelled() || cancel.is_stopped();
        let handshake = Handshake {
            token: self.token,
            version: VERSION,
            deadline,
        };
        loop {
            let stream = reach(&self.processes[to], deadline, &is_over)?;
            configure(&stream, self.patience)?;
            match handshake.call(&stream, &kind) {
                // The worker closes connections while too many strangers are in their handshakes.
                Err(HandshakeError::Connection(ConnectionError::Closed))
                    if Instant::now() + PAUSE < deadline && !is_over() =>
                {
                    thread::sleep(PAUSE);
                }
                result => return result.map(|()| stream),
            }
        }
    }
}

/// Connects to an address. Tries again until the deadline while nothing listens there.
pub(crate) fn reach(
    address: &str,
    deadline: Instant,
    is_over: &dyn Fn() -> bool,
) -> Result<TcpStream, ConnectionError> {
    loop {
        match try_to_reach(address, deadline) {
            Ok(stream) => return Ok(stream),
            Err(error) if Instant::now() + PAUSE >= deadline || is_over() => {
                return Err(error.into());
            }
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

/// Connects to one of the addresses that a name stands for.
fn try_to_reach(address: &str, deadline: Instant) -> io::Result<TcpStream> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    let mut last = io::ErrorKind::NotFound.into();
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, left.min(LONGEST_ATTEMPT)) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// A peer that cannot be reached or whose line broke.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LostPeer {
    /// The index of its process.
    pub peer: usize,
    pub error: HandshakeError,
}

/// The state of the lines of a mesh. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct LostPeers(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    is_broken: AtomicBool,
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    /// Whether all lines were broken, and the lost peer if there is one.
    is_broken: bool,
    first_lost: Option<LostPeer>,
    #[cfg(test)]
    ended: Vec<usize>,
    /// The connections, as long as timely holds them.
    open: Vec<Weak<TcpStream>>,
}

impl LostPeers {
    /// Whether a peer was lost or the mesh was abandoned. Then messages are missing, and all that the
    /// dataflow still does is worthless.
    pub fn is_broken(&self) -> bool {
        self.0.is_broken.load(Ordering::Acquire)
    }

    /// The peer that was lost first. `None` if the mesh was abandoned before any was lost.
    pub fn first(&self) -> Option<LostPeer> {
        self.lines().first_lost.clone()
    }

    /// The peers that ended on purpose, in the order of their ends. When the search is over all of
    /// them do, some before others have heard that it is. The last messages of a peer may reach the
    /// workers a moment after its end is recorded here.
    #[cfg(test)]
    pub fn ended(&self) -> Vec<usize> {
        self.lines().ended.clone()
    }

    /// Breaks every line from this side, also for a thread that waits on one. The peers lose this
    /// process; this process has lost none.
    pub fn abandon(&self) {
        self.break_all(None);
    }

    /// Records a lost peer and breaks all other lines too: otherwise peers that still have each other
    /// would wait for messages that the others never send.
    fn lose(&self, peer: usize, error: ConnectionError) {
        let error = error.into();
        self.break_all(Some(LostPeer { peer, error }));
    }

    fn break_all(&self, lost: Option<LostPeer>) {
        let mut lines = self.lines();
        if lines.is_broken {
            return;
        }
        lines.is_broken = true;
        lines.first_lost = lost;
        for line in lines.open.drain(..).filter_map(|line| line.upgrade()) {
            // Fails only if it has already ended.
            let _ = line.shutdown(Shutdown::Both);
        }
        // Only after the lines are broken: a worker that saw it sooner could stop, and timely would
        // tell the peers that this was a clean end.
        self.0.is_broken.store(true, Ordering::Release);
    }

    /// Adds a line that breaks together with the others.
    fn add(&self, line: &Arc<TcpStream>) {
        let mut lines = self.lines();
        match lines.is_broken {
            true => drop(line.shutdown(Shutdown::Both)),
            false => lines.open.push(Arc::downgrade(line)),
        }
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection to a peer in the form that timely wants. Timely clones it into an end that it reads
/// and an end that it writes.
#[derive(Debug)]
pub(crate) struct Line {
    stream: Arc<TcpStream>,
    peer: usize,
    workers: Range<usize>,
    lost: LostPeers,
    inbox: Inbox,
    /// Whether a write has failed. Then the rest is discarded.
    is_write_broken: bool,
}

impl Line {
    /// A line to the peer with this index. Its messages are for these workers of this process, as
    /// timely numbers the workers of all processes.
    pub fn new(
        stream: TcpStream,
        peer: usize,
        workers: Range<usize>,
        lost: &LostPeers,
    ) -> io::Result<Self> {
        // A pause is not a break: the system notices a peer that is gone.
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(None)?;
        let stream = Arc::new(stream);
        lost.add(&stream);
        Ok(Line::over(stream, peer, workers, lost.clone()))
    }

    fn over(stream: Arc<TcpStream>, peer: usize, workers: Range<usize>, lost: LostPeers) -> Self {
        Line {
            stream,
            peer,
            inbox: Inbox::new(workers.clone()),
            workers,
            lost,
            is_write_broken: false,
        }
    }
}

impl Read for Line {
    /// Reads bytes of whole messages, and at last those of a clean end. Never fails.
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            let taken = self.inbox.take(to);
            if taken > 0 || to.is_empty() || self.inbox.is_over {
                return Ok(taken);
            }
            let arrived = match (&*self.stream).read(self.inbox.free_space()) {
                Ok(0) => Err(ConnectionError::Closed),
                Ok(count) => self.inbox.arrive(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
                Err(error) => Err(error.into()),
            };
            match arrived {
                #[cfg(test)]
                Ok(()) if self.inbox.is_over => self.lost.lines().ended.push(self.peer),
                Ok(()) => {}
                Err(error) => {
                    self.lost.lose(self.peer, error);
                    self.inbox.end();
                }
            }
        }
    }
}

impl Write for Line {
    /// Writes, or discards the bytes if the line is broken. Never fails.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        while !self.is_write_broken && !bytes.is_empty() {
            match (&*self.stream).write(bytes) {
                Ok(count) if count > 0 => return Ok(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                failed => {
                    self.is_write_broken = true;
                    let error = failed.err().map_or(ConnectionError::Closed, Into::into);
                    self.lost.lose(self.peer, error);
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Line {
    /// Makes the other end of the line, before anything was read.
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Line::over(
            Arc::clone(&self.stream),
            self.peer,
            self.workers.clone(),
            self.lost.clone(),
        ))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    /// Timely calls this when all is written. A line that has broken was recorded before.
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

/// The number of bytes of a message's header: six numbers of eight bytes, the largest byte first.
const HEADER: usize = 48;
/// The longest message, in bytes. Timely's are far shorter, so a longer one is not timely's.
const LONGEST_MESSAGE: usize = 1 << 30;
/// The number of bytes that are read at once.
const PIECE: usize = 256 << 10;

/// What has arrived on a line: a buffer that hands out whole messages only.
#[derive(Debug)]
struct Inbox {
    /// The workers that messages can be for.
    workers: Range<usize>,
    bytes: Vec<u8>,
    /// The ends of what was taken, of the whole messages, and of all that has arrived.
    taken: usize,
    whole: usize,
    arrived: usize,
    /// Whether the end has arrived: no message follows those that can still be taken.
    is_over: bool,
}

impl Inbox {
    fn new(workers: Range<usize>) -> Self {
        Inbox {
            workers,
            bytes: Vec::new(),
            taken: 0,
            whole: 0,
            arrived: 0,
            is_over: false,
        }
    }

    /// Takes as many bytes of whole messages as fit.
    fn take(&mut self, to: &mut [u8]) -> usize {
        let count = to.len().min(self.whole - self.taken);
        to[..count].copy_from_slice(&self.bytes[self.taken..self.taken + count]);
        self.taken += count;
        count
    }

    /// Where to put the bytes that arrive next. It grows with the bytes that have arrived, whatever
    /// length a header claims.
    fn free_space(&mut self) -> &mut [u8] {
        if self.taken > 0 {
            self.bytes.copy_within(self.taken..self.arrived, 0);
            self.whole -= self.taken;
            self.arrived -= self.taken;
            self.taken = 0;
        }
        if self.bytes.len() - self.arrived < PIECE / 2 {
            self.bytes.resize((self.arrived * 2).max(PIECE), 0);
        }
        &mut self.bytes[self.arrived..]
    }

    /// Takes over the bytes that were put into the free space.
    fn arrive(&mut self, count: usize) -> Result<(), ConnectionError> {
        self.arrived += count;
        while !self.is_over
            && let Some(header) = self.bytes[self.whole..self.arrived].first_chunk()
        {
            let (targets, length) = read_header(header);
            if length == 0 {
                // The end. What follows it is not passed on.
                self.is_over = true;
            } else if length > LONGEST_MESSAGE as u64 {
                return Err(ConnectionError::TooLong);
            } else if !self.are_workers(&targets) {
                return Err(ConnectionError::Malformed);
            }
            let message = HEADER + length as usize;
            if self.arrived - self.whole < message {
                break;
            }
            self.whole += message;
        }
        Ok(())
    }

    /// Whether timely has queues for all targets. It does not check.
    fn are_workers(&self, targets: &Range<u64>) -> bool {
        let Range { start, end } = &self.workers;
        *start as u64 <= targets.start && targets.start < targets.end && targets.end <= *end as u64
    }

    /// Ends it as if the other side had: the whole messages can still be taken, and then the end.
    fn end(&mut self) {
        if !self.is_over {
            self.bytes.truncate(self.whole);
            self.bytes.extend([0; HEADER]);
            self.whole += HEADER;
            self.arrived = self.whole;
            self.is_over = true;
        }
    }
}

/// The targets of a message and its length behind the header.
fn read_header(bytes: &[u8; HEADER]) -> (Range<u64>, u64) {
    let (numbers, _) = bytes.as_chunks();
    let number = |place: usize| u64::from_be_bytes(numbers[place]);
    (number(2)..number(3), number(4))
}

#[cfg(test)]
mod tests;
