//! Snakes and Ladders: the fewest rolls to the last square.
//!
//! Where the rules are silent: a board needs a side of at least 2; the die has as many faces
//! as the option `die` says. Play begins on the square that the option `from` names, whatever is
//! on it, or off the board, so that square 1 can be landed on and may hold a jump. What a roll
//! past the last square does is for the option `overshoot` to say. Of a die with very many faces
//! not all rolls are listed, though all are legal: those left out do what a listed one does.

mod exact;
mod kernel;
mod make;
mod odds;
mod tell;
#[cfg(test)]
mod tests;
mod text;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::{fmt, iter};

use fewest_search::{Puzzle, SearchContext, SearchOptions, Space};
use fewest_words::say;

use crate::edit::Editor;
use crate::format::{Judge, answer_fewest};
use crate::game::{Game, Kernel, MoveName, MoveText, Standing};
use crate::grid::{Grid, Square};
use crate::info::{Blank, Info, OptionInfo, Options, Play, Tool, ToolKind, Unit};
use crate::making::frame::Amount;
use crate::making::make::Generator;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::puzzle::{AnyPuzzle, Placed};
use crate::rows;
use crate::rows::BoardText;
use crate::source::{TextError, digits};
use crate::view::{Ground, Link, Piece, Role, Tile, Trace, View};
use make::Maker;

/// A board: an n×n track, numbered here from 0 at the bottom left, each row up running the
/// other way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    side: u32,
    die: u32,
    overshoot: Overshoot,
    jumps: Jumps,
    /// The number of the square that the player begins on; [`Board::OFF`] for off the board.
    from: u32,
}

/// What a roll past the last square does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overshoot {
    /// It is not offered.
    Offered,
    /// The player stays.
    Stay,
    /// It wins.
    Win,
    /// The rest of it counts back from the last square, and forward again from the first.
    Bounce,
}

impl Overshoot {
    const ALL: [Self; 4] = [Self::Offered, Self::Stay, Self::Win, Self::Bounce];

    fn name(self) -> &'static str {
        match self {
            Overshoot::Offered => "offered",
            Overshoot::Stay => "stay",
            Overshoot::Win => "win",
            Overshoot::Bounce => "bounce",
        }
    }
}

impl Board {
    const JUDGES_DIE: u32 = 6;
    const JUDGES_FROM: u32 = 1;
    /// The number that stands for no square: whoever begins there has the whole track ahead.
    const OFF: u32 = 0;

    fn squares(&self) -> u32 {
        self.side * self.side
    }

    fn last(&self) -> u32 {
        self.squares() - 1
    }

    /// Where a player stands after landing on the square of that number: one jump at the most.
    fn landing(&self, number: u32) -> u32 {
        self.jumps.end(number - 1).map_or(number, |end| end + 1)
    }

    /// The number of the square that a bounce lands on that goes so far past the last square.
    fn bounced(&self, past: u32) -> u32 {
        let length = u64::from(self.last());
        let along = u64::from(past) % (2 * length);
        (along.abs_diff(length) + 1) as u32
    }

    /// The squares of the track as they lie on the table, row by row from the top.
    fn table(&self) -> impl Iterator<Item = impl Iterator<Item = u32> + use<>> + use<> {
        let side = self.side;
        (0..side)
            .rev()
            .map(move |row| (0..side).map(move |column| row * side + along(side, row, column)))
    }
}

/// The square of the track at an index of the matrix, which is written from the top row down.
fn winding(side: u32, index: u32) -> u32 {
    let row = side - 1 - index / side;
    row * side + along(side, row, index % side)
}

/// Where a square of the track lies in the matrix: the way back from [`winding`].
fn laid(side: u32, square: u32) -> u32 {
    let row = square / side;
    (side - 1 - row) * side + along(side, row, square % side)
}

/// How far along its row of the track a column is: every other row runs from the right.
fn along(side: u32, row: u32, column: u32) -> u32 {
    if row.is_multiple_of(2) {
        column
    } else {
        side - 1 - column
    }
}

