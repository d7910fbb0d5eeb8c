//! What to open next, going by what can be seen alone, and why: in words and for programs.

#[cfg(test)]
mod tests;

use fewest_minesweeper::{
    Advice, Cell, Contradiction, FirstClick, Move, Reason, Simulation, check_limits, decimal_digits,
};
use fewest_search::{Limit, SearchContext};
use fewest_words::say;
use num_bigint::BigUint;
use num_rational::Ratio;
use serde_json::{Value, json};

use super::Board;
use super::odds::{decimal, in_percent, no_odds, readable};
use crate::grid::Square;
use crate::odds::{NoOdds, Odds};

/// So many cells are told of people, the best first.
const LISTED: usize = 10;

/// What to open next on a board as its player sees it.
pub fn guidance(board: &Board, context: &mut SearchContext) -> Result<Odds, NoOdds> {
    // Where the mines lie already and no click is named, nobody keeps a promise.
    let is_kept = board.click.is_some() || !board.is_known();
    if board.first != FirstClick::Any && board.is_untouched() && is_kept {
        return Ok(promised(board));
    }
    let position = board.seen();
    let advice = position
        .advice(context)
        .map_err(|why| no_odds(board, &position, why))?;
    let bytes = advice.probabilities.bytes();
    let layouts =
        decimal_digits(&advice.probabilities.layouts, bytes, context).map_err(NoOdds::GaveUp)?;
    let is_lost = position.cells.cells().contains(&Cell::Mine);
    let guidance = Guidance {
        board,
        advice,
        layouts,
    };
    guidance.tell(is_lost, context).map_err(NoOdds::GaveUp)
}

/// The first click, of which something is promised.
fn promised(board: &Board) -> Odds {
    let (rows, columns) = (board.cells.rows(), board.cells.columns());
    let usual = || Simulation::usual_click(rows, columns, board.first);
    let place = board
        .cells
        .place(board.click.unwrap_or_else(usual))
        .to_string();
    let why = match board.first {
        FirstClick::Open => {
            say!("the first click is promised that no mine is there, nor around it")
        }
        _ => say!("the first click is promised that no mine is there"),
    };
    Odds {
        headline: say!("open {place}: surely safe", place),
        lines: vec![why.clone()],
        entries: entries(
            "safe",
            Some(&place),
            "promised",
            Vec::new(),
            why,
            None,
            Vec::new(),
        ),
        can_win: true,
    }
}

struct Guidance<'a> {
    board: &'a Board,
    advice: Advice,
    /// The number of layouts, in digits.
    layouts: String,
}

