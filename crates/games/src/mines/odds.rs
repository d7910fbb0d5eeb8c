//! A position as its player sees it, in words and for programs: the chance of a mine in each covered cell,
//! and the cell to open next with the reason.

#[cfg(test)]
mod tests;

use fewest_minesweeper::{
    Advice, Cell, Contradiction, FirstClick, MineCount, Move, Position, Probabilities,
    ProbabilityError, Reason, Simulation, check_limits,
};
use fewest_search::{Limit, SearchContext};
use fewest_words::say;
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, ToPrimitive as _, Zero as _};
use serde_json::{Value, json};

use super::Board;
use crate::grid::Square;
use crate::odds::{NoOdds, Odds};

/// A wider board is not pictured.
const WIDEST: u32 = 100;
/// The number of columns of a terminal that are filled, if possible.
const TERMINAL: usize = 78;
/// Fractions and counts with more digits are not for people's eyes.
const READABLE: usize = 24;
/// The most cells that are listed.
const LISTED: usize = 24;

/// The chances of a board as its player sees it.
pub fn odds(board: &Board, context: &mut SearchContext) -> Result<Odds, NoOdds> {
    let position = board.seen();
    let chances = position
        .probabilities(context)
        .map_err(|why| no_odds(board, &position, why))?;
    let report = OddsReport::new(board, &position, &chances, context).map_err(NoOdds::GaveUp)?;
    report.write(context).map_err(NoOdds::GaveUp)
}

/// Why there are no chances, in words.
pub fn no_odds(board: &Board, position: &Position, why: ProbabilityError) -> NoOdds {
    match why {
        ProbabilityError::GaveUp(limit) => NoOdds::GaveUp(limit),
        ProbabilityError::TooWide => {
            NoOdds::OutOfReach(say!("more numbers hang together than can be followed"))
        }
        ProbabilityError::Contradiction(found) => {
            let place = |square: &Square| board.cells.place(*square).to_string();
            let squares: Vec<_> = found.numbers.iter().map(place).collect();
            let why = in_words(position, &found, &squares.join(" "));
            let drawn = drawn(position, &found);
            NoOdds::Contradiction {
                why,
                drawn,
                squares,
            }
        }
    }
}

fn in_words(position: &Position, found: &Contradiction, numbers: &str) -> String {
    match (found.with_total, position.mines) {
        (true, MineCount::Total(mines)) if found.numbers.is_empty() => {
            say!(
                "the covered cells cannot hold so many mines: {mines}",
                mines
            )
        }
        (true, MineCount::Total(mines)) => say!(
            "no layout fits: with so many mines, {mines} of them covered, not all of these numbers \
             can be right: {numbers}",
            mines,
            numbers
        ),
        _ => say!(
            "no layout fits: not all of these numbers can be right: {numbers}",
            numbers
        ),
    }
}

/// The same for a person who sees the numbers marked.
fn drawn(position: &Position, found: &Contradiction) -> String {
    match (found.with_total, position.mines) {
        (true, MineCount::Total(mines)) if found.numbers.is_empty() => say!(
            "The covered squares cannot hold as many mines as are left: {mines}.",
            mines
        ),
        (true, MineCount::Total(mines)) => say!(
            "With {mines} mines under the covered squares, the marked numbers cannot all be right.",
            mines
        ),
        _ => say!("The marked numbers cannot all be right: change one of them."),
    }
}

/// A report on the chances of a position.
struct OddsReport<'a> {
    board: &'a Board,
    position: &'a Position,
    chances: &'a Probabilities,
    /// Each of the [probabilities](Probabilities::values) as it is written.
    shares: Vec<Share>,
    /// The number of layouts, in digits.
    layouts: String,
    /// The bytes that are held.
    bytes: u64,
}

/// A chance of a mine as it is written.
struct Share {
    decimal: f64,
    fraction: String,
    /// Two characters for the picture.
    glyphs: String,
}

impl<'a> OddsReport<'a> {
    fn new(
        board: &'a Board,
        position: &'a Position,
        chances: &'a Probabilities,
        context: &mut SearchContext,
    ) -> Result<Self, Limit> {
        let mut bytes = chances.bytes();
        let layouts = chances.layouts.to_string();
        bytes += layouts.len() as u64;
        let mut shares = Vec::with_capacity(chances.values().len());
        for share in chances.values() {
            check_limits(context, bytes)?;
            let mut fraction = share.numer().to_string();
            if !share.is_integer() {
                fraction.push('/');
                fraction += &share.denom().to_string();
            }
            bytes += (fraction.len() + size_of::<Share>()) as u64;
            let decimal = decimal(share);
            shares.push(Share {
                decimal,
                fraction,
                glyphs: match decimal {
                    _ if share.is_zero() => "--".to_string(),
                    _ if share.is_one() => "**".to_string(),
                    chance => format!("{:02}", (chance * 100.0).round().clamp(1.0, 99.0)),
                },
            });
        }
        Ok(OddsReport {
            board,
            position,
            chances,
            shares,
            layouts,
            bytes,
        })
    }

