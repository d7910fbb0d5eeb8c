//! The directory that a search keeps its layers in, and the manifest of what is whole: files are
//! written aside and belong to the search only once a manifest that names them is in place.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::blocks::{FileEntry, Place, Reader, Writer};
use super::folder::{Disk, DiskError, Folder, WriteFile};

/// The directory where a search continues once its memory is used up.
///
/// After a kill at any moment the folder holds the manifest of some layer and every file that it
/// names, whole; other files of a search are removed before it continues.
///
/// From corner to corner of a wide floor, in three mebibytes: the same as in memory, in the same order.
///
/// ```
/// use std::ops::ControlFlow;
/// use fewest_search::{Puzzle, SearchContext, SearchOptions, Space, disk::Scratch, solve};
///
/// const SIDE: u64 = 500;
/// struct Floor;
/// impl Puzzle for Floor {
///     type State = (u64, u64);
///     type Move = char;
///     type Key = u64;
///     fn start(&self) -> (u64, u64) { (0, 0) }
///     fn is_won(&self, &at: &(u64, u64)) -> bool { at == (SIDE - 1, SIDE - 1) }
///     fn expand(
///         &self,
///         &(row, column): &(u64, u64),
///         mut visit: impl FnMut(char, (u64, u64)) -> ControlFlow<()>,
///     ) -> ControlFlow<()> {
///         if row + 1 < SIDE { visit('D', (row + 1, column))? }
///         if column + 1 < SIDE { visit('R', (row, column + 1))? }
///         ControlFlow::Continue(())
///     }
///     fn pack(&self, &(row, column): &(u64, u64)) -> u64 { row * SIDE + column }
///     fn unpack(&self, key: &u64) -> (u64, u64) { (key / SIDE, key % SIDE) }
///     fn space(&self) -> Space { Space::Sparse }
/// }
///
/// let scratch = Scratch::fleeting(&std::env::temp_dir());
/// let options = SearchOptions::new().memory(3 << 20).scratch(&scratch);
/// let report = solve(&Floor, &mut SearchContext::new(&options));
/// assert_eq!(report.plan.kernel, "disk");
/// let in_memory = solve(&Floor, &mut SearchContext::default());
/// assert_eq!(report.verdict, in_memory.verdict);
/// assert_eq!(report.stats.layers, in_memory.stats.layers);
/// ```
pub struct Scratch {
    location: Location,
    disk: OnceLock<Box<dyn Disk>>,
    subject: Subject,
    found: Manifest,
    /// Whether the manifest in place names any file.
    holds_files: AtomicBool,
}

enum Location {
    /// Kept until the search is over, to resume it.
    Kept(PathBuf),
    /// Made when it is first needed, and gone with the scratch.
    Fleeting(PathBuf),
    /// A disk that the caller has made.
    Brought,
}

/// Why a folder is not one to work in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Another search is kept there.
    Taken,
    /// Another process works there.
    Locked,
    /// No search is kept there.
    Nothing,
    /// No search is kept there, but a file that would be taken for one of its own, and removed.
    InTheWay {
        /// Which file.
        file: String,
    },
    /// What is kept there is of another subject: the parts that differ, of what is there and of
    /// what is asked for.
    Differs {
        /// The names of the parts that differ.
        parts: Vec<String>,
        /// What is kept there.
        there: Subject,
    },
    /// The disk failed.
    Disk(DiskError),
}

const MANIFEST: &str = "manifest";
const MANIFEST_ASIDE: &str = "manifest.new";
/// How the names of files begin that no manifest names.
const PLAIN: &str = "seen-";
/// What is left free on a disk, for others.
const RESERVE: u64 = 32 << 20;

impl Scratch {
    /// A folder of its own below another one. It is made when it is first needed, and nothing of it
    /// is left behind.
    pub fn fleeting(below: &Path) -> Self {
        let location = Location::Fleeting(below.to_path_buf());
        Scratch::new(location, Subject::default(), Manifest::default())
    }

    /// A folder for a search that can be resumed; none is kept there yet.
    pub fn begin(folder: &Path, subject: Subject) -> Result<Self, Refusal> {
        let disk = Self::folder(folder)?;
        if Self::kept(&*disk)?.is_some() {
            return Err(Refusal::Taken);
        }
        let names = disk.names();
        let names = names.map_err(|why| Refusal::Disk(DiskError::refused(".", why)))?;
        if let Some(file) = names.into_iter().filter(|name| is_numbered(name)).min() {
            // Where the folder is not one to work in, it stays as it was.
            let _ = disk.leave();
            return Err(Refusal::InTheWay { file });
        }
        let location = Location::Kept(folder.to_path_buf());
        Self::with(location, disk, subject, Manifest::default())
    }

