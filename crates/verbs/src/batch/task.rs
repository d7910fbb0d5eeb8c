//! What a thread does with its shares: reads each level, solves it, and writes its line.

use std::fmt::Write as _;
use std::mem;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fewest_games::builtin::{AnyLevel, GameId};
use fewest_games::source::Source;
use fewest_games::{builtin, level_text};
use fewest_search::{Limits, Progress, SearchContext, SearchOptions};
use fewest_words::say;
use serde::Serialize;

use super::belt::{Belt, Made, Sum};
use super::share::{Share, Work, Wrong};
use crate::ended::Exit;
use crate::exit;
use crate::keeper::rated_entry;
use crate::solve::{Line, figures};

/// All that the threads share.
pub struct Task<'a> {
    /// What each search may use.
    pub limits: Limits,
    /// Whether every position is visited.
    pub whole: bool,
    /// Whether a catalogue keeps them.
    pub is_kept: bool,
    /// Whose levels they are, where they do not say so.
    pub game: Option<GameId>,
    /// The levels, shared out.
    pub shares: Vec<Share<'a>>,
    /// Where shares are taken from and lines are left.
    pub belt: Belt,
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

/// Why a level has no answer, and how that ends the command.
struct Failed {
    wrong: Wrong,
    exit: Exit,
}

impl Failed {
    /// Its text is wrong.
    fn read(wrong: impl Into<Wrong>) -> Self {
        Failed {
            wrong: wrong.into(),
            exit: Exit::Unreadable,
        }
    }

    /// The program is.
    fn broken(why: String) -> Self {
        Failed {
            wrong: Wrong::plain(why),
            exit: Exit::Broken,
        }
    }
}

impl Task<'_> {
    /// Works at one share after another, until none is left or nobody wants more.
    pub fn work(&self) {
        while let Some(place) = self.belt.take() {
            let share = &self.shares[place];
            let mut bench = Bench {
                task: self,
                place,
                text: share.name,
                number: share.number,
                name: String::new(),
                made: Made::default(),
                sum: Sum::NOTHING,
            };
            let ended = match share.work {
                Work::Wrong(wrong) => bench.put(|_| Err(Failed::read(wrong.clone()))),
                Work::Part(part) => level_text::pieces(part.source)
                    .try_for_each(|piece| bench.put(|bench| bench.read(piece))),
                Work::Levels(levels) => levels
                    .iter()
                    .try_for_each(|level| bench.put(|bench| bench.solve(level))),
            };
            bench.leave(ended.is_continue());
        }
    }
}

/// A share that is being worked at.
struct Bench<'a> {
    task: &'a Task<'a>,
    place: usize,
    text: &'a str,
    /// The number of the next level in its text.
    number: Option<u64>,
    /// What the level is called that is worked at.
    name: String,
    made: Made,
    sum: Sum,
}

