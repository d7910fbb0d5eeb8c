//! How a question ends: the exit code, or what is wrong with what was asked.

use std::error::Error as _;
use std::{fmt, io};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use fewest_draw::raster::Unpaintable;
use fewest_games::solve::Disagreement;
use fewest_games::source::TextError;
use fewest_words::{key, of, say};

/// How an answer ended. The order is from good to bad: of several levels the worst counts, and
/// what is proven wrong is worse than what is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Solved, or valid.
    #[default]
    Done,
    /// Gave up at a limit.
    GaveUp,
    /// Proven impossible, or a checked claim is wrong.
    Refuted,
    /// A level of several cannot be read, which was told.
    Unreadable,
    /// A level of several has no answer by a fault of the program, which was told.
    Broken,
    /// Whoever asked wanted to stop.
    Interrupted,
}

impl Exit {
    const ALL: [Exit; 6] = [
        Exit::Done,
        Exit::GaveUp,
        Exit::Refuted,
        Exit::Unreadable,
        Exit::Broken,
        Exit::Interrupted,
    ];

    /// The exit code that says it.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Refuted => 1,
            Exit::Unreadable => 2,
            Exit::GaveUp => 3,
            Exit::Broken => 70,
            Exit::Interrupted => 130,
        }
    }

    /// What an exit code says; one that says nothing of it is of something broken.
    pub fn of_code(code: u8) -> Self {
        let exit = Exit::ALL.into_iter().find(|exit| exit.code() == code);
        exit.unwrap_or(Exit::Broken)
    }
}

/// What ends an answer before its end.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Bad usage or bad input, and everything that is wrong with it.
    #[error("{}", .0.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n"))]
    BadInput(Vec<Diagnostic>),
    /// A level that is larger than whoever is asked takes, and why.
    #[error("{0}")]
    TooLarge(String),
    /// There is no text to be asked about.
    #[error("{}", say!("there is no text to be asked about"))]
    NoInput,
    /// The output could not be written.
    #[error("{}", say!("the output cannot be written: {error}", error = .0))]
    Write(#[from] io::Error),
    /// A picture that cannot be painted, though it was not too large.
    #[error("{0}")]
    Unpaintable(#[from] Unpaintable),
    /// An answer that the rules refuse: never shown as one.
    #[error("{0}")]
    Internal(#[from] Disagreement),
}

/// What is wrong with what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diagnostic {
    /// Something that has no place in a text.
    Plain(String),
    /// Squares of a level that cannot all be as they are.
    Squares {
        /// What the level is called.
        name: String,
        /// What is wrong.
        message: String,
        /// The same for a person who sees the squares marked.
        drawn: String,
        /// Which squares, each as a move or a note writes it.
        squares: Vec<String>,
    },
    /// Something in a text.
    Text {
        /// What the text is called.
        name: String,
        /// The line that is meant.
        line: String,
        /// What is wrong, and where.
        error: TextError,
    },
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Diagnostic::Plain(message) => f.write_str(message),
            Diagnostic::Squares { name, message, .. } => {
                f.write_str(&say!("{name}: {told}", name, told = message))
            }
            Diagnostic::Text { name, error, .. } => {
                let place = say!(
                    "line {line}, column {column}",
                    line = error.line,
                    column = error.column
                );
                let told = say!("{name}: {told}", name = place, told = error.message);
                f.write_str(&say!("{name}: {told}", name, told))
            }
        }
    }
}

impl Failure {
    /// The exit code that says it.
    pub fn code(&self) -> u8 {
        match self {
            Failure::BadInput(_) | Failure::TooLarge(_) | Failure::NoInput => {
                Exit::Unreadable.code()
            }
            // Whoever read the output has read enough (`fewest … | head`).
            Failure::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done.code(),
            Failure::Write(_) => 74,
            Failure::Unpaintable(_) | Failure::Internal(_) => Exit::Broken.code(),
        }
    }

    /// A complaint that has no place in a text.
    pub fn plain(message: impl Into<String>) -> Self {
        Failure::BadInput(vec![Diagnostic::Plain(message.into())])
    }

    /// A complaint about squares of a level.
    pub fn squares(name: &str, message: String, drawn: String, squares: Vec<String>) -> Self {
        Failure::BadInput(vec![Diagnostic::Squares {
            name: name.to_string(),
            message,
            drawn,
            squares,
        }])
    }

    /// A complaint about a text.
    pub fn text(name: &str, bytes: &[u8], error: TextError) -> Self {
        let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
        let line = text.split('\n').nth(error.line - 1).unwrap_or("");
        Failure::BadInput(vec![Diagnostic::Text {
            name: name.to_string(),
            line: line.trim_end_matches('\r').to_string(),
            error,
        }])
    }
}

