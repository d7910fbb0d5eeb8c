//! A catalogue that is served: page by page, as it is asked for, and with what is added meanwhile.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{self, House, Words};
use clap::Parser as _;
use fewest_catalogue::{Catalogue, Entry};
use fewest_server::Server;
use serde_json::{Value, json};
use tempfile::TempDir;

fn level(number: u64, game: &str, par: Option<u64>) -> Entry {
    Entry {
        key: number.to_string(),
        game: game.to_string(),
        rows: 1,
        columns: 2,
        par,
        difficulty: Some(number as f64 / 10.0),
        text: format!("game: {game}\ntitle: Number {number}\n\n1@\n"),
        seed: Some(number),
        kernel: "bits".to_string(),
        ..Entry::default()
    }
}

/// Two hundred snakes that take from 0 to 9 moves, and a level that is impossible.
fn a_catalogue() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("levels.db");
    let mut catalogue = Catalogue::create_or_open(&file).expect("it can be made");
    let mut levels: Vec<Entry> = (0..200)
        .map(|number| level(number, "snake", Some(number % 10)))
        .collect();
    levels.push(level(200, "portals", None));
    catalogue.keep(&levels).expect("it keeps");
    (folder, file)
}

fn serving(file: &Path) -> House {
    House::open(&format!("--catalogue {}", file.display()))
}

/// How many there are, and the titles of those on the page.
fn page(house: &House, query: &str) -> (u64, Vec<String>) {
    let answer = house.get(&format!("/api/v1/catalogue?{query}"));
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    let page = answer.json();
    let levels = page["levels"].as_array().expect("a list").iter();
    let titles = levels.map(|level| level["title"].as_str().expect("a title").to_string());
    (page["total"].as_u64().expect("a number"), titles.collect())
}

#[test]
fn levels_come_page_by_page() {
    let (_folder, file) = a_catalogue();
    let house = serving(&file);
    let (total, titles) = page(&house, "");
    assert_eq!((total, titles.len()), (201, 48));
    assert_eq!(page(&house, "limit=1000").1.len(), 100);
    assert_eq!(page(&house, "offset=1000"), (201, Vec::new()));
    let ninth = vec!["Number 19".to_string(), "Number 29".to_string()];
    let query = "game=snake&par=8..9&sort=par&reverse=true&offset=1&limit=2";
    assert_eq!(page(&house, query), (40, ninth));
    let last = vec!["Number 200".to_string()];
    for query in [
        "par=impossible",
        "difficulty=20..",
        "game=portals&size=1x2",
        "number=201",
        "number=999,201..300",
        "id=27badc983df1780b",
    ] {
        assert_eq!(page(&house, query), (1, last.clone()), "{query}");
    }
    assert_eq!(page(&house, "number=3&game=mines"), (0, Vec::new()));
    assert_eq!(page(&house, "id=0123456789abcdef"), (0, Vec::new()));
    assert_eq!(house.get("/api/v1/health").json()["catalogue"], true);
}

#[test]
fn a_level_is_told_as_the_document_says() {
    let (_folder, file) = a_catalogue();
    let answer = serving(&file).get("/api/v1/catalogue?limit=1&par=impossible");
    let expected = json!({
        "total": 1,
        "offset": 0,
        "levels": [{
            "number": 201, "id": "27badc983df1780b", "game": "portals", "title": "Number 200", "rows": 1, "columns": 2,
            "verdict": "impossible", "fewest": null, "difficulty": 20.0, "solutions": null,
            "seed": "200", "states": 0, "kernel": "bits", "moves": null,
            "text": "game: portals\ntitle: Number 200\n\n1@\n",
        }],
    });
    assert_eq!(answer.json(), expected);
    assert_eq!(answer.header("content-type"), Some("application/json"));
}

#[test]
fn what_is_added_meanwhile_is_there() {
    let (_folder, file) = a_catalogue();
    let house = serving(&file);
    let mut catalogue = Catalogue::open(&file).expect("it can be written meanwhile");
    for number in 300..310 {
        catalogue
            .keep(&[level(number, "mines", Some(1))])
            .expect("it keeps");
        let (total, titles) = page(&house, "game=mines&reverse=true&limit=1");
        assert_eq!(
            (total, titles),
            (number - 299, vec![format!("Number {number}")])
        );
    }
}

