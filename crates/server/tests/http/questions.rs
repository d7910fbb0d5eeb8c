//! What can be asked and by whom, what comes back, and what is said against a question that is wrong.

use serde_json::{Value, json};

use fewest_tests::server::{LEVEL, TestServer};

/// The problem with a question.
fn problem(house: &TestServer, question: &str, text: &str) -> Value {
    house.ask(question, text).problem()
}

#[test]
fn an_answer_says_what_it_is() {
    let house = TestServer::open("");
    let two = format!("{LEVEL}---\n{LEVEL}");
    for (question, text, kind) in [
        ("solve", LEVEL, "application/json"),
        ("solve", &two, "application/x-ndjson"),
        ("show", LEVEL, "application/json"),
        ("show?every=false", LEVEL, "application/json"),
        ("show?every=true", LEVEL, "application/x-ndjson"),
        ("show?every=true&after=", LEVEL, "application/x-ndjson"),
        ("show?as=judge", LEVEL, "text/plain; charset=utf-8"),
        ("advise?apply=1", LEVEL, "text/plain; charset=utf-8"),
        (
            "judge?game=ladders",
            "[[-1,-1],[-1,3]]",
            "text/plain; charset=utf-8",
        ),
        ("draw", LEVEL, "image/svg+xml"),
        ("draw?format=png", LEVEL, "image/png"),
        ("draw?format=gif", LEVEL, "image/gif"),
    ] {
        let answer = house.ask(question, text);
        assert_eq!(answer.status, 200, "{question}: {}", answer.text());
        assert_eq!(answer.header("content-type"), Some(kind), "{question}");
    }
    // In whatever order it is said.
    for query in [
        "game=ladders",
        "game=ladders&lang=zh",
        "lang=zh&game=ladders",
    ] {
        let answer = house.ask(&format!("judge?{query}"), "[[-1,-1],[-1,3]]");
        assert_eq!((answer.status, answer.text()), (200, "1\n"), "{query}");
    }
}

#[test]
fn a_change_that_advise_lists_can_be_made() {
    let house = TestServer::open("");
    let advice = house.ask("advise", LEVEL).json();
    let groups = advice["groups"].as_array().expect("a list");
    let changes = |group: &Value| group["changes"].as_array().expect("a list").clone();
    let changes: Vec<_> = groups.iter().flat_map(changes).collect();
    for change in &changes {
        let changed = house.ask(&format!("advise?apply={}", change["number"]), LEVEL);
        let solved = house.ask("solve", changed.text()).json();
        let told = (&solved["verdict"], &solved["fewest"]);
        assert_eq!(told, (&change["verdict"], &change["fewest"]), "{change}");
    }
    let beyond = changes.len() + 1;
    let told = problem(&house, &format!("advise?apply={beyond}"), LEVEL);
    assert_eq!(told["status"], 422);
    let detail = told["detail"].as_str().expect("a detail");
    assert!(detail.contains(&format!(" {beyond}")), "{detail}");
    assert!(detail.ends_with(" 25"), "{detail}");
    for query in ["apply=first", "apply=1&top=3", "apply=1&easier=true"] {
        assert_eq!(
            problem(&house, &format!("advise?{query}"), LEVEL)["status"],
            400
        );
    }
}

#[test]
fn one_level_of_several_can_be_asked_about() {
    let house = TestServer::open("");
    let level = |way: usize| format!("game: snake\n\n1{}@\n", ".".repeat(way));
    let text = [0, 1, 2].map(level).join("---\n") + "---\nrubbish\n";
    let two = level(1) + "---\n" + &level(2);
    for question in ["solve", "check", "rate", "hint", "all"] {
        let answer = house.ask(&format!("{question}?level=2"), &text);
        assert_eq!(answer.status, 200, "{question}: {}", answer.text());
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.json()["fewest"], 2, "{question}");
    }
    assert_eq!(house.ask("draw", &two).status, 422);
    assert_eq!(house.ask("draw?level=2", &two).status, 200);
    let judged = house.ask("solve?game=curling&level=2", "2 1\n2 3\n3 1\n2 0 3\n0 0\n");
    assert_eq!(judged.json()["fewest"], 1, "{}", judged.text());
    let told = problem(&house, "solve?level=9", &text);
    assert_eq!(told["status"], 422);
    let detail = told["detail"].as_str().expect("a detail");
    assert!(detail.contains("`9`") && detail.contains(" 4 "), "{detail}");
    // What a file is called means nothing here: there are none.
    assert_eq!(house.ask("solve", "sample:snake/lawn").status, 422);
    assert_eq!(
        house.request("GET", "games?levels=true", "", b"").status,
        400
    );
}

