//! What chance does in a game that has some, and how likely what is under covered squares: what is
//! asked, and what is found, in the game's words.

use fewest_search::Limit;
use fewest_words::{of, say};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::advise::GAVE_UP;
use crate::level::About;
use crate::solve::Disagreement;

/// What is asked about chance. A game answers as much of it as means something there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsAsk {
    /// How many play, each in turn on a board of their own.
    pub players: u32,
    /// A number of moves that is of special interest.
    pub moves: Option<u64>,
}

impl Default for OddsAsk {
    /// One player, and nothing special.
    fn default() -> Self {
        OddsAsk {
            players: 1,
            moves: None,
        }
    }
}

/// What was found, for people and for programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The most important of it in a few words, to stand behind the level's title.
    pub headline: String,
    /// The rest, line by line.
    pub lines: Vec<String>,
    /// All of it for a program: the entries of a JSON object, in their order.
    pub entries: Vec<(&'static str, Value)>,
    /// Whether the game can be won at all.
    pub can_win: bool,
}

/// The odds of one level as they are written in JSON: the game and the title, then what was found.
pub struct OddsLine<'a> {
    level: About<'a>,
    entries: &'a [(&'static str, Value)],
}

impl<'a> OddsLine<'a> {
    /// What a level's entries look like.
    pub fn new(level: About<'a>, entries: &'a [(&'static str, Value)]) -> Self {
        OddsLine { level, entries }
    }
}

impl Serialize for OddsLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let game = Value::from(self.level.info.id);
        let title = Value::from(self.level.title);
        let first = [("game", &game), ("title", &title)];
        let rest = self.entries.iter().map(|(name, value)| (*name, value));
        serializer.collect_map(first.into_iter().chain(rest))
    }
}

/// Why there are no odds.
#[derive(Debug, thiserror::Error)]
pub enum NoOdds {
    /// The game leaves nothing to chance.
    #[error("{}", say!("{game} has no odds: nothing in it is left to dice", game = .0))]
    Chanceless(&'static str),
    /// A limit was met.
    #[error("{}", of(.0.in_words()))]
    GaveUp(Limit),
    /// What can be seen contradicts itself: there is no such board.
    #[error("{why}")]
    Contradiction {
        /// What, in words.
        why: String,
        /// The same for a person who sees the squares marked.
        drawn: String,
        /// The squares that cannot all be right; none where it is the number of mines alone.
        squares: Vec<String>,
    },
    /// They cannot be said with the certainty that is promised.
    #[error("{}", say!("gave up: {why}", why = .0))]
    OutOfReach(String),
    /// Two ways of finding them do not agree.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

impl NoOdds {
    /// That there are none, for a program, as [`Odds::entries`] has them.
    pub fn entries(&self) -> Vec<(&'static str, Value)> {
        let limit = match self {
            NoOdds::GaveUp(limit) => Some(limit.name()),
            _ => None,
        };
        vec![
            ("verdict", GAVE_UP.into()),
            ("limit", limit.into()),
            ("why", self.to_string().into()),
        ]
    }
}

impl From<Limit> for NoOdds {
    fn from(limit: Limit) -> Self {
        NoOdds::GaveUp(limit)
    }
}
