//! Minesweeper: what one click reveals. Each run gets the hidden board afresh, before its clock
//! runs. On an empty board, also from the judge's text to the judge's text, beside a copy of it.

use fewest_games::mines::reveal;

use crate::contests::FEWEST;
use crate::instances;
use crate::measure::{Contest, Disagreement, Trust};
use crate::ours;
use crate::outcome::{Answer, Outcome};
use crate::run::Run;
use crate::textbook::mines;

/// The queue over a `Vec<Vec<char>>`.
pub const TEXTBOOK: &str = "textbook flood";
/// All bytes of the judge's text, copied once into memory that is new.
pub const COPY: &str = "a copy of the text";

/// The names of its instances.
pub fn names(quick: bool) -> Vec<String> {
    let all = instances::mines::all(quick).into_iter();
    let mut names: Vec<String> = all.map(|instance| instance.name).collect();
    names.push(judged(&instances::mines::largest(quick).name));
    names
}

/// The name of a board that is read and written too.
pub fn judged(name: &str) -> String {
    format!("{name}, text to text")
}

/// Measures them all.
pub fn run(run: &mut Run) -> Result<(), Disagreement> {
    for instance in instances::mines::all(run.quick) {
        click(run, &instance.name, &instance.text())?;
    }
    let largest = instances::mines::largest(run.quick);
    judge(run, &judged(&largest.name), &largest.text())
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

/// From the judge's text in memory to the judge's text in memory. The copy reads as many bytes and
/// writes as many: nobody who reads all and writes all can do with less.
fn judge(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
    let mut contest = Contest::new("mines", name);
    contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
        letters(clock.time(|| ours::judge("mines", text)))
    });
    contest.enter(TEXTBOOK, FEWEST, Trust::Exact, |clock| {
        letters(clock.time(|| {
            let (first, second) = text.split_once('\n').expect("two lines");
            let (mut cells, click) = mines::read(first, second).expect("a case");
            mines::click(&mut cells, click);
            mines::write(&cells).into_bytes()
        }))
    });
    contest.enter(COPY, FEWEST, Trust::Silent, |clock| {
        clock.time(|| text.as_bytes().to_vec());
        Outcome {
            answer: Answer::None,
            positions: None,
        }
    });
    run.hold(contest)
}

fn letters(letters: Vec<u8>) -> Outcome {
    Outcome {
        answer: Answer::Text(letters),
        positions: None,
    }
}
