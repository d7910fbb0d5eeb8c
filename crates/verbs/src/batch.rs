//! `fewest solve --jobs`: many levels, several at a time, and a line of JSON for each in its place.
//!
//! The levels are divided into shares. Each thread takes the next share, reads its levels, solves them and
//! makes their lines; the lines are written in the order of the levels. What is wrong with one level is
//! reported in its place and does not affect the others.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::mem;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use fewest_catalogue::Entry;
use fewest_games::builtin::{self, AnyLevel, GameId};
use fewest_games::level_text::{self, Part};
use fewest_games::solve::Disagreement;
use fewest_games::source::{Source, TextError};
use fewest_search::{Limits, Progress, SearchContext, SearchOptions};
use fewest_words::{Lang, say};
use serde::Serialize;

use crate::args::{LevelArgs, SolveArgs};
use crate::catalogue::{CatalogueFile, rated_entry};
use crate::host::{BatchProgress, Host, Levels};
use crate::levels::{self, Text, Texts};
use crate::outcome::{Diagnostic, Exit, Failure};
use crate::solve::{Line, figures, progress_mode};

/// The longest time until a wish to stop is noticed, and until finished lines are written.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// The most bytes of lines that wait to be written before no thread takes another share.
const MOST_WAITING: usize = 64 << 20;

/// The shares for each thread, if there are enough levels: some levels take far longer than others, and no
/// thread shall be left with all of them.
const SHARES_OF_EACH: usize = 32;

/// Solves the levels, `jobs` at a time. The host is not asked to admit each of them: one that refuses levels
/// does not offer this.
pub fn run(
    args: &SolveArgs,
    jobs: NonZeroUsize,
    host: &mut dyn Host,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut writer = args
        .into
        .as_deref()
        .map(CatalogueFile::create_or_open)
        .transpose()?;
    let game = args.levels.game.as_deref().map(levels::game);
    let texts = read_texts(&args.levels, host)?;
    let bytes: usize = texts.iter().map(NamedText::len).sum();
    // A small share where there is little text; of a long text so much that sharing costs nothing.
    let grain = (bytes / SHARES_OF_EACH / jobs).min(1 << 14);
    let shares: Vec<_> = texts
        .iter()
        .flat_map(|text| text.shares(game, grain, jobs))
        .collect();
    let threads = NonZeroUsize::new(shares.len()).map_or(jobs, |shares| jobs.min(shares));
    let batch = Batch {
        limits: host.limits(&args.limits, threads),
        whole: args.effort.whole,
        is_kept: writer.is_some(),
        game,
        queue: ShareQueue::new(shares.len(), MOST_WAITING),
        shares,
    };
    let levels = batch.shares.iter().map(Share::levels).sum();
    let lang = Lang::spoken();
    let mut sum = Sum::default();
    let written = thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads.get() {
            let (batch, sender) = (&batch, sender.clone());
            // Where no more threads can be started, the others do it all.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                lang.speak(|| batch.work(&sender));
            });
        }
        drop(sender);
        let mut observer = host.watch(progress_mode(args));
        let write = &mut |made: Option<&Made>| {
            let Some(made) = made else {
                // Nothing new has come: whoever reads along gets what there is.
                return Ok(out.flush()?);
            };
            if let Some(writer) = &mut writer {
                writer.ask(|catalogue| catalogue.keep(&made.entries))?;
            }
            Ok(out.write_all(&made.lines)?)
        };
        let report = &mut |made: &Sum| {
            sum = *made;
            let (done, of, errors) = (made.done, levels, made.errors);
            observer.on_batch_progress(BatchProgress::Levels(Levels { done, of, errors }))
        };
        let written = write_in_order(&batch.queue, &results, write, report);
        // What is not written any more need not be solved.
        batch.queue.stop();
        written
    });
    let is_complete = written?;
    if host.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    match is_complete {
        true => Ok(sum.worst),
        false => Err(Failure::plain(say!("no thread could be started"))),
    }
}

