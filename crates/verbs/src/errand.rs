//! What a leader asks a worker about whole levels, and how the worker answers it.

use std::time::Duration;

use fewest_words::{Lang, say};
use serde::{Deserialize, Serialize};

use crate::args::{ClusterArgs, EffortArgs, LevelArgs, LimitArgs, SolveArgs, Telling};
use crate::desk::Desk;
use crate::ended::Exit;
use crate::solve;

/// What is asked about each of many levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct How {
    json: bool,
    quiet: bool,
    explain: bool,
    whole: bool,
    time: Option<Duration>,
    memory: Option<u64>,
    states: Option<u64>,
    language: String,
}

impl How {
    /// What was asked.
    pub fn new(args: &SolveArgs, whole: bool) -> Self {
        How {
            json: args.json,
            quiet: args.quiet,
            explain: args.explain,
            whole,
            time: args.limits.time,
            memory: args.limits.memory,
            states: args.limits.states,
            language: Lang::spoken().code().to_string(),
        }
    }

    /// The same as one text.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("it is made of numbers")
    }

    /// The same, asked of one process.
    fn args(self) -> SolveArgs {
        SolveArgs {
            levels: LevelArgs {
                files: Vec::new(),
                level: None,
                game: None,
            },
            limits: LimitArgs {
                time: self.time,
                memory: self.memory,
                states: self.states,
            },
            effort: EffortArgs {
                whole: self.whole,
                threads: None,
                scratch: None,
                resume: None,
                progress: Telling::None,
            },
            into: None,
            scen: None,
            explain: self.explain,
            json: self.json,
            quiet: self.quiet,
            jobs: None,
            cluster: ClusterArgs {
                processes: None,
                hosts: None,
                token_file: None,
                restarts: 0,
                patience: Duration::ZERO,
            },
        }
    }
}

/// Answers the `how` of a [`Question`](crate::crew::Question) in its language: what is printed, and the exit code. The
/// desk hands out the level, and hears the rest.
pub fn answer(how: &str, desk: &mut dyn Desk) -> (String, u8) {
    let Ok(how) = serde_json::from_str::<How>(how) else {
        desk.tell_error(&say!("the leader asks for something that makes no sense"));
        return (String::new(), Exit::Broken.code());
    };
    let language = Lang::find(&how.language).unwrap_or_default();
    language.speak(|| {
        let mut out = Vec::new();
        let exit = match solve::run(&how.args(), desk, &mut out) {
            Ok(exit) => exit,
            Err(failure) => {
                desk.tell_error(&failure.to_string());
                Exit::Broken
            }
        };
        (String::from_utf8_lossy(&out).into_owned(), exit.code())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Nobody;
    use crate::together;

    #[test]
    fn what_is_asked_of_others_is_what_was_asked() {
        let args =
            SolveArgs::typed("solve --json --explain --time 3s --memory 2MiB --states 7 level.txt");
        let how = How::new(&args, true);
        let read: How = serde_json::from_str(&how.written()).expect("it is read again");
        assert_eq!(read, how);
        let again = read.args();
        assert!(again.json && again.explain && again.effort.whole && !again.quiet);
        assert_eq!(again.limits.time, Some(Duration::from_secs(3)));
        assert_eq!(again.limits.memory, Some(2 << 20));
        assert_eq!(again.limits.states, Some(7));
        assert!(!together::is_asked(&again.cluster));
    }

    #[test]
    fn what_makes_no_sense_is_answered_too() {
        let nothing = (String::new(), Exit::Broken.code());
        assert_eq!(answer("", &mut Nobody::default()), nothing);
        assert_eq!(answer("{}", &mut Nobody::default()), nothing);
        let how = How::new(&SolveArgs::typed("solve"), false).written();
        assert_eq!(
            answer(&how, &mut Nobody::default()),
            nothing,
            "there is no level"
        );
    }
}
