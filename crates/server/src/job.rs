//! [`Job`]: a question on its way to its answer, who waits for it, and what can be done at its address.

use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::extract::{self, Path};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use fewest_games::advise::Tally;
use fewest_search::Progress;
use fewest_verbs::Ask;
use fewest_verbs::host::Bound;
use fewest_words::Lang;
use futures_util::{Stream, stream};
use serde::Serialize;
use tokio::sync::watch;
use tokio::time;
use utoipa::ToSchema;

use crate::host::Answer;
use crate::problem::Problem;
use crate::scheduler::Scheduler;

/// What a job is asked for by: nobody can guess it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id(u128);

impl Id {
    /// A new one.
    fn new() -> Self {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system has random numbers");
        Id(u128::from_ne_bytes(bytes))
    }

    /// Reads it as it is written.
    pub fn read(text: &str) -> Option<Self> {
        let id = u128::from_str_radix(text, 16).ok().map(Id)?;
        (id.to_string() == text).then_some(id)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A question on its way to its answer.
pub struct Job {
    /// What it is asked for by.
    pub id: Id,
    /// What was asked.
    pub ask: Ask,
    began: Instant,
    live: watch::Sender<Live>,
    subscribers: Mutex<Subscribers>,
}

/// How far it is.
#[derive(Default)]
struct Live {
    stage: Stage,
    is_stopped: bool,
    depth: Option<u64>,
    states: Option<u64>,
    bound: Bound,
    tally: Option<Tally>,
}

#[derive(Default)]
enum Stage {
    #[default]
    Queued,
    Running,
    Ended(Instant, Result<Answer, Problem>),
}

/// Who waits for it.
struct Subscribers {
    listening: usize,
    /// Whether anybody was told its address.
    is_known: bool,
    /// When somebody last asked.
    heard: Instant,
}

/// How far a job is, as it is told.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Status {
    /// What it is asked for by.
    job: String,
    /// `queued`, `running`, `done`, `failed` or `stopped`.
    state: State,
    /// The number of moves that are being looked at.
    #[schema(required)]
    depth: Option<u64>,
    /// Nothing shorter than this wins.
    #[schema(required)]
    at_least: Option<u64>,
    /// Different positions reached so far.
    #[schema(required)]
    states: Option<u64>,
    /// How many changes of the board were tried.
    #[schema(required)]
    tried: Option<u64>,
    /// How many changes there are.
    #[schema(required)]
    of: Option<u64>,
    /// Since it was asked, or how long it took.
    seconds: f64,
}

/// What becomes of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits for its turn.
    Queued,
    /// It is worked at.
    Running,
    /// There is an answer.
    Done,
    /// There is none, but a problem.
    Failed,
    /// Nobody wanted it any more.
    Stopped,
}

impl Job {
    /// A question that was just asked.
    pub fn new(ask: Ask) -> Self {
        let began = Instant::now();
        Job {
            id: Id::new(),
            ask,
            began,
            live: watch::Sender::default(),
            subscribers: Mutex::new(Subscribers {
                listening: 0,
                is_known: false,
                heard: began,
            }),
        }
    }

    /// The language to answer in.
    pub fn lang(&self) -> Lang {
        self.ask.language.lang
    }

    /// It runs, from the beginning, whatever was found before.
    pub fn run(&self) {
        self.live.send_modify(|live| {
            *live = Live {
                stage: Stage::Running,
                is_stopped: live.is_stopped,
                ..Live::default()
            };
        });
    }

    /// It waits in the queue; what was found so far stays.
    pub fn queue(&self) {
        self.live.send_modify(|live| live.stage = Stage::Queued);
    }

    /// How far a search has come.
    pub fn report(&self, progress: Progress) {
        self.live.send_modify(|live| {
            live.bound.raise(progress);
            live.depth = Some(progress.depth);
            live.states = Some(progress.states);
        });
    }

    /// What is found from here on says nothing about the fewest.
    pub fn settle(&self) {
        self.live.send_modify(|live| live.bound.settle());
    }

    /// What is found from here on is about another level: there is no one bound for all.
    pub fn turn_to_another(&self) {
        self.live.send_modify(|live| live.bound.turn_to_another());
    }

