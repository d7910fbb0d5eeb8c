//! The built-in games: the one list of them, a level of any of them, and reading a text of which the
//! game is not known yet.
//!
//! A caller with a game of its own uses [`Level`] and the generic functions; what is here chooses
//! between the built-in ones and calls those.

use std::ops::ControlFlow;

use fewest_search::{Limit, Plan, Positions, Report, SearchContext, SearchOptions, Verdict};
use fewest_words::{key, say};

use crate::advise::{Advice, Tally, Wish, advise};
use crate::check::{Checked, check};
use crate::format::{Flaw, FormatInfo, JUDGE, LEVEL, Loss, Unread};
use crate::game::{Game, MoveName, Refused, Standing};
use crate::grid::Grid;
use crate::hint::{Hint, hint};
use crate::info::Figure;
use crate::info::Info;
use crate::info::Palette;
use crate::judge::JudgeError;
use crate::layers::Layers;
use crate::level::{About, Level, Par};
use crate::level_text::{self, LevelText, is_level_text};
use crate::making::farthest::{Farthest, NoStarts};
use crate::making::frame::FrameAsk;
use crate::making::generate::{
    Attempt, Fitting, GenerateAsk, TooHard, Unmade, count_fitting, generate, too_hard,
};
use crate::making::hardest::{Hardest, Sought, Unsought, hardest};
use crate::making::recipe::recipe;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::rating::{Rating, rate, rate_solved, survey_solved};
use crate::review::{Review, review};
use crate::rows::Row;
use crate::session::{Session, distances};
use crate::solve::{Disagreement, Unanswered, plan};
use crate::source::{Source, TextError, is_text};
use crate::survey::{Listener, Survey};
use crate::view::{Trace, View};

/// Declares the built-in games: a folder each, whose `Board` implements [`Game`]. Each is held to
/// the contract by a test.
macro_rules! games {
    ($d:tt $($Game:ident $game:ident),+ $(,)?) => {
        /// A built-in game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum GameId {
            $(#[doc = concat!("`", stringify!($game), "`")] $Game,)+
        }

        /// Every built-in game.
        pub const GAMES: &[GameId] = &[$(GameId::$Game),+];

        /// A level of a built-in game.
        #[derive(Clone)]
        pub enum AnyLevel {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $Game(Level<crate::$game::Board>),)+
        }

        /// A built-in game being played.
        #[derive(Clone)]
        pub enum AnySession<'a> {
            $(#[doc = concat!("Of `", stringify!($game), "`.")] $Game(Session<'a, crate::$game::Board>),)+
        }

        $(impl From<Level<crate::$game::Board>> for AnyLevel {
            fn from(level: Level<crate::$game::Board>) -> Self {
                AnyLevel::$Game(level)
            }
        }

        impl<'a> From<Session<'a, crate::$game::Board>> for AnySession<'a> {
            fn from(session: Session<'a, crate::$game::Board>) -> Self {
                AnySession::$Game(session)
            }
        })+

        /// The board type of a game, for an expression that is generic over it.
        macro_rules! of_game {
            ($d id:expr, $d Board:ident => $d body:expr) => {
                match $d id {
                    $(GameId::$Game => {
                        type $d Board = crate::$game::Board;
                        $d body
                    })+
                }
            };
        }

        /// The level or session of a game, for an expression that is generic over it.
        macro_rules! of_any {
            ($d Any:ident, $d any:expr, $d it:ident => $d body:expr) => {
                match $d any {
                    $($d Any::$Game($d it) => $d body,)+
                }
            };
        }

        #[cfg(test)]
        mod keeps_the_contract {
            $(#[test]
            fn $game() {
                crate::contract::holds::<crate::$game::Board>();
            })+
        }
    };
}

games! { $ Ladders ladders, Mines mines, Snake snake, Curling curling, Portals portals, Slide slide }

/// Forwards to the level that an [`AnyLevel`] is.
macro_rules! level {
    ($any:expr, $level:ident => $body:expr) => {
        of_any!(AnyLevel, $any, $level => $body)
    };
}

/// Forwards to the session that an [`AnySession`] is.
macro_rules! session {
    ($any:expr, $session:ident => $body:expr) => {
        of_any!(AnySession, $any, $session => $body)
    };
}

/// Levels of one game as levels of any.
fn any<G: Game>(levels: Vec<Level<G>>) -> Vec<AnyLevel>
where
    AnyLevel: From<Level<G>>,
{
    levels.into_iter().map(AnyLevel::from).collect()
}

