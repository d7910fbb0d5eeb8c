//! What a run says: Markdown for people, JSON for programs, both with where and when; and whether
//! the requirements hold. A requirement whose boards were left out of the run is left out too.

use std::process::Command;

use serde::Serialize;

use crate::contests::{
    FEWEST, PATHFINDING, TOOLLIB, chances, curling, ladders, mines, noguess, portals, snake,
};
use crate::instances::{self, SEED, curling::SLOW, snake::*};
use crate::measure::{Per, Row};
use crate::processes::{batch, cluster, judges, scale};

/// All that a run has to say.
#[derive(Serialize)]
pub struct Said {
    /// The day, as year-month-day.
    pub date: String,
    /// The processor's own name.
    pub processor: String,
    /// How many processes wanted a core in the minute before the end, this one included; where
    /// that is much more than 1, long runs are slowed down more than short ones.
    pub load: Option<f64>,
    /// The compiler.
    pub rustc: String,
    /// How to run it again.
    pub command: String,
    /// What the random boards were made from.
    pub seed: u64,
    /// What was measured.
    pub rows: Vec<Row>,
    /// What was wanted, and whether it holds.
    pub targets: Vec<Target>,
}

impl Said {
    /// Puts a run's rows into their place and time.
    pub fn new(rows: Vec<Row>) -> Self {
        let options: Vec<String> = std::env::args().skip(1).collect();
        let mut command = "cargo run --release -p fewest-peers".to_string();
        if !options.is_empty() {
            command += &format!(" -- {}", options.join(" "));
        }
        Said {
            date: told_by("date", "+%F"),
            processor: processor(),
            load: load(),
            rustc: told_by("rustc", "--version"),
            command,
            seed: SEED,
            targets: targets(&rows),
            rows,
        }
    }

    /// The tables.
    pub fn markdown(&self) -> String {
        let load = self
            .load
            .map_or(String::new(), |load| format!(" at load {load}"));
        let mut text = format!(
            "{}, {}{load}, {}, seed {}, by\n\n```sh\n{}\n```\n",
            self.date, self.processor, self.rustc, self.seed, self.command
        );
        let mut game = "";
        for row in &self.rows {
            if row.game != game {
                game = row.game;
                text += &format!("\n### {game}\n\n");
                text += "| board | program | answer | positions | median | least – most | runs | times fewest |\n";
                text += "|---|---|---|--:|--:|--:|--:|--:|\n";
            }
            line(&mut text, row);
        }
        if self.rows.iter().any(|row| row.heap.is_some()) {
            text += "\n### memory\n\n| board | program | peak heap in bytes | that is |\n|---|---|--:|--:|\n";
        }
        for row in &self.rows {
            if let Some(heap) = row.heap {
                let (bytes, each) = (grouped(heap.bytes), figures(heap.each));
                let per = match heap.per {
                    Per::Square(_) => "a square",
                    Per::Position(_) => "a position",
                };
                let (game, instance, program) = (row.game, &row.instance, row.program);
                text += &format!("| {game}, {instance} | {program} | {bytes} | {each} {per} |\n");
            }
        }
        if !self.targets.is_empty() {
            text += "\n### targets\n\n| wanted | measured | |\n|---|---|---|\n";
        }
        for target in &self.targets {
            let holds = match target.holds {
                true => "holds",
                false => "**does not hold**",
            };
            text += &format!("| {} | {} | {holds} |\n", target.wanted, target.measured);
        }
        text
    }
}

fn line(text: &mut String, row: &Row) {
    let answer = match row.wrong {
        0 => row.answer.clone(),
        wrong => format!("{}, **{wrong} wrong**", row.answer),
    };
    let positions = row.positions.map_or("–".to_string(), grouped);
    let spread = match row.runs {
        1 => "–".to_string(),
        _ => format!("{} – {}", time(row.least), time(row.most)),
    };
    let (board, program, median, runs) = (&row.instance, row.program, time(row.seconds), row.runs);
    let ratio = figures(row.ratio);
    *text += &format!(
        "| {board} | {program} | {answer} | {positions} | {median} | {spread} | {runs} | {ratio} |\n"
    );
}

/// A time in the unit that suits it.
pub fn time(seconds: f64) -> String {
    let (scale, unit) = match seconds {
        s if s < 1e-6 => (1e9, "ns"),
        s if s < 1e-3 => (1e6, "µs"),
        s if s < 1.0 => (1e3, "ms"),
        _ => (1.0, "s"),
    };
    format!("{} {unit}", figures(seconds * scale))
}

/// Three figures, as many as such a measurement bears.
pub fn figures(value: f64) -> String {
    match value {
        v if v < 10.0 => format!("{v:.2}"),
        v if v < 100.0 => format!("{v:.1}"),
        v => grouped(v.round() as u64),
    }
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let name = name.and_then(|line| line.split_once(':'));
    name.map_or(std::env::consts::ARCH, |(_, name)| name.trim())
        .to_string()
}

fn load() -> Option<f64> {
    let loads = std::fs::read_to_string("/proc/loadavg").ok()?;
    loads.split(' ').next()?.parse().ok()
}

