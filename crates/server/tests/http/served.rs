//! What is served beside answers: a catalogue, page by page and with what is added meanwhile, and what never
//! changes while the program runs: the files of the page, the games and the levels.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Parser as _;
use fewest_catalogue::{Catalogue, Entry};
use fewest_server::Server;
use flate2::read::GzDecoder;
use serde_json::json;
use tempfile::TempDir;

use fewest_tests::server::{self, Answer, TestServer, Words};

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

fn serving(file: &Path) -> TestServer {
    TestServer::open(&format!("--catalogue {}", file.display()))
}

/// How many there are, and the titles of those on the page.
fn page(house: &TestServer, query: &str) -> (u64, Vec<String>) {
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

/// The status of a refusal, and what is said against the question.
fn refused(house: &TestServer, query: &str) -> (u16, String) {
    let answer = house.get(&format!("/api/v1/catalogue?{query}"));
    let detail = answer.problem()["detail"].as_str().map(str::to_string);
    (answer.status, detail.expect("a detail"))
}

#[test]
fn wrong_questions_are_refused() {
    let (_folder, file) = a_catalogue();
    for house in [serving(&file), TestServer::open("")] {
        for query in [
            "id=1",
            "par=3..1",
            "game=chess",
            "moves=3",
            "par=1&par=2",
            "unique=perhaps",
        ] {
            let (status, detail) = refused(&house, query);
            let name = query.split('=').next().expect("a name");
            assert_eq!(status, 400, "{query}");
            assert!(detail.contains(name), "{query}: {detail}");
        }
        let answer = house.request("POST", "/api/v1/catalogue", "", b"");
        assert_eq!(answer.status, 405);
    }
}

#[test]
fn without_a_catalogue_there_is_nothing() {
    let house = TestServer::open("");
    let (english, chinese) = (refused(&house, ""), refused(&house, "lang=zh"));
    assert_eq!((english.0, chinese.0), (404, 404));
    assert_ne!(english.1, chinese.1);
    assert_eq!(house.get("/api/v1/health").json()["catalogue"], false);
}

#[test]
fn a_catalogue_that_goes_is_missed_and_comes_back() {
    let (folder, file) = a_catalogue();
    let house = serving(&file);
    let aside = folder.path().join("aside.db");
    fs::rename(&file, &aside).expect("it can be moved");
    assert_eq!(refused(&house, "").0, 503);
    fs::rename(&aside, &file).expect("it can be moved");
    assert_eq!(page(&house, "limit=0"), (201, Vec::new()));
}

#[tokio::test]
async fn a_server_does_not_start_with_what_is_no_catalogue() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let text = folder.path().join("level.txt");
    fs::write(&text, server::LEVEL).expect("it can be written");
    let nothing = folder.path().join("nothing.db");
    for file in [&text, &nothing] {
        let name = file.display().to_string();
        let options = Words::parse_from(["--port=0", "--catalogue", &name]).options;
        let refused = Server::bind(&options, 1 << 30).await.err();
        let refused = refused.expect("it is no catalogue");
        assert!(refused.starts_with(&format!("{name}: ")), "{refused}");
    }
    assert!(!nothing.exists());
}

const GZIP: &str = "accept-encoding: gzip, deflate, br\r\n";

/// The addresses that the page names, which have a hash of what they hold.
fn named_by_the_page(house: &TestServer) -> Vec<(String, &'static str)> {
    let page = house.get("/");
    let addresses = page.text().split('"').filter(|text| text.starts_with('/'));
    let known = addresses.map(|address| {
        let kind = match address.rsplit('.').next() {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("json") => "application/json",
            _ => panic!("{address}"),
        };
        (address.to_string(), kind)
    });
    known.collect()
}

fn everything(house: &TestServer) -> Vec<(String, &'static str)> {
    let mut all = named_by_the_page(house);
    let others = [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/api.css", "text/css; charset=utf-8"),
        ("/words/zh.json", "application/json"),
        ("/look/theme.css", "text/css; charset=utf-8"),
        ("/api/v1/levels", "application/json"),
        ("/api/v1/games", "application/x-ndjson"),
    ];
    all.extend(others.map(|(path, kind)| (path.to_string(), kind)));
    all
}

