//! The server, asked over HTTP. One program, so that what it stands on is linked once.

mod common;
mod jobs;
mod questions;
mod served;
