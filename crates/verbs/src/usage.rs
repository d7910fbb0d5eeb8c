//! What is wrong with words that the parser refuses, in the language that is spoken.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use fewest_words::{key, of, say};

/// What is wrong, and what may be meant instead; nothing where only the parser itself can say it.
pub fn in_words(error: &clap::Error) -> Option<(String, Option<String>)> {
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

    fn wrong(words: &str) -> (String, Option<String>) {
        let error = match Ask::try_parse_from(words.split(' ')) {
            Err(error) => error,
            Ok(_) => panic!("{words} is refused"),
        };
        in_words(&error).expect(words)
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
