//! `fewest generate`: levels that have what is asked.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::time::{Duration, Instant};

use fewest_catalogue::Run;
use fewest_games::builtin::{AnyLevel, GameId};
use fewest_games::making::frame::FrameAsk;
use fewest_games::making::generate::{
    Attempt, Fitting, Found, GenerateAsk, TooHard, Unmade, widen,
};
use fewest_games::making::wanted::{Outcome, Wanted};
use fewest_search::{Limits, SearchOptions, Verdict};
use fewest_verbs::args::ProgressMode;
use fewest_verbs::catalogue::{CatalogueFile, entry};
use fewest_verbs::levels;
use fewest_verbs::outcome::{Exit, Failure};
use fewest_verbs::output::{count, json, large_count, time};
use fewest_words::say;

use crate::make::{
    Event, GenerateArgs, Line, Tried, by_name, make_again, thread_count, what_they_were,
};
use crate::messages::tell;
use crate::progress::{self, Bar, going_on};

pub fn run(args: &GenerateArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    progress::catch_interrupts();
    let (Some(game), Some(size)) = (&args.game, args.size) else {
        return make_again(args, out);
    };
    let game = levels::game(game);
    let ask = ask(args, size);
    let options = SearchOptions::new()
        .limits(args.limits_of_each())
        .threads(thread_count(args.threads));
    let fitting = match game.count_fitting(&ask, &options, &mut going_on) {
        Ok(fitting) => fitting,
        Err(why) => return refused(why),
    };
    let is_too_hard = |time, memory: u64| {
        let limits = Limits {
            time: Some(time),
            memory: options.limits.memory.map(|most| most.min(memory)),
            ..options.limits
        };
        game.too_hard(&ask, &options.limits(limits), &mut going_on)
    };
    if fitting.all.is_none()
        && let Some(why) = is_too_hard(AT_ONCE, LITTLE).unwrap_or_default()
    {
        return Ok(too_hard(game, &why));
    }
    let mut maker = Maker::new(args, &ask, fitting)?;
    while !maker.is_done() {
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
        let made = game.generate(&from_here, &options, &mut hear);
        ended?;
        if let Err(why) = made {
            return refused(why);
        }
        if maker.why != End::Doubt {
            break;
        }
        if let Some(why) = is_too_hard(maker.patience() / 2, u64::MAX).unwrap_or_default() {
            maker.bar.clear();
            return Ok(too_hard(game, &why));
        }
        maker.why = End::Stopped;
    }
    maker.end(out)?;
    Ok(maker.exit())
}

/// How long all boards are gone through before one is made, to prove that there is none, and how
/// much memory that may take.
const AT_ONCE: Duration = Duration::from_millis(250);
const LITTLE: u64 = 16 << 20;

