//! Several threads at work, and one that looks on.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Scope, Thread};
use std::time::Duration;

use fewest_words::Lang;

/// How long whoever looks on waits at the most.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// The threads that are at work besides the one that looks on.
#[derive(Default)]
pub struct Others {
    at_work: AtomicUsize,
}

/// Counts a thread as long as it is at work, and wakes the one that looks on when it no longer is,
/// whatever the reason.
struct AtWork<'a> {
    others: &'a Others,
    onlooker: Thread,
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.others.at_work.fetch_sub(1, Ordering::AcqRel);
        self.onlooker.unpark();
    }
}

impl Others {
    /// Sets so many threads to work, or as many as are to be had.
    pub fn begin<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        threads: usize,
        work: &'scope (impl Fn() + Sync),
    ) {
        let lang = Lang::spoken();
        for _ in 0..threads {
            self.at_work.fetch_add(1, Ordering::AcqRel);
            let at_work = AtWork {
                others: self,
                onlooker: thread::current(),
            };
            let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                let _at_work = at_work;
                lang.speak(work);
            });
            if spawned.is_err() {
                break;
            }
        }
    }

    fn are_at_work(&self) -> bool {
        self.at_work.load(Ordering::Acquire) > 0
    }

    /// Looks on now and then until none is at work any more.
    pub fn wait(&self, mut look: impl FnMut()) {
        while self.are_at_work() {
            thread::park_timeout(BETWEEN_LOOKS);
            look();
        }
    }
}

/// Lets so many threads work until each is done, while this one looks on now and then, and a last
/// time when all are done. A worker may wake it with [`Thread::unpark`].
pub fn labour(threads: NonZeroUsize, work: impl Fn() + Sync, mut look: impl FnMut()) {
    let others = Others::default();
    thread::scope(|scope| {
        others.begin(scope, threads.get(), &work);
        if !others.are_at_work() {
            // Where no thread is to be had, nobody looks on.
            work();
        }
        others.wait(&mut look);
    });
    look();
}
