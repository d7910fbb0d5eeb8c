//! The addresses, and who answers at each.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use fewest_words::say;

use crate::answer::Answer;
use crate::options::Rules;
use crate::problem::Problem;
use crate::{files, gallery, question};

/// Every address there is.
pub fn router(rules: Arc<Rules>) -> Router {
    Router::new()
        .route("/api/v1/games", get(games))
        .route("/api/v1/levels", get(gallery::levels))
        .route("/api/v1/{verb}", post(ask))
        .route("/words/zh.json", get(words))
        .fallback(files::find)
        .with_state(rules)
}

async fn games(State(rules): State<Arc<Rules>>, RawQuery(query): RawQuery) -> Response {
    answer("games", query, Body::empty(), rules).await
}

async fn words() -> Response {
    files::text("application/json", fewest_words::CATALOGUE)
}

async fn ask(
    State(rules): State<Arc<Rules>>,
    Path(verb): Path<String>,
    request: Request,
) -> Response {
    let query = request.uri().query().map(str::to_string);
    answer(&verb, query, request.into_body(), rules).await
}

async fn answer(verb: &str, query: Option<String>, body: Body, rules: Arc<Rules>) -> Response {
    let query = query.unwrap_or_default();
    let ask = match question::language(&query).speak(|| question::read(verb, &query)) {
        Ok(ask) => ask,
        Err(problem) => return problem.into_response(),
    };
    let Ok(text) = to_bytes(body, rules.body).await else {
        return ask.language.lang.speak(|| {
            let detail = say!("the text is larger than {most} bytes", most = rules.body);
            Problem::too_large(detail).into_response()
        });
    };
    let work = move || {
        let lang = ask.language.lang;
        lang.speak(|| Answer::to(&ask, &text, &rules))
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(answer)) => answer.into_response(),
        Ok(Err(problem)) => problem.into_response(),
        Err(_) => Problem::fault(say!("the answer was broken off")).into_response(),
    }
}

/// What a request for an address that nobody knows gets.
pub fn nowhere(_: &Uri) -> Response {
    let mut response = Problem::not_found().into_response();
    response.headers_mut().insert(
        header::CACHE_CONTROL,
        header::HeaderValue::from_static("no-store"),
    );
    response
}
