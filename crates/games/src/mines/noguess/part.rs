//! All layouts of one part of the unknown: groups that have numbers in common, directly or by
//! others.
//!
//! The groups are decided one after another. What was decided matters to the rest only by what is
//! still missing around the numbers that are half done; so all ways that agree on that are gone on
//! with as one, with the set of their totals.

use super::sets::Sets;
use super::sums::Totals;

/// The most steps that are gone for one part.
const MOST_STEPS: usize = 1 << 20;
/// The most numbers that are half done at a time: what is missing around each takes four bits.
const MOST_NUMBERS: u32 = 32;

/// A step from one state to another, by so many mines more than in truth.
struct Step {
    from: u32,
    to: u32,
    change: i16,
}

/// The layouts of a part.
pub struct Part {
    /// Each group, and all steps that decide it.
    groups: Vec<(usize, Vec<Step>)>,
    /// The totals with which each state is reached, before each group and after the last.
    reached: Vec<Vec<Totals>>,
}

/// Room for a walk through the parts of a position.
pub struct Walk {
    /// The place of a number that is half done among what is missing.
    places: Vec<Option<u32>>,
    /// How many cells around it are not decided yet.
    undecided: Vec<i16>,
    /// How many mines are around it.
    mines: Vec<i16>,
}

impl Walk {
    /// Begins with a position.
    pub fn new(sets: &Sets) -> Self {
        let sum = |of: fn(&super::sets::Group) -> i16| {
            let numbers = sets.numbers.iter();
            let around = |group| of(&sets.groups[group]);
            let sums = numbers.map(|number| number.groups.all().map(around).sum());
            sums.collect::<Vec<i16>>()
        };
        Walk {
            places: vec![None; sets.numbers.len()],
            undecided: sum(|group| group.size),
            mines: sum(|group| group.mines),
        }
    }

    /// All layouts of a part, its groups in some order; nothing where they are too many.
    pub fn part(&mut self, sets: &Sets, order: &[usize]) -> Option<Part> {
        let mut groups = Vec::with_capacity(order.len());
        let mut reached = vec![vec![Totals::ZERO]];
        let mut states = vec![0u128];
        let mut taken = 0u32;
        let mut count = 0;
        for &group in order {
            let known = &sets.groups[group];
            // What is missing, where numbers begin to be half done.
            let mut begun = 0u128;
            let mut done = 0u32;
            let mut numbers = Vec::with_capacity(8);
            for number in known.numbers.all() {
                let place = match self.places[number] {
                    Some(place) => place,
                    None => {
                        let place = taken.trailing_ones();
                        if place >= MOST_NUMBERS {
                            return None;
                        }
                        taken |= 1 << place;
                        self.places[number] = Some(place);
                        begun |= (self.mines[number] as u128) << (4 * place);
                        place
                    }
                };
                self.undecided[number] -= known.size;
                if self.undecided[number] == 0 {
                    done |= 1 << place;
                }
                numbers.push((4 * place, self.undecided[number] as u128));
            }
            taken &= !done;
            let mut steps = Vec::new();
            for (from, &state) in (0..).zip(&states) {
                let state = state | begun;
                for value in 0..=known.size {
                    if let Some(to) = step(state, value as u128, &numbers) {
                        steps.push((to, from, value - known.mines));
                    }
                }
            }
            count += steps.len();
            if count > MOST_STEPS {
                return None;
            }
            steps.sort_unstable();
            let before = reached.last().expect("there is a first");
            let mut totals: Vec<Totals> = Vec::new();
            states.clear();
            let mut walked = Vec::with_capacity(steps.len());
            for (to, from, change) in steps {
                if states.last() != Some(&to) {
                    states.push(to);
                    totals.push(Totals::NONE);
                }
                let more = before[from as usize].plus(change.into())?;
                let last = totals.last_mut().expect("it was pushed");
                *last = last.or(more);
                let to = states.len() as u32 - 1;
                walked.push(Step { from, to, change });
            }
            groups.push((group, walked));
            reached.push(totals);
        }
        Some(Part { groups, reached })
    }
}

/// What is missing after some mines were set around some numbers; nothing where they are too many
/// for one, or too few for what is left around it.
fn step(state: u128, value: u128, numbers: &[(u32, u128)]) -> Option<u128> {
    let mut after = state;
    for &(place, room) in numbers {
        let missing = (state >> place & 15).checked_sub(value)?;
        if missing > room {
            return None;
        }
        after -= value << place;
    }
    Some(after)
}

impl Part {
    /// The totals of all layouts.
    pub fn totals(&self) -> Totals {
        // The truth is one of them, and nothing is missing at the end.
        self.reached.last().expect("there is a last")[0]
    }

    /// Of each group, the totals of the layouts in which it has more mines than in truth, and of
    /// those in which it has fewer; nothing where they are too far from the truth.
    pub fn sides(&self) -> Option<Vec<(usize, [Totals; 2])>> {
        let mut sides = Vec::with_capacity(self.groups.len());
        // The totals from each state to the end.
        let mut left = vec![Totals::ZERO];
        for ((group, steps), reached) in self.groups.iter().zip(&self.reached).rev() {
            let mut next = vec![Totals::NONE; reached.len()];
            let mut side = [Totals::NONE; 2];
            for step in steps {
                let more = left[step.to as usize].plus(step.change.into())?;
                let from = step.from as usize;
                next[from] = next[from].or(more);
                if step.change != 0 {
                    let at = usize::from(step.change < 0);
                    side[at] = side[at].or(reached[from].and(more)?);
                }
            }
            sides.push((*group, side));
            left = next;
        }
        Some(sides)
    }
}
