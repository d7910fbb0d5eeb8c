//! The addresses, who answers at each, and who may ask: pages of this server and programs that mean it, but
//! no page of another server.

use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use fewest_verbs::output::size;
use fewest_words::say;
use hyper::body::Body as _;
use tokio::time;

use crate::job::{self, Listener};
use crate::problem::Problem;
use crate::scheduler::Scheduler;
use crate::{files, levels, page, question};

/// How long a text may take to come.
const SLOWEST_TEXT: Duration = Duration::from_secs(30);
/// How long whoever would rather have a job than wait does wait.
const IN_A_HURRY: Duration = Duration::from_millis(100);

/// Every address there is.
pub fn router(scheduler: Arc<Scheduler>, names: Names) -> Router {
    let nothing = async || Problem::not_found();
    let with_language_alone = Router::new()
        .route("/api", get(page::html))
        .route("/api/v1/openapi.json", get(page::json))
        .route("/api/v1/levels", get(levels::shipped))
        .route("/api/v1/health", get(health))
        .route("/api/v1/jobs/{id}", get(job::ask).delete(job::stop))
        .route("/api/v1/jobs/{id}/answer", get(job::answer))
        .route("/api/v1/jobs/{id}/events", get(job::events))
        .route_layer(middleware::from_fn(language_alone));
    let api = Router::new()
        .route("/games", get(games))
        .route("/catalogue", get(levels::catalogue_page))
        .route("/{verb}", post(ask).fallback(not_asked))
        .fallback(nothing);
    Router::new()
        .nest("/api/v1", api)
        .merge(with_language_alone)
        .fallback(files::find)
        .method_not_allowed_fallback(async || Problem::wrong_method())
        .layer(middleware::from_fn_with_state(Arc::new(names), guard))
        .with_state(scheduler)
}

/// Refuses a query that says anything but the language.
async fn language_alone(
    RawQuery(query): RawQuery,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let names = ["levels", "health", "jobs", "openapi.json", "api"];
    let segments = request.uri().path().split('/').skip(1);
    let known = segments.filter_map(|segment| names.into_iter().find(|&name| name == segment));
    let name = known.last().unwrap_or("api");
    question::check_language(name, &query.unwrap_or_default())?;
    Ok(next.run(request).await)
}

/// The games, which need no job: the same list answers every question.
async fn games(RawQuery(query): RawQuery, headers: HeaderMap) -> Result<Response, Problem> {
    question::read("games", query.as_deref().unwrap_or_default())?;
    Ok(levels::GAMES.respond(&headers))
}

/// A verb's address by another method, or an address that is no verb's at all.
async fn not_asked(Path(verb): Path<String>) -> Response {
    match question::is_verb(&verb) {
        true => ([(header::ALLOW, "POST")], Problem::wrong_method()).into_response(),
        false => Problem::not_found().into_response(),
    }
}

async fn health(State(scheduler): State<Arc<Scheduler>>) -> Response {
    let json = serde_json::to_vec(&scheduler.health()).expect("numbers can be written");
    ([(header::CONTENT_TYPE, "application/json")], json).into_response()
}

