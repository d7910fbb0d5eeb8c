//! `fewest games`: the games, and the levels that ship with the program. `sample:snake/round-the-wall`
//! names one of these wherever a file of levels can be named.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::sync::LazyLock;

use fewest_games::builtin::{self, AnyLevel, GAMES};
use fewest_words::{key, of, say, to_the_left, to_the_right, width};
use rust_embed::RustEmbed;
use serde::Serialize;

use crate::args::GamesArgs;
use crate::outcome::{Exit, Failure};
use crate::output::json;

/// Every game for a program, one a line.
pub fn list(out: &mut dyn Write) -> io::Result<()> {
    GAMES.iter().try_for_each(|game| json(out, game.info()))
}

pub(crate) fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    if args.levels {
        list_samples(args, out)?;
        return Ok(Exit::Done);
    }
    if args.json {
        list(out)?;
        return Ok(Exit::Done);
    }
    for (number, game) in GAMES.iter().enumerate() {
        let info = game.info();
        let gap = if number == 0 { "" } else { "\n" };
        let (game, title, fewest) = (info.id, of(info.title), of(&info.unit.fewest()).to_string());
        let headline = match info.judge {
            Some(judge) => say!(
                "{game}: {title} ({judge}), {fewest}",
                game,
                title,
                judge,
                fewest
            ),
            None => say!("{game}: {title}, {fewest}", game, title, fewest),
        };
        writeln!(out, "{gap}{headline}")?;
        for sentence in info.how {
            writeln!(out, "  {}", of(sentence))?;
        }
        let form = say!("a move is written {form}", form = of(info.moves));
        writeln!(out, "  {form}")?;
        for (glyph, meaning) in info.glyphs {
            let glyph = of(glyph);
            writeln!(out, "  {} {}", to_the_left(glyph, 9), of(meaning))?;
        }
        for option in info.options {
            let told = say!(
                "{name}: {values} (default: {default}); {meaning}",
                name = option.name,
                values = of(option.values),
                default = option.default_in_words(),
                meaning = of(option.meaning)
            );
            writeln!(out, "  {told}")?;
        }
        for amount in info.amounts {
            let told = say!(
                "new boards have {name}={usual}: {meaning}",
                name = amount.name,
                usual = amount.usual,
                meaning = of(amount.meaning)
            );
            writeln!(out, "  {told}")?;
        }
    }
    Ok(Exit::Done)
}

/// What is told of a built-in level in JSON.
#[derive(Serialize)]
struct Line<'a> {
    name: String,
    game: &'static str,
    title: Option<&'a str>,
    rows: u32,
    columns: u32,
    par: Option<&'a str>,
}

/// Every built-in level, one a line.
fn list_samples(args: &GamesArgs, out: &mut dyn Write) -> io::Result<()> {
    let samples = samples();
    if args.json {
        return samples.iter().try_for_each(|sample| {
            let line = Line {
                name: sample.typed(),
                game: sample.game,
                title: sample.title.as_deref(),
                rows: sample.rows,
                columns: sample.columns,
                par: sample.par.as_deref(),
            };
            json(out, &line)
        });
    }
    let words = |sample: &Sample| {
        let par = sample.par.as_deref().map_or("-", of);
        [sample.typed(), sample.game.to_string(), par.to_string()]
    };
    let column = |place: usize| {
        let widths = samples.iter().map(|sample| width(&words(sample)[place]));
        widths.max().unwrap_or(0)
    };
    let widths = [0, 1, 2].map(column);
    for sample in samples {
        let [name, game, par] = words(sample);
        let name = to_the_left(&name, widths[0]);
        let game = to_the_left(&game, widths[1]);
        let par = to_the_right(&par, widths[2]);
        let title = sample.title.as_deref().unwrap_or("-");
        writeln!(out, "{name}  {game}  {par}  {title}")?;
    }
    Ok(())
}

/// What the names of samples begin with.
const SCHEME: &str = "sample:";

#[derive(RustEmbed)]
#[folder = "../../levels"]
struct Files;

/// A level that ships with the program.
#[derive(Serialize)]
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
pub fn samples() -> &'static [Sample] {
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
fn sample_name(file: &Path) -> Option<Cow<'_, str>> {
    let name = file.as_os_str().to_string_lossy();
    match name {
        Cow::Borrowed(name) => name.strip_prefix(SCHEME).map(Cow::from),
        Cow::Owned(name) => name
            .strip_prefix(SCHEME)
            .map(|name| name.to_string().into()),
    }
}

fn sample_file(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(&format!("{name}.txt")).map(|file| file.data)
}

/// Whether there is a sample of this name; nothing where a file is no sample by its name.
pub fn has_sample(path: &Path) -> Option<bool> {
    sample_name(path).map(|name| sample_file(&name).is_some())
}

/// The text of a sample; nothing where a file is no sample by its name.
pub fn read_sample(path: &Path) -> Option<Result<Vec<u8>, Failure>> {
    let name = sample_name(path)?;
    Some(match sample_file(&name) {
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
    let mut near: Vec<_> = samples()
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
        assert!(samples().len() > 50);
        for sample in samples() {
            let typed = sample.typed();
            let path = Path::new(&typed);
            assert_eq!(has_sample(path), Some(true), "{typed}");
            let text = read_sample(path)
                .expect("it is a sample")
                .expect("it is there");
            assert_eq!(text, sample.text.as_bytes(), "{typed}");
            assert!(sample.par.is_some() && sample.title.is_some(), "{typed}");
        }
    }

    #[test]
    fn a_sample_that_is_not_there_has_others_like_it() {
        let told = |name: &str| {
            let path = format!("sample:{name}");
            assert_eq!(has_sample(Path::new(&path)), Some(false), "{path}");
            match read_sample(Path::new(&path)) {
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
        assert_eq!(has_sample(Path::new("./sample:snake/lawn")), None);
        assert_eq!(has_sample(Path::new("levels/snake/lawn.txt")), None);
    }
}
