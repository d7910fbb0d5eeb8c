//! What a game's folder provides so that levels of it can be made.

use fewest_search::{Limit, Limits, Watch};
use fewest_words::say;

use super::chance::Chance;
use super::dice::Dice;
use super::farthest::{Farthest, NoStarts};
use super::frame::{Frame, NoFrame};
use super::hardest::{Each, Sweep};
use super::unguessed::{Draw, Reasoning};
use crate::rules::{Design, Look};
use crate::typed::bare_text;

/// How levels of a game are made.
pub trait Make: Design + Look + Clone {
    /// The options that decide about the par of a board, and whether it can be won.
    const DECISIVE: &'static [&'static str];

    /// The simplest board of a size, as [`Text::read_board`](crate::rules::Text::read_board) reads
    /// it; nothing where the game has no board of that size.
    fn blank(rows: u32, columns: u32) -> Option<String>;

    /// Refuses a frame that has no board at all: more is asked for than there is room for.
    fn room(frame: &Frame<Self>) -> Result<(), NoFrame>;

    /// A random board of a frame; nothing where chance led to none.
    fn random(frame: &Frame<Self>, chance: &mut Chance) -> Option<Self>;

    /// The board with one small change, still of the frame; nothing where chance proposes none.
    fn changed(&self, frame: &Frame<Self>, chance: &mut Chance) -> Option<Self>;

    /// The boards that are this one for every player: turned, mirrored, renamed. It is among them,
    /// or what is left of it once all that means nothing is left out.
    fn images(&self) -> Vec<Self>;

    /// The least and the greatest par that a board of the frame could have, as far as that is known
    /// without looking at one.
    fn pars(frame: &Frame<Self>) -> (u64, u64);

    /// Why every board of the frame can be won, where that is known without looking at one.
    fn always_won(_frame: &Frame<Self>) -> Option<String> {
        None
    }

    /// All boards of the frame, each with a number; nothing where there are more than `most`.
    fn numbered(frame: &Frame<Self>, most: u128) -> Option<Box<dyn Numbered<Self> + '_>>;

    /// A way through all boards of the frame; nothing where there is none that ends, or only with
    /// more bytes of memory. A game that can do better than to solve one board after another says
    /// so.
    fn sweep(frame: &Frame<Self>, _memory: u64) -> Option<Box<dyn Sweep<Self> + '_>> {
        Some(Box::new(Each(Self::numbered(frame, Each::<Self>::MOST)?)))
    }

    /// The starts on this very board from which it takes the most moves to win, `most` of them at the
    /// most.
    fn farthest(
        &self,
        most: usize,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Farthest<Self>, NoStarts>;

    /// Draws boards of the frame that need no guess. Where the frame leaves open how much there is of
    /// something, chance decides once for all.
    fn unguessed(_frame: &Frame<Self>, _chance: &mut Chance) -> Result<Draw<Self>, NoFrame> {
        Err(NoFrame(say!(
            "{game} hides nothing from the player: there is nothing to guess",
            game = Self::INFO.id
        )))
    }

    /// How much reasoning it takes to win this board of the frame without a guess, with the board as
    /// [`unguessed`](Self::unguessed) would hand it over; nothing where it needs one, or would never
    /// be drawn.
    fn reasoned(self, _frame: &Frame<Self>) -> Option<(Self, Reasoning)> {
        None
    }

    /// What dice make of the board, nearly; nothing where there are none, or where they may never
    /// end it.
    fn dice(&self, _limits: &Limits, _watch: &mut dyn Watch) -> Result<Option<Dice>, Limit> {
        Ok(None)
    }
}

/// Boards that have a number each.
pub trait Numbered<B>: Sync {
    /// How many numbers there are.
    fn count(&self) -> u128;

    /// The board of a number, from 0 on.
    fn nth(&self, number: u128) -> B;
}

/// The text that a board has in common with all that are like it, and with no other; and the one
/// of those of its own size and options that stands for all.
pub fn alike<B: Make>(board: &B) -> (String, B) {
    let images = board.images().into_iter();
    let mut images: Vec<_> = images.map(|image| (bare_text(&image), image)).collect();
    images.sort_by(|(one, _), (other, _)| one.cmp(other));
    let key = images[0].0.clone();
    let mut images = images.into_iter().map(|(_, image)| image);
    let is_like = |image: &B| (image.size(), image.options()) == (board.size(), board.options());
    let image = images.find(is_like);
    (key, image.unwrap_or_else(|| board.clone()))
}