impl GameId {
    /// Finds the game of an id as it is typed.
    pub fn find(id: &str) -> Option<Self> {
        GAMES.iter().copied().find(|game| game.info().id == id)
    }

    /// The game's name, words and options.
    pub fn info(self) -> &'static Info {
        of_game!(self, Board => const { &<Board as Game>::INFO })
    }

    /// Reads one level of a level text.
    ///
    /// # Errors
    /// The text is no level of this game.
    pub fn read_level(self, text: &LevelText) -> Result<AnyLevel, TextError> {
        of_game!(self, Board => Ok(Level::<Board>::read(text)?.into()))
    }

    /// Reads a judge's input, one level for each case.
    ///
    /// # Errors
    /// The game has no judge, or the input is wrong.
    pub fn read_judge(self, source: Source) -> Result<Vec<AnyLevel>, TextError> {
        of_game!(self, Board => Level::<Board>::read_judge(source).map(any))
    }

    /// The formats that its levels are read from and written in.
    pub fn formats(self) -> Vec<FormatInfo> {
        of_game!(self, Board => Level::<Board>::formats())
    }

    /// Reads a text in another program's format; `None` if it is in none that this game knows.
    pub fn read_foreign(self, source: Source) -> Option<Result<Vec<AnyLevel>, TextError>> {
        of_game!(self, Board => Some(Level::<Board>::read_foreign(source)?.map(any)))
    }

    /// Reads a binary file.
    ///
    /// # Errors
    /// For each ending that this game's binary files have, what is wrong with it as one.
    pub fn read_binary(self, bytes: &[u8]) -> Result<AnyLevel, Vec<(&'static str, Flaw)>> {
        of_game!(self, Board => Ok(Level::<Board>::read_binary(bytes)?.into()))
    }

    /// Reads a file in the format of that name, which is not level text: [`read_as`] reads that as
    /// well.
    ///
    /// # Errors
    /// The game has no such format, or the file is wrong.
    pub fn read_as(self, format: &str, bytes: &[u8]) -> Result<Vec<AnyLevel>, Unread> {
        of_game!(self, Board => Level::<Board>::read_as(format, bytes).map(any))
    }

    /// Answers a judge's input to the byte, all of it or nothing.
    ///
    /// # Errors
    /// The input is wrong, or a limit left a case undecided.
    pub fn judge(self, source: Source, context: &mut SearchContext) -> Result<Vec<u8>, JudgeError> {
        of_game!(self, Board => Level::<Board>::answer_judge(source, context))
    }

    /// Makes levels, as [`generate`] does.
    ///
    /// # Errors
    /// There are no such levels, or the rules refuse an answer.
    pub fn generate(
        self,
        ask: &GenerateAsk,
        options: &SearchOptions,
        hear: &mut dyn FnMut(Option<Attempt<AnyLevel>>) -> ControlFlow<()>,
    ) -> Result<(), Unmade> {
        of_game!(self, Board => generate::<Board>(ask, options, &mut |attempt| {
            hear(attempt.map(|attempt| attempt.map(AnyLevel::from)))
        }))
    }

    /// The command that makes again the level that the seed leads to, as its note `made` has it.
    ///
    /// # Errors
    /// There are no such boards.
    pub fn recipe(self, ask: &GenerateAsk, options: &SearchOptions) -> Result<String, Unmade> {
        of_game!(self, Board => recipe::<Board>(ask, options))
    }

    /// Counts the different levels that have what is wanted, as [`count_fitting`] does.
    ///
    /// # Errors
    /// There are no such boards.
    pub fn count_fitting(
        self,
        ask: &GenerateAsk,
        options: &SearchOptions,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Fitting, Unmade> {
        of_game!(self, Board => count_fitting::<Board>(ask, options, go_on))
    }

    /// Proves that no board has so large a par as is wanted, as [`too_hard`] does.
    ///
    /// # Errors
    /// There are no such boards.
    pub fn too_hard(
        self,
        ask: &GenerateAsk,
        options: &SearchOptions,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<TooHard>, Unmade> {
        of_game!(self, Board => too_hard::<Board>(ask, options, go_on))
    }

    /// Finds the hardest boards of a size, as [`hardest`] does.
    ///
    /// # Errors
    /// There are no such boards, or the rules refuse an answer.
    pub fn hardest(
        self,
        ask: &FrameAsk,
        most: usize,
        options: &SearchOptions,
        watch: &mut dyn FnMut(Sought) -> ControlFlow<()>,
    ) -> Result<Hardest<AnyLevel>, Unsought> {
        of_game!(self, Board => Ok(hardest::<Board>(ask, most, options, watch)?.map(AnyLevel::from)))
    }
}

impl AnyLevel {
    /// The game's words and the title.
    pub fn about(&self) -> About<'_> {
        level!(self, level => level.about())
    }

    /// The game's name, words and options.
    pub fn info(&self) -> &'static Info {
        self.about().info
    }

    /// The title, if a note gives one.
    pub fn title(&self) -> Option<&str> {
        self.about().title
    }

    /// What the notes say the fewest is.
    pub fn par(&self) -> Option<Par> {
        level!(self, level => level.par())
    }

    /// The solution that stands in the level.
    pub fn solution(&self) -> Option<&[MoveName]> {
        level!(self, level => level.solution())
    }

    /// The seed that it was made from, if a note says one.
    pub fn seed(&self) -> Option<u64> {
        level!(self, level => level.seed())
    }

    /// The command that makes it again, if a note says it.
    pub fn made(&self) -> Option<&str> {
        level!(self, level => level.made())
    }

    /// How many rows and columns the board has.
    pub fn size(&self) -> (u32, u32) {
        level!(self, level => level.board.size())
    }

    /// What the level does not say and every search must know ([`Game::missing`]).
    pub fn missing(&self) -> Option<String> {
        level!(self, level => level.board.missing())
    }

    /// The glyphs, tools and blank board that the level is drawn with.
    pub fn palette(&self) -> Palette<'_> {
        level!(self, level => level.board.palette())
    }

    /// How [`AnyLevel::solve`] will go about it.
    pub fn plan(&self, options: &SearchOptions) -> Plan {
        level!(self, level => plan(&level.board, options))
    }

    /// Finds the fewest moves and replays them by the rules.
    ///
    /// # Errors
    /// The rules refuse the answer.
    pub fn solve(&self, context: &mut SearchContext) -> Result<Report<MoveName>, Disagreement> {
        level!(self, level => level.solve(context))
    }

    /// Hands the level's positions, as bytes, to a search that sends them elsewhere.
    pub fn with_positions(&self, search: &mut dyn FnMut(&dyn Positions)) {
        level!(self, level => level.with_positions(search));
    }

    /// Takes what such a search found ([`Level::adopt`]).
    ///
    /// # Errors
    /// The rules refuse the answer.
    pub fn adopt(&self, report: Report<u32>) -> Result<Report<MoveName>, Disagreement> {
        level!(self, level => level.adopt(report))
    }

    /// Counts everything about the level, and hands out its optimal solutions ([`Level::survey`]).
    ///
    /// # Errors
    /// A limit ended it, or the rules refuse a solution.
    pub fn survey(
        &self,
        context: &mut SearchContext,
        listener: Listener<MoveName>,
    ) -> Result<Survey, Unanswered> {
        level!(self, level => level.survey(context, listener))
    }

    /// The same of a level that a search has decided ([`survey_solved`]).
    ///
    /// # Errors
    /// The two do not agree, or the rules refuse a solution.
    pub fn survey_solved(
        &self,
        report: &Report<MoveName>,
        context: &mut SearchContext,
        listener: Listener<MoveName>,
    ) -> Result<Result<Survey, Limit>, Disagreement> {
        level!(self, level => survey_solved(level, report, context, listener))
    }

    /// Rates the level ([`rate`]).
    ///
    /// # Errors
    /// The rules refuse the answer.
    pub fn rate(&self, context: &mut SearchContext) -> Result<Rating, Disagreement> {
        level!(self, level => rate(level, context))
    }

    /// Rates the level after a search of it ([`rate_solved`]).
    ///
    /// # Errors
    /// Searching and counting do not agree.
    pub fn rate_solved(
        &self,
        report: Report<MoveName>,
        context: &mut SearchContext,
    ) -> Result<Rating, Disagreement> {
        level!(self, level => rate_solved(level, report, context))
    }

    /// The hint for the position after some moves ([`hint`]).
    ///
    /// # Errors
    /// The rules refuse the answer.
    pub fn hint(
        &self,
        made: &[MoveName],
        context: &mut SearchContext,
    ) -> Result<Hint, Disagreement> {
        level!(self, level => hint(level, made, context))
    }

    /// Reviews a solution move by move ([`review`]).
    ///
    /// # Errors
    /// The rules refuse an answer.
    pub fn review(
        &self,
        moves: &[MoveName],
        context: &mut SearchContext,
    ) -> Result<Review, Disagreement> {
        level!(self, level => review(level, moves, context))
    }

    /// Tests what the level claims ([`check`]).
    ///
    /// # Errors
    /// A solution wins that was said not to exist.
    pub fn check(
        &self,
        solution: Option<&[MoveName]>,
        report: &Report<MoveName>,
    ) -> Result<Checked, Disagreement> {
        level!(self, level => check(level, solution, report))
    }

    /// Solves the level after each small change ([`advise`]).
    ///
    /// # Errors
    /// The rules refuse an answer.
    pub fn advise(
        &self,
        wish: Wish,
        options: &SearchOptions,
        watch: &mut dyn FnMut(Tally) -> ControlFlow<()>,
    ) -> Result<Advice, Disagreement> {
        level!(self, level => advise(&level.board, wish, options, watch))
    }

    /// The level after one of those changes, by its number ([`Level::changed`]).
    ///
    /// # Errors
    /// There is no change of that number; the error is how many there are.
    pub fn changed(&self, number: u64) -> Result<Self, u64> {
        level!(self, level => Ok(level.changed(number)?.into()))
    }

    /// The moves that keep the optimum, where it takes `fewest` to win, in the order in which the
    /// search tries them.
    ///
    /// # Errors
    /// A limit ended it.
    pub fn keeping(
        &self,
        fewest: u64,
        context: &mut SearchContext,
    ) -> Result<Vec<MoveName>, Limit> {
        use crate::game::MoveText as _;
        level!(self, level => {
            let moves = level.board.keeping(fewest, context)?;
            Ok(moves.into_iter().map(|step| step.name()).collect())
        })
    }

    /// For each square of the view, the fewest moves that win from there ([`distances`]).
    ///
    /// # Errors
    /// A limit ended it.
    pub fn distances(&self, context: &mut SearchContext) -> Result<Grid<Option<u64>>, Limit> {
        level!(self, level => distances(&level.board, context))
    }

    /// The search layer by layer up to the first win ([`Game::layers`]).
    pub fn layers(&self, context: &mut SearchContext) -> Layers {
        level!(self, level => level.board.layers(context))
    }

    /// What chance does, where the moves are not chosen.
    ///
    /// # Errors
    /// The game has no odds, or they are out of reach.
    pub fn odds(&self, ask: &OddsAsk, context: &mut SearchContext) -> Result<Odds, NoOdds> {
        level!(self, level => level.board.odds(ask, context))
    }

    /// What to play, going by what can be seen alone ([`Game::guidance`]).
    ///
    /// # Errors
    /// The game covers nothing, or a limit ended it.
    pub fn guidance(&self, context: &mut SearchContext) -> Result<Odds, NoOdds> {
        level!(self, level => level.board.guidance(context))
    }

    /// Figures that the players of this game know such a board by.
    ///
    /// # Errors
    /// A limit ended it.
    pub fn figures(&self, context: &mut SearchContext) -> Result<Vec<Figure>, Limit> {
        level!(self, level => level.board.figures(context))
    }

    /// The text that this level has in common with all that are like it, and with no other.
    pub fn key(&self) -> String {
        level!(self, level => level.key())
    }

    /// The level with the starts that are farthest from a win ([`Level::farthest`]).
    ///
    /// # Errors
    /// The starts are too many, or a limit ended it.
    pub fn farthest(
        &self,
        most: usize,
        context: &mut SearchContext,
    ) -> Result<Farthest<Self>, NoStarts> {
        level!(self, level => Ok(level.farthest(most, context)?.map(AnyLevel::from)))
    }

    /// The same level with what solving it has shown as its par and its solution.
    #[must_use]
    pub fn solved(&self, verdict: &Verdict<MoveName>) -> Self {
        level!(self, level => level.solved(verdict).into())
    }

    /// Begins to play.
    pub fn session(&self) -> AnySession<'_> {
        level!(self, level => level.session().into())
    }

    /// Splits a text into moves, each with its place in it ([`Level::read_moves`]).
    ///
    /// # Errors
    /// A word is not a move.
    pub fn read_moves<'a>(&self, source: Source<'a>) -> Result<Vec<Row<'a>>, TextError> {
        level!(self, level => level.read_moves(source))
    }

    /// Reads a file of queries about this board, one level for each.
    ///
    /// # Errors
    /// The game has no such files, or this one is wrong.
    pub fn read_queries(&self, source: Source) -> Result<Vec<Self>, TextError> {
        level!(self, level => level.read_queries(source).map(any))
    }

    /// The level as level text.
    pub fn level_text(&self) -> String {
        level!(self, level => level.level_text())
    }

    /// The formats that it can be written in, and those that it can only be read from.
    pub fn formats(&self) -> Vec<FormatInfo> {
        fn of<G: Game>(_: &Level<G>) -> Vec<FormatInfo> {
            Level::<G>::formats()
        }
        level!(self, level => of(level))
    }

    /// The level as a file in the format of that name ([`Level::write_as`]).
    ///
    /// # Errors
    /// The format cannot say the level.
    pub fn write_as(&self, format: &str, loss: Loss) -> Result<Vec<u8>, String> {
        level!(self, level => level.write_as(format, loss))
    }

    /// The level as one case of its judge's input.
    ///
    /// # Errors
    /// The game has no judge, or its format cannot say the level.
    pub fn judge_case(&self) -> Result<String, String> {
        level!(self, level => level.judge_case())
    }
}

