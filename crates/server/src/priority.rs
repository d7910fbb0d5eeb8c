//! How a thread that takes long leaves the processor to those that do not, and what it has used
//! of it.

use std::time::{Duration, Instant};

/// Leaves the processor to others from here on, for as long as this thread lives.
pub fn step_back() {
    // Elsewhere than on Linux it would hold for the whole process.
    #[cfg(target_os = "linux")]
    {
        const POLITE: i32 = 10;
        // Where it may not, it competes with the others.
        let _ = rustix::process::setpriority_process(None, POLITE);
    }
}

/// What this thread has used of a processor since `began`, its beginning. A thread that had to wait
/// for a processor has not worked meanwhile; where that cannot be told apart, it is the time that
/// has gone by.
pub fn effort(began: Instant) -> Duration {
    #[cfg(target_os = "linux")]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        if let Ok(used) = Duration::try_from(used) {
            return used;
        }
    }
    began.elapsed()
}
