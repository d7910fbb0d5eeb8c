//! What is told of the chances of a position: in words, with a picture, and for programs.

#[cfg(test)]
mod tests;

use fewest_search::{Limits, Watch};
use fewest_words::say;
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::ToPrimitive as _;
use serde_json::{Value, json};

use super::Board;
use super::chances::{Contradiction, MINE, Mines, NoChances, Position};
use crate::grid::{Grid, Square};
use crate::odds::{NoOdds, Odds};

/// The chance of a mine; nothing where a cell is not covered.
type Share = Option<Ratio<BigUint>>;

/// A wider board is not pictured.
const WIDEST: u32 = 100;
/// So many columns of a terminal are filled at the most, if that is possible.
const TERMINAL: usize = 78;
/// Fractions and counts with more digits are not for people's eyes.
const READABLE: usize = 24;
/// So many cells are listed at the most.
const LISTED: usize = 24;

/// The chances of a board as its player sees it.
pub fn odds(board: &Board, limits: &Limits, watch: &mut dyn Watch) -> Result<Odds, NoOdds> {
    let position = board.seen();
    let chances = position
        .chances(limits, watch)
        .map_err(|why| no_odds(&position, why))?;
    let shares: Vec<Share> = (0..board.cells.len())
        .map(|square| chances.mine(square))
        .collect();
    let told = Told {
        shares: Grid::new(board.cells.columns() as usize, shares),
        layouts: &chances.layouts,
        sea: chances.sea,
        position: &position,
    };
    Ok(told.tell())
}

/// Why there are no chances, in words.
pub fn no_odds(position: &Position, why: NoChances) -> NoOdds {
    match why {
        NoChances::GaveUp(limit) => NoOdds::GaveUp(limit),
        NoChances::OutOfReach => {
            NoOdds::OutOfReach(say!("more numbers hang together than can be followed"))
        }
        NoChances::Contradiction(found) => {
            let place = |square: &Square| position.cells.place(*square).to_string();
            let squares: Vec<_> = found.numbers.iter().map(place).collect();
            let why = in_words(position, &found, &squares.join(" "));
            NoOdds::Contradiction { why, squares }
        }
    }
}

