//! The folders in which a worker process keeps its shares of searches.

use std::path::{Path, PathBuf};
use std::{fs, io};

use fewest_search::disk::{Fault, Folder, Refusal, Scratch, Subject};
use fewest_words::say;

use crate::hex::hex;
use crate::messages::{Search, VERSION};
use crate::shard::TIER;

/// How the names of folders begin: of searches that another leader may resume, and of those that
/// only the leader they were made for goes on with.
const KEPT: &str = "kept-";
const FLEETING: &str = "run-";

/// Takes a worker's folder for itself: what another one keeps there would be removed as something
/// that is left.
pub(crate) fn claim(folder: &Path) -> io::Result<Folder> {
    Folder::new(folder).map_err(|why| match why.kind() {
        io::ErrorKind::WouldBlock => {
            let folder = folder.display();
            let told = say!("another process works in {folder}", folder);
            io::Error::new(io::ErrorKind::WouldBlock, told)
        }
        _ => why,
    })
}

/// The folder of a search below a worker's own.
fn folder_of(search: &Search, below: &Path) -> PathBuf {
    let kind = if search.is_kept { KEPT } else { FLEETING };
    let name = hex(&search.subject()[..16]);
    below.join(format!("{kind}{name}"))
}

/// Opens a folder for each worker of this process, with what an earlier attempt has left there.
pub(crate) fn open(search: &Search, below: &Path) -> Result<Vec<Scratch>, String> {
    let folder = folder_of(search, below);
    let mut shares = Vec::with_capacity(search.threads);
    for share in share_numbers(search) {
        let at = folder.join(share.to_string());
        let opened = match Scratch::resume(&at, subject(search, share)) {
            Err(Refusal::Nothing) => Scratch::begin(&at, subject(search, share)),
            opened => opened,
        };
        shares.push(opened.map_err(|why| in_words(&at, &why))?);
    }
    Ok(shares)
}

/// Begins anew where an earlier attempt has left something.
pub(crate) fn begin_anew(
    shares: Vec<Scratch>,
    search: &Search,
    below: &Path,
) -> Result<Vec<Scratch>, String> {
    if shares.iter().all(|share| share.found().layers.is_empty()) {
        return Ok(shares);
    }
    forget(shares, search, below);
    open(search, below)
}

/// Removes what a search has left.
pub(crate) fn forget(shares: Vec<Scratch>, search: &Search, below: &Path) {
    // Those who work there have let go of it; what cannot be removed is found by the next search.
    drop(shares);
    let _ = fs::remove_dir_all(folder_of(search, below));
}

/// Removes what searches have left that nobody will resume, but for this one.
pub(crate) fn tidy(below: &Path, search: Option<&Search>) {
    let ours = search.map(|search| folder_of(search, below));
    for entry in fs::read_dir(below).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let digits = name.strip_prefix(FLEETING);
        let is_one = digits.is_some_and(|digits| {
            digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        });
        if is_one && ours.as_ref() != Some(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The layers that are committed there: each was the last one when a manifest was written.
pub(crate) fn depths(share: &Scratch) -> Vec<u64> {
    let found = share.found();
    if found.tier != TIER {
        return Vec::new();
    }
    let layers = found.layers.iter().scan(0_u64, |sum, entry| {
        *sum = sum.saturating_add(entry.layers);
        Some(*sum)
    });
    layers.filter_map(|sum| sum.checked_sub(1)).collect()
}

/// The numbers of this process's workers among all.
fn share_numbers(search: &Search) -> std::ops::Range<usize> {
    let first = search.index * search.threads;
    first..first + search.threads
}

fn subject(search: &Search, share: usize) -> Subject {
    let part = |name: &str, value: String| (name.to_string(), value);
    Subject(vec![
        part("version", VERSION.to_string()),
        part("search", hex(&search.subject())),
        part("share", share.to_string()),
    ])
}

fn in_words(at: &Path, why: &Refusal) -> String {
    let folder = at.display();
    match why {
        Refusal::Locked => say!("another process works in {folder}", folder),
        Refusal::Fault(fault) => say!(
            "{name}: {told}",
            name = folder,
            told = fault_in_words(fault)
        ),
        _ => say!("{folder} holds another search", folder),
    }
}

/// What went wrong with a worker's disk.
pub(crate) fn fault_in_words(fault: &Fault) -> String {
    match fault {
        Fault::Full { .. } => say!("the disk is full"),
        Fault::Refused { file, why } => say!("{name}: {told}", name = file, told = why),
        Fault::Damaged { file } => {
            say!("{file} is damaged: it is not what was written", file)
        }
    }
}
