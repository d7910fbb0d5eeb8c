//! The files of the page: what they are made of, and how they are sent.
//!
//! The page's modules and stylesheets are joined into two scripts and one sheet. Their addresses
//! have a hash of what they hold, so that a browser keeps them until they change.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::sync::{LazyLock, OnceLock};

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use crate::problem::Problem;
use crate::{bundle, levels};

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SHEET: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const JSON: &str = "application/json";

/// A text that stays the same while the program runs.
pub struct File {
    kind: &'static str,
    text: Cow<'static, str>,
    hash: u64,
    /// Whether its address changes when it does.
    is_immutable: bool,
    /// The compressed text, once a client has asked for it.
    gzip: OnceLock<Vec<u8>>,
}

impl File {
    /// A text of a media type.
    pub fn new(kind: &'static str, text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        File {
            kind,
            text,
            hash: hasher.finish(),
            is_immutable: false,
            gzip: OnceLock::new(),
        }
    }

    /// Sends the text, compressed if the client accepts that, unless the client has it already.
    pub fn respond(&'static self, headers: &HeaderMap) -> Response {
        let is_gzip = accepts_gzip(headers);
        let tag = match is_gzip {
            true => format!("\"{:016x}-gzip\"", self.hash),
            false => format!("\"{:016x}\"", self.hash),
        };
        // Other files are revalidated every time: the next server may be another version.
        let kept = match self.is_immutable {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        };
        let has_it = has_tag(headers, &tag);
        let about = [
            (header::CACHE_CONTROL, kept.to_string()),
            (header::ETAG, tag),
            (header::VARY, "accept-encoding".to_string()),
        ];
        if has_it {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.kind)];
        match is_gzip {
            true => {
                let coding = [(header::CONTENT_ENCODING, "gzip")];
                let bytes = Bytes::from_static(self.gzip());
                (about, kind, coding, bytes).into_response()
            }
            false => {
                let bytes = Bytes::from_static(self.text.as_bytes());
                (about, kind, bytes).into_response()
            }
        }
    }

    fn gzip(&self) -> &[u8] {
        self.gzip.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            let written = encoder.write_all(self.text.as_bytes());
            let gzip = written.and_then(|()| encoder.finish());
            gzip.expect("there is room in the memory")
        })
    }
}

/// Whether a client accepts gzip: by its name, or else as any coding.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let (mut by_name, mut as_any) = (None, None);
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    for coding in values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
    {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix(['q', 'Q']).map(str::trim_start);
        let weight = weight.and_then(|weight| weight.strip_prefix('='));
        let weight = weight.and_then(|weight| weight.trim().parse::<f32>().ok());
        let is_accepted = weight.is_some_and(|weight| weight > 0.0);
        match name.trim().to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => by_name = Some(is_accepted),
            "*" => as_any = Some(is_accepted),
            _ => {}
        }
    }
    by_name.or(as_any).unwrap_or(false)
}

/// Whether the client has the text with this tag.
fn has_tag(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    let tags = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    tags.map(str::trim)
        .any(|has| has == "*" || has.trim_start_matches("W/") == tag)
}

/// Sends the file at an address.
pub async fn find(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    static FILES: LazyLock<HashMap<String, File>> = LazyLock::new(files);
    if !matches!(method, Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (allowed, Problem::wrong_method()).into_response();
    }
    match FILES.get(uri.path()) {
        Some(file) => file.respond(&headers),
        None => Problem::not_found().into_response(),
    }
}

#[derive(RustEmbed)]
#[folder = "web"]
struct Web;

/// The text of a file of the page, as it stands in the sources.
fn source(name: &str) -> Option<String> {
    let bytes = Web::get(name)?.data.into_owned();
    Some(String::from_utf8(bytes).expect("the page's files are texts"))
}

/// The files that are served, by their addresses.
fn files() -> HashMap<String, File> {
    let page = source("index.html").expect("the page is embedded");
    let icon = source("icon.svg").expect("the icon is embedded");
    let api = source("api.css").expect("the sheet is embedded");
    let mut files = HashMap::from([
        ("/icon.svg".to_string(), File::new(SVG, icon.clone())),
        ("/api.css".to_string(), File::new(SHEET, api)),
        (
            "/look/theme.css".to_string(),
            File::new(SHEET, fewest_draw::css()),
        ),
        (
            "/words/zh.json".to_string(),
            File::new(JSON, fewest_words::DICTIONARY),
        ),
    ]);
    // Adds an immutable file. Its address contains the hash of its content.
    let mut keep = |name: &str, kind, text: Cow<'static, str>| {
        let mut file = File::new(kind, text);
        file.is_immutable = true;
        let (stem, ending) = name.rsplit_once('.').expect("a name with an ending");
        let address = format!("/{stem}-{:016x}.{ending}", file.hash);
        files.insert(address.clone(), file);
        address
    };
    let icon = keep("icon.svg", SVG, icon.into());
    let words = keep("words/zh.json", JSON, fewest_words::DICTIONARY.into());
    let sheet = keep("style.css", SHEET, sheet(&page).into());
    let mut html = String::new();
    let mut is_linked = false;
    for line in page.lines() {
        if let Some(name) = between(line, SCRIPT_BEGINS, "\"") {
            let script = bundle::join(name, module).expect("a test joins the same modules");
            let address = keep(name, SCRIPT, script.into());
            html += &line.replace(name, &address);
        } else if between(line, SHEET_BEGINS, "\"").is_some() {
            if is_linked {
                continue;
            }
            is_linked = true;
            html += &format!("    {SHEET_BEGINS}{sheet}\" />");
        } else {
            html += &line
                .replace("\"icon.svg\"", &format!("\"{icon}\""))
                .replace("/words/zh.json", &words);
        }
        html.push('\n');
    }
    files.insert("/index.html".to_string(), File::new(HTML, html.clone()));
    files.insert("/".to_string(), File::new(HTML, html));
    files
}

