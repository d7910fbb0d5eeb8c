//! What must hold whatever the input. Each truth takes any bytes; none may panic, none may
//! take long or much memory. `mutations` and the fuzz targets run the same ones.

mod holds;

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;
use std::{fs, io};

use fewest_games::builtin::{self, AnyLevel, AnySession, GAMES, GameId};
use fewest_games::format::{self, JudgeError, Loss, Unread};
use fewest_games::game::Standing;
use fewest_games::level_text;

use fewest_games::rows::Row;
use fewest_games::source::{Source, TextError, is_text};
use fewest_games::view::View;
use fewest_search::{Limits, SearchContext, SearchOptions};
use holds::{holds, points_into, tells_its_odds};

/// What a search may use here: enough to solve small boards, little enough to try thousands.
const LIMITS: Limits = Limits {
    states: Some(2000),
    memory: Some(4 << 20),
    time: Some(Duration::from_millis(50)),
    cost: None,
};

fn within_limits() -> SearchContext<'static> {
    SearchContext::new(&SearchOptions::new().limits(LIMITS))
}

/// How many queries about one map, and how many moves of one text, are looked at.
const ENOUGH: usize = 24;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The boards that arbitrary moves are tried on: the two shortest levels of each game.
pub fn boards() -> &'static str {
    static BOARDS: OnceLock<String> = OnceLock::new();
    BOARDS.get_or_init(|| {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let top = here
            .ancestors()
            .find(|folder| folder.join("levels").is_dir());
        let levels = top.expect("the levels are there").join("levels");
        let two_of = |game: &GameId| {
            let files = fs::read_dir(levels.join(game.info().id)).expect("every game has levels");
            let read = |file: io::Result<fs::DirEntry>| fs::read_to_string(file?.path());
            let mut texts: Vec<String> = files.map(|file| read(file).expect("text")).collect();
            texts.sort_by_key(|text| (text.len(), text.clone()));
            texts.into_iter().take(2)
        };
        let boards: Vec<String> = GAMES.iter().flat_map(two_of).collect();
        boards.join("---\n")
    })
}

/// Level text is read by any game or refused with a place; what was read holds.
pub fn level_text(bytes: &[u8]) {
    let Some(texts) = read(bytes, |source| {
        level_text::read_levels(source).collect::<Result<Vec<_>, _>>()
    }) else {
        return;
    };
    for text in &texts {
        for game in GAMES {
            match game.read_level(text) {
                Ok(level) => {
                    holds(&level);
                    tells_its_odds(&level);
                }
                Err(error) => points_into(bytes, &error),
            }
        }
    }
}

/// A judge answers every case or none, and each case as if it were alone.
pub fn judge_input(bytes: &[u8]) {
    for game in GAMES {
        let answered = Source::new(bytes)
            .map_err(JudgeError::Text)
            .and_then(|source| game.judge(source, &mut within_limits()));
        let levels = read(bytes, |source| game.read_judge(source));
        match (answered, levels) {
            (Ok(answer), Some(levels)) => {
                let judged = |text: Result<String, String>| {
                    let text = text.expect("it came from the judge");
                    let source = Source::new(text.as_bytes()).expect("it is UTF-8");
                    let answer = game.judge(source, &mut within_limits());
                    answer.expect("it was answered before")
                };
                levels.iter().for_each(holds);
                let alone = levels
                    .iter()
                    .map(|level| judged(format::input([level].into_iter())));
                assert_eq!(alone.collect::<Vec<_>>().concat(), answer);
                if !levels.is_empty() {
                    let levels = levels.iter();
                    assert_eq!(judged(format::input(levels)), answer);
                }
            }
            (Err(JudgeError::GaveUp(_)), _) => {}
            (Err(JudgeError::Text(error)), None) => points_into(bytes, &error),
            (answered, levels) => {
                let levels = levels.map(|levels| levels.len());
                panic!("judged {answered:?}, but read {levels:?}");
            }
        }
    }
}

