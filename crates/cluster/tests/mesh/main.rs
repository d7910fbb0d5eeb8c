//! Whole clusters, their workers on threads of this process. One program, so that timely is linked
//! once.

mod common;
mod losses;
mod spread;
mod strangers;
mod together;