const SCRIPT_BEGINS: &str = "<script type=\"module\" src=\"";
const SHEET_BEGINS: &str = "<link rel=\"stylesheet\" href=\"";

/// What stands in a line behind one text and before another.
fn between<'line>(line: &'line str, begin: &str, end: &str) -> Option<&'line str> {
    let (_, rest) = line.split_once(begin)?;
    Some(rest.split_once(end)?.0)
}

/// The stylesheets that the page links to as one, in their order.
fn sheet(page: &str) -> String {
    let mut sheet = String::new();
    for name in page
        .lines()
        .filter_map(|line| between(line, SHEET_BEGINS, "\""))
    {
        let text = match name {
            "/look/theme.css" => fewest_draw::css(),
            name => source(name).expect("the page's sheets are embedded"),
        };
        for line in text.lines() {
            sheet += line;
            sheet.push('\n');
        }
    }
    sheet
}

/// The source of a module. `embedded.js` is made here: it has the answers that the page needs at
/// once, so that it does not have to ask for them.
fn module(name: &str) -> Option<String> {
    if name != "embedded.js" {
        return source(name);
    }
    let games: Vec<&str> = levels::GAMES.text.lines().collect();
    let symbols = serde_json::to_string(&fewest_draw::sheet()).expect("texts can be written");
    Some(format!(
        "export const GAMES = [{}];\nexport const LEVELS = {};\nexport const SYMBOLS = {symbols};\n",
        games.join(","),
        levels::LEVELS.text,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, values: &[&str]) -> HeaderMap {
        let values = values.iter().map(|value| value.parse().expect("a value"));
        values.map(|value| (name.clone(), value)).collect()
    }

    /// Fails where a module of the page has an import or an export that cannot be joined.
    #[test]
    fn the_scripts_of_the_page_are_joined() {
        let script = bundle::join("main.js", module).expect("they can be joined");
        let place = |text: &str| script.find(text).unwrap_or_else(|| panic!("{text}"));
        assert!(place("\n// words.js\n") < place("\nawait speak("));
        assert!(place("\nawait speak(") < place("\n// main.js\n"));
        assert!(
            script.contains("\"id\":\"snake\""),
            "the games are embedded"
        );
        assert!(!script.contains("\n/**\n"), "comments are left out");
        let early = bundle::join("early.js", module).expect("they can be joined");
        assert!(early.len() < 2000, "{} bytes", early.len());
    }

    /// Joined, a sheet must not depend on where it came from, or on being first.
    #[test]
    fn the_sheets_of_the_page_are_joined() {
        let page = source("index.html").expect("a page");
        let sheet = sheet(&page);
        assert!(sheet.starts_with(fewest_draw::css().lines().next().expect("a line")));
        for word in ["@import", "@charset", "@namespace"] {
            assert!(!sheet.contains(word), "{word}");
        }
        for url in sheet.split("url(").skip(1) {
            assert!(url.starts_with("\"#"), "{url:.20}");
        }
    }

    #[test]
    fn the_page_names_its_scripts_and_its_sheet_by_what_they_hold() {
        let files = files();
        let page = &files["/"].text;
        for (begin, count) in [
            (SCRIPT_BEGINS, 2),
            (SHEET_BEGINS, 1),
            ("content=\"/words/", 1),
        ] {
            let lines = page.lines().filter(|line| line.contains(begin));
            assert_eq!(lines.count(), count, "{begin}");
        }
        let immutable = files.iter().filter(|(_, file)| file.is_immutable);
        let mut count = 0;
        for (address, file) in immutable {
            assert!(page.contains(&format!("\"{address}\"")), "{address}");
            assert!(
                address.contains(&format!("{:016x}", file.hash)),
                "{address}"
            );
            count += 1;
        }
        assert_eq!(count, 5);
        assert!(!files.contains_key("/main.js"));
    }

    #[test]
    fn gzip_is_sent_to_those_who_accept_it() {
        for (values, expected) in [
            (&[][..], false),
            (&[""], false),
            (&["identity"], false),
            (&["gzip"], true),
            (&["X-GZip"], true),
            (&["deflate, gzip, br"], true),
            (&["br", "gzip"], true),
            (&["gzip;q=0"], false),
            (&["gzip; q=0.000"], false),
            (&["GZIP ; Q = 0.5"], true),
            (&["*"], true),
            (&["*;q=0"], false),
            (&["gzip;q=0, *"], false),
            (&["*;q=0, gzip"], true),
            (&["gzip;level=9"], false),
        ] {
            let headers = headers(header::ACCEPT_ENCODING, values);
            assert_eq!(accepts_gzip(&headers), expected, "{values:?}");
        }
    }

    #[test]
    fn a_tag_is_found_among_others() {
        for (values, expected) in [
            (&[][..], false),
            (&["\"1\""], true),
            (&["W/\"1\""], true),
            (&["\"0\", \"1\""], true),
            (&["\"0\"", "\"1\""], true),
            (&["*"], true),
            (&["\"1-gzip\""], false),
            (&["1"], false),
        ] {
            let headers = headers(header::IF_NONE_MATCH, values);
            assert_eq!(has_tag(&headers, "\"1\""), expected, "{values:?}");
        }
    }
}
