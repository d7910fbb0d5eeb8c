//! `fewest judge`: exactly what the judges read and print.

use std::io::Write;
use std::path::Path;

use fewest_games::judge::JudgeError;
use fewest_games::source::Source;
use fewest_search::{Limits, Unwatched};

use super::why;
use crate::args::JudgeArgs;
use crate::exit::{Exit, Failure};
use crate::{input, memory};

pub fn run(args: &JudgeArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    input::help_instead_of_waiting("judge")?;
    let (name, bytes) = input::bytes(Path::new("-"))?;
    let limits = Limits {
        memory: Some(memory::default_limit()),
        ..Limits::default()
    };
    let game = input::game(&args.game);
    let answered = Source::new(&bytes)
        .map_err(JudgeError::Text)
        .and_then(|source| game.judge(source, &limits, &mut Unwatched));
    match answered {
        Ok(answer) => {
            out.write_all(&answer)?;
            Ok(Exit::Done)
        }
        Err(JudgeError::Text(error)) => {
            input::show(&name, &bytes, &error);
            Err(Failure::BadInput)
        }
        Err(JudgeError::GaveUp(limit)) => {
            input::refuse(&why(limit));
            Ok(Exit::GaveUp)
        }
        Err(JudgeError::Disagreement(disagreement)) => Err(disagreement.into()),
    }
}
