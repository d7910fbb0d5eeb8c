//! What a game's edits are held to: changes of the level's text, made by hand.

use std::collections::{BTreeMap, BTreeSet};

use fewest_search::{Limits, Unwatched, Verdict};

use crate::contract::text_of;
use crate::level::read_levels;
use crate::rules::Searching;
use crate::source::Source;
use crate::typed::{Board, TypedLevel};

/// A level's text after a change of a single square.
pub struct Rewritten {
    /// What was changed.
    pub group: &'static str,
    /// Where, row by row from the top left.
    pub square: usize,
    /// The whole text.
    pub text: String,
}

/// A board as glyphs, to be changed one by one.
#[derive(Clone)]
pub struct Glyphs(pub Vec<Vec<char>>);

impl Glyphs {
    pub fn columns(&self) -> usize {
        self.0[0].len()
    }

    /// Every place, its number and its glyph.
    pub fn all(&self) -> Vec<((usize, usize), usize, char)> {
        let mut all = Vec::new();
        for (row, glyphs) in self.0.iter().enumerate() {
            for (column, &glyph) in glyphs.iter().enumerate() {
                all.push(((row, column), row * self.columns() + column, glyph));
            }
        }
        all
    }

    /// The same board with some glyphs written over.
    pub fn with(&self, changes: &[((usize, usize), char)]) -> Glyphs {
        let mut board = self.clone();
        for &((row, column), glyph) in changes {
            board.0[row][column] = glyph;
        }
        board
    }
}

impl std::fmt::Display for Glyphs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in &self.0 {
            writeln!(f, "{}", row.iter().collect::<String>())?;
        }
        Ok(())
    }
}

fn read<B: Board>(text: &str) -> TypedLevel<B> {
    let source = Source::new(text.as_bytes()).expect("it is UTF-8");
    let level = read_levels(source).next().expect(text).expect(text);
    TypedLevel::read(&level).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The par of a board by the generic search; nothing where it is impossible.
fn par<B: Board>(board: &B) -> Option<u64> {
    let limits = &Limits::default();
    let watch = &mut Unwatched;
    match board.with_puzzle(Searching { limits, watch }).verdict {
        Verdict::Fewest { cost, .. } => Some(cost),
        Verdict::Impossible => None,
        Verdict::GaveUp { .. } => panic!("there is no limit"),
    }
}

/// Holds the edits of a level to its text, changed by hand in every way there is.
pub fn agree<B: Board>(text: &str, rewritten: Vec<Rewritten>) {
    let level = read::<B>(text);
    let mut expected = BTreeMap::new();
    for Rewritten {
        group,
        square,
        text,
    } in rewritten
    {
        let board = read::<B>(&text).board;
        let par = par(&board);
        let twice = expected.insert(text_of(&board), (group, square, par));
        assert!(twice.is_none(), "made twice by hand:\n{text}");
    }
    let count = level.board.count_edits();
    assert_eq!(count, expected.len() as u64, "so many edits\n{text}");
    let mut words = BTreeSet::new();
    for edit in level.board.edits() {
        let change = level.board.describe(edit);
        let after = text_of(&level.board.edited(edit));
        let Some((group, square, _)) = expected.remove(&after) else {
            panic!(
                "{}: not made by hand, or twice:\n{after}{text}",
                change.what
            );
        };
        let told = (change.group, change.square as usize);
        assert_eq!(told, (group, square), "{}\n{text}", change.what);
        assert!(words.insert(change.what), "told twice\n{text}");
    }
    assert!(
        expected.is_empty(),
        "made by hand only: {expected:?}\n{text}"
    );
}
