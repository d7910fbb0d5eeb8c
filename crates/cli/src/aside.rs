//! Writes a file aside and gives it its name at the end, so that nothing is ever half written.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use fewest_words::key;

/// Why no file can be written there, as far as that is known before: a long search should not be
/// for nothing.
pub fn refusal(file: &Path) -> Option<&'static str> {
    if file.is_dir() {
        Some(key("this is a folder: give the file a name in it"))
    } else if !folder(file).is_dir() {
        Some(key("there is no such folder"))
    } else {
        None
    }
}

/// Writes a file: all of it, or none of it. What is no file of the disk, a device or a pipe, is
/// written to as it is.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // Where the name is a link, the file that it leads to is written.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    if file.exists() && !file.is_file() {
        return File::options().write(true).open(&file)?.write_all(bytes);
    }
    let aside = aside(&file);
    let written = write_new(&aside, bytes)
        .and_then(|()| keep_permissions(&file, &aside))
        .and_then(|()| fs::rename(&aside, &file));
    if written.is_err() {
        // It may not even exist, and the error that is told is the first.
        let _ = fs::remove_file(&aside);
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

fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A name in the same folder that nobody else uses, short enough for every disk.
fn aside(file: &Path) -> PathBuf {
    folder(file).join(format!(".fewest-{}", std::process::id()))
}
