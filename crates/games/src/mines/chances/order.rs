//! In which order the boxes of a component go into its diagram.

use std::ops::Range;

use super::web::{NONE, Web, numbers};

/// The order, one box after another: next comes the one that leaves the fewest numbers open. Kept to
/// be used again.
#[derive(Default)]
pub struct Order {
    /// The boxes that each number sees.
    boxes: Vec<u32>,
    /// Where those of a number begin; one more entry ends the last.
    begins: Vec<u32>,
    /// How many of them have not gone yet.
    left: Vec<u32>,
    /// The box with which each number was opened.
    opened_by: Vec<u32>,
    /// When that was.
    opened_at: Vec<u32>,
    /// Whether a box has gone.
    gone: Vec<bool>,
    /// Boxes that an open number sees and that have not gone.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    clock: u32,
}

impl Order {
    /// Reads a web.
    pub fn read(&mut self, web: &Web) {
        let count = web.numbers.len();
        self.begins.clear();
        self.begins.resize(count + 1, 0);
        for seen_by in &web.seen_by {
            for number in numbers(seen_by) {
                self.begins[number as usize + 1] += 1;
            }
        }
        for number in 0..count {
            self.begins[number + 1] += self.begins[number];
        }
        self.boxes.clear();
        self.boxes.resize(self.begins[count] as usize, 0);
        self.left.clear();
        self.left.resize(count, 0);
        for (here, seen_by) in web.seen_by.iter().enumerate() {
            for number in numbers(seen_by) {
                let at = number as usize;
                self.boxes[(self.begins[at] + self.left[at]) as usize] = here as u32;
                self.left[at] += 1;
            }
        }
        self.opened_by.clear();
        self.opened_by.resize(count, NONE);
        self.opened_at.clear();
        self.opened_at.resize(count, 0);
        self.gone.clear();
        self.gone.resize(web.boxes.len(), false);
        self.is_waiting.clear();
        self.is_waiting.resize(web.boxes.len(), false);
        self.clock = 0;
    }

    fn boxes_of(&self, number: u32) -> Range<usize> {
        self.begins[number as usize] as usize..self.begins[number as usize + 1] as usize
    }

    /// Begins a component at one of its ends: a box as far as any from another.
    pub fn begin(&mut self, web: &Web, boxes: Range<usize>) {
        self.waiting.clear();
        let mut last = boxes.start as u32;
        if boxes.len() > 2 {
            for _ in 0..2 {
                last = self.farthest(web, last);
            }
        }
        self.waiting.push(last);
        self.is_waiting[last as usize] = true;
    }

    /// The last box that a walk from one comes to, the nearest first.
    fn farthest(&mut self, web: &Web, from: u32) -> u32 {
        let mut queue = std::mem::take(&mut self.waiting);
        queue.push(from);
        self.is_waiting[from as usize] = true;
        let mut at = 0;
        while at < queue.len() {
            for number in numbers(&web.seen_by[queue[at] as usize]) {
                for index in self.boxes_of(number) {
                    let other = self.boxes[index];
                    if !self.is_waiting[other as usize] {
                        self.is_waiting[other as usize] = true;
                        queue.push(other);
                    }
                }
            }
            at += 1;
        }
        for &other in &queue {
            self.is_waiting[other as usize] = false;
        }
        let last = queue[queue.len() - 1];
        queue.clear();
        self.waiting = queue;
        last
    }

    /// The next box of the component.
    pub fn next(&mut self, web: &Web) -> u32 {
        let mut best = (i32::MAX, u32::MAX);
        let mut place = 0;
        for (at, &here) in self.waiting.iter().enumerate() {
            let mut more = 0;
            let mut oldest = u32::MAX;
            for number in numbers(&web.seen_by[here as usize]) {
                let number = number as usize;
                if self.opened_by[number] == NONE {
                    more += 1;
                } else {
                    oldest = oldest.min(self.opened_at[number]);
                }
                if self.left[number] == 1 {
                    more -= 1;
                }
            }
            if (more, oldest) < best {
                best = (more, oldest);
                place = at;
            }
        }
        let here = self.waiting.swap_remove(place);
        self.gone[here as usize] = true;
        for number in numbers(&web.seen_by[here as usize]) {
            let at = number as usize;
            self.left[at] -= 1;
            if self.opened_by[at] == NONE {
                self.opened_by[at] = here;
                self.opened_at[at] = self.clock;
                self.clock += 1;
                for index in self.boxes_of(number) {
                    let other = self.boxes[index];
                    if !self.is_waiting[other as usize] && !self.gone[other as usize] {
                        self.is_waiting[other as usize] = true;
                        self.waiting.push(other);
                    }
                }
            }
        }
        here
    }

    /// Whether a number was opened with this box.
    pub fn is_first(&self, number: u32, cells: u32) -> bool {
        self.opened_by[number as usize] == cells
    }
}
