//! What is wanted of fewest, held against what was measured. A requirement whose boards were
//! left out of the run is left out too.

use serde::Serialize;

use crate::contests::{
    FEWEST, PATHFINDING, TOOLLIB, batch, chances, cluster, curling, ladders, mines, noguess,
    portals, processes, scale, snake,
};
use crate::instances::{self, curling::SLOW, snake::*};
use crate::measure::Row;
use crate::table::{figures, grouped, time};

/// A requirement and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct Target {
    /// What is wanted.
    pub wanted: String,
    /// What was measured.
    pub measured: String,
    /// Whether it is enough.
    pub holds: bool,
}

struct Targets<'a> {
    rows: &'a [Row],
    all: Vec<Target>,
}

/// Every requirement that the rows can tell about.
pub fn targets(rows: &[Row]) -> Vec<Target> {
    let mut targets = Targets {
        rows,
        all: Vec::new(),
    };
    targets.snake();
    targets.curling();
    targets.portals();
    targets.ladders();
    targets.mines();
    targets.chances();
    targets.noguess();
    targets.scale();
    targets.processes();
    targets.batch();
    targets.cluster();
    targets.all
}

impl<'a> Targets<'a> {
    fn row(&self, game: &str, instance: &str, program: &str) -> Option<&'a Row> {
        let same =
            |row: &&Row| row.game == game && row.instance == instance && row.program == program;
        self.rows.iter().find(same)
    }

    fn seconds(&self, game: &str, instance: &str, program: &str) -> Option<f64> {
        self.row(game, instance, program).map(|row| row.seconds)
    }

    /// How many times the time of one program another takes.
    fn times(&self, game: &str, instance: &str, program: &str, ours: &str) -> Option<f64> {
        Some(self.seconds(game, instance, program)? / self.seconds(game, instance, ours)?)
    }

    fn say(&mut self, wanted: impl Into<String>, measured: String, holds: bool) {
        self.all.push(Target {
            wanted: wanted.into(),
            measured,
            holds,
        });
    }

    /// Wants a ratio of at least so much.
    fn at_least(&mut self, wanted: impl Into<String>, least: f64, measured: Option<f64>) {
        if let Some(ratio) = measured {
            let wanted = format!("{}: at least {least} times", wanted.into());
            self.say(wanted, figures(ratio), ratio >= least);
        }
    }

    /// Wants a time of at most so much.
    fn within(&mut self, wanted: impl Into<String>, most: f64, measured: Option<f64>) {
        if let Some(seconds) = measured {
            let wanted = format!("{}: at most {}", wanted.into(), time(most));
            self.say(wanted, time(seconds), seconds <= most);
        }
    }

    fn snake(&mut self) {
        for ours in [snake::LENGTH, snake::MOVES] {
            let row = self.row("snake", WALLED, ours);
            if let Some((row, positions)) = row.zip(row.and_then(|row| row.positions)) {
                let each = row.seconds / positions as f64;
                self.within(
                    format!("snake, {WALLED}, {ours}, a position"),
                    2.5e-9,
                    Some(each),
                );
            }
            let times = self.times("snake", WALLED, PATHFINDING, ours);
            self.at_least(
                format!("snake, {WALLED}, {ours}, against pathfinding"),
                50.0,
                times,
            );
        }
        let times = self.times("snake", WALLED, snake::ARRAY, snake::LENGTH);
        self.at_least(
            format!("snake, {WALLED}, against the textbook array BFS"),
            10.0,
            times,
        );
        for comb in [COMB_ONE, COMB_TWO] {
            if let Some(times) = self.times("snake", comb, snake::LENGTH, snake::SHAPES) {
                let wanted = format!("snake, {comb}: at most 1.2 times the ranked-shape queue");
                self.say(wanted, figures(times), times <= 1.2);
            }
        }
        for ours in [snake::LENGTH, snake::MOVES] {
            let times = self.times("snake", LARGE, PATHFINDING, ours);
            self.at_least(
                format!("snake, {LARGE}, {ours}, against pathfinding"),
                150.0,
                times,
            );
            if let Some(heap) = self.row("snake", LARGE, ours).and_then(|row| row.heap) {
                let wanted = format!("snake, {LARGE}, {ours}: at most 12,000,000 bytes");
                self.say(wanted, grouped(heap.bytes), heap.bytes <= 12_000_000);
            }
        }
        if let Some(times) = self.times("snake", HARD, snake::MOVES, snake::LENGTH) {
            let wanted =
                format!("snake, {HARD}: the moves take at most 1.5 times the length alone");
            self.say(wanted, figures(times), times <= 1.5);
        }
        let slowest = self.seconds("snake", HARD, snake::SLOWEST);
        self.within(format!("snake, {HARD}, each"), 1e-3, slowest);
        let refused = self.seconds("snake", &snake::refused(WALLED), FEWEST);
        self.within(
            "snake, an apple in another room refused at once",
            1e-4,
            refused,
        );
    }

    fn curling(&mut self) {
        let times = self.times("curling", SLOW, PATHFINDING, FEWEST);
        self.at_least(format!("curling, {SLOW}, against pathfinding"), 30.0, times);
        let times = self.times("curling", SLOW, curling::TEXTBOOK, FEWEST);
        self.at_least(
            format!("curling, {SLOW}, against the textbook DFS"),
            5.0,
            times,
        );
        let seconds = self.seconds("curling", SLOW, FEWEST);
        self.within(format!("curling, {SLOW} (an aim)"), 10e-3, seconds);
    }

    fn portals(&mut self) {
        use instances::portals::{Kind, name};
        for (kind, least) in [
            (Kind::Open, 35.0),
            (Kind::Walls, 15.0),
            (Kind::Serpentine, 8.0),
        ] {
            let name = name(portals::LARGEST, kind);
            let times = self.times("portals", &name, PATHFINDING, FEWEST);
            self.at_least(
                format!("portals, {name}, against pathfinding"),
                least,
                times,
            );
        }
        let open = name(portals::LARGEST, Kind::Open);
        if let Some(heap) = self.row("portals", &open, FEWEST).and_then(|row| row.heap) {
            let wanted = format!("portals, {open}: at most 2.5 bytes a square beyond the board");
            self.say(wanted, figures(heap.each), heap.each <= 2.5);
        }
    }

    fn ladders(&mut self) {
        for kind in instances::ladders::Kind::ALL {
            let name = instances::ladders::name(3000, kind);
            let times = self.times("ladders", &name, ladders::TEXTBOOK, FEWEST);
            self.at_least(
                format!("ladders, {name}, against the textbook hash map"),
                20.0,
                times,
            );
        }
    }

    fn mines(&mut self) {
        let empty = instances::mines::name(5000, 0);
        let times = self.times("mines", &empty, mines::TEXTBOOK, FEWEST);
        let wanted = format!("mines, {empty}, against the textbook flood");
        self.at_least(&wanted, 40.0, times);
        self.at_least(format!("{wanted} (an aim)"), 100.0, times);
        let judged = mines::judged(&empty);
        if let Some(times) = self.times("mines", &judged, FEWEST, mines::COPY) {
            let wanted = format!("mines, {judged}: at most 2 times a copy of the text");
            self.say(wanted, figures(times), times <= 2.0);
        }
        for mines in [0, 1] {
            let small = instances::mines::name(50, mines);
            let seconds = self.seconds("mines", &small, FEWEST);
            self.within(format!("mines, {small}"), 14e-6, seconds);
            self.within(format!("mines, {small} (an aim)"), 5e-6, seconds);
        }
    }

    fn chances(&mut self) {
        let name = instances::frontiers::name(false);
        let wanted = format!("chances, {name}");
        let ours = self.row(chances::GAME, &name, FEWEST);
        let median = ours.map(|row| row.seconds);
        self.within(format!("{wanted}, the median"), 0.3e-3, median);
        let slowest = ours.map(|row| row.most);
        self.within(format!("{wanted}, the slowest"), 5e-3, slowest);
        let times = [TOOLLIB, chances::MARKED]
            .into_iter()
            .filter_map(|theirs| self.times(chances::GAME, &name, theirs, FEWEST))
            .reduce(f64::min);
        self.at_least(format!("{wanted}, against ms_toollib"), 5.0, times);
    }

    fn noguess(&mut self) {
        let name = instances::expert::dealt_name(false);
        let times = self.times(noguess::GAME, &name, TOOLLIB, FEWEST);
        let wanted = format!("no-guess, {name}, against ms_toollib");
        self.at_least(wanted, 5.0, times);
    }

    fn scale(&mut self) {
        use instances::scale::{CURLING, SNAKE};
        for (name, least) in [(SNAKE, 1.25), (CURLING, 1.25)] {
            let times = self.times(scale::GAME, name, scale::ONE, scale::TWO);
            let wanted = format!("{name}: two threads against one");
            self.at_least(wanted, least, times);
        }
        if let Some(times) = self.times(scale::GAME, CURLING, scale::DISK, scale::TWO) {
            let wanted = format!("{CURLING}: at most 6 times slower on the disk");
            self.say(wanted, figures(times), times <= 6.0);
        }
    }

    fn processes(&mut self) {
        for race in processes::RACES {
            for textbook in race.textbooks {
                let times = self.times(processes::GAME, race.name, textbook, FEWEST);
                let wanted = format!("process, {}, against {textbook}", race.name);
                self.at_least(wanted, race.wanted, times);
            }
        }
        let row = |program| self.seconds(processes::GAME, processes::START_UP, program);
        let more = row(FEWEST)
            .zip(row(processes::EMPTY))
            .map(|(ours, empty)| ours - empty);
        self.within("process, starting up beyond an empty program", 1.5e-3, more);
    }

    fn batch(&mut self) {
        let many = instances::batch::name(instances::batch::many(false));
        let times = self.times(batch::GAME, &many, batch::ONE, batch::TWO);
        self.at_least(format!("{many}: two jobs against one"), 1.8, times);
        let few = instances::batch::name(instances::batch::few(false));
        let times = self.times(batch::GAME, &few, batch::EACH, batch::ONE);
        self.at_least(format!("{few}: against a process a level"), 10.0, times);
    }

    fn cluster(&mut self) {
        use instances::scale::{CURLING, LONG_SNAKE};
        for name in [CURLING, LONG_SNAKE] {
            let times = self.times(cluster::GAME, name, cluster::ONE, cluster::TWO);
            let wanted = format!("{name}: a cluster of two processes against one worker");
            self.at_least(wanted, 1.1, times);
        }
        if let Some(times) = self.times(cluster::GAME, CURLING, cluster::ONE, cluster::PLAIN) {
            let wanted = format!("{CURLING}: a cluster of one at most 3 times slower than none");
            self.say(wanted, figures(times), times <= 3.0);
        }
    }
}
