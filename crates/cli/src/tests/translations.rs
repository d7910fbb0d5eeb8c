//! The dictionary and what is said agree: every text has its Chinese, and every Chinese its text.
//!
//! Texts are collected where they are written: in the Rust sources as the literals of `say!`, `of`,
//! `key` and `Why::new`, on the page as the literals of `t` and the `data-t` marks of its HTML.
//! Those that are no literals of these, the help and the games' words, are asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory as _};
use fewest_games::builtin::GAMES;
use fewest_search::Limit;
use fewest_verbs::games;

use crate::args::Args;

/// What is written the same in both languages.
const SAME: [&str; 1] = ["{n} {unit}"];

type Texts = BTreeSet<String>;

fn dictionary() -> BTreeMap<String, String> {
    serde_json::from_str(fewest_words::DICTIONARY).expect("an object of texts")
}

/// The names in braces.
fn names(template: &str) -> BTreeSet<&str> {
    let parts = template.split('{').skip(1);
    parts
        .filter_map(|part| part.split_once('}'))
        .map(|(name, _)| name)
        .collect()
}

/// The files below a folder whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|is| is == ending) {
            found.push(path);
        }
    }
    found
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The literals that stand right behind one of these openings in a source, without comments and
/// without what only its tests say.
fn literals(source: &str, openings: &[&str], quotes: &[char]) -> Texts {
    let source = source.split("#[cfg(test)]\nmod tests {").next();
    let lines = source.unwrap_or_default().lines();
    let code: Vec<_> = lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let mut found = Texts::new();
    for opening in openings {
        for (at, _) in code.match_indices(opening) {
            let is_another_word = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let behind = code[at + opening.len()..].trim_start();
            if let Some(quote) = behind.chars().next()
                && !is_another_word
                && quotes.contains(&quote)
            {
                found.insert(read(&behind[1..], quote));
            }
        }
    }
    found
}

/// A literal up to its closing quote, its escapes resolved.
fn read(literal: &str, quote: char) -> String {
    let mut text = String::new();
    let mut letters = literal.chars();
    loop {
        match letters.next().expect("it ends with a quote") {
            end if end == quote => return text,
            '\\' => match letters.next().expect("something is escaped") {
                'n' => text.push('\n'),
                '\n' => {
                    let rest = letters.as_str().trim_start();
                    letters = rest.chars();
                }
                plain @ ('"' | '\'' | '\\' | '`') => text.push(plain),
                other => panic!("what is \\{other} in {literal}?"),
            },
            letter => text.push(letter),
        }
    }
}

fn in_rust() -> Texts {
    let mut found = Texts::new();
    for entry in fs::read_dir(crates()).expect("the crates are there") {
        let folder = entry.expect("it can be read").path();
        // The dictionary's own crate only shows how it is done.
        let is_one = folder.join("src").is_dir() && !folder.ends_with("words");
        for file in is_one
            .then(|| files(&folder.join("src"), "rs"))
            .into_iter()
            .flatten()
        {
            // Nor does this file say what it looks for, and the template says nothing to anybody.
            let is_template = file
                .parent()
                .is_some_and(|folder| folder.ends_with("template"));
            if is_template || file.ends_with("translations.rs") {
                continue;
            }
            let source = fs::read_to_string(&file).expect("it is text");
            found.extend(literals(
                &source,
                &["say!(", "of(", "key(", "Why::new("],
                &['"'],
            ));
        }
    }
    found
}

fn on_the_page() -> Texts {
    let mut found = Texts::new();
    let web = crates().join("server/web");
    for file in files(&web, "js") {
        let source = fs::read_to_string(&file).expect("it is text");
        found.extend(literals(&source, &["t(", "tr("], &['"', '\'', '`']));
    }
    for file in files(&web, "html") {
        let source = fs::read_to_string(&file).expect("it is text");
        found.extend(literals(&source, &["data-t=", "data-t-label="], &['"']));
    }
    found
}

/// The texts of a command, of its arguments and of those below it.
fn in_the_help(command: &Command, found: &mut Texts) {
    let texts = [
        command.get_about(),
        command.get_before_help(),
        command.get_after_help(),
    ];
    found.extend(texts.into_iter().flatten().map(ToString::to_string));
    for arg in command.get_arguments() {
        let helps = [arg.get_help(), arg.get_long_help()];
        found.extend(helps.into_iter().flatten().map(ToString::to_string));
        found.extend(arg.get_help_heading().map(ToString::to_string));
        for value in arg.get_possible_values() {
            found.extend(value.get_help().map(ToString::to_string));
        }
    }
    for below in command.get_subcommands() {
        in_the_help(below, found);
    }
}

