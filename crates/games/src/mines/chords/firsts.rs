//! A set of numbers that tells its least at once.

/// Numbers below a bound: a bit for each, and above them bits for the words that are not empty.
pub struct Firsts {
    layers: Vec<Vec<u64>>,
}

impl Firsts {
    /// An empty set of numbers below a bound.
    pub fn new(bound: u32) -> Self {
        let mut layers = Vec::new();
        let mut words = bound as usize;
        loop {
            words = words.div_ceil(64).max(1);
            layers.push(vec![0; words]);
            if words == 1 {
                return Firsts { layers };
            }
        }
    }

    pub fn insert(&mut self, number: u32) {
        let mut at = number as usize;
        for layer in &mut self.layers {
            layer[at / 64] |= 1 << (at % 64);
            at /= 64;
        }
    }

    pub fn remove(&mut self, number: u32) {
        let mut at = number as usize;
        for layer in &mut self.layers {
            layer[at / 64] &= !(1 << (at % 64));
            if layer[at / 64] != 0 {
                break;
            }
            at /= 64;
        }
    }

    /// The least number in the set.
    pub fn first(&self) -> Option<u32> {
        let top = self.layers.last().expect("there is a layer")[0];
        (top != 0).then(|| {
            let layers = self.layers.iter().rev();
            layers.fold(0, |at, layer| 64 * at + layer[at as usize].trailing_zeros())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fastrand::Rng;

    use super::Firsts;

    #[test]
    fn the_least_is_that_of_a_tree() {
        let mut rng = Rng::with_seed(64);
        for bound in [1, 63, 64, 65, 4096, 4097, 300_000] {
            let (mut firsts, mut tree) = (Firsts::new(bound), BTreeSet::new());
            for _ in 0..2000 {
                let number = rng.u32(..bound);
                if rng.bool() {
                    firsts.insert(number);
                    tree.insert(number);
                } else {
                    let number = tree
                        .first()
                        .copied()
                        .filter(|_| rng.bool())
                        .unwrap_or(number);
                    firsts.remove(number);
                    tree.remove(&number);
                }
                assert_eq!(firsts.first(), tree.first().copied(), "below {bound}");
            }
        }
    }
}
