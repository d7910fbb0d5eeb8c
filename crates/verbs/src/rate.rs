//! What is counted about a level. `fewest rate`: how hard it is. `fewest all`: its optimal solutions.
//! `fewest layers`: the search, layer by layer.

use std::io::{self, Write};
use std::ops::ControlFlow;

use fewest_games::answer::{LayersAnswer, RatingAnswer, SolutionsAnswer};
use fewest_games::builtin::AnyLevel;
use fewest_games::game::MoveName;
use fewest_games::layers::{Layer, Layers, Shows};
use fewest_games::rating::{Difficulty, Rating, share};
use fewest_games::survey::Survey;
use fewest_games::view::Role;
use fewest_search::{Limit, Report, Verdict};
use fewest_words::{key, of, say, to_the_left};
use num_bigint::BigUint;

use crate::args::{AllArgs, LayersArgs, RateArgs};
use crate::host::{Host, limits};
use crate::levels::{self, Entry, Purpose};
use crate::outcome::{Exit, Failure};
use crate::output::{DIMMED, LIT, count, grid, headline, json, large_count, positions};
use crate::{exit, gave_up, in_words, search_each};

pub fn rate(args: &RateArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, Purpose::Search, host)?;
    search_each(
        &entries,
        &args.limits,
        host,
        out,
        |entry, context| entry.level.rate(context),
        |entry, rating, out| {
            match args.json {
                true => json(out, &RatingAnswer::new(entry.level.about(), &rating))?,
                false => tell_rating(out, entry, &rating)?,
            }
            Ok(match (&rating.report.verdict, rating.survey) {
                (verdict @ Verdict::Impossible, _) | (verdict, Ok(_)) => exit(verdict),
                (_, Err(limit)) => gave_up(&limit),
            })
        },
    )
}

fn tell_rating(out: &mut dyn Write, entry: &Entry, rating: &Rating) -> io::Result<()> {
    let level = &entry.level;
    let verdict = in_words(level, &rating.report.verdict);
    headline(out, entry, &verdict)?;
    let unit = &level.info().unit;
    figure(out, key("careless guess"), &unit.count(rating.guess))?;
    match &rating.survey {
        Ok(survey) => figures(out, entry, survey)?,
        Err(limit) if rating.report.verdict.at_least() == rating.report.verdict.fewest() => {
            let why = of(limit.in_words());
            writeln!(out, "  {}", say!("the rest was not counted: {why}", why))?;
        }
        // The verdict has said so already.
        Err(_) => {}
    }
    match &rating.difficulty {
        Some(difficulty) => parts(out, difficulty),
        None => Ok(()),
    }
}

fn figures(out: &mut dyn Write, entry: &Entry, survey: &Survey) -> io::Result<()> {
    let unit = &entry.level.info().unit;
    if survey.par.is_some() {
        let solutions = large_count(&survey.solutions);
        let told = match survey.part {
            None => solutions,
            Some(0) => say!(
                "{solutions}, parting at the first {unit}",
                solutions,
                unit = of(unit.one)
            ),
            Some(made) => say!(
                "{solutions}, parting after {moves}",
                solutions,
                moves = unit.count(made)
            ),
        };
        figure(out, key("optimal solutions"), &told)?;
    }
    let positions = large_count(&survey.positions);
    let dead = large_count(&survey.dead);
    let dead_share = percent(share(&survey.dead, &survey.positions));
    let told = say!(
        "{positions}, of which {dead} without a win ({share})",
        positions,
        dead,
        share = dead_share
    );
    figure(out, key("positions"), &told)?;
    if survey.par.is_some_and(|par| par > 0) {
        let open = percent(share(&survey.open, &survey.moves));
        let best = percent(share(&survey.best, &survey.moves));
        let of_all = |share| say!("{share} of all moves", share);
        figure(out, key("keep the win open"), &of_all(open))?;
        figure(out, key("keep the optimum"), &of_all(best))?;
        figure(out, key("forced in a row"), &unit.count(survey.forced))?;
        let narrow = unit.count(survey.narrow);
        figure(
            out,
            key("only one best"),
            &say!("{narrow} in a row", narrow),
        )?;
    }
    Ok(())
}

