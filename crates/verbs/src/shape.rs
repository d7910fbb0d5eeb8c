//! What is known of a question before it is answered: what it takes, and how its answer looks.

use fewest_draw::Format;

use crate::args::Verb;

/// How the answer to a question looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// JSON: an object, or one a line where there are several levels.
    Json,
    /// JSON, an object a line.
    Lines,
    /// Plain text.
    Text,
    /// A picture.
    Picture(Format),
}

impl Verb {
    /// Whether it is about a text.
    pub fn takes_text(&self) -> bool {
        !matches!(self, Verb::Games(_))
    }

    /// Whether it takes every square of the board in hand to show it, which no limit of memory
    /// counts.
    pub fn shows_the_board(&self) -> bool {
        match self {
            Verb::Show(_) | Verb::Draw(_) => true,
            Verb::Advise(args) => args.apply.is_some(),
            _ => false,
        }
    }

    /// The shape of its answer for a program.
    pub fn shape(&self) -> Shape {
        match self {
            Verb::Judge(_) => Shape::Text,
            Verb::Show(args) if args.format.is_some() => Shape::Text,
            Verb::Advise(args) if args.apply.is_some() => Shape::Text,
            Verb::Show(args) if args.every => Shape::Lines,
            Verb::Games(_) => Shape::Lines,
            Verb::Draw(args) => Shape::Picture(args.format.unwrap_or(Format::Svg)),
            Verb::Solve(_)
            | Verb::Check(_)
            | Verb::Rate(_)
            | Verb::Hint(_)
            | Verb::Why(_)
            | Verb::All(_)
            | Verb::Layers(_)
            | Verb::Show(_)
            | Verb::Advise(_)
            | Verb::Odds(_) => Shape::Json,
        }
    }

    /// Whether it never writes in colours.
    pub fn is_colourless(&self) -> bool {
        matches!(self, Verb::Solve(args) if args.jobs.is_some())
    }

    /// Whoever asks names no file that would tell a picture's format: it is an SVG unless told.
    pub fn settle_format(&mut self) {
        if let Verb::Draw(args) = self {
            args.format.get_or_insert(Format::Svg);
        }
    }
}
