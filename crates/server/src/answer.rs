//! An answer: what the verb wrote, and what kind of thing that is.

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use fewest_verbs::Ask;
use fewest_words::say;

use crate::desk::Visitor;
use crate::options::Rules;
use crate::problem::Problem;
use crate::question::Shape;

/// What was answered.
#[derive(Clone, Debug)]
pub struct Answer {
    kind: &'static str,
    bytes: Bytes,
}

impl Answer {
    /// Answers a question about a text.
    pub fn to(ask: &Ask, text: &[u8], rules: &Rules) -> Result<Self, Problem> {
        let mut desk = Visitor {
            text,
            rules,
            remarks: Vec::new(),
            picture: None,
        };
        let mut out = Vec::new();
        fewest_verbs::run(&ask.verb, &mut desk, &mut out).map_err(Problem::of)?;
        let shape = Shape::of(&ask.verb);
        let bytes = match shape {
            Shape::Picture(_) => desk.picture.unwrap_or_default(),
            _ => out,
        };
        if bytes.is_empty() {
            let why = desk.remarks.join("\n");
            return Err(Problem::no_answer(match why.is_empty() {
                true => say!("there is nothing to tell"),
                false => why,
            }));
        }
        Ok(Answer {
            kind: kind(shape, &bytes),
            bytes: bytes.into(),
        })
    }
}

/// The media type of an answer.
fn kind(shape: Shape, bytes: &[u8]) -> &'static str {
    let lines = || bytes.iter().filter(|&&byte| byte == b'\n').count();
    match shape {
        Shape::Picture(kind) => kind,
        Shape::Text => "text/plain; charset=utf-8",
        Shape::Json if lines() <= 1 => "application/json",
        Shape::Json | Shape::Lines => "application/x-ndjson",
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, self.kind)], self.bytes).into_response()
    }
}
