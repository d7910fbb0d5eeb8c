//! How layers come to the disk and back: files, and a manifest that names those that are whole.

use std::time::{Duration, Instant};

use super::{Foundation, Strata};
use crate::context::SearchContext;
use crate::disk::error::DiskError;
use crate::disk::layers::{LayerWriter, read_table};
use crate::disk::manifest::Manifest;
use crate::disk::runs::Runs;
use crate::disk::scratch::Scratch;
use crate::disk::shares::Shares;
use crate::limits::{Limit, Progress};

/// How long small layers are not on the disk at the most, once another one is whole.
const UNSAVED: Duration = Duration::from_secs(2);

/// The numbers of a manifest that are no notes.
const OURS: [&str; 3] = ["block", "key-bytes", "key-length"];

impl<'a> Strata<'a> {
    /// Goes on with the layers that are found in the folder; there is at least one.
    pub fn resume(
        scratch: &'a Scratch,
        foundation: Foundation,
        ctx: &mut SearchContext,
    ) -> Result<Self, Limit> {
        Self::resume_at(scratch, foundation, None, ctx)
    }

    /// The same, but with the layers up to a depth alone: one that was the last when it was
    /// committed.
    pub fn resume_at(
        scratch: &'a Scratch,
        foundation: Foundation,
        depth: Option<usize>,
        ctx: &mut SearchContext,
    ) -> Result<Self, Limit> {
        let found = scratch.found();
        let memory = foundation.memory.unwrap_or(Shares::UNASKED);
        let block = found.number("block").unwrap_or(0);
        let shares = Shares::of(memory, usize::try_from(block).unwrap_or(usize::MAX))?;
        let mut strata = Self::empty(scratch, foundation, shares);
        strata.take(&mut ctx.budget)?;
        let layers = depth.map_or(usize::MAX, |depth| depth.saturating_add(1));
        for entry in &found.layers {
            if strata.sizes.len() >= layers {
                break;
            }
            strata.firsts.push(strata.sizes.len());
            let table = read_table(scratch, entry)?;
            for &size in table.sizes() {
                strata.enter(size, &mut ctx.budget)?;
            }
            strata.files.push(entry.clone());
        }
        if depth.is_some() && strata.sizes.len() != layers {
            return Err(DiskError::damaged("manifest").into());
        }
        strata.open = strata.next_writer();
        ctx.stop.progress = Progress {
            depth: strata.sizes.len().saturating_sub(1) as u64,
            states: strata.states,
            at_least: strata.sizes.len() as u64,
        };
        strata.key_bytes = found.number("key-bytes").unwrap_or(0);
        strata.key_length = match found.number("key-length") {
            Some(length) => usize::try_from(length).unwrap_or(usize::MAX),
            None => strata.average_key(),
        };
        let is_ours = |name: &str| OURS.contains(&name);
        let notes = found.numbers.iter().filter(|note| !is_ours(&note.0));
        strata.notes = notes.cloned().collect();
        if strata.files.len() < found.layers.len() {
            // What is sorted holds the layers that are left out, too.
            strata.runs.number_after(&found.files);
            if !foundation.is_graded {
                strata.sort_all(ctx)?;
            }
            strata.save()?;
        } else if !foundation.is_graded {
            strata.runs = Runs::found(scratch, &shares, &found.files, ctx)?;
            if strata.runs.records() != strata.states {
                return Err(DiskError::damaged("manifest").into());
            }
        }
        Ok(strata)
    }

    /// Whether what was kept should be committed now: it is too large to be held, or has been for
    /// long.
    pub fn is_due(&self) -> bool {
        self.open.is_due() || self.runs.are_due() || self.saved.elapsed() >= UNSAVED
    }

    /// Commits everything that is kept.
    pub fn commit(&mut self, ctx: &mut SearchContext) -> Result<(), Limit> {
        self.runs.tidy(ctx)?;
        self.file()?;
        Ok(self.write_manifest()?)
    }

    /// Makes what is kept, and need not be committed yet, quick to ask.
    pub fn tidy(&mut self) -> Result<(), Limit> {
        self.runs.tidy_held()
    }

    /// Brings everything that is whole to the disk.
    pub fn save(&mut self) -> Result<(), Limit> {
        if self.is_torn {
            // What was committed before stands.
            return Ok(());
        }
        self.file()?;
        Ok(self.write_manifest()?)
    }

    fn file(&mut self) -> Result<(), Limit> {
        if !self.open.is_empty() {
            self.file_layers(self.next_writer())?;
        }
        self.runs.file()
    }

    pub(super) fn file_layers(&mut self, next: LayerWriter<'a>) -> Result<(), DiskError> {
        self.firsts.push(self.open.first());
        let open = std::mem::replace(&mut self.open, next);
        let (entry, table) = open.file(self.scratch)?;
        self.files.push(entry);
        self.table = Some((self.files.len() - 1, table));
        Ok(())
    }

    fn write_manifest(&mut self) -> Result<(), DiskError> {
        let mut manifest = Manifest::new(self.foundation.tier);
        manifest.layers = self.files.clone();
        manifest.files = self.runs.files();
        let ours = [
            self.shares.block as u64,
            self.key_bytes,
            self.key_length as u64,
        ];
        let ours = OURS.iter().zip(ours);
        manifest.numbers = ours.map(|(name, n)| (name.to_string(), n)).collect();
        manifest.numbers.extend(self.notes.iter().cloned());
        self.scratch.commit(&manifest)?;
        self.saved = Instant::now();
        Ok(())
    }
}
