//! [`Scheduler`]: which question is answered when. Quick ones are answered at once, a few at a time; those
//! that turn out to take long continue in a queue of their own. A [`ByteBudget`] bounds their texts and
//! answers.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use fewest_verbs::Ask;
use fewest_words::say;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time;
use utoipa::ToSchema;

use crate::host::{self, Answer, Verbs};
use crate::job::{Id, Job};
use crate::levels::ServedCatalogue;
use crate::options::ServerLimits;
use crate::problem::Problem;

/// How long an answer is kept for whoever asks.
const KEPT: Duration = Duration::from_secs(60);
/// For how long it is kept whatever else there is: whoever waits for it is about to fetch it.
const FRESH: Duration = Duration::from_secs(5);
/// How many answers are kept, and their bytes together; but one of any size.
const MOST_KEPT: (usize, usize) = (256, 64 << 20);
/// How many of the longest texts there may be at a time.
const TEXTS: usize = 16;
/// How many of the longest answers may be on their way, besides those that are kept.
const ANSWERS: usize = 4;
/// How often it is looked what can go.
const BETWEEN_SWEEPS: Duration = Duration::from_millis(500);

/// Everyone's questions.
pub struct Scheduler {
    /// What is allowed to each.
    pub limits: ServerLimits,
    /// The catalogue that is served, where one is.
    pub catalogue: Option<ServedCatalogue>,
    verbs: Verbs,
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    queue: Semaphore,
    texts: ByteBudget,
    answers: ByteBudget,
    jobs: Mutex<HashMap<Id, Arc<Job>>>,
    is_closed: AtomicBool,
}

/// What goes on in the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Health {
    /// How many questions are being answered.
    running: usize,
    /// How many wait for their turn.
    queued: usize,
    /// Whether a catalogue is served beside the levels that ship.
    catalogue: bool,
}

impl Scheduler {
    /// A scheduler without jobs.
    pub fn new(
        limits: ServerLimits,
        verbs: Verbs,
        catalogue: Option<ServedCatalogue>,
    ) -> Arc<Self> {
        Arc::new(Scheduler {
            quick: Arc::new(Semaphore::new(limits.quick)),
            long: Arc::new(Semaphore::new(limits.jobs)),
            queue: Semaphore::new(limits.queued),
            texts: ByteBudget::new(limits.text.saturating_mul(TEXTS)),
            answers: ByteBudget::new(
                most_kept(&limits).saturating_add(limits.answer.saturating_mul(ANSWERS)),
            ),
            limits,
            catalogue,
            verbs,
            jobs: Mutex::default(),
            is_closed: AtomicBool::new(false),
        })
    }

    /// Room for a text of so many bytes.
    pub async fn room_for_text(&self, bytes: usize) -> Option<Reservation> {
        self.texts.wait_for(bytes, self.limits.patience).await
    }

    /// Room for an answer of so many bytes that is nobody's job; nothing where others take it.
    pub fn room_for_answer(&self, bytes: usize) -> Option<Reservation> {
        self.answers.find(bytes)
    }

    /// Takes a question, and works at it until it is answered or stopped.
    pub fn take(self: &Arc<Self>, ask: Ask, text: Bytes) -> Arc<Job> {
        let job = Arc::new(Job::new(ask));
        self.jobs().insert(job.id, job.clone());
        let (scheduler, taken) = (self.clone(), job.clone());
        tokio::spawn(async move {
            let answered = scheduler.answer(&taken, text).await;
            let lang = taken.lang();
            let answered = match (taken.is_stopped(), scheduler.is_closed()) {
                (false, _) => answered,
                (true, true) => answered.map_err(|_| lang.speak(Problem::closing)),
                (true, false) => Err(lang.speak(Problem::stopped)),
            };
            let answered = answered.and_then(|answer| {
                let part = scheduler.answers.find(answer.len());
                let part = part.ok_or_else(|| lang.speak(Problem::busy))?;
                Ok(answer.in_its(part))
            });
            taken.end(answered);
            if taken.is_stopped() && !taken.is_known() {
                scheduler.forget(&taken);
            }
        });
        job
    }

