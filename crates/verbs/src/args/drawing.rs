//! What can be asked of `draw`: which picture, of what, and on which paper.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use fewest_draw::Format as Picture;

use super::{LevelArgs, LimitArgs};
use crate::values::{heat, pictures, sizes};

#[derive(clap::Args)]
pub struct DrawArgs {
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The picture; its name ends in .svg, .png or .gif; `-` is standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// The format, where the name does not tell it
    #[arg(long, value_parser = pictures())]
    pub format: Option<Picture>,
    /// Draw the position after these moves
    #[arg(long, value_name = "MOVES")]
    pub after: Option<String>,
    /// Draw the way of these moves from there; `best` finds the fewest, as a GIF does unasked
    #[arg(long, value_name = "MOVES|best")]
    pub solution: Option<String>,
    /// Tint each square by the fewest moves that win from there at best, or by what par becomes by
    /// a change there; a group of changes can be named, as in advise:apple
    #[arg(long, value_name = "distance|advise[:GROUP]", value_parser = heat)]
    pub heat: Option<Heat>,
    /// Which paper to draw on
    #[arg(long, value_enum, default_value_t = Paper::Light)]
    pub theme: Paper,
    /// The side of a square in pixels [default: what fits]
    #[arg(long, value_name = "PIXELS", value_parser = sizes())]
    pub size: Option<u32>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// One JSON object about the picture
    #[arg(long)]
    pub json: bool,
}

/// What the squares of a picture are tinted by.
#[derive(Clone)]
pub enum Heat {
    /// How far the win is.
    Distance,
    /// What a change makes of the par; of the game's first group where none is named.
    Advise(Option<String>),
}

/// A paper to draw on.
#[derive(Clone, Copy, ValueEnum)]
pub enum Paper {
    /// Dark shapes on light paper
    Light,
    /// Light shapes on dark paper
    Dark,
}
