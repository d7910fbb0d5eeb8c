//! The folder that a search keeps its layers in: files are written aside and belong to it only
//! once a manifest that names them is in place.

use std::collections::HashSet;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::blocks::{FileEntry, Reader, Writer};
use super::error::DiskError;
use super::folder::{Disk, Folder, WriteFile};
use super::manifest::{Manifest, Subject};

/// Where a search goes on once its memory is used up.
///
/// After a kill at any moment the folder holds the manifest of some layer and every file that it
/// names, whole; whatever else lies there is removed before the search goes on.
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
    place: Place,
    disk: OnceLock<Box<dyn Disk>>,
    subject: Subject,
    found: Manifest,
    /// Whether the manifest in place names any file.
    holds_files: AtomicBool,
}

enum Place {
    /// Kept until the search is over, for one that goes on.
    Kept(PathBuf),
    /// Made when it is first needed, and gone with the scratch.
    Fleeting(PathBuf),
    /// A disk that somebody else brought.
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
        let place = Place::Fleeting(below.to_path_buf());
        Scratch::new(place, Subject::default(), Manifest::default())
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
        Self::kept_in(folder, disk, subject, Manifest::default())
    }

    /// The folder of a search that is resumed, as far as it had come.
    pub fn resume(folder: &Path, subject: Subject) -> Result<Self, Refusal> {
        let disk = Self::folder(folder)?;
        let (there, found) = Self::kept(&*disk)?.ok_or(Refusal::Nothing)?;
        let parts = there.differences(&subject);
        if !parts.is_empty() {
            return Err(Refusal::Differs { parts, there });
        }
        Self::kept_in(folder, disk, subject, found)
    }

    /// What the search in a folder is about; nothing where none is kept there.
    pub fn subject_in(folder: &Path) -> Result<Option<Subject>, Refusal> {
        if !folder.join(MANIFEST).exists() {
            return Ok(None);
        }
        let disk = Self::folder(folder)?;
        Ok(Self::kept(&*disk)?.map(|(subject, _)| subject))
    }

    /// A disk of somebody else's, and what is found there.
    pub fn on(disk: Box<dyn Disk>, subject: Subject) -> Result<Self, Refusal> {
        let found = match Self::kept(&*disk)? {
            Some((there, found)) if there == subject => found,
            Some((there, _)) => {
                let parts = there.differences(&subject);
                return Err(Refusal::Differs { parts, there });
            }
            None => Manifest::default(),
        };
        Self::with(Place::Brought, disk, subject, found)
    }

    fn kept_in(
        folder: &Path,
        disk: Box<dyn Disk>,
        subject: Subject,
        found: Manifest,
    ) -> Result<Self, Refusal> {
        Self::with(Place::Kept(folder.to_path_buf()), disk, subject, found)
    }

    fn with(
        place: Place,
        disk: Box<dyn Disk>,
        subject: Subject,
        found: Manifest,
    ) -> Result<Self, Refusal> {
        let scratch = Scratch::new(place, subject, found);
        let _ = scratch.disk.set(disk);
        let begun = scratch.commit(&scratch.found);
        // Nobody uses those of an earlier search any more.
        let begun = begun.and_then(|()| scratch.keep_only(|name| !name.starts_with(PLAIN)));
        begun.map(|()| scratch).map_err(Refusal::Disk)
    }

    fn new(place: Place, subject: Subject, found: Manifest) -> Self {
        Scratch {
            place,
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
        match &self.place {
            Place::Kept(path) => Some(path),
            Place::Fleeting(_) | Place::Brought => None,
        }
    }

    /// Below which folder it is made when it is needed, if it is not to be kept.
    pub fn made_below(&self) -> Option<&Path> {
        match &self.place {
            Place::Fleeting(below) => Some(below),
            Place::Kept(_) | Place::Brought => None,
        }
    }

    /// Whether anything is kept to go on from, beside what the search is about.
    pub fn holds_files(&self) -> bool {
        self.holds_files.load(Ordering::Relaxed)
    }

    /// Begins a file. It belongs to the search once a manifest that names it is committed.
    pub fn create(&self, name: &str) -> Result<Writer<'_>, DiskError> {
        Ok(Writer::new(self, name, self.create_plain(name)?))
    }

    /// Begins a file that no manifest will name, and that is there until the search is over: to be
    /// read and written anywhere. What it holds is for whoever made it to compare.
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
        if let Place::Fleeting(_) = self.place {
            // It goes by itself.
            return Ok(());
        }
        // Whoever is killed meanwhile leaves no file without a manifest: a search that begins would
        // take it for somebody else's. Where the disk has no room for that, it has to be left out.
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

    /// Whether so many bytes more can be written and some are left.
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
        let Place::Fleeting(below) = &self.place else {
            unreachable!("every other place has its disk from the beginning");
        };
        let made = Folder::fleeting(below);
        let folder = made.map_err(|why| self.refused(&below.display().to_string(), why))?;
        Ok(&**self.disk.get_or_init(|| Box::new(folder)))
    }
}

/// Whether a file is one that a search writes. Whatever else is in the folder is somebody's.
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