/// Writes what the threads make in the order of the shares, until all of them have ended. Returns whether
/// every share was written. `write` gets `None` while nothing comes.
fn write_in_order(
    queue: &ShareQueue,
    results: &Receiver<Made>,
    write: &mut dyn FnMut(Option<&Made>) -> Result<(), Failure>,
    report: &mut dyn FnMut(&Sum) -> ControlFlow<()>,
) -> Result<bool, Failure> {
    let mut waiting: BTreeMap<usize, Made> = BTreeMap::new();
    let mut sum = Sum::default();
    let mut next = 0;
    loop {
        let made = match results.recv_timeout(BETWEEN_LOOKS) {
            Ok(made) => Some(made),
            Err(RecvTimeoutError::Timeout) => {
                write(None)?;
                None
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        for made in made.into_iter().chain(results.try_iter()) {
            sum.done += made.sum.done;
            sum.errors += made.sum.errors;
            sum.worst = sum.worst.max(made.sum.worst);
            waiting.entry(made.share).or_default().append(made);
        }
        let mut ready = Made::default();
        while let Some(made) = waiting.get_mut(&next) {
            ready.append(mem::take(made));
            if !mem::take(&mut ready.is_last) {
                break;
            }
            waiting.remove(&next);
            next += 1;
        }
        if !ready.lines.is_empty() {
            queue.release(ready.lines.len());
            write(Some(&ready))?;
        }
        if report(&sum).is_break() {
            queue.stop();
        }
    }
    // Of no levels nothing was reported.
    let _ = report(&sum);
    Ok(next == queue.shares)
}

/// Hands out the shares in their order, while the lines that wait to be written are few enough.
struct ShareQueue {
    shares: usize,
    most_waiting: usize,
    state: Mutex<QueueState>,
    /// Lines were written, or no more are wanted.
    changed: Condvar,
    is_stopped: AtomicBool,
}

#[derive(Default)]
struct QueueState {
    taken: usize,
    /// The bytes of the lines that wait.
    waiting: usize,
}

impl ShareQueue {
    fn new(shares: usize, most_waiting: usize) -> Self {
        ShareQueue {
            shares,
            most_waiting,
            state: Mutex::default(),
            changed: Condvar::new(),
            is_stopped: AtomicBool::new(false),
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state
            .lock()
            .expect("no thread panics while holding it")
    }

    /// Takes the next share. Returns `None` if all are taken, or no more are wanted.
    fn take(&self) -> Option<usize> {
        let is_full =
            |state: &mut QueueState| state.waiting >= self.most_waiting && !self.is_stopped();
        let state = self.changed.wait_while(self.state(), is_full);
        let mut state = state.expect("no thread panics while holding it");
        let share = state.taken;
        (share < self.shares && !self.is_stopped()).then(|| {
            state.taken += 1;
            share
        })
    }

    /// So many bytes wait to be written.
    fn hold(&self, bytes: usize) {
        self.state().waiting += bytes;
    }

    /// So many of them are about to be.
    fn release(&self, bytes: usize) {
        self.state().waiting -= bytes;
        self.changed.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// No more are wanted.
    fn stop(&self) {
        // With the lock held: a thread that is about to wait has to hear it.
        let _state = self.state();
        self.is_stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }
}

/// What a thread made of some levels of a share.
#[derive(Default)]
struct Made {
    share: usize,
    /// Whether no more of the share will come.
    is_last: bool,
    lines: Vec<u8>,
    /// What is added to the catalogue before the lines are written.
    entries: Vec<Entry>,
    sum: Sum,
}

impl Made {
    fn append(&mut self, mut other: Made) {
        self.is_last = other.is_last;
        match self.lines.is_empty() {
            true => self.lines = other.lines,
            false => self.lines.extend_from_slice(&other.lines),
        }
        self.entries.append(&mut other.entries);
    }
}

/// How many levels are done, how many of these have an error in place of an answer, and the exit code of the
/// worst.
#[derive(Clone, Copy, Default)]
struct Sum {
    done: u64,
    errors: u64,
    worst: Exit,
}

/// What is wrong with a level, or with a whole text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Wrong {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

impl From<String> for Wrong {
    /// Something that has no place in a text.
    fn from(message: String) -> Self {
        Wrong {
            message,
            line: None,
            column: None,
            advice: None,
        }
    }
}

impl From<TextError> for Wrong {
    fn from(error: TextError) -> Self {
        Wrong {
            message: error.message,
            line: Some(error.line),
            column: Some(error.column),
            advice: Some(error.advice),
        }
    }
}

impl From<Failure> for Wrong {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::BadInput(diagnostics) => match diagnostics.into_iter().next() {
                Some(Diagnostic::Plain(message) | Diagnostic::Squares { message, .. }) => {
                    message.into()
                }
                Some(Diagnostic::Text { error, .. }) => error.into(),
                None => say!("a complaint without a word").into(),
            },
            other => other.to_string().into(),
        }
    }
}

/// A text, or why there is none.
struct NamedText {
    name: String,
    text: Result<Text, Wrong>,
}

/// Reads every text. One that cannot be read is wrong by itself.
fn read_texts(args: &LevelArgs, host: &mut dyn Host) -> Result<Vec<NamedText>, Failure> {
    let mut texts = Texts::new(args, host);
    let read = |file: Option<&Path>| match (texts.read(file), file) {
        (Ok(text), _) => Ok(NamedText {
            name: levels::label(&text.name).to_string(),
            text: Ok(text),
        }),
        (Err(failure @ Failure::BadInput(_)), Some(file)) => Ok(NamedText {
            name: file.display().to_string(),
            text: Err(failure.into()),
        }),
        (Err(failure), _) => Err(failure),
    };
    levels::files(args).into_iter().map(read).collect()
}

/// Levels that one thread solves one after another.
struct Share<'a> {
    /// The name of their text.
    text: &'a str,
    /// The number of the first in its text; `None` where it is alone there.
    number: Option<u64>,
    work: Work<'a>,
}

enum Work<'a> {
    /// No levels, but an error in their place.
    Wrong(Wrong),
    /// Level text that is not read yet.
    Part(Part<'a>),
    /// Levels of a text that was read as a whole.
    Levels(Vec<AnyLevel>),
}

impl Share<'_> {
    fn levels(&self) -> u64 {
        match &self.work {
            Work::Wrong(_) => 1,
            Work::Part(part) => part.levels,
            Work::Levels(levels) => levels.len() as u64,
        }
    }
}