fn length(answer: &Answer) -> usize {
    let length = answer.header("content-length").expect("a length");
    length.parse().expect("a number")
}

#[test]
fn each_is_sent_plain_or_compressed() {
    let house = TestServer::open("");
    for (path, kind) in everything(&house) {
        let plain = house.get(&path);
        let gzip = house.request("GET", &path, GZIP, b"");
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        assert_eq!(gzip.header("content-encoding"), Some("gzip"), "{path}");
        for (answer, headers) in [(&plain, ""), (&gzip, GZIP)] {
            assert_eq!(answer.status, 200, "{path}");
            assert_eq!(answer.header("content-type"), Some(kind), "{path}");
            assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path}");
            assert_eq!(length(answer), answer.body.len(), "{path}");
            let head = house.request("HEAD", &path, headers, b"");
            assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
            assert_eq!(length(&head), answer.body.len(), "HEAD {path}");
            for name in ["content-encoding", "content-type", "etag", "cache-control"] {
                assert_eq!(head.header(name), answer.header(name), "HEAD {path}");
            }
        }
        let mut text = String::new();
        let mut decoder = GzDecoder::new(gzip.body.as_slice());
        decoder.read_to_string(&mut text).expect("it is gzip");
        assert!(text == plain.text(), "{path}");
    }
}

#[test]
fn a_client_that_refuses_gzip_gets_it_plain() {
    let house = TestServer::open("");
    for refusal in ["gzip;q=0", "identity", "br, *;q=0", "gzip;q=0, *;q=1"] {
        let headers = format!("accept-encoding: {refusal}\r\n");
        let answer = house.request("GET", "/api/v1/games", &headers, b"");
        assert_eq!(answer.header("content-encoding"), None, "{refusal}");
        assert!(answer.text().starts_with('{'), "{refusal}");
    }
}

#[test]
fn what_a_client_has_is_not_sent_again() {
    let house = TestServer::open("");
    for (path, _) in everything(&house) {
        let plain = house.get(&path);
        let gzip = house.request("GET", &path, GZIP, b"");
        let [plain, gzip] = [&plain, &gzip].map(|answer| answer.header("etag").expect("a tag"));
        assert_ne!(plain, gzip, "{path}");
        for (tag, headers, expected) in [
            (plain, "", 304),
            (gzip, GZIP, 304),
            (plain, GZIP, 200),
            (gzip, "", 200),
        ] {
            for method in ["GET", "HEAD"] {
                let headers = format!("{headers}if-none-match: \"x\", W/{tag}\r\n");
                let answer = house.request(method, &path, &headers, b"");
                assert_eq!(answer.status, expected, "{method} {path} {headers}");
                if expected == 304 {
                    assert_eq!(answer.body.len(), 0, "{method} {path}");
                    assert_eq!(answer.header("etag"), Some(tag), "{method} {path}");
                    assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path}");
                    assert_eq!(answer.header("content-encoding"), None, "{path}");
                }
            }
        }
    }
}

#[test]
fn only_what_is_named_by_its_hash_is_kept_without_a_question() {
    let house = TestServer::open("");
    let immutable = "public, max-age=31536000, immutable";
    let named = named_by_the_page(&house);
    assert_eq!(named.len(), 5, "{named:?}");
    for (path, _) in everything(&house) {
        let is_named = named.iter().any(|(name, _)| *name == path);
        let expected = if is_named { immutable } else { "no-cache" };
        for headers in ["", GZIP] {
            let answer = house.request("GET", &path, headers, b"");
            assert_eq!(answer.header("cache-control"), Some(expected), "{path}");
            let tag = answer.header("etag").expect("a tag");
            let headers = format!("{headers}if-none-match: {tag}\r\n");
            let again = house.request("GET", &path, &headers, b"");
            assert_eq!(again.header("cache-control"), Some(expected), "{path}");
        }
    }
    for path in [
        "/main.js",
        "/store.js",
        "/style.css",
        "/main-0123456789abcdef.js",
    ] {
        assert_eq!(house.get(path).status, 404, "{path}");
    }
}