fn parts(out: &mut dyn Write, difficulty: &Difficulty) -> io::Result<()> {
    let value = format!("{:.1}", difficulty.value);
    figure(out, key("difficulty"), &say!("{value} of 10", value))?;
    for part in &difficulty.parts {
        let name = to_the_left(of(part.name), LABEL - 1);
        let (value, weight) = (part.value, 10.0 * part.weight);
        let points = value * weight;
        writeln!(out, "    {name} {points:.2}  ({value:.2} × {weight:.1})")?;
    }
    Ok(())
}

/// How wide the column is in which it says what a figure is.
const LABEL: usize = 17;

/// One line: what it is, and how much of it there is.
fn figure(out: &mut dyn Write, label: &str, figure: &str) -> io::Result<()> {
    writeln!(out, "  {}  {figure}", to_the_left(of(label), LABEL))
}

/// A share that is neither all nor nothing is not told as if it were.
fn percent(share: f64) -> String {
    match 100.0 * share {
        nearly_none if share > 0.0 && nearly_none < 0.05 => "< 0.1 %".to_string(),
        nearly_all if share < 1.0 && nearly_all >= 99.95 => "> 99.9 %".to_string(),
        percent => format!("{percent:.1} %"),
    }
}

pub fn all(args: &AllArgs, host: &mut dyn Host, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, Purpose::Search, host)?;
    let memory = limits(host, &args.limits).memory;
    search_each(
        &entries,
        &args.limits,
        host,
        out,
        |entry, context| {
            let (level, mut list) = (&entry.level, List::new(args.limit, memory));
            let report = level.solve(context)?;
            let solutions = match &report.verdict {
                Verdict::Impossible => Ok(BigUint::ZERO),
                Verdict::GaveUp { limit, .. } => Err(limit.clone()),
                Verdict::Fewest { .. } => match context.next_search() {
                    Ok(mut search) => {
                        let mut hear = |moves: &[MoveName]| list.hear(moves);
                        let survey = level.survey_solved(&report, &mut search, &mut hear)?;
                        survey.map(|survey| survey.solutions)
                    }
                    Err(limit) => Err(limit),
                },
            };
            Ok((report, solutions, list))
        },
        |entry, (report, solutions, list), out| {
            let level = &entry.level;
            if args.json {
                let answer = SolutionsAnswer::new(level.about(), &report, &solutions, &list.listed);
                json(out, &answer)?;
            } else {
                headline(out, entry, &summary(level, &report, &solutions, &list))?;
                for moves in list.listed.iter().filter(|moves| !moves.is_empty()) {
                    writeln!(out, "  {}", moves.join(" "))?;
                }
            }
            Ok(match solutions {
                Ok(_) if list.is_full => gave_up(&Limit::Memory),
                Ok(_) => exit(&report.verdict),
                Err(limit) => gave_up(&limit),
            })
        },
    )
}

/// The solutions heard so far.
struct List {
    listed: Vec<Vec<MoveName>>,
    most: usize,
    /// Whether the memory allowed holds no more.
    is_full: bool,
    bytes_left: u64,
}

impl List {
    fn new(most: usize, memory: Option<u64>) -> Self {
        List {
            listed: Vec::new(),
            most,
            is_full: false,
            bytes_left: memory.unwrap_or(u64::MAX),
        }
    }