impl AnySession<'_> {
    /// The level that begins in this position: what is asked of it is asked of the position.
    pub fn here(&self) -> AnyLevel {
        session!(self, session => Level::new(session.here()).into())
    }

    /// The legal moves that do not lose at once, in the order in which the search tries them.
    pub fn moves(&self) -> Vec<MoveName> {
        session!(self, session => session.moves())
    }

    /// Makes a move. A losing one is made, too.
    ///
    /// # Errors
    /// It is illegal; nothing has changed.
    pub fn push(&mut self, step: &str) -> Result<(), Refused> {
        session!(self, session => session.push(step))
    }

    /// Takes the last move back; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        session!(self, session => session.undo())
    }

    /// How many moves have been made.
    pub fn made(&self) -> usize {
        session!(self, session => session.made())
    }

    /// Whether the game goes on.
    pub fn standing(&self) -> Standing {
        session!(self, session => session.standing())
    }

    /// Whether the game is won.
    pub fn won(&self) -> bool {
        self.standing() == Standing::Won
    }

    /// Says in one short clause why the game is lost; returns `None` if it is not lost.
    pub fn lost_because(&self) -> Option<String> {
        session!(self, session => session.lost_because())
    }

    /// What the position looks like.
    pub fn view(&self) -> View {
        session!(self, session => session.view())
    }

    /// Where a move from here would go; `None` if it is illegal.
    pub fn trace(&self, step: &str) -> Option<Trace> {
        session!(self, session => session.trace(step))
    }
}

