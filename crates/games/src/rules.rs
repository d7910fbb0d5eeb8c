//! The typed face of a game: what its folder provides. Six small traits, one for each file.
//!
//! | trait     | file        | says |
//! |-----------|-------------|------|
//! | [`Rules`] | `rules.rs`  | how it is played, plainly: the law that every answer is replayed by |
//! | [`Text`]  | `text.rs`   | how it is written: level text and the judge's format |
//! | [`Solve`] | `puzzle.rs` | how it is searched: tables, keys, and a kernel where one pays |
//! | [`Look`]  | `view.rs`   | how it looks |
//! | [`Design`] | `design.rs` | what those who make its levels ask |
//! | [`Make`](crate::making::Make) | `make.rs` | how new levels of it are made |
//!
//! Beside them stand `info.rs`, the game's words ([`Text::INFO`]); `moves.rs`, where a move is no
//! mere direction ([`MoveText`]); and `kernel.rs`, where a search of its own pays ([`Kernel`]).

mod moves;
mod tasks;

use fewest_search::{Limit, Limits, Plan, Relay, Report, Terms, Verdict, Watch};
use serde::Serialize;

use crate::distances::Measuring;
use crate::figure::Figure;
use crate::format::Format;
use crate::grid::Square;
use crate::info::{Info, Options};
use crate::judge::JudgeError;
use crate::layers::{Layering, Layers};
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::rows::BoardText;
use crate::scan::Scanner;
use crate::source::{Source, TextError};
use crate::survey::{Listener, Survey, Surveying};
use crate::view::{Trace, View};
pub use moves::{MoveName, MoveText};
pub(crate) use tasks::{Choosing, Handing, Planning, Searching};
pub use tasks::{Placed, Task};

