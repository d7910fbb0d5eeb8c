//! A layer that is growing: the states of the one before, and what they lead to.

use super::Strata;
use crate::disk::error::DiskError;
use crate::disk::layers::LayerReader;
use crate::disk::sorting::Sorter;
use crate::limits::Limit;

impl<'a> Strata<'a> {
    /// Begins the next layer: the last one is read, and what its states lead to is added.
    pub fn grow(&mut self) -> Result<Growth<'_, 'a>, Limit> {
        // Candidates, sorted states and the layer, each about as large as the last layer.
        self.scratch.has_room(self.key_bytes.saturating_mul(4))?;
        let longest = self.shares.longest_key();
        self.sorter.expect(self.expected_key())?;
        let (states, sorter) = self.layer_and_sorter(self.depth())?;
        Ok(Growth {
            states,
            sorter,
            longest,
            parent: 0,
            child: 0,
        })
    }
}

/// A layer that is growing: the states of the one before, and what they lead to.
pub struct Growth<'s, 'a> {
    /// Nothing where the layer before is empty.
    states: Option<LayerReader<'s>>,
    sorter: &'s mut Sorter<'a>,
    longest: usize,
    parent: u64,
    child: u32,
}

impl Growth<'_, '_> {
    /// The number and the key of the next state of the layer before, if there is one.
    pub fn state(&mut self) -> Result<Option<(u64, &[u8])>, Limit> {
        let Some(states) = &mut self.states else {
            return Ok(None);
        };
        let number = states.advance()?;
        Ok(number.map(|number| (number, states.key())))
    }

    /// The error where a state that was read is none.
    pub fn damaged(&self) -> DiskError {
        let empty = || DiskError::damaged("manifest");
        self.states
            .as_ref()
            .map_or_else(empty, LayerReader::damaged)
    }

    /// Adds what a state leads to: parents in their order, and the children of each in the order
    /// of the moves.
    pub fn add(&mut self, parent: u64, key: &[u8]) -> Result<(), Limit> {
        if parent != self.parent {
            (self.parent, self.child) = (parent, 0);
        }
        self.add_child(parent, self.child, key)?;
        self.child = self.child.checked_add(1).ok_or(Limit::Memory)?;
        Ok(())
    }

    /// Adds what a state leads to by its move of this number, in any order.
    pub fn add_child(&mut self, parent: u64, child: u32, key: &[u8]) -> Result<(), Limit> {
        if key.len() > self.longest {
            return Err(Limit::Memory);
        }
        self.sorter.push(key, (parent, child))
    }
}