/// Any text is read or refused with a place, and saying its game changes nothing.
pub fn foreign_map(bytes: &[u8]) {
    for game in GAMES {
        for level in read(bytes, |source| builtin::read(source, Some(*game))).unwrap_or_default() {
            assert_eq!(level.info().id, game.info().id);
        }
    }
    let Some(levels) = read(bytes, |source| builtin::read(source, None)) else {
        return;
    };
    levels.iter().for_each(holds);
    let Some(id) = levels.first().map(|level| level.info().id) else {
        return;
    };
    if levels.iter().all(|level| level.info().id == id) {
        let said = read(bytes, |source| builtin::read(source, GameId::find(id)));
        assert_eq!(texts(&said.expect("it is this game's")), texts(&levels));
    }
}

/// Any bytes are read as they would be as text, or as a binary file where they are none, or
/// refused with a place.
pub fn any_bytes(bytes: &[u8]) {
    let text = Source::new(bytes).and_then(|source| builtin::read(source, None));
    match (builtin::read_bytes(bytes, None), text) {
        (Ok(levels), Ok(text)) => assert_eq!(texts(&levels), texts(&text)),
        (Ok(levels), Err(_)) => {
            assert!(!is_text(bytes));
            levels.iter().for_each(holds);
        }
        (Err(error), text) => {
            assert!(text.is_err());
            points_into(bytes, &error);
        }
    }
}

/// Any bytes are read in any format or refused with a place; what is written without a loss is read
/// as the same board.
pub fn formats(bytes: &[u8]) {
    for game in GAMES {
        for format in game.formats() {
            match builtin::read_as(format.name, bytes, Some(*game)) {
                Ok(levels) => levels.iter().for_each(is_converted),
                Err(Unread::Text(error)) => points_into(bytes, &error),
                Err(Unread::Binary(flaw)) => {
                    assert!(flaw.byte <= bytes.len() && !flaw.message.is_empty());
                }
                Err(Unread::NoFormat(why)) => assert!(!format.is_read, "{why}"),
            }
        }
    }
}

/// What a level is in each of its formats is read as that board again; its notes may stay behind.
fn is_converted(level: &AnyLevel) {
    let board = |level: &AnyLevel| {
        let text = level.level_text();
        text.split("\n\n")
            .nth(1)
            .map(|board| board.trim_end().to_string())
    };
    let same = board(level);
    for format in level.formats() {
        let Ok(file) = level.write_as(format.name, Loss::Refused) else {
            continue;
        };
        // Another one reads what this one writes.
        let again = match format.is_read {
            true => builtin::read_as(format.name, &file, GameId::find(level.info().id)),
            false => builtin::read_bytes(&file, None).map_err(Unread::Text),
        };
        let again = again.unwrap_or_else(|error| panic!("{}: {error:?}", format.name));
        assert_eq!(board(&again[0]), same, "{}", format.name);
        let twice = again[0].write_as(format.name, Loss::Refused);
        assert_eq!(twice, Ok(file), "{}", format.name);
    }
}

/// Queries about a board are read or refused with a place; what was read holds. The bytes are
/// a board and, from the word `version` on, or else from the middle on, the queries.
pub fn queries(bytes: &[u8]) {
    let version = bytes.windows(7).position(|word| word == b"version");
    let (board, asked) = bytes.split_at(version.unwrap_or(bytes.len() / 2));
    for level in read(board, |source| builtin::read(source, None))
        .into_iter()
        .flatten()
    {
        let queries = read(asked, |source| level.read_queries(source)).unwrap_or_default();
        for query in queries.iter().take(ENOUGH) {
            assert_eq!(query.info().id, level.info().id);
            holds(query);
        }
    }
}

