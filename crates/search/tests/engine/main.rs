//! The engine on worlds whose answers are known: one program, so that the worlds and the searches
//! of them are compiled once.

mod absurd;
mod atlas;
mod disk_faults;
mod disk_graphs;
mod disk_worlds;
mod folder;
mod graphs;
mod large;
mod limits;
mod plans;
mod threads;
mod watch;
