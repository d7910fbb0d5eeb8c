//! What dice make of a board, and what they cannot make of one.

/// What dice make of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dice {
    /// How many rolls it takes on average.
    pub mean: f64,
    /// By how much the first of two players, who roll in turn, wins more often than every other
    /// time.
    pub edge: f64,
}

/// The least edge that any board has where it takes so many rolls on average, or fewer.
///
/// The first player wins wherever both would need as many rolls, which is what the edge is: half of
/// the chance p₁² + p₂² + … of that. For any numbers q it is at least 2(p₁q₁ + p₂q₂ + …) − (q₁² +
/// q₂² + …). With q that falls in a straight line to 0 after c rolls, the mean alone tells how large
/// that is.
pub fn least_edge(mean: f64) -> f64 {
    /// It is not looked further.
    const MOST: f64 = 1e6;
    let bound = |end: f64| {
        if end > MOST {
            return 0.0;
        }
        let last = end.floor() as u64;
        let squares: f64 = (1..=last).map(|roll| (end - roll as f64).powi(2)).sum();
        let slope = (end - mean) / squares;
        match squares > 0.0 && slope > 0.0 {
            true => slope * (end - mean) / 2.0,
            false => 0.0,
        }
    };
    // The best is near three times the mean; each is a bound.
    let ends = (10..=60).map(|tenths| mean * f64::from(tenths) / 10.0 + 0.5);
    ends.map(bound).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::making::chance::Chance;

    #[test]
    fn no_game_has_a_smaller_edge() {
        let mut chance = Chance::new(4);
        let mut nearest = f64::INFINITY;
        for round in 0..5000 {
            // Random ones, and those that fall in a straight line, which are the best.
            let last = 1 + chance.below(90);
            let mut chances: Vec<f64> = (1..=last)
                .map(|roll| match round % 2 {
                    0 => f64::from(chance.below(1000)),
                    _ => f64::from(last + 1 - roll),
                })
                .collect();
            let all: f64 = chances.iter().sum();
            if all == 0.0 {
                continue;
            }
            chances.iter_mut().for_each(|chance| *chance /= all);
            let rolls = (1..).map(f64::from);
            let mean: f64 = rolls
                .zip(&chances)
                .map(|(roll, chance)| roll * chance)
                .sum();
            let edge = chances.iter().map(|chance| chance * chance).sum::<f64>() / 2.0;
            assert!(least_edge(mean) <= edge + 1e-12, "{mean} {edge}");
            nearest = nearest.min(edge / least_edge(mean));
        }
        assert!(
            nearest < 1.01,
            "it is no more careful than it must be: {nearest}"
        );
        assert_eq!(least_edge(1.0), 0.5);
        assert_eq!(least_edge(1e9), 0.0);
        assert_eq!(least_edge(f64::INFINITY), 0.0);
    }
}
