//! The document of the API as a page that people can read.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::extract::RawQuery;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use fewest_words::{Lang, say};
use serde_json::Value;

use crate::{document, question};

/// The document and the page of it in a language: each is made once.
struct Told {
    json: Vec<u8>,
    html: String,
}

impl Told {
    fn new(lang: Lang) -> Self {
        let document = lang.speak(document::document);
        let written = "texts and numbers can be written";
        let value = serde_json::to_value(&document).expect(written);
        Told {
            json: serde_json::to_vec(&document).expect(written),
            html: lang.speak(|| whole(lang, &value)),
        }
    }

    fn of(query: Option<String>) -> &'static Self {
        static ENGLISH: LazyLock<Told> = LazyLock::new(|| Told::new(Lang::En));
        static CHINESE: LazyLock<Told> = LazyLock::new(|| Told::new(Lang::Zh));
        match question::language(&query.unwrap_or_default()) {
            Lang::En => &ENGLISH,
            Lang::Zh => &CHINESE,
        }
    }
}

/// The document itself.
pub async fn json(RawQuery(query): RawQuery) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, Told::of(query).json.as_slice()).into_response()
}

/// The page.
pub async fn html(RawQuery(query): RawQuery) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (kind, Told::of(query).html.as_str()).into_response()
}

/// How somebody asks from a shell.
const EXAMPLE: &str = "curl --data-binary @level.txt 'http://127.0.0.1:8321/api/v1/solve?time=10s'";

fn whole(lang: Lang, document: &Value) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>fewest · API</title>\n\
         <link rel=\"icon\" href=\"/icon.svg\">\n<link rel=\"stylesheet\" href=\"/look/theme.css\">\n\
         <link rel=\"stylesheet\" href=\"/api.css\">\n<main>\n<h1>{}</h1>\n",
        lang.code(),
        safe(&say!("The API of fewest"))
    );
    let other = match lang {
        Lang::En => ("/api?lang=zh", "zh", "中文"),
        Lang::Zh => ("/api", "en", "English"),
    };
    let (place, other, name) = other;
    let document_link = "<a href=\"/api/v1/openapi.json\">openapi.json</a>";
    let _ = write!(
        page,
        "<nav><a href=\"/\">fewest</a> {document_link} <a href=\"{place}\" lang=\"{other}\">{name}</a></nav>\n<p>{}</p>\n<pre>{}</pre>\n",
        safe(text(&document["info"]["description"])),
        safe(EXAMPLE)
    );
    page += "<nav>";
    for (path, _) in entries(&document["paths"]) {
        let _ = write!(page, "<a href=\"#{0}\">{0}</a> ", safe(path));
    }
    page += "</nav>\n";
    for (path, item) in entries(&document["paths"]) {
        let _ = writeln!(page, "<div id=\"{}\">", safe(path));
        for (method, operation) in entries(item) {
            section(&mut page, path, method, operation);
        }
        page += "</div>\n";
    }
    let _ = writeln!(page, "<h2>{}</h2>", safe(&say!("What answers look like")));
    for (name, schema) in entries(&document["components"]["schemas"]) {
        let _ = write!(
            page,
            "<section id=\"{0}\">\n<h3>{0}</h3>\n<p>{1}</p>\n",
            safe(name),
            safe(text(&schema["description"]))
        );
        let rows = entries(&schema["properties"]).map(|(name, property)| {
            let about = property["description"].as_str().unwrap_or_default();
            (name.to_string(), kind(property), about.to_string())
        });
        table(&mut page, rows);
        if let Some(values) = schema["enum"].as_array() {
            let values: Vec<_> = values.iter().map(|value| code(text(value))).collect();
            let _ = writeln!(page, "<p>{}</p>", values.join(" · "));
        }
        page += "</section>\n";
    }
    page + "</main>\n</html>\n"
}

/// One address and one method.
fn section(page: &mut String, path: &str, method: &str, operation: &Value) {
    let _ = write!(
        page,
        "<section>\n<h2><b>{}</b> {}</h2>\n<p>{}</p>\n",
        safe(&method.to_uppercase()),
        code(path),
        safe(text(&operation["summary"]))
    );
    let parameters = operation["parameters"].as_array().map(Vec::as_slice);
    let rows = parameters.unwrap_or_default().iter().map(|parameter| {
        let name = text(&parameter["name"]).to_string();
        let about = text(&parameter["description"]).to_string();
        (name, kind(&parameter["schema"]), about)
    });
    table(page, rows);
    let rows = entries(&operation["responses"]).map(|(status, response)| {
        let kinds: Vec<_> = entries(&response["content"])
            .map(|(kind, content)| match reference(&content["schema"]) {
                Some(link) => format!("{} {link}", safe(kind)),
                None => safe(kind),
            })
            .collect();
        let about = text(&response["description"]).to_string();
        (status.to_string(), kinds.join(", "), about)
    });
    table(page, rows);
    *page += "</section>\n";
}

/// Rows of a name, a kind that is written already, and words about it.
fn table(page: &mut String, rows: impl Iterator<Item = (String, String, String)>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    *page += "<table>\n";
    for (name, kind, about) in rows {
        let (name, about) = (code(&name), safe(&about));
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{name}</th><td>{kind}</td><td>{about}</td></tr>"
        );
    }
    *page += "</table>\n";
}

/// What a value may be, in few words.
fn kind(schema: &Value) -> String {
    if let Some(link) = reference(schema) {
        return link;
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<_> = values.iter().map(|value| code(text(value))).collect();
        return values.join(" · ");
    }
    if let Some(each) = schema["oneOf"].as_array() {
        let kinds: Vec<_> = each.iter().map(kind).collect();
        return kinds.join(" · ");
    }
    let names = match &schema["type"] {
        Value::String(name) => vec![name.as_str()],
        Value::Array(names) => names.iter().map(text).collect(),
        _ => Vec::new(),
    };
    let names = names.into_iter().map(|name| match name {
        "array" => format!("[{}]", kind(&schema["items"])),
        name => safe(name),
    });
    names.collect::<Vec<_>>().join(" · ")
}

/// A link to what a schema refers to.
fn reference(schema: &Value) -> Option<String> {
    let name = schema["$ref"].as_str()?.rsplit('/').next()?;
    Some(format!("<a href=\"#{0}\">{0}</a>", safe(name)))
}

fn entries(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let entries = object.as_object().into_iter().flatten();
    entries.map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", safe(text))
}

/// A text in which nothing is taken for markup.
fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            letter => safe.push(letter),
        }
    }
    safe
}
