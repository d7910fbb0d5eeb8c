//! A worker process: it listens, turns strangers away, and serves one leader at a time.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fewest_search::disk::Disk as _;
use fewest_words::{Lang, say};

use crate::folders;
use crate::greeting::{Greeter, Purpose, Refusal};
use crate::messages::{Answer, Question, VERSION};
use crate::session::Session;
use crate::token::Token;
use crate::wire::{Wire, steady};

/// How a worker process is set up.
#[derive(Debug)]
pub struct Settings {
    /// Where it listens, as `host:port`.
    pub listen: String,
    /// What its leaders and the other workers know.
    pub token: Token,
    /// How long it waits for others.
    pub patience: Duration,
    /// How many threads it offers.
    pub threads: NonZeroUsize,
    /// The bytes that it may hold.
    pub memory: u64,
    /// Where it keeps its shares.
    pub folder: PathBuf,
}

/// Answers questions about whole levels, and asks now and then whether anybody still waits for it.
pub type Clerk = dyn Fn(&Question, &(dyn Fn() -> bool + Sync)) -> Answer + Sync;

/// Serves leaders until it is stopped. `ready` hears where it listens, and `tell` what goes on.
pub fn serve(
    settings: &Settings,
    clerk: &Clerk,
    is_stopped: &(dyn Fn() -> bool + Sync),
    ready: &mut dyn FnMut(SocketAddr),
    tell: &(dyn Fn(&str) + Sync),
) -> io::Result<()> {
    let home = folders::claim(&settings.folder)?;
    let listener = TcpListener::bind(&settings.listen)?;
    listener.set_nonblocking(true)?;
    ready(listener.local_addr()?);
    let post = Post {
        settings,
        clerk,
        is_stopped,
        tell,
        language: Lang::spoken(),
        duty: Mutex::default(),
        greeting: AtomicUsize::new(0),
    };
    thread::scope(|scope| {
        while !is_stopped() {
            match listener.accept() {
                Ok((stream, from)) => {
                    // Whoever comes when so many are being greeted has to come again.
                    if post.greeting.fetch_add(1, Ordering::Relaxed) < MOST_GREETING {
                        let post = &post;
                        let receive = move || post.language.speak(|| post.receive(stream, from));
                        // Where no thread is to be had, the caller finds the door closed.
                        if thread::Builder::new().spawn_scoped(scope, receive).is_err() {
                            post.greeting.fetch_sub(1, Ordering::Relaxed);
                        }
                    } else {
                        post.greeting.fetch_sub(1, Ordering::Relaxed);
                    }
                }
                // Nobody is there, or somebody who came has gone again.
                Err(_) => thread::sleep(PAUSE),
            }
        }
    });
    // What cannot be removed is in nobody's way.
    let _ = home.leave();
    Ok(())
}

/// How many are greeted at the same time.
const MOST_GREETING: usize = 64;
/// How long a greeting may take.
const GREETING: Duration = Duration::from_secs(5);
/// How often it is looked whether somebody has come.
const PAUSE: Duration = Duration::from_millis(10);

/// A worker at its post.
pub(crate) struct Post<'a> {
    pub settings: &'a Settings,
    pub clerk: &'a Clerk,
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    pub tell: &'a (dyn Fn(&str) + Sync),
    /// What is spoken here.
    pub language: Lang,
    duty: Mutex<Duty>,
    greeting: AtomicUsize,
}

/// What a worker is busy with.
#[derive(Default)]
struct Duty {
    is_led: bool,
    run: Option<Run>,
}

/// A search that other processes may call for.
pub(crate) struct Run {
    pub id: [u8; 16],
    pub subject: [u8; 32],
    pub index: usize,
    /// Who has called, of all processes.
    pub called: Vec<bool>,
    pub callers: Sender<(usize, TcpStream)>,
}

