//! What can be asked, what comes back, and what is said against a question that is wrong.

use crate::common::{House, LEVEL};
use serde_json::{Value, json};

/// A problem, to the letter.
fn problem(house: &House, question: &str, text: &str) -> Value {
    let answer = house.ask(question, text);
    let kind = answer.header("content-type");
    assert_eq!(kind, Some("application/problem+json"), "{question}");
    let told = answer.json();
    assert_eq!(told["status"], answer.status, "{question}");
    told
}

#[test]
fn an_answer_says_what_it_is() {
    let house = House::open("");
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
    let house = House::open("");
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
    let detail = format!("level: there is no change {beyond}: they are numbered from 1 to 25");
    assert_eq!(
        (&told["status"], &told["detail"]),
        (&json!(422), &json!(detail))
    );
    for query in ["apply=first", "apply=1&top=3", "apply=1&easier=true"] {
        assert_eq!(
            problem(&house, &format!("advise?{query}"), LEVEL)["status"],
            400
        );
    }
}

#[test]
fn one_level_of_several_can_be_asked_about() {
    let house = House::open("");
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
    let detail = "level: there is no level `9`: it has 4 levels, numbered from 1";
    assert_eq!(told["detail"], detail);
    // What a file is called means nothing here: there are none.
    assert_eq!(house.ask("solve", "sample:snake/lawn").status, 422);
    assert_eq!(
        house.request("GET", "games?levels=true", "", b"").status,
        400
    );
}

#[test]
fn a_text_that_is_wrong_is_wrong_at_its_place() {
    let house = House::open("");
    assert_eq!(
        problem(&house, "solve", "game: snake\n\n##..\n.1@\n"),
        json!({
            "type": "about:blank",
            "title": "The text is wrong",
            "status": 422,
            "detail": "row 2 has 3 squares, but the first row has 4",
            "advice": "make all rows equally long",
            "where": "level",
            "line": 4,
            "column": 1,
            "width": 3,
            "drawn": "The rows of the board are not equally long.",
        })
    );
    assert_eq!(
        problem(&house, "hint?after=U+D", LEVEL),
        json!({
            "type": "about:blank",
            "title": "The text is wrong",
            "status": 422,
            "detail": "move 2, `D`, is illegal: segment 2 of the snake is there",
            "advice": "what can be played here: R",
            "where": "--after on level",
            "line": 1,
            "column": 3,
            "width": 1,
            "move_number": 2,
            "move": "D",
            "reason": "segment 2 of the snake is there",
        })
    );
    let told = problem(&house, "solve", "");
    assert_eq!(told["detail"], "the input is empty");
    let told = problem(&house, "odds", LEVEL);
    let why = "level: snake has no odds: nothing in it is left to dice";
    assert_eq!(
        (&told["status"], &told["detail"]),
        (&json!(422), &json!(why))
    );
    assert_eq!(told["line"], Value::Null);
}

#[test]
fn a_query_that_is_wrong_is_told_what_there_is() {
    let house = House::open("");
    let wrong = |detail: &str, advice: Option<&str>| {
        let mut told = json!({
            "type": "about:blank",
            "title": "The query is wrong",
            "status": 400,
            "detail": detail,
        });
        if let Some(advice) = advice {
            told["advice"] = json!(advice);
        }
        told
    };
    for (question, detail, advice) in [
        (
            "solve?depth=3",
            "solve takes no `depth`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "solve?json=true",
            "solve takes no `json`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "solve?scratch=/tmp/x",
            "solve takes no `scratch`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "solve?resume=/tmp/x",
            "solve takes no `resume`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "solve?threads=64",
            "solve takes no `threads`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "solve?jobs=2",
            "solve takes no `jobs`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "solve?processes=2",
            "solve takes no `processes`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "solve?hosts=hosts.txt",
            "solve takes no `hosts`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "solve?progress=json",
            "solve takes no `progress`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "draw?output=/tmp/x.svg",
            "draw takes no `output`",
            Some(
                "draw takes: game, level, format, after, solution, heat, theme, size, time, memory, \
                 states, lang",
            ),
        ),
        (
            "solve?files=/etc/passwd",
            "solve takes no `files`",
            Some("solve takes: game, level, time, memory, states, whole, explain, lang"),
        ),
        (
            "solve?time=1s&time=2s",
            "`time` is said twice",
            Some("keep one of them"),
        ),
        (
            "solve?time=soon",
            "invalid value 'soon' for 'time': write a number and ms, s, m or h, such as 10s",
            None,
        ),
        (
            "show?every=maybe",
            "`every` is either true or false, not `maybe`",
            None,
        ),
        (
            "show?as=poem",
            "invalid value 'poem' for 'as'",
            Some("possible values: level, judge"),
        ),
        (
            "solve?level=0",
            "invalid value '0' for 'level': 0 is not in 1..18446744073709551615",
            None,
        ),
        (
            "judge",
            "the following required arguments were not provided: game",
            None,
        ),
    ] {
        assert_eq!(
            problem(&house, question, LEVEL),
            wrong(detail, advice),
            "{question}"
        );
    }
    let chinese = problem(&house, "solve?lang=zh&time=soon", LEVEL);
    assert_ne!(chinese["title"], "The query is wrong");
}

