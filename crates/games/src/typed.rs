//! Turns a game's typed traits into the object-safe face, once for all games: reading its levels
//! in every format, the judge's loop, and making new ones.

mod level;
mod reading;

use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::{Limits, Verdict, Watch};
use fewest_words::{key, of, say};

use crate::format::{Flaw, Format, FormatInfo, JUDGE, LEVEL, Reading, Unread, unread};
use crate::game::{Game, Level};
use crate::info::Info;
use crate::judge::JudgeError;
use crate::level::LevelText;
use crate::making::Make;
use crate::making::frame::FrameAsk;
use crate::making::generate::{
    Attempt, Fitting, GenerateAsk, TooHard, Unmade, count_fitting, generate, too_hard,
};
use crate::making::hardest::{Hardest, Sought, Unsought, hardest};
use crate::making::recipe::recipe;
use crate::replay::solve_and_replay;
use crate::rules::{Design, Look, Rules, Solve, Text};
use crate::scan::Scanner;
use crate::source::{Source, TextError};
pub(crate) use level::{TypedLevel, bare_text};

/// Everything a game's folder provides.
pub trait Board: Rules + Text + Solve + Look + Design + Make {}
impl<B: Rules + Text + Solve + Look + Design + Make> Board for B {}

/// The face of the game whose board is `B`.
pub struct Typed<B>(pub(crate) PhantomData<fn() -> B>);

impl<B: Board> Game for Typed<B> {
    fn info(&self) -> &'static Info {
        const { &B::INFO }
    }

    fn read_level(&self, text: &LevelText) -> Result<Box<dyn Level>, TextError> {
        Ok(Box::new(TypedLevel::<B>::read(text)?))
    }

    fn read_judge(&self, source: Source) -> Result<Vec<Box<dyn Level>>, TextError> {
        let mut input = begin::<B>(source)?;
        let mut levels: Vec<Box<dyn Level>> = Vec::new();
        while let Some(board) = B::read_case(&mut input)? {
            levels.push(Box::new(TypedLevel::bare(board)));
        }
        Ok(levels)
    }

    fn formats(&self) -> Vec<FormatInfo> {
        formats::<B>()
    }

    fn read_foreign(&self, source: Source) -> Option<Result<Vec<Box<dyn Level>>, TextError>> {
        let boards = B::FORMATS.iter().find_map(|format| match format.read {
            Reading::Text(read) => read(source),
            Reading::Binary(_) | Reading::Never => None,
        })?;
        Some(boards.map(bare))
    }

    fn read_binary(&self, bytes: &[u8]) -> Result<Box<dyn Level>, Vec<(&'static str, Flaw)>> {
        let mut flaws = Vec::new();
        for format in B::FORMATS {
            let Reading::Binary(read) = format.read else {
                continue;
            };
            match read(bytes) {
                Ok(board) => return Ok(Box::new(TypedLevel::bare(board))),
                Err(flaw) => flaws.push((format.ending.unwrap_or(format.name), flaw)),
            }
        }
        Err(flaws)
    }

    fn read_as(&self, format: &str, bytes: &[u8]) -> Result<Vec<Box<dyn Level>>, Unread> {
        if format == JUDGE.name {
            return Ok(self.read_judge(Source::new(bytes)?)?);
        }
        for known in B::FORMATS.iter().filter(|known| known.name == format) {
            match known.read {
                Reading::Never => {}
                Reading::Binary(read) => {
                    let board = read(bytes).map_err(Unread::Binary)?;
                    return Ok(bare(vec![board]));
                }
                Reading::Text(read) => {
                    let source = Source::new(bytes)?;
                    let Some(boards) = read(source) else {
                        let end = source.text().trim_end().len();
                        let message =
                            say!("this does not begin as the format {format} does", format);
                        let advice = say!("it is {what}", what = of(known.what));
                        return Err(source.error(0..end, message, advice).into());
                    };
                    return Ok(bare(boards?));
                }
            }
        }
        Err(unread(format, B::INFO.id, &formats::<B>()))
    }

    fn judge(
        &self,
        source: Source,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<u8>, JudgeError> {
        let mut out = Vec::new();
        let mut fewest = |board: &B| match solve_and_replay(board, &limits.into(), watch)?.verdict {
            Verdict::Fewest { cost, .. } => Ok(Some(cost)),
            Verdict::Impossible => Ok(None),
            Verdict::GaveUp { limit, .. } => Err(JudgeError::GaveUp(limit)),
        };
        B::judge(&mut begin::<B>(source)?, &mut fewest, &mut out)?;
        Ok(out)
    }

    fn generate(
        &self,
        ask: &GenerateAsk,
        threads: NonZeroUsize,
        limits: &Limits,
        hear: &mut dyn FnMut(Option<Attempt>) -> ControlFlow<()>,
    ) -> Result<(), Unmade> {
        generate::<B>(ask, threads, limits, hear)
    }

    fn recipe(&self, ask: &GenerateAsk, limits: &Limits) -> Result<String, Unmade> {
        recipe::<B>(ask, limits)
    }

    fn count_fitting(
        &self,
        ask: &GenerateAsk,
        limits: &Limits,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Fitting, Unmade> {
        count_fitting::<B>(ask, limits, go_on)
    }

    fn too_hard(
        &self,
        ask: &GenerateAsk,
        threads: NonZeroUsize,
        limits: &Limits,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<TooHard>, Unmade> {
        too_hard::<B>(ask, threads, limits, go_on)
    }

    fn hardest(
        &self,
        ask: &FrameAsk,
        most: usize,
        threads: NonZeroUsize,
        limits: &Limits,
        watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
    ) -> Result<Hardest, Unsought> {
        hardest::<B>(ask, most, threads, limits, watch)
    }
}

/// The formats that every game has, and those of this one.
fn formats<B: Board>() -> Vec<FormatInfo> {
    let others = B::FORMATS.iter().map(Format::info);
    [LEVEL, JUDGE].into_iter().chain(others).collect()
}

/// Levels without notes.
fn bare<B: Board>(boards: Vec<B>) -> Vec<Box<dyn Level>> {
    let level = |board| Box::new(TypedLevel::bare(board)) as Box<dyn Level>;
    boards.into_iter().map(level).collect()
}

/// A scanner at the beginning of a judge's input that is not empty.
fn begin<B: Board>(source: Source) -> Result<Scanner, TextError> {
    let mut input = Scanner::new(source);
    if input.at_end() {
        let advice = say!("give it {judge} input", judge = B::INFO.judge);
        return Err(source.error(0..0, key("the input is empty"), advice));
    }
    Ok(input)
}
