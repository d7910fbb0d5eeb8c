//! One contest: several programs on the same boards. First everyone answers, and the answers
//! are compared; then everyone is timed, turn by turn, so that a slow moment hits all alike.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::heap;
use crate::report;
use crate::textbook::Found;

/// A run, and the rows that it has brought so far.
pub struct Run {
    /// Whether only small instances are measured, and not for long.
    pub quick: bool,
    /// What was measured.
    pub rows: Vec<Row>,
}

impl Run {
    /// A run that has measured nothing yet.
    pub fn new(quick: bool) -> Self {
        Run {
            quick,
            rows: Vec::new(),
        }
    }

    /// Holds a contest, and tells about it on standard error.
    pub fn hold(&mut self, mut contest: Contest) -> Result<(), Disagreement> {
        eprint!("{}: {} …", contest.game, contest.instance);
        let time = if self.quick { 5 } else { 1000 };
        let rows = contest.hold(Budget(Duration::from_millis(time)));
        let Ok(rows) = rows else {
            eprintln!();
            return rows.map(drop);
        };
        eprintln!(" {}", report::time(rows[0].seconds));
        self.rows.extend(rows);
        Ok(())
    }
}

/// Times the part of a run that counts; what it takes to set up does not.
#[derive(Default)]
pub struct Stopwatch {
    elapsed: Duration,
}

impl Stopwatch {
    /// Runs something while the clock runs.
    pub fn time<T>(&mut self, run: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let result = black_box(run());
        self.elapsed += begin.elapsed();
        result
    }
}

/// How a program's answers are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// A disagreement ends the benchmark.
    Exact,
    /// The program does not promise the fewest: wrong answers are counted and shown.
    MayErr,
    /// It gives no answer.
    Silent,
}

/// One program in a contest.
pub struct Contender<'a> {
    /// What it is called in the tables.
    pub program: &'static str,
    /// The program of fewest that does the same, which its time is divided by.
    pub against: &'static str,
    trust: Trust,
    run: Box<dyn FnMut(&mut Stopwatch) -> Outcome + 'a>,
}

/// Several programs on one instance. The first one is fewest.
pub struct Contest<'a> {
    /// Whose game it is.
    pub game: &'static str,
    /// What the instance is called.
    pub instance: String,
    /// Whether all must reach the same number of positions, since everything is explored.
    pub explores: bool,
    /// Where the heap is measured too, in a run that is not timed: what it is divided by.
    pub weighs: Option<Per>,
    contenders: Vec<Contender<'a>>,
}

impl<'a> Contest<'a> {
    /// A contest without contenders yet.
    pub fn new(game: &'static str, instance: impl Into<String>) -> Self {
        Contest {
            game,
            instance: instance.into(),
            explores: false,
            weighs: None,
            contenders: Vec::new(),
        }
    }

    /// Adds a program whose answers must be right; all of its run is timed.
    pub fn add<T: Into<Outcome>>(
        &mut self,
        program: &'static str,
        against: &'static str,
        mut run: impl FnMut() -> T + 'a,
    ) {
        self.enter(program, against, Trust::Exact, move |clock| {
            clock.time(&mut run).into()
        });
    }

    /// Adds a program that is asked about each of these boards.
    pub fn add_each<B>(
        &mut self,
        program: &'static str,
        against: &'static str,
        boards: &'a [B],
        fewest: impl Fn(&B) -> Found + 'a,
    ) {
        self.add(program, against, move || {
            boards.iter().map(&fewest).collect::<Outcome>()
        });
    }

    /// Adds a program that times itself.
    pub fn enter(
        &mut self,
        program: &'static str,
        against: &'static str,
        trust: Trust,
        run: impl FnMut(&mut Stopwatch) -> Outcome + 'a,
    ) {
        self.contenders.push(Contender {
            program,
            against,
            trust,
            run: Box::new(run),
        });
    }
}

/// One line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Whose game it is.
    pub game: &'static str,
    /// What the instance is called.
    pub instance: String,
    /// Which program.
    pub program: &'static str,
    /// What it answered.
    pub answer: String,
    /// The positions it reached, or its steps where it keeps none.
    pub positions: Option<u64>,
    /// How many of its answers are wrong.
    pub wrong: usize,
    /// The median of its times.
    pub seconds: f64,
    /// The shortest of its times.
    pub least: f64,
    /// The longest of its times.
    pub most: f64,
    /// How often it was timed.
    pub runs: usize,
    /// Its time divided by that of fewest doing the same.
    pub ratio: f64,
    /// What it held on the heap, where that was measured.
    pub heap: Option<Heap>,
}

/// What a program held on the heap beyond the board.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Heap {
    /// The most bytes at one time.
    pub bytes: u64,
    /// The same for each square or position.
    pub each: f64,
    /// Which of them.
    pub per: Per,
}

/// What bytes are divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Per {
    /// The squares of the board.
    Square(u64),
    /// The positions reached.
    Position(u64),
}

