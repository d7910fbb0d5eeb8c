//! Flags, chords and covered cells: against a plain oracle, and in what is written.

use std::collections::BTreeSet;

use fastrand::Rng;
use fewest_search::{Limit, Limits, Unwatched, Verdict};

use super::tests::SEED;
use crate::advice::Wish;
use crate::judge::Unanswered;
use crate::oracle::{OrShow as _, reached, read, seen};
use crate::registry;
use crate::rules::Standing;
use crate::source::{Source, TextError};

type Cell = (usize, usize);

/// The game as the oracle knows it: where the mines are, what is open, and what has a flag.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Game {
    size: Cell,
    mines: BTreeSet<Cell>,
    open: BTreeSet<Cell>,
    flags: BTreeSet<Cell>,
}

impl Game {
    fn cells(&self) -> Vec<Cell> {
        let row = |row| (0..self.size.1).map(move |column| (row, column));
        (0..self.size.0).flat_map(row).collect()
    }

    fn around(&self, (row, column): Cell) -> Vec<Cell> {
        let near = |&(other, across): &Cell| {
            other.abs_diff(row) <= 1
                && across.abs_diff(column) <= 1
                && (other, across) != (row, column)
        };
        self.cells().into_iter().filter(near).collect()
    }

    fn count(&self, cell: Cell) -> usize {
        let around = self.around(cell).into_iter();
        around.filter(|near| self.mines.contains(near)).count()
    }

    fn open(&mut self, cell: Cell) {
        if self.flags.contains(&cell) || !self.open.insert(cell) || self.mines.contains(&cell) {
            return;
        }
        if self.count(cell) == 0 {
            for near in self.around(cell) {
                self.open(near);
            }
        }
    }

    fn is_lost(&self) -> bool {
        !self.mines.is_disjoint(&self.open)
    }

    fn is_won(&self) -> bool {
        self.open.len() + self.mines.len() == self.size.0 * self.size.1 && !self.is_lost()
    }

    /// What follows a move; nothing where it is not allowed.
    fn after(&self, step: &str) -> Option<Game> {
        let (kind, place) = match step.strip_prefix(['F', 'C']) {
            Some(place) => (&step[..1], place),
            None => ("", step),
        };
        let (row, column) = place.split_once(',')?;
        let cell = (row.parse().ok()?, column.parse().ok()?);
        let mut next = self.clone();
        let is_open = self.open.contains(&cell);
        match kind {
            "F" if !is_open => {
                if !next.flags.remove(&cell) {
                    next.flags.insert(cell);
                }
            }
            "C" if is_open && self.count(cell) > 0 => {
                let around = self.around(cell).into_iter();
                let (flags, others): (Vec<Cell>, Vec<Cell>) =
                    around.partition(|near| self.flags.contains(near));
                if flags.len() != self.count(cell) {
                    return None;
                }
                for near in others {
                    next.open(near);
                }
                if next == *self {
                    return None;
                }
            }
            "" if !is_open && !self.flags.contains(&cell) => next.open(cell),
            _ => return None,
        }
        Some(next)
    }

    /// Every word that could be a move.
    fn words(&self) -> Vec<String> {
        let kinds = ["", "F", "C"].into_iter();
        let cells = self.cells();
        let of_kind = |kind| {
            let word = move |(row, column): &Cell| format!("{kind}{row},{column}");
            cells.iter().map(word)
        };
        kinds.flat_map(of_kind).collect()
    }

    /// The moves that are allowed and do not lose, and what follows each.
    fn moves(&self) -> Vec<(String, Game)> {
        let words = self.words().into_iter();
        let next = |word: String| self.after(&word).map(|next| (word, next));
        words
            .filter_map(next)
            .filter(|(_, next)| !next.is_lost())
            .collect()
    }

    /// The fewest moves that win, by looking at everything.
    fn fewest(&self) -> Option<u64> {
        if self.is_lost() {
            return None;
        }
        let layers = reached(self, Game::is_won, Game::moves);
        let last = layers.len() - 1;
        layers[last].iter().any(Game::is_won).then_some(last as u64)
    }

    fn board_text(&self) -> String {
        let glyph = |cell: Cell| {
            let is_mine = self.mines.contains(&cell);
            match (self.open.contains(&cell), self.flags.contains(&cell)) {
                (true, _) if is_mine => 'X',
                (true, _) => match self.count(cell) {
                    0 => 'B',
                    count => char::from_digit(count as u32, 10).unwrap(),
                },
                (false, true) => {
                    if is_mine {
                        'F'
                    } else {
                        'f'
                    }
                }
                (false, false) => {
                    if is_mine {
                        'M'
                    } else {
                        'E'
                    }
                }
            }
        };
        let row = |row| (0..self.size.1).map(move |column| glyph((row, column)));
        let row = |number| row(number).chain(['\n']).collect::<String>();
        (0..self.size.0).map(row).collect()
    }

