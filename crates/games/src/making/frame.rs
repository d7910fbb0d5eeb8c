//! Which boards are meant: their size, the game's options, and how much there is of what: `10`,
//! `5..12`, `20%`, `10%..30%`.

use std::ops::RangeInclusive;

use fewest_words::say;
use serde::Serialize;

use crate::game::Game;
use crate::level::Level;
use crate::source::digits;

/// What is asked of all boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameAsk {
    /// How many rows they have.
    pub rows: u32,
    /// How many columns.
    pub columns: u32,
    /// The game's options, and amounts of what the game's boards have, by their names.
    pub with: Vec<(String, String)>,
}

/// What is taken where an amount is not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// What a person would like to play.
    Usual,
    /// Whatever there may be.
    All,
}

impl Unasked {
    fn of(self, amount: &Amount) -> &'static str {
        match self {
            Unasked::Usual => amount.usual,
            Unasked::All => amount.all,
        }
    }
}

/// Why there are no such boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoFrame(pub String);

/// Which boards are meant.
pub struct Frame<G> {
    /// The simplest of them: the others have its size and its options.
    pub pattern: G,
    /// The options and amounts that were asked for, as they were written.
    asked: Vec<(String, String)>,
    amounts: Vec<(&'static str, RangeInclusive<u32>)>,
}

impl<G: Game> Frame<G> {
    /// The most squares that a new board may have.
    pub const MOST: u64 = 4_000_000;

    /// The boards that are asked for.
    pub fn new(ask: &FrameAsk, unasked: Unasked) -> Result<Self, NoFrame> {
        let game = G::INFO.id;
        let (rows, columns) = (ask.rows, ask.columns);
        let squares = u64::from(rows) * u64::from(columns);
        if squares > Self::MOST {
            return Err(NoFrame(say!(
                "a board of {rows} by {columns} squares is too large to be made: {most} squares are \
                 the most",
                rows,
                columns,
                most = Self::MOST
            )));
        }
        let blank = match squares {
            0 => None,
            _ => G::generator().blank(rows, columns),
        };
        let Some(blank) = blank else {
            return Err(NoFrame(say!(
                "{game} has no board of {rows} by {columns} squares",
                game,
                rows,
                columns
            )));
        };
        let mut names = Vec::new();
        let mut notes = format!("game: {game}\n");
        for (name, value) in &ask.with {
            let is_option = G::INFO.options.iter().any(|option| option.name == name);
            let is_amount = G::INFO.amounts.iter().any(|amount| amount.name == name);
            if !is_option && !is_amount {
                return Err(NoFrame(unknown::<G>(name)));
            }
            if names.contains(&name) {
                return Err(NoFrame(say!("`{name}` is asked for twice", name)));
            }
            names.push(name);
            // How much there is of something on a new board may be a note of others.
            if !is_amount {
                if value.contains(char::is_control) {
                    return Err(NoFrame(say!("`{name}` has a control character", name)));
                }
                notes += &format!("{name}: {value}\n");
            }
        }
        let amount = |amount: &Amount| {
            let asked = ask.with.iter().find(|(name, _)| name == amount.name);
            let text = asked.map_or(unasked.of(amount), |(_, text)| text.as_str());
            let range = read_amount(text, squares as u32);
            let range = range.map_err(|why| NoFrame(format!("{}: {why}", amount.name)))?;
            Ok((amount.name, range))
        };
        let amounts = G::INFO.amounts.iter().map(amount);
        let frame = Frame {
            asked: ask.with.clone(),
            pattern: read_pattern(&format!("{notes}\n{blank}"))?,
            amounts: amounts.collect::<Result<_, _>>()?,
        };
        G::generator().room(&frame)?;
        Ok(frame)
    }

    /// Whether an option was asked for, and not only is as it is by default.
    pub fn says(&self, option: &str) -> bool {
        self.asked.iter().any(|(name, _)| name == option)
    }

    /// Whether there is an amount that was not asked for.
    pub fn leaves_open(&self) -> bool {
        G::INFO.amounts.iter().any(|amount| !self.says(amount.name))
    }

    /// The amounts that were not asked for, as they are taken: `walls=5%..40%`.
    pub fn untold(&self, unasked: Unasked) -> Vec<String> {
        let amounts = G::INFO.amounts.iter();
        let untold = amounts.filter(|amount| !self.says(amount.name));
        let told = |amount: &Amount| format!("{}={}", amount.name, unasked.of(amount));
        untold.map(told).collect()
    }

