//! The catalogue that is served beside the levels that ship, where there is one: page by page.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use clap::{Command, CommandFactory as _, FromArgMatches as _, Parser};
use fewest_catalogue::{Catalogue, Trouble};
use fewest_verbs::args::LanguageArgs;
use fewest_verbs::catalogue::{FilterArgs, LevelAnswer, PageArgs, complaint};
use fewest_verbs::output::size;
use fewest_words::say;
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio::task;

use crate::house::House;
use crate::problem::Problem;
use crate::question;

/// How many levels a page has at most, and where nobody says how many.
const LONGEST: u64 = 100;
const USUAL: u64 = 48;
/// How many bytes its levels may have together; but one level more than that.
const HEAVIEST: usize = 4 << 20;
/// How many pages are read at a time.
const READERS: usize = 4;

/// A catalogue that is there to be read. Others may write it meanwhile.
#[derive(Debug)]
pub struct Shelf {
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

/// What is answered.
#[derive(Serialize)]
struct Page {
    total: u64,
    offset: u64,
    levels: Vec<LevelAnswer>,
}

/// How it is asked.
pub fn command() -> &'static Command {
    static COMMAND: LazyLock<Command> = LazyLock::new(|| {
        let mut command = Asked::command();
        command.build();
        command
    });
    &COMMAND
}

impl Shelf {
    /// The catalogue in a file, or what is wrong with it.
    pub fn open(file: &Path) -> Result<Self, String> {
        match Catalogue::read(file) {
            Ok(_) => Ok(Shelf {
                file: file.to_path_buf(),
                readers: Arc::new(Semaphore::new(READERS)),
            }),
            Err(trouble) => Err(complaint(file, &trouble)),
        }
    }

    /// A page of it as JSON, of at most so many bytes.
    async fn read(&self, asked: Asked, most: usize) -> Result<Vec<u8>, Problem> {
        let lang = asked.language.lang;
        let turn = self.readers.clone().acquire_owned().await;
        let file = self.file.clone();
        // The file is opened anew for each page: it may have been replaced by another one.
        let reading = task::spawn_blocking(move || {
            let _turn = turn;
            lang.speak(|| page(&file, &asked, most))
        });
        let broken = |_| Err(Problem::fault(say!("a page could not be read")));
        reading.await.unwrap_or_else(broken)
    }
}

/// A page of the catalogue.
pub async fn levels(State(house): State<Arc<House>>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let answered = async {
        let asked = read(&query)?;
        let shelf = house.shelf.as_ref();
        let shelf = shelf.ok_or_else(Problem::no_catalogue)?;
        let json = shelf.read(asked, house.rules.answer).await?;
        let part = house.room_for_answer(json.len());
        let part = part.ok_or_else(Problem::busy)?;
        Ok(part.hold(json.into()))
    };
    let answered: Result<_, Problem> = answered.await;
    match answered {
        Ok(json) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
        Err(problem) => problem.into_response(),
    }
}

fn read(query: &str) -> Result<Asked, Problem> {
    let words = question::words(command(), query)?;
    let unreadable = |error| question::unreadable(command(), &error);
    let matches = command().clone().try_get_matches_from(words);
    let matches = matches.map_err(unreadable)?;
    Asked::from_arg_matches(&matches).map_err(unreadable)
}

fn page(file: &Path, asked: &Asked, most: usize) -> Result<Vec<u8>, Problem> {
    let unreadable = |trouble: Trouble| Problem::unreadable_catalogue(trouble.to_string());
    let mut filter = asked.page.page(asked.filter.filter());
    filter.limit = Some(filter.limit.unwrap_or(USUAL).min(LONGEST));
    let catalogue = Catalogue::read(file).map_err(unreadable)?;
    let mut page = Page {
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
        false => {
            let most = size(most as u64);
            let problem = Problem::too_large(say!("the answer is larger than {most}", most));
            Err(problem.advised(say!("ask for less at once")))
        }
    }
}