    fn text(&self) -> String {
        format!("game: mines\nclicks: all\n\n{}", self.board_text())
    }
}

/// A random game that some moves may have been made in.
fn random(most: usize, rng: &mut Rng) -> Game {
    let size = (rng.usize(1..=most), rng.usize(1..=most));
    let mut game = Game {
        size,
        mines: BTreeSet::new(),
        open: BTreeSet::new(),
        flags: BTreeSet::new(),
    };
    let often = rng.f32() * 0.7;
    game.mines = game
        .cells()
        .into_iter()
        .filter(|_| rng.f32() < often)
        .collect();
    for _ in 0..rng.u8(..5) {
        let Some((_, next)) = rng.choice(game.moves()) else {
            break;
        };
        game = next;
    }
    game
}

/// Every word is taken or refused, and the board is as it should be after it, all along a game.
#[test]
fn flags_and_chords_are_played_like_the_oracle() {
    let mut rng = Rng::with_seed(SEED);
    let (mut chords, mut losses, mut wins) = (0, 0, 0);
    for _ in 0..4_000 {
        let mut game = random(6, &mut rng);
        let text = game.text();
        let level = read(&text);
        assert_eq!(level.level_text(), text);
        let mut session = level.session();
        for _ in 0..40 {
            let seen = seen(SEED, || format!("{text}now\n{}", game.board_text()));
            let view = session
                .view()
                .tiles
                .map(|tile| tile.text.chars().next().unwrap());
            assert_eq!(view.to_string(), game.board_text(), "{seen}");
            let standing = match (game.is_lost(), game.is_won()) {
                (true, _) => Standing::Lost,
                (false, true) => Standing::Won,
                (false, false) => Standing::Playing,
            };
            assert_eq!(session.standing(), standing, "{seen}");
            if standing != Standing::Playing {
                losses += usize::from(standing == Standing::Lost);
                wins += usize::from(standing == Standing::Won);
                assert!(session.moves().is_empty(), "{seen}");
                break;
            }
            let moves: Vec<_> = game.moves().into_iter().map(|(word, _)| word).collect();
            assert_eq!(session.moves(), moves, "{seen}");
            for word in game.words() {
                let allowed = session.trace(&word).is_some();
                assert_eq!(allowed, game.after(&word).is_some(), "{word}: {seen}");
            }
            // Chords are rare: one that can be made is.
            let words = game.words().into_iter();
            let allowed: Vec<_> = words.filter(|word| game.after(word).is_some()).collect();
            let chord = allowed.iter().rfind(|word| word.starts_with('C'));
            let Some(word) = chord.or_else(|| rng.choice(&allowed)).cloned() else {
                break;
            };
            chords += usize::from(word.starts_with('C'));
            session.push(&word.to_lowercase()).or_show(&seen);
            game = game.after(&word).or_show(&seen);
        }
    }
    assert!(
        chords > 500 && losses > 500 && wins > 500,
        "{chords}, {losses}, {wins}"
    );
}

#[test]
fn the_fewest_with_flags_and_chords_is_the_oracles() {
    let mut rng = Rng::with_seed(SEED);
    let (mut less, mut read_all) = (0, 0);
    while read_all < 400 {
        let game = random(3, &mut rng);
        let text = game.text();
        let seen = seen(SEED, || &text);
        let fewest = game.fewest();
        let report = read(&text).solve(&Limits::default(), &mut Unwatched);
        let verdict = report.or_show(&seen).verdict;
        assert_eq!(verdict.fewest(), fewest, "{seen}");
        let plain = text
            .replace("clicks: all\n", "")
            .replace('F', "M")
            .replace('f', "E");
        let plain = read(&plain).solve(&Limits::default(), &mut Unwatched);
        let plain = plain.or_show(&seen).verdict.fewest();
        assert_eq!(plain.is_some(), fewest.is_some(), "{seen}");
        less += usize::from(fewest < plain);
        read_all += 1;
    }
    assert!(less > 0, "flags and chords never pay");
}

