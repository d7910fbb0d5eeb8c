//! A job's turn: it is worked at, until it is answered, stopped, or sent to the lane for long work.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use fewest_words::say;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::answer::{self, Answer, Verbs};
use crate::job::Job;
use crate::options::Rules;
use crate::priority;
use crate::problem::Problem;

/// What a quick question may use of a processor.
const SLICE: Duration = Duration::from_millis(50);
/// A search that gives up at its limit of time says so itself, if it is given a moment for it.
const GRACE: Duration = Duration::from_secs(1);

/// A job's turn.
pub struct Turn {
    /// Whose it is.
    pub job: Arc<Job>,
    /// The text that it is about.
    pub text: Bytes,
    /// What is allowed to it.
    pub rules: Rules,
    began: Instant,
    lane: RefCell<Lane>,
    ended: Cell<Option<Early>>,
}

/// Where it is worked at; the place is free again when the turn is over.
enum Lane {
    Quick {
        _place: OwnedSemaphorePermit,
        long: Arc<Semaphore>,
    },
    Long {
        _place: OwnedSemaphorePermit,
    },
}

/// Why a turn was over before there was an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Early {
    Stopped,
    OutOfTime,
    SentBack,
}

/// How a turn ended.
pub enum Ended {
    /// With an answer, or a problem.
    Answered(Result<Answer, Problem>),
    /// It takes long, and has to wait for another turn.
    SentBack,
}

impl Turn {
    /// A turn among quick questions, with a way to the lane for long work.
    pub fn quick(
        job: Arc<Job>,
        text: Bytes,
        rules: &Rules,
        place: OwnedSemaphorePermit,
        long: Arc<Semaphore>,
    ) -> Self {
        Turn::new(
            job,
            text,
            rules,
            Lane::Quick {
                _place: place,
                long,
            },
        )
    }

    /// A turn among long ones.
    pub fn long(job: Arc<Job>, text: Bytes, rules: &Rules, place: OwnedSemaphorePermit) -> Self {
        Turn::new(job, text, rules, Lane::Long { _place: place })
    }

    fn new(job: Arc<Job>, text: Bytes, rules: &Rules, lane: Lane) -> Self {
        Turn {
            job,
            text,
            rules: rules.clone(),
            began: Instant::now(),
            lane: RefCell::new(lane),
            ended: Cell::new(None),
        }
    }

    /// Takes the turn, on this thread. Whatever breaks in it is a problem of this job alone.
    pub fn take(self, verbs: Verbs) -> Ended {
        if let Lane::Long { .. } = &*self.lane.borrow() {
            priority::step_back();
        }
        self.job.run();
        self.job.lang().speak(|| {
            let answered = catch_unwind(AssertUnwindSafe(|| answer::answer(&self, verbs)));
            match self.ended.get() {
                Some(Early::SentBack) => return Ended::SentBack,
                Some(Early::Stopped) => return Ended::Answered(Err(Problem::stopped())),
                Some(Early::OutOfTime) => return Ended::Answered(Err(Problem::out_of_time())),
                None => {}
            }
            Ended::Answered(
                answered.unwrap_or_else(|_| Err(Problem::fault(say!("the answer was broken off")))),
            )
        })
    }

    /// Whether to go on, and where.
    pub fn goes_on(&self) -> ControlFlow<()> {
        let early = if self.ended.get().is_some() {
            return ControlFlow::Break(());
        } else if self.job.is_stopped() {
            Early::Stopped
        } else if self.began.elapsed() > self.rules.time.saturating_add(GRACE) {
            Early::OutOfTime
        } else if !self.has_a_place() {
            Early::SentBack
        } else {
            return ControlFlow::Continue(());
        };
        self.ended.set(Some(early));
        ControlFlow::Break(())
    }

    /// The same, where it is known that what comes takes long.
    pub fn takes_long(&self) -> ControlFlow<()> {
        self.goes_on()?;
        if self.has_a_long_place() {
            return ControlFlow::Continue(());
        }
        self.ended.set(Some(Early::SentBack));
        ControlFlow::Break(())
    }

    /// What is left of the time.
    pub fn time_left(&self) -> Duration {
        self.rules.time.saturating_sub(self.began.elapsed())
    }

    /// Whether it may stay, or move to the lane for long work.
    fn has_a_place(&self) -> bool {
        let is_quick = matches!(&*self.lane.borrow(), Lane::Quick { .. });
        is_quick && priority::effort(self.began) < SLICE || self.has_a_long_place()
    }

    /// Whether it is in the lane for long work, or can move there; then it leaves the processor to
    /// the quick ones.
    fn has_a_long_place(&self) -> bool {
        let mut lane = self.lane.borrow_mut();
        let Lane::Quick { long, .. } = &*lane else {
            return true;
        };
        match long.clone().try_acquire_owned() {
            Ok(place) => {
                priority::step_back();
                *lane = Lane::Long { _place: place };
                true
            }
            Err(_) => false,
        }
    }
}
