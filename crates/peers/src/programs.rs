//! The programs that are measured as whole processes: beside this one, and up to date.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the programs are: beside this one.
pub struct Programs {
    folder: PathBuf,
}

impl Programs {
    /// Brings `fewest` and the textbook programs up to date; a stale one would tell lies. Where this
    /// is no release build, times mean nothing, and the programs are as its tests were built with.
    pub fn build() -> Result<Self, String> {
        let here = std::env::current_exe().map_err(|error| error.to_string())?;
        let folder = here.parent().ok_or("this program is in no folder")?;
        let programs = Programs {
            folder: folder.to_path_buf(),
        };
        if cfg!(debug_assertions) && folder.join("fewest").exists() {
            return Ok(programs);
        }
        let target = folder.parent().ok_or("the folder is in no target folder")?;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        for package in [["fewest", "--bins"], ["fewest-peers", "--bins"]] {
            eprintln!("cargo build -p {} …", package[0]);
            let mut command = Command::new(&cargo);
            command
                .args(["build", "--quiet", "--package"])
                .args(package);
            if !cfg!(debug_assertions) {
                command.arg("--release");
            }
            command.arg("--target-dir").arg(target);
            command.current_dir(env!("CARGO_MANIFEST_DIR"));
            let status = command.status().map_err(|error| error.to_string())?;
            if !status.success() {
                return Err(format!("{} could not be built", package[0]));
            }
        }
        Ok(programs)
    }

    /// A file that the processes read; the next one takes its place.
    pub fn input(&self, text: &str) -> Result<PathBuf, String> {
        let file = self.folder.join("fewest-peers-input.txt");
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(file)
    }

    /// A program with this file as its input.
    pub fn command(&self, program: &str, input: &Path) -> Command {
        let mut command = Command::new(self.folder.join(program));
        command.stdin(File::open(input).expect("it was just written"));
        command
    }
}