/// A wrong flag is in the way until it is taken away; a right one is there for nothing.
#[test]
fn flags_that_stand_already_count() {
    let fewest = |board: &str| {
        let level = read(&format!("game: mines\nclicks: all\n\n{board}\n"));
        let report = level.solve(&Limits::default(), &mut Unwatched);
        report.expect(board).verdict.fewest()
    };
    assert_eq!(fewest("EEE\nEME\nEEE"), Some(5));
    assert_eq!(fewest("EEE\nEFE\nEEE"), Some(4));
    assert_eq!(fewest("EEE\nfEE\nEEE"), Some(2));
    assert_eq!(fewest("EMEE\nEEME\nEEEE\nMMEE"), Some(6));
}

/// Without `clicks: all` a flag is a mark: what is under it is opened as ever, and it is no move.
#[test]
fn flags_are_marks_where_only_clicks_count() {
    let level = read("game: mines\n\nFfE\n");
    let report = level.solve(&Limits::default(), &mut Unwatched);
    assert_eq!(report.unwrap().verdict.fewest(), Some(1));
    let mut session = level.session();
    let moves: Vec<_> = session.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["0,1", "0,2"]);
    for step in ["F0,0", "C0,0"] {
        let refused = session.push(step).expect_err("it is none").0;
        assert_eq!(
            refused,
            "flags and chords are moves with `clicks: all` only"
        );
    }
    session.push("0,2").unwrap();
    assert!(session.won());
    assert_eq!(
        session.view().tiles.map(|tile| tile.text.clone()).squares(),
        ["F", "1", "B"]
    );
}

#[test]
fn refusals_say_why() {
    let level = read("game: mines\nclicks: all\n\nFf1\nM31\n");
    let mut session = level.session();
    for (step, why) in [
        ("0,9", "it is outside the board"),
        ("0,2", "that cell is already revealed"),
        ("F0,2", "that cell is already revealed"),
        ("0,0", "that cell has a flag: take it away first"),
        ("0,1", "that cell has a flag: take it away first"),
        ("C1,0", "a chord is made on a revealed digit"),
        ("C1,1", "a chord there takes flags: 3, and there are 2"),
        ("C0,2", "nothing is left to open around it"),
    ] {
        assert_eq!(session.push(step).expect_err(step).0, why, "{step}");
    }
}

fn wrong(text: &str) -> TextError {
    let source = Source::new(text.as_bytes()).unwrap();
    registry::read(source, None).err().expect(text)
}

#[test]
fn texts_with_flags_and_covered_cells_come_back() {
    for text in [
        "game: mines\n\nFf1\nME1\n",
        "game: mines\nclicks: all\n\nEF\n",
        "game: mines\nmines: 2\n\nMX\n",
        "game: mines\nclick: 0,0\nfirst: safe\n\nEM\n",
        "game: mines\nclick: 0,0\nfirst: open\n\nEEM\n",
        "game: mines\nclick: 0,0\nfirst: open\n\nM1E\n",
        "game: mines\nmines: 2\nfirst: open\n\n?1!\n?2B\n",
        "game: mines\ndensity: 12.5%\n\n???\n",
        "game: mines\nclick: 0,1\nmines: 0\n\n???\n",
    ] {
        assert_eq!(read(text).level_text(), text);
    }
    let level = read("game: mines\nclicks: plain\nfirst: any\ndensity: 0.2\n\n?0\n");
    assert_eq!(level.level_text(), "game: mines\n\n?B\n");
}