/// What games are called, what they count, and what their boards are made of.
fn of_the_games() -> Texts {
    let mut found = Texts::new();
    let mut add = |text: &str| {
        // Numbers and glyphs are no words.
        let letters = |pair: &[u8]| pair.iter().all(u8::is_ascii_lowercase);
        if text.as_bytes().windows(2).any(letters) {
            found.insert(text.to_string());
        }
    };
    for game in GAMES {
        let info = game.info();
        [info.title, info.unit.one, info.unit.many, info.moves]
            .into_iter()
            .for_each(&mut add);
        add(&info.unit.fewest());
        info.how.iter().copied().for_each(&mut add);
        for (glyph, meaning) in info.glyphs {
            [*glyph, *meaning].into_iter().for_each(&mut add);
        }
        for amount in info.amounts {
            [amount.name, amount.meaning].into_iter().for_each(&mut add);
        }
        for option in info.options {
            [option.values, option.default, option.meaning]
                .into_iter()
                .for_each(&mut add);
            // A name alone may be a word for something else: the unit of a game.
            add(&format!("option {}", option.name));
            option.choices.iter().copied().for_each(&mut add);
        }
        info.tools.iter().for_each(|tool| add(tool.name));
    }
    found
}

/// What the levels that ship are called; the page says it in its language. A title in Chinese stays.
fn titles() -> Texts {
    let titles = games::samples().iter().filter_map(|it| it.title.clone());
    titles.filter(|title| title.is_ascii()).collect()
}

fn asked_for() -> Texts {
    let mut found = of_the_games();
    found.extend(titles());
    let mut command = Args::command();
    command.build();
    in_the_help(&command, &mut found);
    for (name, sentence) in Limit::TEXTS {
        found.extend([name.to_string(), sentence.to_string()]);
    }
    found
}

#[test]
fn every_text_has_its_chinese() {
    let chinese = dictionary();
    let said = in_rust().into_iter().chain(asked_for());
    let missing: Texts = said.filter(|text| !chinese.contains_key(text)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_text_of_the_page_has_its_chinese() {
    let chinese = dictionary();
    let mut missing = on_the_page();
    missing.retain(|text| !chinese.contains_key(text));
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_chinese_has_its_text() {
    let mut said = in_rust();
    said.extend(asked_for());
    said.extend(on_the_page());
    let chinese = dictionary();
    let unused: Vec<_> = chinese
        .keys()
        .filter(|text| !said.contains(*text))
        .collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

#[test]
fn both_have_the_same_names() {
    for (english, chinese) in dictionary() {
        assert_eq!(names(&english), names(&chinese), "{english}");
        assert!(!chinese.is_empty(), "{english}");
        let is_same = english == chinese;
        assert_eq!(is_same, SAME.contains(&english.as_str()), "{english}");
    }
}

#[test]
fn the_dictionary_has_one_entry_a_line_in_order() {
    let lines: Vec<_> = fewest_words::DICTIONARY.lines().collect();
    assert_eq!((lines.first(), lines.last()), (Some(&"{"), Some(&"}")));
    let key = |line: &&str| -> String {
        let entry = format!("{{{}}}", line.trim_end_matches(','));
        let entry: BTreeMap<String, String> = serde_json::from_str(&entry).expect(line);
        let [key] = entry
            .into_keys()
            .collect::<Vec<_>>()
            .try_into()
            .expect(line);
        key
    };
    let keys: Vec<_> = lines[1..lines.len() - 1].iter().map(key).collect();
    let sorted: Vec<_> = dictionary().into_keys().collect();
    assert_eq!(keys, sorted, "each once, in their order");
}

#[test]
fn literals_are_found() {
    let source = r#"say!("a {b}", b) + of(
        "c \"d\" \
         e") + key(F) + is_of("no")
    // say!("no")
#[cfg(test)]
mod tests {
    say!("no")
"#;
    let found = literals(source, &["say!(", "of(", "key("], &['"']);
    assert!(found.iter().eq(["a {b}", "c \"d\" e"]), "{found:?}");
}
