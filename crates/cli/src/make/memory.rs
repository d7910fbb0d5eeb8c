//! Which levels a run has found: known here, or kept in a catalogue, where it goes on after an
//! interruption.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use fewest_catalogue::Run;
use fewest_games::builtin::AnyLevel;
use fewest_games::making::frame::FrameAsk;
use fewest_games::making::generate::{Found, GenerateAsk};
use fewest_verbs::ended::Failure;
use fewest_verbs::keeper::{Keeper, entry};

use super::args::GenerateArgs;

/// Where it is known which levels were found.
pub enum Memory {
    /// Here, by what all that are alike have in common.
    Here(HashSet<String>),
    /// In a catalogue.
    Kept(Box<(Keeper, Run)>),
}

impl Memory {
    /// The catalogue that was asked for, with the run as far as it has come; or nothing found yet.
    pub fn new(args: &GenerateArgs, ask: &GenerateAsk) -> Result<Self, Failure> {
        let Some(file) = &args.into else {
            return Ok(Memory::Here(HashSet::new()));
        };
        let mut keeper = Keeper::open(file)?;
        let run = keeper.begin(&in_full(args, ask), ask.seed)?;
        Ok(Memory::Kept(Box::new((keeper, run))))
    }

    /// The seed that comes next in a run that is kept, and how many levels it has found.
    pub fn so_far(&self) -> Option<(u64, u64)> {
        match self {
            Memory::Here(_) => None,
            Memory::Kept(kept) => Some((kept.1.next, kept.1.found)),
        }
    }

    /// Keeps a level, and goes on with the next seed: says whether it was not found before, and how
    /// many are found now.
    pub fn take(
        &mut self,
        found: &Found<AnyLevel>,
        next: u64,
        wanted: u64,
    ) -> Result<(bool, u64), Failure> {
        match self {
            Memory::Here(keys) => {
                let is_new = keys.insert(found.key.clone());
                Ok((is_new, keys.len() as u64))
            }
            Memory::Kept(kept) => {
                let (keeper, run) = &mut **kept;
                let solutions = found.solutions.as_ref().map(ToString::to_string);
                let (key, difficulty) = (found.key.clone(), found.difficulty);
                let entry = entry(key, &found.level, &found.report, difficulty, solutions);
                let entry = entry.expect("what is found can be won");
                let is_new = keeper.found(run, next, &entry, wanted)?;
                // Others may do the same run.
                Ok((is_new, run.found))
            }
        }
    }

    /// Writes down how far it is, where that is kept.
    pub fn note(&mut self, next: u64) -> Result<(), Failure> {
        match self {
            Memory::Here(_) => Ok(()),
            Memory::Kept(kept) => {
                let (keeper, run) = &mut **kept;
                keeper.tried(run, next)
            }
        }
    }
}

/// All that was asked, but for how many: what is asked otherwise is another run. Runs are known by
/// these words for ever, so they stay as they are.
fn in_full(args: &GenerateArgs, ask: &GenerateAsk) -> String {
    let FrameAsk {
        rows,
        columns,
        with,
    } = &ask.frame;
    let game = args.game.as_deref().unwrap_or_default();
    let mut words = vec![format!("generate 2 {game} {rows}x{columns}")];
    let mut with = with.clone();
    with.sort();
    words.extend(with.iter().map(|(name, value)| format!("{name}={value}")));
    let wanted = &ask.wanted;
    let range = |name: &str, least: String, most: String| format!("{name} {least}..{most}");
    let real = |name, range_of: &RangeInclusive<f64>| {
        range(
            name,
            range_of.start().to_string(),
            range_of.end().to_string(),
        )
    };
    if let Some(par) = &wanted.par {
        words.push(range("par", par.start().to_string(), par.end().to_string()));
    }
    words.extend(
        wanted
            .difficulty
            .as_ref()
            .map(|range| real("difficulty", range)),
    );
    words.extend(args.impossible.then(|| "impossible".to_string()));
    words.extend(args.mix.then(|| "mix".to_string()));
    words.extend(wanted.unique.then(|| "unique".to_string()));
    words.extend(wanted.no_guess.then(|| "no-guess".to_string()));
    words.extend(wanted.mean.as_ref().map(|range| real("mean", range)));
    words.extend(wanted.edge.map(|edge| format!("edge {edge}")));
    let limits = args.limits_of_each();
    words.extend(limits.states.map(|states| format!("states {states}")));
    words.extend(limits.memory.map(|memory| format!("memory {memory}")));
    words.push(format!("seed {}", ask.seed));
    words.join(", ")
}