    /// How many changes were tried.
    pub fn report_changes(&self, tally: Tally) {
        self.live.send_modify(|live| live.tally = Some(tally));
    }

    /// It is over.
    pub fn end(&self, answered: Result<Answer, Problem>) {
        let ended = Stage::Ended(Instant::now(), answered);
        self.live.send_modify(|live| live.stage = ended);
    }

    /// Nobody wants it any more. What is over stays as it ended.
    pub fn stop(&self) {
        self.live.send_if_modified(|live| {
            let goes_on = !matches!(live.stage, Stage::Ended(..));
            live.is_stopped |= goes_on;
            goes_on
        });
    }

    /// Whether nobody wants it any more.
    pub fn is_stopped(&self) -> bool {
        self.live.borrow().is_stopped
    }

    /// Waits until nobody wants it any more.
    pub async fn stopped(&self) {
        let mut live = self.live.subscribe();
        // It cannot end before: it is ours to end.
        let _ = live.wait_for(|live| live.is_stopped).await;
    }

    /// Waits for its end.
    pub async fn ended(&self) -> Result<Answer, Problem> {
        let mut live = self.live.subscribe();
        let over = |live: &Live| matches!(live.stage, Stage::Ended(..));
        let live = live.wait_for(over).await;
        let live = live.expect("whoever would end it is ourselves");
        match &live.stage {
            Stage::Ended(_, answered) => answered.clone(),
            _ => unreachable!("it was waited for"),
        }
    }

    /// What was answered, if it is over.
    pub fn answer(&self) -> Option<Result<Answer, Problem>> {
        match &self.live.borrow().stage {
            Stage::Ended(_, answered) => Some(answered.clone()),
            Stage::Queued | Stage::Running => None,
        }
    }

    /// How long ago it was over, and how many bytes its answer has.
    pub fn over_for(&self) -> Option<(Duration, usize)> {
        match &self.live.borrow().stage {
            Stage::Ended(when, answered) => {
                let bytes = answered.as_ref().map_or(0, Answer::len);
                Some((when.elapsed(), bytes))
            }
            Stage::Queued | Stage::Running => None,
        }
    }

    /// How far it is.
    pub fn status(&self) -> Status {
        let live = self.live.borrow();
        let (state, took) = match &live.stage {
            Stage::Queued => (State::Queued, self.began.elapsed()),
            Stage::Running => (State::Running, self.began.elapsed()),
            Stage::Ended(when, answered) => {
                let state = match answered {
                    Ok(_) => State::Done,
                    Err(_) if live.is_stopped => State::Stopped,
                    Err(_) => State::Failed,
                };
                (state, *when - self.began)
            }
        };
        Status {
            job: self.id.to_string(),
            state,
            depth: live.depth,
            at_least: live.bound.at_least(),
            states: live.states,
            tried: live.tally.map(|tally| tally.tried),
            of: live.tally.map(|tally| tally.of),
            seconds: took.as_secs_f64(),
        }
    }

    /// Somebody asks.
    pub fn hear(&self) {
        self.subscribers().heard = Instant::now();
    }

    /// For how long nobody has asked or listened.
    pub fn silence(&self) -> Duration {
        let subscribers = self.subscribers();
        match subscribers.listening {
            0 => subscribers.heard.elapsed(),
            _ => Duration::ZERO,
        }
    }

    /// Whether anybody was told its address, and so may ask for it.
    pub fn is_known(&self) -> bool {
        self.subscribers().is_known
    }

    fn subscribers(&self) -> MutexGuard<'_, Subscribers> {
        self.subscribers
            .lock()
            .expect("nobody panics while holding it")
    }
}

/// Somebody who listens. When it is dropped and nobody else listens, nobody wants the job any more.
pub struct Listener {
    /// What is listened to.
    pub job: Arc<Job>,
}

impl Listener {
    /// Begins to listen.
    pub fn new(job: Arc<Job>) -> Self {
        job.subscribers().listening += 1;
        Listener { job }
    }

