//! The contract that every game keeps, tested on its levels by random play: the puzzle that is
//! searched and the rules that are played must be the same game.

mod counting;
mod doodle;
mod drawing;
mod faulty;
mod spreading;
mod teaching;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use fastrand::Rng;
use fewest_search::{Key as _, Space};

use crate::game::{Game, MoveText as _, Standing};
use crate::grid::Direction;
use crate::level::{Level, bare_text};
use crate::level_text::read_levels;
use crate::puzzle::{AnyPuzzle, Placed};
use crate::source::Source;
use crate::view::{Ground, Role, Tile, View};

const SEED: u64 = 20_061_014;
const WALKS: usize = 20;
const STEPS: usize = 60;
/// About as many edits of a level are looked at.
const EDITS: u64 = 100;

/// Holds a game to it on the levels that ship.
pub fn holds<B: Game>() {
    let levels = files(B::INFO.id).into_iter();
    holds_on::<B>(&levels.chain(positions(B::INFO.id)).collect::<Vec<_>>());
}

/// Every level of these files, read and walked; the palette; the rules for players; and what random
/// levels are searched for and what is counted of them.
pub fn holds_on<B: Game>(files: &[PathBuf]) {
    drawing::holds::<B>();
    faulty::holds::<B>();
    spreading::holds::<B>();
    teaching::holds::<B>();
    counting::holds::<B>();
    let mut walked = 0;
    for path in files {
        let bytes = std::fs::read(path).expect("a level can be read");
        let source = Source::new(&bytes).expect("a level is UTF-8");
        for text in read_levels(source) {
            let text = text.expect("a level is well formed");
            let level = Level::<B>::read(&text).expect("a level is right");
            let rng = Rng::with_seed(SEED);
            let name = path.display().to_string();
            edits_are_legal(&level.board, &name);
            let puzzle = level.board.puzzle();
            let mut walks = Walks {
                board: &level.board,
                puzzle: &*puzzle,
                rng,
                name,
            };
            walks.run();
            walked += 1;
        }
    }
    assert!(walked > 0, "no levels of {}", B::INFO.id);
}

/// What tells one position from another to the eye.
type Appearance = Vec<(String, Ground)>;

/// What is seen of a view, but for which of several like pieces stands where.
fn appearance(view: &View) -> Appearance {
    let look = |tile: &Tile| match tile.role {
        Role::Other => (String::new(), tile.ground),
        _ => (tile.text.clone(), tile.ground),
    };
    view.tiles.squares().iter().map(look).collect()
}

/// The files of a game's levels.
pub fn files(game: &str) -> Vec<PathBuf> {
    files_in(&format!("../../levels/{game}"))
}

/// The files of positions that do not say all that is needed to play on; most games have none.
fn positions(game: &str) -> Vec<PathBuf> {
    listed(&format!("../../positions/{game}")).unwrap_or_default()
}

/// The files in a folder, which is named as it is seen from this crate's.
pub fn files_in(folder: &str) -> Vec<PathBuf> {
    listed(folder).expect("every game has a folder of levels")
}

fn listed(folder: &str) -> std::io::Result<Vec<PathBuf>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder)?;
    let files = files
        .map(|file| file.expect("the folder can be listed").path())
        .collect();
    Ok(files)
}

/// What an edit makes of a level can be written and read again, and is another level.
fn edits_are_legal<B: Game>(board: &B, name: &str) {
    let tiles = board.view(&board.start()).tiles;
    assert_eq!(board.size(), (tiles.rows(), tiles.columns()), "{name}");
    let editor = B::editor();
    let count = editor.count(board);
    assert_eq!(editor.edits(board).count() as u64, count, "{name}");
    assert!(editor.edit(board, count).is_none(), "{name}");
    let text = bare_text(board);
    let some = (count / EDITS).max(1) as usize;
    for (place, edit) in (0..).zip(editor.edits(board)).step_by(some) {
        let change = editor.describe(board, edit);
        let same = editor.edit(board, place).expect("it is one of them");
        assert_eq!(editor.describe(board, same), change, "{name}");
        let name = format!("{name}: {}", change.what);
        assert!(change.square < tiles.len(), "{name}");
        let edited = bare_text(&editor.edited(board, edit));
        assert_ne!(edited, text, "{name}");
        let level = Level::<B>::parse(&edited).expect(&name);
        assert_eq!(bare_text(&level.board), edited, "{name}");
    }
}

