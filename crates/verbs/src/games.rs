//! `fewest games`: what there is to solve.

use std::io::{self, Write};

use fewest_games::builtin::GAMES;
use fewest_words::{of, say, to_the_left, to_the_right, width};
use serde::Serialize;

use crate::args::GamesArgs;
use crate::ended::{Exit, Failure};
use crate::output::json;
use crate::samples::{self, Sample};

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
    let samples = samples::all();
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
