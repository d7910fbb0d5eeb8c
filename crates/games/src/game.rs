//! The contract of a game: one trait, which its board implements.
//!
//! Nine functions make a game. Everything else has a default, and most defaults say "not this
//! game": a search of its own, a judge, foreign formats, odds, covered squares. The functions of
//! this crate ([`solve`](crate::solve::solve), [`rate`](crate::rating::rate),
//! [`hint`](crate::review::hint), [`advise`](crate::advise::advise),
//! [`generate`](crate::making::generate::generate) …) take a [`Level`](crate::level::Level) of any game, also of one
//! that is not in the list of the built-in ones.

use std::borrow::Cow;
use std::fmt;

use fewest_search::{Limit, Plan, Report, SearchContext, SearchOptions, Verdict};
use fewest_words::say;
use serde::Serialize;

use crate::edit::{Editor, GlyphEditor};
use crate::format::{Format, Judge};
use crate::grid::{Direction, Square};
use crate::info::{Figure, Info, Options, Palette};
use crate::layers::Layers;
use crate::making::make::{Generator, GlyphGenerator};
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::puzzle::AnyPuzzle;
use crate::rows::BoardText;
use crate::source::{Source, TextError};
use crate::survey::{Listener, Survey};
use crate::view::{Role, Trace, View};

/// A game. Its board is the type that implements it.
pub trait Game: Clone + Send + Sync + 'static {
    /// Only what changes during play.
    type State: Clone + Eq + Send;
    /// One move.
    type Move: MoveText;

    /// The game's name, words and options.
    const INFO: Info;

    /// Reads the board of a level text and the options among its notes. Notes that are not
    /// in [`Info::options`] have been rejected already.
    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError>;

    /// Writes the board as [`Game::read_board`] reads it, each line ended.
    fn write_board(&self) -> String;

    /// The position that play begins from.
    fn start(&self) -> Self::State;

    /// Whether the game goes on.
    fn standing(&self, state: &Self::State) -> Standing;

    /// The moves that a player could think of here, legal or not, in the order in which the
    /// search tries them.
    fn candidates(&self, state: &Self::State) -> Vec<Self::Move>;

    /// Makes a move, losing ones included, or says why it is illegal and changes nothing. Called
    /// only while the game goes on.
    ///
    /// These are the rules by which every answer is replayed, so they are plain before they are
    /// fast.
    fn play(&self, state: &mut Self::State, step: Self::Move) -> Result<(), String>;

    /// The board on which play begins in this position, which can be reached on this one: what
    /// is won, legal or lost from there on is the same on both.
    fn at(&self, state: &Self::State) -> Self;

    /// The board as the generic search sees it: exact keys, small states. A small game returns
    /// [`ByRules`](crate::puzzle::ByRules), which plays by the functions above.
    fn puzzle(&self) -> Box<dyn AnyPuzzle<Self::Move> + '_>;

    /// The position, ready to be drawn.
    fn view(&self, state: &Self::State) -> View;

    // What follows is optional.

    /// The options that are not at their default, to be written as notes.
    fn options(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// How many rows and columns the board has. A game with huge boards overrides it, since nobody
    /// draws those.
    fn size(&self) -> (u32, u32) {
        let tiles = self.view(&self.start()).tiles;
        (tiles.rows(), tiles.columns())
    }

    /// The legal moves that do not lose at once, in their order. A game with many candidates
    /// overrides it.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = self.candidates(state);
        moves.retain(|step| {
            let mut next = state.clone();
            self.play(&mut next, *step).is_ok() && self.standing(&next) != Standing::Lost
        });
        moves
    }

    /// Says in one short clause why a lost position is lost; returns `None` for any other position.
    fn lost_because(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// What the board does not say and every search must know, and what may be asked instead.
    /// Nothing can be played on such a board, and every search on it gives up at once, at
    /// [`Limit::Unknown`].
    fn missing(&self) -> Option<String> {
        None
    }

    /// Where a legal move from here goes, for the line that a picture draws. By default the player
    /// walks straight, or jumps.
    fn trace(&self, state: &Self::State, step: Self::Move) -> Trace {
        let player = |state: &Self::State| {
            let tiles = self.view(state).tiles;
            (0..tiles.len()).find(|&square| tiles[square].role == Role::Player)
        };
        let mut next = state.clone();
        let _ = self.play(&mut next, step);
        let columns = self.size().1;
        match (player(state), player(&next)) {
            (Some(from), Some(to)) => Trace::straight(from, to, columns),
            (from, _) => Trace::walk(from.into_iter().collect()),
        }
    }

    /// The glyphs, tools and blank board that this level is drawn with. A game whose levels bring
    /// their own overrides it; the default is the game's.
    fn palette(&self) -> Palette<'_> {
        Palette::of(&Self::INFO)
    }

    /// The game's own kernel that this board is for, with these options; `None` where the generic
    /// search, which stays as its oracle, is the one to ask.
    fn kernel(&self, _options: &SearchOptions) -> Option<Kernel<Self>> {
        None
    }

    /// The fewest that a careless reading would guess, as if nothing were in the way.
    fn naive_lower_bound(&self) -> u64 {
        0
    }

    /// The first moves of all optimal solutions, in their order, where it takes `fewest` to win.
    /// By default each move is made, and the rest is solved.
    fn keeping(&self, fewest: u64, context: &mut SearchContext) -> Result<Vec<Self::Move>, Limit> {
        keeping_by_trying(self, self.moves(&self.start()), fewest, context)
    }

    /// For each square of the view's grid on which the player can stand, the fewest moves that
    /// still win there, whatever else may change on the way; squares without a win are left out.
    /// A game without a player returns it for the squares where the first move can be made.
    fn distances(&self, context: &mut SearchContext) -> Result<Vec<(Square, u64)>, Limit> {
        self.puzzle().distances(context)
    }

    /// The search layer by layer up to the first win. A game whose positions may be too many to
    /// walk through shows one solution then
    /// ([`Shows::Solution`](crate::layers::Shows::Solution)).
    fn layers(&self, context: &mut SearchContext) -> Layers {
        self.puzzle().layers(context)
    }

    /// Counts everything about the board, and lists the optimal solutions until the listener
    /// breaks.
    fn survey(
        &self,
        context: &mut SearchContext,
        listener: Listener<Self::Move>,
    ) -> Result<Survey, Limit> {
        self.puzzle().survey(context, listener)
    }

    /// Figures that the players of this game know such a board by.
    fn figures(&self, _context: &mut SearchContext) -> Result<Vec<Figure>, Limit> {
        Ok(Vec::new())
    }

    /// What chance does, in a game that has some.
    fn odds(&self, _ask: &OddsAsk, _context: &mut SearchContext) -> Result<Odds, NoOdds> {
        Err(NoOdds::Chanceless(Self::INFO.id))
    }

    /// What to play here and why, going by what can be seen alone, in a game that covers squares.
    fn guidance(&self, _context: &mut SearchContext) -> Result<Odds, NoOdds> {
        Err(NoOdds::Chanceless(Self::INFO.id))
    }

    /// Reads a file of queries about this board, one level for each; `None` if the game has no such
    /// files.
    fn read_queries(&self, _source: Source) -> Option<Result<Vec<Self>, TextError>> {
        None
    }

    /// The format of the game's judge; `None` if no judge asks about it.
    fn judge() -> Option<Judge<Self>> {
        None
    }

    /// The formats of other programs that it is read from or written in, in the order in which a
    /// text is tried in them.
    fn formats() -> &'static [Format<Self>] {
        &[]
    }

    /// Changes a board in small steps, for advice. The default draws with the tools of the palette.
    fn editor() -> &'static dyn Editor<Self> {
        &GlyphEditor
    }

    /// Makes new boards. The default draws with the tools of the palette.
    fn generator() -> &'static dyn Generator<Self> {
        &GlyphGenerator
    }
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It goes on.
    Playing,
    /// It is won.
    Won,
    /// It is lost.
    Lost,
}

