//! [`Host`]: who asks. It says where levels come from, what a search may use, who observes it, and where
//! pictures go. [`Bound`] is the proven bound that an observer reports.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use fewest_games::advise::Tally;
use fewest_games::builtin::AnyLevel;
use fewest_search::{Limits, Progress, SearchContext, SearchOptions, Watch};
use serde::Serialize;

use crate::args::{LimitArgs, ProgressMode};
use crate::outcome::Failure;

/// What standard input is called in messages about its text.
pub const STDIN: &str = "<stdin>";

/// Whether a file is standard input by its name.
pub fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-" || file.as_os_str() == STDIN
}

/// The place where a question is asked and its answer handed over.
pub trait Host {
    /// A text to be asked about: its name for messages, and its bytes. No file is whatever text
    /// comes with the question.
    fn read(&mut self, file: Option<&Path>) -> Result<(String, Vec<u8>), Failure>;

    /// Whether there is a text of just this name, so that a `#` in it is part of the name.
    fn has(&self, _file: &Path) -> bool {
        true
    }

    /// Lets a level be asked about, or says why not: before anything is done with it.
    fn admit(&self, _level: &AnyLevel) -> Result<(), Failure> {
        Ok(())
    }

    /// What each of so many searches that share the memory may use: what was asked for, within
    /// what this host allows.
    fn limits(&self, asked: &LimitArgs, sharing: NonZeroUsize) -> Limits;

    /// What a search may use, and who watches it, where finding out how much there is would take
    /// longer than most boards do.
    fn at_once(&self) -> (Limits, Box<dyn Watch + '_>);

    /// How many searches may go on at the same time: one, where others have questions too.
    fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::MIN
    }

    /// Below which folder a search may have one of its own once its memory is used up; nothing
    /// where no disk is for searches.
    fn scratch(&self) -> Option<PathBuf>;

    /// Watches what is done next, and tells how it goes on.
    fn watch(&self, telling: ProgressMode) -> Box<dyn HostObserver + '_>;

    /// Whether whoever asked wants to stop. A search that is over too soon to look does not say so
    /// itself.
    fn is_stopped(&self) -> bool;

    /// A remark beside the answer, or in place of one.
    fn tell(&mut self, remark: &str);

    /// Why there is no answer, in plain words.
    fn tell_error(&mut self, why: &str);

    /// Whether a board of so many squares may be too large to be asked about.
    fn may_refuse(&self, _squares: u64) -> bool {
        false
    }

    /// Lets so many pixels be painted, during which nobody can be asked whether to go on; or not.
    fn let_paint(&self, _pixels: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Why no picture can be handed over as this file, as far as that is known before: a long
    /// search should not be for nothing.
    fn refusal(&self, _file: &Path) -> Option<&'static str> {
        None
    }

    /// Hands over a picture, all of it or nothing.
    fn hand_over(&mut self, file: &Path, picture: &[u8]) -> io::Result<()>;
}

/// Watches a search, or something that is made of many.
pub trait HostObserver: Watch {
    /// Looks at how far what is made of many searches has come; [`ControlFlow::Break`] ends it.
    fn on_batch_progress(&mut self, headway: BatchProgress) -> ControlFlow<()>;
}

/// How far something that is made of many searches has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchProgress {
    /// Changes of a board that are tried.
    Changes(Tally),
    /// Levels that are solved, several at a time.
    Levels(Levels),
}

/// How many of many levels are done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Levels {
    /// Those that are over, wrong ones too.
    pub done: u64,
    /// All there are.
    pub of: u64,
    /// Those that have an error in place of an answer.
    pub errors: u64,
}

/// What one search at a time may use.
pub fn limits(host: &dyn Host, asked: &LimitArgs) -> Limits {
    host.limits(asked, NonZeroUsize::MIN)
}

/// How many searches go on at the same time, and what each may use: they share the memory among
/// them and the list of what they find.
pub(crate) fn shared_limits(host: &dyn Host, asked: &LimitArgs) -> (NonZeroUsize, Limits) {
    let threads = host.threads();
    let sharing = threads.saturating_add(1);
    let share = LimitArgs {
        memory: asked.memory.map(|memory| memory / sharing.get() as u64),
        ..*asked
    };
    (threads, host.limits(&share, sharing))
}

