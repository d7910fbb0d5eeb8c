//! Catalogues as files: made, kept, shared, killed, damaged. One program, so that SQLite is linked once.

mod common;
mod files;
mod killed;
mod model;
mod together;
