//! The page: its files, embedded in the program.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "web"]
struct Web;

/// The file at an address.
pub async fn find(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match Web::get(path) {
        Some(file) => whole(&headers, kind(path), file.data),
        None => Problem::not_found().into_response(),
    }
}

/// A text that the program has or makes.
pub fn text(
    headers: &HeaderMap,
    kind: &'static str,
    text: impl Into<Cow<'static, str>>,
) -> Response {
    let bytes = match text.into() {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    };
    whole(headers, kind, bytes)
}

/// A file, unless whoever asks has the same already.
fn whole(headers: &HeaderMap, kind: &'static str, bytes: Cow<'static, [u8]>) -> Response {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
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
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
