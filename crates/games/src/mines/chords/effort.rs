//! How much may be done, and who may stop it.

use fewest_search::{Limit, Patrol, Progress};

/// Why something is not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A limit was reached.
    Limit(Limit),
    /// As much was done as is worth doing.
    Enough,
}

/// What may yet be done. It is counted in labels that are looked at; whatever else is done counts as
/// many as take about as long.
pub struct Effort<'a> {
    pub patrol: Patrol<'a>,
    /// How much may be done before it is enough.
    left: u64,
    /// How many labels may be looked at at all, if that is limited.
    most: Option<u64>,
    /// How many labels were looked at.
    pub labels: u64,
    /// So many acts are needed at the least.
    pub at_least: u64,
}

impl<'a> Effort<'a> {
    pub fn new(patrol: Patrol<'a>, most: Option<u64>) -> Self {
        Effort {
            patrol,
            left: 0,
            most,
            labels: 0,
            at_least: 0,
        }
    }

    /// From here on so much is enough.
    pub fn allow(&mut self, labels: u64) {
        self.left = labels;
    }

    /// Looks at a label.
    #[inline]
    pub fn look_at_label(&mut self) -> Result<(), Halt> {
        if self.most == Some(self.labels) {
            return Err(Halt::Limit(Limit::States));
        }
        self.labels += 1;
        self.spend(1)
    }

    /// Does something that takes as long as looking at so many labels.
    #[inline]
    pub fn spend(&mut self, labels: u32) -> Result<(), Halt> {
        self.left = (self.left.checked_sub(u64::from(labels))).ok_or(Halt::Enough)?;
        let progress = || Progress {
            depth: self.at_least.saturating_sub(1),
            states: self.labels,
        };
        self.patrol.step(labels, progress).map_err(Halt::Limit)
    }
}
