//! `fewest generate`: levels that have what is asked.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fewest_games::game::Game;
use fewest_games::making::frame::FrameAsk;
use fewest_games::making::generate::{Attempt, Fitting, Found, GenerateAsk, Unmade};
use fewest_games::making::wanted::Wanted;
use fewest_verbs::args::Telling;
use fewest_verbs::ended::{Exit, Failure};
use fewest_verbs::levels;
use fewest_verbs::output::{count, json, time};
use fewest_words::say;

use super::args::GenerateArgs;
use super::memory::Memory;
use super::telling::{Event, Line, Tried, by_name, what_they_were};
use super::threads;
use crate::exit::tell;
use crate::progress::{self, Bar, going_on};

pub fn run(args: &GenerateArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    progress::catch_interrupts();
    let game = levels::game(&args.game);
    let ask = ask(args);
    let threads = threads(args.threads);
    let limits = args.limits_of_each();
    let fitting = game.count_fitting(&ask, &limits, &mut going_on);
    let fitting = match fitting.map_err(refused) {
        Ok(fitting) => fitting,
        Err(Refusal::CannotBe(why)) => return Ok(cannot_be(&why)),
        Err(Refusal::Failure(failure)) => return Err(failure),
    };
    let mut maker = Maker::new(args, &ask, fitting)?;
    if maker.is_done() {
        maker.end(out)?;
        return Ok(maker.exit());
    }
    let from_here = GenerateAsk {
        seed: maker.next,
        ..ask.clone()
    };
    let mut ended = Ok(());
    let mut hear = |attempt| match maker.hear(game, attempt, out) {
        Ok(flow) => flow,
        Err(failure) => {
            ended = Err(failure);
            ControlFlow::Break(())
        }
    };
    let made = game.generate(&from_here, threads, &limits, &mut hear);
    ended?;
    match made.map_err(refused) {
        Ok(()) => {}
        Err(Refusal::CannotBe(why)) => return Ok(cannot_be(&why)),
        Err(Refusal::Failure(failure)) => return Err(failure),
    }
    maker.end(out)?;
    Ok(maker.exit())
}

/// What was typed, as it is asked.
fn ask(args: &GenerateArgs) -> GenerateAsk {
    let (rows, columns) = args.size;
    // As many as can be read and typed again.
    let random = || match args.into {
        // The same command goes on with the same run.
        Some(_) => 1,
        None => RandomState::new().hash_one("seed") & u64::from(u32::MAX),
    };
    let mut with = args.with.clone();
    with.extend(args.first.clone().map(|first| ("click".to_string(), first)));
    GenerateAsk {
        frame: FrameAsk {
            rows,
            columns,
            with,
        },
        wanted: Wanted {
            par: args.par.clone(),
            difficulty: args.difficulty.clone(),
            unique: args.unique,
            no_guess: args.no_guess,
            mean: args.mean.clone(),
            edge: args.edge,
        },
        seed: args.seed.unwrap_or_else(random),
    }
}

enum Refusal {
    CannotBe(String),
    Failure(Failure),
}

fn refused(why: Unmade) -> Refusal {
    match why {
        Unmade::CannotBe(why) => Refusal::CannotBe(why),
        Unmade::NoFrame(why) => Refusal::Failure(Failure::plain(why.to_string())),
        Unmade::Disagreement(lie) => Refusal::Failure(lie.into()),
    }
}

fn cannot_be(why: &str) -> Exit {
    tell(&say!("impossible, proven: {why}", why));
    Exit::Refuted
}

/// What is done with what comes of the seeds.
struct Maker<'a> {
    args: &'a GenerateArgs,
    /// How many are to be found, and how many there are at all.
    wanted: u64,
    fitting: Option<Fitting>,
    began: Instant,
    /// When the last one was found.
    found_last: Instant,
    found: u64,
    has_shown: bool,
    seeds: u64,
    /// The seed after the last that was heard of.
    next: u64,
    tried: Tried,
    boards: u64,
    /// How many boards were tried when the last one was found.
    boards_last: u64,
    guesses: u64,
    why: End,
    bar: Bar,
    told: Option<Instant>,
    memory: Memory,
}

