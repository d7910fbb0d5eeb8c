//! How a connection breaks, in words.

use std::error::Error;
use std::fmt;
use std::io;

use fewest_words::say;

/// Why nothing more goes over a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The other side closed it, or this one did.
    Closed,
    /// The other side took or sent nothing for too long.
    TooSlow,
    /// A message is longer than any may be.
    TooLong,
    /// What came is no message.
    Garbled,
    /// The system says why.
    Failed(String),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind::{
            BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, TimedOut, UnexpectedEof,
            WouldBlock,
        };
        match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected | UnexpectedEof => {
                Broken::Closed
            }
            TimedOut | WouldBlock => Broken::TooSlow,
            _ => Broken::Failed(error.to_string()),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&match self {
            Broken::Closed => say!("the connection was closed"),
            Broken::TooSlow => say!("the other side did not answer in time"),
            Broken::TooLong => say!("a message is too long"),
            Broken::Garbled => say!("a message makes no sense"),
            Broken::Failed(error) => say!("the connection failed: {error}", error),
        })
    }
}

impl Error for Broken {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_are_told_apart() {
        let broken = |kind: io::ErrorKind| Broken::from(io::Error::from(kind)).to_string();
        let closed = "the connection was closed";
        let slow = "the other side did not answer in time";
        assert_eq!(broken(io::ErrorKind::ConnectionReset), closed);
        assert_eq!(broken(io::ErrorKind::BrokenPipe), closed);
        assert_eq!(broken(io::ErrorKind::TimedOut), slow);
        assert_eq!(broken(io::ErrorKind::WouldBlock), slow);
        assert_eq!(
            Broken::from(io::Error::other("no cable")).to_string(),
            "the connection failed: no cable"
        );
    }
}