fn in_words(position: &Position, found: &Contradiction, numbers: &str) -> String {
    match (found.with_total, position.mines) {
        (true, Mines::Total(mines)) if found.numbers.is_empty() => {
            say!(
                "the covered cells cannot hold so many mines: {mines}",
                mines
            )
        }
        (true, Mines::Total(mines)) => say!(
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

/// What there is to tell.
struct Told<'a> {
    shares: Grid<Share>,
    layouts: &'a BigUint,
    sea: u32,
    position: &'a Position,
}

impl Told<'_> {
    fn tell(&self) -> Odds {
        let (safe, sure) = (self.where_sure(false), self.where_sure(true));
        let safest = self.safest();
        let is_lost = self.position.cells.squares().contains(&MINE);
        let verdict = match &safest {
            _ if is_lost => "lost",
            Some(_) if !safe.is_empty() => "safe",
            Some(_) => "guess",
            None => "done",
        };
        Odds {
            headline: self.headline(&safe, safest.as_ref(), is_lost),
            lines: self.lines(&safe, &sure),
            entries: self.entries(verdict, safe, sure, safest),
            can_win: !is_lost,
        }
    }

    /// The covered cells of which it is certain whether they hold a mine.
    fn where_sure(&self, is_mine: bool) -> Vec<String> {
        let sure = Ratio::from_integer(BigUint::from(u32::from(is_mine)));
        let squares = (0..self.shares.len()).filter(|&square| {
            let share = self.shares[square].as_ref();
            share.is_some_and(|share| *share == sure)
        });
        squares.map(|square| self.name(square)).collect()
    }

    fn name(&self, square: Square) -> String {
        self.shares.place(square).to_string()
    }

    /// The first of the covered cells that are least likely a mine; nothing where all are mines.
    fn safest(&self) -> Option<(Square, &Ratio<BigUint>)> {
        let covered = (0..self.shares.len())
            .filter_map(|square| Some((square, self.shares[square].as_ref()?)));
        let (square, share) = covered.min_by(|(_, one), (_, other)| one.cmp(other))?;
        (*share < Ratio::from_integer(1u32.into())).then_some((square, share))
    }

    fn headline(
        &self,
        safe: &[String],
        safest: Option<&(Square, &Ratio<BigUint>)>,
        is_lost: bool,
    ) -> String {
        let layouts = readable(self.layouts);
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
                place = self.name(*square),
                chance = in_percent(share)
            ),
        }
    }

    fn lines(&self, safe: &[String], sure: &[String]) -> Vec<String> {
        let mut lines = Vec::new();
        if self.shares.columns() <= WIDEST {
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
        let digits = self.layouts.to_string();
        if digits.len() > READABLE {
            lines.push(say!("layouts: {layouts}", layouts = digits));
        }
        let (covered, edge) = (self.covered(), self.covered() - self.sea);
        lines.push(match self.position.mines {
            Mines::Total(mines) => say!(
                "covered: {covered}, {edge} of them beside a number; mines among them: {mines}",
                covered,
                edge,
                mines
            ),
            Mines::Density { mines, all } => say!(
                "covered: {covered}, {edge} of them beside a number; each a mine with a chance of \
                 {density} before anything is seen",
                covered,
                edge,
                density = in_percent(&Ratio::new(mines.into(), all.into()))
            ),
        });
        lines
    }

    fn covered(&self) -> u32 {
        let shares = self.shares.squares().iter();
        shares.filter(|share| share.is_some()).count() as u32
    }

    /// Two characters a cell, with its rows and columns numbered. A gap follows every cell where
    /// that fits, or every second.
    fn picture(&self) -> Vec<String> {
        let columns = self.shares.columns() as usize;
        let label = (self.shares.rows() - 1).to_string().len();
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
        for row in 0..self.shares.rows() {
            let square = |column| row * self.shares.columns() + column;
            let mut cells = (0..self.shares.columns()).map(|column| self.cell(square(column)));
            lines.push(line(row.to_string(), &mut cells));
        }
        lines
    }

    fn cell(&self, square: Square) -> String {
        let Some(share) = &self.shares[square] else {
            return match self.position.cells[square] {
                0 => " .".to_string(),
                MINE => " X".to_string(),
                number => format!(" {number}"),
            };
        };
        let one = Ratio::from_integer(BigUint::from(1u32));
        match decimal(share) {
            _ if *share.numer() == BigUint::ZERO => "--".to_string(),
            _ if *share == one => "**".to_string(),
            chance => format!("{:02}", (chance * 100.0).round().clamp(1.0, 99.0)),
        }
    }

    fn entries(
        &self,
        verdict: &str,
        safe: Vec<String>,
        sure: Vec<String>,
        safest: Option<(Square, &Ratio<BigUint>)>,
    ) -> Vec<(&'static str, Value)> {
        let (mines, density) = match self.position.mines {
            Mines::Total(mines) => (Some(mines), None),
            Mines::Density { mines, all } => (None, Some(Ratio::new(mines, all).to_string())),
        };
        let safest = safest.map(|(square, share)| {
            json!({
                "cell": self.name(square),
                "chance": decimal(share),
                "fraction": share.to_string(),
            })
        });
        let by_rows = |of_cell: &dyn Fn(&Ratio<BigUint>) -> Value| -> Value {
            let rows = self.shares.squares().chunks(self.shares.columns() as usize);
            let row = |row: &[Share]| -> Value {
                let cells = row.iter().map(|share| share.as_ref().map(of_cell));
                cells.collect::<Vec<_>>().into()
            };
            rows.map(row).collect::<Vec<_>>().into()
        };
        vec![
            ("verdict", verdict.into()),
            ("layouts", self.layouts.to_string().into()),
            ("mines", mines.into()),
            ("density", density.into()),
            ("covered", self.covered().into()),
            ("edge", (self.covered() - self.sea).into()),
            ("sea", self.sea.into()),
            ("safe", safe.into()),
            ("sure", sure.into()),
            ("safest", safest.into()),
            ("chances", by_rows(&|share| decimal(share).into())),
            ("fractions", by_rows(&|share| share.to_string().into())),
        ]
    }
}

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
    let fraction = share.to_string();
    match fraction.len() <= READABLE && !share.is_integer() {
        true => format!("{percent} ({fraction})"),
        false => percent,
    }
}

/// A count that people can read: all digits, or how many there are.
pub fn readable(count: &BigUint) -> String {
    let digits = count.to_string();
    match digits.len() <= READABLE {
        true => digits,
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
