//! `fewest all`: the optimal solutions, one after another.

use std::io::Write;
use std::ops::ControlFlow;

use fewest_games::answer::SolutionsAnswer;
use fewest_games::builtin::AnyLevel;
use fewest_games::game::MoveName;
use fewest_search::{Limit, Limits, Report, Verdict};
use fewest_words::{of, say};
use num_bigint::BigUint;

use super::{exit, gave_up, in_words};
use crate::args::{AllArgs, Telling};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::levels;
use crate::output::{count, headline, json, large_count};

pub fn run(args: &AllArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = levels::read(&args.levels, desk)?;
    let limits = limits(desk, &args.limits);
    let mut worst = Exit::Done;
    for entry in &entries {
        let level = &entry.level;
        let mut list = List::new(args.limit, &limits);
        let mut bar = desk.watch(Telling::Bar);
        let mut context = search_within(limits, bar.as_mut());
        let report = level.solve(&mut context)?;
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
        drop(bar);
        if args.json {
            let answer = SolutionsAnswer::new(level.about(), &report, &solutions, &list.listed);
            json(out, &answer)?;
        } else {
            let summary = summary(level, &report, &solutions, &list);
            headline(out, entry, &summary)?;
            for moves in list.listed.iter().filter(|moves| !moves.is_empty()) {
                writeln!(out, "  {}", moves.join(" "))?;
            }
        }
        out.flush()?;
        worst = worst.max(match solutions {
            Ok(_) if list.is_full => gave_up(&Limit::Memory),
            Ok(_) => exit(&report.verdict),
            Err(limit) => gave_up(&limit),
        });
        if desk.is_stopped() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(worst)
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
    fn new(most: usize, limits: &Limits) -> Self {
        List {
            listed: Vec::new(),
            most,
            is_full: false,
            bytes_left: limits.memory.unwrap_or(u64::MAX),
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