/// Any text as moves: a refused one changes nothing, undo takes back exactly one, and what is
/// offered is legal and does not lose.
pub fn moves(bytes: &[u8]) {
    let Some(text) = read(bytes, |source| Ok(source.text())) else {
        return;
    };
    for level in
        read(boards().as_bytes(), |source| builtin::read(source, None)).expect("good boards")
    {
        let moves = moves_of(&level, bytes).unwrap_or_default();
        let words = text.split_whitespace().map(String::from);
        let letters = text.chars().map(String::from);
        let mut session = level.session();
        let start = look(&session);
        for step in moves
            .into_iter()
            .take(ENOUGH)
            .chain(words.take(ENOUGH))
            .chain(letters.take(ENOUGH))
        {
            is_pushed_or_refused(&mut session, &step);
        }
        for step in session.moves() {
            session.push(&step).expect("it was offered");
            assert_ne!(session.standing(), Standing::Lost);
            assert!(session.undo());
        }
        while session.undo() {}
        assert_eq!(look(&session), start);
    }
}

/// How lines end and whether a byte order mark stands before them means nothing.
pub fn line_ends(bytes: &[u8]) {
    if bytes.contains(&b'\r') || bytes.starts_with(BYTE_ORDER_MARK) {
        return;
    }
    let mut dressed = BYTE_ORDER_MARK.to_vec();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(line) => dressed.extend([line, b"\r\n"].concat()),
            None => dressed.extend(line),
        }
    }
    for game in GAMES.iter().copied().map(Some).chain([None]) {
        let read = |bytes| {
            let levels = Source::new(bytes).and_then(|source| builtin::read(source, game));
            levels.map(|levels| texts(&levels)).map_err(|mut error| {
                // Where a line ends inside a JSON string, the error names what ends it.
                error.message = error.message.replace("`\\r`", "`\\n`");
                error
            })
        };
        assert_eq!(read(bytes), read(&dressed));
    }
}

/// What parts the words of a judge's input, blanks or line ends, means nothing.
pub fn gaps(bytes: &[u8]) {
    let mut spread = bytes.to_vec();
    for byte in spread.iter_mut().filter(|byte| **byte == b' ') {
        *byte = b'\n';
    }
    for game in GAMES {
        if let Some(levels) = read(bytes, |source| game.read_judge(source)) {
            let again = read(&spread, |source| game.read_judge(source));
            let again = again.map(|levels| texts(&levels));
            assert_eq!(again, Some(texts(&levels)), "{}", game.info().id);
        }
    }
}

/// Reads bytes; an error must be a good one.
fn read<'a, T>(
    bytes: &'a [u8],
    read: impl FnOnce(Source<'a>) -> Result<T, TextError>,
) -> Option<T> {
    match Source::new(bytes).and_then(read) {
        Ok(read) => Some(read),
        Err(error) => {
            points_into(bytes, &error);
            None
        }
    }
}

/// The moves of a text, if it is one of moves. Each stands where it says.
fn moves_of(level: &AnyLevel, bytes: &[u8]) -> Option<Vec<String>> {
    read(bytes, |source| {
        let moves = level.read_moves(source)?;
        let text = |step: &Row| {
            assert_eq!(source.text().get(step.range()), Some(step.text));
            step.text.to_string()
        };
        Ok(moves.iter().map(text).collect())
    })
}

fn is_pushed_or_refused(session: &mut AnySession, step: &str) {
    let before = look(session);
    if let Err(refused) = session.push(step) {
        assert_ne!(refused.to_string(), "");
        assert_eq!(look(session), before);
        return;
    }
    let after = look(session);
    assert_eq!((before.1, after.0), (Standing::Playing, before.0 + 1));
    assert!(session.undo());
    assert_eq!(look(session), before);
    session.push(step).expect("it was legal before");
    assert_eq!(look(session), after);
}

/// All that can be seen of a game being played.
fn look(session: &AnySession) -> (usize, Standing, View) {
    (session.made(), session.standing(), session.view())
}

fn texts(levels: &[AnyLevel]) -> Vec<String> {
    levels.iter().map(|level| level.level_text()).collect()
}
