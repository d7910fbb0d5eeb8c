//! One chunk of bodies moved, all heads of a body at once, into what moves lead to from them.

use super::chequer::Way;
use super::register::Mark;
use crate::snake::heads::{Heads, count, is_empty};

/// The bodies of a chunk, and where their heads are.
#[derive(Clone, Copy)]
pub struct Sources<'a, const W: usize> {
    pub marks: &'a [Mark],
    /// Whether a body has any heads; where it has none, the set is left as it was once.
    pub awake: &'a [bool],
    pub heads: &'a [Heads<W>],
}

/// The bodies that moves in one direction lead to from those of a chunk.
pub struct Targets<'a, const W: usize> {
    pub marks: &'a [Mark],
    /// Where their heads have been.
    pub seen: &'a mut [Heads<W>],
    /// Whether they are anywhere now for the first time.
    pub awake: &'a mut [bool],
    /// Where, if so.
    pub heads: &'a mut [Heads<W>],
}

impl<'a, const W: usize> Targets<'a, W> {
    /// Takes away the first so many.
    pub fn cut(&mut self, bodies: usize) -> Targets<'a, W> {
        const THERE: &str = "there are so many";
        Targets {
            marks: self.marks.split_off(..bodies).expect(THERE),
            seen: self.seen.split_off_mut(..bodies).expect(THERE),
            awake: self.awake.split_off_mut(..bodies).expect(THERE),
            heads: self.heads.split_off_mut(..bodies).expect(THERE),
        }
    }
}

/// What the moves led to.
#[derive(Clone, Copy, Default)]
pub struct Reached {
    /// Positions, those told apart that differ in the tail alone.
    pub count: u64,
    /// Whether the apple is among them.
    pub won: bool,
}

impl Reached {
    pub fn add(&mut self, more: Reached) {
        self.count += more.count;
        self.won |= more.won;
    }
}

/// Moves a chunk in each direction.
pub fn step<const W: usize>(
    ways: &[Way<W>; 4],
    sources: Sources<W>,
    targets: [Targets<W>; 4],
) -> [Reached; 4] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
        #[allow(
            unsafe_code,
            reason = "the same code for processors with more instructions"
        )]
        // SAFETY: this processor has the instructions.
        return unsafe { step_in_vectors(ways, sources, targets) };
    }
    step_by::<W, false>(ways, sources, targets)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn step_in_vectors<const W: usize>(
    ways: &[Way<W>; 4],
    sources: Sources<W>,
    targets: [Targets<W>; 4],
) -> [Reached; 4] {
    step_by::<W, true>(ways, sources, targets)
}

#[inline(always)]
fn step_by<const W: usize, const COUNTS: bool>(
    ways: &[Way<W>; 4],
    sources: Sources<W>,
    targets: [Targets<W>; 4],
) -> [Reached; 4] {
    let mut reached = [Reached::default(); 4];
    let is_empty = !sources.awake.contains(&true);
    for (direction, targets) in targets.into_iter().enumerate() {
        if is_empty {
            targets.awake.fill(false);
        } else {
            reached[direction] = flow::<W, COUNTS>(direction, &ways[direction], sources, targets);
        }
    }
    reached
}

/// Moves a chunk in one direction.
#[inline(always)]
fn flow<const W: usize, const COUNTS: bool>(
    direction: usize,
    way: &Way<W>,
    sources: Sources<W>,
    targets: Targets<W>,
) -> Reached {
    let mut reached = Reached::default();
    let mut target = 0;
    let mut twins = sources.marks.iter().zip(sources.awake).zip(sources.heads);
    let mut next = twins.next();
    while next.is_some() {
        let mut all = [0; W];
        let mut is_met = false;
        while let Some(((mark, is_awake), heads)) = next {
            if mark.is_free(direction) {
                is_met = true;
                if *is_awake {
                    let free = way.free(heads);
                    reached.count += match COUNTS {
                        true => free.iter().map(|word| u64::from(word.count_ones())).sum(),
                        false => count(&free),
                    };
                    for word in 0..W {
                        all[word] |= free[word];
                    }
                }
            }
            next = twins.next();
            if next.is_none_or(|((mark, _), _)| !mark.is_twin()) {
                break;
            }
        }
        if is_met {
            while targets.marks[target].is_orphan() {
                targets.awake[target] = false;
                target += 1;
            }
            let is_awake = !is_empty(&all) && {
                reached.won |= way.wins(&all);
                let moved = way.moved(&all);
                let seen = &mut targets.seen[target];
                let new: Heads<W> = std::array::from_fn(|word| moved[word] & !seen[word]);
                let is_new = !is_empty(&new);
                if is_new {
                    *seen = std::array::from_fn(|word| seen[word] | new[word]);
                    targets.heads[target] = new;
                }
                is_new
            };
            targets.awake[target] = is_awake;
            target += 1;
        }
    }
    targets.awake[target..].fill(false);
    reached
}
