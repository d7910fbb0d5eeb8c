//! A level of any game: its board, its notes, and what they claim; written, and asked.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::{Limit, Limits, Plan, Positions, Report, Terms, Verdict, Watch};
use fewest_words::{key, say};

use super::reading::split_moves;
use super::{Board, bare, formats};
use crate::advice::{Advice, Tally, Wish};
use crate::disagreement::{Disagreement, Unanswered};
use crate::figure::Figure;
use crate::format::{FormatInfo, JUDGE, LEVEL, Loss, unwritten};
use crate::game::{Level, Par, Session};
use crate::info::Info;
use crate::making::alike;
use crate::making::farthest::{Farthest, NoStarts};
use crate::making::unguessed::Reasoning;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::replay::{replay, replayed, solve_and_replay};
use crate::rows::Row;
use crate::rules::{Choosing, Handing, MoveName, MoveText, Text};
use crate::session::TypedSession;
use crate::source::{Source, TextError, digits};
use crate::survey::{Listener, Survey};
use crate::trying;

/// The remarks that say how a board was made: they hold of that board alone.
const MADE: [&str; 3] = ["seed", "made", "reasoning"];

pub(crate) struct TypedLevel<B: Board> {
    pub(crate) board: B,
    /// Remarks in their order.
    pub(super) remarks: Vec<(String, String)>,
    pub(super) par: Option<Par>,
    pub(super) solution: Option<Vec<MoveName>>,
}

impl<B: Board> TypedLevel<B> {
    pub(super) fn bare(board: B) -> Self {
        TypedLevel {
            board,
            remarks: Vec::new(),
            par: None,
            solution: None,
        }
    }

    /// A remark that says something.
    fn remark(&self, name: &str) -> Option<&str> {
        let mut remarks = self.remarks.iter();
        let remark = remarks.find(|(known, value)| known == name && !value.is_empty());
        remark.map(|(_, value)| value.as_str())
    }

    /// A board, with what solving it has shown.
    pub(crate) fn solved(board: B, report: &Report<B::Move>) -> Self {
        TypedLevel {
            board,
            remarks: Vec::new(),
            par: match &report.verdict {
                Verdict::Fewest { cost, .. } => Some(Par::Fewest(*cost)),
                Verdict::Impossible => Some(Par::Impossible),
                Verdict::GaveUp { .. } => None,
            },
            solution: match &report.verdict {
                Verdict::Fewest { moves, .. } => {
                    Some(moves.iter().map(|step| step.name()).collect())
                }
                _ => None,
            },
        }
    }

    /// The same of a board that a seed has led to, with all that makes it again.
    pub(crate) fn made(
        board: B,
        seed: u64,
        made: String,
        reasoning: Option<&Reasoning>,
        report: &Report<B::Move>,
    ) -> Self {
        let mut remarks = vec![
            ("seed".to_string(), seed.to_string()),
            ("made".to_string(), made),
        ];
        remarks.extend(reasoning.map(|it| ("reasoning".to_string(), it.to_string())));
        TypedLevel {
            remarks,
            ..TypedLevel::solved(board, report)
        }
    }
}

/// A board as level text, with nothing in it but what the game is about.
pub(crate) fn bare_text<B: Text>(board: &B) -> String {
    let mut text = format!("game: {}\n", B::INFO.id);
    for (name, value) in board.options() {
        writeln!(text, "{name}: {value}").expect("writing to a string");
    }
    text.push('\n');
    text += &board.write_board();
    text
}

