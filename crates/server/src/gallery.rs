//! The levels that ship with the program.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use fewest_games::GAMES;
use fewest_verbs::samples::{self, Sample};
use serde::Serialize;
use utoipa::ToSchema;

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
