//! `fewest completions`: a script that teaches a shell the command's words.

use std::io::Write;

use fewest_verbs::ended::{Exit, Failure};

use crate::help;

#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

pub fn run(args: &CompletionsArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    // Written in memory first: the generator panics where writing fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut help::command(), "fewest", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Done)
}
