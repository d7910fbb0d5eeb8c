//! The proven bound on the fewest moves that win, while a search goes on.

use fewest_search::Progress;

/// Nothing shorter than this wins, as far as is proven. It never falls, but for another level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    at_least: Option<u64>,
    is_settled: bool,
}

impl Bound {
    /// Hears how far the search has come.
    pub fn raise(&mut self, progress: Progress) {
        // That a win takes a move is not known before the first is looked at.
        if !self.is_settled && progress.at_least > 1 {
            self.at_least = self.at_least.max(Some(progress.at_least));
        }
    }

    /// It stays as it is: what is done from here on is about something else than the fewest.
    pub fn settle(&mut self) {
        self.is_settled = true;
    }

    /// What is done from here on is about another level: there is no one bound for all.
    pub fn turn_to_another(&mut self) {
        *self = Bound {
            at_least: None,
            is_settled: true,
        };
    }

    /// The bound, once there is one.
    pub fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    /// Whether the depth says nothing about the fewest any more.
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_stands_until_another_level_comes() {
        let mut bound = Bound::default();
        let raise = |bound: &mut Bound, at_least| {
            let (depth, states) = (at_least - 1, 1);
            bound.raise(Progress {
                depth,
                states,
                at_least,
            });
            bound.at_least()
        };
        assert_eq!(raise(&mut bound, 1), None, "it may be won already");
        assert_eq!(raise(&mut bound, 4), Some(4));
        assert_eq!(raise(&mut bound, 2), Some(4), "it never falls");
        bound.settle();
        assert_eq!(raise(&mut bound, 21), Some(4));
        bound.turn_to_another();
        assert_eq!(raise(&mut bound, 21), None);
    }
}
