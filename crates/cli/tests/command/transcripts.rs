//! The exact words: the examples of the documents, whole games, and what the command says to right and
//! wrong input. Those of the server stand beside its own tests.
//!
//! `TRYCMD=overwrite cargo test -p fewest -p fewest-server transcripts` writes all of them anew; read
//! the difference before you commit it.

use std::fs::{self, File};

use fewest_tests::sessions::{self, Player};
use tempfile::TempDir;

use crate::support;

#[test]
fn examples() {
    // Examples name files as a person does who stands at the top of the repository. The other tests of this
    // program name theirs in full.
    std::env::set_current_dir(support::top()).expect("the repository is there");
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .case("README.md")
        .case("README.zh-CN.md")
        .case("docs/rating.md")
        .case("docs/large.md")
        .case("docs/cluster.md")
        .case("docs/making.md")
        .case("docs/minesweeper.md")
        .case("docs/formats.md")
        .case("crates/cli/tests/cmd/*.trycmd");
}

/// What the command says to input that is wrong, and to wishes that nothing fulfils.
#[test]
fn sessions() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions");
    sessions::check(folder, Shell::new);
}

/// The version of the command, which is `[VERSION]` in sessions.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Runs `fewest …` in a temporary directory, where `cat >FILE` writes a file, and `flock FILE` locks one
/// to the end of the case.
struct Shell {
    directory: TempDir,
    locked: Vec<File>,
}

impl Shell {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let locked = Vec::new();
        Shell { directory, locked }
    }

    /// Runs the command: its exit code, and what it writes to standard output and standard error.
    fn run(&self, words: &[String], input: &[u8]) -> (u16, String, String) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = support::fewest(&words);
        let output = support::feed(command.current_dir(self.directory.path()), input);
        let code = output.status.code().expect("no signal ends it");
        let text = |bytes| {
            let text = String::from_utf8(bytes).expect("the command writes text");
            text.replace(VERSION, "[VERSION]")
        };
        let code = u16::try_from(code).expect("a code");
        (code, text(output.stdout), text(output.stderr))
    }
}

impl Player for Shell {
    fn answer(&mut self, typed: &str, input: &[u8]) -> (u16, String) {
        let input = match str::from_utf8(input) {
            Ok(text) => &text.replace("[VERSION]", VERSION).into_bytes(),
            Err(_) => input,
        };
        let mut words = support::words_of(typed);
        let path = |file: &str| self.directory.path().join(file);
        if let Some(file) = typed.strip_prefix("cat >").map(path) {
            fs::create_dir_all(file.parent().expect("a directory")).expect("it can be made");
            fs::write(file, input).expect("it can be written");
            return (0, String::new());
        }
        if let Some(file) = typed.strip_prefix("flock ").map(path) {
            let file = File::open(file).expect("it is there");
            file.lock().expect("nothing else has locked it");
            self.locked.push(file);
            return (0, String::new());
        }
        assert_eq!(words.remove(0), "fewest", "{typed}");
        let (code, out, err) = self.run(&words, input);
        assert!(!out.contains("error: "), "{typed}: {out}");
        if code != 0 && out.is_empty() && !typed.contains("--lang") {
            words.extend(["--lang", "zh"].map(str::to_string));
            let (chinese_code, out, err) = self.run(&words, input);
            assert_eq!((chinese_code, &*out), (code, ""), "{typed}: {err}");
            // What the system says is in its own words, behind a Chinese colon.
            let is_chinese = |letter| ('\u{4e00}'..='\u{9fff}').contains(&letter) || letter == '：';
            let said = err.trim_start_matches("错误");
            assert!(said.contains(is_chinese), "{typed}: {err}");
        }
        (code, out + &err)
    }
}
