//! `fewest judge`: exactly what the judges read and print.

use std::io::Write;

use fewest_games::judge::JudgeError;
use fewest_games::source::Source;
use fewest_search::{Limit, Limits, Watch};
use fewest_words::of;

use crate::args::{JudgeArgs, LimitArgs, Telling};
use crate::desk::{Desk, limits, search_within};
use crate::ended::{Exit, Failure};
use crate::levels;

pub fn run(args: &JudgeArgs, desk: &mut dyn Desk, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (name, bytes) = desk.read(None)?;
    let game = levels::game(&args.game);
    // Every square takes a byte at least, so that there is something to look at only in long texts.
    if desk.may_refuse(bytes.len() as u64) {
        let cases = levels::parse(&name, &bytes, |source| game.read_judge(source))?;
        cases.iter().try_for_each(|case| desk.admit(case))?;
    }
    let answer = |limits: Limits, watch: &mut dyn Watch| {
        let source = Source::new(&bytes)?;
        game.judge(source, &mut search_within(limits, watch))
    };
    let (little, mut watch) = desk.at_once();
    let mut answered = answer(little, watch.as_mut());
    drop(watch);
    if let Err(JudgeError::GaveUp(Limit::Memory)) = answered {
        let more = limits(desk, &LimitArgs::default());
        if more
            .memory
            .is_none_or(|more| little.memory.is_some_and(|little| more > little))
        {
            answered = answer(more, desk.watch(Telling::None).as_mut());
        }
    }
    match answered {
        Ok(answer) => {
            out.write_all(&answer)?;
            out.flush()?;
            Ok(Exit::Done)
        }
        Err(JudgeError::Text(error)) => Err(Failure::text(&name, &bytes, error)),
        Err(JudgeError::GaveUp(limit)) => {
            desk.tell_error(of(limit.in_words()));
            Ok(super::gave_up(&limit))
        }
        Err(JudgeError::Disagreement(disagreement)) => Err(disagreement.into()),
    }
}
