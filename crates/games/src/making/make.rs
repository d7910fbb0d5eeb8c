//! What a game knows about making boards of it, and a maker that any game can have.

use fewest_search::{Limit, SearchContext};
use fewest_words::say;

use super::chance::Chance;
use super::dice::Dice;
use super::farthest::{Farthest, NoStarts};
use super::frame::{Frame, NoFrame};
use super::hardest::{Each, Sweep};
use super::unguessed::{Draw, Reasoning};
use crate::edit::{Drawing, Edit};
use crate::game::Game;
use crate::grid::{Grid, Square};
use crate::info::{Tool, ToolKind};
use crate::level::{Level, bare_text};

/// Makes boards of a game.
pub trait Generator<G: Game>: Sync {
    /// The options that decide about the par of a board, and whether it can be won.
    fn decisive(&self) -> &'static [&'static str] {
        &[]
    }

    /// The simplest board of a size, as [`Game::read_board`] reads it; `None` if the game has no
    /// board of that size.
    fn blank(&self, rows: u32, columns: u32) -> Option<String>;

    /// Refuses a frame that has no board at all: more is asked for than there is room for.
    fn room(&self, _frame: &Frame<G>) -> Result<(), NoFrame> {
        Ok(())
    }

    /// A random board of a frame; `None` if chance led to none.
    fn random(&self, frame: &Frame<G>, chance: &mut Chance) -> Option<G>;

    /// The board with one small change, still of the frame; `None` if chance proposes none.
    fn changed(&self, board: &G, frame: &Frame<G>, chance: &mut Chance) -> Option<G>;

    /// The boards that are this one for every player: turned, mirrored, renamed. It is among them,
    /// or what is left of it once all that means nothing is left out.
    fn images(&self, board: &G) -> Vec<G> {
        vec![board.clone()]
    }

    /// The least and the greatest par that a board of the frame could have, as far as that is known
    /// without looking at one.
    fn pars(&self, _frame: &Frame<G>) -> (u64, u64) {
        (0, u64::MAX)
    }

    /// Why every board of the frame can be won, where that is known without looking at one.
    fn always_won(&self, _frame: &Frame<G>) -> Option<String> {
        None
    }

    /// All boards of the frame, each with a number; `None` if there are more than `most`.
    fn numbered<'a>(&self, _frame: &'a Frame<G>, _most: u128) -> Option<Box<dyn Numbered<G> + 'a>> {
        None
    }

    /// A way through all boards of the frame; `None` if there is none that ends, or only with
    /// more bytes of memory. A game that can do better than to solve one board after another
    /// overrides it.
    fn sweep<'a>(&self, frame: &'a Frame<G>, _memory: u64) -> Option<Box<dyn Sweep<G> + 'a>> {
        Some(Box::new(Each(self.numbered(frame, Each::<G>::MOST)?)))
    }

    /// The starts on this very board from which it takes the most moves to win, at most `most` of
    /// them.
    fn farthest(
        &self,
        _board: &G,
        _most: usize,
        _context: &mut SearchContext,
    ) -> Result<Farthest<G>, NoStarts> {
        Err(NoStarts::Startless(G::INFO.id))
    }

    /// Draws boards of the frame that need no guess. Where the frame leaves open how much there is of
    /// something, chance decides once for all.
    fn unguessed(&self, _frame: &Frame<G>, _chance: &mut Chance) -> Result<Draw<G>, NoFrame> {
        Err(NoFrame(say!(
            "{game} hides nothing from the player: there is nothing to guess",
            game = G::INFO.id
        )))
    }

    /// How much reasoning it takes to win this board of the frame without a guess, with the board as
    /// [`unguessed`](Self::unguessed) would hand it over; `None` if it needs one, or would never
    /// be drawn.
    fn reasoned(&self, _board: G, _frame: &Frame<G>) -> Option<(G, Reasoning)> {
        None
    }

    /// What dice make of the board, nearly; `None` if there are none, or if they may never
    /// end it.
    fn dice(&self, _board: &G, _context: &mut SearchContext) -> Result<Option<Dice>, Limit> {
        Ok(None)
    }
}

/// Draws with the tools of the game's palette. What is painted comes in the amount of the game's
/// [`amounts`](crate::info::Info::amounts) that has the tool's name, or its plural; each tool that
/// places one thing places one.
pub struct GlyphGenerator;

