//! How much reasoning a board takes that needs no guess.

use super::pairs::Pairs;
use super::position::Position;
use super::quick::Play;
use super::repair::{Answer, Repair};
use super::row::Row;
use super::sets::Sets;
use super::totals::{Counted, count};

/// How often each kind of reasoning was needed: it led on, and none of those before it did. Each
/// kind but the first is asked once for all it can tell at the moment, and then the first again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grade {
    /// One number alone tells: to the end of what single numbers tell is one time.
    pub single: u32,
    /// Two numbers tell together.
    pub pair: u32,
    /// All numbers tell together.
    pub set: u32,
    /// All numbers tell together with how many mines are left.
    pub count: u32,
}

impl Grade {
    /// The hardest kind that was needed, from 1 to 4; 0 where the first click opens everything.
    pub fn hardest(&self) -> u8 {
        let kinds = [self.single, self.pair, self.set, self.count];
        let last = kinds.iter().rposition(|&times| times > 0);
        last.map_or(0, |kind| kind as u8 + 1)
    }
}

/// Plays a board from a cell on as a perfect player who always takes the simplest reasoning that
/// leads on.
pub fn grade<R: Row>(
    (rows, columns): (u32, u32),
    mines: &[R],
    first: (u32, u32),
) -> Result<Grade, Play> {
    let mut position = Position::<R>::new(rows, columns);
    let mut pairs = Pairs::new(&position);
    let mut sets = Sets::default();
    let mut repair = Repair::new(Repair::MOST_STEPS);
    let mut grade = Grade::default();
    if !position.begin(mines, first) {
        return Err(Play::Guess);
    }
    loop {
        position.flood();
        if position.is_won() {
            return Ok(grade);
        }
        grade.single += u32::from(position.singles());
        if position.is_won() {
            return Ok(grade);
        }
        if pairs.reason(&mut position) {
            grade.pair += 1;
            continue;
        }
        sets.read(&position);
        let mut counted = None;
        let certain = certain(&sets, &mut repair, &mut counted)?;
        if sets.learn(&mut position, |group| certain[group]) {
            grade.set += 1;
            continue;
        }
        let counted = counted_once(&sets, &mut counted)?;
        if !learn_counted(&sets, &mut position, counted) {
            return Err(Play::Guess);
        }
        grade.count += 1;
    }
}

/// What is possible, found out when it is asked for the first time.
fn counted_once<'a>(sets: &Sets, counted: &'a mut Option<Counted>) -> Result<&'a Counted, Play> {
    if counted.is_none() {
        *counted = count(sets);
    }
    counted.as_ref().ok_or(Play::Unknown)
}

/// The groups of which all numbers together tell what they are. Where no cell is safe by that,
/// none is told: what is known of mines then helps nobody.
fn certain(
    sets: &Sets,
    repair: &mut Repair,
    counted: &mut Option<Counted>,
) -> Result<Vec<bool>, Play> {
    repair.begin(sets, false);
    let mut certain = vec![false; sets.groups.len()];
    let mut has_safe = false;
    for (at, group) in sets.groups.iter().enumerate() {
        if !group.is_safe() && !group.is_mined() {
            continue;
        }
        let is_possible = match repair.can(sets, at, group.is_safe()) {
            Answer::Yes => true,
            Answer::No => false,
            Answer::Uncounted | Answer::Unknown => {
                counted_once(sets, counted)?.uncounted[at][usize::from(group.is_mined())]
            }
        };
        certain[at] = !is_possible;
        has_safe |= certain[at] && group.is_safe();
    }
    if !has_safe {
        certain.fill(false);
    }
    Ok(certain)
}

/// Notes all that is certain with the mines counted. Whether a cell was opened.
fn learn_counted<R: Row>(sets: &Sets, position: &mut Position<R>, counted: &Counted) -> bool {
    let is_certain = |at: usize| {
        let group = &sets.groups[at];
        let [more, fewer] = counted.groups[at];
        group.is_safe() && !more || group.is_mined() && !fewer
    };
    let is_safe = sets.sea_mines == 0 && !counted.sea[0];
    let is_mined = sets.sea_mines == sets.sea && !counted.sea[1];
    if sets.sea > 0 && (is_safe || is_mined) {
        sets.learn_sea(position);
    }
    sets.learn(position, is_certain) || sets.sea > 0 && is_safe
}
