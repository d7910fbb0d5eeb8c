//! Robots on ice: the fewest slides that bring robot 0 to the target.
//!
//! Where the rules are silent: a robot that cannot leave its square makes no move. With
//! `passing: yes` the game is over as soon as robot 0 reaches the target, so it is seen there.

mod kernel;
mod make;
mod puzzle;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;
use std::sync::Arc;

use fewest_search::SearchOptions;
use fewest_words::{key, say};

use self::make::Maker;
use crate::edit::Editor;
use crate::game::{Game, Kernel, MoveName, MoveText, Standing};
use crate::grid::{Direction, Grid, Square};
use crate::info::{Blank, Info, OptionInfo, Options, Palette, Play, Tool, ToolKind, Unit};
use crate::making::frame::Amount;
use crate::making::make::Generator;
use crate::puzzle::AnyPuzzle;
use crate::rows::BoardText;
use crate::source::TextError;
use crate::view::{Edge, Ground, Piece, Role, Side, Tile, Trace, View};

/// A board: the ice, the robots, and the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// For each square, which of [`BLOCK`], [`WALL_RIGHT`] and [`WALL_BELOW`] are there.
    ice: Arc<Grid<u8>>,
    /// What the robots are called, ascending; the first is robot 0.
    labels: Arc<[u8]>,
    /// Where they are.
    robots: Vec<Square>,
    target: Square,
    /// Whether it is enough that robot 0 passes over the target.
    passing: bool,
}

const BLOCK: u8 = 1;
const WALL_RIGHT: u8 = 2;
const WALL_BELOW: u8 = 4;

/// What robots are called, in their order.
const LABELS: &str = "0123456789abcdefghijklmnopqrstuvwxyz";

/// A robot slides as far as it can.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// The robot's label; `None` where the board has no other.
    robot: Option<u8>,
    direction: Direction,
}

impl Slide {
    /// The label of the robot that slides.
    fn label(self) -> u8 {
        self.robot.unwrap_or(b'0')
    }
}

/// The only robot may be named, or not.
impl PartialEq for Slide {
    fn eq(&self, other: &Self) -> bool {
        (self.label(), self.direction) == (other.label(), other.direction)
    }
}

impl Eq for Slide {}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(robot) = self.robot {
            write!(f, "{}", char::from(robot))?;
        }
        self.direction.fmt(f)
    }
}

impl MoveText for Slide {
    const FORM: &'static str = key("U, D, L or R, after the robot if there are several: 0U");
    const LETTERS: bool = true;

    fn read(word: &str) -> Option<Self> {
        let (robot, direction) = match word.as_bytes() {
            [robot, _] if LABELS.as_bytes().contains(robot) => (Some(*robot), &word[1..]),
            _ => (None, word),
        };
        let direction = Direction::read(direction)?;
        Some(Slide { robot, direction })
    }

    fn name(self) -> MoveName {
        match self.robot {
            None => self.direction.name(),
            Some(_) => self.to_string().into(),
        }
    }
}

impl Board {
    /// The square to which a robot can go from another one, while no other robot is there.
    #[inline]
    fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        let next = self.ice.step(square, direction)?;
        let is_walled = match direction {
            Direction::Up => self.ice[next] & WALL_BELOW,
            Direction::Down => self.ice[square] & WALL_BELOW,
            Direction::Left => self.ice[next] & WALL_RIGHT,
            Direction::Right => self.ice[square] & WALL_RIGHT,
        };
        (is_walled == 0 && self.ice[next] & BLOCK == 0).then_some(next)
    }

    /// Where the robot at a place of the list comes to rest.
    fn end(&self, robots: &[Square], place: usize, direction: Direction) -> Square {
        let mut at = robots[place];
        while let Some(next) = self.next(at, direction)
            && !robots.contains(&next)
        {
            at = next;
            if self.passing && place == 0 && at == self.target {
                break;
            }
        }
        at
    }

    /// Robot 0, and then the others in the order in which they lie on the board.
    fn sorted(&self) -> Vec<Square> {
        let mut robots = self.robots.clone();
        robots[1..].sort_unstable();
        robots
    }

    /// The walls between squares.
    fn edges(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (square, &walls) in (0..).zip(self.ice.squares()) {
            for (wall, side) in [(WALL_RIGHT, Side::Right), (WALL_BELOW, Side::Down)] {
                if walls & wall != 0 {
                    edges.push(Edge { square, side });
                }
            }
        }
        edges
    }

    /// A slide of the robot at a place of the list; its label is left out if it is the only one.
    fn named(&self, place: usize, direction: Direction) -> Slide {
        let robot = (self.labels.len() > 1).then(|| self.labels[place]);
        Slide { robot, direction }
    }
}

