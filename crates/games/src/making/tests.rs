//! What is made is held to what solving every single board says.

mod boards;
mod known;
mod levels;
