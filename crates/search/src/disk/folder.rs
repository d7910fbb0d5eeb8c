//! A folder of files: the little that a search asks of a disk, so that tests can have one that
//! fails.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

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
}

/// A real folder.
pub struct Folder {
    path: PathBuf,
    /// Held as long as the folder is used: nobody else may use it meanwhile.
    _lock: File,
    /// Whether it goes with whoever has it.
    is_fleeting: bool,
}

impl Folder {
    /// The file that is locked.
    pub(super) const LOCK: &str = "lock";
    /// How the names of folders begin that go with whoever has them.
    const FLEETING: &str = "fewest-scratch-";

    /// A folder below another one, under a name that nobody else has, and gone when it is dropped.
    /// Such folders of processes that were killed are removed first.
    pub fn fleeting(below: &Path) -> io::Result<Self> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        for entry in fs::read_dir(below)?.flatten() {
            let name = entry.file_name();
            if name.to_string_lossy().starts_with(Self::FLEETING) {
                // Whoever works there has it locked.
                if let Ok(mut left) = Folder::new(&entry.path()) {
                    left.is_fleeting = true;
                }
            }
        }
        let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let name = format!("{}{process}-{number}", Self::FLEETING);
        let mut folder = Folder::new(&below.join(name))?;
        folder.is_fleeting = true;
        Ok(folder)
    }

    /// Makes the folder where it is not there yet, and locks it.
    pub fn new(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.join(Self::LOCK))?;
        lock.try_lock().map_err(io::Error::from)?;
        Ok(Folder {
            path: path.to_path_buf(),
            _lock: lock,
            is_fleeting: false,
        })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_fleeting {
            // Nobody is left to be told.
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
