//! JSON messages over a control connection, each behind its length.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewest_words::say;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use socket2::{SockRef, TcpKeepalive};

/// Why a connection carries nothing more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ConnectionError {
    /// One of the two sides closed it.
    #[error("{}", say!("the connection was closed"))]
    Closed,
    /// The other side sent or took nothing for too long.
    #[error("{}", say!("the other side did not answer in time"))]
    TimedOut,
    /// A message is longer than the longest that is allowed.
    #[error("{}", say!("a message is too long"))]
    TooLong,
    /// What arrived is not a message.
    #[error("{}", say!("a message makes no sense"))]
    Malformed,
    /// The operating system reported another error: its text.
    #[error("{}", say!("the connection failed: {error}", error = .0))]
    Io(String),
}

impl From<io::Error> for ConnectionError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind::{
            BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, TimedOut, UnexpectedEof,
            WouldBlock,
        };
        match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected | UnexpectedEof => {
                ConnectionError::Closed
            }
            TimedOut | WouldBlock => ConnectionError::TimedOut,
            _ => ConnectionError::Io(error.to_string()),
        }
    }
}

/// A connection that carries messages both ways. Clones share the connection: one thread may send
/// while another receives, and the messages of two senders do not mix.
#[derive(Clone, Debug)]
pub struct Wire(Arc<Ends>);

#[derive(Debug)]
struct Ends {
    stream: TcpStream,
    /// The bytes of a frame that is not complete yet, its length first.
    begun: Mutex<Vec<u8>>,
    /// Held while a frame is written.
    writing: Mutex<()>,
}

/// The number of bytes of a frame's length.
const PREFIX: usize = 4;

/// The longest message, in bytes.
const LONGEST: usize = 256 << 20;

/// The most bytes read at once: a frame takes memory as its bytes arrive, not as its length claims.
const PIECE: usize = 64 << 10;

/// The longest time without the other side taking any of the bytes sent to it.
const PATIENCE: Duration = Duration::from_secs(15);

impl Wire {
    /// Sends and receives messages over a connection from here on.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Wire(Arc::new(Ends {
            stream,
            begun: Mutex::default(),
            writing: Mutex::default(),
        })))
    }

    /// Sends a message. Closes the connection if that fails, because the next message would begin
    /// in the middle of this one.
    pub fn send<T: Serialize>(&self, message: &T) -> Result<(), ConnectionError> {
        let mut frame = vec![0; PREFIX];
        serde_json::to_writer(&mut frame, message)
            .map_err(|error| ConnectionError::Io(error.to_string()))?;
        let length = frame.len() - PREFIX;
        if length > LONGEST {
            return Err(ConnectionError::TooLong);
        }
        frame[..PREFIX].copy_from_slice(&(length as u32).to_le_bytes());
        let writing = self.0.writing.lock();
        let _writing = writing.unwrap_or_else(PoisonError::into_inner);
        // The timeout holds for each write: a long message may take long if it keeps moving.
        (&self.0.stream)
            .write_all(&frame)
            .map_err(|error| self.fail(error.into()))
    }

    /// Waits for a message. Returns `None` if none is complete when the time is up, and keeps its
    /// first bytes for the next call.
    pub fn receive<T: DeserializeOwned>(
        &self,
        timeout: Duration,
    ) -> Result<Option<T>, ConnectionError> {
        let mut begun = self.0.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.fill(&mut begun, timeout)? {
            return Ok(None);
        }
        let frame = std::mem::take(&mut *begun);
        match serde_json::from_slice(&frame[PREFIX..]) {
            Ok(message) => Ok(Some(message)),
            Err(_) => Err(self.fail(ConnectionError::Malformed)),
        }
    }

    /// Reads until the frame is complete, and not a byte further. Returns false if the time is up
    /// before.
    fn fill(&self, frame: &mut Vec<u8>, timeout: Duration) -> Result<bool, ConnectionError> {
        let start = Instant::now();
        let mut piece = [0; PIECE];
        let mut is_late = false;
        loop {
            let missing = match frame.first_chunk() {
                None => PREFIX - frame.len(),
                Some(length) => {
                    let length = u32::from_le_bytes(*length) as usize;
                    if length > LONGEST {
                        return Err(self.fail(ConnectionError::TooLong));
                    }
                    PREFIX + length - frame.len()
                }
            };
            if missing == 0 {
                return Ok(true);
            }
            // A short message that has already arrived is read even if there is no time to wait.
            if is_late && frame.len() > PREFIX {
                return Ok(false);
            }
            let left = timeout.saturating_sub(start.elapsed());
            is_late = left.is_zero();
            match self.read(&mut piece[..missing.min(PIECE)], left) {
                Ok(0) => return Err(self.fail(ConnectionError::Closed)),
                Ok(bytes) => frame.extend_from_slice(&piece[..bytes]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_timeout(&error) => {
                    if is_late {
                        return Ok(false);
                    }
                }
                Err(error) => return Err(self.fail(error.into())),
            }
        }
    }

    fn read(&self, to: &mut [u8], wait: Duration) -> io::Result<usize> {
        let wait = wait.max(Duration::from_millis(1));
        self.0.stream.set_read_timeout(Some(wait))?;
        (&self.0.stream).read(to)
    }

    /// Closes the connection for all its handles, also for a thread that waits for a message.
    pub fn close(&self) {
        // Fails only if it is already closed.
        let _ = self.0.stream.shutdown(Shutdown::Both);
    }

    /// Closes the connection and returns the error.
    fn fail(&self, error: ConnectionError) -> ConnectionError {
        self.close();
        error
    }
}

