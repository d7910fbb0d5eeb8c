//! What a game's edits, and the advice made of them, are held to: changes of the level's text, made
//! by hand and solved by the generic search.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::{SearchContext, SearchOptions, Verdict};

use crate::advise::{Effect, Group, Outcome, Tried, Wish, advise};
use crate::game::Game;
use crate::level::{Level, bare_text};

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

fn read<B: Game>(text: &str) -> Level<B> {
    Level::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The par of a board by the generic search; nothing where it is impossible.
fn par<B: Game>(board: &B) -> Option<u64> {
    match board.puzzle().solve(&mut SearchContext::default()).verdict {
        Verdict::Fewest { cost, .. } => Some(cost),
        Verdict::Impossible => None,
        Verdict::GaveUp { .. } => panic!("there is no limit"),
    }
}

/// Holds the edits of a level to its text, changed by hand in every way there is.
pub fn agree<B: Game>(text: &str, rewritten: Vec<Rewritten>) {
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
        let twice = expected.insert(bare_text(&board), (group, square, par));
        assert!(twice.is_none(), "made twice by hand:\n{text}");
    }
    let count = B::editor().count(&level.board);
    assert_eq!(count, expected.len() as u64, "so many edits\n{text}");
    let mut words = BTreeSet::new();
    let mut truths = Vec::new();
    for edit in B::editor().edits(&level.board) {
        let change = B::editor().describe(&level.board, edit);
        let after = bare_text(&B::editor().edited(&level.board, edit));
        let Some((group, square, par)) = expected.remove(&after) else {
            panic!(
                "{}: not made by hand, or twice:\n{after}{text}",
                change.what
            );
        };
        let told = (&*change.group, change.square as usize);
        assert_eq!(told, (group, square), "{}\n{text}", change.what);
        assert!(words.insert(change.what.clone()), "told twice\n{text}");
        truths.push(Truth {
            group,
            square,
            what: change.what,
            par,
        });
    }
    assert!(
        expected.is_empty(),
        "made by hand only: {expected:?}\n{text}"
    );
    let noted = read::<B>(&text.replacen('\n', &format!("\n{NOTES}"), 1));
    for number in [0, count + 1, u64::MAX] {
        assert_eq!(noted.changed(number).err(), Some(count), "{text}");
    }
    let now = par(&level.board);
    for (wish, threads) in [(Wish::Harder, 1), (Wish::Easier, 3)] {
        let threads = NonZeroUsize::new(threads).expect("it is not 0");
        let options = SearchOptions::new().threads(threads);
        let advice = advise(&level.board, wish, &options, &mut |_| {
            ControlFlow::Continue(())
        });
        let advice = advice.expect(text);
        assert_eq!(par_of(&advice.now), now, "{text}");
        assert!(advice.is_complete() && advice.limit.is_none(), "{text}");
        assert_eq!(advice.tried(), count, "{text}");
        let mut names: Vec<_> = truths.iter().map(|truth| truth.group).collect();
        names.dedup();
        let told: Vec<_> = advice
            .groups
            .iter()
            .map(|group| group.name.clone())
            .collect();
        assert_eq!(told, names, "{text}");
        for group in &advice.groups {
            group_agrees(group, &truths, now, wish, text);
            for tried in &group.tried {
                applied_agrees(&noted, tried);
            }
        }
    }
}

/// Notes that stay, and others that say something of the board as it is.
const NOTES: &str = "title: Here\nauthor: Me\nseed: 5\nmade: by hand\npar: 99\n";

/// Applies a change by its number: the board has the advised par, and no claim is left.
fn applied_agrees<B: Game>(level: &Level<B>, tried: &Tried) {
    let changed = level.changed(tried.number).expect("it is one of them");
    let text = changed.level_text();
    assert!(text.contains("\ntitle: Here\nauthor: Me\n"), "{text}");
    for claim in ["seed:", "made:", "par:", "solution:"] {
        assert!(!text.contains(claim), "{text}");
    }
    let board = read::<B>(&text).board;
    assert_eq!(
        par(&board),
        par_of(&tried.becomes),
        "{}\n{text}",
        tried.what
    );
}

/// What is true of an edit.
struct Truth {
    group: &'static str,
    square: usize,
    what: String,
    /// Nothing where it makes the level impossible.
    par: Option<u64>,
}

fn par_of(outcome: &Outcome) -> Option<u64> {
    match outcome {
        Outcome::Fewest(par) => Some(*par),
        Outcome::Impossible => None,
        Outcome::Undecided { .. } => panic!("there is no limit"),
    }
}

/// Holds one group of an advice to the truths: its order, its effects, its grid.
fn group_agrees(group: &Group, truths: &[Truth], now: Option<u64>, wish: Wish, text: &str) {
    let of_group = |truth: &&Truth| truth.group == group.name;
    let mut truths: Vec<_> = truths.iter().filter(of_group).collect();
    truths.sort_by_key(|truth| match (truth.par, wish) {
        (None, _) => i64::MAX,
        (Some(par), Wish::Harder) => -(par as i64),
        (Some(par), Wish::Easier) => par as i64,
    });
    let columns = group.grid.columns() as usize;
    let mut unchanged = 0;
    assert_eq!(group.tried.len(), truths.len(), "{text}");
    for (tried, truth) in group.tried.iter().zip(&truths) {
        assert_eq!(tried.what, truth.what, "{text}");
        assert_eq!(par_of(&tried.becomes), truth.par, "{}\n{text}", truth.what);
        let place = (tried.place.row as usize, tried.place.column as usize);
        assert_eq!(place, (truth.square / columns, truth.square % columns));
        let effect = match (now, truth.par) {
            (now, par) if now == par => Effect::Unchanged,
            (None, _) => Effect::Winnable,
            (_, None) => Effect::Impossible,
            (now, par) if par > now => Effect::Harder,
            _ => Effect::Easier,
        };
        assert_eq!(tried.effect, effect, "{}\n{text}", truth.what);
        unchanged += u64::from(effect == Effect::Unchanged);
    }
    let counts = group.counts;
    let changed = counts.harder + counts.easier + counts.winnable + counts.impossible;
    assert_eq!(counts.unchanged, unchanged, "{text}");
    assert_eq!(changed + unchanged, truths.len() as u64, "{text}");
    for (square, cell) in group.grid.squares().iter().enumerate() {
        let here: Vec<_> = truths
            .iter()
            .filter(|truth| truth.square == square)
            .collect();
        let pars = here.iter().filter_map(|truth| truth.par);
        let best = match wish {
            Wish::Harder => pars.max(),
            Wish::Easier => pars.min(),
        };
        let expected = (!here.is_empty()).then_some(best);
        assert_eq!(
            cell.as_ref().map(par_of),
            expected,
            "square {square}\n{text}"
        );
    }
}