impl NamedText {
    fn len(&self) -> usize {
        self.text.as_ref().map_or(0, |text| text.bytes.len())
    }

    /// Divides the levels that are meant into shares: level text behind its `---` lines, `grain` bytes each;
    /// what other texts hold, level by level.
    fn shares(&self, game: Option<GameId>, grain: usize, jobs: NonZeroUsize) -> Vec<Share<'_>> {
        let text = self.text.as_ref().map_err(Wrong::clone);
        let divided = text.and_then(|text| divide(text, game, grain, jobs));
        let (works, picked) = divided.unwrap_or_else(|wrong| (vec![Work::Wrong(wrong)], None));
        let mut next = 1;
        let mut shares = Vec::with_capacity(works.len());
        for work in works {
            let (text, number) = (self.name.as_str(), Some(next));
            let share = Share { text, number, work };
            next += share.levels();
            shares.push(share);
        }
        if let ([share], 2) = (shares.as_mut_slice(), next) {
            share.number = picked.map(|number| number as u64);
        }
        shares
    }
}

/// The work of a text; if one level is meant, also its number, where the text has several.
fn divide(
    text: &Text,
    game: Option<GameId>,
    grain: usize,
    jobs: NonZeroUsize,
) -> Result<(Vec<Work<'_>>, Option<usize>), Wrong> {
    let mut picked = None;
    if let Some(mut source) = builtin::level_text(&text.bytes, game) {
        if let Some(pick) = &text.pick {
            let (place, number) = pick.find(&text.name, level_text::pieces(source).count())?;
            let piece = level_text::pieces(source).nth(place);
            (source, picked) = (piece.expect("it was counted"), number);
        }
        let parts = level_text::parts(source, grain).map(Work::Part);
        return Ok((parts.collect(), picked));
    }
    let mut levels = builtin::read_bytes(&text.bytes, game)?;
    if let Some(pick) = &text.pick {
        let (place, number) = pick.find(&text.name, levels.len())?;
        (levels, picked) = (vec![levels.swap_remove(place)], number);
    }
    let each = (levels.len() / SHARES_OF_EACH / jobs).clamp(1, 256);
    let mut works = Vec::new();
    while !levels.is_empty() {
        let rest = levels.split_off(each.min(levels.len()));
        works.push(Work::Levels(mem::replace(&mut levels, rest)));
    }
    Ok((works, picked))
}

/// What all threads share.
struct Batch<'a> {
    /// What each search may use.
    limits: Limits,
    /// Whether every position is visited.
    whole: bool,
    /// Whether the levels are added to a catalogue.
    is_kept: bool,
    /// The game of levels that do not say it.
    game: Option<GameId>,
    shares: Vec<Share<'a>>,
    queue: ShareQueue,
}

impl Batch<'_> {
    /// Solves one share after another, until none is left or no more are wanted.
    fn work(&self, results: &Sender<Made>) {
        while let Some(place) = self.queue.take() {
            let share = &self.shares[place];
            let mut worker = BatchWorker::new(self, results, place);
            let ended = match &share.work {
                Work::Wrong(wrong) => worker.put(|_| Err((wrong.clone(), Exit::Unreadable))),
                Work::Part(part) => level_text::pieces(part.source)
                    .try_for_each(|piece| worker.put(|worker| worker.read(piece))),
                Work::Levels(levels) => levels
                    .iter()
                    .try_for_each(|level| worker.put(|worker| worker.solve(level))),
            };
            worker.send(ended.is_continue());
        }
    }
}

/// A thread that solves a share.
struct BatchWorker<'a> {
    batch: &'a Batch<'a>,
    results: &'a Sender<Made>,
    /// The number of the next level in its text.
    number: Option<u64>,
    /// The name of the text, and of the level that is solved.
    text: &'a str,
    name: String,
    made: Made,
    /// When lines were last sent.
    sent: Instant,
}

