//! The levels that ship with the program: `sample:snake/round-the-wall` names one wherever a file of
//! levels can be named.

use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

use fewest_games::builtin;
use fewest_games::builtin::AnyLevel;
use fewest_words::{key, of, say};
use rust_embed::RustEmbed;

use crate::ended::Failure;

/// What the names of samples begin with.
const SCHEME: &str = "sample:";

#[derive(RustEmbed)]
#[folder = "../../levels"]
struct Files;

/// A level that ships with the program.
pub struct Sample {
    /// Its name behind `sample:`, with its number where its file has several levels.
    pub name: String,
    /// The game's id.
    pub game: &'static str,
    /// Its title.
    pub title: Option<String>,
    /// The rows of its board.
    pub rows: u32,
    /// The columns of its board.
    pub columns: u32,
    /// The fewest moves that its notes claim.
    pub par: Option<String>,
    /// The level text.
    pub text: String,
}

/// All samples, game by game.
pub fn all() -> &'static [Sample] {
    static ALL: LazyLock<Vec<Sample>> =
        LazyLock::new(|| Files::iter().flat_map(|file| samples_of(&file)).collect());
    &ALL
}

/// The levels of a file; none where it is no level text.
fn samples_of(file: &str) -> Vec<Sample> {
    let bytes = Files::get(file).map(|file| file.data).unwrap_or_default();
    let Some(name) = file.strip_suffix(".txt") else {
        return Vec::new();
    };
    let levels = builtin::read_bytes(&bytes, None).unwrap_or_default();
    let is_alone = levels.len() == 1;
    let sample = |number: usize, level: &AnyLevel| {
        let (rows, columns) = level.size();
        Sample {
            name: match is_alone {
                true => name.to_string(),
                false => format!("{name}#{number}"),
            },
            game: level.info().id,
            title: level.title().map(str::to_string),
            rows,
            columns,
            par: level.par().map(|par| par.to_string()),
            text: match is_alone {
                true => String::from_utf8_lossy(&bytes).into_owned(),
                false => level.level_text(),
            },
        }
    };
    let levels = (1..).zip(&levels);
    levels
        .map(|(number, level)| sample(number, level))
        .collect()
}

/// The name behind `sample:`, if a file is named so.
fn name(file: &Path) -> Option<Cow<'_, str>> {
    let name = file.as_os_str().to_string_lossy();
    match name {
        Cow::Borrowed(name) => name.strip_prefix(SCHEME).map(Cow::from),
        Cow::Owned(name) => name
            .strip_prefix(SCHEME)
            .map(|name| name.to_string().into()),
    }
}

fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(&format!("{name}.txt")).map(|file| file.data)
}

/// Whether there is a sample of this name; nothing where a file is no sample by its name.
pub fn has(path: &Path) -> Option<bool> {
    name(path).map(|name| file(&name).is_some())
}

/// The text of a sample; nothing where a file is no sample by its name.
pub fn read(path: &Path) -> Option<Result<Vec<u8>, Failure>> {
    let name = name(path)?;
    Some(match file(&name) {
        Some(text) => Ok(text.into_owned()),
        None => Err(Failure::plain(unknown(&name))),
    })
}

/// Says that there is no such sample, and which have names like it.
fn unknown(name: &str) -> String {
    const MOST: usize = 3;
    const NEAR: f64 = 0.75;
    let wanted = name.split('#').next().unwrap_or_default().to_lowercase();
    let likeness = |sample: &str| {
        let behind_the_game = sample.split('/').next_back().unwrap_or(sample);
        let whole = strsim::jaro_winkler(&wanted, sample);
        whole.max(strsim::jaro_winkler(&wanted, behind_the_game))
    };
    let mut near: Vec<_> = all()
        .iter()
        .map(|sample| (likeness(&sample.name), &sample.name))
        .filter(|(likeness, _)| *likeness > NEAR)
        .collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    let near: Vec<_> = near
        .iter()
        .take(MOST)
        .map(|(_, name)| format!("{SCHEME}{name}"))
        .collect();
    match near.is_empty() {
        true => say!(
            "there is no sample `{name}`: `fewest games --levels` lists them all",
            name
        ),
        false => say!(
            "there is no sample `{name}`; similar names: {names}; `fewest games --levels` lists them all",
            name,
            names = near.join(of(key(", ")))
        ),
    }
}

impl Sample {
    /// Its name as it is typed.
    pub fn typed(&self) -> String {
        format!("{SCHEME}{}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_can_be_read_by_its_name() {
        assert!(all().len() > 50);
        for sample in all() {
            let typed = sample.typed();
            let path = Path::new(&typed);
            assert_eq!(has(path), Some(true), "{typed}");
            let text = read(path).expect("it is a sample").expect("it is there");
            assert_eq!(text, sample.text.as_bytes(), "{typed}");
            assert!(sample.par.is_some() && sample.title.is_some(), "{typed}");
        }
    }

    #[test]
    fn a_sample_that_is_not_there_has_others_like_it() {
        let told = |name: &str| {
            let path = format!("sample:{name}");
            assert_eq!(has(Path::new(&path)), Some(false), "{path}");
            match read(Path::new(&path)) {
                Some(Err(failure)) => failure.to_string(),
                _ => panic!("there is no {name}"),
            }
        };
        for near in [
            "snake/round-the-wal",
            "snake/round-the-wall.txt",
            "round-the-wall",
            "Snake/Round-The-Wall",
            "snakes/round-the-wall#1",
        ] {
            let told = told(near);
            assert!(told.contains(" sample:snake/round-the-wall,"), "{told}");
        }
        assert!(told("snake").contains("sample:snake/"));
        for far in ["", "0", "../levels/snake/round-the-wall\u{7}q/w/e/r/t/y/x"] {
            assert!(!told(far).contains("sample:"), "{far}");
        }
        assert_eq!(has(Path::new("./sample:snake/lawn")), None);
        assert_eq!(has(Path::new("levels/snake/lawn.txt")), None);
    }
}
