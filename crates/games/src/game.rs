//! The object-safe face of every game: the command, the server and the tests see only this.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::{Limit, Limits, Plan, Positions, Report, Terms, Verdict, Watch};

use crate::advice::{Advice, Tally, Wish};
use crate::disagreement::{Disagreement, Unanswered};
use crate::figure::Figure;
use crate::format::{Flaw, FormatInfo, Loss, Unread};
use crate::grid::Grid;
use crate::info::Info;
use crate::judge::JudgeError;
use crate::layers::Layers;
use crate::level::LevelText;
use crate::making::farthest::{Farthest, NoStarts};
use crate::making::frame::FrameAsk;
use crate::making::generate::{Attempt, Fitting, GenerateAsk, TooHard, Unmade};
use crate::making::hardest::{Hardest, Sought, Unsought};
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::rows::Row;
use crate::rules::{MoveName, Standing};
use crate::source::{Source, TextError};
use crate::survey::{Listener, Survey};
use crate::view::{Trace, View};

/// A game: reads its levels and answers its judge.
pub trait Game: Sync {
    /// Its name, words, glyphs and options.
    fn info(&self) -> &'static Info;

    /// Reads one level of a level text.
    fn read_level(&self, text: &LevelText) -> Result<Box<dyn Level>, TextError>;

    /// Reads a judge's input, one level for each case.
    fn read_judge(&self, source: Source) -> Result<Vec<Box<dyn Level>>, TextError>;

    /// The formats that its levels are read from and written in: level text and the judge's input,
    /// and those of other programs.
    fn formats(&self) -> Vec<FormatInfo>;

    /// Reads a text in another program's format; nothing where it is in none that this game knows.
    fn read_foreign(&self, source: Source) -> Option<Result<Vec<Box<dyn Level>>, TextError>>;

