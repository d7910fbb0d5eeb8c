//! The levels that ship with the program.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use fewest_games::source::Source;
use fewest_games::{GAMES, registry};
use rust_embed::RustEmbed;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(RustEmbed)]
#[folder = "../../levels"]
struct Levels;

/// One of them.
#[derive(Serialize, ToSchema)]
pub struct Shipped {
    /// Its place: `snake/round-the-wall`.
    pub name: String,
    /// The game's id.
    game: &'static str,
    #[schema(required)]
    title: Option<String>,
    rows: u32,
    columns: u32,
    /// What its notes say the fewest is.
    #[schema(required)]
    par: Option<String>,
    /// The level itself.
    pub text: String,
}

static LIST: LazyLock<Vec<Shipped>> =
    LazyLock::new(|| Levels::iter().filter_map(|file| shipped(&file)).collect());

static JSON: LazyLock<Vec<u8>> =
    LazyLock::new(|| serde_json::to_vec(&*LIST).expect("texts and numbers can be written"));

/// The smallest level of each game, to try things with.
pub fn smallest() -> impl Iterator<Item = &'static Shipped> {
    GAMES.iter().filter_map(|game| {
        let of_it = LIST.iter().filter(|level| level.game == game.info().id);
        of_it.min_by_key(|level| level.rows * level.columns)
    })
}

/// All of them, as JSON.
pub async fn levels() -> Response {
    (
        [(header::CONTENT_TYPE, "application/json")],
        JSON.as_slice(),
    )
        .into_response()
}

/// The level of a file; nothing where there is none or several.
fn shipped(file: &str) -> Option<Shipped> {
    let text = String::from_utf8(Levels::get(file)?.data.into_owned()).ok()?;
    let levels = registry::read(Source::new(text.as_bytes()).ok()?, None).ok()?;
    let [level] = <[_; 1]>::try_from(levels).ok()?;
    let (rows, columns) = level.size();
    Some(Shipped {
        name: file.strip_suffix(".txt")?.to_string(),
        game: level.info().id,
        title: level.title().map(str::to_string),
        rows,
        columns,
        par: level.par().map(|par| par.to_string()),
        text,
    })
}