/// The game in words: its name, glyphs and options, and what is drawn with.
const INFO: Info = Info {
    id: "ladders",
    title: "Snakes and Ladders",
    how: &[
        "Reach the last square in as few rolls as you can.",
        "You choose what each roll of the die shows, and you walk that many squares along the winding track.",
        "Stop at the foot of a ladder and you climb it; stop on the head of a snake and you slide down it, in the same roll.",
        "A roll takes at most one ladder or snake: where it ends on another one, you stay there.",
        "A roll past the last square is not allowed, unless the level says otherwise.",
    ],
    example: concat!(
        "game: ladders\n",
        "\n",
        " .  .  6  .\n",
        " .  .  .  .\n",
        " .  .  .  .\n",
        " .  . 12  .\n",
        "\n",
        "solution: 2 4\n",
    ),
    judge: Some("LeetCode 909"),
    judge_no: "-1",
    judge_end: "",
    unit: Unit {
        one: "roll",
        many: "rolls",
    },
    moves: Roll::FORM,
    glyphs: &[
        (". or -1", "a plain square"),
        ("1 2 3 …", "a snake or ladder to that square"),
    ],
    options: &[
        OptionInfo {
            name: "die",
            values: "a whole number from 1",
            choices: &[],
            default: "6",
            meaning: "how many faces the die has",
        },
        OptionInfo {
            name: "from",
            values: "the number of a square, or 0",
            choices: &[],
            default: "1",
            meaning: "where play begins; 0 is off the board, so that square 1 may hold a jump",
        },
        OptionInfo {
            name: "overshoot",
            values: "offered, stay, win or bounce",
            choices: &["offered", "stay", "win", "bounce"],
            default: "offered",
            meaning: "what a roll past the last square does: offered only where it fits, the \
                      player stays, it wins, or it counts back from the last square",
        },
    ],
    amounts: &[Amount {
        name: "jumps",
        usual: "10%..25%",
        all: "0%..100%",
        meaning: "snakes and ladders",
    }],
    play: Play::Numbers,
    chance: true,
    covers: false,
    hardest: 0.46,
    board: Blank {
        empty: ".",
        ground: Ground::Floor,
        rows: 6,
        columns: 6,
        square: true,
        spaced: true,
        numbered: true,
        veil: None,
    },
    tools: &[Tool {
        name: "jump",
        kind: ToolKind::Link,
        ..Tool::NONE
    }],
};

/// A roll of the die: how many squares it advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll(pub u32);

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl MoveText for Roll {
    const FORM: &'static str = "as the number of squares a roll advances";
    fn read(word: &str) -> Option<Self> {
        digits(word).map(Roll)
    }
    fn name(self) -> MoveName {
        const FACES: &str = "0123456789";
        let face = self.0 as usize;
        match FACES.get(face..face + 1) {
            Some(digit) => Cow::Borrowed(digit),
            None => Cow::Owned(self.to_string()),
        }
    }
}

/// The jumps of a track. Only those there are take room: a jump's number among them says where
/// its end is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jumps {
    words: Vec<Word>,
    ends: Vec<u32>,
}

/// 64 squares in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Word {
    /// Those that hold a jump, a bit each.
    starts: u64,
    /// How many jumps there are before them.
    before: u32,
}

impl Jumps {
    /// The jumps of a track of so many squares: where each starts and ends, in any order. No two
    /// start on one square.
    pub fn new(squares: u32, jumps: &[(u32, u32)]) -> Self {
        // One word to spare, so that there always is a next one.
        let mut words = vec![Word::default(); (squares / u64::BITS) as usize + 2];
        for &(start, _) in jumps {
            words[(start / u64::BITS) as usize].starts |= 1 << (start % u64::BITS);
        }
        let mut before = 0;
        for word in &mut words {
            word.before = before;
            before += word.starts.count_ones();
        }
        let ends = vec![0; jumps.len()];
        let mut track = Jumps { words, ends };
        for &(start, end) in jumps {
            let number = track.number(start).expect("it was marked");
            track.ends[number] = end;
        }
        track
    }

    /// The number of the jump on a square, if it holds one.
    #[inline]
    fn number(&self, square: u32) -> Option<usize> {
        let word = self.words[(square / u64::BITS) as usize];
        let bit = 1 << (square % u64::BITS);
        let before = || word.before + (word.starts & (bit - 1)).count_ones();
        (word.starts & bit != 0).then(|| before() as usize)
    }

    /// Where the jump on a square ends, if it holds one.
    #[inline]
    pub fn end(&self, square: u32) -> Option<u32> {
        self.number(square).map(|number| self.ends[number])
    }

