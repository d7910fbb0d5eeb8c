//! The books against the allocator: what a search says it took is what it really took.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use fewest_search::disk::Scratch;
use fewest_search::{Puzzle, Report};
use fewest_search_testing::weighed::{LEAST, limits, run_on};
use fewest_search_testing::worlds::{Cube, Fan, Line, Tree};
use fewest_search_testing::{Named, run};

/// The system's allocator, counting the bytes asked of it.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(bytes: usize) {
    let held = HELD.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(held, Relaxed);
}

// SAFETY: every call is handed on to `System` unchanged. `realloc` is the trait's own, which
// allocates, copies and frees: both blocks count, as they do where a block cannot grow in place.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(block, layout) }
    }
}

/// Searches; says how many bytes there really were at the peak, and how many in the books.
fn measure<P: Puzzle<Move = u32>>(puzzle: &P) -> (u64, u64) {
    let (peak, booked, _) = measured(|| run(puzzle));
    (peak, booked)
}

/// The same of any search, and with which kernel.
fn measured(search: impl FnOnce() -> Report<u32>) -> (u64, u64, &'static str) {
    // One search at a time, or they would count each other's bytes.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let report = search();
    let peak = (PEAK.load(Relaxed) - before) as u64;
    (peak, report.stats.bytes, report.plan.kernel)
}

/// So many bytes, give or take 2 % and 64 KiB, for the report itself and small change.
fn about(bytes: u64) -> u64 {
    bytes + bytes / 50 + (64 << 10)
}

/// Everything is in the books; tells what was held and what is there.
fn assert_booked<P: Puzzle<Move = u32>>(puzzle: &P, told: &str) -> (u64, u64) {
    let (peak, booked) = measure(puzzle);
    assert!(
        peak <= about(booked),
        "{told}: {peak} bytes at the peak, {booked} in the books, {:.2} times as many",
        peak as f64 / booked as f64
    );
    (peak, booked)
}

/// And nothing is there twice: what was freed is struck out again, or a limit would bite long before
/// the memory is used.
fn assert_booked_once<P: Puzzle<Move = u32>>(puzzle: &P, told: &str) {
    let (peak, booked) = assert_booked(puzzle, told);
    assert!(
        booked <= about(peak),
        "{told}: {booked} bytes in the books, {peak} at the peak"
    );
}

/// Sizes on both sides of the steps in which lists and tables grow.
const SIZES: [u32; 7] = [10, 10_000, 100_000, 270_000, 530_000, 1_050_000, 1_600_000];

#[test]
fn bits_are_booked() {
    for nodes in SIZES {
        let told = format!("u32 bits, {nodes} nodes");
        assert_booked_once(&Named::<_, u32>::dense(&Tree { nodes }), &told);
    }
}

#[test]
fn keys_are_booked() {
    for nodes in SIZES {
        let told = format!("u64 keys, {nodes} nodes");
        assert_booked_once(&Named::<_, u64>::sparse(&Tree { nodes }), &told);
    }
}

#[test]
fn words_are_booked() {
    for nodes in SIZES {
        let told = format!("words, {nodes} nodes");
        assert_booked(&Named::<_, Box<[u32]>>::sparse(&Tree { nodes }), &told);
    }
}

#[test]
fn a_wide_layer_is_booked() {
    let fan = Fan {
        leaves: 500_000,
        won: true,
    };
    assert_booked(&Named::<_, u32>::dense(&fan), "u32 bits, a fan");
    assert_booked(&Named::<_, u128>::sparse(&fan), "u128 keys, a fan");
}

/// As many layers as states: the list of layers is then as long as the trail.
#[test]
fn many_layers_are_booked() {
    // Won at the far end, the moves are as many again.
    for won in [None, Some(299_999)] {
        let line = Line {
            nodes: 300_000,
            won,
        };
        assert_booked(&Named::<_, u32>::dense(&line), "u32 bits, a line");
        assert_booked(&Named::<_, u64>::sparse(&line), "u64 keys, a line");
    }
}

/// On the disk no more is held than is allowed, but for small change and for what a slice of a layer
/// leads to.
fn assert_kept_within<P: Puzzle<Move = u32>>(puzzle: &P, memory: u64, told: &str) {
    let scratch = Scratch::fleeting(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")));
    let (peak, _, kernel) = measured(|| run_on(puzzle, &limits(memory), &scratch));
    assert_eq!(kernel, "disk", "{told}");
    assert!(
        peak <= memory + (1 << 20),
        "{told}: {peak} bytes at the peak, {memory} allowed"
    );
}

#[test]
fn what_is_allowed_is_kept_on_the_disk() {
    for memory in [LEAST, 5 << 20] {
        let tree = Tree { nodes: 400_000 };
        assert_kept_within(&Named::<_, u128>::sparse(&tree), memory, "u128, a tree");
        assert_kept_within(
            &Named::<_, Box<[u32]>>::sparse(&tree),
            memory,
            "words, a tree",
        );
        let fan = Fan {
            leaves: 500_000,
            won: true,
        };
        assert_kept_within(&Named::<_, u64>::sparse(&fan), memory, "u64, a fan");
    }
    let cube = Cube {
        bits: 17,
        won: None,
    };
    assert_kept_within(&Named::<_, u128>::sparse(&cube), LEAST, "u128, a cube");
    for won in [None, Some(69_999)] {
        let line = Line { nodes: 70_000, won };
        assert_kept_within(&Named::<_, u64>::sparse(&line), LEAST, "u64, a line");
    }
}
