//! [`Terminal`]: a person at a terminal, or a script, who asks. Also the files that are written for them,
//! and the memory that is free.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use fewest_search::{Limits, Unwatched, Watch};
use fewest_verbs::args::{LimitArgs, ProgressMode};
use fewest_verbs::games;
use fewest_verbs::host::{Host, HostObserver, STDIN, is_stdin};
use fewest_verbs::outcome::Failure;
use fewest_words::{key, say};

use crate::messages::tell;
use crate::progress::{self, Bar, Events};

/// A person at a terminal, or a script.
pub struct Terminal;

/// The memory that is taken without asking the system how much there is.
const UNASKED: u64 = 256 << 20;

impl Host for Terminal {
    /// `-` is standard input, and so is no file: but a terminal there would wait for ever. A name
    /// that begins with `sample:` is no file's, whatever there is on the disk.
    fn read(&mut self, file: Option<&Path>) -> Result<(String, Vec<u8>), Failure> {
        if let Some((file, sample)) = file.and_then(|file| Some((file, games::read_sample(file)?)))
        {
            return Ok((file.display().to_string(), sample?));
        }
        let (name, read) = match file {
            None if io::stdin().is_terminal() => return Err(Failure::NoInput),
            Some(file) if !is_stdin(file) => (file.display().to_string(), std::fs::read(file)),
            _ => {
                // As much as a pipe holds: to begin with a few bytes and double would be many calls.
                let mut bytes = Vec::with_capacity(1 << 16);
                let read = io::stdin().lock().read_to_end(&mut bytes);
                (STDIN.to_string(), read.map(|_| bytes))
            }
        };
        match read {
            Ok(bytes) => Ok((name, bytes)),
            Err(error) => Err(Failure::plain(say!("{name}: {told}", name, told = error))),
        }
    }

    fn has(&self, file: &Path) -> bool {
        let is_there = || is_stdin(file) || file.symlink_metadata().is_ok();
        games::has_sample(file).unwrap_or_else(is_there)
    }

    /// Memory that nobody asked for is divided among those who share it; what was asked for is for
    /// each of them.
    fn limits(&self, asked: &LimitArgs, sharing: NonZeroUsize) -> Limits {
        let memory = asked
            .memory
            .unwrap_or_else(|| default_memory() / sharing.get() as u64);
        Limits {
            states: asked.states,
            memory: Some(memory),
            time: asked.time,
            cost: None,
        }
    }

    fn at_once(&self) -> (Limits, Box<dyn Watch + '_>) {
        let limits = Limits {
            memory: Some(UNASKED),
            ..Limits::default()
        };
        (limits, Box::new(Unwatched))
    }

    fn threads(&self) -> NonZeroUsize {
        thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
    }

    fn scratch(&self) -> Option<PathBuf> {
        Some(for_large_files())
    }

    fn watch(&self, telling: ProgressMode) -> Box<dyn HostObserver + '_> {
        progress::catch_interrupts();
        match telling {
            ProgressMode::Bar => Box::new(Bar::new(true)),
            ProgressMode::None => Box::new(Bar::new(false)),
            ProgressMode::Json => Box::new(Events::new()),
        }
    }

    fn is_stopped(&self) -> bool {
        progress::interrupted()
    }

    fn tell(&mut self, remark: &str) {
        tell(remark);
    }

    fn tell_error(&mut self, why: &str) {
        tell(&say!("error: {what}", what = why));
    }

    fn refusal(&self, file: &Path) -> Option<&'static str> {
        why_unwritable(file)
    }

    fn hand_over(&mut self, file: &Path, picture: &[u8]) -> io::Result<()> {
        if file == Path::new("-") {
            // Not through the terminal's writer: it would change the bytes.
            return io::stdout().lock().write_all(picture);
        }
        write_atomically(file, picture).map_err(|why| {
            let name = file.display();
            io::Error::new(why.kind(), say!("{name}: {told}", name, told = why))
        })
    }
}

/// The system's own folder for large files, unless whoever asks has another one.
pub fn for_large_files() -> PathBuf {
    // `/tmp` may be kept in memory, which is just what has run out.
    const LARGE: &str = "/var/tmp";
    let chosen = std::env::var_os("TMPDIR").is_some_and(|folder| !folder.is_empty());
    match !chosen && Path::new(LARGE).is_dir() {
        true => PathBuf::from(LARGE),
        false => std::env::temp_dir(),
    }
}

/// Why no file can be written there, as far as that is known before: a long search should not be
/// for nothing.
pub fn why_unwritable(file: &Path) -> Option<&'static str> {
    if file.is_dir() {
        Some(key("this is a folder: give the file a name in it"))
    } else if !folder_of(file).is_dir() {
        Some(key("there is no such folder"))
    } else {
        None
    }
}

/// Writes a file: all of it, or none of it. What is no file of the disk, a device or a pipe, is
/// written to as it is.
pub fn write_atomically(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // Where the name is a link, the file that it leads to is written.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    if file.exists() && !file.is_file() {
        return File::options().write(true).open(&file)?.write_all(bytes);
    }
    let temporary = temporary_name(&file);
    let written = write_new(&temporary, bytes)
        .and_then(|()| keep_permissions(&file, &temporary))
        .and_then(|()| fs::rename(&temporary, &file));
    if written.is_err() {
        // It may not even exist, and the error that is told is the first.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(file)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A file that is written over stays as open or as closed as it was.
fn keep_permissions(old: &Path, new: &Path) -> io::Result<()> {
    match fs::metadata(old) {
        Ok(old) => fs::set_permissions(new, old.permissions()),
        Err(_) => Ok(()),
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A name in the same folder that nobody else uses, short enough for every disk.
fn temporary_name(file: &Path) -> PathBuf {
    folder_of(file).join(format!(".fewest-{}", std::process::id()))
}

/// What a search may take when nobody said: half of what is free.
pub fn default_memory() -> u64 {
    free().unwrap_or(4 << 30) / 2
}

/// The bytes that are free, as far as the system tells: the machine's, and the container's.
fn free() -> Option<u64> {
    let machine = meminfo(&beginning("/proc/meminfo")?)?;
    Some(machine.min(container().unwrap_or(u64::MAX)))
}

/// The beginning of a file. Those that the system makes up are read faster in one piece.
fn beginning(name: &str) -> Option<String> {
    let mut bytes = [0; 1024];
    let read = File::open(name).ok()?.read(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes[..read]).into_owned())
}

fn meminfo(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

fn container() -> Option<u64> {
    let read = |name: &str| -> Option<u64> {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse().ok()
    };
    let used = read("memory.current")?.saturating_sub(cached().unwrap_or(0));
    Some(read("memory.max")?.saturating_sub(used))
}

/// What the container holds of files only to have them at hand: it would be given up.
fn cached() -> Option<u64> {
    let text = fs::read_to_string("/sys/fs/cgroup/memory.stat").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("inactive_file "))?;
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {

    #[test]
    fn meminfo_is_in_kibibytes() {
        let text = "MemTotal:       24662332 kB\nMemAvailable:   1024 kB\n";
        assert_eq!(super::meminfo(text), Some(1 << 20));
        assert_eq!(super::meminfo("rubbish"), None);
    }
}
