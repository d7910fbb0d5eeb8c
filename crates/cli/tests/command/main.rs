//! The command, started as everybody starts it. One program, so that these tests run beside each
//! other, and what they share is compiled once.

mod alike;
mod asking;
mod bad_input;
mod batch;
mod catalogue;
mod cluster;
mod convert;
mod documents;
mod draw;
mod effort;
mod farthest;
mod hardest;
mod kept;
mod limits;
mod make;
mod one_level;
mod peak;
mod positions;
mod process;
mod resume;
mod samples;
mod serve;
mod unmade;
