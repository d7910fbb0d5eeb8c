//! `fewest judge`: exactly what the judges read and print.

use std::io::{self, Write};
use std::path::Path;

use fewest_games::judge::JudgeError;
use fewest_games::source::Source;
use fewest_search::{Limit, Limits, Unwatched};

use crate::args::JudgeArgs;
use crate::exit::{Exit, Failure};
use crate::{input, memory};

/// The memory that is taken without asking the system how much there is: asking takes longer
/// than most boards do, and hardly any needs as much.
const UNASKED: u64 = 256 << 20;

/// Writes to standard output itself: an answer has no colours to look for and take out.
pub fn run(args: &JudgeArgs) -> Result<Exit, Failure> {
    input::help_instead_of_waiting("judge")?;
    let (name, bytes) = input::bytes(Path::new("-"))?;
    let game = input::game(&args.game);
    let answer = |memory| {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let source = Source::new(&bytes)?;
        game.judge(source, &limits, &mut Unwatched)
    };
    let answered = match answer(UNASKED) {
        Err(JudgeError::GaveUp(Limit::Memory)) => answer(memory::default_limit()),
        answered => answered,
    };
    match answered {
        Ok(answer) => {
            let mut out = io::stdout().lock();
            out.write_all(&answer)?;
            out.flush()?;
            Ok(Exit::Done)
        }
        Err(JudgeError::Text(error)) => {
            input::show(&name, &bytes, &error);
            Err(Failure::BadInput)
        }
        Err(JudgeError::GaveUp(limit)) => {
            input::refuse(&limit.in_words());
            Ok(Exit::GaveUp)
        }
        Err(JudgeError::Disagreement(disagreement)) => Err(disagreement.into()),
    }
}