#[test]
fn what_has_no_answer_says_why() {
    let house = House::open("");
    let impossible = "game: snake\n\n1#@\n2#.\n";
    let told = problem(&house, "draw?solution=best", impossible);
    assert_eq!(told["status"], 422);
    assert_eq!(
        told["detail"],
        "level (snake): impossible, proven: there is no solution to draw"
    );
    // What a search gave up at is an answer.
    let answer = house.ask("solve?states=1", LEVEL);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["verdict"], "gave-up");
    assert_eq!(answer.json()["limit"], "states");
}

#[test]
fn numbers_that_contradict_each_other_are_told_one_by_one() {
    let house = House::open("");
    let position = "game: mines\nmines: 2\n\n1?B?1\n";
    for question in ["odds", "hint", "hint?blind=true"] {
        let told = problem(&house, question, position);
        assert_eq!(told["status"], 422, "{question}");
        assert_eq!(
            told["detail"],
            "no layout fits: not all of these numbers can be right: 0,0 0,2"
        );
        assert_eq!(told["squares"], serde_json::json!(["0,0", "0,2"]));
        let drawn = "The marked numbers cannot all be right: change one of them.";
        assert_eq!(told["drawn"], drawn);
    }
}

#[test]
fn odds_are_told_after_moves_too() {
    let house = House::open("");
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
    let house = House::open("");
    let position = house.ask("show", "game: mines\n\n1?\n").json();
    let missing = position["missing"].as_str().expect("it lacks something");
    assert!(missing.starts_with("what lies under"), "{missing}");
    assert!(house.ask("show", LEVEL).json().get("missing").is_none());
}

#[test]
fn what_is_not_there_is_not_found() {
    let house = House::open("");
    for path in ["/nothing.js", "/api/v1/", "/api/v1/jobs/0", "/api/v2/solve"] {
        let answer = house.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json()["status"], 404, "{path}");
    }
    assert_eq!(house.ask("dance", LEVEL).status, 404);
    let answer = house.get("/api/v1/solve");
    assert_eq!(answer.status, 405);
    assert_eq!(answer.header("allow"), Some("POST"));
    assert_eq!(answer.json()["title"], "Wrong method");
    assert_eq!(house.get("/api/v1/dance").status, 404);
    for (method, path) in [
        ("POST", "/"),
        ("DELETE", "/main.js"),
        ("POST", "/index.html"),
    ] {
        let answer = house.request(method, path, "", b"");
        assert_eq!(answer.status, 405, "{method} {path}");
        assert_eq!(answer.header("allow"), Some("GET, HEAD"));
        assert_eq!(answer.json()["title"], "Wrong method");
    }
}

#[test]
fn problems_are_told_in_the_language_that_is_asked_for() {
    let house = House::open("--memory 6KiB");
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
    let house = House::open("");
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
    let house = House::open("");
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
    let told = house.get("/api/v1/levels?game=snake").json();
    assert_eq!(told["detail"], "levels takes no `game`");
    assert_eq!(told["advice"], "levels takes: lang");
}