/// Whether a read timeout ran out. On Unix, a connection that the system gave up is another error.
pub(crate) fn is_timeout(error: &io::Error) -> bool {
    let kind = error.kind();
    kind == io::ErrorKind::WouldBlock || (cfg!(windows) && kind == io::ErrorKind::TimedOut)
}

/// Configures a connection so that a peer that is cut off from the network is noticed within about
/// this time, whether or not something is being sent to it.
///
/// A connected peer that takes nothing for as long is given up as well, so the reader of such a
/// connection must not pause for as long.
pub fn configure(stream: &TcpStream, patience: Duration) -> io::Result<()> {
    let socket = SockRef::from(stream);
    socket.set_tcp_nodelay(true)?;
    // The system counts whole seconds.
    let seconds = |part: u32| (patience / part).max(Duration::from_secs(1));
    let keepalive = TcpKeepalive::new()
        .with_time(seconds(3))
        .with_interval(seconds(6));
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    let keepalive = keepalive.with_retries(4);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(patience))?;
    Ok(())
}

/// The two ends of a connection on this machine, the caller's first.
#[cfg(test)]
pub(crate) fn pair() -> (TcpStream, TcpStream) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has one");
    let caller = TcpStream::connect(address).expect("it listens");
    (caller, listener.accept().expect("it was called").0)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const SHORT: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(20);

    fn wires() -> (Wire, Wire) {
        let (one, other) = pair();
        let wire = |stream| Wire::new(stream).expect("it is open");
        (wire(one), wire(other))
    }

    fn frame(text: &[u8]) -> Vec<u8> {
        [&(text.len() as u32).to_le_bytes(), text].concat()
    }

    #[test]
    fn messages_come_as_they_were_sent() {
        let (one, other) = wires();
        let messages: Vec<Vec<String>> = (0..50)
            .map(|i| vec!["a quote \" and 雪".repeat(i * 100); i % 7])
            .collect();
        let sender = one.clone();
        thread::scope(|scope| {
            scope.spawn(|| {
                messages
                    .iter()
                    .for_each(|message| sender.send(message).expect("sent"))
            });
            for message in &messages {
                assert_eq!(other.receive(LONG).as_ref(), Ok(&Some(message.clone())));
            }
        });
        other.send(&7).expect("the other way as well");
        assert_eq!(one.receive(LONG), Ok(Some(7)));
        assert_eq!(one.receive::<u8>(SHORT), Ok(None));
        assert_eq!(one.receive::<u8>(Duration::ZERO), Ok(None));
    }

    #[test]
    fn what_is_there_needs_no_time() {
        let (one, other) = wires();
        other.send(&"there").expect("sent");
        thread::sleep(SHORT);
        assert_eq!(one.receive(Duration::ZERO), Ok(Some("there".to_string())));
        let end = other.clone();
        thread::spawn(move || {
            thread::sleep(SHORT);
            end.send(&"late").expect("sent");
        });
        assert_eq!(one.receive(Duration::MAX), Ok(Some("late".to_string())));
    }

    #[test]
    fn senders_do_not_mix() {
        let (one, other) = wires();
        thread::scope(|scope| {
            for sender in 0..4 {
                let wire = other.clone();
                scope.spawn(move || {
                    for i in 0..200 {
                        wire.send(&vec![sender; i * 30]).expect("sent");
                    }
                });
            }
            let mut next = [0; 4];
            for _ in 0..800 {
                let message: Vec<usize> = one.receive(LONG).expect("whole").expect("in time");
                let Some(&sender) = message.first() else {
                    continue;
                };
                assert!(message.iter().all(|entry| *entry == sender));
                assert!(message.len() / 30 > next[sender]);
                next[sender] = message.len() / 30;
            }
        });
    }

    #[test]
    fn a_frame_that_is_begun_is_kept() {
        let (one, mut other) = pair();
        let wire = Wire::new(one).expect("it is open");
        for byte in frame(b"[1,2]") {
            assert_eq!(wire.receive::<Vec<u8>>(Duration::from_millis(2)), Ok(None));
            other.write_all(&[byte]).expect("sent");
        }
        assert_eq!(wire.receive(LONG), Ok(Some(vec![1, 2])));
    }

    #[test]
    fn a_trickle_does_not_prolong_the_wait() {
        let (one, mut other) = pair();
        let wire = Wire::new(one).expect("it is open");
        let text = format!("\"{}\"", "x".repeat(400));
        thread::scope(|scope| {
            scope.spawn(|| {
                for byte in frame(text.as_bytes()) {
                    thread::sleep(Duration::from_millis(2));
                    other.write_all(&[byte]).expect("sent");
                }
            });
            assert_eq!(wire.receive::<String>(SHORT), Ok(None));
            let message = wire.receive::<String>(LONG);
            assert_eq!(
                message.map(|text| text.map(|text| text.len())),
                Ok(Some(400))
            );
        });
    }

    #[test]
    fn bad_frames_break_the_wire() {
        let cases: [(&[u8], ConnectionError); 7] = [
            (&[0, 0, 0, 0], ConnectionError::Malformed),
            (&frame(b"{"), ConnectionError::Malformed),
            (&frame(b"7 7"), ConnectionError::Malformed),
            (&frame(b"-1"), ConnectionError::Malformed),
            (&frame(&[b'['; 100_000]), ConnectionError::Malformed),
            (&[0, 0, 0, 0x10, 7], ConnectionError::Closed),
            (&[1, 0, 0, 0x10], ConnectionError::TooLong),
        ];
        for (bytes, why) in cases {
            let (one, mut other) = pair();
            let wire = Wire::new(one).expect("it is open");
            other.write_all(bytes).expect("sent");
            other.shutdown(Shutdown::Write).expect("it was open");
            assert_eq!(wire.receive::<u32>(LONG), Err(why));
            assert!(wire.receive::<u32>(LONG).is_err(), "and stays broken");
            assert_eq!(
                other.read(&mut [0; 9]).unwrap_or(0),
                0,
                "the other side sees it"
            );
        }
    }

    #[test]
    fn a_claimed_length_takes_no_memory() {
        let (one, mut other) = pair();
        let wire = Wire::new(one).expect("it is open");
        other.write_all(&[0, 0, 0, 0x10, b'7']).expect("sent");
        assert_eq!(wire.receive::<u32>(SHORT), Ok(None));
        let begun = wire.0.begun.lock().expect("nobody panicked");
        assert!(begun.capacity() < 2 * PIECE);
    }

    #[test]
    fn random_bytes_never_panic() {
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let (one, mut other) = pair();
            let wire = Wire::new(one).expect("it is open");
            let mut bytes: Vec<u8> = (0..random.usize(..200)).map(|_| random.u8(..)).collect();
            if random.bool() {
                bytes.splice(..0, frame(b"[1]"));
            }
            other.write_all(&bytes).expect("sent");
            drop(other);
            while wire.receive::<Vec<u8>>(LONG).is_ok() {}
        }
    }

    #[test]
    fn closing_ends_a_wait() {
        let (one, other) = wires();
        let handle = one.clone();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(SHORT);
                handle.close();
            });
            assert_eq!(one.receive::<u8>(LONG), Err(ConnectionError::Closed));
        });
        assert_eq!(other.receive::<u8>(LONG), Err(ConnectionError::Closed));
        assert_eq!(one.send(&7), Err(ConnectionError::Closed));
        one.close();
    }

    #[test]
    fn a_message_that_is_no_json_is_not_sent() {
        let (one, other) = wires();
        let no_text = std::collections::BTreeMap::from([(vec![1], 2)]);
        assert!(matches!(one.send(&no_text), Err(ConnectionError::Io(_))));
        one.send(&7).expect("the wire is as it was");
        assert_eq!(other.receive(LONG), Ok(Some(7)));
    }

    #[test]
    fn a_peer_that_takes_nothing_breaks_the_wire() {
        let (one, _other) = wires();
        one.0
            .stream
            .set_write_timeout(Some(SHORT))
            .expect("it is open");
        let message = "x".repeat(100 << 20);
        assert_eq!(one.send(&message), Err(ConnectionError::TimedOut));
        assert_eq!(one.send(&7), Err(ConnectionError::Closed));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_peer_that_is_cut_off_is_noticed() {
        let patience = Duration::from_secs(2);
        let watch = |sends: bool| {
            let (one, other) = pair();
            configure(&one, patience).expect("it is open");
            // Whatever is sent to it vanishes: it does not even say that it is there.
            let nothing = socket2::SockFilter::new(6, 0, 0, 0);
            let cut = SockRef::from(&other).attach_filter(&[nothing]);
            cut.expect("it is ours");
            let wire = Wire::new(one).expect("it is open");
            if sends {
                wire.send(&"is anybody there?").expect("it goes out");
            }
            assert_eq!(wire.receive::<u8>(patience / 2), Ok(None));
            assert_eq!(wire.receive::<u8>(LONG), Err(ConnectionError::TimedOut));
        };
        thread::scope(|scope| {
            scope.spawn(|| watch(true));
            scope.spawn(|| watch(false));
        });
    }

    #[test]
    fn a_steady_connection_watches_its_peer() {
        let (one, _other) = pair();
        configure(&one, Duration::from_secs(12)).expect("it is open");
        assert!(one.nodelay().expect("it is open"));
        let socket = SockRef::from(&one);
        assert!(socket.keepalive().expect("it is open"));
        #[cfg(target_os = "linux")]
        {
            let second = Duration::from_secs(1);
            assert_eq!(socket.tcp_keepalive_time().expect("set"), 4 * second);
            assert_eq!(socket.tcp_keepalive_interval().expect("set"), 2 * second);
            assert_eq!(socket.tcp_keepalive_retries().expect("set"), 4);
            assert_eq!(socket.tcp_user_timeout().expect("set"), Some(12 * second));
        }
        configure(&one, Duration::from_millis(1)).expect("as short as it gets");
        configure(&one, Duration::from_secs(24 * 3600)).expect("as long as it gets");
    }

    #[test]
    fn errors_of_the_system_are_told_apart() {
        let broken = |kind: io::ErrorKind| ConnectionError::from(io::Error::from(kind)).to_string();
        let closed = "the connection was closed";
        let slow = "the other side did not answer in time";
        assert_eq!(broken(io::ErrorKind::ConnectionReset), closed);
        assert_eq!(broken(io::ErrorKind::BrokenPipe), closed);
        assert_eq!(broken(io::ErrorKind::TimedOut), slow);
        assert_eq!(broken(io::ErrorKind::WouldBlock), slow);
        assert_eq!(
            ConnectionError::from(io::Error::other("no cable")).to_string(),
            "the connection failed: no cable"
        );
    }
}