impl Post<'_> {
    fn duty(&self) -> MutexGuard<'_, Duty> {
        self.duty.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the other processes call for a search, or for none any more.
    pub fn expect(&self, run: Option<Run>) {
        self.duty().run = run;
    }

    /// Greets whoever came, and lets them do what they came for.
    fn receive(&self, stream: TcpStream, from: SocketAddr) {
        let greeter = Greeter {
            token: &self.settings.token,
            version: VERSION,
            deadline: Instant::now() + GREETING.min(self.settings.patience),
        };
        let mut leads = None;
        let greeted = steady(&stream, self.settings.patience)
            .map_err(Into::into)
            .and_then(|()| greeter.answer(&stream, |purpose| self.allow(purpose, &mut leads)));
        self.greeting.fetch_sub(1, Ordering::Relaxed);
        match greeted {
            Ok(Purpose::Lead) => {
                if let Ok(wire) = Wire::new(stream) {
                    (self.tell)(&say!("{address} leads", address = from));
                    Session::new(self, &wire).serve();
                    wire.close();
                    (self.tell)(&say!("{address} leads no more", address = from));
                }
            }
            Ok(Purpose::Mesh { run, from, .. }) => self.hand_on(run, from, stream),
            Err(why) => {
                let told = say!("{address} was turned away: {why}", address = from, why);
                (self.tell)(&told);
            }
        }
        drop(leads);
    }

    /// Hands on a line of the mesh. Where nobody waits for it any more, it is closed: the search that
    /// it was greeted for may have made room for another one meanwhile.
    fn hand_on(&self, id: [u8; 16], from: usize, stream: TcpStream) {
        if let Some(run) = self.duty().run.as_ref().filter(|run| run.id == id) {
            let _ = run.callers.send((from, stream));
        }
    }

    /// Whether somebody who knows the token may do what they came for.
    fn allow<'p>(&'p self, purpose: &Purpose, leads: &mut Option<Lead<'p>>) -> Result<(), Refusal> {
        let mut duty = self.duty();
        match purpose {
            Purpose::Lead if duty.is_led => Err(Refusal::Busy),
            Purpose::Lead => {
                duty.is_led = true;
                *leads = Some(Lead(self));
                Ok(())
            }
            Purpose::Mesh {
                run: id,
                subject,
                from,
                to,
            } => {
                let run = duty.run.as_mut().ok_or(Refusal::Stale)?;
                if run.id != *id {
                    return Err(Refusal::Stale);
                }
                if run.subject != *subject {
                    return Err(Refusal::OtherLevel);
                }
                // Each of those behind this one calls, once.
                let is_expected = *to == run.index && *from > run.index;
                match run.called.get_mut(*from) {
                    Some(called) if is_expected && !*called => {
                        *called = true;
                        Ok(())
                    }
                    _ => Err(Refusal::Stale),
                }
            }
        }
    }
}

/// Somebody leads, until this is dropped.
struct Lead<'a>(&'a Post<'a>);

impl Drop for Lead<'_> {
    fn drop(&mut self) {
        *self.0.duty() = Duty::default();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Asks a worker that expects the run `[1; 16]` about `[2; 32]`, as the second of three
    /// processes; who calls comes out at the other end.
    fn with_post<T>(ask: impl FnOnce(&Post, &mpsc::Receiver<(usize, TcpStream)>) -> T) -> T {
        let settings = Settings {
            listen: String::new(),
            token: Token::random().expect("there is chance"),
            patience: Duration::ZERO,
            threads: NonZeroUsize::MIN,
            memory: 0,
            folder: PathBuf::new(),
        };
        let clerk = |_: &Question, _: &(dyn Fn() -> bool + Sync)| unreachable!("nobody asks");
        let post = Post {
            settings: &settings,
            clerk: &clerk,
            is_stopped: &|| false,
            tell: &|_| (),
            language: Lang::En,
            duty: Mutex::default(),
            greeting: AtomicUsize::new(0),
        };
        let (callers, called) = mpsc::channel();
        post.expect(Some(Run {
            id: [1; 16],
            subject: [2; 32],
            index: 1,
            called: vec![false; 3],
            callers,
        }));
        ask(&post, &called)
    }

    /// Whether it lets somebody in.
    fn answers(purposes: &[Purpose]) -> Vec<Result<(), Refusal>> {
        with_post(|post, _| {
            let mut leads = None;
            let allowed = purposes.iter();
            allowed
                .map(|purpose| post.allow(purpose, &mut leads))
                .collect()
        })
    }

    #[test]
    fn a_line_of_a_search_that_is_over_is_none_of_the_next() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it has one");
        let line = || TcpStream::connect(address).expect("it listens");
        with_post(|post, called| {
            post.hand_on([9; 16], 2, line());
            assert!(called.try_recv().is_err());
            post.hand_on([1; 16], 2, line());
            assert_eq!(called.try_recv().map(|(from, _)| from), Ok(2));
        });
    }

    fn mesh(run: u8, subject: u8, from: usize, to: usize) -> Purpose {
        Purpose::Mesh {
            run: [run; 16],
            subject: [subject; 32],
            from,
            to,
        }
    }

    #[test]
    fn only_those_who_belong_to_the_search_are_let_in() {
        let refused = [
            (mesh(9, 2, 2, 1), Refusal::Stale),
            (mesh(1, 9, 2, 1), Refusal::OtherLevel),
            // Those before this one are called, and do not call.
            (mesh(1, 2, 0, 1), Refusal::Stale),
            (mesh(1, 2, 1, 1), Refusal::Stale),
            (mesh(1, 2, 3, 1), Refusal::Stale),
            (mesh(1, 2, usize::MAX, 1), Refusal::Stale),
            (mesh(1, 2, 2, 0), Refusal::Stale),
        ];
        for (purpose, why) in refused {
            assert_eq!(answers(&[purpose]), [Err(why)]);
        }
        let caller = mesh(1, 2, 2, 1);
        let once = [Ok(()), Err(Refusal::Stale)];
        assert_eq!(answers(&[caller.clone(), caller]), once);
    }

    #[test]
    fn one_leads_at_a_time() {
        let busy = [Ok(()), Err(Refusal::Busy)];
        assert_eq!(answers(&[Purpose::Lead, Purpose::Lead]), busy);
    }
}
