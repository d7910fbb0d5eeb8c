//! The directory of a search's files, and what went wrong with it: the little that a search asks of
//! a disk, so that tests can have one that fails.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::context::Limit;

/// A file that is read.
pub trait ReadFile: Read + Seek + Send {}
impl<F: Read + Seek + Send> ReadFile for F {}

/// A file that is written, and read again where it was.
pub trait WriteFile: Read + Write + Seek + Send {
    /// Returns once all of it is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl WriteFile for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// What a search asks of a disk.
pub trait Disk: Send + Sync {
    /// Makes an empty file, in place of one that is there.
    fn create(&self, name: &str) -> io::Result<Box<dyn WriteFile>>;
    /// Opens a file to read it.
    fn open(&self, name: &str) -> io::Result<Box<dyn ReadFile>>;
    /// Gives a file another name, in place of one that has it, and returns once that is so on the
    /// disk too.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// The names of all files.
    fn names(&self) -> io::Result<Vec<String>>;
    /// The bytes that can still be written.
    fn free(&self) -> io::Result<u64>;
    /// Nothing is kept here any more: removes whatever else was made to keep it.
    fn leave(&self) -> io::Result<()> {
        Ok(())
    }
}

/// A real folder.
pub struct Folder {
    path: PathBuf,
    /// Held as long as the directory is used, so that no other process uses it.
    lock: File,
    /// Whether it is removed when it is dropped.
    is_fleeting: bool,
}

impl Folder {
    /// The file that is locked.
    pub(super) const LOCK: &str = "lock";
    /// What the locked file holds if the directory was made for the search, and is removed with it.
    const OURS: &[u8] = b"this folder was made for a search\n";
    /// What it holds if the directory existed before. A file with other contents is not ours.
    const HERE: &[u8] = b"a search is made in this folder\n";
    /// The prefix of the names of temporary directories.
    const FLEETING: &str = "fewest-scratch-";

    /// Creates a temporary directory below another one, with a unique name. It is removed when it is
    /// dropped. Those that killed processes have left there are removed too.
    pub fn fleeting(below: &Path) -> io::Result<Self> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        loop {
            let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
            let path = below.join(format!("{}{process}-{number}", Self::FLEETING));
            match private(&path) {
                Ok(()) => {}
                // Another process had that number before.
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(why) => return Err(why),
            }
            match Folder::locked(&path) {
                Ok(mut folder) => {
                    folder.is_fleeting = true;
                    folder.remove_left(below);
                    return Ok(folder);
                }
                // Before it was locked, another process took it for one that was left.
                Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
                Err(why) if why.kind() == io::ErrorKind::NotFound => {}
                Err(why) => return Err(why),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what processes that were killed have left beside this folder, as far as it can be.
    fn remove_left(&self, below: &Path) {
        let entries = fs::read_dir(below).into_iter().flatten().flatten();
        for entry in entries {
            let is_left = entry.file_name().to_string_lossy().starts_with(Self::FLEETING)
                && entry.file_type().is_ok_and(|kind| kind.is_dir())
                // What another user put there may be a trap.
                && has_same_owner(&entry.path(), &self.path);
            // A process that uses it has it locked.
            if is_left && let Ok(mut left) = Folder::locked(&entry.path()) {
                left.is_fleeting = true;
            }
        }
    }

    /// Makes the folder where it is not there yet, and locks it.
    pub fn new(path: &Path) -> io::Result<Self> {
        let is_new = !path.exists();
        fs::create_dir_all(path)?;
        let had_lock = path.join(Self::LOCK).exists();
        let mut folder = Self::locked(path)?;
        if !had_lock {
            let text = if is_new { Self::OURS } else { Self::HERE };
            folder.lock.write_all(text)?;
        }
        Ok(folder)
    }

    /// Locks a folder that is there.
    fn locked(path: &Path) -> io::Result<Self> {
        let at = path.join(Self::LOCK);
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&at)?;
        lock.try_lock().map_err(io::Error::from)?;
        if !is_at(&lock, &at)? {
            // Its owner has just removed it: other processes would not find it locked.
            return Err(io::ErrorKind::WouldBlock.into());
        }
        Ok(Folder {
            path: path.to_path_buf(),
            lock,
            is_fleeting: false,
        })
    }
}

/// Creates a directory that only this user can read. It must not exist.
fn private(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Whether two folders are one user's.
#[cfg(unix)]
fn has_same_owner(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let owner = |path| fs::symlink_metadata(path).map(|there| there.uid());
    matches!((owner(one), owner(other)), (Ok(one), Ok(other)) if one == other)
}

/// Every user has a folder for what is fleeting.
#[cfg(not(unix))]
fn has_same_owner(_: &Path, _: &Path) -> bool {
    true
}

/// Whether a file is the one of that name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let file = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((there.dev(), there.ino()) == (file.dev(), file.ino())),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(why) => Err(why),
    }
}

/// Files that are open are not removed elsewhere.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_fleeting {
            // There is nowhere to report an error.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

impl Disk for Folder {
    fn create(&self, name: &str) -> io::Result<Box<dyn WriteFile>> {
        let file = File::options()
            .create(true)
            .truncate(true)
            .read(true)
            .write(true)
            .open(self.path.join(name))?;
        Ok(Box::new(file))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn ReadFile>> {
        Ok(Box::new(File::open(self.path.join(name))?))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.path.join(from), self.path.join(to))?;
        // A rename is an entry of the folder, which has to reach the disk as well.
        #[cfg(unix)]
        File::open(&self.path)?.sync_all()?;
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().into_string().ok());
        let names = fs::read_dir(&self.path)?.map(name);
        names.filter_map(Result::transpose).collect()
    }