    fn write(mut self, context: &mut SearchContext) -> Result<Odds, Limit> {
        let safe = self.names_where(|share| share.is_zero(), context)?;
        let sure = self.names_where(|share| share.is_one(), context)?;
        let safest = self.chances.safest(context)?;
        let safest = safest.map(|square| (square, self.chances.value_of(square).expect("covered")));
        let is_lost = self.position.cells.squares().contains(&Cell::Mine);
        let verdict = match &safest {
            _ if is_lost => "lost",
            Some(_) if !safe.is_empty() => "safe",
            Some(_) => "guess",
            None => "done",
        };
        Ok(Odds {
            headline: self.headline(&safe, safest, is_lost),
            lines: self.lines(&safe, &sure),
            can_win: !is_lost,
            entries: self.entries(verdict, safe, sure, safest, context)?,
        })
    }

    /// The names of the covered cells with such a chance.
    fn names_where(
        &mut self,
        is_meant: impl Fn(&Ratio<BigUint>) -> bool,
        context: &mut SearchContext,
    ) -> Result<Vec<String>, Limit> {
        let is_meant: Vec<bool> = self.chances.values().iter().map(is_meant).collect();
        let mut names = Vec::new();
        for square in 0..self.position.cells.len() {
            check_limits(context, self.bytes)?;
            if self
                .chances
                .value_of(square)
                .is_some_and(|share| is_meant[share])
            {
                let name = self.name(square);
                // Once here, and once as a value.
                self.bytes += 2 * BYTES_A_NAME;
                names.push(name);
            }
        }
        Ok(names)
    }

    fn name(&self, square: Square) -> String {
        self.board.cells.place(square).to_string()
    }

    fn headline(&self, safe: &[String], safest: Option<(Square, usize)>, is_lost: bool) -> String {
        let layouts = readable(&self.layouts);
        match safest {
            _ if is_lost => say!("the game is lost; layouts: {layouts}", layouts),
            None => say!("nothing is left to open; layouts: {layouts}", layouts),
            Some(_) if !safe.is_empty() => say!(
                "layouts: {layouts}; surely safe: {number}",
                layouts,
                number = safe.len()
            ),
            Some((square, share)) => say!(
                "layouts: {layouts}; the safest is {place}, a mine with a chance of {chance}",
                layouts,
                place = self.name(square),
                chance = in_percent(&self.chances.values()[share])
            ),
        }
    }

    fn lines(&self, safe: &[String], sure: &[String]) -> Vec<String> {
        let mut lines = Vec::new();
        if self.position.cells.columns() <= WIDEST {
            lines.extend(self.picture());
            lines.push(say!(
                "-- is no mine, ** a mine, and otherwise it is the chance of a mine in percent"
            ));
        }
        if !safe.is_empty() {
            lines.push(say!("surely safe: {cells}", cells = first_of(safe)));
        }
        if !sure.is_empty() {
            lines.push(say!("surely mines: {cells}", cells = first_of(sure)));
        }
        if self.layouts.len() > READABLE {
            lines.push(say!("layouts: {layouts}", layouts = &self.layouts));
        }
        let covered = self.position.covered().count() as u32;
        let edge = covered - self.chances.unconstrained;
        lines.push(match self.position.mines {
            MineCount::Total(mines) => say!(
                "covered: {covered}, {edge} of them beside a number; mines among them: {mines}",
                covered,
                edge,
                mines
            ),
            MineCount::Density { mines, of } => say!(
                "covered: {covered}, {edge} of them beside a number; each a mine with a chance of \
                 {density} before anything is seen",
                covered,
                edge,
                density = in_percent(&Ratio::new(mines.into(), of.into()))
            ),
        });
        lines
    }

    /// Two characters a cell, with its rows and columns numbered. A gap follows every cell where
    /// that fits, or every second.
    fn picture(&self) -> Vec<String> {
        let cells = &self.position.cells;
        let columns = cells.columns() as usize;
        let label = (cells.rows() - 1).to_string().len();
        let every = if label + 3 * columns <= TERMINAL {
            1
        } else {
            2
        };
        let line = |label_text: String, cells: &mut dyn Iterator<Item = String>| {
            let mut line = format!("{label_text:>label$}");
            for (column, cell) in cells.enumerate() {
                let gap = if column % every == 0 { " " } else { "" };
                line += gap;
                line += &cell;
            }
            line
        };
        let mut numbers = (0..columns).map(|column| format!("{:>2}", column % 100));
        let mut lines = vec![line(String::new(), &mut numbers)];
        for row in 0..cells.rows() {
            let square = |column| row * cells.columns() + column;
            let mut cells = (0..cells.columns()).map(|column| self.cell(square(column)));
            lines.push(line(row.to_string(), &mut cells));
        }
        lines
    }

    fn cell(&self, square: Square) -> String {
        if let Some(share) = self.chances.value_of(square) {
            return self.shares[share].glyphs.clone();
        }
        match self.position.cells[square] {
            Cell::Number(0) => " .".to_string(),
            Cell::Number(number) => format!(" {number}"),
            _ => " X".to_string(),
        }
    }

