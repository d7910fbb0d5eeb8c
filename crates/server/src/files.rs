//! The page: its files, embedded in the program.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "web"]
struct Web;

/// The file at an address.
pub async fn find(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (allowed, Problem::wrong_method()).into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match Web::get(path) {
        Some(file) => {
            let [a, b, c, d, e, f, g, h, ..] = file.metadata.sha256_hash();
            let hash = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
            whole(&headers, kind(path), hash, file.data)
        }
        None => Problem::not_found().into_response(),
    }
}

/// A text that the program has or makes once.
pub fn text(headers: &HeaderMap, kind: &'static str, text: &'static str) -> Response {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let bytes = Cow::Borrowed(text.as_bytes());
    whole(headers, kind, hasher.finish(), bytes)
}

/// A file, unless whoever asks has the same already.
fn whole(
    headers: &HeaderMap,
    kind: &'static str,
    hash: u64,
    bytes: Cow<'static, [u8]>,
) -> Response {
    let tag = format!("\"{hash:016x}\"");
    let has = headers.get(header::IF_NONE_MATCH);
    let has_it = has.is_some_and(|has| has.as_bytes() == tag.as_bytes());
    // To be asked for every time: another version of the server may answer tomorrow.
    let kept = [
        (header::CACHE_CONTROL, "no-cache".to_string()),
        (header::ETAG, tag),
    ];
    match has_it {
        true => (StatusCode::NOT_MODIFIED, kept).into_response(),
        false => (kept, [(header::CONTENT_TYPE, kind)], bytes).into_response(),
    }
}

/// The media type of a file, by the end of its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
