//! The eight-puzzle: the fewest slides that bring eight tiles into order. Copy this folder to begin a
//! game.
//!
//! It is compiled for the tests alone, and held to the contract like the games that are played;
//! docs/adding-a-game.md walks through it. A move is the way that the gap goes, and the gap ends at
//! the bottom right.

#[cfg(test)]
mod tests;

use fewest_words::{key, say};

use crate::game::{Game, MoveText as _, Standing};
use crate::grid::{Direction, Grid, Square};
use crate::info::{Blank, Info, Options, Tool, ToolKind, Unit};
use crate::puzzle::{AnyPuzzle, ByRules};
use crate::rows::BoardText;
use crate::source::TextError;
use crate::view::{Ground, Role, Tile, View};

/// A board: the tiles where play begins. All of them may move, so they are the state as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    tiles: Grid<u8>,
}

const SIDE: u32 = 3;
const GAP: u8 = 0;
const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, GAP];
/// How many arrangements there are: 9!
const ARRANGEMENTS: u64 = 362_880;

const LEGEND: &str =
    key("a board has three rows of three squares: the tiles `1`–`8`, each once, and `.` the gap");
const DRAWN: &str =
    key("The board has three rows of three squares: the eight tiles, each once, and the gap.");

impl Game for Board {
    type State = Grid<u8>;
    type Move = Direction;

    const INFO: Info = Info {
        id: "template",
        title: "Eight-puzzle",
        how: &[
            "Bring the tiles into order, with the gap at the bottom right.",
            "A move slides a tile into the gap.",
            "You cannot lose, but half of all boards cannot be won.",
        ],
        example: "game: template\n\n123\n4.6\n758\n\nsolution: D R\n",
        unit: Unit {
            one: "slide",
            many: "slides",
        },
        moves: Direction::FORM,
        glyphs: &[("1–8", "a tile"), (".", "the gap")],
        board: Blank {
            rows: SIDE,
            columns: SIDE,
            square: true,
            ..Blank::PLAIN
        },
        tools: &[
            tile("1"),
            tile("2"),
            tile("3"),
            tile("4"),
            tile("5"),
            tile("6"),
            tile("7"),
            tile("8"),
        ],
        ..Info::PLAIN
    };

    /// An error points at its place and says what to write instead.
    fn read_board(board: &BoardText, _: &Options) -> Result<Self, TextError> {
        let mut seen = [false; 9];
        let tiles = board.glyphs(LEGEND, |glyph, _, at| {
            let tile = match glyph {
                '.' => GAP,
                '1'..='8' => glyph as u8 - b'0',
                _ => return Ok(None),
            };
            match std::mem::replace(&mut seen[usize::from(tile)], true) {
                false => Ok(Some(tile)),
                true => {
                    let message = say!("a second `{glyph}`", glyph);
                    Err(board.source.error(at, message, LEGEND).drawn(DRAWN))
                }
            }
        })?;
        // On nine squares, none of them twice, is each of them once.
        let (rows, columns) = (tiles.rows(), tiles.columns());
        if (rows, columns) != (SIDE, SIDE) {
            let message = say!("{rows} by {columns} is no size of a board", rows, columns);
            return Err(board.error(message, LEGEND).drawn(DRAWN));
        }
        Ok(Board { tiles })
    }

    fn write_board(&self) -> String {
        self.tiles.map(|&tile| glyph(tile)).to_string()
    }

    fn start(&self) -> Grid<u8> {
        self.tiles.clone()
    }

    fn standing(&self, tiles: &Grid<u8>) -> Standing {
        match tiles.squares() == GOAL {
            true => Standing::Won,
            false => Standing::Playing,
        }
    }

    fn candidates(&self, _: &Grid<u8>) -> Vec<Direction> {
        Direction::ALL.to_vec()
    }

    fn play(&self, tiles: &mut Grid<u8>, direction: Direction) -> Result<(), String> {
        let gap = gap(tiles);
        let Some(next) = tiles.step(gap, direction) else {
            return Err(say!("the board ends there"));
        };
        tiles.squares_mut().swap(gap as usize, next as usize);
        Ok(())
    }

    fn at(&self, tiles: &Grid<u8>) -> Self {
        let tiles = tiles.clone();
        Board { tiles }
    }

    /// A key is the place of an arrangement among all, as in a dictionary.
    fn puzzle(&self) -> Box<dyn AnyPuzzle<Direction> + '_> {
        Box::new(ByRules::new(self, pack, unpack).dense(ARRANGEMENTS))
    }

    /// The gap is what the player moves.
    fn view(&self, tiles: &Grid<u8>) -> View {
        let tile = |&tile: &u8| match tile {
            GAP => Tile::new(".", Role::Player),
            _ => Tile::new(glyph(tile), Role::Plain)
                .on(Ground::Count)
                .labelled(glyph(tile)),
        };
        View::new(tiles.map(tile))
    }
}

fn glyph(tile: u8) -> char {
    match tile {
        GAP => '.',
        tile => char::from(b'0' + tile),
    }
}

/// Where the gap is.
fn gap(tiles: &Grid<u8>) -> Square {
    let gap = tiles.squares().iter().position(|&tile| tile == GAP);
    gap.expect("there is a gap") as Square
}

fn pack(_: &Board, tiles: &Grid<u8>) -> u32 {
    let tiles = tiles.squares();
    (0..9).fold(0, |key, at| {
        let later = tiles[at + 1..].iter();
        let smaller = later.filter(|&&tile| tile < tiles[at]).count();
        key * (9 - at as u32) + smaller as u32
    })
}

fn unpack(_: &Board, &key: &u32) -> Grid<u8> {
    let (mut tiles, mut key) = (vec![0; 9], key);
    for at in (0..9).rev() {
        let left = 9 - at as u32;
        let tile = (key % left) as u8;
        key /= left;
        // The later ones were numbered without it.
        for later in &mut tiles[at + 1..] {
            *later += u8::from(*later >= tile);
        }
        tiles[at] = tile;
    }
    Grid::new(SIDE as usize, tiles)
}

/// A tool for one tile, which is on one square at most.
const fn tile(glyph: &'static str) -> Tool<'static> {
    Tool {
        name: glyph,
        kind: ToolKind::One,
        glyphs: glyph,
        ground: Some(Ground::Count),
        ..Tool::NONE
    }
}
