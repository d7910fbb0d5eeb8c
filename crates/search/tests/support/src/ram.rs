//! A disk in memory that fails as it is told: at an operation, from one on, or once it is full.
//! It knows what would be left after a loss of power.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fewest_search::disk::{Disk, ReadFile, Scratch, Subject, WriteFile};

/// When operations fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Failing {
    #[default]
    Never,
    /// This one operation.
    At(u64),
    /// This one and all after it, as if the process had been killed.
    From(u64),
}

#[derive(Default)]
struct State {
    files: BTreeMap<String, Vec<u8>>,
    /// What was synced.
    durable: BTreeMap<String, Vec<u8>>,
    /// The name of every file that was ever made.
    made: Vec<String>,
    operations: u64,
    failing: Failing,
    /// How many bytes there is room for; free room is only told where `tells` says so.
    room: Option<u64>,
    tells: bool,
}

/// Clones are the same disk.
#[derive(Clone, Default)]
pub struct Ram(Arc<Mutex<State>>);

impl Ram {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an operation, and lets it fail if it is its turn.
    fn step(&self) -> io::Result<MutexGuard<'_, State>> {
        let mut state = self.state();
        state.operations += 1;
        let fails = match state.failing {
            Failing::Never => false,
            Failing::At(n) => state.operations == n,
            Failing::From(n) => state.operations >= n,
        };
        match fails {
            true => Err(io::Error::other("told to fail")),
            false => Ok(state),
        }
    }

    /// The folder for a search.
    pub fn scratch(&self) -> Scratch {
        Scratch::on(Box::new(self.clone()), Subject::default()).expect("a disk that works")
    }

    pub fn fail(&self, failing: Failing) {
        let mut state = self.state();
        (state.failing, state.operations) = (failing, 0);
    }

    pub fn limit(&self, room: Option<u64>, tells: bool) {
        let mut state = self.state();
        (state.room, state.tells) = (room, tells);
    }

    pub fn operations(&self) -> u64 {
        self.state().operations
    }

    /// What was not synced is gone: files, what was written to them, and that they were removed.
    pub fn lose_power(&self) {
        let mut state = self.state();
        state.files = state.durable.clone();
    }

    pub fn names(&self) -> Vec<String> {
        self.state().files.keys().cloned().collect()
    }

    /// How often a file whose name begins so was made.
    pub fn made(&self, kind: &str) -> usize {
        let state = self.state();
        state
            .made
            .iter()
            .filter(|name| name.starts_with(kind))
            .count()
    }

    pub fn len(&self, name: &str) -> usize {
        self.state().files[name].len()
    }

    pub fn flip(&self, name: &str, byte: usize, bit: u32) {
        let mut state = self.state();
        let file = state.files.get_mut(name).expect("the file is there");
        file[byte] ^= 1 << bit;
    }

    /// Another disk that holds the same.
    pub fn copy(&self) -> Ram {
        let copy = Ram::default();
        copy.state().files = self.state().files.clone();
        copy.state().durable = self.state().durable.clone();
        copy
    }

    pub fn truncate(&self, name: &str, len: usize) {
        let mut state = self.state();
        let file = state.files.get_mut(name).expect("the file is there");
        file.truncate(len);
    }

    /// Puts another disk's file in place of the one here.
    pub fn bring(&self, other: &Ram, name: &str) {
        let file = other.state().files[name].clone();
        self.state().files.insert(name.to_string(), file);
    }

    pub fn forget(&self, name: &str) {
        self.state().files.remove(name);
    }
}

impl Disk for Ram {
    fn create(&self, name: &str) -> io::Result<Box<dyn WriteFile>> {
        let mut state = self.step()?;
        state.files.insert(name.to_string(), Vec::new());
        state.made.push(name.to_string());
        Ok(self.file(name))
    }
    fn open(&self, name: &str) -> io::Result<Box<dyn ReadFile>> {
        let state = self.step()?;
        match state.files.contains_key(name) {
            true => Ok(Box::new(RamFile {
                disk: self.clone(),
                name: name.to_string(),
                at: 0,
            })),
            false => Err(ErrorKind::NotFound.into()),
        }
    }
    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut state = self.step()?;
        let file = state.files.remove(from).ok_or(ErrorKind::NotFound)?;
        state.files.insert(to.to_string(), file);
        if let Some(file) = state.durable.remove(from) {
            state.durable.insert(to.to_string(), file);
        }
        Ok(())
    }
    fn remove(&self, name: &str) -> io::Result<()> {
        let mut state = self.step()?;
        let removed = state.files.remove(name);
        removed.map(|_| ()).ok_or(ErrorKind::NotFound.into())
    }
    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.step()?.files.keys().cloned().collect())
    }
    fn free(&self) -> io::Result<u64> {
        let state = self.step()?;
        let used = state.files.values().map(|file| file.len() as u64).sum();
        Ok(match state.room {
            Some(room) if state.tells => room.saturating_sub(used),
            _ => u64::MAX,
        })
    }
}

impl Ram {
    fn file(&self, name: &str) -> Box<RamFile> {
        Box::new(RamFile {
            disk: self.clone(),
            name: name.to_string(),
            at: 0,
        })
    }
}

struct RamFile {
    disk: Ram,
    name: String,
    at: usize,
}

impl Read for RamFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let state = self.disk.step()?;
        let file = state.files.get(&self.name).ok_or(ErrorKind::NotFound)?;
        let there = file.get(self.at..).unwrap_or_default();
        let len = there.len().min(bytes.len());
        bytes[..len].copy_from_slice(&there[..len]);
        self.at += len;
        Ok(len)
    }
}

impl Write for RamFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.disk.step()?;
        let used = state.files.values().map(|file| file.len() as u64).sum();
        let room = state
            .room
            .map_or(u64::MAX, |room| room.saturating_sub(used));
        let len = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        if len == 0 && !bytes.is_empty() {
            return Err(ErrorKind::StorageFull.into());
        }
        let file = state.files.get_mut(&self.name).ok_or(ErrorKind::NotFound)?;
        let end = self.at + len;
        if file.len() < end {
            file.resize(end, 0);
        }
        file[self.at..end].copy_from_slice(&bytes[..len]);
        self.at += len;
        Ok(len)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for RamFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        drop(self.disk.step()?);
        match to {
            SeekFrom::Start(at) => self.at = at as usize,
            _ => return Err(ErrorKind::Unsupported.into()),
        }
        Ok(self.at as u64)
    }
}

impl WriteFile for RamFile {
    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.disk.step()?;
        let file = state.files.get(&self.name).cloned();
        let file = file.ok_or(ErrorKind::NotFound)?;
        state.durable.insert(self.name.clone(), file);
        Ok(())
    }
}