impl Game for Board {
    /// Where the robots are, in the order of their labels.
    type State = Vec<Square>;

    type Move = Slide;

    const INFO: Info = INFO;

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        text::read_board(board, options)
    }

    fn write_board(&self) -> String {
        text::write_board(self)
    }

    fn start(&self) -> Vec<Square> {
        self.robots.clone()
    }

    fn standing(&self, robots: &Vec<Square>) -> Standing {
        match robots[0] == self.target {
            true => Standing::Won,
            false => Standing::Playing,
        }
    }

    /// Robot 0, and then the others in the order in which they lie on the board: the search does
    /// not tell them apart.
    fn candidates(&self, robots: &Vec<Square>) -> Vec<Slide> {
        let mut places: Vec<usize> = (0..robots.len()).collect();
        places[1..].sort_unstable_by_key(|&place| robots[place]);
        let slides = |place| Direction::ALL.map(|direction| self.named(place, direction));
        places.into_iter().flat_map(slides).collect()
    }

    fn play(&self, robots: &mut Vec<Square>, step: Slide) -> Result<(), String> {
        if step.robot.is_none() && robots.len() > 1 {
            let direction = step.direction;
            return Err(say!("say which robot slides: `0{direction}`", direction));
        }
        let Some(place) = self.labels.iter().position(|&it| it == step.label()) else {
            let robot = char::from(step.label());
            return Err(say!("there is no robot {robot}", robot));
        };
        let at = self.end(robots, place, step.direction);
        if at == robots[place] {
            return Err(say!("the robot cannot move that way"));
        }
        robots[place] = at;
        Ok(())
    }

    fn at(&self, robots: &Vec<Square>) -> Self {
        Board {
            robots: robots.clone(),
            ..self.clone()
        }
    }

    fn puzzle(&self) -> Box<dyn AnyPuzzle<Slide> + '_> {
        puzzle::of(self)
    }

    fn view(&self, robots: &Vec<Square>) -> View {
        let mut tiles = self.ice.map(|walls| match walls & BLOCK {
            0 => Tile::new(".", Role::Plain),
            _ => Tile::new("#", Role::Wall).on(Ground::Wall),
        });
        tiles[self.target] = Tile::new("G", Role::Goal).on(Ground::Target);
        for (place, (&square, &label)) in robots.iter().zip(&*self.labels).enumerate() {
            let tile = &mut tiles[square];
            let label = char::from(label).to_string();
            match place {
                0 => tile.taken(&label, Piece::Pawn),
                _ => {
                    tile.taken(&label, Piece::Stone);
                    tile.role = Role::Other;
                }
            }
            tile.label = label;
        }
        View {
            edges: self.edges(),
            ..View::new(tiles)
        }
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        text::options(self)
    }

    fn size(&self) -> (u32, u32) {
        (self.ice.rows(), self.ice.columns())
    }

    fn trace(&self, robots: &Vec<Square>, step: Slide) -> Trace {
        let mut next = robots.clone();
        let _ = self.play(&mut next, step);
        let moved = (robots.iter().zip(&next)).find(|(from, to)| from != to);
        let (&from, &to) = moved.unwrap_or((&robots[0], &robots[0]));
        Trace::straight(from, to, self.ice.columns())
    }

    /// The tools of the game, and one for each robot that these have none for.
    fn palette(&self) -> Palette<'_> {
        let mut palette = Palette::of(&INFO);
        for &label in self.labels.iter().filter(|&&label| label > LAST_TOOL) {
            let place = LABELS.find(char::from(label)).expect("a label");
            let glyph = &LABELS[place..=place];
            palette.tools.push(robot(glyph, glyph));
        }
        palette
    }

    fn kernel(&self, options: &SearchOptions) -> Option<Kernel<Self>> {
        kernel::fits(self, options).then_some(Kernel {
            plan: kernel::plan,
            solve: kernel::solve,
        })
    }

    /// Straight there, or once round a corner.
    fn naive_lower_bound(&self) -> u64 {
        let (robot, target) = (self.ice.place(self.robots[0]), self.ice.place(self.target));
        u64::from(robot.row != target.row) + u64::from(robot.column != target.column)
    }

    fn editor() -> &'static dyn Editor<Self> {
        &Maker
    }

    fn generator() -> &'static dyn Generator<Self> {
        &Maker
    }
}

