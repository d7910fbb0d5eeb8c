//! Which workers of the mesh were lost on the way, and why.

use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::broken::Broken;

/// What became of the lines of a mesh. Its clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Losses(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    is_lost: AtomicBool,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// Whether a peer was lost or the mesh was abandoned, and in the first case which.
    is_over: bool,
    first: Option<Loss>,
    /// Only tests ask for it.
    #[cfg(test)]
    ended: Vec<usize>,
    /// The connections, as long as timely holds them.
    lines: Vec<Weak<TcpStream>>,
}

/// A peer whose line broke before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The peer's index.
    pub peer: usize,
    /// What happened to its line.
    pub why: Broken,
}

impl Losses {
    /// Whether a peer was lost or the mesh was abandoned: then messages are missing, and nothing
    /// that the dataflow still does is worth anything.
    pub fn is_lost(&self) -> bool {
        self.0.is_lost.load(Ordering::Acquire)
    }

    /// The peer that was lost first; nothing where the mesh was abandoned before any was.
    pub fn first(&self) -> Option<Loss> {
        self.known().first.clone()
    }

    /// The peers that ended on purpose, in the order of their ends. When the search is over all of
    /// them do, some before others have heard that it is; one that ends while there is more to do
    /// has given up. Its last messages may reach the workers a moment after its end is told here.
    #[cfg(test)]
    pub fn ended(&self) -> Vec<usize> {
        self.known().ended.clone()
    }

    /// Gives up on this side: every line breaks now, and whoever waits on one waits no longer. The
    /// peers lose this one; this one has lost nobody.
    pub fn abandon(&self) {
        self.break_all(None);
    }

    /// One line is lost, and all others with it: peers that still have each other would otherwise
    /// wait for what those who lost somebody never send.
    pub(crate) fn lose(&self, peer: usize, why: Broken) {
        self.break_all(Some(Loss { peer, why }));
    }

    fn break_all(&self, loss: Option<Loss>) {
        let mut known = self.known();
        if known.is_over {
            return;
        }
        known.is_over = true;
        known.first = loss;
        for line in known.lines.drain(..).filter_map(|line| line.upgrade()) {
            hang_up(&line);
        }
        // Not before the lines are broken: workers that saw it sooner could stop, and timely would
        // tell the peers that this was a clean end.
        self.0.is_lost.store(true, Ordering::Release);
    }

    /// A line that breaks with the others.
    pub(crate) fn watch(&self, line: &Arc<TcpStream>) {
        let mut known = self.known();
        if known.is_over {
            hang_up(line);
        } else {
            known.lines.push(Arc::downgrade(line));
        }
    }

    /// A line has come to its end on purpose.
    #[cfg(test)]
    pub(crate) fn end(&self, peer: usize) {
        self.known().ended.push(peer);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a connection for all who read from it or write to it.
fn hang_up(line: &TcpStream) {
    // One that has already ended needs no more.
    let _ = line.shutdown(Shutdown::Both);
}