#[test]
fn large_levels_make_short_pages() {
    let (_folder, file) = a_catalogue();
    let mut catalogue = Catalogue::open(&file).expect("it is there");
    let large = |number: u64, bytes: usize| {
        let board = "0".repeat(bytes);
        Entry {
            text: format!("game: curling\ntitle: Large\n\n{board}\n"),
            ..level(number, "curling", Some(1))
        }
    };
    let larger: Vec<Entry> = (400..404).map(|number| large(number, 1_500_000)).collect();
    catalogue.keep(&larger).expect("it keeps");
    let house = serving(&file);
    assert_eq!(page(&house, "game=curling").1.len(), 2);
    assert_eq!(page(&house, "game=curling&offset=2").1.len(), 2);
    let huge = Entry {
        game: "ladders".to_string(),
        ..large(500, 17 << 20)
    };
    catalogue.keep(&[huge]).expect("it keeps");
    let answer = house.get("/api/v1/catalogue?game=ladders");
    assert_eq!(answer.status, 413);
}

/// What is said against a question.
fn refused(house: &House, query: &str) -> (u16, String) {
    let answer = house.get(&format!("/api/v1/catalogue?{query}"));
    let problem: Value = answer.json();
    let detail = problem["detail"].as_str().expect("a detail").to_string();
    (answer.status, detail)
}

#[test]
fn wrong_questions_are_refused() {
    let (_folder, file) = a_catalogue();
    for house in [serving(&file), House::open("")] {
        for (query, why) in [
            (
                "id=1",
                "invalid value '1' for 'id': `1` is no id: it has 16 digits, from 0 to f",
            ),
            (
                "par=3..1",
                "invalid value '3..1' for 'par': the range 3..1 ends before it begins",
            ),
            ("game=chess", "invalid value 'chess' for 'game'"),
            ("moves=3", "catalogue takes no `moves`"),
            ("par=1&par=2", "`par` is said twice"),
            (
                "unique=perhaps",
                "`unique` is either true or false, not `perhaps`",
            ),
        ] {
            assert_eq!(refused(&house, query), (400, why.to_string()), "{query}");
        }
        let answer = house.request("POST", "/api/v1/catalogue", "", b"");
        assert_eq!(answer.status, 405);
    }
}

#[test]
fn without_a_catalogue_there_is_nothing() {
    let house = House::open("");
    let nothing = (404, "this server has no catalogue".to_string());
    assert_eq!(refused(&house, ""), nothing);
    assert_eq!(refused(&house, "lang=zh").1, "此服务器没有关卡目录");
    assert_eq!(house.get("/api/v1/health").json()["catalogue"], false);
}

#[test]
fn a_catalogue_that_goes_is_missed_and_comes_back() {
    let (folder, file) = a_catalogue();
    let house = serving(&file);
    let aside = folder.path().join("aside.db");
    fs::rename(&file, &aside).expect("it can be moved");
    assert_eq!(
        refused(&house, ""),
        (503, "there is no such file".to_string())
    );
    fs::rename(&aside, &file).expect("it can be moved");
    assert_eq!(page(&house, "limit=0"), (201, Vec::new()));
}

#[tokio::test]
async fn a_server_does_not_start_with_what_is_no_catalogue() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let text = folder.path().join("level.txt");
    fs::write(&text, common::LEVEL).expect("it can be written");
    let nothing = folder.path().join("nothing.db");
    for (file, why) in [
        (&text, "this file is no catalogue of levels"),
        (&nothing, "there is no such file"),
    ] {
        let name = file.display().to_string();
        let options = Words::parse_from(["--port=0", "--catalogue", &name]).options;
        let refused = Server::bind(&options, 1 << 30).await.err();
        assert_eq!(refused, Some(format!("{name}: {why}")));
    }
    assert!(!nothing.exists());
}
