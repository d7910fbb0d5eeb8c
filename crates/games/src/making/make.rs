//! What a game knows about making boards of it, a generator that any game can have, and what
//! generators are made of: turned boards, subsets, things that lie on some squares.

use std::ops::RangeInclusive;

use fewest_search::{Limit, SearchContext};
use fewest_words::say;

use super::chance::Chance;
use super::frame::{Frame, NoFrame};
use super::hardest::{Each, Farthest, NoStarts, Sweep};
use super::wanted::{Dice, Draw, Reasoning};
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
    /// board of that size. By default there is nothing on it but the things that are placed once: one
    /// on the first square, the others on the last.
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
        for (place, tool) in (0..).zip(GlyphGenerator::placed(G::INFO.tools)) {
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
    fn numbered<'a>(&self, _frame: &'a Frame<G>, _most: u128) -> Option<Numbered<'a, G>> {
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
pub struct Numbered<'a, B> {
    count: u128,
    nth: Box<dyn Fn(u128) -> B + Sync + 'a>,
}

impl<'a, B: 'a> Numbered<'a, B> {
    /// So many boards, and how one is made of its number, from 0 on.
    pub fn new(count: u128, nth: impl Fn(u128) -> B + Sync + 'a) -> Self {
        Numbered {
            count,
            nth: Box::new(nth),
        }
    }

    /// The boards of several kinds, one kind after another; `None` if there are too many to be
    /// numbered.
    pub fn of_kinds(kinds: Vec<Self>) -> Option<Self> {
        let counts = kinds.iter().map(|kind| kind.count);
        let count = counts.into_iter().try_fold(0u128, u128::checked_add)?;
        Some(Self::new(count, move |mut number| {
            for kind in &kinds {
                match number.checked_sub(kind.count) {
                    Some(left) => number = left,
                    None => return kind.nth(number),
                }
            }
            panic!("there are not so many boards")
        }))
    }

    /// How many numbers there are.
    pub fn count(&self) -> u128 {
        self.count
    }

    /// The board of a number.
    pub fn nth(&self, number: u128) -> B {
        (self.nth)(number)
    }
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

/// Sets one more on a random square, or takes one away, or moves one where there may be no more and
/// no fewer; says whether anything has changed. Only the squares told may have one.
pub fn shift(
    items: &mut Grid<bool>,
    squares: &[Square],
    amount: &RangeInclusive<u32>,
    chance: &mut Chance,
) -> bool {
    let Some(square) = chance.choice(squares) else {
        return false;
    };
    let is_there = items[square];
    let now = squares.iter().filter(|&&at| items[at]).count() as u32;
    let fits = match is_there {
        true => now > *amount.start(),
        false => now < *amount.end(),
    };
    if !fits {
        let others = squares.iter().filter(|&&at| items[at] != is_there);
        let Some(other) = chance.choice(&others.copied().collect::<Vec<_>>()) else {
            return false;
        };
        items[other] = is_there;
    }
    items[square] = !is_there;
    true
}

/// One of them: first the rows become columns, or not; then what was above is below, or not, and
/// what was left is right, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    is_transposed: bool,
    is_upside_down: bool,
    is_mirrored: bool,
}

impl Turn {
    /// All eight; the first leaves everything as it is.
    pub fn all() -> impl Iterator<Item = Turn> {
        (0..8).map(|bits| Turn {
            is_transposed: bits & 4 != 0,
            is_upside_down: bits & 2 != 0,
            is_mirrored: bits & 1 != 0,
        })
    }

    /// How many rows and columns a board of that size has once it is turned.
    pub fn size(self, (rows, columns): (u32, u32)) -> (u32, u32) {
        match self.is_transposed {
            true => (columns, rows),
            false => (rows, columns),
        }
    }

    /// Where a square of a board of that size comes to lie.
    pub fn square(self, size: (u32, u32), square: Square) -> Square {
        let (mut row, mut column) = (square / size.1, square % size.1);
        if self.is_transposed {
            (row, column) = (column, row);
        }
        let (rows, columns) = self.size(size);
        if self.is_upside_down {
            row = rows - 1 - row;
        }
        if self.is_mirrored {
            column = columns - 1 - column;
        }
        row * columns + column
    }

    /// A board, turned.
    pub fn grid<T: Clone>(self, grid: &Grid<T>) -> Grid<T> {
        let size = (grid.rows(), grid.columns());
        let mut squares = grid.squares().to_vec();
        for (square, content) in (0..).zip(grid.squares()) {
            squares[self.square(size, square) as usize] = content.clone();
        }
        Grid::new(self.size(size).1 as usize, squares)
    }
}

