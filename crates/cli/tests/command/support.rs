//! Runs the command, each time a process of its own, and reads what it says. Which levels are the same
//! to a player is told from their texts alone: the slow and plain way, to which the keys of the command
//! must be equal.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use serde_json::Value;

/// What is typed: a line of words, or words that may have spaces in them.
pub trait Words {
    fn type_into(self, command: &mut Command);
}

impl Words for &str {
    fn type_into(self, command: &mut Command) {
        command.args(self.split_whitespace());
    }
}

impl Words for &String {
    fn type_into(self, command: &mut Command) {
        self.as_str().type_into(command);
    }
}

impl Words for &[&str] {
    fn type_into(self, command: &mut Command) {
        command.args(self);
    }
}

impl<const MANY: usize> Words for &[&str; MANY] {
    fn type_into(self, command: &mut Command) {
        command.args(self);
    }
}

impl Words for &Vec<&str> {
    fn type_into(self, command: &mut Command) {
        command.args(self);
    }
}

/// The top of the repository, where the levels are.
pub fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The command as it is started from the top, with nothing to read and in no colours.
pub fn fewest(words: impl Words) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    words.type_into(&mut command);
    command
        .current_dir(top())
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the command to its end.
pub fn run(words: impl Words) -> Output {
    fewest(words).output().expect("the command starts")
}

/// Starts the command, which has all of a text to read.
pub fn begun(command: &mut Command, text: impl AsRef<[u8]>) -> Child {
    let mut child = command
        .stdin(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(text.as_ref()).expect("it reads its input");
    child
}

/// Runs the command on a text.
pub fn fed(words: impl Words, text: impl AsRef<[u8]>) -> Output {
    feed(&mut fewest(words), text)
}

/// Runs a command on a text, which is written while the answer is read: both may be more than a pipe
/// holds.
pub fn feed(command: &mut Command, text: impl AsRef<[u8]>) -> Output {
    let child = command.stdin(Stdio::piped()).spawn();
    let mut child = child.expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let text = text.as_ref();
    thread::scope(|scope| {
        // One that refuses its words does not read.
        scope.spawn(move || stdin.write_all(text));
        child.wait_with_output().expect("it ends")
    })
}

/// The words of a line as a shell takes them, without the remark behind them.
pub fn words_of(line: &str) -> Vec<String> {
    let line = line.split(" # ").next().unwrap_or_default();
    let mut words = Vec::new();
    for (place, part) in line.split('\'').enumerate() {
        match place % 2 {
            1 => words.push(part.to_string()),
            _ => words.extend(part.split_whitespace().map(str::to_string)),
        }
    }
    words
}

/// What the command says, when it ends with that code.
pub fn said(words: impl Words, code: i32) -> String {
    ended(&mut fewest(words), code)
}

/// What a command that is made ready says, when it ends with that code.
pub fn ended(command: &mut Command, code: i32) -> String {
    let output = command.output().expect("the command starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{command:?}: {told}");
    String::from_utf8(output.stdout).expect("it is text")
}

/// Presses Ctrl-C, by the shell's own `kill`: not every system has another.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    let status = Command::new("sh").args(["-c", &kill]).status();
    assert!(status.expect("there is a shell").success());
}

/// An open board, a snake longer than any that is left to the shapes' sweeps, and an apple that is
/// far away: many more positions than a test waits for.
pub fn endless() -> String {
    let mut rows = vec![".".repeat(40); 40];
    rows[0] = format!("{}@", ".".repeat(39));
    rows[20] = format!("123456789abcdefghijklmnopqrstuvwxyz{}", ".".repeat(5));
    format!("game: snake\ntitle: Endless\n\n{}\n", rows.join("\n"))
}

/// The levels that ship, of one game or of all: their files, as they are called from the top.
pub fn shipped(game: Option<&str>) -> Vec<String> {
    let listed = |folder: String| {
        let entries = fs::read_dir(top().join(&folder)).expect("it can be listed");
        let name = move |entry: fs::DirEntry| format!("{folder}/{}", entry.file_name().display());
        entries.map(move |entry| name(entry.expect("an entry")))
    };
    let folders = match game {
        Some(game) => vec![format!("levels/{game}")],
        None => listed("levels".to_string()).collect(),
    };
    let mut levels: Vec<_> = folders.into_iter().flat_map(listed).collect();
    levels.sort();
    assert!(!levels.is_empty());
    levels
}

/// What was answered, an object a line, but for the time it took.
pub fn timeless(lines: &[u8]) -> Vec<Value> {
    let mut answers = objects(str::from_utf8(lines).expect("JSON is text"));
    for answer in &mut answers {
        if let Some(entries) = answer.as_object_mut() {
            entries.remove("seconds");
        }
    }
    answers
}

/// The numbers that stand in a text, in their order.
pub fn numbers(text: &str) -> Vec<u64> {
    let digits = text.split(|letter: char| !letter.is_ascii_digit());
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

/// The objects of lines of JSON.
pub fn objects(lines: &str) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).expect(line);
    lines.lines().map(read).collect()
}

/// The level of each object.
pub fn levels(objects: &[Value]) -> Vec<&str> {
    let texts = objects.iter().map(|object| object["text"].as_str());
    texts.map(|text| text.expect("a level")).collect()
}

