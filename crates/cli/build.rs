//! Links the command on Linux so that it starts fast: that is a good part of what a small board
//! takes from start to exit.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|is| is == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        // To fixed addresses: the loader then has no tables to adjust.
        println!("cargo::rustc-link-arg-bins=-no-pie");
        // With what a panic needs inside, instead of one more library to load.
        let native = std::env::var("TARGET") == std::env::var("HOST");
        if let Some(folder) = folder_of("libgcc_eh.a").filter(|_| native) {
            println!("cargo::rustc-link-search=native={folder}");
            println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
        }
    }
}

/// Where the C compiler finds a library, if it has it.
fn folder_of(library: &str) -> Option<String> {
    let name = format!("-print-file-name={library}");
    let asked = Command::new("cc").arg(name).output().ok()?;
    let path = String::from_utf8(asked.stdout).ok()?;
    // What it does not have it names without a folder.
    let folder = Path::new(path.trim()).parent()?.to_str()?;
    (!folder.is_empty()).then(|| folder.to_string())
}
