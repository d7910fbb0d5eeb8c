//! Many levels at a time are told as one after another, whatever is wrong among them.

use std::sync::atomic::AtomicUsize;

use clap::Parser as _;
use fastrand::Rng;
use serde_json::{Value, json};

use super::*;
use crate::args::Ask;
use crate::host::TestHost;
use crate::solve;

const SEED: u64 = 1_000_000;

/// The lines of an answer, but for the time it took.
fn lines(out: &[u8]) -> Vec<Value> {
    let lines = str::from_utf8(out).expect("JSON is text").lines();
    let timeless = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect(line);
        line.as_object_mut().expect("an object").remove("seconds");
        line
    };
    lines.map(timeless).collect()
}

/// What `solve` says about some texts.
fn solved(words: &str, texts: &[(&'static str, &[u8])]) -> (Result<Exit, Failure>, Vec<Value>) {
    let texts = texts.iter().map(|(name, bytes)| (*name, bytes.to_vec()));
    let mut host = TestHost {
        texts: texts.collect(),
        is_stopped: false,
    };
    let mut out = Vec::new();
    let ended = solve::run(&SolveArgs::typed(words), &mut host, &mut out);
    (ended, lines(&out))
}

/// What many at a time are told as, by several numbers of threads, which must not matter.
fn batch(files: &str, texts: &[(&'static str, &[u8])]) -> (Exit, Vec<Value>) {
    let run = |jobs: u32| {
        let (ended, lines) = solved(&format!("solve --jobs {jobs} {files}"), texts);
        (ended.expect("no level ends it"), lines)
    };
    let one = run(1);
    for jobs in [2, 7] {
        assert_eq!(run(jobs), one, "{jobs} jobs");
    }
    one
}

/// A small random board of some game, as level text.
fn random_level(rng: &mut Rng) -> String {
    let kind = rng.u8(..5);
    let columns = rng.usize(2..=5);
    // Portals and ladders are square.
    let rows = if kind < 3 { rng.usize(2..=5) } else { columns };
    let squares = |glyphs: &str, rng: &mut Rng| {
        let glyphs: Vec<char> = glyphs.chars().collect();
        let square = |_| glyphs[rng.usize(..glyphs.len())];
        (0..rows * columns).map(square).collect::<Vec<char>>()
    };
    let (game, squares) = match kind {
        0 => {
            let mut squares = squares("...#", rng);
            let last = squares.len() - 1;
            squares[..2].copy_from_slice(&['1', '2']);
            squares[rng.usize(2..=last)] = '@';
            ("snake", squares)
        }
        1 => {
            let mut squares = squares("...#", rng);
            let half = squares.len() / 2;
            squares[rng.usize(..half)] = 'S';
            squares[rng.usize(half..half * 2)] = 'G';
            ("curling", squares)
        }
        2 => ("mines", squares("EEEM", rng)),
        3 => {
            let mut squares = squares("...#", rng);
            squares[0] = '.';
            ("portals", squares)
        }
        _ => {
            let mut squares = squares("...3", rng);
            // Neither on the first square nor on the last.
            squares[..columns].fill('.');
            squares[columns * (rows - 1)..].fill('.');
            ("ladders", squares)
        }
    };
    let rows = squares.chunks(columns).map(|row| {
        let row: Vec<String> = row.iter().map(char::to_string).collect();
        row.join(if game == "ladders" { " " } else { "" })
    });
    let rows: Vec<String> = rows.collect();
    format!("game: {game}\n\n{}\n", rows.join("\n"))
}

/// The same with something wrong in it, perhaps.
fn disturbed(level: String, rng: &mut Rng) -> String {
    match rng.u8(..24) {
        0 => level.replace("game:", "Game:"),
        1 => level.replacen('\n', "\nsense: none\n", 1),
        2 => level.replacen('\n', "\ngame: snake\n", 1),
        3 => level + "\nsolution: up\n",
        4 => level + "\nsolution: U\nL\n\nrubbish\n",
        5 => level + "\nsolution\n",
        6 => level.trim_end().to_string() + "语\n",
        7 => "rubbish\n".to_string(),
        8 => "game: snake\n".to_string(),
        9 => "\n \n".to_string(),
        10 => String::new(),
        11 => "---\n".to_string(),
        12 => format!("\n\n{level}\n \n"),
        13 => level.replace('\n', "\r\n"),
        14 => level.replacen('\n', "\ntitle: a \u{7} bell\n", 1),
        _ => level,
    }
}

const GOOD: &str = "game: snake\n\n1@\n---\n";

/// What `solve` says about this one level behind one that is right; nothing where there is no level.
fn alone(level: &str, lines_before: usize) -> Option<Value> {
    let text = format!("{GOOD}{level}");
    let (ended, lines) = solved("solve --json a.txt", &[("a.txt", text.as_bytes())]);
    let moved = |line: usize| line - GOOD.lines().count() + lines_before;
    match ended {
        Ok(_) => lines.into_iter().nth(1),
        Err(Failure::BadInput(diagnostics)) => match diagnostics.as_slice() {
            [Diagnostic::Text { error, .. }] => Some(json!({"error": {
                "message": error.message,
                "line": moved(error.line),
                "column": error.column,
                "advice": error.advice,
            }})),
            diagnostics => panic!("{diagnostics:?}"),
        },
        Err(failure) => panic!("{failure:?}"),
    }
}

fn exit_of(line: &Value) -> Exit {
    match line["verdict"].as_str() {
        None => Exit::Unreadable,
        Some("fewest") => Exit::Done,
        Some(_) => Exit::Refuted,
    }
}

/// Thousands of levels of all games, with everything that can be wrong in every place.
#[test]
fn many_levels_are_told_as_each_alone() {
    let mut rng = Rng::with_seed(SEED);
    let (mut right, mut wrong) = (0, 0);
    for round in 0..400 {
        let seen = format!("seed {SEED}, round {round}");
        let is_marked = rng.bool();
        let mut text = if is_marked { "\u{feff}" } else { "" }.to_string();
        let mut expected = Vec::new();
        let count = rng.usize(1..=30);
        for place in 0..count {
            let mut level = disturbed(random_level(&mut rng), &mut rng);
            // What the whole text is, its first line says.
            if text.trim_start_matches('\u{feff}').trim().is_empty() && !level.contains("game:") {
                level = random_level(&mut rng);
            }
            if place + 1 < count || rng.bool() {
                level += ["---\n", "--- \r\n", "---\n---\n"][rng.usize(..3)];
            }
            expected.extend(alone(&level, text.matches('\n').count()));
            text += &level;
        }
        let worst = expected.iter().map(exit_of).max().expect("a level");
        let is_many = expected.len() > 1;
        for (number, line) in (1..).zip(&mut expected) {
            let name = match is_many {
                true => format!("many.txt#{number}"),
                false => "many.txt".to_string(),
            };
            line["name"] = name.into();
            match line["error"].is_null() {
                true => right += 1,
                false => wrong += 1,
            }
        }
        let told = batch("many.txt", &[("many.txt", text.as_bytes())]);
        assert_eq!(told, (worst, expected), "{seen}: {text:?}");
    }
    assert!(right > 3000 && wrong > 1000, "{right} right, {wrong} wrong");
}

/// Each line is the one of `solve --json`, with a name in front.
#[test]
fn lines_are_those_of_json() {
    let mut rng = Rng::with_seed(SEED);
    let levels: Vec<String> = (0..500).map(|_| random_level(&mut rng)).collect();
    let text = levels.join("---\n");
    let texts: [(_, &[u8]); 1] = [("many.txt", text.as_bytes())];
    for whole in ["", " --whole"] {
        let (ended, mut expected) = solved(&format!("solve --json{whole} many.txt"), &texts);
        for (number, line) in (1..).zip(&mut expected) {
            line["name"] = format!("many.txt#{number}").into();
        }
        let told = batch(&format!("many.txt{whole}"), &texts);
        assert_eq!(told, (ended.expect("all are right"), expected));
    }
    let args = SolveArgs::typed("solve --jobs 2 many.txt");
    let mut out = Vec::new();
    let mut host = TestHost {
        texts: vec![("many.txt", b"game: snake\n\n1@\n".to_vec())],
        is_stopped: false,
    };
    solve::run(&args, &mut host, &mut out).expect("it is right");
    let line = String::from_utf8(out).expect("JSON is text");
    let begin = r#"{"name":"many.txt","game":"snake","title":null,"verdict":"fewest","#;
    assert!(line.starts_with(begin), "{line}");
}

/// Other formats are read as a whole; what is wrong there is wrong with the whole text.
#[test]
fn texts_stand_for_themselves() {
    let cases = b"3 3\nS..\n...\n..G\n".repeat(3);
    let judged = [cases.as_slice(), b"0 0\n"].concat();
    let texts: [(_, &[u8]); 5] = [
        ("good.txt", b"game: snake\n\n1@\n"),
        (
            "latin.txt",
            b"game: snake\n\n1@\n---\ngame: snake\ntitle: \xE9\n\n1@\n",
        ),
        ("empty.txt", b""),
        ("judge.txt", b"2 2\n1@\n..\n"),
        ("rubbish.txt", b"rubbish"),
    ];
    let files = "good.txt latin.txt no.txt empty.txt judge.txt rubbish.txt good.txt";
    let (ended, lines) = batch(files, &texts);
    assert_eq!(ended, Exit::Unreadable);
    let names: Vec<_> = lines.iter().map(|line| line["name"].as_str()).collect();
    let expected: Vec<_> = files.split(' ').map(Some).collect();
    assert_eq!(names, expected);
    let message = |place: usize| lines[place]["error"]["message"].as_str();
    assert_eq!(message(0), None);
    assert!(message(1).expect("an error").contains("0xE9"));
    assert_eq!(lines[1]["error"]["line"], 6);
    assert_eq!(lines[2]["error"], json!({"message": "no such text"}));
    assert_eq!(lines[3]["error"]["line"], 1);
    assert_eq!(lines[4]["fewest"], 1);
    assert_eq!(lines[5]["error"]["line"], 1);
    assert_eq!(lines[6]["fewest"], 1);
    let (_, lines) = batch("judge.txt --game curling", &[("judge.txt", &judged)]);
    assert_eq!(lines.len(), 1);
    assert!(lines[0]["error"].is_object());
}

#[test]
fn who_stops_has_stopped() {
    let mut host = TestHost {
        texts: vec![("bad.txt", b"game: snake\n".to_vec())],
        is_stopped: true,
    };
    let args = SolveArgs::typed("solve --jobs 2 bad.txt");
    let ended = solve::run(&args, &mut host, &mut Vec::new());
    assert!(matches!(ended, Ok(Exit::Interrupted)));
    let ended = solve::run(
        &SolveArgs::typed("solve --jobs 2"),
        &mut host,
        &mut Vec::new(),
    );
    assert!(matches!(ended, Err(Failure::NoInput)));
}

#[test]
fn what_contradicts_several_jobs_is_refused() {
    let refused = [
        "--quiet",
        "--explain",
        "--scen a",
        "--resume a",
        "--scratch a",
        "--threads 2",
        "--processes 2",
        "--hosts a",
    ];
    for other in refused {
        let words = format!("solve --jobs 2 {other}");
        assert!(Ask::try_parse_from(words.split(' ')).is_err(), "{words}");
    }
    for jobs in ["0", "1025", "-1"] {
        let words = ["solve", "--jobs", jobs];
        assert!(Ask::try_parse_from(words).is_err(), "{jobs}");
    }
    assert_eq!(
        SolveArgs::typed("solve --json --jobs 1024").jobs,
        std::num::NonZeroUsize::new(1024)
    );
}

/// A part of a share that says these lines.
fn part(share: usize, lines: &[u8], is_last: bool) -> Made {
    Made {
        share,
        is_last,
        lines: lines.to_vec(),
        ..Made::default()
    }
}

/// What is written of the results, and whether that is all.
fn written(queue: &ShareQueue, results: &Receiver<Made>) -> (String, bool) {
    let mut lines = Vec::new();
    let write = &mut |made: Option<&Made>| {
        lines.extend(made.into_iter().flat_map(|made| made.lines.clone()));
        Ok(())
    };
    let is_complete = write_in_order(queue, results, write, &mut |_| ControlFlow::Continue(()));
    let is_complete = is_complete.expect("it can be written");
    (String::from_utf8(lines).expect("letters"), is_complete)
}

/// Lines come in the order of the shares, whoever is the first; and while one share takes long,
/// what the others make does not pile up.
#[test]
fn what_waits_is_in_order_and_bounded() {
    const SHARES: usize = 1000;
    let queue = ShareQueue::new(SHARES, 40);
    let (slowest, made) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..4 {
            let (queue, slowest, made, sender) = (&queue, &slowest, &made, sender.clone());
            scope.spawn(move || {
                while let Some(share) = queue.take() {
                    while share == 0 && !slowest.load(Ordering::Relaxed) {
                        thread::yield_now();
                    }
                    let lines = format!("{share:03}\n").into_bytes();
                    made.fetch_add(lines.len(), Ordering::Relaxed);
                    queue.hold(lines.len());
                    let (first, second) = lines.split_at(2);
                    for part in [part(share, first, false), part(share, second, true)] {
                        sender.send(part).expect("somebody writes");
                    }
                }
            });
        }
        drop(sender);
        // Three threads make 4 bytes each after it is full, at the most.
        while made.load(Ordering::Relaxed) < 40 {
            thread::yield_now();
        }
        thread::sleep(BETWEEN_LOOKS);
        assert!(made.load(Ordering::Relaxed) <= 40 + 3 * 4);
        slowest.store(true, Ordering::Relaxed);
        let expected: String = (0..SHARES).map(|share| format!("{share:03}\n")).collect();
        assert_eq!(written(&queue, &results), (expected, true));
    });
}

#[test]
fn a_thread_that_is_lost_ends_it() {
    let queue = ShareQueue::new(3, MOST_WAITING);
    let (sender, results) = mpsc::channel();
    assert_eq!((queue.take(), queue.take()), (Some(0), Some(1)));
    queue.hold(2);
    for part in [part(1, b"b", false), part(0, b"a", true)] {
        sender.send(part).expect("it is read");
    }
    drop(sender);
    assert_eq!(written(&queue, &results), ("ab".to_string(), false));
}

#[test]
fn no_thread_waits_in_vain() {
    let queue = ShareQueue::new(3, 1);
    assert_eq!(queue.take(), Some(0));
    queue.hold(1);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| queue.take());
        queue.stop();
        assert_eq!(waiting.join().expect("it ends"), None);
    });
}