    async fn answer(&self, job: &Arc<Job>, text: Bytes) -> Result<Answer, Problem> {
        let lang = job.lang();
        let busy = || lang.speak(Problem::busy);
        // A longer one takes its time to be read alone, and nobody can be asked meanwhile.
        let is_short = text.len() <= SMALL;
        if is_short {
            let place = time::timeout(self.limits.patience, self.quick.clone().acquire_owned());
            let place = tokio::select! {
                place = place => place.map_err(|_| busy())?.expect("never closed"),
                () = job.stopped() => return Err(lang.speak(Problem::stopped)),
            };
            let (job, long) = (job.clone(), self.long.clone());
            let lane = Lane::Quick {
                _place: place,
                long,
            };
            let run = JobRun::new(job, text.clone(), &self.limits, lane);
            match self.begin(run).await {
                Ended::Answered(answered) => return answered,
                Ended::SentBack => {}
            }
        }
        let place = match self.long.clone().try_acquire_owned() {
            Ok(place) => place,
            Err(_) => {
                let _waiting = self.queue.try_acquire().map_err(|_| busy())?;
                job.queue();
                tokio::select! {
                    place = self.long.clone().acquire_owned() => place.expect("never closed"),
                    () = job.stopped() => return Err(lang.speak(Problem::stopped)),
                }
            }
        };
        let lane = Lane::Long { _place: place };
        let run = JobRun::new(job.clone(), text, &self.limits, lane);
        match self.begin(run).await {
            Ended::Answered(answered) => answered,
            Ended::SentBack => unreachable!("there is no other lane"),
        }
    }

    /// Answers on a thread of its own: its rank among threads cannot be raised again.
    async fn begin(&self, run: JobRun) -> Ended {
        /// As much as the command has.
        const STACK: usize = 8 << 20;
        let lang = run.job.lang();
        if self.is_closed() {
            return Ended::Answered(Err(lang.speak(Problem::closing)));
        }
        let (tell, told) = oneshot::channel();
        let verbs = self.verbs;
        let thread = std::thread::Builder::new().stack_size(STACK);
        let begun = thread.spawn(move || {
            // Nobody may be left to hear it.
            let _ = tell.send(run.take(verbs));
        });
        match (begun, told.await) {
            (Ok(_), Ok(ended)) => ended,
            (Err(_), _) => Ended::Answered(Err(lang.speak(Problem::busy))),
            (Ok(_), Err(_)) => Ended::Answered(Err(
                lang.speak(|| Problem::fault(say!("the answer was broken off")))
            )),
        }
    }

    /// The job at an address.
    pub fn find(&self, id: Id) -> Option<Arc<Job>> {
        self.jobs().get(&id).cloned()
    }

    /// Nobody will ask for a job any more.
    pub fn forget(&self, job: &Job) {
        self.jobs().remove(&job.id);
    }

    /// What goes on.
    pub fn health(&self) -> Health {
        let limits = &self.limits;
        let quick = limits.quick - self.quick.available_permits();
        let long = limits.jobs - self.long.available_permits();
        Health {
            running: quick + long,
            queued: limits.queued - self.queue.available_permits(),
            catalogue: self.catalogue.is_some(),
        }
    }

    /// Now and then stops what nobody asks for and forgets what nobody fetched.
    pub async fn sweep(self: Arc<Self>) {
        let mut clock = time::interval(BETWEEN_SWEEPS);
        loop {
            clock.tick().await;
            self.sweep_once();
        }
    }

