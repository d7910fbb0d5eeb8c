//! Why a greeting did not end in a welcome, in words and in codes.

use std::error::Error;
use std::fmt;
use std::io;

use fewest_words::{Lang, say};

use crate::broken::Broken;

/// Why there is no connection after a greeting. The words are the same on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The other side does not know the token.
    Stranger,
    /// The other side is another build.
    OtherVersion {
        /// This build.
        ours: String,
        /// The other side's.
        theirs: String,
    },
    /// The other side is something else than a process of a cluster.
    NotAGreeting,
    /// The acceptor knows the caller, but cannot do what it came for.
    Denied(Refusal),
    /// The connection broke, or time was up.
    Broken(Broken),
}

/// Why an acceptor cannot do what a caller came for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Another search is being led.
    Busy,
    /// What is searched here is something else.
    OtherLevel,
    /// That run is over, or not known here.
    Stale,
}

/// The codes of a refusal that needs no more words.
const CODES: [(&str, Refused); 5] = [
    ("stranger", Refused::Stranger),
    ("greeting", Refused::NotAGreeting),
    ("busy", Refused::Denied(Refusal::Busy)),
    ("level", Refused::Denied(Refusal::OtherLevel)),
    ("stale", Refused::Denied(Refusal::Stale)),
];

/// The code of a refusal that is followed by the version of whoever refuses.
const VERSION: &str = "version";

impl Refused {
    /// How it is told to the other side; nothing where there is nobody to tell it.
    pub fn told(&self) -> Option<String> {
        if let Refused::OtherVersion { ours, .. } = self {
            return Some(format!("refused {VERSION} {ours}"));
        }
        let (code, _) = CODES.iter().find(|(_, refused)| refused == self)?;
        let words = Lang::En.speak(|| self.to_string());
        Some(format!("refused {code} {words}"))
    }

    /// Reads what the other side tells a process of this version; nothing where it is no refusal.
    pub fn read(line: &str, version: &str) -> Option<Self> {
        let told = line.strip_prefix("refused ")?;
        let (code, words) = told.split_once(' ').unwrap_or((told, ""));
        if code == VERSION {
            return Some(Refused::OtherVersion {
                ours: version.to_string(),
                theirs: words.to_string(),
            });
        }
        let known = CODES.into_iter().find(|(known, _)| *known == code);
        Some(known.map_or(Refused::NotAGreeting, |(_, refused)| refused))
    }
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Refused::Broken(error.into())
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused::Denied(refusal)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let words = match self {
            Refused::Stranger => say!("the other side has another token"),
            Refused::OtherVersion { ours, theirs } => say!(
                "the other side is another build: {theirs}, and this is {ours}",
                theirs,
                ours
            ),
            Refused::NotAGreeting => say!("the other side is no process of a fewest cluster"),
            Refused::Denied(Refusal::Busy) => say!("the worker is busy with another search"),
            Refused::Denied(Refusal::OtherLevel) => say!("the worker searches another level"),
            Refused::Denied(Refusal::Stale) => say!("the worker knows of no such search"),
            Refused::Broken(broken) => broken.to_string(),
        };
        to.write_str(&words)
    }
}

impl Error for Refused {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_understood() {
        for (code, refused) in CODES {
            let told = refused.told().expect("it has a code");
            assert!(told.starts_with(&format!("refused {code} the ")), "{told}");
            assert_eq!(Refused::read(&told, "us"), Some(refused.clone()));
            assert_eq!(
                Refused::read(&format!("refused {code}"), "us"),
                Some(refused)
            );
        }
        assert_eq!(Refused::Broken(Broken::Closed).told(), None);
        assert_eq!(Refused::read("welcome", "us"), None);
        assert_eq!(Refused::read("refused", "us"), None);
        assert_eq!(
            Refused::read("refused lunch", "us"),
            Some(Refused::NotAGreeting)
        );
    }

    #[test]
    fn another_build_is_named_to_both() {
        let here = Refused::OtherVersion {
            ours: "fewest 2".to_string(),
            theirs: "fewest 1".to_string(),
        };
        let told = here.told().expect("it has a code");
        assert_eq!(told, "refused version fewest 2");
        let there = Refused::read(&told, "fewest 1").expect("a refusal");
        let words = "the other side is another build: fewest 2, and this is fewest 1";
        assert_eq!(there.to_string(), words);
    }

    #[test]
    fn a_refusal_is_told_in_english_whoever_speaks() {
        Lang::Zh.speak(|| {
            let told = Refused::Stranger.told().expect("it has a code");
            assert_eq!(told, "refused stranger the other side has another token");
        });
    }
}
