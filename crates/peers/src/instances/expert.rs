//! Minesweeper on Expert boards: what is dealt, and many boards dealt one after another.

use fewest_minesweeper::{FirstClick, Grid, NoGuessGenerator, Simulation, Square, split_mix_64};

use super::SEED;
use crate::table::grouped;

/// 16 rows of 30 columns, 99 mines, none at the first click or around it.
pub const EXPERT: Simulation = Simulation {
    rows: 16,
    columns: 30,
    mines: 99,
    first: FirstClick::Open,
    click: 3 * 30 + 3,
};

/// What some of these boards are called.
pub fn name(which: &str) -> String {
    let Simulation {
        rows,
        columns,
        mines,
        ..
    } = EXPERT;
    format!("{columns}×{rows}, {mines} mines, {which}")
}

/// A board without anything on it.
pub fn grid() -> Grid<()> {
    let squares = EXPERT.rows * EXPERT.columns;
    Grid::new(EXPERT.columns as usize, vec![(); squares as usize])
}

/// How many boards are dealt.
pub fn many(quick: bool) -> u64 {
    if quick { 200 } else { 20_000 }
}

/// What the boards are called that are dealt.
pub fn dealt_name(quick: bool) -> String {
    name(&format!("{} dealt", grouped(many(quick))))
}

/// Deals boards, from the same random numbers for everyone.
pub fn dealer() -> (NoGuessGenerator, impl FnMut() -> u64) {
    let grid = grid();
    let promised = EXPERT.first.promised(&grid, EXPERT.click);
    let places: Vec<Square> = (0..grid.len())
        .filter(|square| !promised.contains(square))
        .collect();
    let size = (EXPERT.rows, EXPERT.columns);
    let generator = NoGuessGenerator::new(size, EXPERT.mines, EXPERT.click, &places);
    (
        generator.expect("there is room for the mines"),
        split_mix_64(SEED),
    )
}

/// The boards that are dealt: where their mines are.
pub fn dealt(quick: bool) -> impl Iterator<Item = Grid<bool>> {
    let (mut generator, mut bits) = dealer();
    (0..many(quick)).map(move |_| generator.draw(&mut bits).0)
}