#[test]
fn what_cannot_be_is_told() {
    for (notes, board, line, column, message) in [
        (
            "",
            "?1\nE?",
            4,
            1,
            "some hidden cells are known here and others are not",
        ),
        (
            "",
            "1F\nE!",
            4,
            2,
            "some hidden cells are known here and others are not",
        ),
        ("mines: 3\n", "EM", 2, 8, "the board has mines: 1, not 3"),
        (
            "mines: 4\n",
            "?!X",
            2,
            8,
            "there can be 1 to 3 mines, not 4",
        ),
        (
            "mines: 0\n",
            "?!X",
            2,
            8,
            "there can be 1 to 3 mines, not 0",
        ),
        ("mines: -1\n", "??", 2, 8, "`-1` is not a whole number"),
        (
            "density: 20%\n",
            "EM",
            2,
            10,
            "how many mines there are is known here",
        ),
        (
            "mines: 1\ndensity: 20%\n",
            "??",
            3,
            10,
            "how many mines there are is known here",
        ),
        (
            "density: 0\n",
            "??",
            2,
            10,
            "`0` is no chance between 0% and 100%",
        ),
        ("clicks: left\n", "EM", 2, 9, "`clicks` cannot be `left`"),
        ("first: none\n", "EM", 2, 8, "`first` cannot be `none`"),
        (
            "first: safe\nclick: 0,1\n",
            "EM",
            3,
            8,
            "the first click is promised that 0,1 is no mine",
        ),
        (
            "click: 0,0\nfirst: open\n",
            "EM",
            2,
            8,
            "the first click is promised that 0,1 is no mine",
        ),
        (
            "click: 0,1\n",
            "?1",
            2,
            8,
            "the click 0,1 is on a revealed cell",
        ),
        ("", "E9", 3, 2, "unknown glyph `9`"),
    ] {
        let text = format!("game: mines\n{notes}\n{board}\n");
        let error = wrong(&text);
        assert_eq!((error.line, error.column), (line, column), "{text}{error}");
        assert_eq!(error.message, message, "{text}");
    }
    // The judge has letters for none of it.
    for letter in ["?", "!", "F", "f", "0"] {
        let text = format!("[[\"{letter}\"]]\n[0,0]\n");
        let source = Source::new(text.as_bytes()).unwrap();
        assert!(
            registry::find("mines").unwrap().read_judge(source).is_err(),
            "{text}"
        );
    }
    for (text, why) in [
        (
            "game: mines\n\n??\n",
            "the judge's boards say what is under every cell",
        ),
        ("game: mines\n\nFE\n", "the judge's boards have no flags"),
        (
            "game: mines\nclicks: all\n\nME\n",
            "the judge's clicks set no flags and make no chords",
        ),
    ] {
        assert_eq!(read(text).judge_case(), Err(why.to_string()), "{text}");
    }
}

/// Nothing is proven of a board that does not say where its mines are, and nothing is refuted.
#[test]
fn covered_boards_give_every_search_up() {
    for text in [
        "game: mines\n\n??\n11\n",
        "game: mines\nmines: 1\nclicks: all\n\n?!2\n?!2\n",
        "game: mines\nmines: 1\n\n?1\n?1\n",
    ] {
        let level = read(text);
        let told = level.missing().expect(text);
        assert!(told.contains("`odds` or `hint`"), "{told}");
        let report = level.solve(&Limits::default(), &mut Unwatched).expect(text);
        let limit = Limit::Unknown;
        assert_eq!(
            report.verdict,
            Verdict::GaveUp { limit, at_least: 1 },
            "{text}"
        );
        let survey = level.survey(&Limits::default(), &mut Unwatched, &mut |_| {
            panic!("{text}")
        });
        assert!(
            matches!(survey, Err(Unanswered::GaveUp(Limit::Unknown))),
            "{text}"
        );
        let one = std::num::NonZeroUsize::MIN;
        let on = &mut |_| std::ops::ControlFlow::Continue(());
        let advice = level
            .advise(Wish::Harder, one, &Limits::default(), on)
            .expect(text);
        assert!(advice.groups.is_empty(), "{text}");
        let mut session = level.session();
        assert_eq!(session.standing(), Standing::Playing, "{text}");
        assert!(session.moves().is_empty(), "{text}");
        for step in ["0,0", "F0,0", "C1,1"] {
            let refused = session.push(step).expect_err(step).0;
            assert!(refused.contains("ask for `odds` or `hint`"), "{refused}");
        }
        let limits = Limits::default();
        assert_eq!(
            session.keeping(1, &limits, &mut Unwatched),
            Err(limit),
            "{text}"
        );
        assert_eq!(
            session.distances(&limits, &mut Unwatched),
            Err(limit),
            "{text}"
        );
        assert_eq!(
            session.layers(&limits, &mut Unwatched).limit,
            Some(limit),
            "{text}"
        );
        assert!(!level.key().is_empty() && level.careless() <= 1, "{text}");
    }
    // All that is covered is a mine, and so nothing is left to do.
    let session = read("game: mines\nmines: 1\n\n?1\n");
    assert!(session.session().won());
    assert_eq!(read("game: mines\n\nE1\nM1\n").missing(), None);
}

/// Turned and mirrored boards are alike with their flags, and other flags make another board.
#[test]
fn keys_know_flags_and_notes() {
    let alike = |text: &str| read(text).key();
    assert_eq!(
        alike("game: mines\n\nFEM\n"),
        alike("game: mines\n\nM\nE\nF\n")
    );
    assert_ne!(alike("game: mines\n\nFEM\n"), alike("game: mines\n\nMEM\n"));
    assert_ne!(
        alike("game: mines\n\nME\n"),
        alike("game: mines\nclicks: all\n\nME\n")
    );
    assert_eq!(
        alike("game: mines\nmines: 1\n\n?1!\n"),
        alike("game: mines\nmines: 1\n\n!1?\n")
    );
}