    fn sweep_once(&self) {
        let mut jobs = self.jobs();
        let mut over = Vec::new();
        for job in jobs.values() {
            match job.over_for() {
                Some((since, bytes)) => over.push((since, bytes, job.id)),
                None if job.silence() > self.limits.silence => job.stop(),
                None => {}
            }
        }
        // The youngest are kept, as many as there is room for.
        over.sort_by_key(|&(since, ..)| since);
        let (mut answers, mut room) = (MOST_KEPT.0, most_kept(&self.limits));
        for (since, bytes, id) in over {
            let has_room = answers > 0 && bytes <= room;
            (answers, room) = (answers.saturating_sub(1), room.saturating_sub(bytes));
            if since > KEPT || since > FRESH && !has_room {
                jobs.remove(&id);
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Stops everything; what is asked from here on is refused.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        self.jobs().values().for_each(|job| job.stop());
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<Id, Arc<Job>>> {
        self.jobs.lock().expect("nobody panics while holding it")
    }
}

/// How many bytes the answers that are kept may have.
fn most_kept(limits: &ServerLimits) -> usize {
    MOST_KEPT.1.max(limits.answer)
}

/// What a quick question may use of a processor.
const SLICE: Duration = Duration::from_millis(50);
/// A search that gives up at its limit of time says so itself, if it is given a moment for it.
const GRACE: Duration = Duration::from_secs(1);

/// One run of a job: until it is answered, stopped, or sent to the queue for long work.
pub struct JobRun {
    /// The job.
    pub job: Arc<Job>,
    /// The text that it is about.
    pub text: Bytes,
    /// What is allowed to it.
    pub limits: ServerLimits,
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

/// Why a run was over before there was an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Early {
    Stopped,
    OutOfTime,
    SentBack,
}

/// How a run ended.
pub enum Ended {
    /// With an answer, or a problem.
    Answered(Result<Answer, Problem>),
    /// It takes long, and has to wait for another turn.
    SentBack,
}

impl JobRun {
    /// A run of a job in a lane.
    fn new(job: Arc<Job>, text: Bytes, limits: &ServerLimits, lane: Lane) -> Self {
        JobRun {
            job,
            text,
            limits: limits.clone(),
            began: Instant::now(),
            lane: RefCell::new(lane),
            ended: Cell::new(None),
        }
    }

    /// Runs the job, on this thread. Whatever breaks in it is a problem of this job alone.
    pub fn take(self, verbs: Verbs) -> Ended {
        if let Lane::Long { .. } = &*self.lane.borrow() {
            step_back();
        }
        self.job.run();
        self.job.lang().speak(|| {
            let answered = catch_unwind(AssertUnwindSafe(|| host::answer(&self, verbs)));
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
        } else if self.began.elapsed() > self.limits.time.saturating_add(GRACE) {
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
        self.limits.time.saturating_sub(self.began.elapsed())
    }

    /// Whether it may stay, or move to the lane for long work.
    fn has_a_place(&self) -> bool {
        let is_quick = matches!(&*self.lane.borrow(), Lane::Quick { .. });
        is_quick && effort(self.began) < SLICE || self.has_a_long_place()
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
                step_back();
                *lane = Lane::Long { _place: place };
                true
            }
            Err(_) => false,
        }
    }
}

/// What is no larger needs no reservation: for as many as there are connections it is not much.
pub const SMALL: usize = 64 << 10;
/// The bytes of one piece of the budget.
const PIECE: usize = 1 << 10;

/// How many bytes there may be together.
pub struct ByteBudget {
    free: Arc<Semaphore>,
    pieces: u32,
}

/// A part of the budget, until it is dropped.
pub struct Reservation(Option<OwnedSemaphorePermit>);

impl ByteBudget {
    /// A budget of so many bytes.
    pub fn new(bytes: usize) -> Self {
        let pieces = pieces(bytes).max(1);
        ByteBudget {
            free: Arc::new(Semaphore::new(pieces as usize)),
            pieces,
        }
    }

    /// A part for so many bytes, if there is one within a while.
    pub async fn wait_for(&self, bytes: usize, patience: Duration) -> Option<Reservation> {
        let Some(pieces) = self.needed(bytes) else {
            return Some(Reservation(None));
        };
        let pieces = self.free.clone().acquire_many_owned(pieces);
        let pieces = time::timeout(patience, pieces).await.ok()?.ok()?;
        Some(Reservation(Some(pieces)))
    }

    /// A part for so many bytes, if there is one now.
    pub fn find(&self, bytes: usize) -> Option<Reservation> {
        let Some(pieces) = self.needed(bytes) else {
            return Some(Reservation(None));
        };
        let pieces = self.free.clone().try_acquire_many_owned(pieces).ok()?;
        Some(Reservation(Some(pieces)))
    }

    /// How many pieces so many bytes need; `None` if they need no reservation. What is larger
    /// than the budget takes all of it.
    fn needed(&self, bytes: usize) -> Option<u32> {
        (bytes > SMALL).then(|| pieces(bytes).min(self.pieces))
    }
}

fn pieces(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(PIECE)).unwrap_or(u32::MAX)
}

impl Reservation {
    /// Bytes that hold their reservation until the last copy is dropped.
    pub fn hold(self, bytes: Bytes) -> Bytes {
        struct Held {
            bytes: Bytes,
            _part: Reservation,
        }
        impl AsRef<[u8]> for Held {
            fn as_ref(&self) -> &[u8] {
                &self.bytes
            }
        }
        match self.0 {
            Some(_) => Bytes::from_owner(Held { bytes, _part: self }),
            None => bytes,
        }
    }
}

/// Leaves the processor to others from here on, for as long as this thread lives.
pub fn step_back() {
    // Elsewhere than on Linux it would hold for the whole process.
    #[cfg(target_os = "linux")]
    {
        const POLITE: i32 = 10;
        // Where it may not, it competes with the others.
        let _ = rustix::process::setpriority_process(None, POLITE);
    }
}

/// What this thread has used of a processor since `began`, its beginning. A thread that had to wait
/// for a processor has not worked meanwhile; where that cannot be told apart, it is the time that
/// has gone by.
pub fn effort(began: Instant) -> Duration {
    #[cfg(target_os = "linux")]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        if let Ok(used) = Duration::try_from(used) {
            return used;
        }
    }
    began.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_used_until_the_last_copy_is_gone() {
        let budget = ByteBudget::new(1 << 20);
        let reservation = budget.find(1 << 20).expect("it is empty");
        let bytes = reservation.hold(vec![b'x'; 1 << 20].into());
        let copy = bytes.clone();
        assert!(budget.find(SMALL + 1).is_none());
        assert!(budget.find(SMALL).is_some());
        drop(bytes);
        assert!(budget.find(SMALL + 1).is_none());
        assert_eq!(copy.len(), 1 << 20);
        drop(copy);
        assert!(budget.find(10 << 20).is_some(), "alone it has all of it");
    }
}
