//! The documents keep up: their links lead somewhere, both languages show the same commands, every command
//! that there is stands in their tables, and the examples of the help run as they stand.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{fewest, said, top, words_of};

fn read(name: &str) -> String {
    fs::read_to_string(top().join(name)).expect(name)
}

/// Everything that is written for people, by its way from the top.
fn documents() -> Vec<String> {
    let in_folder = |folder: &str| {
        let files = fs::read_dir(top().join(folder)).expect(folder);
        let names = files.map(|file| file.expect("a file").file_name());
        let names = names.map(|name| name.into_string().expect("a name"));
        let texts = names.filter(|name| name.ends_with(".md"));
        texts.map(|name| format!("{folder}/{name}")).collect()
    };
    let found: Vec<Vec<String>> = [".", "docs", "crates/peers", "fuzz"]
        .map(in_folder)
        .to_vec();
    found.concat()
}

/// What stands between two marks, wherever it does.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    let parts = text.split(open).skip(1);
    parts
        .filter_map(|part| Some(part.split_once(close)?.0))
        .collect()
}

/// The anchors of a document, as they are made of its headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let letters = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = letters
            .chars()
            .filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut seen = 0;
    for name in documents() {
        let text = read(&name);
        let here = top().join(&name);
        let mut links = between(&text, "](", ")");
        links.extend(between(&text, "src=\"", "\""));
        links.extend(between(&text, "srcset=\"", "\""));
        for link in links {
            if link.contains("://") {
                continue;
            }
            seen += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = match file {
                "" => here.clone(),
                _ => here.parent().expect("a folder").join(file),
            };
            assert!(to.exists(), "{name}: {link} is not there");
            if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(&to).expect(link));
                assert!(there.contains(anchor), "{name}: {link} has no such heading");
            }
        }
    }
    assert!(seen > 60, "{seen} links were found");
}

#[test]
fn both_languages_show_the_same() {
    let [english, chinese] = ["README.md", "README.zh-CN.md"].map(read);
    for fence in ["```sh\n", "```rust\n"] {
        let shown = between(&english, fence, "```");
        assert_eq!(shown, between(&chinese, fence, "```"), "{fence}");
        assert!(!shown.is_empty(), "{fence}");
    }
    let pictures = |text| between(text, "](docs/pictures/", ")").len();
    assert_eq!(pictures(&english), pictures(&chinese));
    // The transcripts say the same commands, each in its language.
    let typed = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("$ fewest"));
        lines.map(|line| line.replace(" --lang zh", "")).collect()
    };
    assert_eq!(typed(&english), typed(&chinese));
}

#[test]
fn every_command_is_in_the_tables() {
    let help = said("--help", 0);
    let (_, commands) = help.split_once("\nCommands:\n").expect("a list");
    let (commands, _) = commands.split_once("\n\n").expect("its end");
    let names = commands.lines().filter(|line| !line.starts_with("   "));
    let names: Vec<_> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.contains(&"solve") && names.len() > 20, "{names:?}");
    for document in ["README.md", "README.zh-CN.md"] {
        let text = read(document);
        for name in &names {
            let row = format!("| `fewest {name}");
            assert!(text.contains(&row), "{document} has no row for {name}");
        }
    }
}

#[test]
fn examples_of_the_help_run_as_they_stand() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut with_samples = BTreeSet::new();
    let commands = [
        "",
        "solve",
        "check",
        "rate",
        "hint",
        "why",
        "all",
        "layers",
        "show",
        "advise",
        "draw",
        "odds",
        "games",
        "hardest",
        "convert",
        "catalogue",
        "catalogue add",
    ];
    for command in commands {
        let help = said(&format!("{command} --help"), 0);
        for example in help
            .lines()
            .filter_map(|line| line.strip_prefix("  fewest "))
        {
            let is_alone = example.contains("sample:") || command == "games";
            if !is_alone || example.contains('>') || example.contains("big.txt") {
                continue;
            }
            with_samples.insert(command);
            let words = words_of(example);
            let words: Vec<_> = words.iter().map(String::as_str).collect();
            let output = fewest(&words).current_dir(folder.path()).output();
            let output = output.expect("the command starts");
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "fewest {example}: {told}");
        }
    }
    assert_eq!(with_samples, BTreeSet::from(commands));
}