/// What was typed, as it is asked.
pub fn ask(args: &GenerateArgs, (rows, columns): (u32, u32)) -> GenerateAsk {
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
            outcome: match (args.impossible, args.mix) {
                (true, _) => Outcome::Impossible,
                (false, true) => Outcome::Mixed,
                (false, false) => Outcome::Winnable,
            },
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

fn refused(why: Unmade) -> Result<Exit, Failure> {
    match why {
        Unmade::CannotBe(why) => Ok(cannot_be(&why)),
        Unmade::NoFrame(why) => Err(Failure::plain(why.to_string())),
        Unmade::Disagreement(lie) => Err(lie.into()),
    }
}

fn cannot_be(why: &str) -> Exit {
    tell(&say!("impossible, proven: {why}", why));
    Exit::Refuted
}

fn too_hard(game: GameId, why: &TooHard) -> Exit {
    cannot_be(&say!(
        "with {terms} no board takes {par} or more; boards looked at: {boards}, all there are",
        terms = why.terms,
        par = game.info().unit.count(why.par),
        boards = large_count(&why.boards.into())
    ))
}

/// What is done with what comes of the seeds.
struct Maker<'a> {
    args: &'a GenerateArgs,
    /// Whether they can be won, and the first seed, which says what comes first of a mixture.
    outcome: Outcome,
    first_seed: u64,
    /// How many are to be found, and how many there are at all.
    wanted: u64,
    fitting: Fitting,
    began: Instant,
    /// When the last one was found.
    found_last: Instant,
    found: u64,
    has_shown: bool,
    seeds: u64,
    /// The seed after the last that was heard of.
    next: u64,
    tried: Tried,
    /// The least and the greatest difficulty that a board had.
    difficulties: Option<[f64; 2]>,
    /// The seed that came nearest to the difficulty asked for, and the difficulty it reached.
    nearest: Option<(f64, u64)>,
    boards: u64,
    /// How many boards were tried when the last one was found.
    boards_last: u64,
    guesses: u64,
    why: End,
    bar: Bar,
    told: Option<Instant>,
    /// What all levels that are alike have in common, of those that were found.
    keys: HashSet<String>,
    /// The catalogue that keeps them instead, and the run as far as it has come.
    kept: Option<(CatalogueFile<'a>, Run)>,
    /// Whether it was asked whether there is such a level at all.
    has_doubted: bool,
}

/// Why nothing more is made.
#[derive(PartialEq, Eq)]
enum End {
    Done,
    NoMore,
    /// None of those with the usual amounts is left.
    NoUsual,
    /// Nothing was found for a while: perhaps there is nothing.
    Doubt,
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
    /// How long nothing at all is found before it is asked whether there is anything.
    const DOUBTFUL: Duration = Duration::from_secs(2);
    /// How many boards may need a guess before one more does not.
    const MANY_GUESSES: u64 = 10_000_000;

    fn new(args: &'a GenerateArgs, ask: &GenerateAsk, fitting: Fitting) -> Result<Self, Failure> {
        let kept = match &args.into {
            None => None,
            Some(file) => {
                let mut file = CatalogueFile::create_or_open(file)?;
                let run = file.ask(|it| it.begin(&in_full(args, ask), ask.seed))?;
                Some((file, run))
            }
        };
        let run = kept.as_ref().map(|(_, run)| (run.next, run.found));
        let (next, found) = run.unwrap_or((ask.seed, 0));
        let now = Instant::now();
        Ok(Maker {
            args,
            outcome: ask.wanted.outcome,
            first_seed: ask.seed,
            wanted: args.count,
            difficulties: fitting.difficulties,
            fitting,
            began: now,
            found_last: now,
            found,
            has_shown: false,
            seeds: 0,
            next,
            tried: Tried::new(),
            nearest: None,
            boards: 0,
            boards_last: 0,
            guesses: 0,
            why: End::Stopped,
            bar: Bar::new(args.progress == ProgressMode::Bar && !args.quiet),
            told: None,
            keys: HashSet::new(),
            kept,
            has_doubted: false,
        })
    }

    /// Whether as many are found as there are to be found; says why.
    fn is_done(&mut self) -> bool {
        let all = self.fitting.all.map(|(levels, _)| levels);
        let is_empty = |keys: &HashSet<String>| keys.is_empty();
        if self.found >= self.wanted {
            self.why = End::Done;
        } else if all.is_some_and(|all| self.found >= all) {
            self.why = End::NoMore;
        } else if self.found > 0 && self.fitting.usual.as_ref().is_some_and(is_empty) {
            self.why = End::NoUsual;
        } else {
            return false;
        }
        true
    }

    /// How long it may take to find one more level.
    fn patience(&self) -> Duration {
        self.args.time.unwrap_or(Self::LONG_ENOUGH)
    }

    fn hear(
        &mut self,
        game: GameId,
        attempt: Option<Attempt<AnyLevel>>,
        out: &mut dyn Write,
    ) -> Result<ControlFlow<()>, Failure> {
        if let Some(attempt) = attempt {
            self.seeds += 1;
            for (par, times) in attempt.tried {
                *self.tried.entry(par).or_insert(0) += times;
                self.boards += times;
            }
            self.rated(attempt.difficulties, attempt.seed);
            self.guesses += attempt.guesses;
            self.boards += attempt.guesses;
            self.next = attempt.seed.saturating_add(1);
            match attempt.found {
                Some(found) => self.take(&found, out)?,
                None if self.seeds.is_multiple_of(Self::BETWEEN_NOTES) => self.note()?,
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
        let idle = self.found_last.elapsed();
        if !self.has_doubted && self.found == 0 && idle >= Self::DOUBTFUL.min(self.patience() / 4) {
            self.has_doubted = true;
            self.why = End::Doubt;
            return Ok(ControlFlow::Break(()));
        }
        if idle >= self.patience() {
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
    fn take(&mut self, found: &Found<AnyLevel>, out: &mut dyn Write) -> Result<(), Failure> {
        // By turns: after an odd number the other kind of what the first seed leads to.
        let is_impossible = matches!(found.report.verdict, Verdict::Impossible);
        let due = self.outcome.of_seed(self.first_seed ^ self.found & 1);
        if is_impossible != (due == Outcome::Impossible) {
            return Ok(());
        }
        let before = self.found;
        let is_new = match &mut self.kept {
            None => {
                let is_new = self.keys.insert(found.key.clone());
                self.found = self.keys.len() as u64;
                is_new
            }
            Some((file, run)) => {
                let solutions = found.solutions.as_ref().map(ToString::to_string);
                let (key, difficulty) = (found.key.clone(), found.difficulty);
                let entry = entry(key, &found.level, &found.report, difficulty, solutions);
                let entry = entry.expect("what is found can be won");
                let is_new = file.ask(|it| it.found(run, self.next, &entry, self.wanted))?;
                // Others may do the same run.
                self.found = run.found;
                is_new
            }
        };
        if self.found > before {
            self.found_last = Instant::now();
            self.boards_last = self.boards;
        }
        if let Some(usual) = &mut self.fitting.usual {
            usual.remove(&found.key);
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

    /// Writes down how far it is, where that is kept.
    fn note(&mut self) -> Result<(), Failure> {
        match &mut self.kept {
            Some((file, run)) => file.ask(|it| it.tried(run, self.next)),
            None => Ok(()),
        }
    }

    /// Notes which difficulties a seed reached.
    fn rated(&mut self, difficulties: Option<[f64; 2]>, seed: u64) {
        widen(&mut self.difficulties, difficulties);
        let (Some(asked), Some(reached)) = (&self.args.difficulty, difficulties) else {
            return;
        };
        let off = |reached: f64| {
            (asked.start() - reached)
                .max(reached - asked.end())
                .max(0.0)
        };
        let [low, high] = reached;
        let near = if off(low) < off(high) { low } else { high };
        if self.nearest.is_none_or(|(known, _)| off(near) < off(known)) {
            self.nearest = Some((near, seed));
        }
    }

    /// Says which difficulties the boards had, where one was asked for.
    fn tell_difficulties(&self) {
        let (Some(_), Some([least, most])) = (&self.args.difficulty, self.difficulties) else {
            return;
        };
        let [least, most] = [least, most].map(|hard| format!("{hard:.2}"));
        tell(&match self.nearest {
            None => say!("difficulties reached: {least} to {most}", least, most),
            Some((nearest, seed)) => say!(
                "difficulties reached: {least} to {most}; nearest {nearest}, with seed {seed}",
                least,
                most,
                nearest = format!("{nearest:.2}"),
                seed
            ),
        });
    }

    fn look(&mut self, game: GameId) -> ControlFlow<()> {
        const BETWEEN: Duration = Duration::from_millis(100);
        if self.args.progress == ProgressMode::Json
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
                difficulties: self.difficulties,
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
            self.note()?;
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
            End::Done | End::Stopped | End::Doubt => tell(&say!(
                "levels: {found} of {all}; boards tried: {boards}, in {elapsed}",
                found,
                all,
                boards,
                elapsed
            )),
            End::NoMore => {
                let looked = self.fitting.all.map_or(0, |(_, boards)| boards);
                tell(&say!(
                    "levels: {found} of {all}, and with {terms} there are no more, proven; boards looked at: {boards}, all there are",
                    found,
                    all,
                    terms = self.fitting.terms,
                    boards = count(looked)
                ));
            }
            End::NoUsual => tell(&say!(
                "levels: {found} of {all}; there are no more with {usual}, which is the default: ask for others, such as --with {others}",
                found,
                all,
                usual = self.fitting.is_usual.join(", "),
                others = self.fitting.is_all.join(" --with ")
            )),
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
                "levels: {found} of {all}; the time was over before all climbs from the first seed were",
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
        if self.why != End::Done {
            self.tell_difficulties();
        }
        if self.why == End::Time {
            self.tell_hardest();
        }
        Ok(())
    }

    /// Says how to learn the greatest par, where every board that was tried takes less than asked.
    fn tell_hardest(&self) {
        let (Some(game), Some((rows, columns)), Some(par)) =
            (&self.args.game, self.args.size, &self.args.par)
        else {
            return;
        };
        if self.tried.range(Some(*par.start())..).next().is_some() {
            return;
        }
        let mut command = format!("fewest hardest {game} {rows}x{columns}");
        for (name, value) in &self.args.with {
            command += &format!(" --with {name}={value}");
        }
        tell(&say!(
            "`{command}` looks for the greatest par of this size",
            command
        ));
    }

    fn exit(&self) -> Exit {
        match self.why {
            End::Done => Exit::Done,
            End::NoMore => Exit::Refuted,
            End::Time | End::Hopeless | End::NoSeeds | End::NoUsual => Exit::GaveUp,
            End::Stopped | End::Doubt if progress::interrupted() => Exit::Interrupted,
            End::Stopped | End::Doubt => Exit::GaveUp,
        }
    }
}

/// All that was asked, but for how many: what is asked otherwise is another run. Runs are known by
/// these words for ever, so they stay as they are.
fn in_full(args: &GenerateArgs, ask: &GenerateAsk) -> String {
    let FrameAsk {
        rows,
        columns,
        with,
    } = &ask.frame;
    let game = args.game.as_deref().unwrap_or_default();
    let mut words = vec![format!("generate 2 {game} {rows}x{columns}")];
    let mut with = with.clone();
    with.sort();
    words.extend(with.iter().map(|(name, value)| format!("{name}={value}")));
    let wanted = &ask.wanted;
    let range = |name: &str, least: String, most: String| format!("{name} {least}..{most}");
    let real = |name, range_of: &RangeInclusive<f64>| {
        range(
            name,
            range_of.start().to_string(),
            range_of.end().to_string(),
        )
    };
    if let Some(par) = &wanted.par {
        words.push(range("par", par.start().to_string(), par.end().to_string()));
    }
    words.extend(
        wanted
            .difficulty
            .as_ref()
            .map(|range| real("difficulty", range)),
    );
    words.extend(args.impossible.then(|| "impossible".to_string()));
    words.extend(args.mix.then(|| "mix".to_string()));
    words.extend(wanted.unique.then(|| "unique".to_string()));
    words.extend(wanted.no_guess.then(|| "no-guess".to_string()));
    words.extend(wanted.mean.as_ref().map(|range| real("mean", range)));
    words.extend(wanted.edge.map(|edge| format!("edge {edge}")));
    let limits = args.limits_of_each();
    words.extend(limits.states.map(|states| format!("states {states}")));
    words.extend(limits.memory.map(|memory| format!("memory {memory}")));
    words.push(format!("seed {}", ask.seed));
    words.join(", ")
}
