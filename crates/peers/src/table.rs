//! What a run says: Markdown for people, JSON for programs, both with where and when.

use std::fmt::Write as _;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::instances::SEED;
use crate::measure::{Per, Row};
use crate::targets::Target;

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
    pub fn new(rows: Vec<Row>, targets: Vec<Target>) -> Self {
        let options: Vec<String> = std::env::args().skip(1).collect();
        let mut command = "cargo run --release -p fewest-peers".to_string();
        if !options.is_empty() {
            command += &format!(" -- {}", options.join(" "));
        }
        Said {
            date: today(),
            processor: processor(),
            load: load(),
            rustc: rustc(),
            command,
            seed: SEED,
            rows,
            targets,
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
                writeln!(
                    text,
                    "| {game}, {instance} | {program} | {bytes} | {each} {per} |"
                )
                .expect("writing to a string");
            }
        }
        if !self.targets.is_empty() {
            text += "\n### targets\n\n| wanted | measured | |\n|---|---|---|\n";
        }
        for target in &self.targets {
            let holds = if target.holds {
                "holds"
            } else {
                "**does not hold**"
            };
            writeln!(
                text,
                "| {} | {} | {holds} |",
                target.wanted, target.measured
            )
            .expect("writing to a string");
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
    writeln!(
        text,
        "| {board} | {program} | {answer} | {positions} | {median} | {spread} | {runs} | {ratio} |"
    )
    .expect("writing to a string");
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

fn rustc() -> String {
    let version = Command::new("rustc").arg("--version").output();
    let version = version
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok());
    version.map_or("rustc".to_string(), |version| version.trim().to_string())
}

fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs() / 86_400))
}

/// The date that is so many days after 1 January 1970.
fn date(days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(59), "1970-03-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_453), "2025-12-31");
        assert_eq!(date(20_454), "2026-01-01");
    }

    #[test]
    fn figures_are_three() {
        assert_eq!(time(0.000_001_234), "1.23 µs");
        assert_eq!(time(0.0654), "65.4 ms");
        assert_eq!(figures(1_234_567.8), "1,234,568");
        assert_eq!(grouped(798_232), "798,232");
    }
}
