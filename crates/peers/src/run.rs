//! One run of the benchmark: which contests are held, what is told meanwhile, what comes out.

use std::time::Duration;

use crate::measure::{Budget, Contest, Disagreement, Row};
use crate::table;

/// A run, and the rows that it has brought so far.
pub struct Run {
    /// Whether only small instances are measured, and not for long.
    pub quick: bool,
    /// What was measured.
    pub rows: Vec<Row>,
}

impl Run {
    /// A run that has measured nothing yet.
    pub fn new(quick: bool) -> Self {
        Run {
            quick,
            rows: Vec::new(),
        }
    }

    /// Holds a contest, and tells about it on standard error.
    pub fn hold(&mut self, mut contest: Contest) -> Result<(), Disagreement> {
        eprint!("{}: {} …", contest.game, contest.instance);
        let time = if self.quick { 5 } else { 1000 };
        let rows = contest.hold(Budget(Duration::from_millis(time)));
        let Ok(rows) = rows else {
            eprintln!();
            return rows.map(drop);
        };
        eprintln!(" {}", table::time(rows[0].seconds));
        self.rows.extend(rows);
        Ok(())
    }
}
