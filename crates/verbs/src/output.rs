//! How messages, numbers, boards and JSON are printed.

use std::collections::HashSet;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Color, Effects, Style};
use fewest_games::view::{Edge, Role, Side, View};
use fewest_words::{key, of, say, to_the_right, width};
use num_bigint::BigUint;
use serde::Serialize;

use crate::levels::Entry;

/// One JSON object on a line of its own. It is written as it is made: a board's may be long.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    const PART: usize = 1 << 16;
    let mut line = BufWriter::with_capacity(PART, out);
    serde_json::to_writer(&mut line, value)?;
    line.write_all(b"\n")?;
    line.into_inner().map_err(IntoInnerError::into_error)?;
    Ok(())
}

/// A level's title, and what is said of it.
pub(crate) fn headline(out: &mut dyn Write, entry: &Entry, told: &str) -> io::Result<()> {
    let line = say!("{name}: {told}", name = entry.title(), told);
    writeln!(out, "{line}")
}

/// `1,234,567`.
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// `1,234,567`, or `about 1.234 × 10^89` where nobody could read it.
pub fn large_count(number: &BigUint) -> String {
    const READABLE: u64 = 160;
    if number.bits() <= READABLE {
        return grouped(&number.to_string());
    }
    // To write all the digits of a number that fills the memory would take longer than to count it.
    let shift = number.bits() - 64;
    let leading = u64::try_from(number >> shift).expect("64 bits") as f64;
    let digits = leading.log10() + shift as f64 * 2f64.log10();
    say!(
        "about {leading} × 10^{power}",
        leading = format!("{:.3}", 10f64.powf(digits.fract())),
        power = digits.trunc()
    )
}

/// `1 position`, `1,234 positions`.
pub(crate) fn positions(number: u64) -> String {
    match number {
        1 => say!("1 position"),
        _ => say!("{number} positions", number = count(number)),
    }
}

/// The first of many words, and how many more there are.
pub(crate) fn first_of(words: &[impl AsRef<str>]) -> String {
    const MOST: usize = 12;
    let shown: Vec<&str> = words.iter().take(MOST).map(AsRef::as_ref).collect();
    match words.len().saturating_sub(MOST) {
        0 => shown.join(" "),
        more => say!(
            "{moves} … and {number} more",
            moves = shown.join(" "),
            number = count(more as u64)
        ),
    }
}

fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1.5 MiB`.
pub fn size(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut units = [of(key("bytes")), "KiB", "MiB", "GiB", "TiB"].into_iter();
    let mut unit = units.next().expect("there are five");
    for larger in units {
        if value < 1024.0 {
            break;
        }
        (value, unit) = (value / 1024.0, larger);
    }
    let places = usize::from(unit != of("bytes"));
    format!("{value:.places$} {unit}")
}

/// `40 µs`, `1.2 ms`, `3.4 s`.
pub fn time(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    match seconds {
        0.0..1e-3 => format!("{:.0} µs", seconds * 1e6),
        1e-3..1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.1} s"),
    }
}

/// `3.4 million/s`, or what fits.
pub fn rate(number: u64, elapsed: Duration) -> String {
    let each_second = number as f64 / elapsed.as_secs_f64().max(1e-9);
    match each_second {
        1e6.. => say!(
            "{millions} million/s",
            millions = format!("{:.1}", each_second / 1e6)
        ),
        _ => format!("{}/s", count(each_second as u64)),
    }
}

/// A board: one line a row, every column equally wide, and a line between two rows where there are
/// walls between them.
pub(crate) fn board(out: &mut dyn Write, view: &View) -> io::Result<()> {
    let squares = view.tiles.squares();
    let cells = squares.iter().map(|tile| (&*tile.text, style(tile.role)));
    grid(out, view, "", cells)
}

/// Cells of a view row by row, every column equally wide, with the walls between its squares.
pub(crate) fn grid<'a>(
    out: &mut dyn Write,
    view: &View,
    indent: &str,
    cells: impl Iterator<Item = (&'a str, Style)> + Clone,
) -> io::Result<()> {
    let columns = view.tiles.columns();
    let walls: HashSet<Edge> = view.edges.iter().copied().collect();
    let is_wall = |square, side| walls.contains(&Edge { square, side });
    let widths = cells.clone().map(|(text, _)| width(text));
    let column_width = widths.max().unwrap_or(1);
    for ((text, style), square) in cells.zip(0..) {
        let column = square % columns;
        let before = match column {
            0 => indent,
            _ if is_wall(square - 1, Side::Right) => "|",
            _ => " ",
        };
        let text = to_the_right(text, column_width);
        write!(out, "{before}{style}{text}{style:#}")?;
        if column < columns - 1 {
            continue;
        }
        writeln!(out)?;
        let below = (square + 1 - columns..=square).map(|square| {
            let line = if is_wall(square, Side::Down) {
                "-"
            } else {
                " "
            };
            line.repeat(column_width)
        });
        let below = below.collect::<Vec<_>>().join(" ");
        if below.contains('-') {
            writeln!(out, "{indent}{}", below.trim_end())?;
        }
    }
    Ok(())
}

/// What is there, but not what it is about.
pub(crate) const DIMMED: Style = Style::new().effects(Effects::DIMMED);

/// What it is about.
pub(crate) const LIT: Style = colour(AnsiColor::Green).effects(Effects::BOLD);

/// A colour.
pub(crate) const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

fn style(role: Role) -> Style {
    match role {
        Role::Plain => DIMMED,
        Role::Wall => Style::new().effects(Effects::INVERT),
        Role::Player => colour(AnsiColor::Yellow).effects(Effects::BOLD),
        Role::Other => colour(AnsiColor::Cyan).effects(Effects::BOLD),
        Role::Body => colour(AnsiColor::Yellow),
        Role::Goal => colour(AnsiColor::Green).effects(Effects::BOLD),
        Role::Lift => colour(AnsiColor::Cyan),
        Role::Drop => colour(AnsiColor::Magenta),
        Role::Hidden => colour(AnsiColor::Blue),
        Role::Count => Style::new(),
        Role::Danger => colour(AnsiColor::Red).effects(Effects::BOLD),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(count(0), "0");
        assert_eq!(count(1_234_567), "1,234,567");
        let large = BigUint::from(10u32).pow(47) * 12_345u32;
        assert_eq!(large_count(&large), "about 1.235 × 10^51");
        assert_eq!(large_count(&BigUint::from(27u32)), "27");
        assert_eq!(size(1023), "1023 bytes");
        assert_eq!(size(1536), "1.5 KiB");
        assert_eq!(time(Duration::from_micros(40)), "40 µs");
        assert_eq!(time(Duration::from_millis(3400)), "3.4 s");
        assert_eq!(rate(3_400_000, Duration::from_secs(1)), "3.4 million/s");
        assert_eq!(rate(1_234, Duration::from_secs(1)), "1,234/s");
    }
}