/// What a program prints; its name where it cannot be asked.
fn told_by(program: &str, option: &str) -> String {
    let output = Command::new(program).arg(option).output();
    let text = output
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok());
    text.map_or(program.to_string(), |text| text.trim().to_string())
}

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

    /// Wants one program to take at least so many times the time of another.
    fn against(
        &mut self,
        wanted: impl Into<String>,
        least: f64,
        (game, instance): (&str, &str),
        (theirs, ours): (&str, &str),
    ) {
        self.at_least(wanted, least, self.times(game, instance, theirs, ours));
    }

    /// Wants one program to take at most so many times the time of another.
    fn at_most(
        &mut self,
        wanted: String,
        most: f64,
        (game, instance): (&str, &str),
        (ours, theirs): (&str, &str),
    ) {
        if let Some(times) = self.times(game, instance, ours, theirs) {
            self.say(wanted, figures(times), times <= most);
        }
    }

    fn snake(&mut self) {
        for ours in [snake::LENGTH, snake::MOVES] {
            let row = self.row("snake", WALLED, ours);
            let each = row.and_then(|row| Some(row.seconds / row.positions? as f64));
            self.within(format!("snake, {WALLED}, {ours}, a position"), 2.5e-9, each);
            let wanted = format!("snake, {WALLED}, {ours}, against pathfinding");
            self.against(wanted, 50.0, ("snake", WALLED), (PATHFINDING, ours));
        }
        let wanted = format!("snake, {WALLED}, against the textbook array BFS");
        self.against(
            wanted,
            10.0,
            ("snake", WALLED),
            (snake::ARRAY, snake::LENGTH),
        );
        for comb in [COMB_ONE, COMB_TWO] {
            let wanted = format!("snake, {comb}: at most 1.2 times the ranked-shape queue");
            self.at_most(wanted, 1.2, ("snake", comb), (snake::LENGTH, snake::SHAPES));
        }
        for ours in [snake::LENGTH, snake::MOVES] {
            let wanted = format!("snake, {LARGE}, {ours}, against pathfinding");
            self.against(wanted, 150.0, ("snake", LARGE), (PATHFINDING, ours));
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
        let slow = ("curling", SLOW);
        let wanted = format!("curling, {SLOW}, against pathfinding");
        self.against(wanted, 30.0, slow, (PATHFINDING, FEWEST));
        let wanted = format!("curling, {SLOW}, against the textbook DFS");
        self.against(wanted, 5.0, slow, (curling::TEXTBOOK, FEWEST));
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
            let wanted = format!("portals, {name}, against pathfinding");
            self.against(wanted, least, ("portals", &name), (PATHFINDING, FEWEST));
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
            let wanted = format!("ladders, {name}, against the textbook hash map");
            self.against(
                wanted,
                20.0,
                ("ladders", &name),
                (ladders::TEXTBOOK, FEWEST),
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
        let wanted = format!("mines, {judged}: at most 2 times a copy of the text");
        self.at_most(wanted, 2.0, ("mines", &judged), (FEWEST, mines::COPY));
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
        let wanted = format!("no-guess, {name}, against ms_toollib");
        self.against(wanted, 5.0, (noguess::GAME, &name), (TOOLLIB, FEWEST));
    }

    fn scale(&mut self) {
        use instances::scale::{CURLING, SNAKE};
        for name in [SNAKE, CURLING] {
            let wanted = format!("{name}: two threads against one");
            self.against(wanted, 1.25, (scale::GAME, name), (scale::ONE, scale::TWO));
        }
        let wanted = format!("{CURLING}: at most 6 times slower on the disk");
        self.at_most(
            wanted,
            6.0,
            (scale::GAME, CURLING),
            (scale::DISK, scale::TWO),
        );
    }

    fn processes(&mut self) {
        for race in judges::RACES {
            for textbook in race.textbooks {
                let wanted = format!("process, {}, against {textbook}", race.name);
                let programs = (*textbook, FEWEST);
                self.against(wanted, race.wanted, (judges::GAME, race.name), programs);
            }
        }
        let row = |program| self.seconds(judges::GAME, judges::START_UP, program);
        let more = row(FEWEST)
            .zip(row(judges::EMPTY))
            .map(|(ours, empty)| ours - empty);
        self.within("process, starting up beyond an empty program", 1.5e-3, more);
    }

    fn batch(&mut self) {
        let many = instances::batch::name(instances::batch::many(false));
        let wanted = format!("{many}: two jobs against one");
        self.against(wanted, 1.8, (batch::GAME, &many), (batch::ONE, batch::TWO));
        let few = instances::batch::name(instances::batch::few(false));
        let wanted = format!("{few}: against a process a level");
        self.against(wanted, 10.0, (batch::GAME, &few), (batch::EACH, batch::ONE));
    }

    fn cluster(&mut self) {
        use instances::scale::{CURLING, LONG_SNAKE};
        for name in [CURLING, LONG_SNAKE] {
            let wanted = format!("{name}: a cluster of two processes against one worker");
            self.against(
                wanted,
                1.1,
                (cluster::GAME, name),
                (cluster::ONE, cluster::TWO),
            );
        }
        let wanted = format!("{CURLING}: a cluster of one at most 3 times slower than none");
        let programs = (cluster::ONE, cluster::PLAIN);
        self.at_most(wanted, 3.0, (cluster::GAME, CURLING), programs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_three() {
        assert_eq!(time(0.000_001_234), "1.23 µs");
        assert_eq!(time(0.0654), "65.4 ms");
        assert_eq!(figures(1_234_567.8), "1,234,568");
        assert_eq!(grouped(798_232), "798,232");
    }
}