    fn entries(
        mut self,
        verdict: &str,
        safe: Vec<String>,
        sure: Vec<String>,
        safest: Option<(Square, usize)>,
        context: &mut SearchContext,
    ) -> Result<Vec<(&'static str, Value)>, Limit> {
        let (mines, density) = match self.position.mines {
            MineCount::Total(mines) => (Some(mines), None),
            MineCount::Density { mines, of } => (None, Some(Ratio::new(mines, of).to_string())),
        };
        let safest = safest.map(|(square, share)| {
            let share = &self.shares[share];
            json!({
                "cell": self.name(square),
                "chance": share.decimal,
                "fraction": share.fraction,
            })
        });
        let covered = self.position.covered().count() as u32;
        let chances = self.by_rows(|share| (share.decimal.into(), 0), context)?;
        let fraction = |share: &Share| (share.fraction.as_str().into(), share.fraction.len());
        let fractions = self.by_rows(fraction, context)?;
        Ok(vec![
            ("verdict", verdict.into()),
            ("layouts", self.layouts.into()),
            ("mines", mines.into()),
            ("density", density.into()),
            ("covered", covered.into()),
            ("edge", (covered - self.chances.unconstrained).into()),
            ("sea", self.chances.unconstrained.into()),
            ("safe", safe.into()),
            ("sure", sure.into()),
            ("safest", safest.into()),
            ("chances", chances),
            ("fractions", fractions),
        ])
    }

    /// A value for each covered cell, and how many bytes it owns, row by row.
    fn by_rows(
        &mut self,
        of_cell: impl Fn(&Share) -> (Value, usize),
        context: &mut SearchContext,
    ) -> Result<Value, Limit> {
        let cells = &self.position.cells;
        let mut rows = Vec::with_capacity(cells.rows() as usize);
        for row in 0..cells.rows() {
            let mut values = Vec::with_capacity(cells.columns() as usize);
            for column in 0..cells.columns() {
                check_limits(context, self.bytes)?;
                let share = self.chances.value_of(row * cells.columns() + column);
                let (value, bytes) = share.map_or((Value::Null, 0), |it| of_cell(&self.shares[it]));
                self.bytes += (size_of::<Value>() + bytes + BYTES_A_ALLOCATION) as u64;
                values.push(value);
            }
            rows.push(Value::Array(values));
        }
        Ok(Value::Array(rows))
    }
}

/// What the name of a cell takes.
const BYTES_A_NAME: u64 = 64;
/// What an allocation takes besides the bytes that were wanted.
const BYTES_A_ALLOCATION: usize = 16;

/// A chance as a decimal: 0 and 1 are certain, and nothing else is.
pub fn decimal(share: &Ratio<BigUint>) -> f64 {
    let decimal = share.to_f64().unwrap_or(0.0);
    match share.is_integer() {
        true => decimal,
        false => decimal.clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0),
    }
}

/// A chance in words: `16.67% (1/6)`, the fraction where it can be read.
pub fn in_percent(share: &Ratio<BigUint>) -> String {
    let percent = format!("{:.2}%", decimal(share) * 100.0);
    // A number of that many bits has more digits.
    if share.is_integer() || share.denom().bits() > 4 * READABLE as u64 {
        return percent;
    }
    let fraction = share.to_string();
    match fraction.len() <= READABLE {
        true => format!("{percent} ({fraction})"),
        false => percent,
    }
}

/// A count that people can read, from its digits: all of them, or how many there are.
pub fn readable(digits: &str) -> String {
    match digits.len() <= READABLE {
        true => digits.to_string(),
        false => {
            let power = digits.len() - 1;
            let leading = format!("{}.{}", &digits[..1], &digits[1..4]);
            say!("about {leading} × 10^{power}", leading, power)
        }
    }
}

/// The first of a list of cells, and how many more there are.
fn first_of(cells: &[String]) -> String {
    let shown = cells[..cells.len().min(LISTED)].join(" ");
    match cells.len().saturating_sub(LISTED) {
        0 => shown,
        more => say!("{moves} … and {number} more", moves = shown, number = more),
    }
}

/// The most cells that are listed for people, the best first.
const ADVISED: usize = 10;

/// What to open next on a board as its player sees it.
pub fn guidance(board: &Board, context: &mut SearchContext) -> Result<Odds, NoOdds> {
    // If the mines are known and no click is given, no promise is kept.
    let is_kept = board.click.is_some() || !board.is_known();
    if board.first != FirstClick::Any && board.is_untouched() && is_kept {
        return Ok(promised(board));
    }
    let position = board.seen();
    let advice = position
        .advice(context)
        .map_err(|why| no_odds(board, &position, why))?;
    let layouts = advice.probabilities.layouts.to_string();
    let is_lost = position.cells.squares().contains(&Cell::Mine);
    let guidance = Guidance {
        board,
        advice,
        layouts,
    };
    guidance.write(is_lost, context).map_err(NoOdds::GaveUp)
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
    fn write(&self, is_lost: bool, context: &mut SearchContext) -> Result<Odds, Limit> {
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
                        .names(&squares[..squares.len().min(2 * ADVISED)])
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
        moves.iter().take(ADVISED).map(line).collect()
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
