//! `Connections`: how many connections are open, and which one is closed to make room for another.
//!
//! A connection is *waiting* while the server waits for its client: for a whole request, for an
//! answer to be taken, or for the next request. It is not waiting while its request is answered,
//! however long that takes. Only waiting connections are closed to make room, the one that has
//! waited longest first.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, ready};
use std::time::Instant;

use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::Notify;

/// The connections that are open.
pub struct Connections {
    most: usize,
    most_per_address: Option<usize>,
    open: Mutex<Open>,
    /// Tells that a connection was closed or has begun to wait.
    changed: Notify,
}

#[derive(Default)]
struct Open {
    next_id: u64,
    entries: HashMap<u64, Entry>,
}

struct Entry {
    address: IpAddr,
    waiting_since: Option<Instant>,
    /// Whether it was idle between two requests: the next one has its own time to come.
    was_answered: bool,
    close: Arc<Notify>,
}

/// Why there is no room for another connection.
enum Full {
    /// All connections of its address are being answered.
    Address,
    /// All connections are being answered.
    Server,
}

impl Connections {
    /// No connections yet. Without a bound for each address, another machine may have a quarter of
    /// all, and this one all of them: a reverse proxy asks for everyone.
    pub fn new(most: usize, most_per_address: Option<usize>) -> Arc<Self> {
        Arc::new(Connections {
            most,
            most_per_address,
            open: Mutex::default(),
            changed: Notify::new(),
        })
    }

    /// Makes room for a connection from `address`, and waits for it while all are being answered.
    /// Returns `None` if its address has as many as it may, and all of these are being answered.
    pub async fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Arc<Connection>> {
        let address = client(address);
        loop {
            match self.try_admit(address) {
                Ok(connection) => return Some(connection),
                Err(Full::Address) => return None,
                Err(Full::Server) => self.changed.notified().await,
            }
        }
    }

    fn try_admit(self: &Arc<Self>, address: IpAddr) -> Result<Arc<Connection>, Full> {
        let mut open = self.open();
        if open.count(address) >= self.most_from(address) {
            open.close_slowest(|other| other == address)
                .ok_or(Full::Address)?;
        } else if open.entries.len() >= self.most {
            open.close_slowest_of_the_busiest().ok_or(Full::Server)?;
        }
        let id = open.next_id;
        open.next_id += 1;
        let close = Arc::new(Notify::new());
        let entry = Entry {
            address,
            waiting_since: Some(Instant::now()),
            was_answered: false,
            close: close.clone(),
        };
        open.entries.insert(id, entry);
        Ok(Arc::new(Connection {
            all: self.clone(),
            id,
            close,
        }))
    }

    /// Closes a waiting connection, where the system has no room for another. Returns whether there
    /// is one.
    pub fn close_one(&self) -> bool {
        self.open().close_slowest_of_the_busiest().is_some()
    }

    fn most_from(&self, address: IpAddr) -> usize {
        match self.most_per_address {
            Some(most) => most,
            None if address.is_loopback() => self.most,
            None => self.most.div_ceil(4),
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().expect("nobody panics while holding it")
    }
}

impl Open {
    fn count(&self, address: IpAddr) -> usize {
        let addresses = self.entries.values().map(|entry| entry.address);
        addresses.filter(|&other| other == address).count()
    }

    /// Closes the connection that has waited longest, of those addresses.
    fn close_slowest(&mut self, is_meant: impl Fn(IpAddr) -> bool) -> Option<()> {
        let waiting = self.entries.iter().filter_map(|(&id, entry)| {
            let since = entry.waiting_since?;
            is_meant(entry.address).then_some((since, id))
        });
        let (_, id) = waiting.min()?;
        let entry = self.entries.remove(&id)?;
        entry.close.notify_one();
        Some(())
    }

    /// Closes the slowest of the address that has the most connections, or else of all: who opens
    /// many does not push out who has one.
    fn close_slowest_of_the_busiest(&mut self) -> Option<()> {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for entry in self.entries.values() {
            *counts.entry(entry.address).or_default() += 1;
        }
        let waiting = |entry: &&Entry| entry.waiting_since.is_some();
        let waiting = self.entries.values().filter(waiting);
        let most = waiting.map(|entry| counts[&entry.address]).max()?;
        self.close_slowest(|address| counts[&address] == most)
    }
}

/// Whom an address stands for: a network of version 6 usually belongs to one client.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) if !six.is_loopback() => {
            let network = u128::from(six) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
        }
        address => address,
    }
}

