//! The levels that ship with the program, and its games.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use fewest_verbs::samples::{self, Sample};
use serde::Serialize;
use utoipa::ToSchema;

use crate::files::File;

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
    LazyLock::new(|| samples::all().iter().map(Shipped::from).collect());

/// All of them, as JSON.
pub static LEVELS: LazyLock<File> = LazyLock::new(|| {
    let json = serde_json::to_string(&*LIST).expect("texts and numbers can be written");
    File::new("application/json", json)
});

/// The games as JSON, one a line, made once.
pub static GAMES: LazyLock<File> = LazyLock::new(|| {
    let mut lines = Vec::new();
    fewest_verbs::games::list(&mut lines).expect("there is room in the memory");
    let lines = String::from_utf8(lines).expect("JSON is UTF-8");
    File::new("application/x-ndjson", lines)
});

/// The smallest level of each game, to try things with.
pub fn smallest() -> impl Iterator<Item = &'static Shipped> {
    fewest_games::builtin::GAMES.iter().filter_map(|game| {
        let of_it = LIST.iter().filter(|level| level.game == game.info().id);
        of_it.min_by_key(|level| level.rows * level.columns)
    })
}

/// Sends all of them.
pub async fn levels(headers: HeaderMap) -> Response {
    LEVELS.respond(&headers)
}

impl From<&Sample> for Shipped {
    fn from(sample: &Sample) -> Self {
        Shipped {
            name: sample.name.clone(),
            game: sample.game,
            title: sample.title.clone(),
            rows: sample.rows,
            columns: sample.columns,
            par: sample.par.clone(),
            text: sample.text.clone(),
        }
    }
}