/// Why nothing more is made.
#[derive(PartialEq, Eq)]
enum End {
    Done,
    NoMore,
    NoSeeds,
    Hopeless,
    Time,
    Stopped,
}

impl<'a> Maker<'a> {
    /// How often a run that finds nothing writes down how far it is.
    const BETWEEN_NOTES: u64 = 64;
    /// How long it may take to find one more level.
    const LONG_ENOUGH: Duration = Duration::from_secs(60);
    /// How many boards may need a guess before one more does not.
    const MANY_GUESSES: u64 = 10_000_000;

    fn new(
        args: &'a GenerateArgs,
        ask: &GenerateAsk,
        fitting: Option<Fitting>,
    ) -> Result<Self, Failure> {
        let memory = Memory::new(args, ask)?;
        let (next, found) = memory.so_far().unwrap_or((ask.seed, 0));
        let now = Instant::now();
        Ok(Maker {
            args,
            wanted: args.count,
            fitting,
            began: now,
            found_last: now,
            found,
            has_shown: false,
            seeds: 0,
            next,
            tried: Tried::new(),
            boards: 0,
            boards_last: 0,
            guesses: 0,
            why: End::Stopped,
            bar: Bar::new(args.progress == Telling::Bar && !args.quiet),
            told: None,
            memory,
        })
    }

    /// Whether as many are found as there are to be found; says why.
    fn is_done(&mut self) -> bool {
        let all = self.fitting.map(|fitting| fitting.levels);
        if self.found >= self.wanted {
            self.why = End::Done;
        } else if all.is_some_and(|all| self.found >= all) {
            self.why = End::NoMore;
        } else {
            return false;
        }
        true
    }

    fn hear(
        &mut self,
        game: &dyn Game,
        attempt: Option<Attempt>,
        out: &mut dyn Write,
    ) -> Result<ControlFlow<()>, Failure> {
        if let Some(attempt) = attempt {
            self.seeds += 1;
            for (par, times) in attempt.tried {
                *self.tried.entry(par).or_insert(0) += times;
                self.boards += times;
            }
            self.guesses += attempt.guesses;
            self.boards += attempt.guesses;
            self.next = attempt.seed.saturating_add(1);
            match attempt.found {
                Some(found) => self.take(&found, out)?,
                None if self.seeds.is_multiple_of(Self::BETWEEN_NOTES) => {
                    self.memory.note(self.next)?
                }
                None => {}
            }
            if self.is_done() {
                return Ok(ControlFlow::Break(()));
            }
            if self.guesses > 0 && self.boards - self.boards_last >= Self::MANY_GUESSES {
                self.why = End::Hopeless;
                return Ok(ControlFlow::Break(()));
            }
            if attempt.seed == u64::MAX {
                self.why = End::NoSeeds;
                return Ok(ControlFlow::Break(()));
            }
        }
        let patience = self.args.time.unwrap_or(Self::LONG_ENOUGH);
        if self.found_last.elapsed() >= patience {
            // That all of them need a guess says more than how long it took.
            let need_guesses = self.guesses > 0 && self.tried.is_empty();
            self.why = if need_guesses {
                End::Hopeless
            } else {
                End::Time
            };
            return Ok(ControlFlow::Break(()));
        }
        Ok(self.look(game))
    }