#[test]
fn a_text_that_is_wrong_is_wrong_at_its_place() {
    let house = TestServer::open("");
    let told = problem(&house, "solve", "game: snake\n\n##..\n.1@\n");
    assert_eq!(
        (&told["status"], &told["where"]),
        (&json!(422), &json!("level"))
    );
    assert_eq!([&told["line"], &told["column"], &told["width"]], [4, 1, 3]);
    assert!(told["advice"].is_string() && told["drawn"].is_string());
    assert_eq!(told.as_object().map(|told| told.len()), Some(10));
    let told = problem(&house, "hint?after=U+D", LEVEL);
    assert_eq!(told["status"], 422);
    assert_eq!([&told["line"], &told["column"], &told["width"]], [1, 3, 1]);
    assert_eq!(told["where"], "--after on level");
    assert_eq!(
        (&told["move_number"], &told["move"]),
        (&json!(2), &json!("D"))
    );
    assert!(told["advice"].is_string() && told["reason"].is_string());
    let told = problem(&house, "solve", "");
    assert_eq!((&told["status"], &told["line"]), (&json!(422), &json!(1)));
    let told = problem(&house, "odds", LEVEL);
    assert_eq!(
        (&told["status"], &told["line"]),
        (&json!(422), &Value::Null)
    );
}

#[test]
fn a_query_that_is_wrong_is_told_what_there_is() {
    let house = TestServer::open("");
    let solve = "game, level, time, memory, states, whole, explain, lang";
    let draw =
        "game, level, format, after, solution, heat, theme, size, time, memory, states, lang";
    for (question, name, names) in [
        ("solve?depth=3", "depth", Some(solve)),
        ("solve?json=true", "json", Some(solve)),
        ("solve?scratch=/tmp/x", "scratch", Some(solve)),
        ("solve?resume=/tmp/x", "resume", Some(solve)),
        ("solve?threads=64", "threads", Some(solve)),
        ("solve?jobs=2", "jobs", Some(solve)),
        ("solve?processes=2", "processes", Some(solve)),
        ("solve?hosts=hosts.txt", "hosts", Some(solve)),
        ("solve?progress=json", "progress", Some(solve)),
        ("draw?output=/tmp/x.svg", "output", Some(draw)),
        ("solve?files=/etc/passwd", "files", Some(solve)),
        ("solve?time=1s&time=2s", "time", Some("")),
        ("solve?time=soon", "time", None),
        ("show?every=maybe", "every", None),
        ("show?as=poem", "as", Some("level, judge")),
        ("solve?level=0", "level", None),
        ("judge", "game", None),
    ] {
        let told = problem(&house, question, LEVEL);
        assert_eq!(told["status"], 400, "{question}");
        let detail = told["detail"].as_str().expect("a detail");
        assert!(detail.contains(name), "{question}: {detail}");
        let advice = told["advice"].as_str();
        assert_eq!(advice.is_some(), names.is_some(), "{question}");
        assert!(
            advice
                .unwrap_or_default()
                .ends_with(names.unwrap_or_default()),
            "{question}"
        );
    }
    let english = problem(&house, "solve?time=soon", LEVEL);
    let chinese = problem(&house, "solve?lang=zh&time=soon", LEVEL);
    assert_ne!(chinese["title"], english["title"]);
}

#[test]
fn what_has_no_answer_says_why() {
    let house = TestServer::open("");
    let impossible = "game: snake\n\n1#@\n2#.\n";
    let told = problem(&house, "draw?solution=best", impossible);
    assert_eq!(told["status"], 422);
    // What a search gave up at is an answer.
    let answer = house.ask("solve?states=1", LEVEL);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["verdict"], "gave-up");
    assert_eq!(answer.json()["limit"], "states");
}

#[test]
fn numbers_that_contradict_each_other_are_told_one_by_one() {
    let house = TestServer::open("");
    let position = "game: mines\nmines: 2\n\n1?B?1\n";
    for question in ["odds", "hint", "hint?blind=true"] {
        let told = problem(&house, question, position);
        assert_eq!(told["status"], 422, "{question}");
        assert_eq!(told["squares"], json!(["0,0", "0,2"]));
        assert!(told["drawn"].is_string(), "{question}");
    }
}

