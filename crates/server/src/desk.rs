//! Somebody who asks over HTTP: the text is the body, and the limits are the server's.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use fewest_games::advice::Tally;
use fewest_search::{Limits, Progress, Watch};
use fewest_verbs::args::LimitArgs;
use fewest_verbs::desk::{Desk, Watcher};
use fewest_verbs::ended::Failure;

use crate::options::Rules;

/// The server's side of the desk.
pub struct Visitor<'a> {
    /// The text that came with the question.
    pub text: &'a [u8],
    /// What is allowed.
    pub rules: &'a Rules,
    /// What was told beside the answer.
    pub remarks: Vec<String>,
    /// The picture, where one is the answer.
    pub picture: Option<Vec<u8>>,
}

impl Desk for Visitor<'_> {
    fn read(&mut self, _: Option<&Path>) -> Result<(String, Vec<u8>), Failure> {
        Ok(("level".to_string(), self.text.to_vec()))
    }

    fn limits(&self, asked: &LimitArgs, sharing: NonZeroUsize) -> Limits {
        let least = |asked: Option<u64>, most: Option<u64>| match (asked, most) {
            (Some(asked), Some(most)) => Some(asked.min(most)),
            (one, other) => one.or(other),
        };
        let memory = self.rules.memory / sharing.get() as u64;
        Limits {
            states: least(asked.states, self.rules.states),
            memory: least(asked.memory, Some(memory)),
            time: Some(asked.time.unwrap_or(self.rules.time).min(self.rules.time)),
            cost: None,
        }
    }

    fn at_once(&self) -> (Limits, Box<dyn Watch + '_>) {
        let limits = self.limits(&LimitArgs::default(), NonZeroUsize::MIN);
        (limits, Box::new(Witness))
    }

    /// One: a question that takes long must not take every processor.
    fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::MIN
    }

    fn watch(&self, _: bool) -> Box<dyn Watcher + '_> {
        Box::new(Witness)
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn tell(&mut self, remark: &str) {
        self.remarks.push(remark.to_string());
    }

    fn refusal(&self, _: &Path) -> Option<&'static str> {
        None
    }

    fn hand_over(&mut self, _: &Path, picture: &[u8]) -> io::Result<()> {
        self.picture = Some(picture.to_vec());
        Ok(())
    }
}

struct Witness;

impl Watch for Witness {
    fn look(&mut self, _: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Watcher for Witness {
    fn look_at_changes(&mut self, _: Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