/// The ids of all built-in games, for messages.
pub fn ids() -> String {
    let ids: Vec<_> = GAMES.iter().map(|game| game.info().id).collect();
    ids.join(", ")
}

/// Reads every level of a file: a text as [`read`] reads it, or a game's binary file.
///
/// Only bytes that are no text and that fit a binary format from the first to the last are taken
/// for one, so that no text is ever mistaken. A binary file that is cut off cannot be told from
/// rubbish: the error is the text's.
pub fn read_bytes(bytes: &[u8], game: Option<GameId>) -> Result<Vec<AnyLevel>, TextError> {
    if is_text(bytes) {
        return read(Source::new(bytes)?, game);
    }
    let mut flaws = Vec::new();
    for game in asked(game) {
        match game.read_binary(bytes) {
            Ok(level) => return Ok(vec![level]),
            Err(more) => flaws.extend(more),
        }
    }
    let source = Source::new(bytes);
    let is_level = source.as_ref().is_ok_and(|&source| is_level_text(source));
    source
        .and_then(|source| read(source, game))
        .map_err(|mut error| {
            for (ending, flaw) in flaws.iter().filter(|_| !is_level) {
                error.advice += &say!("; as a {ending} file it is damaged at {flaw}", ending, flaw);
            }
            error
        })
}

