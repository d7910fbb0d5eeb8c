//! A connection that is over once nothing can be written to it for too long: whoever asks and does
//! not read the answer must not keep it here for ever.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{self, Sleep};

/// A stream, and how long it may take to write to it.
pub struct Patient<S> {
    stream: S,
    patience: Duration,
    /// What ends the wait, while nothing can be written.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    /// A stream to which something must be written within that time.
    pub fn new(stream: S, patience: Duration) -> Self {
        Patient {
            stream,
            patience,
            waiting: None,
        }
    }

    fn within<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let patience = self.patience;
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(time::sleep(patience)));
        let over = waiting.as_mut().poll(context);
        over.map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.within(context, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, parts);
        this.within(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.stream).poll_flush(context);
        this.within(context, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    #[tokio::test]
    async fn who_does_not_read_is_not_waited_for() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let reader = TcpStream::connect(address).await.expect("it listens");
        let (stream, _) = listener.accept().await.expect("somebody comes");
        let mut patient = Patient::new(stream, Duration::from_millis(50));
        let bytes = vec![b'x'; 1 << 20];
        let ended = loop {
            let write =
                |context: &mut Context<'_>| Pin::new(&mut patient).poll_write(context, &bytes);
            if let Err(error) = poll_fn(write).await {
                break error.kind();
            }
        };
        assert_eq!(ended, io::ErrorKind::TimedOut);
        drop(reader);
    }
}