/// How many ways there are to choose `chosen` of `things`; nothing where that is too large a number.
fn ways(things: u32, chosen: u32) -> Option<u128> {
    if chosen > things {
        return Some(0);
    }
    let chosen = chosen.min(things - chosen);
    (0..u128::from(chosen)).try_fold(1u128, |ways, taken| {
        Some(ways.checked_mul(u128::from(things) - taken)? / (taken + 1))
    })
}

/// The subsets of `0..things` whose sizes lie in a range: the smaller ones first.
pub struct Subsets {
    things: u32,
    /// How many there are of each size.
    sizes: Vec<(u32, u128)>,
    count: u128,
}

impl Subsets {
    /// Nothing where there are too many to be numbered.
    pub fn new(things: u32, sizes: &RangeInclusive<u32>) -> Option<Self> {
        let range = *sizes.start()..=(*sizes.end()).min(things);
        let sized = |size| Some((size, ways(things, size)?));
        let sizes = range.map(sized).collect::<Option<Vec<_>>>()?;
        let counts = sizes.iter().map(|&(_, ways)| ways);
        let count = counts.into_iter().try_fold(0u128, u128::checked_add)?;
        Some(Subsets {
            things,
            sizes,
            count,
        })
    }

    /// How many there are.
    pub fn count(&self) -> u128 {
        self.count
    }

    /// The one of that number, ascending.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn nth(&self, number: u128) -> Vec<u32> {
        let mut number = number;
        for &(size, ways) in &self.sizes {
            match number.checked_sub(ways) {
                Some(left) => number = left,
                None => return nth_of_size(self.things, size, number),
            }
        }
        panic!("there are not so many subsets")
    }
}

/// Thing by thing: either it is in, and fewer are left to choose, or all that have it are passed.
fn nth_of_size(things: u32, size: u32, number: u128) -> Vec<u32> {
    let (mut number, mut size) = (number, size);
    let mut chosen = Vec::with_capacity(size as usize);
    for thing in 0..things {
        if size == 0 {
            break;
        }
        let with = ways(things - thing - 1, size - 1).expect("it is no more than all");
        match number.checked_sub(with) {
            Some(left) => number = left,
            None => {
                chosen.push(thing);
                size -= 1;
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn there_are_never_too_many_or_too_few() {
        let mut chance = Chance::new(3);
        for (least, most) in [(0, 9), (2, 4), (3, 3), (0, 0), (7, 7)] {
            let mut items = Grid::new(3, vec![false; 9]);
            let squares = [0, 1, 3, 4, 5, 7, 8];
            for &square in &squares[..least as usize] {
                items[square] = true;
            }
            for _ in 0..500 {
                let before = items.clone();
                let has_changed = shift(&mut items, &squares, &(least..=most), &mut chance);
                assert_eq!(has_changed, items != before);
                let now = items.squares().iter().filter(|&&item| item).count() as u32;
                assert!((least..=most).contains(&now) && !items[2] && !items[6]);
            }
        }
    }

    #[test]
    fn a_board_has_eight_images() {
        let grid = Grid::new(3, "abcdef".chars().collect());
        let images: Vec<String> = Turn::all()
            .map(|turn| turn.grid(&grid).to_string())
            .collect();
        let expected = [
            "abc\ndef\n",
            "cba\nfed\n",
            "def\nabc\n",
            "fed\ncba\n",
            "ad\nbe\ncf\n",
            "da\neb\nfc\n",
            "cf\nbe\nad\n",
            "fc\neb\nda\n",
        ];
        assert_eq!(images, expected);
    }

    #[test]
    fn every_subset_has_one_number() {
        for things in 0..9 {
            for least in 0..=things + 1 {
                for most in 0..=things + 2 {
                    let subsets = Subsets::new(things, &(least..=most)).expect("few");
                    let all: BTreeSet<_> = (0..subsets.count()).map(|n| subsets.nth(n)).collect();
                    let expected: BTreeSet<Vec<u32>> = (0u32..1 << things)
                        .map(|bits| (0..things).filter(|thing| bits >> thing & 1 == 1).collect())
                        .filter(|set: &Vec<u32>| (least..=most).contains(&(set.len() as u32)))
                        .collect();
                    assert_eq!(all, expected);
                    assert_eq!(subsets.count(), expected.len() as u128);
                }
            }
        }
    }

    #[test]
    fn large_numbers_are_known_and_larger_ones_refused() {
        let half = Subsets::new(100, &(50..=50)).expect("97 bits");
        assert_eq!(half.count(), 100_891_344_545_564_193_334_812_497_256);
        let last: Vec<u32> = (50..100).collect();
        assert_eq!(half.nth(half.count() - 1), last);
        assert!(Subsets::new(400, &(0..=400)).is_none());
    }
}