impl<B: Board> Level for TypedLevel<B> {
    fn info(&self) -> &'static Info {
        const { &B::INFO }
    }

    fn title(&self) -> Option<&str> {
        self.remark("title")
    }

    fn seed(&self) -> Option<u64> {
        digits(self.remark("seed")?)
    }

    fn made(&self) -> Option<&str> {
        self.remark("made")
    }

    fn par(&self) -> Option<Par> {
        self.par
    }

    fn solution(&self) -> Option<Vec<MoveName>> {
        self.solution.clone()
    }

    fn size(&self) -> (u32, u32) {
        self.board.size()
    }

    fn missing(&self) -> Option<String> {
        self.board.missing()
    }

    fn plan(&self, terms: &Terms) -> Plan {
        self.board.plan(terms)
    }

    fn solve_on(
        &self,
        terms: &Terms,
        watch: &mut dyn Watch,
    ) -> Result<Report<MoveName>, Disagreement> {
        Ok(solve_and_replay(&self.board, terms, watch)?.map(B::Move::name))
    }

    fn with_positions(&self, search: &mut dyn FnMut(&dyn Positions)) {
        self.board.with_puzzle(Handing { search });
    }

    fn adopt(&self, report: Report<u32>) -> Result<Report<MoveName>, Disagreement> {
        let choices = match &report.verdict {
            Verdict::Fewest { moves, .. } => moves.as_slice(),
            _ => &[],
        };
        // Where there is no such move there are too few of them, and the rules say so.
        let moves = self.board.with_puzzle(Choosing { choices });
        let verdict = match report.verdict {
            Verdict::Fewest { cost, .. } => Verdict::Fewest {
                cost,
                moves: moves.unwrap_or_default(),
            },
            // Where nothing can be played, that it leads nowhere proves nothing.
            Verdict::Impossible if self.board.missing().is_some() => Verdict::GaveUp {
                limit: Limit::Unknown,
                at_least: 0,
            },
            Verdict::Impossible => Verdict::Impossible,
            Verdict::GaveUp { limit, at_least } => Verdict::GaveUp { limit, at_least },
        };
        let report = Report {
            verdict,
            best: None,
            stats: report.stats,
            plan: report.plan,
        };
        Ok(replayed(&self.board, report)?.map(B::Move::name))
    }

    fn survey(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
        listener: Listener<MoveName>,
    ) -> Result<Survey, Unanswered> {
        let mut refused = None;
        let mut replayed = |moves: &[B::Move]| match replay(&self.board, moves.len() as u64, moves)
        {
            Ok(()) => {
                let names: Vec<_> = moves.iter().map(|step| step.name()).collect();
                listener(&names)
            }
            Err(what) => {
                refused = Some(what);
                ControlFlow::Break(())
            }
        };
        let survey = self.board.survey(limits, watch, &mut replayed);
        if let Some(what) = refused {
            let (game, kernel) = (B::INFO.id, "survey");
            return Err(Disagreement { game, kernel, what }.into());
        }
        survey.map_err(Unanswered::GaveUp)
    }

    fn careless(&self) -> u64 {
        self.board.careless()
    }

    fn advise(
        &self,
        wish: Wish,
        threads: NonZeroUsize,
        limits: &Limits,
        watch: &mut dyn FnMut(Tally) -> ControlFlow<()>,
    ) -> Result<Advice, Disagreement> {
        trying::advise(&self.board, wish, threads, limits, watch)
    }

    fn changed(&self, number: u64) -> Result<Box<dyn Level>, u64> {
        let board = trying::changed(&self.board, number)?;
        let mut remarks = self.remarks.clone();
        remarks.retain(|(name, _)| !MADE.contains(&name.as_str()));
        Ok(Box::new(TypedLevel {
            remarks,
            ..TypedLevel::bare(board)
        }))
    }

    fn odds(&self, ask: &OddsAsk, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds> {
        self.board.odds(ask, limits, watch)
    }

    fn figures(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Vec<Figure>, Limit> {
        self.board.figures(limits, watch)
    }

    fn session(&self) -> Box<dyn Session + '_> {
        Box::new(TypedSession::new(&self.board))
    }

    fn key(&self) -> String {
        alike(&self.board).0
    }

    fn farthest(
        &self,
        most: usize,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Farthest<Box<dyn Level>>, NoStarts> {
        let found = self.board.farthest(most, limits, watch)?;
        // Its seed leads to the board as it was.
        let mut remarks = self.remarks.clone();
        remarks.retain(|(name, _)| name != "seed" && name != "made");
        let par = found.par.map(Par::Fewest);
        let level = |board| {
            Box::new(TypedLevel {
                board,
                remarks: remarks.clone(),
                par,
                solution: None,
            }) as Box<dyn Level>
        };
        Ok(found.map(level))
    }

    fn solved(&self, verdict: &Verdict<MoveName>) -> Box<dyn Level> {
        let (par, moves) = match verdict {
            Verdict::Fewest { cost, moves } => (Some(Par::Fewest(*cost)), Some(moves)),
            Verdict::Impossible => (Some(Par::Impossible), None),
            Verdict::GaveUp { .. } => (None, None),
        };
        Box::new(TypedLevel {
            board: self.board.clone(),
            remarks: self.remarks.clone(),
            par,
            solution: moves.cloned(),
        })
    }

    fn read_moves<'a>(&self, source: Source<'a>) -> Result<Vec<Row<'a>>, TextError> {
        let all = Row {
            start: 0,
            text: source.text(),
        };
        let mut moves = Vec::new();
        split_moves(source, all, |row, _: B::Move| moves.push(row))?;
        Ok(moves)
    }

    fn read_queries(&self, source: Source) -> Result<Vec<Box<dyn Level>>, TextError> {
        let Some(boards) = self.board.read_queries(source) else {
            let message = say!("{game} has no files of queries", game = B::INFO.id);
            return Err(source.error(0..0, message, key("give this file to a game that has")));
        };
        Ok(bare(boards?))
    }

    fn level_text(&self) -> String {
        let mut text = format!("game: {}\n", B::INFO.id);
        for (name, value) in &self.remarks {
            let gap = if value.is_empty() { "" } else { " " };
            writeln!(text, "{name}:{gap}{value}").expect("writing to a string");
        }
        for (name, value) in self.board.options() {
            writeln!(text, "{name}: {value}").expect("writing to a string");
        }
        if let Some(par) = self.par {
            writeln!(text, "par: {par}").expect("writing to a string");
        }
        text.push('\n');
        text += &self.board.write_board();
        if let Some(moves) = &self.solution {
            text += "\nsolution:";
            for step in moves {
                write!(text, " {step}").expect("writing to a string");
            }
            text.push('\n');
        }
        text
    }

    fn formats(&self) -> Vec<FormatInfo> {
        formats::<B>()
    }

    fn write_as(&self, format: &str, loss: Loss) -> Result<Vec<u8>, String> {
        if format == LEVEL.name {
            return Ok(self.level_text().into_bytes());
        }
        if format == JUDGE.name {
            return Ok(self.judge_text()?.into_bytes());
        }
        let mut known = B::FORMATS.iter().filter(|known| known.name == format);
        match known.find_map(|known| known.write) {
            Some(write) => write(&self.board, loss),
            None => Err(unwritten(format, B::INFO.id, &formats::<B>())),
        }
    }

    fn judge_case(&self) -> Result<String, String> {
        self.board.write_case()
    }
}
