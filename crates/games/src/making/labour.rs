//! Several threads at work, and one that looks on.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use fewest_words::Lang;

/// How long whoever looks on waits at the most.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Counts a thread as long as it is at work, and wakes the one that looks on when it no longer is,
/// whatever the reason.
struct AtWork<'a> {
    others: &'a AtomicUsize,
    onlooker: Thread,
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.others.fetch_sub(1, Ordering::AcqRel);
        self.onlooker.unpark();
    }
}

/// Lets so many threads work until each is done, while this one looks on now and then, and a last
/// time when all are done. A worker may wake it with [`Thread::unpark`].
pub fn labour(threads: NonZeroUsize, work: impl Fn() + Sync, mut look: impl FnMut()) {
    let lang = Lang::spoken();
    let others = AtomicUsize::new(0);
    let work = &work;
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            others.fetch_add(1, Ordering::AcqRel);
            let at_work = AtWork {
                others: &others,
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
        if others.load(Ordering::Acquire) == 0 {
            // Where no thread is to be had, nobody looks on.
            work();
        }
        while others.load(Ordering::Acquire) > 0 {
            thread::park_timeout(BETWEEN_LOOKS);
            look();
        }
    });
    look();
}
