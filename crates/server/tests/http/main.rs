//! The server, asked over HTTP as everybody asks it. One program, so that what it stands on is linked
//! once.

mod catalogue;
mod common;
mod files;
mod guard;
mod jobs;
mod limits;
mod questions;