/// What is wrong, and what may be meant instead; nothing where only the parser itself can say it.
pub fn explain_usage(error: &clap::Error) -> Option<(String, Option<String>)> {
    let of_kind = |kind| told(error.get(kind));
    let argument = of_kind(ContextKind::InvalidArg);
    let value = of_kind(ContextKind::InvalidValue);
    let what = match error.kind() {
        ErrorKind::UnknownArgument => {
            say!(
                "unexpected argument '{argument}' found",
                argument = argument?
            )
        }
        ErrorKind::InvalidSubcommand => {
            let command = of_kind(ContextKind::InvalidSubcommand)?;
            say!("unrecognized subcommand '{command}'", command)
        }
        ErrorKind::InvalidValue if value.as_deref() == Some("") => say!(
            "a value is required for '{argument}' but none was supplied",
            argument = argument?
        ),
        ErrorKind::InvalidValue => say!(
            "invalid value '{value}' for '{argument}'",
            value = value?,
            argument = argument?
        ),
        ErrorKind::ValueValidation => say!(
            "invalid value '{value}' for '{argument}': {why}",
            value = value?,
            argument = argument?,
            why = error.source()?
        ),
        ErrorKind::MissingRequiredArgument => say!(
            "the following required arguments were not provided: {arguments}",
            arguments = argument?
        ),
        ErrorKind::ArgumentConflict => match of_kind(ContextKind::PriorArg)? {
            prior if Some(&prior) == argument.as_ref() => say!(
                "the argument '{argument}' cannot be used multiple times",
                argument = prior
            ),
            prior => say!(
                "the argument '{argument}' cannot be used with '{prior}'",
                argument = argument?,
                prior
            ),
        },
        ErrorKind::MissingSubcommand => say!("a subcommand is required but one was not provided"),
        _ => return None,
    };
    let suggested = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    let suggested = suggested.into_iter().find_map(of_kind);
    let advice = match (suggested, of_kind(ContextKind::ValidValue)) {
        (Some(meant), _) => Some(say!("is '{meant}' meant?", meant)),
        (None, Some(values)) => Some(say!("possible values: {values}", values)),
        (None, None) => None,
    };
    Some((what, advice))
}

/// A piece of what the parser knows, as text.
fn told(value: Option<&ContextValue>) -> Option<String> {
    match value? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) if !texts.is_empty() => Some(texts.join(of(key(", ")))),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use fewest_words::Lang;

    use super::*;
    use crate::args::Ask;

    #[test]
    fn an_exit_code_says_how_it_ended() {
        for exit in Exit::ALL {
            assert_eq!(Exit::of_code(exit.code()), exit);
        }
        assert_eq!(Exit::of_code(101), Exit::Broken);
        assert!(Exit::ALL.is_sorted());
    }

    #[test]
    fn a_failure_has_a_code_and_words() {
        let text = Failure::text("level", b"one\ntwo\n", {
            let (message, advice) = ("what is that".to_string(), "write a word".to_string());
            TextError {
                line: 2,
                column: 3,
                width: 1,
                message,
                advice,
                drawn: None,
                illegal: None,
            }
        });
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let unpaintable =
            fewest_draw::raster::png("no picture", &mut || true).expect_err("it is none");
        let placed = text.to_string();
        assert!(placed.starts_with("level: ") && placed.ends_with(": what is that"));
        for (failure, code) in [
            (text, 2),
            (Failure::NoInput, 2),
            (full().into(), 74),
            (unpaintable.into(), 70),
        ] {
            assert_eq!(failure.code(), code);
            assert!(!failure.to_string().is_empty());
        }
        let closed = io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(Failure::from(closed).code(), 0);
        fewest_words::Lang::Zh.speak(|| {
            let text = Failure::squares("level", "moves".to_string(), String::new(), Vec::new());
            assert_eq!(text.to_string(), "level：moves");
        });
    }

    fn wrong(words: &str) -> (String, Option<String>) {
        let error = match Ask::try_parse_from(words.split(' ')) {
            Err(error) => error,
            Ok(_) => panic!("{words} is refused"),
        };
        explain_usage(&error).expect(words)
    }

    #[test]
    fn every_refusal_has_words() {
        // What each must name, and what its advice must.
        let cases = [
            ("solve --tiem 3s", "'--tiem'", Some("'--time'")),
            ("solv", "'solv'", Some("'solve'")),
            ("solve --time", "'--time <TIME>'", None),
            ("solve --time soon", "'soon'", None),
            ("show --as picture", "'--as <FORMAT>'", Some("level, judge")),
            ("draw", "--output <FILE>", None),
            ("solve --explain --quiet", "'--quiet'", None),
            (
                "solve --hosts hosts --processes 2",
                "'--processes <N>'",
                None,
            ),
            (
                "solve --processes 2 --scen queries",
                "'--scen <FILE>'",
                None,
            ),
            ("solve --token-file token", "--hosts <FILE>", None),
            ("solve --time 1s --time 2s", "'--time <TIME>'", None),
        ];
        for (words, name, advised) in cases {
            let (what, advice) = wrong(words);
            assert!(what.contains(name), "{words}: {what}");
            assert_eq!(advice.is_some(), advised.is_some(), "{words}");
            let advice = advice.unwrap_or_default();
            assert!(
                advice.contains(advised.unwrap_or_default()),
                "{words}: {advice}"
            );
            let (chinese, _) = Lang::Zh.speak(|| wrong(words));
            assert_ne!(chinese, what, "{words}");
        }
    }
}