/// The last robot that has a tool on every board.
const LAST_TOOL: u8 = b'4';

/// A tool for one of the other robots.
const fn robot(name: &'static str, glyphs: &'static str) -> Tool<'static> {
    Tool {
        name,
        kind: ToolKind::One,
        glyphs,
        piece: Some(Piece::Stone),
        ..Tool::NONE
    }
}

/// The game in words: its name, glyphs and options, and what is drawn with.
const INFO: Info = Info {
    id: "slide",
    title: "Robots on ice",
    how: &[
        "Bring robot 0 to a stop on the target in as few slides as you can.",
        "A move sends one robot up, down, left or right, and it slides until a block, a wall, the edge of the board or another robot stops it.",
        "The other robots slide in the same way, and can be put where they stop robot 0.",
        "A robot that slides over the target without stopping there has not reached it.",
        "You cannot lose.",
    ],
    example: concat!(
        "game: slide\n",
        "edges: 0,1R\n",
        "\n",
        "0....\n",
        ".....\n",
        "1..G.\n",
        "\n",
        "solution: 1R 0D 0R\n",
    ),
    unit: Unit {
        one: "slide",
        many: "slides",
    },
    moves: Slide::FORM,
    glyphs: &[
        (".", "ice"),
        ("#", "a block"),
        ("G", "the target"),
        ("0", "the robot that must reach it"),
        ("1–9, a–z", "another robot"),
    ],
    options: &[
        OptionInfo {
            name: "target",
            values: "row,column",
            choices: &[],
            default: "the square G",
            meaning: "where the target is, if a robot stands on it",
        },
        OptionInfo {
            name: "edges",
            values: "0,1R 2,4D",
            choices: &[],
            default: "none",
            meaning: "walls between squares: right of 0,1 and below 2,4",
        },
        OptionInfo {
            name: "passing",
            values: "yes or no",
            choices: &["yes", "no"],
            default: "no",
            meaning: "whether it is enough that robot 0 slides over the target",
        },
    ],
    amounts: &[
        Amount {
            name: "blocks",
            usual: "0%..20%",
            all: "0%..100%",
            meaning: "blocks",
        },
        Amount {
            name: "edges",
            usual: "0%..15%",
            all: "0%..100%",
            meaning: "walls between squares",
        },
        Amount {
            name: "robots",
            usual: "0..3",
            all: "0..35",
            meaning: "other robots",
        },
    ],
    play: Play::Pieces,
    hardest: 0.63,
    board: Blank {
        rows: 8,
        columns: 8,
        ..Blank::PLAIN
    },
    tools: &[
        Tool {
            name: "block",
            kind: ToolKind::Paint,
            glyphs: "#",
            ground: Some(Ground::Wall),
            ..Tool::NONE
        },
        Tool {
            name: "wall",
            kind: ToolKind::Edge,
            note: Some("edges"),
            ..Tool::NONE
        },
        Tool {
            name: "target",
            kind: ToolKind::One,
            glyphs: "G",
            ground: Some(Ground::Target),
            note: Some("target"),
            ..Tool::NONE
        },
        Tool {
            piece: Some(Piece::Pawn),
            ..robot("robot 0", "0")
        },
        robot("robot 1", "1"),
        robot("robot 2", "2"),
        robot("robot 3", "3"),
        robot("robot 4", "4"),
    ],
    ..Info::PLAIN
};