impl Guidance<'_> {
    fn tell(&self, is_lost: bool, context: &mut SearchContext) -> Result<Odds, Limit> {
        let Advice { reason, moves, .. } = &self.advice;
        let verdict = match reason {
            _ if is_lost => "lost",
            Reason::Done => "done",
            Reason::Safe(_) => "safe",
            _ => "guess",
        };
        let best = self.advice.best.map(|square| self.name(square));
        let (name, cells, why) = self.reason();
        let mut lines = vec![why.clone()];
        lines.extend(self.table());
        let layouts = readable(&self.layouts);
        lines.push(say!("layouts: {layouts}", layouts));
        let mut choices = Vec::with_capacity(moves.len());
        for choice in moves {
            check_limits(context, self.advice.probabilities.bytes())?;
            choices.push(self.choice(choice));
        }
        Ok(Odds {
            headline: match is_lost {
                true => say!("the game is lost"),
                false => self.headline(),
            },
            lines: if is_lost { Vec::new() } else { lines },
            entries: entries(
                verdict,
                best.as_deref(),
                name,
                cells,
                why,
                Some(&self.layouts),
                choices,
            ),
            can_win: !is_lost,
        })
    }

    fn name(&self, square: Square) -> String {
        self.board.cells.place(square).to_string()
    }

    fn names(&self, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|&square| self.name(square)).collect()
    }

    /// The move that is advised.
    fn best(&self) -> Option<&Move> {
        let best = self.advice.best?;
        let mut moves = self.advice.moves.iter();
        moves.find(|choice| choice.square == best)
    }

    fn headline(&self) -> String {
        let Some(best) = self.best() else {
            return say!("nothing is left to open");
        };
        let place = self.name(best.square);
        match (&self.advice.reason, &best.wins) {
            (Reason::Safe(_), _) => say!("open {place}: surely safe", place),
            (_, Some(wins)) => say!(
                "open {place}: it wins with a chance of {wins}, and nothing wins more often, proven",
                place,
                wins = in_percent(wins)
            ),
            _ => say!(
                "open {place}: safe with a chance of {safe}",
                place,
                safe = in_percent(&best.safe)
            ),
        }
    }

    /// Why that cell: in a word, with the cells that it is about, and in words.
    fn reason(&self) -> (&'static str, Vec<String>, String) {
        match &self.advice.reason {
            Reason::Done => ("done", Vec::new(), say!("every covered cell holds a mine")),
            Reason::Safe(found) => {
                let numbers = self.names(&found.numbers);
                let why = contradicted(found, &numbers.join(" "));
                ("safe", numbers, why)
            }
            Reason::Searched => (
                "searched",
                Vec::new(),
                say!("every way to play on was searched"),
            ),
            Reason::Safest => ("safest", Vec::new(), say!("it is the safest cell")),
            Reason::ForcedGuess(place) => {
                let cells = self.names(place);
                let why = say!(
                    "no number will ever tell these apart, so guess now: {cells}",
                    cells = cells.join(" ")
                );
                ("closed", cells, why)
            }
            Reason::Promising => (
                "promising",
                Vec::new(),
                say!(
                    "of the cells that are nearly as safe as the safest, it leaves the most to go on with"
                ),
            ),
        }
    }

    /// The best cells one below the other, where there is a choice.
    fn table(&self) -> Vec<String> {
        let moves = &self.advice.moves;
        if moves.len() < 2 || matches!(self.advice.reason, Reason::Safe(_)) {
            return match self.advice.reason {
                Reason::Safe(_) if moves.len() > 1 => {
                    let squares: Vec<_> = moves.iter().map(|choice| choice.square).collect();
                    let cells = self
                        .names(&squares[..squares.len().min(2 * LISTED)])
                        .join(" ");
                    vec![say!("surely safe: {cells}", cells)]
                }
                _ => Vec::new(),
            };
        }
        let line = |choice: &Move| {
            let place = self.name(choice.square);
            let safe = in_percent(&choice.safe);
            match (&choice.wins, choice.progress) {
                (Some(wins), _) => say!(
                    "{place}: safe {safe}, wins {wins}",
                    place,
                    safe,
                    wins = in_percent(wins)
                ),
                (None, Some(progress)) => say!(
                    "{place}: safe {safe}, with something surely safe after it {progress}",
                    place,
                    safe,
                    progress = format!("{:.2}%", progress * 100.0)
                ),
                (None, None) => say!("{place}: safe {safe}", place, safe),
            }
        };
        moves.iter().take(LISTED).map(line).collect()
    }

    fn choice(&self, choice: &Move) -> Value {
        json!({
            "move": self.name(choice.square),
            "safe": decimal(&choice.safe),
            "safe_fraction": choice.safe.to_string(),
            "wins": choice.wins.as_ref().map(decimal),
            "wins_fraction": choice.wins.as_ref().map(Ratio::<BigUint>::to_string),
            "progress": choice.progress,
        })
    }
}

fn contradicted(found: &Contradiction, numbers: &str) -> String {
    match (found.with_total, numbers.is_empty()) {
        (true, true) => say!("a mine there would be one too many"),
        (true, false) => say!(
            "with so many mines in all, a mine there would contradict these numbers: {numbers}",
            numbers
        ),
        (false, _) => say!(
            "a mine there would contradict these numbers: {numbers}",
            numbers
        ),
    }
}

/// All of it for a program.
fn entries(
    verdict: &str,
    best: Option<&str>,
    reason: &str,
    because: Vec<String>,
    why: String,
    layouts: Option<&str>,
    moves: Vec<Value>,
) -> Vec<(&'static str, Value)> {
    vec![
        ("verdict", verdict.into()),
        ("move", best.into()),
        ("reason", reason.into()),
        ("because", because.into()),
        ("why", why.into()),
        ("layouts", layouts.into()),
        ("choices", moves.into()),
    ]
}
