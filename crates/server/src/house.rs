//! The house: who is answered when. Quick questions are answered at once, a few at a time; those
//! that turn out to take long go on in a lane of their own, and wait there for their turn.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::body::Bytes;
use fewest_verbs::Ask;
use fewest_words::say;
use serde::Serialize;
use tokio::sync::{Semaphore, oneshot};
use tokio::time;
use utoipa::ToSchema;

use crate::answer::{Answer, Verbs};
use crate::catalogue::Shelf;
use crate::job::{Id, Job};
use crate::options::Rules;
use crate::problem::Problem;
use crate::room::{self, Part, Room};
use crate::turn::{Ended, Turn};

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
pub struct House {
    /// What is allowed to each.
    pub rules: Rules,
    /// The catalogue that is served, where one is.
    pub shelf: Option<Shelf>,
    verbs: Verbs,
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    queue: Semaphore,
    texts: Room,
    answers: Room,
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

impl House {
    /// A house that is open.
    pub fn new(rules: Rules, verbs: Verbs, shelf: Option<Shelf>) -> Arc<Self> {
        Arc::new(House {
            quick: Arc::new(Semaphore::new(rules.quick)),
            long: Arc::new(Semaphore::new(rules.jobs)),
            queue: Semaphore::new(rules.queued),
            texts: Room::new(rules.text.saturating_mul(TEXTS)),
            answers: Room::new(
                most_kept(&rules).saturating_add(rules.answer.saturating_mul(ANSWERS)),
            ),
            rules,
            shelf,
            verbs,
            jobs: Mutex::default(),
            is_closed: AtomicBool::new(false),
        })
    }

    /// Room for a text of so many bytes.
    pub async fn room_for_text(&self, bytes: usize) -> Option<Part> {
        self.texts.wait_for(bytes, self.rules.patience).await
    }

    /// Room for an answer of so many bytes that is nobody's job; nothing where others take it.
    pub fn room_for_answer(&self, bytes: usize) -> Option<Part> {
        self.answers.find(bytes)
    }

    /// Takes a question, and works at it until it is answered or stopped.
    pub fn take(self: &Arc<Self>, ask: Ask, text: Bytes) -> Arc<Job> {
        let job = Arc::new(Job::new(ask));
        self.jobs().insert(job.id, job.clone());
        let (house, taken) = (self.clone(), job.clone());
        tokio::spawn(async move {
            let answered = house.answer(&taken, text).await;
            let lang = taken.lang();
            let answered = match (taken.is_stopped(), house.is_closed()) {
                (false, _) => answered,
                (true, true) => answered.map_err(|_| lang.speak(Problem::closing)),
                (true, false) => Err(lang.speak(Problem::stopped)),
            };
            let answered = answered.and_then(|answer| {
                let part = house.answers.find(answer.len());
                let part = part.ok_or_else(|| lang.speak(Problem::busy))?;
                Ok(answer.in_its(part))
            });
            taken.end(answered);
            if taken.is_stopped() && !taken.is_known() {
                house.forget(&taken);
            }
        });
        job
    }

    async fn answer(&self, job: &Arc<Job>, text: Bytes) -> Result<Answer, Problem> {
        let lang = job.lang();
        let busy = || lang.speak(Problem::busy);
        // A longer one takes its time to be read alone, and nobody can be asked meanwhile.
        let is_short = text.len() <= room::SMALL;
        if is_short {
            let place = time::timeout(self.rules.patience, self.quick.clone().acquire_owned());
            let place = tokio::select! {
                place = place => place.map_err(|_| busy())?.expect("never closed"),
                () = job.stopped() => return Err(lang.speak(Problem::stopped)),
            };
            let (job, long) = (job.clone(), self.long.clone());
            let turn = Turn::quick(job, text.clone(), &self.rules, place, long);
            match self.begin(turn).await {
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
        let turn = Turn::long(job.clone(), text, &self.rules, place);
        match self.begin(turn).await {
            Ended::Answered(answered) => answered,
            Ended::SentBack => unreachable!("there is no other lane"),
        }
    }

    /// Answers on a thread of its own: its rank among threads cannot be raised again.
    async fn begin(&self, turn: Turn) -> Ended {
        /// As much as the command has.
        const STACK: usize = 8 << 20;
        let lang = turn.job.lang();
        if self.is_closed() {
            return Ended::Answered(Err(lang.speak(Problem::closing)));
        }
        let (tell, told) = oneshot::channel();
        let verbs = self.verbs;
        let thread = std::thread::Builder::new().stack_size(STACK);
        let begun = thread.spawn(move || {
            // Nobody may be left to hear it.
            let _ = tell.send(turn.take(verbs));
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
        let rules = &self.rules;
        let quick = rules.quick - self.quick.available_permits();
        let long = rules.jobs - self.long.available_permits();
        Health {
            running: quick + long,
            queued: rules.queued - self.queue.available_permits(),
            catalogue: self.shelf.is_some(),
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
                None if job.silence() > self.rules.silence => job.stop(),
                None => {}
            }
        }
        // The youngest are kept, as many as there is room for.
        over.sort_by_key(|&(since, ..)| since);
        let (mut answers, mut room) = (MOST_KEPT.0, most_kept(&self.rules));
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
fn most_kept(rules: &Rules) -> usize {
    MOST_KEPT.1.max(rules.answer)
}
