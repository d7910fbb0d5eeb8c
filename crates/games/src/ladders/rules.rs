//! How Snakes and Ladders is played: one roll, one landing, one jump at the most.

use std::fmt::Write as _;
use std::iter;

use fewest_search::{SearchContext, SearchOptions};
use fewest_words::say;

use super::make::Maker;
use super::moves::Roll;
use super::puzzle::Track;
use super::{Board, INFO, Overshoot, chances, kernel, laid, text};
use crate::edit::Editor;
use crate::game::{Game, Kernel, Standing};
use crate::grid::Grid;
use crate::info::{Info, Options};
use crate::judge::{Judge, answer_fewest};
use crate::making::make::Generator;
use crate::odds::{NoOdds, Odds, OddsAsk};
use crate::puzzle::AnyPuzzle;
use crate::rows::{self, BoardText};
use crate::source::TextError;
use crate::view::{Ground, Link, Piece, Role, Tile, Trace, View};

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
        chances::odds(self, ask, context)
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