/// An open connection.
pub struct Connection {
    all: Arc<Connections>,
    id: u64,
    close: Arc<Notify>,
}

impl Connection {
    /// Waits until it is to be closed, to make room for another.
    pub async fn closed(&self) {
        self.close.notified().await;
    }

    /// The head of a request has come.
    fn begin(&self) {
        self.change(|entry| {
            if entry.was_answered {
                entry.waiting_since = Some(Instant::now());
            }
        });
    }

    /// The whole request has come.
    fn answer(&self) {
        self.change(|entry| entry.waiting_since = None);
    }

    /// The answer is made; its client has to take it, and may ask again.
    fn wait(&self) {
        self.change(|entry| {
            entry.waiting_since = Some(Instant::now());
            entry.was_answered = true;
        });
        self.all.changed.notify_one();
    }

    fn change(&self, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.all.open().entries.get_mut(&self.id) {
            change(entry);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.open().entries.remove(&self.id);
        self.all.changed.notify_one();
    }
}

/// The body of a request or of an answer, whose end tells the connection what is waited for.
pub struct TrackedBody<B> {
    body: B,
    connection: Arc<Connection>,
    at_end: fn(&Connection),
}

impl<B: Body> TrackedBody<B> {
    /// The body of a request whose head has just come: once it has come, or is not read any further, the
    /// request is answered.
    pub fn of_request(body: B, connection: Arc<Connection>) -> Self {
        match body.is_end_stream() {
            true => connection.answer(),
            false => connection.begin(),
        }
        let at_end = Connection::answer;
        TrackedBody {
            body,
            connection,
            at_end,
        }
    }

    /// The body of an answer: once there is no more of it, its client is waited for.
    pub fn of_answer(body: B, connection: Arc<Connection>) -> Self {
        let at_end = Connection::wait;
        TrackedBody {
            body,
            connection,
            at_end,
        }
    }
}

impl<B: Body + Unpin> Body for TrackedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let this = self.get_mut();
        let frame = ready!(Pin::new(&mut this.body).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) || this.body.is_end_stream() {
            (this.at_end)(&this.connection);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for TrackedBody<B> {
    fn drop(&mut self) {
        (self.at_end)(&self.connection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn is_open(connection: &Connection) -> bool {
        connection.all.open().entries.contains_key(&connection.id)
    }

    #[tokio::test]
    async fn an_address_with_many_makes_room_for_one_with_few() {
        let all = Connections::new(4, Some(3));
        let (many, few) = (address("192.0.2.1"), address("192.0.2.2"));
        let first = all.admit(few).await.expect("there is room");
        let mut others = Vec::new();
        for _ in 0..3 {
            others.push(all.admit(many).await.expect("there is room"));
        }
        let second = all.admit(few).await.expect("room is made");
        let open: Vec<_> = others.iter().map(|other| is_open(other)).collect();
        assert_eq!(open, [false, true, true]);
        assert!(is_open(&first) && is_open(&second));
    }

    #[tokio::test]
    async fn an_address_at_its_bound_makes_room_for_itself_or_is_refused() {
        let all = Connections::new(8, Some(2));
        let (one, other) = (address("2001:db8::1"), address("2001:db8::2"));
        let oldest = all.admit(address("192.0.2.2")).await.expect("room");
        let answered = all.admit(one).await.expect("there is room");
        answered.answer();
        let slow = all.admit(other).await.expect("there is room");
        let next = all.admit(one).await.expect("room is made");
        assert!(is_open(&oldest) && is_open(&answered) && is_open(&next));
        assert!(!is_open(&slow));
        next.answer();
        assert!(all.admit(other).await.is_none());
        next.wait();
        assert!(all.admit(other).await.is_some());
    }

    #[test]
    fn this_machine_may_have_all_of_them() {
        let most = |all: Arc<Connections>, text| all.most_from(client(address(text)));
        let usual = || Connections::new(512, None);
        for this in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(most(usual(), this), 512, "{this}");
        }
        assert_eq!(most(usual(), "192.0.2.1"), 128);
        assert_eq!(most(Connections::new(512, Some(5)), "::1"), 5);
    }
}
