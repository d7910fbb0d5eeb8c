//! Who may ask: pages of this server and programs that mean it, but no page of somebody else's.
//! And what a browser is told with every answer, so that it helps to guard.

use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fewest_words::say;

use crate::problem::Problem;
use crate::question;

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
