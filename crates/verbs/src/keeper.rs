//! Keeps levels in a catalogue: what is known of each, and the file that it goes to.

use std::path::{Path, PathBuf};

use fewest_catalogue::{Catalogue, Entry, Run, Trouble};
use fewest_games::builtin::AnyLevel;
use fewest_games::game::MoveName;
use fewest_games::solve::Disagreement;
use fewest_search::{Report, SearchContext, Verdict};
use fewest_words::say;

use crate::catalogue::complaint;
use crate::ended::Failure;

/// A catalogue that levels are added to.
pub struct Keeper {
    file: PathBuf,
    catalogue: Catalogue,
}

impl Keeper {
    /// Opens the file, or begins it.
    pub fn open(file: &Path) -> Result<Self, Failure> {
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        if folder.is_some_and(|folder| !folder.is_dir()) {
            let name = file.display();
            return Err(Failure::plain(say!(
                "{name}: there is no such folder to put it in",
                name
            )));
        }
        match Catalogue::create_or_open(file) {
            Ok(catalogue) => Ok(Keeper {
                file: file.to_path_buf(),
                catalogue,
            }),
            Err(trouble) => Err(Failure::plain(complaint(file, &trouble))),
        }
    }

    /// Adds what is not there yet, and says of each whether it is new; what was not known of the
    /// others is filled in.
    pub fn keep(&mut self, entries: &[Entry]) -> Result<Vec<bool>, Failure> {
        let kept = self.catalogue.keep(entries);
        self.told(kept)
    }

    /// The number of a level in the catalogue.
    pub fn number(&self, entry: &Entry) -> Result<Option<u64>, Failure> {
        self.told(self.catalogue.number(&entry.key))
    }

    /// The run of what was asked, which may have begun before.
    pub fn begin(&mut self, ask: &str, seed: u64) -> Result<Run, Failure> {
        let begun = self.catalogue.begin(ask, seed);
        self.told(begun)
    }

    /// Adds a level that a run has found, unless it has as many as are wanted; it goes on with the
    /// next seed. Says whether the run had not found it before.
    pub fn found(
        &mut self,
        run: &mut Run,
        next: u64,
        entry: &Entry,
        wanted: u64,
    ) -> Result<bool, Failure> {
        let found = self.catalogue.found(run, next, entry, wanted);
        self.told(found)
    }

    /// A run has found nothing up to the next seed.
    pub fn tried(&mut self, run: &Run, next: u64) -> Result<(), Failure> {
        let tried = self.catalogue.tried(run, next);
        self.told(tried)
    }

    fn told<T>(&self, result: Result<T, Trouble>) -> Result<T, Failure> {
        result.map_err(|trouble| Failure::plain(complaint(&self.file, &trouble)))
    }
}

/// What a catalogue keeps of a level, which has its solution; nothing where it is not known whether
/// it can be won.
pub fn entry(
    key: String,
    level: &AnyLevel,
    report: &Report<MoveName>,
    difficulty: Option<f64>,
    solutions: Option<String>,
) -> Option<Entry> {
    let par = match &report.verdict {
        Verdict::Fewest { cost, .. } => Some(*cost),
        Verdict::Impossible => None,
        Verdict::GaveUp { .. } => return None,
    };
    let (rows, columns) = level.size();
    Some(Entry {
        key,
        game: level.info().id.to_string(),
        rows,
        columns,
        par,
        difficulty,
        solutions,
        text: level.level_text(),
        seed: level.seed(),
        kernel: report.plan.kernel.to_string(),
        states: report.stats.states,
    })
}

/// The same, rated as far as a moment allows.
pub fn rated_entry(
    level: &AnyLevel,
    report: &Report<MoveName>,
    context: &mut SearchContext,
) -> Result<Option<Entry>, Disagreement> {
    /// Levels that have more positions stay without a rating.
    const MOST: u64 = 2_000_000;
    let solved = level.solved(&report.verdict);
    let rating = match &report.verdict {
        Verdict::Fewest { .. } => {
            let mut context = context.fresh().within_states(MOST);
            level.rate_solved(report.clone(), &mut context)?
        }
        _ => return Ok(entry(level.key(), &solved, report, None, None)),
    };
    let difficulty = rating.difficulty.map(|difficulty| difficulty.value);
    let solutions = rating
        .survey
        .ok()
        .map(|survey| survey.solutions.to_string());
    Ok(entry(level.key(), &solved, report, difficulty, solutions))
}
