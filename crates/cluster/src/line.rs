//! A line of the mesh: a connection that timely reads from and writes to, and that never fails it.
//!
//! Timely's threads panic when a connection breaks. A line notes the break in [`Losses`] instead,
//! takes what is written as if it were sent, and ends what is read in the way that timely calls
//! clean. Only whole messages are passed on: a message that broke off in the middle would be
//! completed by whatever followed it, and the worker that decodes it would panic in its place.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::ops::Range;
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::broken::Broken;
use crate::inbox::Inbox;
use crate::losses::Losses;

/// A connection to a peer, as timely wants it. Timely clones it into one end that is read and one
/// that is written.
#[derive(Debug)]
pub struct Line {
    stream: Arc<TcpStream>,
    peer: usize,
    workers: Range<usize>,
    losses: Losses,
    inbox: Inbox,
    /// Whether writing has failed: then nothing is written any more.
    is_deaf: bool,
}

impl Line {
    /// A line to the peer of this index, over which messages come for these workers of this process:
    /// timely counts the workers of all processes through.
    pub fn new(
        stream: TcpStream,
        peer: usize,
        workers: Range<usize>,
        losses: &Losses,
    ) -> io::Result<Self> {
        // A pause is not a break; whoever is gone for good is noticed by the system.
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(None)?;
        let stream = Arc::new(stream);
        losses.watch(&stream);
        Ok(Line::over(stream, peer, workers, losses.clone()))
    }

    fn over(stream: Arc<TcpStream>, peer: usize, workers: Range<usize>, losses: Losses) -> Self {
        Line {
            stream,
            peer,
            inbox: Inbox::new(workers.clone()),
            workers,
            losses,
            is_deaf: false,
        }
    }
}

impl Read for Line {
    /// Reads bytes of whole messages, and at last those of a clean end. Never fails.
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            let many = self.inbox.take(to);
            if many > 0 || to.is_empty() || self.inbox.is_over() {
                return Ok(many);
            }
            let arrived = match (&*self.stream).read(self.inbox.room()) {
                Ok(0) => Err(Broken::Closed),
                Ok(many) => self.inbox.arrive(many),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
                Err(error) => Err(error.into()),
            };
            match arrived {
                #[cfg(test)]
                Ok(()) if self.inbox.is_over() => self.losses.end(self.peer),
                Ok(()) => {}
                Err(why) => {
                    self.losses.lose(self.peer, why);
                    self.inbox.end();
                }
            }
        }
    }
}

impl Write for Line {
    /// Writes, or swallows what nobody takes any more. Never fails.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        while !self.is_deaf && !bytes.is_empty() {
            match (&*self.stream).write(bytes) {
                Ok(many) if many > 0 => return Ok(many),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                failed => {
                    self.is_deaf = true;
                    let why = failed.err().map_or(Broken::Closed, Broken::from);
                    self.losses.lose(self.peer, why);
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
    /// Another end of the same line, to be made before anything was read.
    fn try_clone(&self) -> io::Result<Self> {
        let stream = Arc::clone(&self.stream);
        Ok(Line::over(
            stream,
            self.peer,
            self.workers.clone(),
            self.losses.clone(),
        ))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    /// Timely says so when all is written; a line that is gone by then was noted where it broke.
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
