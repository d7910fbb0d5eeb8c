//! Messages over a control connection: a length, and so many bytes of JSON.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use socket2::{SockRef, TcpKeepalive};

use crate::broken::Broken;

/// A connection that carries messages both ways. Its clones are the same connection: one thread may
/// send while another receives, and messages of two senders do not mix.
#[derive(Clone, Debug)]
pub struct Wire(Arc<Ends>);

#[derive(Debug)]
struct Ends {
    stream: TcpStream,
    /// The bytes of a frame that has not ended yet, its length first.
    begun: Mutex<Vec<u8>>,
    /// Held while a frame is written.
    writing: Mutex<()>,
}

/// The bytes of a frame's length.
const PREFIX: usize = 4;

/// The longest message, in bytes.
const LONGEST: usize = 256 << 20;

/// How much is read at once: a frame takes memory as its bytes arrive, not as it claims.
const PIECE: usize = 64 << 10;

/// How long the other side may take nothing of what is sent to it.
const PATIENCE: Duration = Duration::from_secs(15);

impl Wire {
    /// Carries messages over a connection from here on.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Wire(Arc::new(Ends {
            stream,
            begun: Mutex::default(),
            writing: Mutex::default(),
        })))
    }

    /// Sends a message. A connection that breaks meanwhile is closed: nobody could tell where the
    /// next message begins.
    pub fn send<T: Serialize>(&self, message: &T) -> Result<(), Broken> {
        let mut frame = vec![0; PREFIX];
        serde_json::to_writer(&mut frame, message)
            .map_err(|error| Broken::Failed(error.to_string()))?;
        let length = frame.len() - PREFIX;
        if length > LONGEST {
            return Err(Broken::TooLong);
        }
        frame[..PREFIX].copy_from_slice(&(length as u32).to_le_bytes());
        let _writing = self
            .0
            .writing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // The timeout is for each write, so a long message may take long as long as it moves.
        (&self.0.stream)
            .write_all(&frame)
            .map_err(|error| self.broken(error.into()))
    }

    /// Waits for a message; nothing where none came whole within the time. What came of it is kept
    /// for the next call.
    pub fn receive<T: DeserializeOwned>(&self, timeout: Duration) -> Result<Option<T>, Broken> {
        let mut begun = self.0.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.fill(&mut begun, timeout)? {
            return Ok(None);
        }
        let frame = std::mem::take(&mut *begun);
        match serde_json::from_slice(&frame[PREFIX..]) {
            Ok(message) => Ok(Some(message)),
            Err(_) => Err(self.broken(Broken::Garbled)),
        }
    }

    /// Reads on until the frame is whole, and not a byte further; false where time is up before.
    fn fill(&self, frame: &mut Vec<u8>, timeout: Duration) -> Result<bool, Broken> {
        let start = Instant::now();
        let mut piece = [0; PIECE];
        let mut is_late = false;
        loop {
            let missing = match frame.first_chunk() {
                None => PREFIX - frame.len(),
                Some(length) => {
                    let length = u32::from_le_bytes(*length) as usize;
                    if length > LONGEST {
                        return Err(self.broken(Broken::TooLong));
                    }
                    PREFIX + length - frame.len()
                }
            };
            if missing == 0 {
                return Ok(true);
            }
            // A short message that is there already is read even where there is no time to wait.
            if is_late && frame.len() > PREFIX {
                return Ok(false);
            }
            let left = timeout.saturating_sub(start.elapsed());
            is_late = left.is_zero();
            match self.read(&mut piece[..missing.min(PIECE)], left) {
                Ok(0) => return Err(self.broken(Broken::Closed)),
                Ok(bytes) => frame.extend_from_slice(&piece[..bytes]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_over_time(&error) => {
                    if is_late {
                        return Ok(false);
                    }
                }
                Err(error) => return Err(self.broken(error.into())),
            }
        }
    }

    fn read(&self, to: &mut [u8], wait: Duration) -> io::Result<usize> {
        let wait = wait.max(Duration::from_millis(1));
        self.0.stream.set_read_timeout(Some(wait))?;
        (&self.0.stream).read(to)
    }

    /// Closes the connection for all its handles: whoever waits for a message waits no longer.
    pub fn close(&self) {
        // One that is already closed is closed.
        let _ = self.0.stream.shutdown(Shutdown::Both);
    }

    fn broken(&self, why: Broken) -> Broken {
        self.close();
        why
    }
}

/// Whether nothing came within the time that was set for it. A connection that the system itself
/// gave up is another error on Unix, and not this one.
pub(crate) fn is_over_time(error: &io::Error) -> bool {
    let kind = error.kind();
    kind == io::ErrorKind::WouldBlock || (cfg!(windows) && kind == io::ErrorKind::TimedOut)
}

/// Sets up a connection of the cluster so that a peer which is cut off from the network is noticed
/// within about this time, whether something is being sent to it or not.
///
/// A peer that is there but takes nothing for so long is given up as well, so whatever reads from
/// such a connection must not pause for as long.
pub fn steady(stream: &TcpStream, patience: Duration) -> io::Result<()> {
    let socket = SockRef::from(stream);
    socket.set_tcp_nodelay(true)?;
    // The system counts in whole seconds.
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

#[cfg(test)]
mod tests;
