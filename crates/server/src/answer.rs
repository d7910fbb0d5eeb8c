//! An answer: what the verb wrote, and what kind of thing that is.

use std::io::{self, Write};

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use fewest_verbs::desk::Desk;
use fewest_verbs::ended::{Exit, Failure};
use fewest_verbs::output::size;
use fewest_verbs::{Shape, Verb};
use fewest_words::say;

use crate::desk::Visitor;
use crate::problem::Problem;
use crate::room::Part;
use crate::turn::Turn;

/// Whoever answers what is asked.
pub type Verbs = fn(&Verb, &mut dyn Desk, &mut dyn Write) -> Result<Exit, Failure>;

/// What was answered.
#[derive(Clone, Debug)]
pub struct Answer {
    kind: &'static str,
    bytes: Bytes,
}

/// Answers a question when it is its turn.
pub fn answer(turn: &Turn, verbs: Verbs) -> Result<Answer, Problem> {
    let verb = &turn.job.ask.verb;
    let mut desk = Visitor::new(turn);
    let mut paper = Paper {
        bytes: Vec::new(),
        most: turn.rules.answer,
        is_full: false,
    };
    let ended = verbs(verb, &mut desk, &mut paper);
    let too_large = || {
        let most = size(turn.rules.answer as u64);
        let problem = Problem::too_large(say!("the answer is larger than {most}", most));
        problem.advised(say!("ask for less at once"))
    };
    if paper.is_full {
        return Err(too_large());
    }
    ended.map_err(Problem::of)?;
    let shape = verb.shape();
    let bytes = match shape {
        Shape::Picture(_) => desk.picture.unwrap_or_default(),
        Shape::Json | Shape::Lines | Shape::Text => paper.bytes,
    };
    if bytes.len() > turn.rules.answer {
        return Err(too_large());
    }
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

/// The media type of an answer.
fn kind(shape: Shape, bytes: &[u8]) -> &'static str {
    let lines = || bytes.iter().filter(|&&byte| byte == b'\n').count();
    match shape {
        Shape::Picture(format) => format.media(),
        Shape::Text => "text/plain; charset=utf-8",
        Shape::Json if lines() <= 1 => "application/json",
        Shape::Json | Shape::Lines => "application/x-ndjson",
    }
}

impl Answer {
    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The same, with a part of the room for as long as anybody has it.
    pub fn in_its(self, part: Part) -> Self {
        Answer {
            bytes: part.hold(self.bytes),
            ..self
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, self.kind)], self.bytes).into_response()
    }
}

/// Takes what is written, but no more than there is room for.
struct Paper {
    bytes: Vec<u8>,
    most: usize,
    is_full: bool,
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            self.is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