/// A search within limits, which an observer watches.
pub fn search_within<'a>(limits: Limits, observer: &'a mut dyn Watch) -> SearchContext<'a> {
    SearchContext::new(&SearchOptions::new().limits(limits)).observed_by(observer)
}

/// Nobody watches, and only these texts can be read: for tests.
#[cfg(test)]
#[derive(Default)]
pub struct TestHost {
    /// The texts and their names.
    pub texts: Vec<(&'static str, Vec<u8>)>,
    /// Whether whoever asks wants to stop.
    pub is_stopped: bool,
}

#[cfg(test)]
impl HostObserver for fewest_search::Unwatched {
    fn on_batch_progress(&mut self, _: BatchProgress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
impl Host for TestHost {
    fn read(&mut self, file: Option<&Path>) -> Result<(String, Vec<u8>), Failure> {
        let file = file.ok_or(Failure::NoInput)?;
        let mut texts = self.texts.iter();
        match texts.find(|(name, _)| Path::new(name) == file) {
            Some((name, bytes)) => Ok((name.to_string(), bytes.clone())),
            None => Err(Failure::plain("no such text")),
        }
    }
    fn has(&self, file: &Path) -> bool {
        let mut texts = self.texts.iter();
        texts.any(|(name, _)| Path::new(name) == file)
    }
    fn limits(&self, asked: &LimitArgs, _: NonZeroUsize) -> Limits {
        Limits {
            memory: asked.memory,
            ..Limits::default()
        }
    }
    fn at_once(&self) -> (Limits, Box<dyn Watch + '_>) {
        (Limits::default(), Box::new(fewest_search::Unwatched))
    }
    fn scratch(&self) -> Option<PathBuf> {
        None
    }
    fn watch(&self, _: ProgressMode) -> Box<dyn HostObserver + '_> {
        Box::new(fewest_search::Unwatched)
    }
    fn is_stopped(&self) -> bool {
        self.is_stopped
    }
    fn tell(&mut self, _: &str) {}
    fn tell_error(&mut self, _: &str) {}
    fn hand_over(&mut self, _: &Path, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

/// Nothing shorter than this wins, as far as is proven. It never falls, but for another level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    at_least: Option<u64>,
    is_settled: bool,
}

impl Bound {
    /// Hears how far the search has come.
    pub fn raise(&mut self, progress: Progress) {
        // That a win takes a move is not known before the first is looked at.
        if !self.is_settled && progress.at_least > 1 {
            self.at_least = self.at_least.max(Some(progress.at_least));
        }
    }

    /// It stays as it is: what is done from here on is about something else than the fewest.
    pub fn settle(&mut self) {
        self.is_settled = true;
    }

    /// What is done from here on is about another level: there is no one bound for all.
    pub fn turn_to_another(&mut self) {
        *self = Bound {
            at_least: None,
            is_settled: true,
        };
    }

    /// The bound, once there is one.
    pub fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    /// Whether the depth says nothing about the fewest any more.
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_at_the_same_time_share_the_memory_that_was_asked_for() {
        let asked = LimitArgs {
            memory: Some(1 << 30),
            ..LimitArgs::default()
        };
        let (threads, limits) = shared_limits(&TestHost::default(), &asked);
        let share = (1 << 30) / (threads.get() as u64 + 1);
        assert_eq!(limits.memory, Some(share));
    }

    #[test]
    fn a_bound_stands_until_another_level_comes() {
        let mut bound = Bound::default();
        let raise = |bound: &mut Bound, at_least| {
            let (depth, states) = (at_least - 1, 1);
            bound.raise(Progress {
                depth,
                states,
                at_least,
            });
            bound.at_least()
        };
        assert_eq!(raise(&mut bound, 1), None, "it may be won already");
        assert_eq!(raise(&mut bound, 4), Some(4));
        assert_eq!(raise(&mut bound, 2), Some(4), "it never falls");
        bound.settle();
        assert_eq!(raise(&mut bound, 21), Some(4));
        bound.turn_to_another();
        assert_eq!(raise(&mut bound, 21), None);
    }
}
