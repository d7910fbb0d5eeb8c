//! The document of the API tells the truth: the verbs are those there are, and every answer looks
//! as it says.
//!
//! This asks about every level, which takes all of the machine: a program of its own, beside which no
//! other test waits for a moment only.

use std::collections::BTreeSet;

use clap::CommandFactory as _;
use fewest_tests::server::{LEVEL, TestServer};
use fewest_verbs::Ask;
use serde_json::{Value, json};

/// What about a value is not as a schema says, if anything: as far as our document goes.
fn wrong(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let schema = document.pointer(name.trim_start_matches('#'));
        return wrong(document, schema.expect(name), value);
    }
    if let Some(each) = schema["oneOf"].as_array() {
        let fits = each
            .iter()
            .filter(|one| wrong(document, one, value).is_none());
        let fits = fits.count();
        return (fits != 1).then(|| format!("{value} fits {fits} of {schema}"));
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return Some(format!("{value} is none of {values:?}"));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let may_be = match &schema["type"] {
        Value::Null => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    let whole = kind == "integer" && may_be.contains(&"number");
    if !whole && !may_be.contains(&kind) {
        return Some(format!("{value} is not {may_be:?}"));
    }
    match value {
        Value::Array(items) => items
            .iter()
            .find_map(|item| wrong(document, &schema["items"], item)),
        Value::Object(entries) => {
            let required = schema["required"].as_array().into_iter().flatten();
            let missing = required
                .filter_map(Value::as_str)
                .find(|name| !entries.contains_key(*name))
                .map(|name| format!("no {name} in {value}"));
            missing.or_else(|| {
                entries
                    .iter()
                    .find_map(|(name, value)| match schema["properties"].get(name) {
                        Some(schema) => {
                            wrong(document, schema, value).map(|wrong| format!("{name}: {wrong}"))
                        }
                        None if schema["additionalProperties"] == json!(false) => {
                            Some(format!("{name} is not spoken of"))
                        }
                        None => None,
                    })
            })
        }
        _ => None,
    }
}

#[test]
fn what_is_wrong_is_found() {
    let document = json!({"components": {"schemas": {"Word": {"enum": ["a", "b"]}}}});
    let schema = json!({
        "type": "object",
        "required": ["a"],
        "properties": {
            "a": {"type": ["integer", "null"]},
            "b": {"oneOf": [{"$ref": "#/components/schemas/Word"}, {"type": "null"}]},
            "c": {"type": "array", "items": {"type": "string"}},
        },
        "additionalProperties": false,
    });
    let find = |value: Value| wrong(&document, &schema, &value);
    assert_eq!(find(json!({"a": 1, "b": "a", "c": ["x"]})), None);
    assert_eq!(find(json!({"a": null, "b": null})), None);
    for value in [
        json!({}),
        json!({"a": "1"}),
        json!({"a": 1.5}),
        json!({"a": 1, "b": "c"}),
        json!({"a": 1, "c": [1]}),
        json!({"a": 1, "d": 1}),
        json!([]),
    ] {
        assert!(find(value.clone()).is_some(), "{value}");
    }
}

#[test]
fn the_verbs_are_those_there_are() {
    let house = TestServer::open("");
    let document = house.get("/api/v1/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().expect("paths");
    let mut described: BTreeSet<&str> = paths
        .keys()
        .filter_map(|path| path.strip_prefix("/api/v1/"))
        .collect();
    for besides in [
        "levels",
        "catalogue",
        "health",
        "jobs/{id}",
        "jobs/{id}/events",
        "jobs/{id}/answer",
    ] {
        assert!(described.remove(besides), "{besides}");
    }
    let ask = Ask::command();
    let verbs: BTreeSet<&str> = ask.get_subcommands().map(clap::Command::get_name).collect();
    assert_eq!(described, verbs);
}

#[test]
fn parameters_are_what_the_command_takes() {
    let house = TestServer::open("");
    let document = house.get("/api/v1/openapi.json").json();
    let parameters = document["paths"]["/api/v1/draw"]["post"]["parameters"].as_array();
    let find = |name: &str| {
        let mut parameters = parameters.expect("a list").iter();
        let found = parameters.find(|parameter| parameter["name"] == name);
        found.expect(name).clone()
    };
    assert_eq!(
        find("format")["schema"]["enum"],
        json!(["svg", "png", "gif"])
    );
    assert_eq!(find("theme")["schema"]["default"], "light");
    assert_eq!(find("size")["schema"]["type"], "integer");
    assert_eq!(find("level")["schema"]["type"], "integer");
    assert_eq!(find("memory")["schema"]["type"], "string");
    assert!(find("after")["description"].is_string());
}

#[test]
fn every_answer_looks_as_it_is_described() {
    let house = TestServer::open("--patience 60s");
    let document = house.get("/api/v1/openapi.json").json();
    let levels = house.get("/api/v1/levels");
    let path = "/paths/~1api~1v1~1levels/get/responses/200/content/application~1json/schema";
    let schema = document.pointer(path).expect("it is described");
    assert_eq!(wrong(&document, schema, &levels.json()), None);
    let mut checked = BTreeSet::new();
    let levels = levels.json();
    for (verb, item) in document["paths"].as_object().expect("paths") {
        let Some(schema) = item.pointer("/post/responses/200/content/application~1json/schema")
        else {
            continue;
        };
        for level in levels.as_array().expect("a list") {
            let text = level["text"].as_str().expect("a text");
            // What was not found in time is an answer, too.
            let question = format!("{verb}?time=300ms");
            let answer = house.request("POST", &question, "", text.as_bytes());
            let value = answer.json();
            let found = match answer.status {
                200 => wrong(&document, schema, &value),
                _ => {
                    let problem = json!({"$ref": "#/components/schemas/Problem"});
                    wrong(&document, &problem, &value)
                }
            };
            assert_eq!(found, None, "{verb} of {}", level["name"]);
            if answer.status == 200 {
                checked.insert(verb.as_str());
            }
        }
    }
    // None of them was only ever refused.
    assert_eq!(checked.len(), 10, "{checked:?}");
    let whole = house.ask("solve?whole=true&explain=true", LEVEL).json();
    let schema = json!({"$ref": "#/components/schemas/Solved"});
    assert_eq!(wrong(&document, &schema, &whole), None);
    let layers = whole["layers"].as_array().expect("a list");
    let positions: u64 = layers.iter().filter_map(Value::as_u64).sum();
    assert_eq!(whole["states"], positions, "{whole}");
    let ladders = levels.as_array().into_iter().flatten();
    for level in ladders.filter(|level| level["game"] == "ladders") {
        let text = level["text"].as_str().expect("a text");
        let odds = house.ask("odds?players=2&rolls=5", text).json();
        let schema = json!({"$ref": "#/components/schemas/Odds"});
        assert_eq!(wrong(&document, &schema, &odds), None, "{}", level["name"]);
    }
    // A board that does not say what a search must know.
    let covered = "game: mines\nmines: 1\n\n?1\n?1\n";
    let shown = house.ask("show?distances=true", covered).json();
    assert_eq!(shown["limit"], "unknown");
    let schema = json!({"$ref": "#/components/schemas/Shown"});
    assert_eq!(wrong(&document, &schema, &shown), None);
    let faults = [
        LEVEL.replace("par: 4", "par: 5"),
        LEVEL.replace("U R R D", "U R R D U"),
        LEVEL.replace("U R R D", "U R"),
        LEVEL.replace("U R R D", "D"),
        LEVEL.replace("U R R D", "U L U R R R D D"),
    ];
    for level in faults {
        let checked = house.ask("check", &level).json();
        assert_ne!(checked["faults"], json!([]), "{level}");
        let schema = json!({"$ref": "#/components/schemas/Checked"});
        assert_eq!(wrong(&document, &schema, &checked), None, "{level}");
    }
    let game = json!({"$ref": "#/components/schemas/Game"});
    for line in house.get("/api/v1/games").text().lines() {
        let value = serde_json::from_str(line).expect(line);
        assert_eq!(wrong(&document, &game, &value), None);
    }
    let job = json!({"$ref": "#/components/schemas/Job"});
    let hurry = "prefer: respond-async\r\n";
    let answer = house.request("POST", "/api/v1/solve", hurry, b"endless");
    assert_eq!(wrong(&document, &job, &answer.json()), None);
}

#[test]
fn people_can_read_it_in_both_languages() {
    let house = TestServer::open("");
    let english = house.get("/api");
    let kind = english.header("content-type");
    assert_eq!(kind, Some("text/html; charset=utf-8"));
    assert!(english.text().contains("<code>/api/v1/solve</code>"));
    assert!(!english.text().contains("style="), "the policy forbids it");
    assert_eq!(house.get("/api.css").status, 200);
    let chinese = house.get("/api?lang=zh");
    assert!(chinese.text().contains("<html lang=\"zh\">"));
    assert_ne!(english.text(), chinese.text());
    // The examples can be asked about as they are.
    let document = house.get("/api/v1/openapi.json").json();
    let examples = document
        .pointer("/paths/~1api~1v1~1solve/post/requestBody/content/text~1plain/examples")
        .and_then(Value::as_object);
    for (name, example) in examples.expect("examples") {
        let text = example["value"].as_str().expect(name);
        assert_eq!(house.ask("solve", text).status, 200, "{name}");
    }
}