    /// Word by word, those of 64 squares in a row that hold a jump, a bit each, and how many jumps
    /// there are before them.
    pub fn words(&self) -> impl Iterator<Item = (u64, u32)> {
        self.words.iter().map(|word| (word.starts, word.before))
    }

    /// Where all jumps end, in the order of their starts.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Every jump's start and end, in the order of their starts.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        let starts = (0..).zip(&self.words).flat_map(|(number, word)| {
            let mut left = word.starts;
            std::iter::from_fn(move || {
                let at = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(number * u64::BITS + at)
            })
        });
        starts.zip(self.ends.iter().copied())
    }
}

impl Game for Board {
    /// The number of the square the player stands on; 0 for none, off the board.
    type State = u32;

    type Move = Roll;

    const INFO: Info = INFO;

    fn read_board(board: &BoardText, options: &Options) -> Result<Self, TextError> {
        text::read_board(board, options)
    }

    fn write_board(&self) -> String {
        let furthest = self.jumps.ends().iter().max();
        let width = furthest.map_or(1, |end| (end + 1).to_string().len());
        let mut text = String::with_capacity(self.squares() as usize * (width + 1));
        for row in self.table() {
            for square in row {
                match self.jumps.end(square) {
                    None => text.extend(iter::repeat_n(' ', width - 1).chain(['.'])),
                    Some(end) => write!(text, "{:>width$}", end + 1).expect("writing to a string"),
                }
                text.push(' ');
            }
            text.pop();
            text.push('\n');
        }
        text
    }

    fn start(&self) -> u32 {
        self.from
    }

    fn standing(&self, &number: &u32) -> Standing {
        if number == self.squares() {
            Standing::Won
        } else {
            Standing::Playing
        }
    }

    fn candidates(&self, _: &u32) -> Vec<Roll> {
        (1..=self.faces_listed()).map(Roll).collect()
    }

    fn play(&self, number: &mut u32, Roll(roll): Roll) -> Result<(), String> {
        if roll == 0 || roll > self.die {
            return Err(say!("the die has the faces 1 to {die}", die = self.die));
        }
        let left = self.squares() - *number;
        *number = match self.overshoot {
            _ if roll <= left => self.landing(*number + roll),
            Overshoot::Offered => {
                return Err(say!(
                    "only {squares} left",
                    squares = rows::squares(left as usize)
                ));
            }
            Overshoot::Stay => *number,
            Overshoot::Win => self.squares(),
            Overshoot::Bounce => self.landing(self.bounced(roll - left)),
        };
        Ok(())
    }

    fn at(&self, &number: &u32) -> Self {
        Board {
            from: number,
            ..self.clone()
        }
    }