/// A state of a puzzle as the contract compares it with the rules.
pub struct Facts<M> {
    /// The state's key, as bytes.
    key: Vec<u8>,
    is_won: bool,
    /// What is offered there; nothing in a state that is won.
    offered: Vec<Offered<M>>,
    /// The legal moves that lose at once.
    losing_moves: u64,
    is_graded: bool,
}

/// A move that a puzzle offers.
struct Offered<M> {
    /// As the puzzle names it.
    step: M,
    /// As the rules name it.
    name: M,
    /// The key that it leads to.
    key: Vec<u8>,
}

/// The facts of the state of a key, or of the start; and the promises that a puzzle makes about its
/// own keys and expansions.
pub fn facts<P: Placed>(puzzle: &P, key: Option<&[u8]>, made: &[P::Move]) -> Facts<P::Move> {
    let bytes = |key: &P::Key| {
        let mut bytes = Vec::new();
        key.write(&mut bytes);
        bytes
    };
    let state = match key {
        None => puzzle.start(),
        Some(key) => puzzle.unpack(&P::Key::read(key).expect("the bytes of a key")),
    };
    let key = puzzle.pack(&state);
    assert!(puzzle.unpack(&key) == state, "unpack undoes pack");
    assert!(
        P::Key::read(&bytes(&key)) == Some(key.clone()),
        "read undoes write"
    );
    if let Space::Dense(space) = puzzle.space() {
        let index = key.index().expect("a dense space has integer keys");
        assert!(index < space, "key {index} is not below {space}");
    }
    let is_won = puzzle.is_won(&state);
    let mut offered = Vec::new();
    if !is_won {
        let ended = puzzle.expand(&state, |step, next| {
            let names = puzzle.named([made, &[step]].concat());
            offered.push(Offered {
                step,
                name: *names.last().expect("a move"),
                key: bytes(&puzzle.pack(&next)),
            });
            ControlFlow::Continue(())
        });
        assert!(ended.is_continue(), "nothing broke the expansion");
        for stop in 1..=offered.len().min(3) {
            let mut visited = 0;
            let ended = puzzle.expand(&state, |_, _| {
                visited += 1;
                match visited < stop {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            assert_eq!((visited, ended), (stop, ControlFlow::Break(())));
        }
    }
    Facts {
        key: bytes(&key),
        is_won,
        offered,
        losing_moves: puzzle.losing_moves(&state),
        is_graded: puzzle.is_graded(),
    }
}

/// Random play, the rules and the puzzle side by side.
struct Walks<'a, B: Game> {
    board: &'a B,
    puzzle: &'a dyn AnyPuzzle<B::Move>,
    rng: Rng,
    name: String,
}

impl<B: Game> Walks<'_, B> {
    fn run(&mut self) {
        let mut depths = HashMap::new();
        for _ in 0..WALKS {
            let mut pair = (None, self.board.start());
            let mut made = Vec::new();
            for depth in 0..STEPS {
                let facts = self.puzzle.facts(pair.0.as_deref(), &made);
                let known = *depths.entry(facts.key.clone()).or_insert(depth);
                let is_known = known == depth || !facts.is_graded;
                assert!(is_known, "{}: every way is as long", self.name);
                match self.step(facts, pair.1) {
                    Some((offered, state)) => {
                        made.push(offered.step);
                        pair = (Some(offered.key), state);
                    }
                    None => break,
                }
            }
        }
    }

    /// Compares the two here and goes on by a random move, if there is one.
    fn step(
        &mut self,
        facts: Facts<B::Move>,
        played: B::State,
    ) -> Option<(Offered<B::Move>, B::State)> {
        let name = format!("{} (seed {SEED})", self.name);
        let standing = self.board.standing(&played);
        assert_eq!(facts.is_won, standing == Standing::Won, "{name}");

        let is_lost = standing == Standing::Lost;
        let reason = self.board.lost_because(&played);
        assert_eq!(reason.is_some(), is_lost, "{name}: why it is lost");

        let mut offered = facts.offered;
        let legal = self.legal(&played, standing, &name);
        if standing == Standing::Playing {
            let losing = self.losing(&played);
            assert_eq!(facts.losing_moves, losing, "{name}: losing moves");
        }
        let moves = match standing {
            Standing::Playing => self.board.moves(&played),
            _ => Vec::new(),
        };
        let words = |steps: Vec<B::Move>| steps.iter().map(ToString::to_string).collect::<Vec<_>>();
        let legal_words = words(legal.iter().map(|(step, _)| *step).collect());
        assert_eq!(
            words(offered.iter().map(|offered| offered.name).collect()),
            legal_words,
            "{name}: what is offered is what is legal, in the same order"
        );
        assert_eq!(words(moves), legal_words, "{name}: the rules' own list");
        let here = self.board.at(&played);
        let begin = here.start();
        assert_eq!(here.standing(&begin), standing, "{name}: begun from here");
        if standing == Standing::Playing {
            let moves = words(here.moves(&begin));
            assert_eq!(moves, legal_words, "{name}: begun from here");
        }
        self.looks(&played, &legal, &name);
        let names: Vec<_> = offered.iter().map(|offered| offered.name.name()).collect();
        assert_eq!(names, legal_words, "{name}: a move's name is its text");
        for (one, (_, plain)) in offered.iter().zip(&legal) {
            for (other, (_, other_plain)) in offered.iter().zip(&legal) {
                let same_key = one.key == other.key;
                assert_eq!(same_key, plain == other_plain, "{name}: keys are exact");
            }
        }
        let choice = self.rng.choice(0..offered.len())?;
        Some((
            offered.swap_remove(choice),
            legal.into_iter().nth(choice)?.1,
        ))
    }

    /// What is seen is as large as the board, and a move's trace is a walk from square to square.
    fn looks(&self, played: &B::State, legal: &[(B::Move, B::State)], name: &str) {
        let view = self.board.view(played);
        let tiles = &view.tiles;
        let (rows, columns) = self.board.size();
        assert_eq!((tiles.rows(), tiles.columns()), (rows, columns), "{name}");
        let is_next = |one: u32, other: u32| {
            let mut near = Direction::ALL
                .map(|way| tiles.step_around(one, way))
                .into_iter();
            near.any(|near| near == other)
        };
        let is_walk = |squares: &[u32]| squares.windows(2).all(|pair| is_next(pair[0], pair[1]));
        assert!(is_walk(&view.body), "{name}: a body in one piece");
        let stands = |view: &View| {
            let is_player = |tile: &Tile| tile.role == Role::Player;
            let place = view.tiles.squares().iter().position(is_player);
            place.map(|square| square as u32)
        };
        for (step, next) in legal {
            let trace = self.board.trace(played, *step);
            assert!(is_walk(&trace.steps), "{name}: {step} walks");
            assert!(
                trace.steps.iter().all(|&square| square < tiles.len()),
                "{name}"
            );
            let Some(from) = stands(&view) else {
                continue;
            };
            let to = stands(&self.board.view(next));
            // A move of another piece leaves the player where it is.
            let moves_another = to == Some(from) && tiles[trace.steps[0]].role == Role::Other;
            if moves_another {
                continue;
            }
            assert_eq!(trace.steps[0], from, "{name}: {step} begins at the player");
            if let Some(to) = to {
                assert_eq!(trace.end(), Some(to), "{name}: {step} ends at the player");
            }
        }
    }

    /// The moves that the rules allow and that do not lose at once.
    fn legal(&self, played: &B::State, standing: Standing, name: &str) -> Vec<(B::Move, B::State)> {
        let mut legal = Vec::new();
        if standing != Standing::Playing {
            return legal;
        }
        // What was thought of at the start may be impossible by now: a revealed cell, for one.
        let at_start = self.board.candidates(&self.board.start());
        let candidates = self.board.candidates(played);
        for step in at_start
            .into_iter()
            .filter(|step| !candidates.contains(step))
        {
            self.is_refused(played, step, name);
        }
        for step in candidates {
            let mut next = played.clone();
            match self.board.play(&mut next, step) {
                Ok(()) if self.board.standing(&next) != Standing::Lost => legal.push((step, next)),
                Ok(()) => {}
                Err(_) => self.is_refused(played, step, name),
            }
        }
        legal
    }

    /// Counts the moves that the rules allow and that lose at once.
    fn losing(&self, played: &B::State) -> u64 {
        let loses = |step: &B::Move| {
            let mut next = played.clone();
            self.board.play(&mut next, *step).is_ok()
                && self.board.standing(&next) == Standing::Lost
        };
        let candidates = self.board.candidates(played);
        candidates.iter().filter(|step| loses(step)).count() as u64
    }

    fn is_refused(&self, played: &B::State, step: B::Move, name: &str) {
        let mut next = played.clone();
        let refused = self.board.play(&mut next, step);
        assert!(
            refused.is_err_and(|why| !why.is_empty()),
            "{name}: {step} is refused, and why"
        );
        assert!(next == *played, "{name}: an illegal move changes nothing");
    }
}
