//! Answers what a leader asks a worker about whole levels, each as a command of its own would.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use fewest_cluster::{Answer, Question};
use fewest_search::{Limits, Progress, Unwatched, Watch};
use fewest_verbs::args::{ClusterArgs, LimitArgs, Telling};
use fewest_verbs::crew::{self, Crew, Share};
use fewest_verbs::desk::{Desk, Headway, Watcher};
use fewest_verbs::ended::{Exit, Failure};
use fewest_words::say;

/// What each answer may take: a thread, and so much of the machine.
pub struct Clerk {
    /// The bytes of memory.
    pub memory: u64,
    /// Below which folder a search goes on once they are used up.
    pub folder: PathBuf,
}

impl Clerk {
    /// Answers, as long as somebody waits for it.
    pub fn answer(&self, question: &Question, is_over: &(dyn Fn() -> bool + Sync)) -> Answer {
        let mut seat = Seat {
            clerk: self,
            question,
            is_over,
            remarks: Vec::new(),
        };
        // One level must not take along those that others wait for.
        let answered = catch_unwind(AssertUnwindSafe(|| crew::answer(&question.how, &mut seat)));
        let (out, exit) = answered.unwrap_or_else(|_| {
            let why = say!("the answer was broken off");
            seat.tell_error(&say!("{name}: {told}", name = question.name, told = why));
            (String::new(), Exit::Broken.code())
        });
        Answer {
            out,
            exit,
            remarks: seat.remarks,
        }
    }
}

/// Where one question is answered.
struct Seat<'a> {
    clerk: &'a Clerk,
    question: &'a Question,
    is_over: &'a (dyn Fn() -> bool + Sync),
    remarks: Vec<(bool, String)>,
}

impl Desk for Seat<'_> {
    fn read(&mut self, _: Option<&Path>) -> Result<(String, Vec<u8>), Failure> {
        let Question { name, text, .. } = self.question;
        Ok((name.clone(), text.clone().into_bytes()))
    }

    fn limits(&self, asked: &LimitArgs, _: NonZeroUsize) -> Limits {
        let most = self.clerk.memory;
        Limits {
            states: asked.states,
            memory: Some(asked.memory.map_or(most, |asked| asked.min(most))),
            time: asked.time,
            cost: None,
        }
    }

    fn at_once(&self) -> (Limits, Box<dyn Watch + '_>) {
        let limits = self.limits(&LimitArgs::default(), NonZeroUsize::MIN);
        (limits, Box::new(Unwatched))
    }

    fn scratch(&self) -> Option<PathBuf> {
        Some(self.clerk.folder.clone())
    }

    fn crew(&self, _: &ClusterArgs, _: Share, _: Option<&Path>) -> Result<Box<dyn Crew>, Failure> {
        Err(Failure::plain(say!("a worker leads no cluster")))
    }

    fn watch(&self, _: Telling) -> Box<dyn Watcher + '_> {
        Box::new(Glance(self.is_over))
    }

    fn is_stopped(&self) -> bool {
        (self.is_over)()
    }

    fn tell(&mut self, remark: &str) {
        self.remarks.push((false, remark.to_string()));
    }

    fn tell_error(&mut self, why: &str) {
        self.remarks.push((true, why.to_string()));
    }

    fn hand_over(&mut self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Looks whether anybody still waits.
struct Glance<'a>(&'a (dyn Fn() -> bool + Sync));

impl Glance<'_> {
    fn going_on(&self) -> ControlFlow<()> {
        match (self.0)() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Watch for Glance<'_> {
    fn look(&mut self, _: Progress) -> ControlFlow<()> {
        self.going_on()
    }
}

impl Watcher for Glance<'_> {
    fn look_at(&mut self, _: Headway) -> ControlFlow<()> {
        self.going_on()
    }
}
