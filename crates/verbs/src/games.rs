//! `fewest games`: what there is to solve.

use std::io::{self, Write};

use fewest_games::GAMES;
use fewest_words::{of, say, to_the_left};

use crate::args::GamesArgs;
use crate::ended::{Exit, Failure};
use crate::output::json;

/// Every game for a program, one a line.
pub fn list(out: &mut dyn Write) -> io::Result<()> {
    GAMES.iter().try_for_each(|game| json(out, game.info()))
}

pub(crate) fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    if args.json {
        list(out)?;
        return Ok(Exit::Done);
    }
    for (number, game) in GAMES.iter().enumerate() {
        let info = game.info();
        let gap = if number == 0 { "" } else { "\n" };
        let headline = say!(
            "{game}: {title} ({judge}), {fewest}",
            game = info.id,
            title = of(info.title),
            judge = info.judge,
            fewest = of(&info.unit.fewest())
        );
        writeln!(out, "{gap}{headline}")?;
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
                default = of(option.default),
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