/// Asks a command about levels, in a file of their own: a line of JSON for each.
pub fn asked(command: &str, levels: &[impl AsRef<str>]) -> Vec<Value> {
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    let texts: Vec<_> = levels.iter().map(AsRef::as_ref).collect();
    fs::write(&file, texts.join("---\n")).expect("it can be written");
    let asked = format!("{command} {}", file.path().display());
    let output = run(&asked);
    let lines = objects(str::from_utf8(&output.stdout).expect("JSON is text"));
    assert_eq!(lines.len(), levels.len(), "{command}");
    lines
}

/// The level without what is claimed about it.
pub fn bare(level: &str) -> String {
    let is_claim = |line: &&str| {
        let mut claims = ["par:", "seed:", "made:", "solution:"].into_iter();
        claims.any(|claim| line.starts_with(claim))
    };
    let lines = level.lines().filter(|line| !is_claim(line));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The fewest moves of each level, solved anew; nothing for what cannot be won.
pub fn solved(levels: &[impl AsRef<str>]) -> Vec<Option<u64>> {
    let levels: Vec<_> = levels.iter().map(|level| bare(level.as_ref())).collect();
    let answer = |line: Value| {
        assert_ne!(line["verdict"], "gave-up", "{line}");
        assert_eq!(line["error"], Value::Null, "{line}");
        line["fewest"].as_u64()
    };
    asked("solve --jobs 2", &levels)
        .into_iter()
        .map(answer)
        .collect()
}

/// The most that a process has had in memory so far.
#[cfg(target_os = "linux")]
pub fn peak_of(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB"));
    kib.and_then(|kib| kib.trim().parse::<u64>().ok())
        .unwrap_or(0)
        * 1024
}

/// The rows of a board, and what stands on each square.
type Rows = Vec<Vec<String>>;

/// A text that two levels share if one is the other turned, mirrored, renamed or, on a torus, cut
/// elsewhere.
pub fn form(text: &str) -> String {
    let mut parts = text.split("\n\n");
    let mut notes: HashMap<&str, &str> = parts
        .next()
        .expect("a level has notes")
        .lines()
        .map(|line| line.split_once(": ").expect("a note"))
        .collect();
    for about in ["title", "par", "seed", "made", "comment", "source"] {
        notes.remove(about);
    }
    let game = notes["game"];
    let board = parts.next().expect("a level has a board").lines();
    let mut rows: Rows = match game {
        "ladders" => board
            .map(|line| line.split_whitespace().map(String::from).collect())
            .collect(),
        _ => board
            .map(|line| line.chars().map(String::from).collect())
            .collect(),
    };
    if game == "portals" {
        let corner = format!("{},{}", rows.len() - 1, rows[0].len() - 1);
        mark(&mut rows, notes.remove("start").unwrap_or("0,0"), '<');
        mark(&mut rows, notes.remove("goal").unwrap_or(&corner), '>');
    }
    let images = match (game, notes.get("wrap")) {
        // A track has a beginning and an end.
        ("ladders", _) => vec![rows],
        (_, Some(&"yes")) => turned(rows).iter().flat_map(cut).collect(),
        _ => turned(rows),
    };
    let write = |rows: Rows| -> String { rows.iter().map(|row| row.join(" ") + "\n").collect() };
    let texts = images.into_iter().map(|rows| match game {
        "portals" => write(renamed(rows)),
        _ => write(rows),
    });
    let least = texts.min().expect("it has itself for an image");
    let mut notes: Vec<_> = notes.into_iter().collect();
    notes.sort_unstable();
    format!("{notes:?}\n{least}")
}

/// Whether no two of the levels are the same.
pub fn all_differ<'a>(texts: impl IntoIterator<Item = &'a str>) -> bool {
    let mut forms = HashSet::new();
    texts.into_iter().all(|text| forms.insert(form(text)))
}

/// Marks the square that a note such as `3,0` tells.
fn mark(rows: &mut Rows, place: &str, sign: char) {
    let (row, column) = place.split_once(',').expect("a row and a column");
    let number = |text: &str| text.parse::<usize>().expect("a number");
    rows[number(row)][number(column)].push(sign);
}

/// The board turned by no, one, two and three quarters, and the mirror image of each.
fn turned(rows: Rows) -> Vec<Rows> {
    let mut images = Vec::new();
    let mut rows = rows;
    for _ in 0..4 {
        let mirrored = rows.iter().map(|row| row.iter().rev().cloned().collect());
        images.push(mirrored.collect());
        let column = |at: usize| rows.iter().rev().map(|row| row[at].clone()).collect();
        let next = (0..rows[0].len()).map(column).collect();
        images.push(std::mem::replace(&mut rows, next));
    }
    images
}

/// The board of a torus, cut along every line.
fn cut(rows: &Rows) -> Vec<Rows> {
    let mut images = Vec::new();
    for first_row in 0..rows.len() {
        for first_column in 0..rows[0].len() {
            let mut rows = rows.clone();
            rows.rotate_left(first_row);
            for row in &mut rows {
                row.rotate_left(first_column);
            }
            images.push(rows);
        }
    }
    images
}

/// The board of a portal maze with its letters in the order in which they stand there.
fn renamed(rows: Rows) -> Rows {
    let mut names = HashMap::new();
    let mut rename = |square: String| {
        let letter = square.chars().next().expect("a glyph");
        if !letter.is_ascii_uppercase() {
            return square;
        }
        let next = char::from(b'A' + names.len() as u8);
        let name: &mut char = names.entry(letter).or_insert(next);
        square.replace(letter, &name.to_string())
    };
    let rows = rows.into_iter();
    rows.map(|row| row.into_iter().map(&mut rename).collect())
        .collect()
}
