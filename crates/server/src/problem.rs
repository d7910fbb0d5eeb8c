//! What went wrong, as `application/problem+json`: what, where, and what to do instead.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fewest_verbs::outcome::{Diagnostic, Failure};
use fewest_verbs::output::size;
use fewest_words::say;
use serde::Serialize;
use utoipa::ToSchema;

/// The media type of all of them.
const KIND: &str = "application/problem+json";

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    told: Box<Told>,
    /// After how long to ask again.
    again_in: Option<Duration>,
}

/// What is told about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Told {
    /// Nothing more is to be read about it than its title.
    r#type: &'static str,
    /// What kind of problem it is, in few words.
    title: String,
    /// The status of the answer.
    status: u16,
    /// What is wrong.
    detail: String,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
    /// Where it is: `level`, or moves that were sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#where: Option<String>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column, from 1, counted in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// How many characters are meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<usize>,
    /// The squares that cannot all be as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<Vec<String>>,
    /// The whole problem for a person who draws the level and sees squares instead of its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<String>,
    /// The number of the move that is illegal, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_number: Option<usize>,
    /// The move that is illegal, as it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    /// Why that move is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Problem {
    /// A problem.
    pub fn new(status: StatusCode, title: String, detail: String) -> Self {
        let told = Told {
            r#type: "about:blank",
            title,
            status: status.as_u16(),
            detail,
            ..Told::default()
        };
        Problem {
            told: Box::new(told),
            again_in: None,
        }
    }

    /// The query cannot be understood.
    pub fn bad_query(detail: String) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, say!("The query is wrong"), detail)
    }

    /// Nothing is at this address.
    pub fn not_found() -> Self {
        let detail = say!("nothing is at this address");
        Problem::new(StatusCode::NOT_FOUND, say!("Not found"), detail)
            .advised(say!("see /api for the addresses there are"))
    }

    /// More than the server takes or gives.
    pub fn too_large(detail: String) -> Self {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, say!("Too large"), detail)
    }

    /// The answer has more bytes than the server gives.
    pub fn too_large_answer(most: usize) -> Self {
        let most = size(most as u64);
        let problem = Problem::too_large(say!("the answer is larger than {most}", most));
        problem.advised(say!("ask for less at once"))
    }

    /// What was asked has no answer.
    pub fn no_answer(detail: String) -> Self {
        let title = say!("There is no answer");
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, title, detail)
    }

    /// A fault of ours.
    pub fn fault(detail: String) -> Self {
        let title = say!("A fault of fewest");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, title, detail)
            .advised(say!("please report it"))
    }

    /// Another method is meant, or another address.
    pub fn wrong_method() -> Self {
        let detail = say!("this address is not asked in this way");
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, say!("Wrong method"), detail)
            .advised(say!("see /api for the addresses there are"))
    }

    /// The text did not come.
    pub fn too_slow() -> Self {
        let detail = say!("the text took too long to come");
        Problem::new(StatusCode::REQUEST_TIMEOUT, say!("Too slow"), detail)
    }

    /// No such job.
    pub fn no_job() -> Self {
        let detail = say!("there is no such job, or no longer");
        Problem::new(StatusCode::NOT_FOUND, say!("Not found"), detail)
    }

    /// Nobody has told the server of a catalogue.
    pub fn no_catalogue() -> Self {
        let detail = say!("this server has no catalogue");
        Problem::new(StatusCode::NOT_FOUND, say!("Not found"), detail)
            .advised(say!("start it with `fewest serve --catalogue FILE`"))
    }

    /// The catalogue was there when the server was started, but now it cannot be read.
    pub fn unreadable_catalogue(detail: String) -> Self {
        let title = say!("The catalogue cannot be read");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, title, detail)
    }

    /// Too much is asked at a time.
    pub fn busy() -> Self {
        let detail = say!("too many questions are being answered");
        let mut problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, say!("Busy"), detail)
            .advised(say!("ask again in a moment"));
        problem.again_in = Some(Duration::from_secs(2));
        problem
    }

    /// Too many connections come from one address, and all of them are being answered.
    pub fn too_many_connections() -> Self {
        let detail = say!("too many connections from your address are being answered");
        let mut problem = Problem::busy();
        problem.told.detail = detail;
        problem
    }

    /// Nobody wanted the answer any more.
    pub fn stopped() -> Self {
        Problem::new(
            StatusCode::GONE,
            say!("Stopped"),
            say!("the job was stopped"),
        )
    }

    /// The server ends.
    pub fn closing() -> Self {
        let detail = say!("the server is being closed");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, say!("Closed"), detail)
    }

    /// All of it together took too long.
    pub fn out_of_time() -> Self {
        Problem::no_answer(say!("the answer would take longer than this server allows"))
            .advised(say!("ask about less at once"))
    }

    /// With advice.
    pub fn advised(mut self, advice: String) -> Self {
        self.told.advice = Some(advice);
        self
    }

    /// What the verbs complain about.
    pub fn of(failure: Failure) -> Self {
        match failure {
            Failure::BadInput(diagnostics) => match diagnostics.into_iter().next() {
                Some(diagnostic) => Problem::diagnostic(diagnostic),
                None => Problem::fault(say!("a complaint without a word")),
            },
            Failure::NoInput => Problem::no_answer(failure.to_string()),
            Failure::TooLarge(message) => Problem::too_large(message),
            Failure::Write(error) => Problem::fault(error.to_string()),
            Failure::Unpaintable(_) | Failure::Internal(_) => Problem::fault(failure.to_string()),
        }
    }

    /// The whole answer as it is sent, to whoever has not been asked for a request.
    pub fn plainly(&self) -> Vec<u8> {
        let status = self.status();
        let json = self.json();
        let mut head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: {KIND}\r\ncontent-length: {}\r\n",
            json.len()
        );
        if let Some(seconds) = self.seconds() {
            head += &format!("retry-after: {seconds}\r\n");
        }
        head += "connection: close\r\n\r\n";
        let mut answer = head.into_bytes();
        answer.extend(json);
        answer
    }

    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.told.status).expect("it was made of one")
    }

    fn json(&self) -> Vec<u8> {
        serde_json::to_vec(&self.told).expect("texts and numbers can be written")
    }

    fn seconds(&self) -> Option<u64> {
        self.again_in.map(|wait| wait.as_secs().max(1))
    }

    fn diagnostic(diagnostic: Diagnostic) -> Self {
        let wrong = |title: String, detail: String| {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, title, detail)
        };
        match diagnostic {
            Diagnostic::Plain(message) => wrong(say!("This cannot be answered"), message),
            Diagnostic::Squares {
                squares,
                message,
                drawn,
                ..
            } => {
                let mut problem = wrong(say!("This cannot be answered"), message);
                problem.told.squares = Some(squares);
                problem.told.drawn = Some(drawn);
                problem
            }
            Diagnostic::Text { name, error, .. } => {
                let mut problem = wrong(say!("The text is wrong"), error.message);
                let told = &mut *problem.told;
                told.advice = Some(error.advice);
                told.r#where = Some(name);
                told.line = Some(error.line);
                told.column = Some(error.column);
                told.width = Some(error.width);
                told.drawn = error.drawn;
                if let Some(illegal) = error.illegal {
                    told.move_number = Some(illegal.number);
                    told.r#move = Some(illegal.step);
                    told.reason = Some(illegal.reason);
                }
                problem
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let kind = (header::CONTENT_TYPE, KIND);
        let mut response = (self.status(), [kind], self.json()).into_response();
        if let Some(seconds) = self.seconds() {
            let seconds = HeaderValue::from(seconds);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
