//! Work shared among threads, handed out in order.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use fewest_search::Limit;

/// Does every task, on as many threads as there may be; each thread sums up its own. The calling
/// thread works too, and looks around before each of its tasks: once that refuses, the tasks not
/// yet begun are left.
pub fn share<T: Send, S: Default + Send>(
    threads: NonZeroUsize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(&mut S, T) + Sync,
    mut look: impl FnMut() -> Result<(), Limit>,
) -> Result<Vec<S>, Limit> {
    let tasks = Mutex::new(tasks);
    let is_over = AtomicBool::new(false);
    let next = || {
        let mut tasks = tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.next()
    };
    let help = || {
        let mut sum = S::default();
        while !is_over.load(Ordering::Relaxed)
            && let Some(task) = next()
        {
            work(&mut sum, task);
        }
        sum
    };
    thread::scope(|scope| {
        // Where the system has no more threads to give, those that there are do it all.
        let helpers: Vec<_> = (1..threads.get())
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, help).ok())
            .collect();
        let mut sum = S::default();
        let mut looked = look();
        while looked.is_ok()
            && let Some(task) = next()
        {
            work(&mut sum, task);
            looked = look();
        }
        is_over.store(true, Ordering::Relaxed);
        let sums = helpers.into_iter().map(|helper| match helper.join() {
            Ok(sum) => sum,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        let sums = [sum].into_iter().chain(sums).collect();
        looked.map(|()| sums)
    })
}