    fn hear(&mut self, moves: &[MoveName]) -> ControlFlow<()> {
        // Twice: a list that grows is held twice for a moment, and a name may own its text.
        let bytes = 2 * (size_of::<Vec<MoveName>>() + size_of_val(moves)) as u64;
        match self.bytes_left.checked_sub(bytes) {
            _ if self.listed.len() >= self.most => return ControlFlow::Break(()),
            Some(left) => self.bytes_left = left,
            None => {
                self.is_full = true;
                return ControlFlow::Break(());
            }
        }
        self.listed.push(moves.to_vec());
        match self.listed.len() < self.most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

fn summary(
    level: &AnyLevel,
    report: &Report<MoveName>,
    solutions: &Result<BigUint, Limit>,
    list: &List,
) -> String {
    let verdict = in_words(level, &report.verdict);
    if report.verdict.fewest().is_none() {
        return verdict;
    }
    let solutions = match solutions {
        Ok(solutions) => solutions,
        Err(limit) => {
            return say!(
                "{verdict}; the solutions were not counted: {why}",
                verdict,
                why = of(limit.in_words())
            );
        }
    };
    let all = match *solutions == 1u32.into() {
        true => say!("1 optimal solution"),
        false => say!(
            "{number} optimal solutions",
            number = large_count(solutions)
        ),
    };
    let listed = list.listed.len();
    let number = count(listed as u64);
    match (*solutions > listed.into(), list.is_full) {
        (true, true) => say!(
            "{verdict}; {all}, the first {number} that the memory allowed holds:",
            verdict,
            all,
            number
        ),
        (true, false) if listed > 0 => say!(
            "{verdict}; {all}, the first {number}:",
            verdict,
            all,
            number
        ),
        _ => say!("{verdict}; {all}", verdict, all),
    }
}

pub fn layers(
    args: &LayersArgs,
    host: &mut dyn Host,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, Purpose::Search, host)?;
    let mut gap = "";
    search_each(
        &entries,
        &args.limits,
        host,
        out,
        |entry, context| Ok(entry.level.layers(context)),
        |entry, layers, out| {
            match args.json {
                true => json(out, &LayersAnswer::new(entry.level.about(), &layers))?,
                false => {
                    write!(out, "{gap}")?;
                    gap = "\n";
                    tell_layers(out, entry, &layers, args.at)?;
                }
            }
            Ok(match (&layers.limit, layers.won_at) {
                (Some(limit), _) => gave_up(limit),
                (None, Some(_)) => Exit::Done,
                (None, None) => Exit::Refuted,
            })
        },
    )
}

fn tell_layers(
    out: &mut dyn Write,
    entry: &Entry,
    layers: &Layers,
    at: Option<usize>,
) -> io::Result<()> {
    let unit = &entry.level.info().unit;
    let ended = match (&layers.limit, layers.won_at) {
        (Some(limit), _) => of(limit.in_words()).to_string(),
        (None, Some(depth)) => say!("the first win takes {moves}", moves = unit.count(depth)),
        (None, None) => say!("everything was reached, and nothing of it wins"),
    };
    headline(out, entry, &ended)?;
    let shown = match at {
        Some(depth) => depth..depth.saturating_add(1).min(layers.layers.len()),
        None => 0..layers.layers.len(),
    };
    let width = layers.layers.len().saturating_sub(1).to_string().len();
    for depth in shown.clone() {
        let layer = &layers.layers[depth];
        let told = match layers.shows {
            Shows::Search => layer_in_words(layer),
            Shows::Solution => changes(layer),
        };
        writeln!(out, "  {depth:>width$}  {told}")?;
    }
    let sum = match layers.reachable() {
        Some(reachable) => say!(
            "{positions} reachable with at most {moves}; to solve it, fewer may be visited",
            positions = positions(reachable),
            moves = unit.count(layers.layers.len() as u64 - 1)
        ),
        None => say!(
            "the positions are too many to be counted: shown is one shortest solution, and what each move of it changes"
        ),
    };
    if at.is_none() || layers.shows == Shows::Solution {
        writeln!(out, "  {sum}")?;
    }
    match (at, shown.is_empty()) {
        (Some(depth), false) => picture(out, entry, &layers.layers[depth]),
        (Some(depth), true) => writeln!(out, "  {}", say!("there is no layer {depth}", depth)),
        (None, _) => Ok(()),
    }
}

/// `120 positions, on 31 squares`.
fn layer_in_words(layer: &Layer) -> String {
    let positions = positions(layer.positions);
    match layer.squares.len() {
        0 => positions,
        1 => say!("{positions}, on 1 square", positions),
        many => say!(
            "{positions}, on {number} squares",
            positions,
            number = count(many as u64)
        ),
    }
}

/// `changes 31 squares`: a layer of a solution.
fn changes(layer: &Layer) -> String {
    match layer.squares.len() {
        1 => say!("changes 1 square"),
        many => say!("changes {number} squares", number = count(many as u64)),
    }
}

/// The board with the number of positions on each square that the layer reaches.
fn picture(out: &mut dyn Write, entry: &Entry, layer: &Layer) -> io::Result<()> {
    let view = entry.level.session().view();
    let mut counts = vec![None; view.tiles.len() as usize];
    for (square, positions) in &layer.squares {
        counts[*square as usize] = Some(count(*positions).into_boxed_str());
    }
    let tiles = view.tiles.squares().iter().zip(&counts);
    let cells = tiles.map(|(tile, count)| match (count, tile.role) {
        (Some(count), _) => (&**count, LIT),
        // The player is where the layer says, and a number would be taken for a count.
        (None, Role::Wall | Role::Goal) => (tile.text.as_str(), DIMMED),
        (None, _) => ("·", DIMMED),
    });
    grid(out, view.tiles.columns(), "  ", cells)
}
