//! [`HttpHost`]: somebody who asks over HTTP. The text is the body, the limits are the server's, and what the
//! verb writes becomes the [`Answer`].

use std::cell::Cell;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use fewest_games::builtin::AnyLevel;
use fewest_search::{Limits, Progress, Watch};
use fewest_verbs::args::{LimitArgs, ProgressMode};
use fewest_verbs::host::{BatchProgress, Host, HostObserver};
use fewest_verbs::outcome::{Exit, Failure};
use fewest_verbs::output::count;
use fewest_verbs::{ContentKind, Verb};
use fewest_words::say;

use crate::options::ServerLimits;
use crate::problem::Problem;
use crate::scheduler::{JobRun, Reservation};

/// As many pixels as are painted while others can wait: a few hundredths of a second.
const QUICK_PIXELS: u64 = 1 << 19;
/// The bytes that a square takes while the board is shown, with some to spare.
const SHOWN_SQUARE: u64 = 192;

/// Somebody who asks over HTTP, while a job runs.
pub struct HttpHost<'a> {
    /// The turn in which it is answered.
    pub run: &'a JobRun,
    /// What was told beside the answer.
    pub remarks: Vec<String>,
    /// The picture, where one is the answer.
    pub picture: Option<Vec<u8>>,
    /// Whether anything was watched before.
    has_watched: Cell<bool>,
}

impl<'a> HttpHost<'a> {
    /// At the beginning of a run.
    pub fn new(run: &'a JobRun) -> Self {
        HttpHost {
            run,
            remarks: Vec::new(),
            picture: None,
            has_watched: Cell::new(false),
        }
    }

    fn observer(&self) -> JobObserver<'a> {
        if self.has_watched.replace(true) {
            self.run.job.turn_to_another();
        }
        JobObserver(self.run)
    }
}

impl Host for HttpHost<'_> {
    fn read(&mut self, _: Option<&Path>) -> Result<(String, Vec<u8>), Failure> {
        Ok(("level".to_string(), self.run.text.to_vec()))
    }

    fn admit(&self, level: &AnyLevel) -> Result<(), Failure> {
        let (rows, columns) = level.size();
        let ServerLimits { board, memory, .. } = self.run.limits;
        let most = match self.run.job.ask.verb.shows_the_board() {
            true => board.min(memory / SHOWN_SQUARE),
            false => board,
        };
        match u64::from(rows) * u64::from(columns) > most {
            false => Ok(()),
            true => Err(Failure::TooLarge(say!(
                "a board of {rows} by {columns} squares is too large: {most} squares are the most",
                rows,
                columns,
                most = count(most)
            ))),
        }
    }

    fn limits(&self, asked: &LimitArgs, sharing: NonZeroUsize) -> Limits {
        let limits = &self.run.limits;
        let least = |asked: Option<u64>, most: Option<u64>| match (asked, most) {
            (Some(asked), Some(most)) => Some(asked.min(most)),
            (one, other) => one.or(other),
        };
        let time = self.run.time_left();
        Limits {
            states: least(asked.states, limits.states),
            memory: least(asked.memory, Some(limits.memory / sharing.get() as u64)),
            time: Some(asked.time.map_or(time, |asked| asked.min(time))),
            cost: None,
        }
    }

    fn at_once(&self) -> (Limits, Box<dyn Watch + '_>) {
        let limits = self.limits(&LimitArgs::default(), NonZeroUsize::MIN);
        // A judge's input may have many cases, of which each has its own fewest.
        self.run.job.settle();
        (limits, Box::new(self.observer()))
    }

    /// None: what is asked over a network must not fill it.
    fn scratch(&self) -> Option<PathBuf> {
        None
    }

    fn watch(&self, _: ProgressMode) -> Box<dyn HostObserver + '_> {
        Box::new(self.observer())
    }

    fn is_stopped(&self) -> bool {
        self.run.goes_on().is_break()
    }

    fn tell(&mut self, remark: &str) {
        self.remarks.push(remark.to_string());
    }

    fn tell_error(&mut self, why: &str) {
        self.tell(why);
    }

    fn may_refuse(&self, squares: u64) -> bool {
        squares > self.run.limits.board
    }

    fn let_paint(&self, pixels: u64) -> ControlFlow<()> {
        match pixels > QUICK_PIXELS {
            true => self.run.takes_long(),
            false => self.run.goes_on(),
        }
    }

    fn hand_over(&mut self, _: &Path, picture: &[u8]) -> io::Result<()> {
        self.picture = Some(picture.to_vec());
        Ok(())
    }
}

/// Tells the job how far it is, and the search whether to go on.
struct JobObserver<'a>(&'a JobRun);

impl Watch for JobObserver<'_> {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        self.0.job.report(progress);
        self.0.goes_on()
    }

    fn move_on(&mut self) {
        self.0.job.settle();
    }
}

impl HostObserver for JobObserver<'_> {
    fn on_batch_progress(&mut self, headway: BatchProgress) -> ControlFlow<()> {
        match headway {
            BatchProgress::Changes(tally) => self.0.job.report_changes(tally),
            // One thread answers a question: nobody is offered several.
            BatchProgress::Levels(_) => {}
        }
        self.0.goes_on()
    }
}

/// Whoever answers what is asked.
pub type Verbs = fn(&Verb, &mut dyn Host, &mut dyn Write) -> Result<Exit, Failure>;

/// What was answered.
#[derive(Clone, Debug)]
pub struct Answer {
    kind: &'static str,
    bytes: Bytes,
}

/// Runs a job and returns its answer.
pub fn answer(run: &JobRun, verbs: Verbs) -> Result<Answer, Problem> {
    let verb = &run.job.ask.verb;
    let mut host = HttpHost::new(run);
    let mut buffer = BoundedBuffer {
        bytes: Vec::new(),
        most: run.limits.answer,
        is_full: false,
    };
    let ended = verbs(verb, &mut host, &mut buffer);
    if buffer.is_full {
        return Err(Problem::too_large_answer(run.limits.answer));
    }
    ended.map_err(Problem::of)?;
    let shape = verb.shape();
    let bytes = match shape {
        ContentKind::Picture(_) => host.picture.unwrap_or_default(),
        ContentKind::Json | ContentKind::Lines | ContentKind::Text => buffer.bytes,
    };
    if bytes.len() > run.limits.answer {
        return Err(Problem::too_large_answer(run.limits.answer));
    }
    if bytes.is_empty() {
        let why = host.remarks.join("\n");
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
fn kind(shape: ContentKind, bytes: &[u8]) -> &'static str {
    let lines = || bytes.iter().filter(|&&byte| byte == b'\n').count();
    match shape {
        ContentKind::Picture(format) => format.media(),
        ContentKind::Text => "text/plain; charset=utf-8",
        ContentKind::Json if lines() <= 1 => "application/json",
        ContentKind::Json | ContentKind::Lines => "application/x-ndjson",
    }
}

impl Answer {
    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The same, which holds its reservation until the last copy is dropped.
    pub fn in_its(self, part: Reservation) -> Self {
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
struct BoundedBuffer {
    bytes: Vec<u8>,
    most: usize,
    is_full: bool,
}

impl Write for BoundedBuffer {
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
