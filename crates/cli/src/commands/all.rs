//! `fewest all`: the optimal solutions, one after another.

use std::io::Write;
use std::ops::ControlFlow;

use fewest_games::answer::SolutionsAnswer;
use fewest_games::game::Level;
use fewest_games::rating::survey;
use fewest_games::rules::MoveName;
use fewest_games::survey::Survey;
use fewest_search::{Limit, Limits, Report};

use super::{exit, gave_up, in_words, limits, stopped_by};
use crate::args::AllArgs;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::output::{json, large_count};
use crate::progress::{self, Bar};

pub fn run(args: &AllArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries = input::levels(&args.levels, "all")?;
    progress::catch_interrupts();
    let limits = limits(&args.limits);
    let mut worst = Exit::Done;
    for entry in &entries {
        let level = entry.level.as_ref();
        let mut list = List::new(args.limit, &limits);
        let mut hear = |moves: &[MoveName]| list.hear(moves);
        let (report, survey) = survey(level, &limits, &mut Bar::new(true), &mut hear)?;
        if args.json {
            json(
                out,
                &SolutionsAnswer::new(level, &report, &survey, &list.listed),
            )?;
        } else {
            writeln!(
                out,
                "{}: {}",
                entry.title(),
                summary(level, &report, &survey, &list)
            )?;
            for moves in list.listed.iter().filter(|moves| !moves.is_empty()) {
                writeln!(out, "  {}", moves.join(" "))?;
            }
        }
        out.flush()?;
        worst = worst.max(match survey {
            Ok(_) if list.is_full => gave_up(Limit::Memory),
            Ok(_) => exit(&report.verdict),
            Err(limit) => gave_up(limit),
        });
        if progress::interrupted() {
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
    level: &dyn Level,
    report: &Report<MoveName>,
    survey: &Result<Survey, Limit>,
    list: &List,
) -> String {
    let verdict = in_words(level, &report.verdict);
    let survey = match survey {
        Ok(survey) => survey,
        Err(_) if report.verdict.fewest().is_none() => return verdict,
        Err(limit) => {
            return format!(
                "{verdict}; the solutions were not counted: {}",
                stopped_by(*limit)
            );
        }
    };
    if survey.par.is_none() {
        return verdict;
    }
    let count = large_count(&survey.solutions);
    let solutions = match survey.solutions == 1u32.into() {
        true => "1 optimal solution".to_string(),
        false => format!("{count} optimal solutions"),
    };
    let listed = list.listed.len();
    let more = match (survey.solutions > listed.into(), list.is_full) {
        (false, _) => String::new(),
        (true, false) => format!(", of which the first {listed} are"),
        (true, true) => format!(", of which the memory allowed holds the first {listed}"),
    };
    format!("{verdict}; {solutions}{more}")
}
