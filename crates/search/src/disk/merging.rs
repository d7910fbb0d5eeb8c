//! Several sorted files read as one.

use std::cmp::Ordering;

use super::error::DiskError;
use super::records::{Reached, RecordReader};

/// By what records are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// By their keys; equal ones by when they were reached.
    Key,
    /// By when they were reached.
    Reached,
}

/// All records of several sorted files, in order.
pub(super) struct Merge<'a> {
    order: Order,
    sources: Vec<RecordReader<'a>>,
    /// Those that have not ended, as a heap: none is before the one at half its place.
    heap: Vec<usize>,
    has_begun: bool,
}

impl<'a> Merge<'a> {
    pub fn new(order: Order, files: Vec<RecordReader<'a>>) -> Result<Self, DiskError> {
        let mut merge = Merge {
            order,
            heap: Vec::with_capacity(files.len()),
            sources: files,
            has_begun: false,
        };
        for (source, file) in merge.sources.iter_mut().enumerate() {
            if file.advance()? {
                merge.heap.push(source);
            }
        }
        for at in (0..merge.heap.len() / 2).rev() {
            merge.sink(at);
        }
        Ok(merge)
    }

    /// Goes to the next record, if there is one.
    pub fn advance(&mut self) -> Result<bool, DiskError> {
        if !self.has_begun {
            self.has_begun = true;
        } else if let Some(&first) = self.heap.first() {
            if !self.sources[first].advance()? {
                self.heap.swap_remove(0);
            }
            self.sink(0);
        }
        Ok(!self.heap.is_empty())
    }

    pub fn key(&self) -> &[u8] {
        self.sources[self.heap[0]].key()
    }

    pub fn reached(&self) -> Reached {
        self.sources[self.heap[0]].reached()
    }

    /// Lets a source sink to where it belongs.
    fn sink(&mut self, mut at: usize) {
        loop {
            let children = 2 * at + 1..self.heap.len().min(2 * at + 3);
            let Some(first) = children.min_by(|a, b| self.compare(*a, *b)) else {
                return;
            };
            if self.compare(at, first) != Ordering::Greater {
                return;
            }
            self.heap.swap(at, first);
            at = first;
        }
    }

    fn compare(&self, one: usize, other: usize) -> Ordering {
        let [one, other] = [one, other].map(|at| &self.sources[self.heap[at]]);
        let by_reached = || one.reached().cmp(&other.reached());
        match self.order {
            Order::Key => one.key().cmp(other.key()).then_with(by_reached),
            Order::Reached => by_reached(),
        }
    }
}
