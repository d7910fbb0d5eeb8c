//! Two ends of a connection inside this machine, for tests.

use std::net::{TcpListener, TcpStream};

/// The end that called, and the one that was called.
pub fn pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has one");
    let caller = TcpStream::connect(address).expect("it listens");
    (caller, listener.accept().expect("it was called").0)
}