/// Reads every level of a file in the format of that name, of which the game may be known.
///
/// Level text says its game itself, and the judges' formats need it said; each of the others is one
/// game's.
pub fn read_as(format: &str, bytes: &[u8], game: Option<GameId>) -> Result<Vec<AnyLevel>, Unread> {
    if format == LEVEL.name {
        let source = Source::new(bytes)?;
        if source.text().trim().is_empty() {
            return Ok(read(source, game)?);
        }
        let levels = level_text::pieces(source).map(|piece| read_piece(piece, game));
        return Ok(levels.collect::<Result<_, _>>()?);
    }
    let knows = |game: &&GameId| game.formats().iter().any(|known| known.name == format);
    let whose = match game {
        Some(game) => Some(game),
        None if format == JUDGE.name => None,
        None => GAMES.iter().find(knows).copied(),
    };
    match whose {
        Some(game) => {
            let levels = game.read_as(format, bytes)?;
            match levels.is_empty() {
                true => Err(no_board(Source::new(bytes)?).into()),
                false => Ok(levels),
            }
        }
        None => Err(Unread::NoFormat(say!(
            "say whose input it is with --game: {ids}",
            ids = ids()
        ))),
    }
}

/// The error for a text that is right, but has no case.
fn no_board(source: Source) -> TextError {
    source.error(
        0..0,
        key("there is no board in it"),
        key("write at least one case"),
    )
}

