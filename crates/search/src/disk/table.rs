//! What is where in a file of layers: how large each layer is, and where some of its blocks are.

use super::blocks::Place;
use super::coding::{put_number, take_number};

/// A block of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// The layer, counted in its file.
    pub layer: usize,
    /// The number of its first state in the layer.
    pub number: u64,
    /// Between which states of the layer before the parent of that state is; most often it is
    /// known exactly, and both are the same.
    pub parent: (u64, u64),
    /// Where the block is.
    pub place: Place,
}

/// The table of a file of layers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    sizes: Vec<u64>,
    marks: Vec<Mark>,
    /// One block in so many of the layer that is being written is entered.
    stride: u64,
    blocks: u64,
}

impl Table {
    /// The bytes it holds.
    pub fn bytes(&self) -> usize {
        self.sizes.len() * size_of::<u64>() + self.marks.len() * size_of::<Mark>()
    }

    /// The layers that are whole.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// Blocks are of a new layer from here on.
    pub fn begin_layer(&mut self) {
        (self.stride, self.blocks) = (1, 0);
    }

    /// Enters a block of the layer that is being written, as long as there is room. Every layer's
    /// first block is entered; of the others of a large layer fewer and fewer.
    pub fn enter(&mut self, mark: Mark, most: usize) {
        if self.blocks.is_multiple_of(self.stride) {
            self.marks.push(mark);
            // Lists double as they grow.
            if self.blocks > 0 && 2 * self.bytes() > most {
                let first = self.marks.partition_point(|other| other.layer < mark.layer);
                let mut number = 0;
                self.marks.retain(|_| {
                    number += 1;
                    number <= first || (number - first) % 2 == 1
                });
                self.stride *= 2;
            }
        }
        self.blocks += 1;
    }

    /// The layer that is being written is whole.
    pub fn end_layer(&mut self, states: u64) {
        self.sizes.push(states);
    }

    /// The place from which on a state is found.
    pub fn mark(&self, layer: usize, number: u64) -> Option<&Mark> {
        let marks = &self.marks;
        let behind = marks.partition_point(|mark| (mark.layer, mark.number) <= (layer, number));
        let mark = marks.get(behind.checked_sub(1)?)?;
        (mark.layer == layer).then_some(mark)
    }

    /// The next entry after that, if it is of the same layer.
    pub fn next_mark(&self, layer: usize, number: u64) -> Option<&Mark> {
        let marks = &self.marks;
        let behind = marks.partition_point(|mark| (mark.layer, mark.number) <= (layer, number));
        marks.get(behind).filter(|mark| mark.layer == layer)
    }

    /// As blocks of about a length.
    pub fn write(&self, length: usize) -> Vec<Vec<u8>> {
        let mut blocks = vec![Vec::new()];
        let mut entry = |numbers: &[u64]| {
            if blocks.last().is_some_and(|block| block.len() > length) {
                blocks.push(Vec::new());
            }
            let block = blocks.last_mut().expect("there is one");
            numbers.iter().for_each(|number| put_number(block, *number));
        };
        entry(&[self.sizes.len() as u64, self.marks.len() as u64]);
        self.sizes.iter().for_each(|size| entry(&[*size]));
        for mark in &self.marks {
            let Mark { parent, place, .. } = mark;
            entry(&[
                mark.layer as u64,
                mark.number,
                parent.0,
                parent.1,
                place.0,
                u64::from(place.1),
            ]);
        }
        blocks
    }

    /// The inverse of [`Table::write`], from all its blocks together.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut at = 0;
        let mut next = || take_number(bytes, &mut at);
        let (sizes, marks) = (next()?, next()?);
        let mut table = Table::default();
        for _ in 0..sizes {
            table.sizes.push(next()?);
        }
        for _ in 0..marks {
            let layer = usize::try_from(next()?).ok()?;
            table.marks.push(Mark {
                layer,
                number: next()?,
                parent: (next()?, next()?),
                place: (next()?, u32::try_from(next()?).ok()?),
            });
        }
        let is_sorted = table
            .marks
            .is_sorted_by_key(|mark| (mark.layer, mark.number));
        (at == bytes.len() && is_sorted).then_some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(layers: usize, blocks: u64, most: usize) -> Table {
        let mut table = Table::default();
        for layer in 0..layers {
            table.begin_layer();
            for block in 0..blocks {
                let mark = Mark {
                    layer,
                    number: block * 10,
                    parent: (block, block + 1),
                    place: (1000 * layer as u64 + block, 7),
                };
                table.enter(mark, most);
            }
            table.end_layer(blocks * 10);
        }
        table
    }

    #[test]
    fn what_is_written_is_read() {
        for most in [usize::MAX, 1000] {
            let mut table = example(5, 100, most);
            (table.stride, table.blocks) = (0, 0);
            let bytes = table.write(64).concat();
            assert_eq!(Table::read(&bytes), Some(table));
            assert_eq!(Table::read(&bytes[..bytes.len() - 1]), None);
        }
    }

    #[test]
    fn a_state_is_behind_the_mark_that_is_found() {
        for most in [usize::MAX, 1000, 1] {
            let table = example(5, 100, most);
            for layer in 0..5 {
                for number in 0..1000 {
                    let mark = table.mark(layer, number).expect("every layer has one");
                    assert!(mark.layer == layer && mark.number <= number);
                    let next = table.next_mark(layer, number);
                    assert!(next.is_none_or(|next| next.number > number));
                    assert!(most < usize::MAX || mark.number == number / 10 * 10);
                }
            }
        }
    }
}