    /// The folder of a search that is resumed, as far as it had come.
    pub fn resume(folder: &Path, subject: Subject) -> Result<Self, Refusal> {
        let disk = Self::folder(folder)?;
        let (there, found) = Self::kept(&*disk)?.ok_or(Refusal::Nothing)?;
        let parts = there.differences(&subject);
        if !parts.is_empty() {
            return Err(Refusal::Differs { parts, there });
        }
        Self::with(Location::Kept(folder.to_path_buf()), disk, subject, found)
    }

    /// What the search in a folder is about; nothing where none is kept there.
    pub fn subject_in(folder: &Path) -> Result<Option<Subject>, Refusal> {
        if !folder.join(MANIFEST).exists() {
            return Ok(None);
        }
        let disk = Self::folder(folder)?;
        Ok(Self::kept(&*disk)?.map(|(subject, _)| subject))
    }

    /// Uses a disk that the caller has made, and what is found there.
    pub fn on(disk: Box<dyn Disk>, subject: Subject) -> Result<Self, Refusal> {
        let found = match Self::kept(&*disk)? {
            Some((there, found)) if there == subject => found,
            Some((there, _)) => {
                let parts = there.differences(&subject);
                return Err(Refusal::Differs { parts, there });
            }
            None => Manifest::default(),
        };
        Self::with(Location::Brought, disk, subject, found)
    }

    fn with(
        location: Location,
        disk: Box<dyn Disk>,
        subject: Subject,
        found: Manifest,
    ) -> Result<Self, Refusal> {
        let scratch = Scratch::new(location, subject, found);
        let _ = scratch.disk.set(disk);
        let begun = scratch.commit(&scratch.found);
        // Those of an earlier search are not used any more.
        let begun = begun.and_then(|()| scratch.keep_only(|name| !name.starts_with(PLAIN)));
        begun.map(|()| scratch).map_err(Refusal::Disk)
    }

    fn new(location: Location, subject: Subject, found: Manifest) -> Self {
        Scratch {
            location,
            disk: OnceLock::new(),
            subject,
            found,
            holds_files: AtomicBool::new(false),
        }
    }

    fn folder(path: &Path) -> Result<Box<dyn Disk>, Refusal> {
        match Folder::new(path) {
            Ok(folder) => Ok(Box::new(folder)),
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => Err(Refusal::Locked),
            Err(why) => {
                let name = path.display().to_string();
                Err(Refusal::Disk(DiskError::refused(&name, why)))
            }
        }
    }

    fn kept(disk: &dyn Disk) -> Result<Option<(Subject, Manifest)>, Refusal> {
        let mut text = String::new();
        let read = disk
            .open(MANIFEST)
            .and_then(|mut file| file.read_to_string(&mut text));
        match read {
            Ok(_) => {}
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(why) if why.kind() == io::ErrorKind::InvalidData => {
                return Err(Refusal::Disk(DiskError::damaged(MANIFEST)));
            }
            Err(why) => return Err(Refusal::Disk(DiskError::refused(MANIFEST, why))),
        }
        match Manifest::read(&text) {
            Some(kept) => Ok(Some(kept)),
            None => Err(Refusal::Disk(DiskError::damaged(MANIFEST))),
        }
    }

    /// How far a search had come that is resumed; of one that begins, nothing.
    pub fn found(&self) -> &Manifest {
        &self.found
    }

    /// Where the search can be resumed from, if it can.
    pub fn kept_at(&self) -> Option<&Path> {
        match &self.location {
            Location::Kept(path) => Some(path),
            Location::Fleeting(_) | Location::Brought => None,
        }
    }

    /// Below which folder it is made when it is needed, if it is not to be kept.
    pub fn made_below(&self) -> Option<&Path> {
        match &self.location {
            Location::Fleeting(below) => Some(below),
            Location::Kept(_) | Location::Brought => None,
        }
    }

    /// Whether any file is kept to resume the search from.
    pub fn holds_files(&self) -> bool {
        self.holds_files.load(Ordering::Relaxed)
    }