/// A question, its query and its text.
async fn ask(
    State(scheduler): State<Arc<Scheduler>>,
    Path(verb): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    let ask = question::read(&verb, request.uri().query().unwrap_or_default())?;
    let patience = match is_in_a_hurry(request.headers()) {
        true => scheduler.limits.patience.min(IN_A_HURRY),
        false => scheduler.limits.patience,
    };
    let text = text(&scheduler, request.into_body()).await?;
    // If the connection breaks, this is dropped where it waits, and nobody listens any more.
    let listener = Listener::new(scheduler.take(ask, text));
    let job = listener.job.clone();
    match time::timeout(patience, job.ended()).await {
        Ok(answered) => {
            scheduler.forget(&job);
            Ok(answered?.into_response())
        }
        Err(_) => {
            listener.leave_for_now();
            Ok(job::accepted(&job))
        }
    }
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

async fn text(scheduler: &Scheduler, body: Body) -> Result<Bytes, Problem> {
    let most = scheduler.limits.text;
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
    let part = scheduler.room_for_text(length).await;
    let part = part.ok_or_else(Problem::busy)?;
    let text = time::timeout(SLOWEST_TEXT, to_bytes(body, most)).await;
    match text {
        Ok(Ok(text)) => Ok(part.hold(text)),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(Problem::too_slow()),
    }
}

/// The names under which the server may be asked. A page of somebody else's can have its name
/// point to this machine, but it cannot change under which name the browser then asks.
pub struct Names {
    address: SocketAddr,
    allowed: Vec<String>,
}

impl Names {
    /// Those of a server that listens there, and others that it was told.
    pub fn new(address: SocketAddr, allowed: &[String]) -> Self {
        Names {
            address,
            allowed: allowed.iter().map(|name| name.to_lowercase()).collect(),
        }
    }

    /// Whether a request is for this server by its `Host`.
    fn know(&self, host: &Authority) -> bool {
        let name = host.host().to_lowercase();
        if self.allowed.contains(&name) {
            return true;
        }
        let port = host.port_u16().unwrap_or(80);
        port == self.address.port() && (name == "localhost" || self.is_ours(&name))
    }

    /// Whether it is a number of ours. Where we listen at all of the machine's, any may be one.
    fn is_ours(&self, name: &str) -> bool {
        let number: Result<IpAddr, _> = name.trim_matches(['[', ']']).parse();
        let ours = self.address.ip();
        number.is_ok_and(|ip| ip.is_loopback() || ip == ours || ours.is_unspecified())
    }

    /// What is wrong with where a request comes from, if anything is.
    fn refusal(&self, asked: &Uri, headers: &HeaderMap) -> Option<Problem> {
        // Of two that are said, nobody knows which one another program would take.
        let only = |name| {
            let mut values = headers.get_all(name).iter();
            let value = values.next()?.to_str().ok()?;
            values.next().is_none().then_some(value)
        };
        let host = only(header::HOST).filter(|host| !host.contains('@'));
        let host = host.and_then(|host| host.parse::<Authority>().ok());
        // A proxy is asked for a whole address, with a name of its own.
        let is_ours = asked.authority().is_none_or(|name| self.know(name));
        let Some(host) = host.filter(|host| is_ours && self.know(host)) else {
            let title = say!("This is another server");
            let detail = say!("this server is not called that, or on another port");
            let advice = say!("start it with --allow-host and the name");
            let problem = Problem::new(StatusCode::MISDIRECTED_REQUEST, title, detail);
            return Some(problem.advised(advice));
        };
        if !headers.contains_key(header::ORIGIN) {
            return None;
        }
        let origin = only(header::ORIGIN).unwrap_or_default();
        let from = origin
            .strip_prefix("http://")
            .or(origin.strip_prefix("https://"));
        match from {
            Some(from) if from.eq_ignore_ascii_case(host.as_str()) => None,
            _ => {
                let title = say!("Not from there");
                let detail = say!("pages of other servers may not ask this one");
                Some(Problem::new(StatusCode::FORBIDDEN, title, detail))
            }
        }
    }
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TOLD: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Lets in who may ask, and tells the browser what helps to guard.
pub async fn guard(State(names): State<Arc<Names>>, request: Request, next: Next) -> Response {
    let lang = question::language(request.uri().query().unwrap_or_default());
    let refused = lang.speak(|| names.refusal(request.uri(), request.headers()));
    let mut response = match refused {
        Some(problem) => problem.into_response(),
        None => {
            // Whichever thread goes on with it speaks the language that is asked for.
            let mut answer = pin!(next.run(request));
            poll_fn(|context| lang.speak(|| answer.as_mut().poll(context))).await
        }
    };
    let headers = response.headers_mut();
    for (name, value) in TOLD {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What is not said to be kept is not: an answer may be of other rules tomorrow.
    let fresh = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(fresh);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(names: &Names, host: &str) -> bool {
        host.parse::<Authority>()
            .is_ok_and(|host| names.know(&host))
    }

    #[test]
    fn only_its_own_names_are_known() {
        let address = "127.0.0.1:8321".parse().expect("an address");
        let names = Names::new(address, &["Puzzles.example".to_string()]);
        for right in [
            "localhost:8321",
            "LocalHost:8321",
            "127.0.0.1:8321",
            "[::1]:8321",
            "puzzles.example",
            "puzzles.example:443",
        ] {
            assert!(known(&names, right), "{right}");
        }
        for wrong in [
            "localhost",
            "localhost:8322",
            "evil.example:8321",
            "10.0.0.1:8321",
            "127.0.0.1.evil.example:8321",
        ] {
            assert!(!known(&names, wrong), "{wrong}");
        }
    }

    #[test]
    fn where_it_listens_at_every_number_any_number_may_be_its_own() {
        let address = "0.0.0.0:80".parse().expect("an address");
        let names = Names::new(address, &[]);
        assert!(known(&names, "10.0.0.1"));
        assert!(!known(&names, "evil.example"));
    }
}