#[test]
fn odds_are_told_after_moves_too() {
    let house = TestServer::open("");
    let ask = |question: &str, text: &str| {
        let answer = house.ask(question, text);
        assert_eq!(answer.status, 200, "{question}");
        answer.json()
    };
    // As if the level had begun there: what a click opened, and where a roll led.
    for (moves, level, later) in [
        (
            "0,0",
            "game: mines\n\nEEEM\nEEEE\n",
            "game: mines\n\nBB1M\nBB1E\n",
        ),
        (
            "2",
            "game: ladders\n\n. .\n. .\n",
            "game: ladders\nfrom: 3\n\n. .\n. .\n",
        ),
    ] {
        let then = ask(&format!("odds?after={moves}"), level);
        assert_eq!(then, ask("odds", later), "{level}");
        assert_ne!(then, ask("odds", level));
    }
    let told = problem(&house, "odds?after=9,9", "game: mines\n\nEM\n");
    assert_eq!(told["where"], "--after on level");
}

#[test]
fn a_position_says_what_it_lacks() {
    let house = TestServer::open("");
    let position = house.ask("show", "game: mines\n\n1?\n").json();
    assert!(position["missing"].is_string(), "{position}");
    assert!(house.ask("show", LEVEL).json().get("missing").is_none());
}

#[test]
fn what_is_not_there_is_not_found() {
    let house = TestServer::open("");
    for path in ["/nothing.js", "/api/v1/", "/api/v1/jobs/0", "/api/v2/solve"] {
        let answer = house.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json()["status"], 404, "{path}");
    }
    assert_eq!(house.ask("dance", LEVEL).status, 404);
    let answer = house.get("/api/v1/solve");
    assert_eq!(answer.status, 405);
    assert_eq!(answer.header("allow"), Some("POST"));
    answer.problem();
    assert_eq!(house.get("/api/v1/dance").status, 404);
    for (method, path) in [
        ("POST", "/"),
        ("DELETE", "/main.js"),
        ("POST", "/index.html"),
    ] {
        let answer = house.request(method, path, "", b"");
        assert_eq!(answer.status, 405, "{method} {path}");
        assert_eq!(answer.header("allow"), Some("GET, HEAD"));
        answer.problem();
    }
}

#[test]
fn problems_are_told_in_the_language_that_is_asked_for() {
    let house = TestServer::open("--memory 6KiB");
    let chinese = |answer: &Value| {
        let told = |name: &str| answer[name].as_str().expect(name).to_string();
        let is_chinese = |text: &str| text.chars().any(|letter| letter > '\u{3000}');
        assert!(is_chinese(&told("title")), "{answer}");
        assert!(is_chinese(&told("detail")), "{answer}");
        assert!(!told("detail").contains("错误"), "{answer}");
    };
    chinese(&house.get("/nothing?lang=zh").json());
    chinese(&house.get("/api/v1/jobs/0?lang=zh").json());
    chinese(&house.get("/api/v1/solve?lang=zh").json());
    let judge = "4 5\n##...\n..1#@\n432#.\n...#.\n";
    chinese(&problem(&house, "judge?game=snake&lang=zh", judge));
    chinese(&problem(&house, "draw?format=png&size=9999&lang=zh", LEVEL));
}

#[test]
fn the_levels_that_ship_are_listed() {
    let house = TestServer::open("");
    let levels = house.get("/api/v1/levels").json();
    let levels = levels.as_array().expect("a list");
    let level = levels
        .iter()
        .find(|level| level["name"] == "snake/round-the-wall");
    let level = level.expect("it ships");
    assert_eq!(level["par"], "4");
    assert_eq!((&level["rows"], &level["columns"]), (&json!(4), &json!(5)));
}

/// At every address of the API, none left out: the document names them.
#[test]
fn no_address_passes_over_what_it_does_not_know() {
    let house = TestServer::open("");
    let document = house.get("/api/v1/openapi.json").json();
    let described = document["paths"].as_object().expect("paths").iter();
    let mut paths: Vec<(&str, Vec<&str>)> = described
        .map(|(path, item)| {
            let methods = item.as_object().expect("methods").keys();
            (path.as_str(), methods.map(String::as_str).collect())
        })
        .collect();
    paths.extend(["/api", "/api/v1/openapi.json"].map(|path| (path, vec!["get"])));
    for (path, methods) in paths {
        for method in methods {
            let method = method.to_uppercase();
            let place = path.replace("{id}", "x");
            for query in ["x=1", "lang=zh&lang=en", "lang=xx"] {
                let answer = house.request(&method, &format!("{place}?{query}"), "", b"");
                let told = (answer.status, answer.header("content-type"));
                let kind = Some("application/problem+json");
                assert_eq!(told, (400, kind), "{method} {place}?{query}");
            }
            if method != "POST" {
                let answer = house.request(&method, &format!("{place}?lang=zh"), "", b"");
                assert_ne!(answer.status, 400, "{method} {place}");
            }
        }
        let wrong = house.request("PATCH", path, "", b"");
        assert_eq!(wrong.status, 405, "{path}");
        assert!(wrong.header("allow").is_some(), "{path}");
    }
    let told = house.get("/api/v1/levels?game=snake").problem();
    let advice = told["advice"].as_str().expect("the names that it takes");
    assert!(advice.ends_with(": lang"), "{advice}");
}

