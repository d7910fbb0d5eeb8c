//! All that makes a level again, as its note `made` says it: the command that makes it.

use std::fmt::{Display, Write as _};
use std::ops::RangeInclusive;

use fewest_search::{Limits, SearchOptions};

use super::frame::{Frame, FrameAsk, Unasked};
use super::generate::{GenerateAsk, Unmade};
use super::wanted::{Outcome, Wanted};
use crate::game::Game;

/// The program that makes levels and its version, which the amounts that are not asked for depend
/// on, and what a seed leads to.
pub const PROGRAM: &str = concat!("fewest ", env!("CARGO_PKG_VERSION"));

/// The limits of each board that is looked at where others are not asked for: the same on every
/// machine, so that a seed leads to the same everywhere.
pub const USUAL_LIMITS: Limits = Limits {
    time: None,
    memory: Some(512 << 20),
    states: Some(2_000_000),
    cost: None,
};

/// The recipe of all levels that are asked for but for the seed, which [`of_seed`] adds.
pub(super) struct Recipe {
    command: String,
    /// The amounts that are not asked for.
    untold: Vec<String>,
}

impl Recipe {
    pub(super) fn new<G: Game>(ask: &GenerateAsk, frame: &Frame<G>, limits: &Limits) -> Self {
        let FrameAsk {
            rows,
            columns,
            with,
        } = &ask.frame;
        let mut command = format!("{PROGRAM} generate {} --size {rows}x{columns}", G::INFO.id);
        write_wishes(&mut command, &ask.wanted);
        for (name, value) in with {
            write!(command, " --with {}", quoted(&format!("{name}={value}"))).expect(WRITING);
        }
        let states = limits.states.unwrap_or(u64::MAX);
        if Some(states) != USUAL_LIMITS.states {
            write!(command, " --states {states}").expect(WRITING);
        }
        let memory = limits.memory.unwrap_or(u64::MAX);
        if Some(memory) != USUAL_LIMITS.memory {
            write!(command, " --memory {memory}").expect(WRITING);
        }
        Recipe {
            command,
            untold: frame.untold(Unasked::Usual),
        }
    }

    /// The recipe of the level that a seed leads to.
    pub(super) fn of_seed(&self, seed: u64) -> String {
        let command = &self.command;
        match self.untold.as_slice() {
            [] => format!("{command} --seed {seed}"),
            untold => format!("{command} --seed {seed} ({})", untold.join(", ")),
        }
    }
}

/// The recipe of the level that the seed asked for leads to.
pub fn recipe<G: Game>(ask: &GenerateAsk, options: &SearchOptions) -> Result<String, Unmade> {
    let frame = Frame::<G>::new(&ask.frame, Unasked::All)?;
    Ok(Recipe::new(ask, &frame, &options.limits).of_seed(ask.seed))
}

const WRITING: &str = "writing to a string";

fn write_wishes(command: &mut String, wanted: &Wanted) {
    match wanted.outcome {
        Outcome::Winnable => {}
        Outcome::Impossible => *command += " --impossible",
        Outcome::Mixed => *command += " --mix",
    }
    if let Some(par) = &wanted.par {
        let told = range(par, |&least| least == 0, |&most| most == u64::MAX);
        write!(command, " --par {told}").expect(WRITING);
    }
    let real =
        |of: &RangeInclusive<f64>| range(of, |&least| least == 0.0, |most| most.is_infinite());
    if let Some(difficulty) = &wanted.difficulty {
        write!(command, " --difficulty {}", real(difficulty)).expect(WRITING);
    }
    if wanted.unique {
        *command += " --unique";
    }
    if wanted.no_guess {
        *command += " --no-guess";
    }
    if let Some(mean) = &wanted.mean {
        write!(command, " --mean {}", real(mean)).expect(WRITING);
    }
    if let Some(edge) = wanted.edge {
        // The number of percent that is the same share again.
        let percent = edge * 100.0;
        let near = [percent, percent.next_down(), percent.next_up()];
        let same = near.into_iter().find(|percent| percent / 100.0 == edge);
        write!(command, " --edge {}%", same.unwrap_or(percent)).expect(WRITING);
    }
}

/// `14`, `14..18`, `14..`, `..18`.
fn range<T: Display + PartialEq>(
    range: &RangeInclusive<T>,
    is_least: impl Fn(&T) -> bool,
    is_most: impl Fn(&T) -> bool,
) -> String {
    let (least, most) = (range.start(), range.end());
    match (is_least(least), is_most(most)) {
        _ if least == most => format!("{least}"),
        (_, true) => format!("{least}.."),
        (true, false) => format!("..{most}"),
        (false, false) => format!("{least}..{most}"),
    }
}

/// A word as it is typed: in quotation marks where a shell would take it for several.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "=.,:%+-_".contains(letter);
    match word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{word}'"),
    }
}

/// The words of a recipe behind the program's name and version; nothing where another program or
/// another version wrote it.
pub fn words(recipe: &str) -> Option<Vec<String>> {
    let command = recipe.strip_prefix(PROGRAM)?.strip_prefix(' ')?;
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in command.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            // What is usual follows of the version.
            '(' if !is_quoted && word.is_empty() => break,
            ' ' if !is_quoted => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let ask = GenerateAsk {
            frame: FrameAsk {
                rows: 5,
                columns: 7,
                with: vec![("click".to_string(), "0, 0".to_string())],
            },
            wanted: Wanted {
                par: Some(0..=9),
                difficulty: Some(2.5..=f64::INFINITY),
                unique: true,
                no_guess: true,
                mean: Some(1.0..=2.0),
                edge: Some(0.1 / 100.0),
                outcome: Outcome::Mixed,
            },
            seed: u64::MAX,
        };
        let limits = Limits {
            states: Some(7),
            ..USUAL_LIMITS
        };
        let recipe = recipe::<crate::mines::Board>(&ask, &SearchOptions::new().limits(limits))
            .expect("boards");
        let expected = format!(
            "{PROGRAM} generate mines --size 5x7 --mix --par ..9 --difficulty 2.5.. --unique --no-guess \
             --mean 1..2 --edge 0.1% --with 'click=0, 0' --states 7 --seed 18446744073709551615 \
             (mines=10%..25%)"
        );
        assert_eq!(recipe, expected);
        let words = words(&recipe).expect("this version");
        assert_eq!(words[..4], ["generate", "mines", "--size", "5x7"]);
        assert_eq!(
            words[words.len() - 5..],
            [
                "click=0, 0",
                "--states",
                "7",
                "--seed",
                "18446744073709551615"
            ]
        );
        assert_eq!(super::words("fewest 0.0.1 generate mines"), None);
    }
}
