//! How a level of any game is read: its notes, its par, its solution.

use fewest_words::{key, of, say};

use super::{Board, TypedLevel};
use crate::game::Par;
use crate::info::Options;
use crate::level::{LevelText, Note, read_levels};
use crate::rows::Row;
use crate::rules::MoveText;
use crate::source::{Source, TextError, digits};

/// Notes that any level may have and that mean nothing to the rules.
const REMARKS: [&str; 7] = [
    "title",
    "author",
    "source",
    "comment",
    "seed",
    "made",
    "reasoning",
];

impl<B: Board> TypedLevel<B> {
    /// The first level of a text, which has one.
    pub(crate) fn from_text(text: &str) -> Result<Self, TextError> {
        let level = read_levels(Source::new(text.as_bytes())?).next();
        Self::read(&level.expect("there is a level")?)
    }

    pub(crate) fn read(text: &LevelText) -> Result<Self, TextError> {
        let mut options = Vec::new();
        let mut remarks = Vec::new();
        let mut par = None;
        for note in &text.notes {
            let name = note.name.text;
            if name == "game" {
                continue;
            } else if name == "par" {
                par = Some(read_par(note)?);
            } else if REMARKS.contains(&name) {
                remarks.push((name.to_string(), note.value.text.to_string()));
            } else if B::INFO.options.iter().any(|option| option.name == name) {
                options.push(*note);
            } else {
                let message = say!("{game} has no note `{name}`", game = B::INFO.id, name);
                return Err(text
                    .source
                    .error(note.name.range(), message, known::<B>())
                    .drawn(say!("This game has no option “{name}”.", name)));
            }
        }
        let board = B::read_board(&text.board, &Options(options))?;
        let solution = match &text.solution {
            Some(rows) => {
                let mut moves = Vec::new();
                for row in rows {
                    split_moves(text.source, *row, |_, step: B::Move| {
                        moves.push(step.name())
                    })?;
                }
                Some(moves)
            }
            None => None,
        };
        Ok(TypedLevel {
            board,
            remarks,
            par,
            solution,
        })
    }
}

/// The advice that lists every note a level of this game may have.
fn known<B: Board>() -> String {
    let mut names = vec!["game", "par"];
    names.extend(REMARKS);
    names.extend(B::INFO.options.iter().map(|option| option.name));
    say!(
        "the notes of {game} are: {names}",
        game = B::INFO.id,
        names = names.join(", ")
    )
}

fn read_par(note: &Note) -> Result<Par, TextError> {
    match note.value.text {
        "impossible" => Ok(Par::Impossible),
        text => digits(text).map(Par::Fewest).ok_or_else(|| {
            let message = say!("par is a whole number or `impossible`, not `{text}`", text);
            note.error(message, key("write, for example, `par: 4`"))
                .drawn(key("The par is a whole number, or impossible."))
        }),
    }
}

/// Splits a row into moves and hands each on, with its place.
pub(super) fn split_moves<'a, M: MoveText>(
    source: Source<'a>,
    row: Row<'a>,
    mut hand_on: impl FnMut(Row<'a>, M),
) -> Result<(), TextError> {
    let mut read = |part: Row<'a>| {
        let step = M::read(part.text).ok_or_else(|| {
            let message = say!("`{word}` is not a move", word = part.text);
            let advice = say!("a move is written {form}", form = of(M::FORM));
            source
                .error(part.range(), message, advice)
                .drawn(say!("“{word}” is no move of this game.", word = part.text))
        })?;
        hand_on(part, step);
        Ok(())
    };
    for word in row.words() {
        if M::LETTERS {
            word.letters().try_for_each(&mut read)?;
        } else {
            read(word)?;
        }
    }
    Ok(())
}
