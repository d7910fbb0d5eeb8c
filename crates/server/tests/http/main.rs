//! The server, asked over HTTP. One program, so that what it stands on is linked once.

mod jobs;
mod questions;
mod served;
mod transcripts;
