//! Minesweeper on Expert boards: what is dealt, and many boards dealt one after another.

use fewest_games::grid::{Grid, Square};
use fewest_games::making::chance::Chance;
use fewest_games::mines::First;
use fewest_games::mines::noguess::Seeker;
use fewest_games::mines::player::Contest;

use super::SEED;
use crate::table::grouped;

/// 16 rows of 30 columns, 99 mines, none at the first click or around it.
pub const EXPERT: Contest = Contest {
    rows: 16,
    columns: 30,
    mines: 99,
    first: First::Open,
    click: 3 * 30 + 3,
};

/// What some of these boards are called.
pub fn name(which: &str) -> String {
    let Contest {
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

/// Deals boards, and the chance with which it does so for everyone.
pub fn dealer() -> (Seeker, Chance) {
    let grid = grid();
    let is_near =
        |square| square == EXPERT.click || grid.around(square).any(|near| near == EXPERT.click);
    let places: Vec<Square> = (0..grid.len()).filter(|&square| !is_near(square)).collect();
    let size = (EXPERT.rows, EXPERT.columns);
    let seeker = Seeker::new(size, EXPERT.mines, EXPERT.click, &places);
    (
        seeker.expect("there is room for the mines"),
        Chance::new(SEED),
    )
}

/// The boards that are dealt: where their mines are.
pub fn dealt(quick: bool) -> impl Iterator<Item = Grid<bool>> {
    let (mut seeker, mut chance) = dealer();
    (0..many(quick)).map(move |_| seeker.draw(&mut chance).0)
}
