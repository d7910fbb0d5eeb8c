//! Figures that the players of a game know a board by.

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is called in an answer for programs.
    pub name: &'static str,
    /// What players call it.
    pub words: &'static str,
    /// How much it is.
    pub value: u64,
}
