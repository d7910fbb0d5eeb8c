//! Somebody who asks over HTTP: the text is the body, and the limits are the server's.

use std::cell::Cell;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use fewest_games::builtin::AnyLevel;
use fewest_search::{Limits, Progress, Watch};
use fewest_verbs::args::{ClusterArgs, LimitArgs, Telling};
use fewest_verbs::crew::{Crew, Share};
use fewest_verbs::desk::{Desk, Headway, Watcher};
use fewest_verbs::ended::Failure;
use fewest_verbs::output::count;
use fewest_words::say;

use crate::options::Rules;
use crate::turn::Turn;

/// As many pixels as are painted while others can wait: a few hundredths of a second.
const QUICK_PIXELS: u64 = 1 << 19;
/// The bytes that a square takes while the board is shown, with some to spare.
const SHOWN_SQUARE: u64 = 192;

/// The server's side of the desk.
pub struct Visitor<'a> {
    /// The turn in which it is answered.
    pub turn: &'a Turn,
    /// What was told beside the answer.
    pub remarks: Vec<String>,
    /// The picture, where one is the answer.
    pub picture: Option<Vec<u8>>,
    /// Whether anything was watched before.
    has_watched: Cell<bool>,
}

impl<'a> Visitor<'a> {
    /// At the beginning of a turn.
    pub fn new(turn: &'a Turn) -> Self {
        Visitor {
            turn,
            remarks: Vec::new(),
            picture: None,
            has_watched: Cell::new(false),
        }
    }

    fn witness(&self) -> Witness<'a> {
        if self.has_watched.replace(true) {
            self.turn.job.turn_to_another();
        }
        Witness(self.turn)
    }
}

impl Desk for Visitor<'_> {
    fn read(&mut self, _: Option<&Path>) -> Result<(String, Vec<u8>), Failure> {
        Ok(("level".to_string(), self.turn.text.to_vec()))
    }

    fn admit(&self, level: &AnyLevel) -> Result<(), Failure> {
        let (rows, columns) = level.size();
        let Rules { board, memory, .. } = self.turn.rules;
        let most = match self.turn.job.ask.verb.shows_the_board() {
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
        let rules = &self.turn.rules;
        let least = |asked: Option<u64>, most: Option<u64>| match (asked, most) {
            (Some(asked), Some(most)) => Some(asked.min(most)),
            (one, other) => one.or(other),
        };
        let time = self.turn.time_left();
        Limits {
            states: least(asked.states, rules.states),
            memory: least(asked.memory, Some(rules.memory / sharing.get() as u64)),
            time: Some(asked.time.map_or(time, |asked| asked.min(time))),
            cost: None,
        }
    }

    fn at_once(&self) -> (Limits, Box<dyn Watch + '_>) {
        let limits = self.limits(&LimitArgs::default(), NonZeroUsize::MIN);
        // A judge's input may have many cases, of which each has its own fewest.
        self.turn.job.settle();
        (limits, Box::new(self.witness()))
    }

    /// None: what is asked over a network must not fill it.
    fn scratch(&self) -> Option<PathBuf> {
        None
    }

    /// None: what is asked over a network must not start processes, nor call others.
    fn crew(&self, _: &ClusterArgs, _: Share, _: Option<&Path>) -> Result<Box<dyn Crew>, Failure> {
        Err(Failure::plain(say!("a server leads no cluster")))
    }

    fn watch(&self, _: Telling) -> Box<dyn Watcher + '_> {
        Box::new(self.witness())
    }

    fn is_stopped(&self) -> bool {
        self.turn.goes_on().is_break()
    }

    fn tell(&mut self, remark: &str) {
        self.remarks.push(remark.to_string());
    }

    fn tell_error(&mut self, why: &str) {
        self.tell(why);
    }

    fn may_refuse(&self, squares: u64) -> bool {
        squares > self.turn.rules.board
    }

    fn let_paint(&self, pixels: u64) -> ControlFlow<()> {
        match pixels > QUICK_PIXELS {
            true => self.turn.takes_long(),
            false => self.turn.goes_on(),
        }
    }

    fn hand_over(&mut self, _: &Path, picture: &[u8]) -> io::Result<()> {
        self.picture = Some(picture.to_vec());
        Ok(())
    }
}

/// Tells the job how far it is, and the search whether to go on.
struct Witness<'a>(&'a Turn);

impl Watch for Witness<'_> {
    fn look(&mut self, progress: Progress) -> ControlFlow<()> {
        self.0.job.report(progress);
        self.0.goes_on()
    }

    fn move_on(&mut self) {
        self.0.job.settle();
    }
}

impl Watcher for Witness<'_> {
    fn look_at(&mut self, headway: Headway) -> ControlFlow<()> {
        match headway {
            Headway::Changes(tally) => self.0.job.report_changes(tally),
            // One thread answers a question: nobody is offered several.
            Headway::Levels(_) => {}
        }
        self.0.goes_on()
    }
}
