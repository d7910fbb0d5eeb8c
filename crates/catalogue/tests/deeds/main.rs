//! Catalogues as files: made, kept, shared, killed, damaged. One program, so that SQLite is linked once.

mod files;
mod model;
mod together;

use std::ops::ControlFlow;
use std::path::PathBuf;

use fastrand::Rng;
use fewest_catalogue::{Catalogue, Entry, Filter, Listed};
use tempfile::TempDir;

/// A folder that is gone afterwards, and the path of a file in it.
pub fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("levels.db");
    (folder, path)
}

/// The level of a number: of the same number always the same key, but what is known of it varies.
pub fn some_level(number: u32, rng: &mut Rng) -> Entry {
    let mut fixed = Rng::with_seed(number.into());
    let games = ["curling", "mines", "portals", "snake"];
    let pars = [0, 1, 2, 3, 4, 20, 1 << 62, 1 << 63, u64::MAX - 1, u64::MAX];
    let mut known = |likely: f64| rng.f64() < likely;
    Entry {
        key: format!("level {number}"),
        game: games[fixed.usize(..games.len())].to_string(),
        rows: fixed.u32(1..5),
        columns: fixed.u32(1..5),
        par: (fixed.u8(..) > 50).then(|| pars[fixed.usize(..pars.len())]),
        difficulty: known(0.6).then(|| f64::from(fixed.u32(..40)) / 4.0),
        solutions: known(0.6).then(|| fixed.u32(1..4).to_string()),
        text: format!("text\0of {number}, 蛇\n"),
        seed: known(0.6).then(|| [number.into(), u64::MAX][fixed.usize(..2)]),
        kernel: "bits".to_string(),
        states: fixed.u64(..),
    }
}

/// What a catalogue lists.
pub fn listed(catalogue: &Catalogue, filter: &Filter) -> Vec<Listed> {
    let mut list = Vec::new();
    let told = catalogue.list(filter, &mut |level| {
        list.push(level);
        ControlFlow::Continue(())
    });
    told.expect("it can be listed");
    list
}
