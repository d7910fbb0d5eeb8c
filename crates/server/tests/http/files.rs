//! What never changes while the program runs: the files of the page, the games and the levels.

use std::io::Read as _;

use flate2::read::GzDecoder;

use crate::common::{Answer, House};

const GZIP: &str = "accept-encoding: gzip, deflate, br\r\n";

/// The addresses that the page names, which have a hash of what they hold.
fn named_by_the_page(house: &House) -> Vec<(String, &'static str)> {
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

fn everything(house: &House) -> Vec<(String, &'static str)> {
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
    let house = House::open("");
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
    let house = House::open("");
    for refusal in ["gzip;q=0", "identity", "br, *;q=0", "gzip;q=0, *;q=1"] {
        let headers = format!("accept-encoding: {refusal}\r\n");
        let answer = house.request("GET", "/api/v1/games", &headers, b"");
        assert_eq!(answer.header("content-encoding"), None, "{refusal}");
        assert!(answer.text().starts_with('{'), "{refusal}");
    }
}

#[test]
fn what_a_client_has_is_not_sent_again() {
    let house = House::open("");
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
    let house = House::open("");
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
