//! Minesweeper: what one click reveals. Each run gets the hidden board afresh, before its clock
//! runs.

use fewest_games::mines::reveal;

use crate::contests::FEWEST;
use crate::instances;
use crate::measure::{Answer, Contest, Disagreement, Outcome, Trust};
use crate::ours;
use crate::run::Run;
use crate::textbook::mines;

/// The queue over a `Vec<Vec<char>>`.
pub const TEXTBOOK: &str = "textbook flood";

/// Measures them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    for instance in instances::mines::all(run.quick) {
        click(run, &instance.name, &instance.text())?;
    }
    Ok(())
}

fn click(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
    let (hidden, square) = ours::mines_board(text);
    let (first, second) = text.split_once('\n').expect("two lines");
    let (board, click) = mines::read(first, second).expect("a case");

    let mut contest = Contest::new("mines", name);
    contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
        let mut cells = hidden.clone();
        clock.time(|| reveal(&mut cells, square));
        letters(cells.squares().to_vec())
    });
    contest.enter(TEXTBOOK, FEWEST, Trust::Exact, |clock| {
        let mut cells = board.clone();
        clock.time(|| mines::click(&mut cells, click));
        letters(cells.iter().flatten().map(|&cell| cell as u8).collect())
    });
    run.hold(contest)
}

fn letters(letters: Vec<u8>) -> Outcome {
    Outcome {
        answer: Answer::Text(letters),
        positions: None,
    }
}
