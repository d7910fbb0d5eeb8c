//! Pictures, read back and looked at. One program, so that the painter is linked once.

mod boards;
mod colours;
mod common;
mod films;
mod largest;
mod legend;
mod sheet;
