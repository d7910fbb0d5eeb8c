//! Who is measured on what: one file for each game, one for threads and the disk, one for
//! whole processes, one for files of many levels, and one for clusters.

pub mod batch;
pub mod chances;
pub mod cluster;
pub mod curling;
pub mod ladders;
pub mod mines;
pub mod noguess;
pub mod portals;
pub mod processes;
pub mod scale;
pub mod snake;

use crate::instances;
use crate::measure::Disagreement;
use crate::run::Run;

/// fewest in the tables, where it does all that it does.
pub const FEWEST: &str = "fewest";
/// The library, wherever it is measured.
pub const PATHFINDING: &str = "pathfinding bfs";
/// Minesweeper's own library, asked as plainly as it can be.
pub const TOOLLIB: &str = "ms_toollib";

/// A part of the benchmark.
pub struct Section {
    /// What `--only` calls it.
    pub name: &'static str,
    /// The names of its instances.
    pub instances: fn(quick: bool) -> Vec<String>,
    /// Measures them all.
    pub run: fn(&mut Run) -> Result<(), Disagreement>,
}

/// All parts, in the order of the tables.
pub const SECTIONS: &[Section] = &[
    Section {
        name: "snake",
        instances: |quick| {
            let mut all = instances::snake::exploring(quick);
            all.push(instances::snake::hard(quick));
            names(all)
        },
        run: snake::run,
    },
    Section {
        name: "curling",
        instances: |quick| names(instances::curling::all(quick)),
        run: curling::run,
    },
    Section {
        name: "portals",
        instances: |quick| {
            let all = instances::portals::all(quick);
            names(all.into_iter().map(|(_, instance)| instance))
        },
        run: portals::run,
    },
    Section {
        name: "ladders",
        instances: |quick| names(instances::ladders::all(quick)),
        run: ladders::run,
    },
    Section {
        name: "mines",
        instances: mines::names,
        run: mines::run,
    },
    Section {
        name: "chances",
        instances: chances::names,
        run: chances::run,
    },
    Section {
        name: "no-guess",
        instances: noguess::names,
        run: noguess::run,
    },
    Section {
        name: "scale",
        instances: |quick| {
            let all = instances::scale::all(quick);
            all.into_iter().map(|whole| whole.name).collect()
        },
        run: scale::run,
    },
    Section {
        name: "processes",
        instances: |_| processes::names(),
        run: processes::run,
    },
    Section {
        name: "batch",
        instances: batch::names,
        run: batch::run,
    },
    Section {
        name: "cluster",
        instances: |quick| {
            let all = instances::scale::shared(quick);
            all.into_iter().map(|whole| whole.name).collect()
        },
        run: cluster::run,
    },
];

fn names(all: impl IntoIterator<Item = instances::Instance>) -> Vec<String> {
    all.into_iter().map(|instance| instance.name).collect()
}