    /// All that a proof about the boards depends on besides their size: what was asked for, and the
    /// options that decide about the par and were not.
    pub fn terms(&self) -> String {
        let asked = self.asked.iter();
        let asked = asked.map(|(name, value)| format!("{name}={value}"));
        let options = G::INFO.options.iter();
        let decisive = options.filter(|option| G::generator().decisive().contains(&option.name));
        let untold = decisive.filter(|option| !self.says(option.name));
        let untold = untold.map(|option| format!("{}={}", option.name, option.default_in_words()));
        untold.chain(asked).collect::<Vec<_>>().join(", ")
    }

    /// Refuses an amount of which there is room for `most` only.
    pub fn has_room(&self, name: &str, most: u32) -> Result<(), NoFrame> {
        match *self.amount(name).start() <= most {
            true => Ok(()),
            false => Err(NoFrame(say!(
                "there is no such board: {name} is at most {most} here",
                name,
                most
            ))),
        }
    }

    /// How much there may be of one of the game's [`Info::amounts`](crate::info::Info::amounts).
    pub fn amount(&self, name: &str) -> RangeInclusive<u32> {
        let amount = self.amounts.iter().find(|(known, _)| *known == name);
        amount.expect("the game asks for its own amounts").1.clone()
    }

    /// An amount, where no more than `most` fit; nothing where more are asked for.
    pub fn amount_within(&self, name: &str, most: u32) -> Option<RangeInclusive<u32>> {
        let (least, end) = self.amount(name).into_inner();
        (least <= most).then(|| least..=end.min(most))
    }
}

/// The board that the options make of a blank one.
fn read_pattern<G: Game>(text: &str) -> Result<G, NoFrame> {
    let level = Level::parse(text);
    let level = level.map_err(|error| NoFrame(format!("{}: {}", error.message, error.advice)))?;
    Ok(level.board)
}

/// That there is no such option or amount, and which there are.
fn unknown<G: Game>(name: &str) -> String {
    let amounts = G::INFO.amounts.iter().map(|amount| amount.name);
    let is_amount = |name: &&str| amounts.clone().any(|amount| amount == *name);
    let options = G::INFO.options.iter().map(|option| option.name);
    let options = options.filter(|name| !is_amount(name));
    let names: Vec<_> = options.chain(amounts.clone()).collect();
    if names.is_empty() {
        return say!(
            "{game} knows nothing of `{name}`, nor of anything else",
            game = G::INFO.id,
            name
        );
    }
    say!(
        "{game} knows nothing of `{name}`: there are {names}",
        game = G::INFO.id,
        name,
        names = names.join(", ")
    )
}

/// Something of which new boards of a game have more or less.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Amount {
    /// What it is called: `mines`.
    pub name: &'static str,
    /// How much of it a new board has where nobody says it.
    pub usual: &'static str,
    /// How much of it there may be where all boards are asked about.
    pub all: &'static str,
    /// What it is.
    pub meaning: &'static str,
}

/// Reads an amount: how many of so many squares.
pub fn read_amount(text: &str, squares: u32) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| match text.strip_suffix('%') {
        Some(percent) => {
            let percent: f64 = percent.parse().ok()?;
            let share = (0.0..=100.0)
                .contains(&percent)
                .then_some(percent / 100.0)?;
            // What 12.5 % of 8 is should not depend on how fractions are kept.
            let exact = (share * f64::from(squares) * 1e6).round() / 1e6;
            Some(exact.round() as u32)
        }
        None => digits(text),
    };
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (number(least), number(most)),
        None => (number(text), number(text)),
    };
    match (least, most) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err(say!(
            "`{text}` is no amount: write, for example, 10, 5..12, 20% or 10%..30%",
            text
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_numbers_or_shares() {
        assert_eq!(read_amount("10", 25), Ok(10..=10));
        assert_eq!(read_amount("5..12", 25), Ok(5..=12));
        assert_eq!(read_amount("20%", 25), Ok(5..=5));
        assert_eq!(read_amount("10%..30%", 25), Ok(3..=8));
        assert_eq!(read_amount("0%..100%", 25), Ok(0..=25));
        assert_eq!(read_amount("10%..40%", 2), Ok(0..=1));
        assert_eq!(read_amount("12.5%", 8), Ok(1..=1));
        for wrong in [
            "",
            "x",
            "7..3",
            "-1",
            "110%",
            "1..",
            "..3",
            "5%%",
            "nan%",
            "1e9%",
            "4294967296",
        ] {
            assert!(read_amount(wrong, 25).is_err(), "{wrong}");
        }
    }
}
