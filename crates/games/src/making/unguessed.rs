//! Boards that are won without a guess, where something is hidden from the player.

use std::fmt;

use serde::Serialize;
use serde::ser::SerializeMap as _;

use super::chance::Chance;

/// How much reasoning it takes to win a board without a guess: each kind that the game knows, the
/// easiest first, and how often it was the easiest that led on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasoning(pub Vec<(&'static str, u32)>);

impl Reasoning {
    /// The hardest kind that it takes, from 1; 0 where it takes none.
    pub fn hardest(&self) -> usize {
        let last = self.0.iter().rposition(|&(_, times)| times > 0);
        last.map_or(0, |kind| kind + 1)
    }
}

impl fmt::Display for Reasoning {
    /// `2 (single 9, pair 4, set 0, count 0)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.0.iter().map(|(kind, times)| format!("{kind} {times}"));
        let kinds: Vec<_> = kinds.collect();
        write!(f, "{} ({})", self.hardest(), kinds.join(", "))
    }
}

impl Serialize for Reasoning {
    /// `{"hardest":2,"single":9,"pair":4,"set":0,"count":0}`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len() + 1))?;
        map.serialize_entry("hardest", &self.hardest())?;
        for (kind, times) in &self.0 {
            map.serialize_entry(kind, times)?;
        }
        map.end()
    }
}

/// Draws boards of a frame, each as likely as any other, until one needs no guess, or there were so
/// many.
pub type Draw<B> = Box<dyn FnMut(&mut Chance, u64) -> Drawn<B>>;

/// What came of drawing boards.
pub struct Drawn<B> {
    /// How many needed a guess.
    pub guesses: u64,
    /// The one that needs none, and how much reasoning it takes.
    pub found: Option<(B, Reasoning)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_is_written_with_its_hardest_kind() {
        let reasoning = Reasoning(vec![("single", 9), ("pair", 4), ("set", 0)]);
        assert_eq!(reasoning.to_string(), "2 (single 9, pair 4, set 0)");
        assert_eq!(
            serde_json::to_string(&reasoning).expect("it is JSON"),
            r#"{"hardest":2,"single":9,"pair":4,"set":0}"#
        );
        assert_eq!(Reasoning(vec![("single", 0)]).hardest(), 0);
    }
}
