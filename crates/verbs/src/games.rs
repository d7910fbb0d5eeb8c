//! `fewest games`: what there is to solve.

use std::io::Write;

use fewest_games::GAMES;

use crate::args::GamesArgs;
use crate::ended::{Exit, Failure};
use crate::output::json;

pub fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    for (number, game) in GAMES.iter().enumerate() {
        let info = game.info();
        if args.json {
            json(out, info)?;
            continue;
        }
        let gap = if number == 0 { "" } else { "\n" };
        writeln!(
            out,
            "{gap}{}: {} ({}), the fewest {}",
            info.id, info.title, info.judge, info.unit.many
        )?;
        writeln!(out, "  a move is written {}", info.moves)?;
        for (glyph, meaning) in info.glyphs {
            writeln!(out, "  {glyph:<9} {meaning}")?;
        }
        for option in info.options {
            writeln!(
                out,
                "  {}: {} (default: {}); {}",
                option.name, option.values, option.default, option.meaning
            )?;
        }
    }
    Ok(Exit::Done)
}