/// The level text that a file is, where it is one: what [`read_bytes`] does with it can then be done
/// with each of its [`level_text::pieces`] by itself.
pub fn level_text<'a>(bytes: &'a [u8], game: Option<GameId>) -> Option<Source<'a>> {
    let source = Source::new(bytes)
        .ok()
        .filter(|&source| is_level_text(source))?;
    let mut asked = asked(game).into_iter();
    let is_binary = !is_text(bytes) && asked.any(|game| game.read_binary(bytes).is_ok());
    (!is_binary).then_some(source)
}

/// Reads the one level of a piece of a level text.
pub fn read_piece(piece: Source, game: Option<GameId>) -> Result<AnyLevel, TextError> {
    let level = level_text::read_piece(piece)?;
    game_of(&level, game)?.read_level(&level)
}

/// The games that a file may be of.
fn asked(game: Option<GameId>) -> Vec<GameId> {
    match game {
        Some(game) => vec![game],
        None => GAMES.to_vec(),
    }
}

/// Reads every level of a text: level text, a judge's input, or another program's format.
///
/// A level text says its game itself. For the others `game` says it; where it does not, the
/// one game whose format the text fits is taken.
pub fn read(source: Source, game: Option<GameId>) -> Result<Vec<AnyLevel>, TextError> {
    if source.text().trim().is_empty() {
        let advice = say!("begin with `game: …`, one of {ids}", ids = ids());
        return Err(source.error(0..0, key("the input is empty"), advice));
    }
    if is_level_text(source) {
        let levels = level_text::pieces(source).map(|piece| read_piece(piece, game));
        return levels.collect();
    }
    let asked = asked(game);
    if let Some(levels) = asked.iter().find_map(|game| game.read_foreign(source)) {
        return levels;
    }
    if let Some(game) = game {
        let levels = game.read_judge(source)?;
        if levels.is_empty() {
            return Err(no_board(source));
        }
        return Ok(levels);
    }
    let read = |game: &GameId| game.read_judge(source).ok();
    let fits: Vec<_> = asked.iter().filter_map(read).collect();
    match <[_; 1]>::try_from(fits) {
        Ok([levels]) if !levels.is_empty() => Ok(levels),
        _ => Err(source.error(
            0..source.text().trim_end().len(),
            key("this is no level text, and no one judge's format fits it"),
            say!(
                "begin with `game: …`, or say whose input it is with --game: {ids}",
                ids = ids()
            ),
        )),
    }
}

/// The game that a level's note names, which must not contradict the one asked for.
fn game_of(level: &LevelText, asked: Option<GameId>) -> Result<GameId, TextError> {
    let Some(note) = level.note("game") else {
        return asked.ok_or_else(|| {
            level.source.error(
                level.notes[0].name.range(),
                key("no note says which game this is"),
                say!("add `game: …`, one of {ids}", ids = ids()),
            )
        });
    };
    let named = GameId::find(note.value.text).ok_or_else(|| {
        let message = say!("there is no game `{value}`", value = note.value.text);
        note.error(message, say!("the games are: {ids}", ids = ids()))
    })?;
    match asked {
        Some(asked) if asked.info().id != named.info().id => Err(note.error(
            say!(
                "this level is {named}, but {asked} was asked for",
                named = named.info().id,
                asked = asked.info().id
            ),
            key("leave out --game, or choose another file"),
        )),
        _ => Ok(named),
    }
}