impl Bench<'_> {
    /// Puts down the line of the next level; [`ControlFlow::Break`] where nobody wants it any more.
    fn put(&mut self, answer: impl FnOnce(&mut Self) -> Result<Exit, Failed>) -> ControlFlow<()> {
        self.look()?;
        self.set_name();
        // One level must not take along the others.
        let answered = catch_unwind(AssertUnwindSafe(|| answer(self)));
        let answered =
            answered.unwrap_or_else(|_| Err(Failed::broken(say!("the answer was broken off"))));
        let exit = match answered {
            // It was not solved, for nobody wanted to wait for it.
            Ok(Exit::Interrupted) => return ControlFlow::Break(()),
            Ok(exit) => exit,
            Err(Failed { wrong, exit }) => {
                let (name, error) = (self.name.as_str(), &wrong);
                write(&mut self.made.lines, &Unanswered { name, error });
                self.sum.errors += 1;
                exit
            }
        };
        self.sum.done += 1;
        self.sum.worst = self.sum.worst.max(exit);
        ControlFlow::Continue(())
    }

    /// Reads a level, solves it, and writes its line.
    fn read(&mut self, piece: Source) -> Result<Exit, Failed> {
        let level = builtin::read_piece(piece, self.task.game).map_err(Failed::read)?;
        self.solve(&level)
    }

    /// Solves a level and writes its line, but for one that nobody wants any more.
    fn solve(&mut self, level: &AnyLevel) -> Result<Exit, Failed> {
        if let Some(what) = level.missing() {
            return Err(Failed::read(Wrong::plain(what)));
        }
        let Task { limits, whole, .. } = *self.task;
        let options = SearchOptions::new().limits(limits);
        let mut look = |_: Progress| self.look();
        let mut context = SearchContext::new(&options.whole(whole)).observed_by(&mut look);
        let report = level.solve(&mut context);
        let report = report.map_err(|disagreement| Failed::broken(disagreement.to_string()))?;
        let exit = exit(&report.verdict);
        if exit != Exit::Interrupted {
            if self.task.is_kept {
                let mut look = |_: Progress| self.look();
                let mut context = SearchContext::new(&options).observed_by(&mut look);
                let entry = rated_entry(level, &report, &mut context);
                let entry =
                    entry.map_err(|disagreement| Failed::broken(disagreement.to_string()))?;
                self.made.entries.extend(entry);
            }
            let mut look = |_: Progress| self.look();
            let mut context = SearchContext::new(&options).observed_by(&mut look);
            let figures = figures(level, &mut context);
            let line = Line::new(level, whole, &report, None, &figures);
            let name = self.name.as_str();
            write(&mut self.made.lines, &Answered { name, line });
        }
        Ok(exit)
    }

    /// Looks whether anybody wants more, or what is done so far.
    fn look(&mut self) -> ControlFlow<()> {
        let belt = &self.task.belt;
        if belt.is_wanted(self.place) && !self.made.lines.is_empty() {
            self.leave(false);
        }
        match belt.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// The next level's name: that of its text, and its number there.
    fn set_name(&mut self) {
        self.name.clear();
        self.name += self.text;
        if let Some(number) = &mut self.number {
            write!(self.name, "#{number}").expect("writing to a string");
            *number += 1;
        }
    }

    /// Leaves the lines that are done, and says whether they are the last.
    fn leave(&mut self, is_whole: bool) {
        let made = mem::take(&mut self.made);
        let sum = mem::replace(&mut self.sum, Sum::NOTHING);
        self.task.belt.leave(self.place, made, is_whole, sum);
    }
}

/// A line of JSON.
fn write(out: &mut Vec<u8>, line: &impl Serialize) {
    serde_json::to_writer(&mut *out, line).expect("writing to memory");
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::belt::Next;

    #[test]
    fn a_level_that_breaks_is_told_and_the_next_goes_on() {
        let wrong = Wrong::plain("rubbish".to_string());
        let task = Task {
            limits: Limits::default(),
            whole: false,
            is_kept: false,
            game: None,
            shares: Vec::new(),
            belt: Belt::new(1),
        };
        let _at_work = task.belt.begin();
        let mut bench = Bench {
            task: &task,
            place: task.belt.take().expect("a share"),
            text: "many.txt",
            number: Some(8),
            name: String::new(),
            made: Made::default(),
            sum: Sum::NOTHING,
        };
        assert!(bench.put(|_| panic!("as it must")).is_continue());
        let next = bench.put(|_| Err(Failed::read(wrong)));
        assert!(next.is_continue());
        bench.leave(true);
        assert_eq!(task.belt.worst(), Exit::Broken);
        assert_eq!(task.belt.count(), (2, 2));
        let Next::Made(made) = task.belt.next(std::time::Duration::ZERO) else {
            panic!("there are lines");
        };
        let lines = str::from_utf8(&made.lines).expect("JSON is text").lines();
        let read = |line| serde_json::from_str(line).expect(line);
        let lines: Vec<serde_json::Value> = lines.map(read).collect();
        assert_eq!(lines[0]["name"], "many.txt#8");
        assert!(lines[0]["error"]["message"].is_string());
        let next = serde_json::json!({"name": "many.txt#9", "error": {"message": "rubbish"}});
        assert_eq!(lines[1..], [next]);
    }
}
