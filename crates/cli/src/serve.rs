//! `fewest serve`: the workbench in the browser.

use fewest_verbs::ended::{Exit, Failure};

use crate::memory;

pub fn run(options: &fewest_server::Options) -> Result<Exit, Failure> {
    fewest_server::serve(options, memory::default_limit()).map_err(Failure::plain)?;
    Ok(Exit::Done)
}
