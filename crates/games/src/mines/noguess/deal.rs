//! Random boards, each as likely as any other.

use super::row::Row;
use super::shape::Shape;
use crate::grid::Square;
use crate::making::chance::Chance;

/// Deals boards of a size with a number of mines.
pub struct Deal<R> {
    /// The cells that may be mines.
    places: Vec<(u32, u32)>,
    mines: u32,
    board: Vec<R>,
    /// A board with a mine on each of the places.
    full: Vec<R>,
}

impl<R: Row> Deal<R> {
    /// Nothing where there is no room for so many mines.
    pub fn new(shape: &Shape, mines: u32, places: &[Square]) -> Option<Self> {
        let places = places.iter().map(|&square| shape.place(square));
        let places: Vec<_> = places.collect();
        let board = vec![R::NONE; shape.rows() as usize];
        let mut full = board.clone();
        for &(row, column) in &places {
            full[row as usize] = full[row as usize] | R::cell(column);
        }
        (mines as usize <= places.len()).then_some(Deal {
            places,
            mines,
            board,
            full,
        })
    }

    /// The next board: its mines, row by row.
    pub fn next(&mut self, chance: &mut Chance) -> &[R] {
        let places = self.places.len() as u32;
        // Where most places are mines, the others are drawn.
        let are_mines = self.mines <= places / 2;
        let drawn = if are_mines {
            self.mines
        } else {
            places - self.mines
        };
        self.board.fill(R::NONE);
        for _ in 0..drawn {
            loop {
                let (row, column) = self.places[chance.quick_below(places) as usize];
                let row = &mut self.board[row as usize];
                if !row.has(column) {
                    *row = *row | R::cell(column);
                    break;
                }
            }
        }
        if !are_mines {
            for (row, &full) in self.board.iter_mut().zip(&self.full) {
                *row = full.without(*row);
            }
        }
        &self.board
    }
}