/// A search of a game's own, for boards that it is made for.
pub struct Kernel<G: Game> {
    /// How it will search.
    pub plan: fn(&G, &SearchOptions) -> Plan,
    /// Finds the fewest moves.
    pub solve: fn(&G, &mut SearchContext) -> Report<G::Move>,
}

/// How a move is written. A long solution has millions of them, nearly all from a handful of
/// words: those are not allocated.
pub type MoveName = Cow<'static, str>;

/// A move that can be written and read.
pub trait MoveText: Copy + Eq + Send + Sync + fmt::Display {
    /// How a move is written, for errors and help.
    const FORM: &'static str;
    /// Whether moves are single letters, which may be written without spaces between them.
    const LETTERS: bool = false;
    /// Reads one move.
    fn read(word: &str) -> Option<Self>;
    /// Writes it. A game with few different moves overrides it, without an allocation.
    fn name(self) -> MoveName {
        Cow::Owned(self.to_string())
    }
}

/// The names of moves.
pub(crate) fn names<M: MoveText>(moves: Vec<M>) -> Vec<MoveName> {
    moves.into_iter().map(M::name).collect()
}

impl MoveText for Direction {
    const FORM: &'static str = "U, D, L or R";
    const LETTERS: bool = true;
    fn read(word: &str) -> Option<Self> {
        match word {
            "U" | "u" => Some(Direction::Up),
            "D" | "d" => Some(Direction::Down),
            "L" | "l" => Some(Direction::Left),
            "R" | "r" => Some(Direction::Right),
            _ => None,
        }
    }
    fn name(self) -> MoveName {
        Cow::Borrowed(self.letter())
    }
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// Makes a move by the rules.
///
/// # Errors
/// The game is over, or the move is illegal; the state is as it was.
pub fn push<G: Game>(board: &G, state: &mut G::State, step: G::Move) -> Result<(), Refused> {
    match board.standing(state) {
        Standing::Playing => board.play(state, step).map_err(Refused),
        Standing::Won => Err(Refused(say!("the game is already won"))),
        Standing::Lost => Err(Refused(say!("the game is already lost"))),
    }
}

/// Those of some moves that optimal solutions begin with, of a board that takes `fewest` to win:
/// each is made, and the rest is solved.
pub(crate) fn keeping_by_trying<G: Game>(
    board: &G,
    moves: Vec<G::Move>,
    fewest: u64,
    context: &mut SearchContext,
) -> Result<Vec<G::Move>, Limit> {
    let Some(left) = fewest.checked_sub(1) else {
        return Ok(Vec::new());
    };
    let start = board.start();
    let mut keeping = Vec::new();
    for step in moves {
        let mut next = start.clone();
        board.play(&mut next, step).expect("a legal move");
        let mut search = context.next_search()?.within_cost(left);
        match crate::solve::search(&board.at(&next), &mut search).verdict {
            Verdict::Fewest { .. } => keeping.push(step),
            Verdict::Impossible
            | Verdict::GaveUp {
                limit: Limit::Cost, ..
            } => {}
            Verdict::GaveUp { limit, .. } => return Err(limit),
        }
    }
    Ok(keeping)
}