/// Two programs that do not agree: nothing is worth timing then.
#[derive(Debug)]
pub struct Disagreement(pub String);

impl From<String> for Disagreement {
    fn from(why: String) -> Self {
        Disagreement(why)
    }
}

/// How long each program of a contest is timed, all its runs together. One that takes longer
/// than this is run once.
#[derive(Clone, Copy)]
pub struct Budget(pub Duration);

impl Budget {
    /// Runs shorter than this are timed several at once.
    const SHORTEST: Duration = Duration::from_micros(500);
    /// Runs shorter than this are warmed up for each time that is taken.
    const SHORT: Duration = Duration::from_millis(10);
    const MOST_RUNS: usize = 51;

    /// How many times are taken, and how many runs each of them is the mean of.
    fn plan(self, once: Duration) -> (usize, u32) {
        let once = once.max(Duration::from_nanos(20));
        let batch = Self::SHORTEST.div_duration_f64(once).ceil().max(1.0);
        let runs = self.0.div_duration_f64(once * batch as u32);
        ((runs as usize).min(Self::MOST_RUNS), batch as u32)
    }
}

impl Contest<'_> {
    /// Holds the contest: answers, memory, times.
    pub fn hold(&mut self, budget: Budget) -> Result<Vec<Row>, Disagreement> {
        let mut firsts = Vec::new();
        for contender in &mut self.contenders {
            let mut clock = Stopwatch::default();
            let outcome = (contender.run)(&mut clock);
            firsts.push((outcome, clock.elapsed));
        }
        let wrong = self.compare(firsts.iter().map(|(outcome, _)| outcome))?;
        let heaps = self.weigh(&firsts);
        let times = self.time(firsts.iter().map(|(_, once)| *once), budget);

        let mut rows: Vec<Row> = Vec::new();
        for (place, contender) in self.contenders.iter().enumerate() {
            let outcome = &firsts[place].0;
            let times = &times[place];
            rows.push(Row {
                game: self.game,
                instance: self.instance.clone(),
                program: contender.program,
                answer: outcome.answer.to_string(),
                positions: outcome.positions,
                wrong: wrong[place],
                seconds: median(times),
                least: times[0],
                most: times[times.len() - 1],
                runs: times.len(),
                ratio: 1.0,
                heap: heaps[place],
            });
        }
        for (place, contender) in self.contenders.iter().enumerate() {
            let ours = rows.iter().find(|row| row.program == contender.against);
            let ours = ours.expect("fewest is among them").seconds;
            rows[place].ratio = rows[place].seconds / ours;
        }
        Ok(rows)
    }

    /// The heap of each program that is not too slow to be run once more for it.
    fn weigh(&mut self, firsts: &[(Outcome, Duration)]) -> Vec<Option<Heap>> {
        const SLOW: Duration = Duration::from_secs(20);
        let per = self.weighs;
        let weigh = |(contender, first): (&mut Contender, &(Outcome, Duration))| {
            let per = per.filter(|_| first.1 < SLOW)?;
            let bytes = heap::peak(|| drop((contender.run)(&mut Stopwatch::default())))?;
            let (Per::Square(parts) | Per::Position(parts)) = per;
            Some(Heap {
                bytes,
                each: bytes as f64 / parts as f64,
                per,
            })
        };
        self.contenders.iter_mut().zip(firsts).map(weigh).collect()
    }

    /// How many answers of each program are wrong, compared with the first; an error where a
    /// program that must be right is not.
    fn compare<'b>(
        &self,
        outcomes: impl Iterator<Item = &'b Outcome>,
    ) -> Result<Vec<usize>, Disagreement> {
        let outcomes: Vec<&Outcome> = outcomes.collect();
        let ours = outcomes[0];
        let disagree = |program: &str, this: String, ours: String| {
            let (game, instance, first) = (self.game, &self.instance, self.contenders[0].program);
            Disagreement(format!(
                "{game}, {instance}: {program} says {this}, {first} says {ours}"
            ))
        };
        if ours.answer == Answer::None {
            return Err(disagree(
                "fewest",
                "nothing".to_string(),
                "nothing".to_string(),
            ));
        }
        let mut wrong = Vec::new();
        for (contender, outcome) in self.contenders.iter().zip(outcomes) {
            if contender.trust == Trust::Silent {
                wrong.push(0);
                continue;
            }
            let mistakes = outcome.answer.wrong(&ours.answer);
            wrong.push(mistakes);
            if contender.trust == Trust::MayErr {
                continue;
            }
            if mistakes > 0 {
                let (this, ours) = (outcome.answer.to_string(), ours.answer.to_string());
                return Err(disagree(contender.program, this, ours));
            }
            if self.explores && outcome.positions != ours.positions {
                let show = |positions: Option<u64>| format!("{positions:?} positions");
                let (this, ours) = (show(outcome.positions), show(ours.positions));
                return Err(disagree(contender.program, this, ours));
            }
        }
        Ok(wrong)
    }

    /// The seconds of each program, ascending.
    fn time(&mut self, firsts: impl Iterator<Item = Duration>, budget: Budget) -> Vec<Vec<f64>> {
        let firsts: Vec<Duration> = firsts.collect();
        let mut plans = Vec::new();
        for (contender, &first) in self.contenders.iter_mut().zip(&firsts) {
            // The first run may have met with a hiccup; a second one tells.
            let mut clock = Stopwatch::default();
            if first < budget.0 {
                black_box((contender.run)(&mut clock));
                plans.push(budget.plan(first.min(clock.elapsed)));
            } else {
                plans.push((0, 1));
            }
        }
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); plans.len()];
        for turn in 0..Budget::MOST_RUNS {
            for (place, contender) in self.contenders.iter_mut().enumerate() {
                let (runs, batch) = plans[place];
                if turn >= runs {
                    continue;
                }
                // Whoever ran before has filled the caches; short runs would pay for that.
                if firsts[place] < Budget::SHORT {
                    black_box((contender.run)(&mut Stopwatch::default()));
                }
                let mut clock = Stopwatch::default();
                for _ in 0..batch {
                    black_box((contender.run)(&mut clock));
                }
                times[place].push(clock.elapsed.as_secs_f64() / f64::from(batch));
            }
        }
        for (times, first) in times.iter_mut().zip(firsts) {
            if times.is_empty() {
                times.push(first.as_secs_f64());
            }
            times.sort_by(f64::total_cmp);
        }
        times
    }
}

