//! Sessions: text files that hold what is typed and the exact answer, and are played again by a test.
//!
//! A file is a list of cases, each under a line `# title`. In a case, `$ …` is typed; lines `> …` below
//! it are its input; then follow `? CODE`, unless the code is 0, and the answer. In the input, `\xFF`
//! is a byte, `\u{202e}` a character and `\\` a backslash; a `\` at the end of a line joins the next
//! one, or ends an input that has no newline at its end.

use std::fs;
use std::path::PathBuf;
use std::thread;

/// What answers the commands of one case. It returns the code and the text of each answer.
pub trait Player {
    /// Answers a command.
    fn answer(&mut self, typed: &str, input: &[u8]) -> (u16, String);
}

/// Plays all sessions in `folder`, each case with a player of its own, and compares the answers. With
/// `TRYCMD=overwrite` in the environment, the files are written anew instead.
pub fn check<P: Player>(folder: &str, begin: impl Fn() -> P + Sync) {
    let files = fs::read_dir(folder).expect(folder);
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "txt"));
    assert!(!files.is_empty(), "{folder} has sessions");
    let is_renewed = std::env::var_os("TRYCMD").is_some_and(|wish| wish == "overwrite");
    let changed = thread::scope(|scope| {
        let begin = &begin;
        let play = |file: PathBuf| {
            scope.spawn(move || {
                let text = fs::read_to_string(&file).expect("a session is text");
                let name = file.file_name().expect("a file").to_string_lossy();
                let mut differences = String::new();
                let mut renewed = Vec::new();
                for case in text.trim_end().split("\n\n# ") {
                    let now = replay(case, &mut begin());
                    if now != case {
                        differences += &format!("{name}:\n# {case}\n--- is now\n# {now}\n\n");
                    }
                    renewed.push(now);
                }
                if is_renewed {
                    fs::write(&file, renewed.join("\n\n# ") + "\n").expect("it can be written");
                }
                differences
            })
        };
        let playing: Vec<_> = files.into_iter().map(play).collect();
        let ended = playing.into_iter().map(|thread| thread.join());
        let told: Vec<String> = ended.map(|told| told.expect("no panic")).collect();
        told.concat()
    });
    let renew = "TRYCMD=overwrite cargo test -p fewest -p fewest-server transcripts";
    assert!(
        is_renewed || changed.is_empty(),
        "{changed}Read the differences, and renew the files with\n  {renew}"
    );
}

/// The text of a case with the answers that its commands have now.
fn replay(case: &str, player: &mut impl Player) -> String {
    let mut lines = case.lines().peekable();
    let mut now: Vec<String> = Vec::new();
    while let Some(line) = lines.next() {
        now.push(line.to_string());
        let Some(typed) = line.strip_prefix("$ ") else {
            continue;
        };
        let mut input = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with('>')) {
            now.push(line.to_string());
            let text = line.strip_prefix("> ").unwrap_or_default();
            unescape(text, &mut input);
        }
        // The answer as it was.
        while lines.next_if(|line| !line.starts_with("$ ")).is_some() {}
        let (code, text) = player.answer(typed, &input);
        if code != 0 {
            now.push(format!("? {code}"));
        }
        now.extend(text.trim_end().lines().map(str::to_string));
    }
    now.join("\n")
}

/// Appends a line of an input.
fn unescape(text: &str, input: &mut Vec<u8>) {
    let mut rest = text;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        input.extend(plain.as_bytes());
        let Some(kind) = escaped.chars().next() else {
            return;
        };
        rest = &escaped[kind.len_utf8()..];
        let number = |digits: &str| u32::from_str_radix(digits, 16).expect("a number");
        match kind {
            'x' => {
                input.push(number(&rest[..2]) as u8);
                rest = &rest[2..];
            }
            'u' => {
                let (digits, after) = rest[1..].split_once('}').expect("\\u{…}");
                let letter = char::from_u32(number(digits)).expect("a character");
                input.extend(letter.to_string().as_bytes());
                rest = after;
            }
            _ => input.extend(kind.to_string().as_bytes()),
        }
    }
    input.extend(rest.as_bytes());
    input.push(b'\n');
}