    fn puzzle(&self) -> Box<dyn AnyPuzzle<Roll> + '_> {
        let numbers = 1..=self.squares();
        Box::new(Track {
            board: self,
            // Nobody lands off the board: the first entry only lets the others have their number.
            landings: [Board::OFF]
                .into_iter()
                .chain(numbers.map(|number| self.landing(number)))
                .collect(),
            faces: self.faces_listed(),
        })
    }

    fn view(&self, &player: &u32) -> View {
        let mut links = Vec::new();
        let tile = |square: u32| {
            let number = (square + 1).to_string();
            let jump = self.jumps.end(square).map(|end| (end, end >= square));
            let (text, role) = match jump {
                None if square == self.last() => (format!("{number}*"), Role::Goal),
                None => (number.clone(), Role::Plain),
                Some((end, true)) => (format!("{number}>{}", end + 1), Role::Lift),
                Some((end, false)) => (format!("{number}>{}", end + 1), Role::Drop),
            };
            links.extend(jump.map(|(end, _)| Link {
                from: laid(self.side, square),
                to: laid(self.side, end),
                role,
            }));
            let ground = match square == self.last() {
                true => Ground::Flag,
                false => Ground::Floor,
            };
            let brackets = (square + 1 == player).then(|| format!("({text})"));
            let mut tile = Tile::new(text, role).on(ground).labelled(number);
            if let Some(text) = brackets {
                tile.taken(text, Piece::Pawn);
            }
            tile
        };
        let tiles = self.table().flatten().map(tile).collect();
        View {
            links,
            ..View::new(Grid::new(self.side as usize, tiles))
        }
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let (die, from) = (self.die, self.from);
        let overshoot = self.overshoot;
        let options = [
            ("die", die.to_string(), die != Board::JUDGES_DIE),
            ("from", from.to_string(), from != Board::JUDGES_FROM),
            (
                "overshoot",
                overshoot.name().to_string(),
                overshoot != Overshoot::Offered,
            ),
        ];
        let others = options.into_iter().filter(|(_, _, other)| *other);
        others.map(|(name, value, _)| (name, value)).collect()
    }

    fn size(&self) -> (u32, u32) {
        (self.side, self.side)
    }

    /// Square by square to where the roll lands, and on by the jump from there.
    fn trace(&self, &player: &u32, roll: Roll) -> Trace {
        let mut end = player;
        let last = self.squares();
        let landing = player.saturating_add(roll.0);
        let mut track: Vec<u32> = (player.max(1)..=landing.min(last)).collect();
        let _ = self.play(&mut end, roll);
        match self.overshoot {
            Overshoot::Bounce if landing > last => {
                track.extend((self.bounced(landing - last)..last).rev());
            }
            Overshoot::Stay | Overshoot::Offered if landing > last => {
                track.truncate(usize::from(player != Board::OFF));
            }
            _ => {}
        }
        let touched = track.last().copied();
        Trace {
            steps: track
                .into_iter()
                .map(|number| laid(self.side, number - 1))
                .collect(),
            jump: (touched.is_some_and(|touched| touched != end)).then(|| laid(self.side, end - 1)),
        }
    }

    fn kernel(&self, options: &SearchOptions) -> Option<Kernel<Self>> {
        kernel::fits(self, options).then_some(Kernel {
            plan: kernel::plan,
            solve: kernel::solve,
        })
    }

    /// The greatest roll again and again, as if there were no jumps.
    fn naive_lower_bound(&self) -> u64 {
        u64::from((self.squares() - self.from).div_ceil(self.die))
    }

    fn odds(&self, ask: &OddsAsk, context: &mut SearchContext) -> Result<Odds, NoOdds> {
        odds::odds(self, ask, context)
    }

    fn judge() -> Option<Judge<Self>> {
        Some(Judge {
            read: text::read_case,
            write: text::write_case,
            answer: answer_fewest,
        })
    }

    fn editor() -> &'static dyn Editor<Self> {
        &Maker
    }

    fn generator() -> &'static dyn Generator<Self> {
        &Maker
    }
}

impl Board {
    /// How many faces of the die are listed: all, unless there are so many that those left out
    /// only repeat what others do. A bounce comes by every square within twice the track.
    pub(super) fn faces_listed(&self) -> u32 {
        const ALL_LISTED: u32 = 1000;
        self.die.min(match self.overshoot {
            Overshoot::Offered => self.squares(),
            _ => self.squares().saturating_mul(3).max(ALL_LISTED),
        })
    }
}

/// The track with every jump folded in.
pub(super) struct Track<'a> {
    pub board: &'a Board,
    /// Where a player stands who lands on a square, by its number.
    pub landings: Vec<u32>,
    pub faces: u32,
}

impl Puzzle for Track<'_> {
    type State = u32;
    type Move = Roll;
    type Key = u32;

    fn start(&self) -> u32 {
        self.board.from
    }

    fn is_won(&self, &number: &u32) -> bool {
        number == self.board.squares()
    }

    fn expand(
        &self,
        &number: &u32,
        mut visit: impl FnMut(Roll, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let ahead = &self.landings[number as usize + 1..];
        for (roll, &landing) in (1..=self.faces).zip(ahead) {
            visit(Roll(roll), landing)?;
        }
        let left = ahead.len() as u32;
        for roll in left + 1..=self.faces {
            let end = match self.board.overshoot {
                Overshoot::Offered => break,
                Overshoot::Stay => number,
                Overshoot::Win => self.board.squares(),
                Overshoot::Bounce => self.landings[self.board.bounced(roll - left) as usize],
            };
            visit(Roll(roll), end)?;
        }
        ControlFlow::Continue(())
    }

    fn pack(&self, &number: &u32) -> u32 {
        number
    }

    fn unpack(&self, &key: &u32) -> u32 {
        key
    }

    fn space(&self) -> Space {
        Space::Dense(self.landings.len() as u64)
    }
}

impl Placed for Track<'_> {
    fn player(&self, &number: &u32) -> Option<Square> {
        let square = number.checked_sub(1)?;
        Some(laid(self.board.side, square))
    }
}