fn median(ascending: &[f64]) -> f64 {
    let half = ascending.len() / 2;
    match ascending.len() % 2 {
        1 => ascending[half],
        _ => (ascending[half - 1] + ascending[half]) / 2.0,
    }
}

/// What a program says about an instance.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The fewest moves of each board.
    Fewest(Vec<Option<u64>>),
    /// The chance of a mine in each covered cell.
    Chances(Vec<f64>),
    /// Which boards are kept, by their numbers.
    Boards(Vec<u64>),
    /// What a judge would be told.
    Text(Vec<u8>),
    /// Nothing: it is only there to be timed.
    None,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Fewest(all) => match all.as_slice() {
                [None] => f.write_str("none"),
                [Some(fewest)] => fewest.fmt(f),
                all => {
                    let won: Vec<_> = all.iter().flatten().collect();
                    let sum: u64 = won.iter().copied().sum();
                    write!(f, "{} of {} won, {sum} moves", won.len(), all.len())
                }
            },
            Answer::Chances(all) => write!(f, "{} chances", all.len()),
            Answer::Boards(kept) => write!(f, "{} boards", kept.len()),
            Answer::Text(text) => match str::from_utf8(text).map(str::trim_end) {
                Ok(text) if text.len() <= 12 => f.write_str(text),
                Ok(text) if text.lines().count() > 1 => {
                    write!(f, "{} lines", text.lines().count())
                }
                _ => write!(f, "{} letters", text.len()),
            },
            Answer::None => f.write_str("–"),
        }
    }
}

impl Answer {
    /// Chances that differ by less are the same: they were rounded on different ways.
    const ROUNDING: f64 = 1e-9;

    /// How many of this program's answers are wrong, the others being right.
    pub(crate) fn wrong(&self, right: &Answer) -> usize {
        match (self, right) {
            (Answer::Fewest(these), Answer::Fewest(right)) if these.len() == right.len() => {
                let pairs = these.iter().zip(right);
                pairs.filter(|(this, right)| this != right).count()
            }
            (Answer::Chances(these), Answer::Chances(right)) if these.len() == right.len() => {
                let pairs = these.iter().zip(right);
                let is_right =
                    |(this, right): &(&f64, &f64)| (*this - *right).abs() < Self::ROUNDING;
                pairs.filter(|pair| !is_right(pair)).count()
            }
            _ => usize::from(self != right),
        }
    }
}

/// An answer and the positions that were reached for it, where a program counts them.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it says.
    pub answer: Answer,
    /// Different positions, or steps where none are kept.
    pub positions: Option<u64>,
}

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Self {
        Outcome {
            answer,
            positions: None,
        }
    }
}

impl From<Found> for Outcome {
    fn from(found: Found) -> Self {
        Outcome::from_iter([found])
    }
}

impl FromIterator<Found> for Outcome {
    fn from_iter<T: IntoIterator<Item = Found>>(found: T) -> Self {
        let found: Vec<Found> = found.into_iter().collect();
        Outcome {
            positions: Some(found.iter().map(|found| found.positions).sum()),
            answer: Answer::Fewest(found.iter().map(|found| found.fewest).collect()),
        }
    }
}

/// What a line of the command's JSON tells.
#[derive(Deserialize)]
pub struct Told {
    fewest: Option<u64>,
    states: u64,
}

impl From<Told> for Found {
    fn from(told: Told) -> Self {
        Found::new(told.fewest, told.states)
    }
}
