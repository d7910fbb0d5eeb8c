//! The addresses, and who answers at each.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use fewest_verbs::Ask;
use fewest_verbs::output::size;
use fewest_words::say;
use hyper::body::Body as _;
use tokio::time;

use crate::guard::{Names, guard};
use crate::house::House;
use crate::job::Listener;
use crate::problem::Problem;
use crate::{catalogue, files, gallery, jobs, page, question};

/// How long a text may take to come.
const SLOWEST_TEXT: Duration = Duration::from_secs(30);
/// How long whoever would rather have a job than wait does wait.
const IN_A_HURRY: Duration = Duration::from_millis(100);

/// Every address there is.
pub fn router(house: Arc<House>, names: Names) -> Router {
    let nothing = async || Problem::not_found();
    let with_language_alone = Router::new()
        .route("/api", get(page::html))
        .route("/api/v1/openapi.json", get(page::json))
        .route("/api/v1/levels", get(gallery::levels))
        .route("/api/v1/health", get(health))
        .route("/api/v1/jobs/{id}", get(jobs::ask).delete(jobs::stop))
        .route("/api/v1/jobs/{id}/answer", get(jobs::answer))
        .route("/api/v1/jobs/{id}/events", get(jobs::events))
        .route_layer(middleware::from_fn(language_alone));
    let api = Router::new()
        .route("/games", get(games))
        .route("/catalogue", get(catalogue::levels))
        .route("/{verb}", post(ask).fallback(not_asked))
        .fallback(nothing);
    Router::new()
        .nest("/api/v1", api)
        .merge(with_language_alone)
        .fallback(files::find)
        .method_not_allowed_fallback(async || Problem::wrong_method())
        .layer(middleware::from_fn_with_state(Arc::new(names), guard))
        .with_state(house)
}

/// Refuses a query that says anything but the language.
async fn language_alone(RawQuery(query): RawQuery, request: Request, next: Next) -> Response {
    let names = ["levels", "health", "jobs", "openapi.json", "api"];
    let segments = request.uri().path().split('/').skip(1);
    let known = segments.filter_map(|segment| names.into_iter().find(|&name| name == segment));
    let name = known.last().unwrap_or("api");
    match question::check_language(name, &query.unwrap_or_default()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// The games, which need no job: the same list answers every question.
async fn games(RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    match read("games", query.as_deref()) {
        Ok(_) => gallery::GAMES.respond(&headers),
        Err(problem) => problem.into_response(),
    }
}

/// A verb's address by another method, or an address that is no verb's at all.
async fn not_asked(Path(verb): Path<String>) -> Response {
    match question::is_verb(&verb) {
        true => ([(header::ALLOW, "POST")], Problem::wrong_method()).into_response(),
        false => Problem::not_found().into_response(),
    }
}

async fn health(State(house): State<Arc<House>>) -> Response {
    let json = serde_json::to_vec(&house.health()).expect("numbers can be written");
    ([(header::CONTENT_TYPE, "application/json")], json).into_response()
}

/// A question, its query and its text.
async fn ask(
    State(house): State<Arc<House>>,
    Path(verb): Path<String>,
    request: Request,
) -> Response {
    let ask = match read(&verb, request.uri().query()) {
        Ok(ask) => ask,
        Err(problem) => return problem.into_response(),
    };
    let patience = match is_in_a_hurry(request.headers()) {
        true => house.rules.patience.min(IN_A_HURRY),
        false => house.rules.patience,
    };
    match text(&house, request.into_body()).await {
        Ok(text) => answer(&house, ask, text, patience).await,
        Err(problem) => problem.into_response(),
    }
}

fn read(verb: &str, query: Option<&str>) -> Result<Ask, Problem> {
    question::read(verb, query.unwrap_or_default())
}

/// Whether somebody would rather have a job than wait.
fn is_in_a_hurry(headers: &HeaderMap) -> bool {
    let mut wishes = headers.get_all("prefer").iter();
    wishes.any(|wish| {
        let wish = wish.to_str().unwrap_or_default();
        wish.split([',', ';'])
            .any(|wish| wish.trim() == "respond-async")
    })
}

async fn text(house: &House, body: Body) -> Result<Bytes, Problem> {
    let most = house.rules.text;
    // One that does not say how long it is may be as long as any.
    let hint = body.size_hint();
    let too_large = || {
        let most = size(most as u64);
        Problem::too_large(say!("the text is larger than {most}", most))
    };
    if hint.lower() > most as u64 {
        return Err(too_large());
    }
    let length = hint.upper().map_or(most, |length| length as usize);
    let part = house.room_for_text(length).await;
    let part = part.ok_or_else(Problem::busy)?;
    let text = time::timeout(SLOWEST_TEXT, to_bytes(body, most)).await;
    match text {
        Ok(Ok(text)) => Ok(part.hold(text)),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(Problem::too_slow()),
    }
}

/// Waits for an answer, as long as it is quick; then says where it will be.
async fn answer(house: &Arc<House>, ask: Ask, text: Bytes, patience: Duration) -> Response {
    // If the connection breaks, this is dropped where it waits, and nobody listens any more.
    let listener = Listener::new(house.take(ask, text));
    let job = listener.job.clone();
    match time::timeout(patience, job.ended()).await {
        Ok(answered) => {
            house.forget(&job);
            match answered {
                Ok(answer) => answer.into_response(),
                Err(problem) => problem.into_response(),
            }
        }
        Err(_) => {
            listener.leave_for_now();
            jobs::accepted(&job)
        }
    }
}
