//! The most bytes that a program holds on the heap, counted by the allocator of this binary.
//!
//! Counting is off while anything is timed: an allocation then costs one more look at a flag.
#![allow(unsafe_code, reason = "an allocator is one by an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

/// The system's allocator, counting when it is asked to. A binary that wants figures makes it
/// its global allocator.
pub struct Counting;

static IS_ON: AtomicBool = AtomicBool::new(false);
static HELD: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

fn count(bytes: isize) {
    if IS_ON.load(Relaxed) {
        let held = HELD.fetch_add(bytes, Relaxed) + bytes;
        PEAK.fetch_max(held, Relaxed);
    }
}

// SAFETY: every call is handed on to `System` unchanged; the counts are only added up beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(block, layout) }
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // A block that grows in place is not there twice: only the difference counts.
        count(size as isize - layout.size() as isize);
        unsafe { System.realloc(block, layout, size) }
    }
}

/// The most bytes held at one time while something runs, beyond those held before; nothing where
/// [`Counting`] is not the allocator.
pub fn peak(run: impl FnOnce()) -> Option<u64> {
    HELD.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    IS_ON.store(true, Relaxed);
    run();
    IS_ON.store(false, Relaxed);
    let peak = PEAK.load(Relaxed) as u64;
    (peak > 0).then_some(peak)
}
