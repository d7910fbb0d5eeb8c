//! The levels that the server has: those that ship with the program, and a catalogue where one is served,
//! page by page.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use clap::{Command, CommandFactory as _, FromArgMatches as _, Parser};
use fewest_catalogue::{Catalogue, Trouble};
use fewest_verbs::args::LanguageArgs;
use fewest_verbs::catalogue::{FilterArgs, LevelAnswer, PageArgs, diagnostic};
use fewest_verbs::games::{self, Sample};
use fewest_words::say;
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio::task;
use utoipa::ToSchema;

use crate::document::boards::CatalogueLevel;
use crate::files::File;
use crate::problem::Problem;
use crate::question;
use crate::scheduler::Scheduler;

/// How many levels a page has at most, and where nobody says how many.
const LONGEST: u64 = 100;
const USUAL: u64 = 48;
/// How many bytes its levels may have together; but one level more than that.
const HEAVIEST: usize = 4 << 20;
/// How many pages are read at a time.
const READERS: usize = 4;

/// A catalogue that is there to be read. Others may write it meanwhile.
#[derive(Debug)]
pub struct ServedCatalogue {
    file: PathBuf,
    readers: Arc<Semaphore>,
}

/// What a query may ask for.
#[derive(Parser)]
#[command(name = "catalogue", disable_help_flag = true)]
struct Asked {
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    language: LanguageArgs,
}

/// Some of the levels of the catalogue.
#[derive(Serialize, ToSchema)]
pub struct CataloguePage {
    /// How many levels are meant, on all pages together.
    total: u64,
    /// How many of them come before these.
    offset: u64,
    /// So many as were asked for, or fewer where they are large.
    #[schema(value_type = Vec<CatalogueLevel>)]
    levels: Vec<LevelAnswer>,
}

/// How it is asked.
pub fn catalogue_command() -> &'static Command {
    static COMMAND: LazyLock<Command> = LazyLock::new(|| {
        let mut command = Asked::command();
        command.build();
        command
    });
    &COMMAND
}

impl ServedCatalogue {
    /// The catalogue in a file, or what is wrong with it.
    pub fn open(file: &Path) -> Result<Self, String> {
        match Catalogue::read(file) {
            Ok(_) => Ok(ServedCatalogue {
                file: file.to_path_buf(),
                readers: Arc::new(Semaphore::new(READERS)),
            }),
            Err(trouble) => Err(diagnostic(file, &trouble)),
        }
    }

    /// A page of it as JSON, of at most so many bytes.
    async fn read(&self, asked: Asked, most: usize) -> Result<Vec<u8>, Problem> {
        let lang = asked.language.lang;
        let permit = self.readers.clone().acquire_owned().await;
        let file = self.file.clone();
        // The file is opened anew for each page: it may have been replaced by another one.
        let reading = task::spawn_blocking(move || {
            let _permit = permit;
            lang.speak(|| page(&file, &asked, most))
        });
        let broken = |_| Err(Problem::fault(say!("a page could not be read")));
        reading.await.unwrap_or_else(broken)
    }
}

/// A page of the catalogue.
pub async fn catalogue_page(
    State(scheduler): State<Arc<Scheduler>>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let asked = read(&query.unwrap_or_default())?;
    let catalogue = scheduler.catalogue.as_ref();
    let catalogue = catalogue.ok_or_else(Problem::no_catalogue)?;
    let json = catalogue.read(asked, scheduler.limits.answer).await?;
    let reservation = scheduler.room_for_answer(json.len());
    let json = reservation.ok_or_else(Problem::busy)?.hold(json.into());
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

fn read(query: &str) -> Result<Asked, Problem> {
    let words = question::words(catalogue_command(), query)?;
    let unreadable = |error| question::unreadable(catalogue_command(), &error);
    let matches = catalogue_command().clone().try_get_matches_from(words);
    let matches = matches.map_err(unreadable)?;
    Asked::from_arg_matches(&matches).map_err(unreadable)
}

fn page(file: &Path, asked: &Asked, most: usize) -> Result<Vec<u8>, Problem> {
    let unreadable = |trouble: Trouble| Problem::unreadable_catalogue(trouble.to_string());
    let mut filter = asked.page.page(asked.filter.filter());
    filter.limit = Some(filter.limit.unwrap_or(USUAL).min(LONGEST));
    let catalogue = Catalogue::read(file).map_err(unreadable)?;
    let mut page = CataloguePage {
        total: catalogue.count(&filter).map_err(unreadable)?,
        offset: filter.offset,
        levels: Vec::new(),
    };
    let mut weight = 0;
    let listed = catalogue.list(&filter, &mut |level| {
        weight += level.entry.text.len();
        if weight > HEAVIEST.min(most) && !page.levels.is_empty() {
            return ControlFlow::Break(());
        }
        page.levels.push(level.into());
        ControlFlow::Continue(())
    });
    listed.map_err(unreadable)?;
    let json = serde_json::to_vec(&page).expect("texts and numbers can be written");
    match json.len() <= most {
        true => Ok(json),
        false => Err(Problem::too_large_answer(most)),
    }
}

/// All of them, as JSON.
pub static LEVELS: LazyLock<File> = LazyLock::new(|| {
    let json = serde_json::to_string(games::samples()).expect("texts and numbers can be written");
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
pub fn smallest() -> impl Iterator<Item = &'static Sample> {
    fewest_games::builtin::GAMES.iter().filter_map(|game| {
        let of_it = games::samples()
            .iter()
            .filter(|level| level.game == game.info().id);
        of_it.min_by_key(|level| level.rows * level.columns)
    })
}

/// Sends all of them.
pub async fn shipped(headers: HeaderMap) -> Response {
    LEVELS.respond(&headers)
}
