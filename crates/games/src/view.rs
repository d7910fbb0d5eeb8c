//! What a position looks like, for any screen: a grid of tiles, and what lies across them.
//!
//! A terminal writes each tile's text and colours it by its role. A picture is painted from
//! what lies in a square, what stands on it, and what reaches over several of them.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::grid::{Grid, Square};

/// A position to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board.
    pub tiles: Grid<Tile>,
    /// From the head to the tail: one long body, drawn in one piece. Two squares that follow
    /// each other share a side, or lie across from each other at opposite edges.
    pub body: Vec<Square>,
    /// Ways from one square to another, drawn across the board.
    pub links: Vec<Link>,
    /// Walls between two squares that share a side.
    pub edges: Vec<Edge>,
    /// The pictures that the level brings along, shared by all its positions.
    pub sprites: Arc<[Sprite]>,
}

impl View {
    /// A board on which nothing reaches over several squares.
    pub fn new(tiles: Grid<Tile>) -> Self {
        View {
            tiles,
            body: Vec::new(),
            links: Vec::new(),
            edges: Vec::new(),
            sprites: Arc::default(),
        }
    }
}

/// A small picture of a level, drawn as large as a square allows, its pixels sharp.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sprite {
    /// The number of pixels in each row.
    pub columns: u32,
    /// The colours of its pixels.
    pub colours: Vec<Rgb>,
    /// For each pixel, row by row, its place among the colours. `None` is transparent.
    pub pixels: Vec<Option<u8>>,
}

impl Sprite {
    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.pixels.len() as u32 / self.columns
    }
}

/// A colour of a sprite: red, green, blue. Written and serialised as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Rgb(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Serialize for Rgb {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One square to look at. Its text alone tells what it is; the role lets a screen colour it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Tile {
    /// What a terminal writes in the square.
    pub text: String,
    /// What the square is.
    pub role: Role,
    /// What a picture shows as the square itself.
    pub ground: Ground,
    /// What a picture shows on top of it.
    pub piece: Option<Piece>,
    /// What a picture writes in it: a number, a letter, or nothing.
    pub label: String,
    /// Which of the view's sprites a picture draws over the ground, the lowest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<u32>,
}

impl Tile {
    /// A tile on open floor, with nothing on it.
    pub fn new(text: impl Into<String>, role: Role) -> Self {
        Tile {
            text: text.into(),
            role,
            ground: Ground::Floor,
            piece: None,
            label: String::new(),
            pictures: Vec::new(),
        }
    }

    /// The same tile on other ground.
    pub fn on(self, ground: Ground) -> Self {
        Tile { ground, ..self }
    }

    /// The same tile with a piece on it.
    pub fn with(self, piece: Piece) -> Self {
        let piece = Some(piece);
        Tile { piece, ..self }
    }

    /// The same tile with something written in it.
    pub fn labelled(self, label: impl Into<String>) -> Self {
        let label = label.into();
        Tile { label, ..self }
    }

    /// The same tile with sprites of the view drawn in it, the lowest first.
    pub fn pictured(self, pictures: Vec<u32>) -> Self {
        Tile { pictures, ..self }
    }

    /// Who stands here hides what a terminal writes; a picture shows both.
    pub fn taken(&mut self, text: impl Into<String>, piece: Piece) {
        self.text = text.into();
        self.role = Role::Player;
        self.piece = Some(piece);
    }
}

/// What a square is, in words that all games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Nothing of note: floor, ice, a plain square.
    Plain,
    /// What stops a move: a wall, a block.
    Wall,
    /// What the player moves: a head, a stone, a pawn.
    Player,
    /// Another piece that can be moved. Which of them it is makes no difference to what can be won.
    Other,
    /// What follows the player: the body.
    Body,
    /// Where the player wants to be: an apple, a goal, the last square.
    Goal,
    /// A way up or across: a ladder, a portal.
    Lift,
    /// A way down: a snake on a ladders board.
    Drop,
    /// Not seen yet.
    Hidden,
    /// A count of what is near.
    Count,
    /// What loses the game: a mine.
    Danger,
}

/// What lies in a square and stays there, as a picture shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Nothing: open floor.
    Floor,
    /// A wall, one with the walls beside it.
    Wall,
    /// A block that stands alone and can break.
    Block,
    /// What is left of a block.
    Rubble,
    /// A raised lid: nobody knows what is under it.
    Lid,
    /// A ring to go through, its letter inside.
    Ring,
    /// Circles to come to rest in.
    Target,
    /// A flag to arrive at.
    Flag,
    /// An apple to eat.
    Apple,
    /// Open floor with a count in the middle.
    Count,
}

impl Ground {
    /// Every ground there is.
    pub const ALL: [Ground; 10] = [
        Ground::Floor,
        Ground::Wall,
        Ground::Block,
        Ground::Rubble,
        Ground::Lid,
        Ground::Ring,
        Ground::Target,
        Ground::Flag,
        Ground::Apple,
        Ground::Count,
    ];
}

/// What stands on a square, as a picture shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// A pawn.
    Pawn,
    /// A round stone.
    Stone,
    /// A mine that is asleep.
    Mine,
    /// A mine that went off.
    Blast,
    /// A flag that a player has set.
    Marker,
}

impl Piece {
    /// Every piece there is.
    pub const ALL: [Piece; 5] = [
        Piece::Pawn,
        Piece::Stone,
        Piece::Mine,
        Piece::Blast,
        Piece::Marker,
    ];
}

/// A way from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Where it is entered.
    pub from: Square,
    /// Where it leads.
    pub to: Square,
    /// [`Role::Lift`] is drawn as a ladder, anything else as a snake.
    pub role: Role,
}

/// A wall between a square and one of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Edge {
    /// The square on the left of the wall, or above it.
    pub square: Square,
    /// On which side of that square the wall stands.
    pub side: Side,
}

/// A side of a square. The other two are sides of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Side {
    /// `R`: between the square and the one on its right.
    #[serde(rename = "R")]
    Right,
    /// `D`: between the square and the one below it.
    #[serde(rename = "D")]
    Down,
}

/// Where one move goes: the squares it walks over, and perhaps a jump from the last of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// From where the move begins to where its walk ends. Two squares that follow each other
    /// share a side, or lie across from each other at opposite edges. A game without a player
    /// on the board gives the one square that is touched.
    pub steps: Vec<Square>,
    /// Where the last of them leads at once.
    pub jump: Option<Square>,
}

impl Trace {
    /// A walk that ends in no jump.
    pub fn walk(steps: Vec<Square>) -> Self {
        Trace { steps, jump: None }
    }

    /// A walk along a row or a column, or a jump where the two squares share neither, on a board
    /// with that many columns.
    pub fn straight(from: Square, to: Square, columns: u32) -> Self {
        let is_row = from / columns == to / columns;
        let step = match is_row {
            true => 1,
            false if from % columns == to % columns => columns,
            false => {
                return Trace {
                    steps: vec![from],
                    jump: Some(to),
                };
            }
        };
        let mut steps: Vec<Square> = (from.min(to)..=from.max(to))
            .step_by(step as usize)
            .collect();
        if to < from {
            steps.reverse();
        }
        Trace::walk(steps)
    }

    /// The square where the move ends, if it touched any.
    pub fn end(&self) -> Option<Square> {
        self.jump.or(self.steps.last().copied())
    }
}
