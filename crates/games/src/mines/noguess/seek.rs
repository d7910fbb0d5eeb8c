//! Draws boards until one needs no guess.

use super::deal::Deal;
use super::grade::{self, Grade};
use super::quick::{Play, Quick};
use super::repair::Repair;
use super::row::Row;
use super::shape::{Shape, WithRows};
use crate::grid::{Grid, Square};
use crate::making::chance::Chance;

/// How much reasoning a board takes from a first click on; that it needs a guess (or is lost at
/// once), or that it takes too long to find out.
///
/// # Panics
/// If the first click is not on the board, or the board is wider and higher than 2,048 cells.
pub fn grade(mines: &Grid<bool>, first: Square) -> Result<Grade, Play> {
    struct Work<'a>(&'a Grid<bool>, &'a Shape, Square);
    impl WithRows for Work<'_> {
        type Output = Result<Grade, Play>;

        fn with<R: Row>(self) -> Self::Output {
            let Work(mines, shape, first) = self;
            let rows = shape.rows_of::<R>(mines);
            grade::grade((shape.rows(), shape.columns()), &rows, shape.place(first))
        }
    }
    assert!(first < mines.len(), "the first click is on the board");
    let shape = Shape::new(mines.rows(), mines.columns());
    let graded = shape.with_rows(Work(mines, &shape, first));
    graded.expect("the board is not too large")
}

/// Draws boards of a size with a number of mines.
pub struct Seeker(Box<dyn Seek>);

/// What came of drawing boards.
#[derive(Debug)]
pub struct Sought {
    /// How many were drawn.
    pub drawn: u64,
    /// Of how many it took too long to find out whether they need a guess.
    pub unknown: u64,
    /// The last of them, if it needs no guess.
    pub board: Option<Grid<bool>>,
}

impl Seeker {
    /// The most rows that a board can have that is as wide or wider, and the other way round.
    pub const MOST: u32 = Shape::MOST;

    /// The mines may be at some places; play begins with a first click. Nothing where there is no
    /// room for so many mines, or the board is wider and higher than [`MOST`](Self::MOST) cells.
    ///
    /// # Panics
    /// If a place or the first click is not on the board.
    pub fn new(
        (rows, columns): (u32, u32),
        mines: u32,
        first: Square,
        places: &[Square],
    ) -> Option<Self> {
        struct Work<'a>(Shape, u32, Square, &'a [Square]);
        impl WithRows for Work<'_> {
            type Output = Option<Seeker>;

            fn with<R: Row + 'static>(self) -> Option<Seeker> {
                let Work(shape, mines, first, places) = self;
                let size = (shape.rows(), shape.columns());
                let with_rows = SeekRows::<R> {
                    deal: Deal::new(&shape, mines, places)?,
                    quick: Quick::new(size, Repair::MOST_STEPS),
                    first: shape.place(first),
                    shape,
                };
                Some(Seeker(Box::new(with_rows)))
            }
        }
        let shape = Shape::new(rows, columns);
        let mut squares = places.iter().chain([&first]);
        assert!(
            squares.all(|&square| square < shape.squares()),
            "the places are on the board"
        );
        shape.with_rows(Work(shape, mines, first, places))?
    }

    /// Draws boards until one needs no guess, or there were so many.
    pub fn seek(&mut self, chance: &mut Chance, most: u64) -> Sought {
        self.0.seek(chance, most)
    }

    /// Draws one board, whatever it needs.
    pub fn draw(&mut self, chance: &mut Chance) -> (Grid<bool>, Play) {
        self.0.draw(chance)
    }
}

trait Seek: Send {
    fn seek(&mut self, chance: &mut Chance, most: u64) -> Sought;
    fn draw(&mut self, chance: &mut Chance) -> (Grid<bool>, Play);
}

struct SeekRows<R> {
    shape: Shape,
    deal: Deal<R>,
    quick: Quick<R>,
    first: (u32, u32),
}

impl<R: Row> Seek for SeekRows<R> {
    fn seek(&mut self, chance: &mut Chance, most: u64) -> Sought {
        let mut sought = Sought {
            drawn: 0,
            unknown: 0,
            board: None,
        };
        while sought.drawn < most && sought.board.is_none() {
            sought.drawn += 1;
            let mines = self.deal.next(chance);
            match self.quick.play(mines, self.first) {
                Play::Certain => sought.board = Some(self.shape.board_of(mines)),
                Play::Guess => {}
                Play::Unknown => sought.unknown += 1,
            }
        }
        sought
    }

    fn draw(&mut self, chance: &mut Chance) -> (Grid<bool>, Play) {
        let mines = self.deal.next(chance);
        (
            self.shape.board_of(mines),
            self.quick.play(mines, self.first),
        )
    }
}