    /// Begins a file. It belongs to the search once a manifest that names it is committed.
    pub fn create(&self, name: &str) -> Result<Writer<'_>, DiskError> {
        Ok(Writer::new(self, name, self.create_plain(name)?))
    }

    /// Begins a file that no manifest will name, and that is there until the search is over: to be
    /// read and written anywhere. Its creator checks what it holds.
    pub fn create_plain(&self, name: &str) -> Result<Box<dyn WriteFile>, DiskError> {
        self.has_room(0)?;
        let file = self.disk()?.create(name);
        file.map_err(|why| self.refused(name, why))
    }

    /// Opens a file that was finished.
    pub fn open(&self, entry: &FileEntry) -> Result<Reader<'_>, DiskError> {
        match self.disk()?.open(&entry.name) {
            Ok(file) => Ok(Reader::new(self, entry, file)),
            Err(why) if why.kind() == io::ErrorKind::NotFound => {
                Err(DiskError::damaged(&entry.name))
            }
            Err(why) => Err(self.refused(&entry.name, why)),
        }
    }

    /// Puts a manifest in place of the one before, and removes the files that it does not name.
    ///
    /// It is written aside, brought to the disk, and renamed: at every moment there is one.
    pub fn commit(&self, manifest: &Manifest) -> Result<(), DiskError> {
        let disk = self.disk()?;
        let text = manifest.write(&self.subject);
        let put = disk.create(MANIFEST_ASIDE).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync()?;
            drop(file);
            disk.rename(MANIFEST_ASIDE, MANIFEST)
        });
        put.map_err(|why| self.refused(MANIFEST, why))?;
        let named: HashSet<&str> = manifest.names().collect();
        self.holds_files.store(!named.is_empty(), Ordering::Relaxed);
        self.keep_only(|name| name == MANIFEST || name.starts_with(PLAIN) || named.contains(name))
    }

    /// Removes a file that is needed no more and that no manifest names.
    pub fn remove(&self, name: &str) -> Result<(), DiskError> {
        let removed = self.disk()?.remove(name);
        removed.map_err(|why| self.refused(name, why))
    }

    /// The search is over and its report handed over: removes everything, and the folder too
    /// where it was made for the search.
    pub fn clear(&self) -> Result<(), DiskError> {
        if let Location::Fleeting(_) = self.location {
            // It goes by itself.
            return Ok(());
        }
        // If the process is killed meanwhile, no file is left without a manifest: a new search would
        // take it for another program's. Where the disk has no room for that, it has to be left out.
        let _ = self.commit(&Manifest::default());
        self.keep_only(|name| name == MANIFEST)?;
        let removed = match self.disk()?.remove(MANIFEST) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
            _ => Ok(()),
        };
        removed.map_err(|why| self.refused(MANIFEST, why))?;
        self.keep_only(|_| false)?;
        let left = self.disk()?.leave();
        left.map_err(|why| self.refused(Folder::LOCK, why))
    }

    fn keep_only(&self, keep: impl Fn(&str) -> bool) -> Result<(), DiskError> {
        let disk = self.disk()?;
        let names = disk.names().map_err(|why| self.refused(".", why))?;
        for name in names {
            if is_ours(&name) && !keep(&name) {
                let removed = disk.remove(&name);
                removed.map_err(|why| self.refused(&name, why))?;
            }
        }
        Ok(())
    }

    /// Checks that this number of bytes can be written, and some are left.
    pub fn has_room(&self, bytes: u64) -> Result<(), DiskError> {
        let free = self.disk()?.free();
        let free = free.map_err(|why| self.refused(".", why))?;
        if free < bytes.saturating_add(RESERVE) {
            return Err(DiskError::full(free));
        }
        Ok(())
    }

    /// The error for what the system said about a file.
    pub fn refused(&self, file: &str, error: io::Error) -> DiskError {
        DiskError::on(self.disk.get().map(|disk| &**disk), file, error)
    }

    fn disk(&self) -> Result<&dyn Disk, DiskError> {
        if let Some(disk) = self.disk.get() {
            return Ok(&**disk);
        }
        let Location::Fleeting(below) = &self.location else {
            unreachable!("every other place has its disk from the beginning");
        };
        let made = Folder::fleeting(below);
        let folder = made.map_err(|why| self.refused(&below.display().to_string(), why))?;
        Ok(&**self.disk.get_or_init(|| Box::new(folder)))
    }
}

/// Whether a file is one that a search writes. Other files in the directory are left alone.
fn is_ours(name: &str) -> bool {
    name == MANIFEST || name == MANIFEST_ASIDE || is_numbered(name)
}

/// Whether a file is named as one that a manifest may name.
fn is_numbered(name: &str) -> bool {
    const KINDS: [&str; 4] = ["layer-", "run-", "sort-", PLAIN];
    KINDS.iter().any(|kind| {
        let number = name.strip_prefix(kind);
        number.is_some_and(|number| {
            let mut letters = number.bytes();
            !number.is_empty() && letters.all(|letter| letter.is_ascii_digit() || letter == b'-')
        })
    })
}

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
    /// Numbers that the search needs to resume.
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
