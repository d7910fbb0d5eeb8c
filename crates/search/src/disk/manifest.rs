//! What a search has on the disk, as it was after the last layer that is whole.

use std::fmt::Write as _;

use super::blocks::{FileEntry, Place};

/// What was searched, in named parts: the level, the version, and so on. A search goes on only
/// with files of the same subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject(pub Vec<(String, String)>);

impl Subject {
    /// A part by its name.
    pub fn part(&self, name: &str) -> Option<&str> {
        let mut parts = self.0.iter();
        parts
            .find(|part| part.0 == name)
            .map(|part| part.1.as_str())
    }

    /// The names of the parts in which two subjects differ.
    pub fn differences(&self, other: &Subject) -> Vec<String> {
        let mine = self.0.iter().map(|part| &part.0);
        let others = other.0.iter().map(|part| &part.0);
        let mut names: Vec<String> = mine.chain(others).cloned().collect();
        names.sort();
        names.dedup();
        names.retain(|name| self.part(name) != other.part(name));
        names
    }
}

/// A file of one layer, or of several that follow one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerEntry {
    /// How many layers there are in it.
    pub layers: u64,
    /// Where the table begins that says how large they are and where.
    pub table: Place,
    /// The file; its records are the states.
    pub file: FileEntry,
}

/// What a search has on the disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Who wrote it, in one word; nothing before anything is there but the subject.
    pub tier: String,
    /// The files of the layers, the start's first.
    pub layers: Vec<LayerEntry>,
    /// Files beside the layers.
    pub files: Vec<FileEntry>,
    /// Numbers that whoever wrote it needs to go on.
    pub numbers: Vec<(String, u64)>,
}

impl Manifest {
    /// Nothing is there yet.
    pub fn new(tier: &str) -> Self {
        Manifest {
            tier: tier.to_string(),
            ..Manifest::default()
        }
    }

    /// A number by its name.
    pub fn number(&self, name: &str) -> Option<u64> {
        let mut numbers = self.numbers.iter();
        numbers.find(|entry| entry.0 == name).map(|entry| entry.1)
    }

    /// The names of all files that belong to it.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let layers = self.layers.iter().map(|layer| &layer.file);
        let all = layers.chain(&self.files);
        all.map(|file| file.name.as_str())
    }

    const FIRST_LINE: &str = "fewest scratch 1";

    /// As text: a line for each entry, and the checksum of all of them.
    pub(super) fn write(&self, subject: &Subject) -> String {
        let mut text = format!("{}\n", Self::FIRST_LINE);
        for (name, value) in &subject.0 {
            let _ = writeln!(text, "subject {name} {}", escaped(value));
        }
        if !self.tier.is_empty() {
            let _ = writeln!(text, "tier {}", self.tier);
        }
        for entry in &self.layers {
            let LayerEntry {
                layers,
                table: (at, before),
                file,
            } = entry;
            let _ = writeln!(text, "layers {layers} {at} {before:08x} {}", written(file));
        }
        for file in &self.files {
            let _ = writeln!(text, "file {}", written(file));
        }
        for (name, number) in &self.numbers {
            let _ = writeln!(text, "number {name} {number}");
        }
        let sum = crc32fast::hash(text.as_bytes());
        let _ = writeln!(text, "checksum {sum:08x}");
        text
    }

    /// The inverse of [`Manifest::write`]; nothing where the text is not one.
    pub(super) fn read(text: &str) -> Option<(Subject, Manifest)> {
        let (body, last) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let sum = u32::from_str_radix(last.strip_prefix("checksum ")?, 16).ok()?;
        let (mut subject, mut manifest) = (Subject::default(), Manifest::default());
        if sum != crc32fast::hash(format!("{body}\n").as_bytes()) {
            return None;
        }
        let mut lines = body.lines();
        if lines.next()? != Self::FIRST_LINE {
            return None;
        }
        for line in lines {
            let (what, rest) = line.split_once(' ')?;
            match what {
                "subject" => {
                    let (name, value) = rest.split_once(' ')?;
                    subject.0.push((name.to_string(), unescaped(value)));
                }
                "tier" => manifest.tier = rest.to_string(),
                "layers" => {
                    let (layers, rest) = rest.split_once(' ')?;
                    let (at, rest) = rest.split_once(' ')?;
                    let (before, file) = rest.split_once(' ')?;
                    let before = u32::from_str_radix(before, 16).ok()?;
                    manifest.layers.push(LayerEntry {
                        layers: layers.parse().ok()?,
                        table: (at.parse().ok()?, before),
                        file: read_file(file)?,
                    });
                }
                "file" => manifest.files.push(read_file(rest)?),
                "number" => {
                    let (name, number) = rest.split_once(' ')?;
                    let entry = (name.to_string(), number.parse().ok()?);
                    manifest.numbers.push(entry);
                }
                _ => return None,
            }
        }
        Some((subject, manifest))
    }
}

fn written(file: &FileEntry) -> String {
    let FileEntry {
        name,
        records,
        bytes,
        checksum,
    } = file;
    format!("{name} {records} {bytes} {checksum:08x}")
}

fn read_file(text: &str) -> Option<FileEntry> {
    let mut words = text.split(' ');
    let file = FileEntry {
        name: words.next()?.to_string(),
        records: words.next()?.parse().ok()?,
        bytes: words.next()?.parse().ok()?,
        checksum: u32::from_str_radix(words.next()?, 16).ok()?,
    };
    words.next().is_none().then_some(file)
}

/// A text in one line.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}

fn unescaped(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => text.push('\n'),
                Some('r') => text.push('\r'),
                Some(other) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> (Subject, Manifest) {
        let file = |name: &str| FileEntry {
            name: name.to_string(),
            records: 7,
            bytes: 1 << 40,
            checksum: 0xABCD,
        };
        let part = |name: &str, value: &str| (name.to_string(), value.to_string());
        let level = "game: snake\r\n\n\\n is no end\n";
        let subject = Subject(vec![part("version", "1.2.3"), part("level", level)]);
        let manifest = Manifest {
            tier: "keys".to_string(),
            layers: vec![LayerEntry {
                layers: u64::MAX,
                table: (1 << 39, 0xDCBA),
                file: file("layer-0"),
            }],
            files: vec![file("run-0"), file("run-1")],
            numbers: vec![("depth".to_string(), 3)],
        };
        (subject, manifest)
    }

    #[test]
    fn what_is_written_is_read() {
        let (subject, manifest) = example();
        let text = manifest.write(&subject);
        assert_eq!(Manifest::read(&text), Some((subject, manifest)));
    }

    #[test]
    fn no_flipped_bit_is_believed() {
        let (subject, manifest) = example();
        let text = manifest.write(&subject).into_bytes();
        for place in 0..text.len() {
            for bit in 0..8 {
                let mut text = text.clone();
                text[place] ^= 1 << bit;
                let read = String::from_utf8(text).ok();
                let read = read.and_then(|text| Manifest::read(&text));
                // The checksum's own letters may be large or small.
                let same = read.is_none_or(|read| read == (subject.clone(), manifest.clone()));
                assert!(same, "bit {bit} of byte {place}");
            }
        }
        for len in 0..text.len() {
            let cut = String::from_utf8_lossy(&text[..len]);
            assert_eq!(Manifest::read(&cut), None);
        }
    }
}