/// A level in its place with its answer.
#[derive(Serialize)]
struct Answered<'a> {
    name: &'a str,
    #[serde(flatten)]
    line: Line<'a>,
}

/// A level in its place without an answer.
#[derive(Serialize)]
struct Unanswered<'a> {
    name: &'a str,
    error: &'a Wrong,
}

/// The exit code of a level, or what is wrong with it and the exit code of that.
type Outcome = Result<Exit, (Wrong, Exit)>;

impl<'a> BatchWorker<'a> {
    fn new(batch: &'a Batch<'a>, results: &'a Sender<Made>, share: usize) -> Self {
        BatchWorker {
            batch,
            results,
            number: batch.shares[share].number,
            text: batch.shares[share].text,
            name: String::new(),
            made: Made {
                share,
                ..Made::default()
            },
            sent: Instant::now(),
        }
    }

    /// Makes the line of the next level. Returns [`ControlFlow::Break`] once no more are wanted.
    fn put(&mut self, answer: impl FnOnce(&mut Self) -> Outcome) -> ControlFlow<()> {
        self.look()?;
        self.name.clear();
        self.name += self.text;
        if let Some(number) = &mut self.number {
            write!(self.name, "#{number}").expect("writing to a string");
            *number += 1;
        }
        // A level that breaks the program does not take the others along.
        let answered = catch_unwind(AssertUnwindSafe(|| answer(self)));
        let answered = answered
            .unwrap_or_else(|_| Err((say!("the answer was broken off").into(), Exit::Broken)));
        let exit = match answered {
            // It was not solved, since it is not wanted any more.
            Ok(Exit::Interrupted) => return ControlFlow::Break(()),
            Ok(exit) => exit,
            Err((wrong, exit)) => {
                let (name, error) = (self.name.as_str(), &wrong);
                write_line(&mut self.made.lines, &Unanswered { name, error });
                self.made.sum.errors += 1;
                exit
            }
        };
        self.made.sum.done += 1;
        self.made.sum.worst = self.made.sum.worst.max(exit);
        ControlFlow::Continue(())
    }

    fn read(&mut self, piece: Source) -> Outcome {
        let level = builtin::read_piece(piece, self.batch.game);
        self.solve(&level.map_err(|error| (error.into(), Exit::Unreadable))?)
    }

    /// Solves a level and makes its line, unless it is not wanted any more.
    fn solve(&mut self, level: &AnyLevel) -> Outcome {
        if let Some(what) = level.missing() {
            return Err((what.into(), Exit::Unreadable));
        }
        let Batch { limits, whole, .. } = *self.batch;
        let options = SearchOptions::new().limits(limits);
        let broken = |why: Disagreement| (why.to_string().into(), Exit::Broken);
        let mut look = |_: Progress| self.look();
        let mut context = SearchContext::new(&options.whole(whole)).observed_by(&mut look);
        let report = level.solve(&mut context).map_err(broken)?;
        let exit = crate::exit(&report.verdict);
        if exit == Exit::Interrupted {
            return Ok(exit);
        }
        if self.batch.is_kept {
            let mut look = |_: Progress| self.look();
            let mut context = SearchContext::new(&options).observed_by(&mut look);
            let entry = rated_entry(level, &report, &mut context).map_err(broken)?;
            self.made.entries.extend(entry);
        }
        let mut look = |_: Progress| self.look();
        let figures = figures(
            level,
            &mut SearchContext::new(&options).observed_by(&mut look),
        );
        let line = Line::new(level, whole, &report, None, &figures);
        let name = self.name.as_str();
        write_line(&mut self.made.lines, &Answered { name, line });
        Ok(exit)
    }

    /// Sends what is done when it has waited long enough; stops once no more is wanted.
    fn look(&mut self) -> ControlFlow<()> {
        if !self.made.lines.is_empty() && self.sent.elapsed() > BETWEEN_LOOKS {
            self.send(false);
        }
        match self.batch.queue.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Sends the lines that are done, and whether they are the last of the share.
    fn send(&mut self, is_last: bool) {
        let share = self.made.share;
        let rest = Made {
            share,
            ..Made::default()
        };
        let made = mem::replace(&mut self.made, rest);
        self.batch.queue.hold(made.lines.len());
        // Where writing has failed, they are not wanted any more.
        let _ = self.results.send(Made { is_last, ..made });
        self.sent = Instant::now();
    }
}

/// Writes a line of JSON.
fn write_line(out: &mut Vec<u8>, line: &impl Serialize) {
    serde_json::to_writer(&mut *out, line).expect("writing to memory");
    out.push(b'\n');
}