    /// Reads a binary file, or tells for each ending that its binary files have what is wrong with
    /// it as one: nothing where it has none. [`crate::registry::read_bytes`] asks about bytes that
    /// are no text.
    fn read_binary(&self, bytes: &[u8]) -> Result<Box<dyn Level>, Vec<(&'static str, Flaw)>>;

    /// Reads a file in the format of that name, which is not level text:
    /// [`crate::registry::read_as`] reads that as well.
    fn read_as(&self, format: &str, bytes: &[u8]) -> Result<Vec<Box<dyn Level>>, Unread>;

    /// Answers a judge's input to the byte, all of it or nothing.
    fn judge(
        &self,
        source: Source,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<u8>, JudgeError>;

    /// Makes levels that have what is asked, and hands over what came of one seed after another;
    /// between them, now and then, nothing. It ends when whoever hears it has heard enough. The
    /// limits hold for each board that is looked at, and the time is none of them.
    fn generate(
        &self,
        ask: &GenerateAsk,
        threads: NonZeroUsize,
        limits: &Limits,
        hear: &mut dyn FnMut(Option<Attempt>) -> ControlFlow<()>,
    ) -> Result<(), Unmade>;

    /// All that makes the level again that the seed asked for leads to, as its note `made` says it.
    fn recipe(&self, ask: &GenerateAsk, limits: &Limits) -> Result<String, Unmade>;

    /// Counts the different levels that have what is asked, where there are so few boards that all
    /// can be looked at.
    fn count_fitting(
        &self,
        ask: &GenerateAsk,
        limits: &Limits,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Fitting, Unmade>;

    /// Proves that no board has so large a par as is asked, where all boards can be gone through
    /// within the limits. The time and the memory are for all of it.
    fn too_hard(
        &self,
        ask: &GenerateAsk,
        threads: NonZeroUsize,
        limits: &Limits,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<TooHard>, Unmade>;

    /// Looks for the greatest par that any of these boards has, and tells the first `most` boards
    /// that have it. The time is for all of it, the memory for all threads together.
    fn hardest(
        &self,
        ask: &FrameAsk,
        most: usize,
        threads: NonZeroUsize,
        limits: &Limits,
        watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
    ) -> Result<Hardest, Unsought>;
}

/// A level: a board, its notes, and what they claim. It never changes.
pub trait Level: Send + Sync {
    /// The game's name, words, glyphs and options.
    fn info(&self) -> &'static Info;

    /// The title, if a note gives one.
    fn title(&self) -> Option<&str>;

    /// What the notes say the fewest is.
    fn par(&self) -> Option<Par>;

    /// The solution that stands in the level, if one does.
    fn solution(&self) -> Option<Vec<MoveName>>;

    /// The seed that it was made from, if a note says one.
    fn seed(&self) -> Option<u64>;

    /// All that makes it again, if a note says it: [`crate::making::recipe::words`] reads it.
    fn made(&self) -> Option<&str>;

    /// How many rows and columns the board has.
    fn size(&self) -> (u32, u32);

    /// What the level does not say and every search must know, and what may be asked instead, in
    /// words. Nothing can be played on such a level, and every search gives up at once, at
    /// [`Limit::Unknown`].
    fn missing(&self) -> Option<String>;

    /// How [`Level::solve_on`] will go about it.
    fn plan(&self, terms: &Terms) -> Plan;

    /// Finds the fewest moves and replays them by the rules.
    fn solve_on(
        &self,
        terms: &Terms,
        watch: &mut dyn Watch,
    ) -> Result<Report<MoveName>, Disagreement>;

    /// The same on one thread and in memory alone.
    fn solve(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Report<MoveName>, Disagreement> {
        self.solve_on(&limits.into(), watch)
    }

    /// Hands the level's positions, as bytes, to a search that sends them elsewhere.
    fn with_positions(&self, search: &mut dyn FnMut(&dyn Positions));

    /// Takes what such a search found: its moves are the numbers of those chosen among the ones
    /// that [`Positions`] tells. They are replayed by the rules.
    fn adopt(&self, report: Report<u32>) -> Result<Report<MoveName>, Disagreement>;

    /// Counts everything about the level, and tells the listener the optimal solutions in the
    /// order of their moves, each replayed by the rules, until it has heard enough.
    fn survey(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
        listener: Listener<MoveName>,
    ) -> Result<Survey, Unanswered>;

    /// The fewest that a careless reading would guess: as if nothing were in the way.
    fn careless(&self) -> u64;

    /// Solves the level after every change of a single square, each answer replayed by the rules.
    ///
    /// The time allowed is for all changes together, the other limits for each search. What was
    /// found by the time it ends is what is told. The watch is asked by this thread alone, and
    /// [`ControlFlow::Break`] ends it.
    fn advise(
        &self,
        wish: Wish,
        threads: NonZeroUsize,
        limits: &Limits,
        watch: &mut dyn FnMut(Tally) -> ControlFlow<()>,
    ) -> Result<Advice, Disagreement>;

    /// The same level after one of the changes that [`Level::advise`] tries, by its number from 1. The
    /// title and other remarks stay; the par, the solution and how it was made are left out, for
    /// they need not hold any more.
    ///
    /// # Errors
    /// How many changes there are, if that is the number of none.
    fn changed(&self, number: u64) -> Result<Box<dyn Level>, u64>;

    /// What chance does, where the moves are not chosen.
    fn odds(&self, ask: &OddsAsk, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds>;

    /// Figures that the players of this game know such a board by.
    fn figures(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Vec<Figure>, Limit>;

    /// The text that this level has in common with all that are like it (turned, mirrored,
    /// renamed), and with no other.
    fn key(&self) -> String;

    /// The same level with the starts from which it takes the most moves to win, `most` of them at
    /// the most.
    fn farthest(
        &self,
        most: usize,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Farthest<Box<dyn Level>>, NoStarts>;

    /// The same level with what solving it has shown as its par and its solution.
    fn solved(&self, verdict: &Verdict<MoveName>) -> Box<dyn Level>;

    /// Begins to play.
    fn session(&self) -> Box<dyn Session + '_>;

    /// Splits a text into moves, each with its place in it, and checks how they are written, not
    /// whether they are legal.
    fn read_moves<'a>(&self, source: Source<'a>) -> Result<Vec<Row<'a>>, TextError>;

    /// Reads a file of queries about this board, one level for each.
    fn read_queries(&self, source: Source) -> Result<Vec<Box<dyn Level>>, TextError>;

    /// The formats that it can be written in, and those that it can only be read from.
    fn formats(&self) -> Vec<FormatInfo>;

    /// The level as a file in the format of that name, or what that format cannot say.
    /// [`crate::format::file`] makes one file of several levels.
    fn write_as(&self, format: &str, loss: Loss) -> Result<Vec<u8>, String>;

    /// The level as level text.
    fn level_text(&self) -> String;

    /// The level as one case of its judge's input, or what that format cannot say.
    /// [`crate::judge::input`] makes a whole input of cases.
    fn judge_case(&self) -> Result<String, String>;

    /// The level as a whole judge's input, or what that format cannot say.
    fn judge_text(&self) -> Result<String, String> {
        Ok(self.judge_case()? + self.info().judge_end)
    }
}

/// A game being played. Play, check, save and replay all go through [`Session::push`].
pub trait Session {
    /// The legal moves that do not lose at once, in the order in which the search tries them.
    fn moves(&self) -> Vec<MoveName>;

    /// Makes a move. An illegal one is refused and changes nothing; a losing one is made.
    fn push(&mut self, step: &str) -> Result<(), Refused>;

    /// Takes the last move back; says whether there was one. No state is kept for a move: the
    /// others are played again from the start.
    fn undo(&mut self) -> bool;

    /// How many moves have been made.
    fn made(&self) -> usize;

    /// Whether the game goes on.
    fn standing(&self) -> Standing;

    /// Says in one short clause why the game is lost; returns `None` if it is not lost.
    fn lost_because(&self) -> Option<String>;

    /// Whether the game is won.
    fn won(&self) -> bool {
        self.standing() == Standing::Won
    }

    /// Finds the fewest moves that win from here, and replays them by the rules. A lost position
    /// is impossible to win.
    fn solve(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Report<MoveName>, Disagreement>;

    /// The moves that keep the optimum from here, where it takes `fewest` to win, in the order in
    /// which the search tries them.
    fn keeping(
        &self,
        fewest: u64,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<MoveName>, Limit>;

    /// For each square of the view, the fewest moves that win with the player there, whatever
    /// else may change on the way from here; nothing where the player cannot come or cannot win.
    /// A game without a player tells it of the squares where the next move can be made.
    fn distances(&self, limits: &Limits, watch: &mut dyn Watch)
    -> Result<Grid<Option<u64>>, Limit>;

    /// The search from here layer by layer up to the first win: how many positions each number of
    /// moves reaches first, and where the player stands in them. Where the positions are too many,
    /// a game may show one solution instead ([`crate::layers::Shows`]).
    fn layers(&self, limits: &Limits, watch: &mut dyn Watch) -> Layers;

    /// What chance does from here on, as [`Level::odds`] tells it of the start.
    fn odds(&self, ask: &OddsAsk, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds>;

    /// What to play from here and why, going by what can be seen alone, in a game that covers
    /// something.
    fn guidance(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds>;

    /// What the position looks like.
    fn view(&self) -> View;

    /// Where a move from here would go; nothing where it is illegal.
    fn trace(&self, step: &str) -> Option<Trace>;
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// What a level's notes say the fewest is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Par {
    /// So many moves.
    Fewest(u64),
    /// The level cannot be won.
    Impossible,
}

impl std::fmt::Display for Par {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Par::Fewest(fewest) => fewest.fmt(f),
            Par::Impossible => f.write_str("impossible"),
        }
    }
}
