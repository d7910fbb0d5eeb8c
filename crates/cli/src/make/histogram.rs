//! How many boards had which par, in a few letters.

use std::collections::BTreeMap;

use fewest_words::say;

/// `par 2–19 ▁▂▅█▃▁`, or how many could not be won.
pub fn in_a_line(tried: &BTreeMap<Option<u64>, u64>) -> String {
    let pars = || {
        tried
            .iter()
            .filter_map(|(par, times)| Some(((*par)?, *times)))
    };
    let (Some((least, _)), Some((most, _))) = (pars().next(), pars().next_back()) else {
        return say!("none of them can be won");
    };
    let bars = bars(pars(), least, most);
    say!("par {least}–{most} {bars}", least, most, bars)
}

/// A bar for each par, or for several where there are many.
fn bars(pars: impl Iterator<Item = (u64, u64)>, least: u64, most: u64) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const MOST_BARS: u64 = 24;
    let of_each = (most - least) / MOST_BARS + 1;
    let mut sums = vec![0u64; ((most - least) / of_each + 1) as usize];
    for (par, times) in pars {
        sums[((par - least) / of_each) as usize] += times;
    }
    let highest = sums.iter().copied().max().unwrap_or(0).max(1);
    let bar = |&sum: &u64| match sum {
        0 => ' ',
        _ => BARS[((sum * BARS.len() as u64).div_ceil(highest) - 1) as usize],
    };
    sums.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pars_are_drawn() {
        let tried = BTreeMap::from([(None, 5), (Some(2), 1), (Some(3), 8), (Some(5), 4)]);
        assert_eq!(in_a_line(&tried), "par 2–5 ▁█ ▄");
        assert_eq!(
            in_a_line(&BTreeMap::from([(None, 5)])),
            "none of them can be won"
        );
        let many = (0..100).map(|par| (Some(par), par + 1)).collect();
        let line = in_a_line(&many);
        assert_eq!(line.chars().last(), Some('█'));
        assert!(line.chars().count() < 40);
    }
}