    /// Goes away with the job's address, and will ask again.
    pub fn leave_for_now(self) {
        let job = self.job.clone();
        let mut subscribers = job.subscribers();
        subscribers.is_known = true;
        // As if one more were listening: then this one is not the last.
        subscribers.listening += 1;
        drop(subscribers);
        drop(self);
        job.subscribers().listening -= 1;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut subscribers = self.job.subscribers();
        subscribers.listening -= 1;
        subscribers.heard = Instant::now();
        if subscribers.listening == 0 {
            self.job.stop();
        }
    }
}

impl Status {
    /// Whether there is more to come.
    pub fn goes_on(&self) -> bool {
        matches!(self.state, State::Queued | State::Running)
    }
}

/// How often whoever listens is told.
const BETWEEN_EVENTS: Duration = Duration::from_millis(100);

/// The beginning of a job's address.
const PLACE: &str = "/api/v1/jobs/";

/// That a question has become a job, and where it is.
pub fn accepted(job: &Job) -> Response {
    let mut response = (StatusCode::ACCEPTED, state(&job.status())).into_response();
    let place = format!("{PLACE}{}", job.id);
    let place = HeaderValue::try_from(place).expect("letters and digits");
    response.headers_mut().insert(header::LOCATION, place);
    response
}

fn state(status: &Status) -> impl IntoResponse + use<> {
    let json = serde_json::to_vec(status).expect("texts and numbers can be written");
    ([(header::CONTENT_TYPE, "application/json")], json)
}

fn find(scheduler: &Scheduler, id: &str) -> Result<Arc<Job>, Problem> {
    let job = Id::read(id).and_then(|id| scheduler.find(id));
    let job = job.ok_or_else(Problem::no_job)?;
    job.hear();
    Ok(job)
}

/// How far it is.
pub async fn ask(
    extract::State(scheduler): extract::State<Arc<Scheduler>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let job = find(&scheduler, &id)?;
    Ok(state(&job.status()).into_response())
}

/// The answer, or where it will be.
pub async fn answer(
    extract::State(scheduler): extract::State<Arc<Scheduler>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let job = find(&scheduler, &id)?;
    match job.answer() {
        Some(answered) => Ok(answered?.into_response()),
        None => Ok(accepted(&job)),
    }
}

/// Stops it.
pub async fn stop(
    extract::State(scheduler): extract::State<Arc<Scheduler>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    find(&scheduler, &id)?.stop();
    Ok(StatusCode::NO_CONTENT)
}

/// Tells how far it is, again and again, until its end.
pub async fn events(
    extract::State(scheduler): extract::State<Arc<Scheduler>>,
    Path(id): Path<String>,
    method: Method,
) -> Result<Response, Problem> {
    let job = find(&scheduler, &id)?;
    Ok(match method {
        // Who asks for the head alone does not listen, and does not stop listening.
        Method::HEAD => Sse::new(stream::empty::<Result<Event, Infallible>>()).into_response(),
        _ => Sse::new(told(Listener::new(job))).into_response(),
    })
}

fn told(listener: Listener) -> impl Stream<Item = Result<Event, Infallible>> {
    let first = Some((listener, Duration::ZERO));
    stream::unfold(first, |next| async {
        let (listener, wait) = next?;
        // Who has ended is not waited for.
        let _ = time::timeout(wait, listener.job.ended()).await;
        let status = listener.job.status();
        let name = if status.goes_on() { "progress" } else { "done" };
        let json = serde_json::to_string(&status).expect("texts and numbers can be written");
        let event = Event::default().event(name).data(json);
        let next = status.goes_on().then_some((listener, BETWEEN_EVENTS));
        Some((Ok(event), next))
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[test]
    fn a_job_that_begins_anew_has_its_bound_anew() {
        let ask = Ask::try_parse_from(["solve"]).expect("it can be asked");
        let job = Job::new(ask);
        let report = |depth| {
            job.report(Progress {
                depth,
                states: 1,
                at_least: depth + 1,
            });
            job.status().at_least
        };
        assert_eq!(report(3), Some(4));
        job.turn_to_another();
        assert_eq!(report(20), None);
        job.run();
        assert_eq!(report(2), Some(3), "it begins anew");
    }
}
