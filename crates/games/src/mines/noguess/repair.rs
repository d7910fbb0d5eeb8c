//! Whether another layout of mines is possible than the true one: one cell is made what it is not,
//! and the numbers that are wrong then are put right, one after another. What needs no change is
//! not looked at, so this takes hardly longer on a large board than on a small one.

use super::sets::Sets;

/// Whether a group can have more mines than it has, or fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It can.
    Yes,
    /// It cannot, whatever the number of mines on the board.
    No,
    /// It can, but not with the mines that there are, as far as one place can tell.
    Uncounted,
    /// It took too long to find out.
    Unknown,
}

/// A number that is wrong or right by the changes so far.
#[derive(Clone, Copy, Default)]
struct Balance {
    /// How many mines too many are around it.
    off: i16,
    /// How many mines the groups around it that are not decided could have more.
    more: i16,
    /// How many they could have fewer.
    fewer: i16,
}

/// The search; kept between positions for its memory.
pub struct Repair {
    most_steps: u32,
    balances: Vec<Balance>,
    is_decided: Vec<bool>,
    changes: Vec<i16>,
    /// The decided groups, in their order.
    decided: Vec<u32>,
    /// Of each group, whether it was seen with more mines than it has, and with fewer.
    seen: Vec<[bool; 2]>,
    /// How many mines all groups together have more than in truth.
    total: i32,
    /// The fewest and the most that they may have more: the others are where no number is.
    fit: (i32, i32),
    is_uncounted: bool,
    steps: u32,
}

/// How deep a search may lead.
const MOST_DEPTH: usize = 300;

impl Repair {
    /// After how many steps it is too long. The most that was seen on boards of 16 by 30 is 600.
    pub const MOST_STEPS: u32 = 3_000;

    /// A search that takes so many steps at the most.
    pub fn new(most_steps: u32) -> Self {
        Repair {
            most_steps,
            balances: Vec::new(),
            is_decided: Vec::new(),
            changes: Vec::new(),
            decided: Vec::new(),
            seen: Vec::new(),
            total: 0,
            fit: (0, 0),
            is_uncounted: false,
            steps: 0,
        }
    }

    /// Begins with a position. Layouts that need another number of mines on the board do not count
    /// where `counts`.
    pub fn begin(&mut self, sets: &Sets, counts: bool) {
        self.balances.clear();
        self.balances.extend(sets.numbers.iter().map(|number| {
            let mut balance = Balance::default();
            for group in number.groups.all() {
                let group = &sets.groups[group];
                balance.more += group.size - group.mines;
                balance.fewer += group.mines;
            }
            balance
        }));
        let groups = sets.groups.len();
        self.is_decided.clear();
        self.is_decided.resize(groups, false);
        self.changes.clear();
        self.changes.resize(groups, 0);
        self.seen.clear();
        self.seen.resize(groups, [false; 2]);
        self.fit = match counts {
            true => (sets.sea_mines - sets.sea, sets.sea_mines),
            false => (i32::MIN, i32::MAX),
        };
    }

    /// Whether a group can have more mines than it has, or fewer.
    pub fn can(&mut self, sets: &Sets, group: usize, more: bool) -> Answer {
        if self.seen[group][usize::from(!more)] {
            return Answer::Yes;
        }
        let known = &sets.groups[group];
        let most = if more {
            known.size - known.mines
        } else {
            known.mines
        };
        self.is_uncounted = false;
        self.steps = 0;
        for change in 1..=most {
            if self.decide(sets, group, if more { change } else { -change }) {
                return Answer::Yes;
            }
        }
        match (self.steps >= self.most_steps, self.is_uncounted) {
            (true, _) => Answer::Unknown,
            (false, true) => Answer::Uncounted,
            (false, false) => Answer::No,
        }
    }

    /// Decides by how much a group changes, and goes on. Whether a layout was found; the decision
    /// is taken back in any case.
    fn decide(&mut self, sets: &Sets, group: usize, change: i16) -> bool {
        if self.steps >= self.most_steps {
            return false;
        }
        self.steps += 1;
        let known = &sets.groups[group];
        let (more, fewer) = (known.size - known.mines, known.mines);
        let mut is_possible = true;
        for number in known.numbers.all() {
            let balance = &mut self.balances[number];
            balance.off += change;
            balance.more -= more;
            balance.fewer -= fewer;
            is_possible &= balance.off <= balance.fewer && -balance.off <= balance.more;
        }
        self.is_decided[group] = true;
        self.changes[group] = change;
        self.total += i32::from(change);
        self.decided.push(group as u32);
        let is_found = is_possible && self.go_on(sets);
        self.decided.pop();
        self.total -= i32::from(change);
        self.changes[group] = 0;
        self.is_decided[group] = false;
        for number in known.numbers.all() {
            let balance = &mut self.balances[number];
            balance.off -= change;
            balance.more += more;
            balance.fewer += fewer;
        }
        is_found
    }

    /// Puts the number right that has the fewest ways to be. A layout is found when none is wrong:
    /// what is not decided stays as it is.
    fn go_on(&mut self, sets: &Sets) -> bool {
        let Some((number, off)) = self.tightest(sets) else {
            return self.note();
        };
        if self.decided.len() >= MOST_DEPTH {
            self.steps = self.most_steps;
            return false;
        }
        let helps = |&group: &usize| {
            let known = &sets.groups[group];
            let by = if off > 0 {
                known.mines
            } else {
                known.size - known.mines
            };
            !self.is_decided[group] && by > 0
        };
        let mut groups = sets.numbers[number].groups.all();
        let group = groups.find(helps).expect("the number can be put right");
        let known = &sets.groups[group];
        let (fewest, most) = (-known.mines, known.size - known.mines);
        // First as much of it as is wrong, then less, and more at last: a small change is likelier.
        let (right, step) = ((-off).clamp(fewest, most), off.signum());
        for (from, step) in [(right, step), (right - step, -step)] {
            let mut change = from;
            while (fewest..=most).contains(&change) {
                if self.decide(sets, group, change) {
                    return true;
                }
                change += step;
            }
        }
        false
    }

    /// The number that is wrong and has the least room to be put right, and by how much it is.
    fn tightest(&self, sets: &Sets) -> Option<(usize, i16)> {
        let mut found = None;
        let mut least = i16::MAX;
        for &group in &self.decided {
            for number in sets.groups[group as usize].numbers.all() {
                let Balance { off, more, fewer } = self.balances[number];
                let room = match off {
                    0 => continue,
                    1.. => fewer - off,
                    _ => more + off,
                };
                if room < least {
                    (least, found) = (room, Some((number, off)));
                    if room == 0 {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// A layout is found: all its changes are possible at once. Whether the mines suffice for it.
    fn note(&mut self) -> bool {
        let (least, most) = self.fit;
        if !(least..=most).contains(&self.total) {
            self.is_uncounted = true;
            return false;
        }
        for &group in &self.decided {
            let change = self.changes[group as usize];
            let [more, fewer] = &mut self.seen[group as usize];
            *more |= change > 0;
            *fewer |= change < 0;
        }
        true
    }
}