#[test]
fn it_answers_only_to_its_own_name() {
    let house = TestServer::open("--allow-host puzzles.example");
    let port = house.address.port();
    let status = |host: &str| {
        let headers = format!("host: {host}\r\n");
        house.request("GET", "/api/v1/games", &headers, b"").status
    };
    for host in ["localhost", "127.0.0.1", "[::1]"] {
        assert_eq!(status(&format!("{host}:{port}")), 200, "{host}");
        assert_eq!(status(host), 421, "{host}");
    }
    assert_eq!(status("puzzles.example"), 200);
    assert_eq!(status("puzzles.example:443"), 200);
    assert_eq!(status(&format!("evil.example:{port}")), 421);
    assert_eq!(status(&format!("evil@localhost:{port}")), 421);
    let twice = format!("localhost:{port}\r\nhost: localhost:{port}");
    assert_eq!(status(&twice), 421);
    // A whole address may be asked for, as of a proxy.
    for (host, expected) in [("evil.example", 421), ("localhost", 200)] {
        let address = format!("http://{host}:{port}/api/v1/games");
        assert_eq!(house.get(&address).status, expected, "{host}");
    }
    let headers = format!("host: evil.example:{port}\r\n");
    let answer = house.request("GET", "/", &headers, b"");
    let advice = answer.problem()["advice"].to_string();
    assert!(advice.contains("--allow-host"), "{advice}");
}

#[test]
fn pages_of_others_may_not_ask() {
    let house = TestServer::open("");
    let status = |origin: &str| {
        let headers = format!("origin: {origin}\r\n");
        let answer = house.request("POST", "/api/v1/solve", &headers, LEVEL.as_bytes());
        assert_eq!(answer.header("access-control-allow-origin"), None);
        answer.status
    };
    assert_eq!(status(&format!("http://{}", house.address)), 200);
    for origin in ["http://evil.example", "null", "http://localhost", ""] {
        assert_eq!(status(origin), 403, "{origin}");
    }
    let ours = format!("http://{}", house.address);
    for other in [ours.as_str(), "http://evil.example", ""] {
        for two in [
            format!("{ours}\r\norigin: {other}"),
            format!("{other}\r\norigin: {ours}"),
        ] {
            assert_eq!(status(&two), 403, "{two:?}");
        }
    }
}

/// Of two lengths, another program on the way may take the other.
#[test]
fn two_lengths_of_a_text_are_refused() {
    let house = TestServer::open("");
    let status = |headers: &str| {
        let answer = house.request("POST", "/api/v1/solve", headers, LEVEL.as_bytes());
        answer.status
    };
    assert_eq!(status("content-length: 3\r\n"), 400);
    assert_eq!(status("content-length: 1000\r\n"), 400);
    assert_eq!(
        status("content-type: text/plain\r\ncontent-type: image/png\r\n"),
        200
    );
}

#[test]
fn every_answer_tells_the_browser_what_may_run() {
    let house = TestServer::open("--max-body 1KiB");
    let answers = [
        house.get("/"),
        house.get("/nothing"),
        house.get("/words/zh.json"),
        house.get("/api/v1/levels"),
        house.ask("solve", LEVEL),
        house.ask("draw", LEVEL),
        house.ask("solve?x=1", LEVEL),
        house.ask("solve", &"x".repeat(2000)),
        house.request("GET", "/", "host: evil.example\r\n", b""),
        house.request("PATCH", "/", "", b""),
    ];
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; \
                  img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; \
                  base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for answer in answers {
        let status = answer.status;
        let told = |name| answer.header(name);
        assert_eq!(told("content-security-policy"), Some(policy), "{status}");
        assert_eq!(told("x-content-type-options"), Some("nosniff"), "{status}");
        assert_eq!(told("referrer-policy"), Some("no-referrer"), "{status}");
        assert!(told("cache-control").is_some(), "{status}");
        let same = Some("same-origin");
        assert_eq!(told("cross-origin-opener-policy"), same, "{status}");
        assert_eq!(told("cross-origin-resource-policy"), same, "{status}");
    }
}
