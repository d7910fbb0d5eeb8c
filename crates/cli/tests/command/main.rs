//! The command, run as a process. One program, so that these tests run beside each other, and what they
//! share is compiled once.

mod catalogue;
mod documents;
mod files;
mod hardest;
mod kept;
mod limits;
mod make;
mod naming;
mod process;
mod resume;
mod serve;
mod solving;
mod support;
mod transcripts;
