//! What fewest says to people, in English and in Chinese.
//!
//! English stands in the code, where it is read: [`say!`] takes it as a template and fills it in.
//! The template is at the same time the key of the one dictionary, which the page in the browser
//! reads as well. Every thread speaks one language at a time, English unless it is told otherwise:
//!
//! ```
//! use fewest_words::{Lang, say};
//!
//! let row = 3;
//! assert_eq!(say!("row {row} has {n} squares", row, n = 2 + 2), "row 3 has 4 squares");
//! Lang::Zh.speak(|| assert_eq!(Lang::spoken(), Lang::Zh));
//! assert_eq!(Lang::spoken(), Lang::En);
//! ```

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::{self, Display, Write as _};
use std::sync::LazyLock;

use unicode_width::UnicodeWidthStr as _;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English, the language of the templates.
    #[default]
    En,
    /// Chinese, in simplified characters.
    Zh,
}

thread_local! {
    static SPOKEN: Cell<Lang> = const { Cell::new(Lang::En) };
}

impl Lang {
    /// Every language there is.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Zh];

    /// Its code, as it is typed and as a page declares it.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }

    /// The language of a code.
    pub fn find(code: &str) -> Option<Self> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// What this thread speaks. A thread that it starts begins in English.
    pub fn spoken() -> Self {
        SPOKEN.get()
    }

    /// This thread speaks it from here on.
    pub fn set(self) {
        SPOKEN.set(self);
    }

    /// Speaks it while something is done, and then the former language again.
    pub fn speak<T>(self, task: impl FnOnce() -> T) -> T {
        struct Former(Lang);
        impl Drop for Former {
            fn drop(&mut self) {
                SPOKEN.set(self.0);
            }
        }
        let _former = Former(SPOKEN.replace(self));
        task()
    }
}

/// The dictionary as it is written: a JSON object from each English template to the Chinese one.
pub const DICTIONARY: &str = include_str!("../zh.json");

static CHINESE: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    serde_json::from_str(DICTIONARY).expect("the dictionary is an object of texts")
});

/// A constant in the language that is spoken; one that the dictionary lacks stays as it is.
pub fn of(text: &str) -> &str {
    match Lang::spoken() {
        Lang::En => text,
        Lang::Zh => CHINESE.get(text).map_or(text, String::as_str),
    }
}

/// Marks a constant of the dictionary where it is written; whoever says it asks [`of`] for it.
pub const fn key(text: &'static str) -> &'static str {
    text
}

/// A template in the language that is spoken, each `{name}` in it replaced by its value.
/// [`say!`] is the way to write it. A value may be of anybody's making: it is [`readable`].
pub fn fill(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut text = String::new();
    let mut rest = of(template);
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let value = after.split_once('}').and_then(|(name, after)| {
            let named = values.iter().find(|(known, _)| *known == name);
            named.map(|(_, value)| (value, after))
        });
        match value {
            Some((value, after)) => {
                write!(Readable(&mut text), "{value}").expect("writing to a string");
                rest = after;
            }
            // Not a place for a value, but a brace that is meant.
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text + rest
}

/// How many columns of a terminal a text takes: a Chinese character takes two.
pub fn width(text: &str) -> usize {
    text.width()
}

/// A text with spaces behind it, as wide as a column.
pub fn to_the_left(text: &str, column: usize) -> String {
    let gap = column.saturating_sub(width(text));
    format!("{text}{:gap$}", "")
}

/// A text with spaces before it, as wide as a column.
pub fn to_the_right(text: &str, column: usize) -> String {
    let gap = column.saturating_sub(width(text));
    format!("{:gap$}{text}", "")
}

/// Whether a character can rule a terminal, reorder the text around it, or hide in it: the control
/// characters, and those that Unicode has for formatting text without being seen.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// A text for a terminal: characters that [are hidden](is_hidden) are spelt out, as in `\u{202e}`.
pub fn readable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut spelt = String::new();
    Readable(&mut spelt)
        .write_str(text)
        .expect("writing to a string");
    spelt.into()
}

/// Spells out what is hidden, on its way into a text.
struct Readable<'a>(&'a mut String);

impl fmt::Write for Readable<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match is_hidden(letter) {
                true => self.0.extend(letter.escape_default()),
                false => self.0.push(letter),
            }
        }
        Ok(())
    }
}

/// Says something in the language that is spoken: a template, and the values of its `{names}`.
#[macro_export]
macro_rules! say {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::fill($template, &[$((stringify!($name), $crate::value!($name $(= $value)?))),*])
    };
}

/// A value of [`say!`]: a variable of that name, or what it is said to be.
#[doc(hidden)]
#[macro_export]
macro_rules! value {
    ($name:ident) => {
        &$name as &dyn ::std::fmt::Display
    };
    ($name:ident = $value:expr) => {
        &$value as &dyn ::std::fmt::Display
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_in() {
        let row = 3;
        assert_eq!(say!("plain"), "plain");
        assert_eq!(say!("{row}{row} of {all}", row, all = 4), "33 of 4");
        assert_eq!(say!("a {brace} and {row}}}", row), "a {brace} and 3}}");
        assert_eq!(say!("{open"), "{open");
    }

    #[test]
    fn what_is_hidden_is_spelt_out() {
        let title = "a\u{202e}b\u{1b}[31m\u{9b}\u{200b}\u{2066}\u{2028}\n\u{7f}墙é";
        let spelt = "a\\u{202e}b\\u{1b}[31m\\u{9b}\\u{200b}\\u{2066}\\u{2028}\\n\\u{7f}墙é";
        assert_eq!(readable(title), spelt);
        assert_eq!(say!("{title}: solved", title), format!("{spelt}: solved"));
        assert!(matches!(readable("plain 墙"), Cow::Borrowed(_)));
    }

    #[test]
    fn columns_line_up_in_every_script() {
        assert_eq!(to_the_left("墙", 4) + "|", "墙  |");
        assert_eq!(to_the_left("wall", 4) + "|", "wall|");
        assert_eq!(to_the_right("a wall", 4), "a wall");
        assert_eq!(to_the_right("墙 1", 6), "  墙 1");
    }

    #[test]
    fn a_thread_speaks_its_own_language() {
        Lang::Zh.speak(|| {
            let other = std::thread::spawn(Lang::spoken).join();
            assert_eq!(other.expect("it ends"), Lang::En);
            assert_eq!(Lang::spoken(), Lang::Zh);
        });
        assert_eq!(Lang::spoken(), Lang::En);
    }
}