    fn leave(&self) -> io::Result<()> {
        let lock = self.path.join(Self::LOCK);
        let text = fs::read(&lock)?;
        if text == Self::OURS || text == Self::HERE {
            fs::remove_file(&lock)?;
        }
        match text == Self::OURS {
            // Other files stay, and so does the directory.
            true => fs::remove_dir(&self.path).or_else(|why| match why.kind() {
                io::ErrorKind::DirectoryNotEmpty => Ok(()),
                _ => Err(why),
            }),
            false => Ok(()),
        }
    }

    #[cfg(unix)]
    fn free(&self) -> io::Result<u64> {
        let there = rustix::fs::statvfs(&self.path)?;
        Ok(there.f_bavail.saturating_mul(there.f_frsize))
    }

    #[cfg(not(unix))]
    fn free(&self) -> io::Result<u64> {
        Ok(u64::MAX)
    }
}

/// Why a search could not continue with its files. Clones share the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskError(Arc<DiskErrorKind>);

/// What went wrong with a disk, and with which file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiskErrorKind {
    /// Too little room is left for more.
    Full {
        /// The bytes that are free.
        free: u64,
    },
    /// The system refused to write, read, rename or remove a file.
    Refused {
        /// The file's name in its directory, or the path of the directory itself.
        file: String,
        /// What the system said.
        error: String,
    },
    /// A file does not hold what was written to it.
    Damaged {
        /// The file's name.
        file: String,
    },
}

impl DiskError {
    /// What went wrong, and with which file.
    pub fn kind(&self) -> &DiskErrorKind {
        &self.0
    }

    /// The error for a disk that has only this number of bytes left.
    pub fn full(free: u64) -> Self {
        DiskErrorKind::Full { free }.into()
    }

    /// The error where the system refused something about a file.
    pub fn refused(file: &str, error: io::Error) -> Self {
        let (file, error) = (file.to_string(), error.to_string());
        DiskErrorKind::Refused { file, error }.into()
    }

    /// As [`DiskError::refused`], but a disk that is full has its own kind.
    pub(super) fn on(disk: Option<&dyn Disk>, file: &str, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::full(disk.and_then(|disk| disk.free().ok()).unwrap_or(0))
            }
            _ => Self::refused(file, error),
        }
    }

    /// The error where a file does not hold what was written to it.
    pub fn damaged(file: &str) -> Self {
        let file = file.to_string();
        DiskErrorKind::Damaged { file }.into()
    }
}

impl From<DiskErrorKind> for DiskError {
    fn from(kind: DiskErrorKind) -> Self {
        DiskError(Arc::new(kind))
    }
}

impl From<DiskError> for Limit {
    fn from(error: DiskError) -> Self {
        Limit::Disk(error)
    }
}