impl GlyphGenerator {
    /// The things that are placed once, each with its glyph.
    fn placed<'a>(tools: &[Tool<'a>]) -> impl Iterator<Item = Tool<'a>> {
        let placed = tools.iter().filter(|tool| tool.kind == ToolKind::One);
        placed.copied().collect::<Vec<_>>().into_iter()
    }

    /// The name of the amount that says how much is painted with a tool.
    fn amount<G: Game>(tool: &Tool) -> Option<&'static str> {
        let amounts = G::INFO.amounts.iter().map(|amount| amount.name);
        let plural = |name: &str| name.strip_suffix('s') == Some(tool.name);
        amounts
            .into_iter()
            .find(|name| *name == tool.name || plural(name))
    }

    fn count(drawing: &Drawing, tool: &Tool) -> u32 {
        let cells = drawing.cells.squares().iter();
        cells.filter(|cell| tool.glyphs.contains(**cell)).count() as u32
    }
}

impl<G: Game> Generator<G> for GlyphGenerator {
    /// Nothing but the things that are placed once: one on the first square, the others on the last.
    fn blank(&self, rows: u32, columns: u32) -> Option<String> {
        let board = G::INFO.board;
        let mut empty = board.empty.chars();
        let (Some(glyph), None) = (empty.next(), empty.next()) else {
            return None;
        };
        if board.square && rows != columns {
            return None;
        }
        let mut cells = Grid::new(
            columns as usize,
            vec![glyph; rows as usize * columns as usize],
        );
        for (place, tool) in (0..).zip(Self::placed(G::INFO.tools)) {
            let square = match place {
                0 => 0,
                later => cells.len().checked_sub(later)?,
            };
            if cells[square] != glyph {
                return None;
            }
            cells[square] = tool.glyphs.chars().next()?;
        }
        let board = cells.to_string();
        let is_legal = Level::<G>::parse(&format!("game: {}\n\n{board}", G::INFO.id)).is_ok();
        is_legal.then_some(board)
    }

    fn random(&self, frame: &Frame<G>, chance: &mut Chance) -> Option<G> {
        let mut drawing = Drawing::of(&frame.pattern)?;
        let empty = drawing.empty;
        drawing.cells = drawing.cells.map(|_| empty);
        let tools = drawing.tools(&frame.pattern);
        let mut free: Vec<Square> = (0..drawing.cells.len()).collect();
        for tool in Self::placed(&tools) {
            let glyph = tool.glyphs.chars().next()?;
            drawing.cells[*chance.take(&mut free, 1).first()?] = glyph;
        }
        for tool in tools.iter().filter(|tool| tool.kind == ToolKind::Paint) {
            let Some(amount) = Self::amount::<G>(tool) else {
                continue;
            };
            let amount = chance.within(&frame.amount_within(amount, free.len() as u32)?);
            for square in chance.take(&mut free, amount) {
                drawing.cells[square] = tool.glyphs.chars().next()?;
            }
        }
        drawing.read(&frame.pattern)
    }

    fn changed(&self, board: &G, frame: &Frame<G>, chance: &mut Chance) -> Option<G> {
        let drawing = Drawing::of(board)?;
        let tools = drawing.tools(board);
        let kind = chance.below(tools.len().try_into().ok().filter(|&tools| tools > 0)?);
        let tool = &tools[kind as usize];
        let all: Vec<Square> = (0..drawing.cells.len()).collect();
        let drawn = |square: &Square| tool.glyphs.contains(drawing.cells[*square]);
        let empty = |square: &Square| drawing.cells[*square] == drawing.empty;
        let pick = |chance: &mut Chance, is_meant: &dyn Fn(&Square) -> bool| {
            let squares: Vec<_> = all.iter().copied().filter(is_meant).collect();
            chance.choice(&squares)
        };
        if tool.kind == ToolKind::Paint {
            let edit = Edit::at(kind, pick(chance, &|at| drawn(at) || empty(at))?);
            let now = Self::count(&drawing, tool);
            let then = match drawn(&edit.from) {
                true => now - 1,
                false => now + 1,
            };
            let amount = Self::amount::<G>(tool).map(|name| frame.amount(name));
            if amount.is_none_or(|amount| amount.contains(&then)) {
                return drawing.edited(board, edit);
            }
        }
        // Moved, where there may be no more and no fewer.
        let (from, to) = (pick(chance, &drawn)?, pick(chance, &empty)?);
        drawing.edited(board, Edit { kind, from, to })
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
pub fn alike<G: Game>(board: &G) -> (String, G) {
    let images = G::generator().images(board).into_iter();
    let mut images: Vec<_> = images.map(|image| (bare_text(&image), image)).collect();
    images.sort_by(|(one, _), (other, _)| one.cmp(other));
    let key = images[0].0.clone();
    let mut images = images.into_iter().map(|(_, image)| image);
    let is_like = |image: &G| (image.size(), image.options()) == (board.size(), board.options());
    let image = images.find(is_like);
    (key, image.unwrap_or_else(|| board.clone()))
}
