//! What can be done with a job at its address: ask how far it is, listen, fetch the answer, stop
//! it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use tokio::time;

use crate::house::House;
use crate::job::{Id, Job, Listener, Status};
use crate::problem::Problem;

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

fn find(house: &House, id: &str) -> Result<Arc<Job>, Problem> {
    let job = Id::read(id).and_then(|id| house.find(id));
    let job = job.ok_or_else(Problem::no_job)?;
    job.hear();
    Ok(job)
}

/// How far it is.
pub async fn ask(State(house): State<Arc<House>>, Path(id): Path<String>) -> Response {
    match find(&house, &id) {
        Ok(job) => state(&job.status()).into_response(),
        Err(problem) => problem.into_response(),
    }
}

/// The answer, or where it will be.
pub async fn answer(State(house): State<Arc<House>>, Path(id): Path<String>) -> Response {
    match find(&house, &id) {
        Ok(job) => match job.answer() {
            Some(Ok(answer)) => answer.into_response(),
            Some(Err(problem)) => problem.into_response(),
            None => accepted(&job),
        },
        Err(problem) => problem.into_response(),
    }
}

/// Stops it.
pub async fn stop(State(house): State<Arc<House>>, Path(id): Path<String>) -> Response {
    match find(&house, &id) {
        Ok(job) => {
            job.stop();
            StatusCode::NO_CONTENT.into_response()
        }
        Err(problem) => problem.into_response(),
    }
}

/// Tells how far it is, again and again, until its end.
pub async fn events(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    method: Method,
) -> Response {
    match find(&house, &id) {
        // Who asks for the head alone does not listen, and does not stop listening.
        Ok(_) if method == Method::HEAD => {
            Sse::new(stream::empty::<Result<Event, Infallible>>()).into_response()
        }
        Ok(job) => Sse::new(told(Listener::new(job))).into_response(),
        Err(problem) => problem.into_response(),
    }
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
