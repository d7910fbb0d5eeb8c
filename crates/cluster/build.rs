//! A fingerprint of what decides how a search goes: processes of a cluster that differ in it do
//! not understand each other, whatever their version says.

use std::path::Path;
use std::{fs, io};

/// The sources of the engine, the games and their analysis, the verbs, whose questions leader and workers exchange, and
/// the cluster, seen from this crate.
const SOURCES: [&str; 5] = [
    "../search/src",
    "../minesweeper/src",
    "../games/src",
    "../verbs/src",
    "src",
];

fn main() -> io::Result<()> {
    // FNV-1a: the same on every machine and for every compiler.
    let mut fingerprint = 0xcbf2_9ce4_8422_2325_u64;
    for folder in SOURCES {
        // A crate that was fetched alone has no neighbours; its version has to do.
        if Path::new(folder).is_dir() {
            println!("cargo:rerun-if-changed={folder}");
            add(Path::new(folder), &mut fingerprint)?;
        }
    }
    println!("cargo:rustc-env=FEWEST_FINGERPRINT={fingerprint:016x}");
    Ok(())
}

fn add(path: &Path, fingerprint: &mut u64) -> io::Result<()> {
    if path.is_dir() {
        let entries = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
        let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| add(entry, fingerprint));
    }
    for byte in fs::read(path)? {
        *fingerprint = (*fingerprint ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    Ok(())
}