/// How a game is played. Nothing here is fast; all of it is plain.
pub trait Rules: Sized + Send + Sync + 'static {
    /// Only what changes during play.
    type State: Clone + Eq + Send;
    /// One move.
    type Move: MoveText;

    /// The position that play begins from.
    fn start(&self) -> Self::State;

    /// Whether the game goes on.
    fn standing(&self, state: &Self::State) -> Standing;

    /// The moves a player could think of here, legal or not, in the order in which the
    /// search tries them.
    fn candidates(&self, state: &Self::State) -> Vec<Self::Move>;

    /// The legal moves that do not lose at once, in their order. A game with many candidates
    /// can say it without playing them all.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = self.candidates(state);
        moves.retain(|step| {
            let mut next = state.clone();
            self.play(&mut next, *step).is_ok() && self.standing(&next) != Standing::Lost
        });
        moves
    }

    /// Makes a move, losing ones included, or says why it is illegal and changes nothing.
    /// Is only asked while the game goes on.
    fn play(&self, state: &mut Self::State, step: Self::Move) -> Result<(), String>;

    /// Says in one short clause why a lost position is lost; returns `None` for any other position. A
    /// game that cannot be lost does not override it.
    fn lost_because(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// What the board does not say and every search must know, and what may be asked instead, in
    /// words. Nothing can be played on such a board, and every search on it gives up at once, at
    /// [`Limit::Unknown`].
    fn missing(&self) -> Option<String> {
        None
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

/// How a game is written.
pub trait Text: Rules {
    /// The game's name, words, glyphs and options.
    const INFO: Info;

    /// Reads the board of a level text and the options among its notes. Notes that are not
    /// in [`Info::options`] have been rejected already.
    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError>;

    /// Writes the board as [`Text::read_board`] reads it, each line ended.
    fn write_board(&self) -> String;

    /// The options that are not at their default, to be written as notes.
    fn options(&self) -> Vec<(&'static str, String)>;

    /// Reads the next case of a judge's input; nothing after the last one.
    fn read_case(input: &mut Scanner) -> Result<Option<Self>, TextError>;

    /// Writes this one case as [`Text::read_case`] reads it, or says what the judge's format cannot say.
    fn write_case(&self) -> Result<String, String>;

    /// Answers a whole judge's input, asking `solve` for the fewest of each case.
    fn judge(
        input: &mut Scanner,
        solve: &mut dyn FnMut(&Self) -> Result<Option<u64>, JudgeError>,
        out: &mut Vec<u8>,
    ) -> Result<(), JudgeError> {
        while let Some(board) = Self::read_case(input)? {
            match solve(&board)? {
                Some(fewest) => out.extend_from_slice(fewest.to_string().as_bytes()),
                None => out.extend_from_slice(Self::INFO.judge_no.as_bytes()),
            }
            out.push(b'\n');
        }
        Ok(())
    }

    /// The formats of other programs that it is read from or written in, in the order in which a
    /// text is tried in them.
    const FORMATS: &'static [Format<Self>] = &[];

    /// Reads a file of queries about this board, one level for each; nothing where the game
    /// has no such files.
    fn read_queries(&self, _source: Source) -> Option<Result<Vec<Self>, TextError>> {
        None
    }
}

/// How a game is searched.
pub trait Solve: Rules {
    /// Builds the puzzle that fits this board best and hands it to a task. The type of the
    /// puzzle differs from board to board (narrow or wide keys); the task is compiled for each.
    fn with_puzzle<T: Task<Self::Move>>(&self, task: T) -> T::Output;

    /// The kernel of the game's own that this board is for, on these terms; nothing where the
    /// generic search, which stays as its oracle, is the one to ask.
    fn kernel(&self, _terms: &Terms) -> Option<Kernel<Self>> {
        None
    }

    /// What [`Solve::solve_on`] will do.
    fn plan(&self, terms: &Terms) -> Plan {
        match self.kernel(terms) {
            Some(kernel) => (kernel.plan)(self, terms),
            None => self.with_puzzle(Planning { terms }),
        }
    }

    /// Finds the fewest moves.
    fn solve_on(&self, terms: &Terms, watch: &mut dyn Watch) -> Report<Self::Move> {
        match self.kernel(terms) {
            Some(kernel) => (kernel.solve)(self, terms, watch),
            None => self.with_puzzle(Searching { terms, watch }),
        }
    }

    /// Finds the fewest moves on one thread and in memory alone.
    fn solve(&self, limits: &Limits, watch: &mut dyn Watch) -> Report<Self::Move> {
        self.solve_on(&limits.into(), watch)
    }

    /// Counts everything about the board, and lists the optimal solutions for as long as the
    /// listener likes. A game with too many positions to walk through can know them otherwise.
    fn survey(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
        listener: Listener<Self::Move>,
    ) -> Result<Survey, Limit> {
        self.with_puzzle(Surveying {
            limits,
            watch,
            listener,
        })
    }
}

/// A search of a game's own, for boards that it is made for.
pub struct Kernel<B: Rules> {
    /// What it will do.
    pub plan: fn(&B, &Terms) -> Plan,
    /// Finds the fewest moves.
    pub solve: fn(&B, &Terms, &mut dyn Watch) -> Report<B::Move>,
}

/// How a game looks.
pub trait Look: Rules {
    /// How many rows and columns the board has: of a huge one nobody makes a view.
    fn size(&self) -> (u32, u32);

    /// The position, ready to be drawn.
    fn view(&self, state: &Self::State) -> View;

    /// Where a legal move from here goes, for the line that a picture draws.
    fn trace(&self, state: &Self::State, step: Self::Move) -> Trace;
}

/// What those who make levels ask of a game.
pub trait Design: Solve + Text {
    /// The board on which play begins in this position, which can be reached on this one: what
    /// is won, legal or lost from there on is the same on both.
    fn at(&self, state: &Self::State) -> Self;

    /// The fewest that a careless reading would guess: as if nothing were in the way.
    fn careless(&self) -> u64;

    /// The first moves of all optimal solutions, in their order, where it takes `fewest` to win.
    /// Each is made, and what is left is solved; a game that knows better can say so.
    fn keeping(
        &self,
        fewest: u64,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Self::Move>, Limit> {
        keeping_by_trying(self, self.moves(&self.start()), fewest, limits, watch)
    }

    /// For each square of the view's grid on which the player can stand, the fewest moves that
    /// still win there, whatever else may change on the way; squares without a win are left out.
    /// A game without a player tells it of the squares where the first move can be made.
    fn distances(
        &self,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Vec<(Square, u64)>, Limit> {
        self.with_puzzle(Measuring { limits, watch })
    }

    /// The search layer by layer up to the first win. A game whose positions may be too many to
    /// walk through shows one solution then, and says so
    /// ([`Shows::Solution`](crate::layers::Shows::Solution)).
    fn layers(&self, limits: &Limits, watch: &mut dyn Watch) -> Layers {
        self.with_puzzle(Layering { limits, watch })
    }

    /// A change of a single square.
    type Edit: Copy + Send + Sync;

    /// Every change of a single square, in a fixed order: each leads to another board that is
    /// legal, and no two to the same.
    fn edits(&self) -> impl Iterator<Item = Self::Edit> + Send;

    /// How many edits there are. A game that may have a great many says it without making them.
    fn count_edits(&self) -> u64 {
        self.edits().count() as u64
    }

    /// The edit at a place among them, from 0; nothing past the last. A game that may have a great
    /// many finds it without making those before it.
    fn edit(&self, place: u64) -> Option<Self::Edit> {
        self.edits().nth(usize::try_from(place).ok()?)
    }

    /// The squares that look as if they could be changed and are not among the edits: how many, and
    /// why.
    fn left_out(&self) -> Vec<LeftOut> {
        Vec::new()
    }

    /// The board with one edit made.
    fn edited(&self, edit: Self::Edit) -> Self;

    /// An edit in words.
    fn describe(&self, edit: Self::Edit) -> Change;

    /// What chance does, in a game that has some.
    fn odds(
        &self,
        _ask: &OddsAsk,
        _limits: &Limits,
        _watch: &mut dyn Watch,
    ) -> Result<Odds, NoOdds> {
        Err(NoOdds::Chanceless(Self::INFO.id))
    }

    /// Figures that the players of this game know such a board by.
    fn figures(&self, _limits: &Limits, _watch: &mut dyn Watch) -> Result<Vec<Figure>, Limit> {
        Ok(Vec::new())
    }

    /// What to play here and why, going by what can be seen alone, in a game that covers something.
    fn guidance(&self, _limits: &Limits, _watch: &mut dyn Watch) -> Result<Odds, NoOdds> {
        Err(NoOdds::Chanceless(Self::INFO.id))
    }
}

/// Those of some moves that optimal solutions begin with, of a board that takes `fewest` to win: each
/// is made, and what is left is solved.
pub(crate) fn keeping_by_trying<B: Design>(
    board: &B,
    moves: Vec<B::Move>,
    fewest: u64,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Vec<B::Move>, Limit> {
    let Some(left) = fewest.checked_sub(1) else {
        return Ok(Vec::new());
    };
    let relay = Relay::new(limits);
    let start = board.start();
    let mut keeping = Vec::new();
    for step in moves {
        let mut next = start.clone();
        board.play(&mut next, step).expect("a legal move");
        let limits = Limits {
            cost: Some(left),
            ..relay.next(watch)?
        };
        match board.at(&next).solve(&limits, watch).verdict {
            Verdict::Fewest { .. } => keeping.push(step),
            Verdict::Impossible => {}
            Verdict::GaveUp {
                limit: Limit::Cost, ..
            } => {}
            Verdict::GaveUp { limit, .. } => return Err(limit),
        }
    }
    Ok(keeping)
}

/// Squares that no edit changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// How many there are.
    pub squares: u64,
    /// Why they are left out.
    #[serde(serialize_with = "spoken")]
    pub why: &'static str,
}

/// A text in the language that is spoken.
fn spoken<S: serde::Serializer>(text: &&'static str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(fewest_words::of(text))
}

/// A change of a single square, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What is changed: `wall`, `apple`.
    pub group: &'static str,
    /// Where it shows, on the grid of the view.
    pub square: Square,
    /// What to do: `set a wall at 0,3`. No other edit of the board has the same words.
    pub what: String,
    /// What is changed, in short, where several changes show on one square: `12` for the jump on
    /// 12.
    pub by: Option<String>,
}