    /// Shows a level, once it is kept, unless it was found before.
    fn take(&mut self, found: &Found, out: &mut dyn Write) -> Result<(), Failure> {
        let before = self.found;
        let (is_new, found_now) = self.memory.take(found, self.next, self.wanted)?;
        self.found = found_now;
        if self.found > before {
            self.found_last = Instant::now();
            self.boards_last = self.boards;
        }
        if !is_new {
            return Ok(());
        }
        let is_first = !std::mem::replace(&mut self.has_shown, true);
        match (self.args.json, self.args.quiet) {
            (true, _) => json(out, &Line::new(found))?,
            (false, true) => {}
            (false, false) => {
                let gap = if is_first { "" } else { "---\n" };
                write!(out, "{gap}{}", found.level.level_text())?;
            }
        }
        out.flush()?;
        Ok(())
    }

    fn look(&mut self, game: &dyn Game) -> ControlFlow<()> {
        const BETWEEN: Duration = Duration::from_millis(100);
        if self.args.progress == Telling::Json
            && self.told.is_none_or(|told| told.elapsed() >= BETWEEN)
        {
            self.told = Some(Instant::now());
            let event = Event {
                event: "generate",
                game: game.info().id,
                found: self.found,
                of: self.wanted,
                seeds: self.seeds,
                boards: self.boards,
                pars: by_name(&self.tried),
                seconds: self.began.elapsed().as_secs_f64(),
            };
            let line = serde_json::to_string(&event).expect("it is made of numbers");
            // In one piece; whoever cannot be told does without.
            let _ = io::stderr().write_all((line + "\n").as_bytes());
        }
        let line = |_| {
            say!(
                "levels: {found} of {all} · boards tried: {boards} · {pars}",
                found = count(self.found),
                all = count(self.wanted),
                boards = count(self.boards),
                pars = what_they_were(&self.tried, self.guesses)
            )
        };
        self.bar.show(line)
    }

    /// Says how it ended.
    fn end(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.seeds > 0 {
            self.memory.note(self.next)?;
        }
        self.bar.clear();
        out.flush()?;
        let (found, all) = (count(self.found), count(self.wanted));
        if self.args.quiet && !self.args.json {
            writeln!(out, "{}", self.found)?;
        }
        let (elapsed, boards) = (time(self.began.elapsed()), count(self.boards));
        match &self.why {
            End::Done if self.args.quiet => {}
            End::Done if self.seeds == 0 => {
                tell(&say!("levels: {all} of {all}, all found before", all));
            }
            End::Done | End::Stopped => tell(&say!(
                "levels: {found} of {all}; boards tried: {boards}, in {elapsed}",
                found,
                all,
                boards,
                elapsed
            )),
            End::NoMore => {
                let looked = self.fitting.map_or(0, |fitting| fitting.boards);
                tell(&say!(
                    "levels: {found} of {all}, and there are no more, proven; boards looked at: {boards}, all there are",
                    found,
                    all,
                    boards = count(looked)
                ));
            }
            End::NoSeeds => tell(&say!(
                "levels: {found} of {all}; there is no seed after the last",
                found,
                all
            )),
            End::Hopeless => tell(&say!(
                "levels: {found} of {all}; none of the last {tried} boards is such a one: boards that need no guess are too rare here; in {elapsed}",
                found,
                all,
                tried = count(self.boards - self.boards_last),
                elapsed
            )),
            End::Time if self.boards == 0 => tell(&say!(
                "levels: {found} of {all}; the time was over before a board was looked at",
                found,
                all
            )),
            End::Time => tell(&say!(
                "levels: {found} of {all}; no other was found in {time}; boards tried: {boards}, {pars}",
                found,
                all,
                time = time(self.found_last.elapsed()),
                boards,
                pars = what_they_were(&self.tried, self.guesses)
            )),
        }
        Ok(())
    }

    fn exit(&self) -> Exit {
        match self.why {
            End::Done => Exit::Done,
            End::NoMore => Exit::Refuted,
            End::Time | End::Hopeless | End::NoSeeds => Exit::GaveUp,
            End::Stopped if progress::interrupted() => Exit::Interrupted,
            End::Stopped => Exit::GaveUp,
        }
    }
}