/// A batch of one share, which has no levels yet.
fn one_share() -> Batch<'static> {
    Batch {
        limits: Limits::default(),
        whole: false,
        is_kept: false,
        game: None,
        queue: ShareQueue::new(1, MOST_WAITING),
        shares: vec![Share {
            text: "many.txt",
            number: Some(8),
            work: Work::Levels(Vec::new()),
        }],
    }
}

fn rubbish(_: &mut BatchWorker) -> Outcome {
    Err(("rubbish".to_string().into(), Exit::Unreadable))
}

#[test]
fn a_level_that_breaks_is_reported_and_the_next_is_solved() {
    let batch = one_share();
    let (sender, results) = mpsc::channel();
    let mut worker = BatchWorker::new(&batch, &sender, 0);
    assert!(worker.put(|_| panic!("as it must")).is_continue());
    assert!(worker.put(rubbish).is_continue());
    worker.send(true);
    drop(worker);
    drop(sender);
    // A slow machine sends the first line before the second is made.
    let made: Vec<_> = results.iter().collect();
    assert_eq!(made.iter().map(|made| made.sum.done).sum::<u64>(), 2);
    assert_eq!(made.iter().map(|made| made.sum.errors).sum::<u64>(), 2);
    assert_eq!(
        made.iter().map(|made| made.sum.worst).max(),
        Some(Exit::Broken)
    );
    assert!(made.last().expect("there are lines").is_last);
    let lines = made
        .iter()
        .flat_map(|made| str::from_utf8(&made.lines).expect("JSON is text").lines());
    let read = |line| serde_json::from_str(line).expect(line);
    let lines: Vec<Value> = lines.map(read).collect();
    assert_eq!(lines[0]["name"], "many.txt#8");
    assert!(lines[0]["error"]["message"].is_string());
    let next = json!({"name": "many.txt#9", "error": {"message": "rubbish"}});
    assert_eq!(lines[1..], [next]);
}

#[test]
fn lines_that_are_done_do_not_wait_for_the_rest_of_the_share() {
    let batch = one_share();
    let (sender, results) = mpsc::channel();
    let mut worker = BatchWorker::new(&batch, &sender, 0);
    assert!(worker.put(rubbish).is_continue());
    assert!(results.try_recv().is_err(), "not each by itself");
    thread::sleep(2 * BETWEEN_LOOKS);
    assert!(worker.look().is_continue());
    let made = results.try_recv().expect("it has waited long enough");
    assert_eq!((made.sum.done, made.is_last), (1, false));
}
