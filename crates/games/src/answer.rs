//! The answers about one level as they are written in JSON: one schema for the command and the
//! server. Counts that may be larger than 2⁵³ are strings, so that every reader gets them whole.

use std::collections::HashMap;

use fewest_search::{Limit, Report, Verdict};
use num_bigint::BigUint;
use serde::Serialize;

use crate::advise::Outcome;
use crate::game::{MoveName, Standing};
use crate::grid::Square;
use crate::layers::{Layers, Shows};
use crate::level::About;
use crate::rating::{Difficulty, Rating, share};
use crate::review::{Hint, Review, Step};
use crate::survey::Survey;
use crate::view::{Edge, Link, Sprite, Tile, Trace, View};

/// What a search found out about a level.
#[derive(Clone, Debug, Serialize)]
pub struct Answer<'a> {
    /// The game's id.
    pub game: &'static str,
    /// The level's title.
    pub title: Option<&'a str>,
    /// `fewest`, `impossible` or `gave-up`.
    pub verdict: &'static str,
    /// The proven fewest.
    pub fewest: Option<u64>,
    /// What is counted.
    pub unit: &'static str,
    /// The moves that do it; where a limit ended the search, the best that it found.
    pub moves: Option<&'a [MoveName]>,
    /// How many moves the best found take, where a limit ended the search and some were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u64>,
    /// How many more that is than a win is proven to take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<u64>,
    /// Nothing shorter than this wins; null where nothing wins.
    pub at_least: Option<u64>,
    /// Which limit ended the search, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// Different positions reached.
    pub states: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Which kernel searched.
    pub kernel: &'static str,
}

impl<'a> Answer<'a> {
    /// The answer for a level.
    pub fn new(level: About<'a>, report: &'a Report<MoveName>) -> Self {
        let (moves, limit) = match &report.verdict {
            Verdict::Fewest { moves, .. } => (Some(moves.as_slice()), None),
            Verdict::Impossible => (None, None),
            Verdict::GaveUp { limit, .. } => (report.best.as_deref(), Some(limit.name())),
        };
        let best = report.best.as_ref().map(|moves| moves.len() as u64);
        let gap = best.zip(report.verdict.at_least());
        Answer {
            game: level.info.id,
            title: level.title,
            verdict: Outcome::from(&report.verdict).name(),
            fewest: report.verdict.fewest(),
            unit: level.info.unit.many,
            moves,
            best,
            gap: gap.map(|(best, at_least)| best.saturating_sub(at_least)),
            at_least: report.verdict.at_least(),
            limit,
            states: report.stats.states,
            seconds: report.stats.elapsed.as_secs_f64(),
            kernel: report.plan.kernel,
        }
    }
}

/// What was counted about a level.
#[derive(Clone, Debug, Serialize)]
pub struct Counts {
    /// How many different optimal solutions there are.
    pub solutions: String,
    /// How many positions can be reached.
    pub positions: String,
    /// From how many of them no win can be reached any more.
    pub dead: String,
    /// The share of moves that keep the win open, from 0 to 1; null where there is no move to
    /// speak of.
    pub keep_win: Option<f64>,
    /// The share of moves that keep the optimum, from 0 to 1; null likewise.
    pub keep_optimum: Option<f64>,
    /// The longest run of forced moves on an optimal solution.
    pub forced: u64,
    /// The longest run on an optimal solution of moves that alone keep it optimal.
    pub narrow: u64,
    /// After how many moves the optimal solutions first part.
    pub part: Option<u64>,
}

impl From<&Survey> for Counts {
    fn from(survey: &Survey) -> Self {
        let of_moves = |part| {
            let is_any = survey.moves != 0u32.into();
            is_any.then(|| share(part, &survey.moves))
        };
        Counts {
            solutions: survey.solutions.to_string(),
            positions: survey.positions.to_string(),
            dead: survey.dead.to_string(),
            keep_win: of_moves(&survey.open),
            keep_optimum: of_moves(&survey.best),
            forced: survey.forced,
            narrow: survey.narrow,
            part: survey.part,
        }
    }
}

/// A level's rating.
#[derive(Clone, Debug, Serialize)]
pub struct RatingAnswer<'a> {
    /// The search.
    #[serde(flatten)]
    pub answer: Answer<'a>,
    /// The fewest that a careless reading would guess.
    pub guess: u64,
    /// What was counted; null where a limit ended it.
    pub counts: Option<Counts>,
    /// Which limit ended the counting, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_limit: Option<&'static str>,
    /// How hard it is, with its parts; null where it cannot be won or was not counted.
    pub difficulty: Option<&'a Difficulty>,
}

impl<'a> RatingAnswer<'a> {
    /// The answer for a level.
    pub fn new(level: About<'a>, rating: &'a Rating) -> Self {
        RatingAnswer {
            answer: Answer::new(level, &rating.report),
            guess: rating.guess,
            counts: rating.survey.as_ref().ok().map(Counts::from),
            counts_limit: rating.survey.as_ref().err().map(|limit| limit.name()),
            difficulty: rating.difficulty.as_ref(),
        }
    }
}

/// A level's optimal solutions.
#[derive(Clone, Debug, Serialize)]
pub struct SolutionsAnswer<'a> {
    /// The search.
    #[serde(flatten)]
    pub answer: Answer<'a>,
    /// How many there are; null where a limit ended the counting.
    pub solutions: Option<String>,
    /// The first of them, in the order of their moves.
    pub listed: &'a [Vec<MoveName>],
    /// Which limit ended the counting, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_limit: Option<&'static str>,
}

impl<'a> SolutionsAnswer<'a> {
    /// The answer for a level.
    pub fn new(
        level: About<'a>,
        report: &'a Report<MoveName>,
        solutions: &Result<BigUint, Limit>,
        listed: &'a [Vec<MoveName>],
    ) -> Self {
        SolutionsAnswer {
            answer: Answer::new(level, report),
            solutions: solutions.as_ref().ok().map(BigUint::to_string),
            listed,
            counts_limit: solutions.as_ref().err().map(|limit| limit.name()),
        }
    }
}

/// The hint for a position. Its `fewest` and `moves` are those that win from there.
#[derive(Clone, Debug, Serialize)]
pub struct HintAnswer<'a> {
    /// The search from the position on.
    #[serde(flatten)]
    pub answer: Answer<'a>,
    /// How many moves have been made.
    pub made: usize,
    /// Whether the game goes on.
    pub standing: Standing,
    /// The moves that keep the optimum.
    pub keep_optimum: &'a [MoveName],
    /// The number of the move that lost the win; 0 where the level itself cannot be won.
    pub lost_by: Option<usize>,
    /// The limit that kept the answer from being complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<&'static str>,
}

impl<'a> HintAnswer<'a> {
    /// The answer for a position of a level.
    pub fn new(level: About<'a>, hint: &'a Hint) -> Self {
        HintAnswer {
            answer: Answer::new(level, &hint.report),
            made: hint.made,
            standing: hint.standing,
            keep_optimum: &hint.moves,
            lost_by: hint.lost_by,
            unfinished: hint.unfinished.as_ref().map(Limit::name),
        }
    }
}

/// A solution, move by move.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewAnswer<'a> {
    /// The search from the beginning.
    #[serde(flatten)]
    pub answer: Answer<'a>,
    /// Whether the game goes on after the last move.
    pub standing: Standing,
    /// How many moves more than the fewest a win takes after the last move; null where it is
    /// lost.
    pub behind: Option<u64>,
    /// Every move up to the end of the game.
    pub steps: &'a [Step],
    /// The moves given after the end, which cannot be played.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub after_end: &'a [MoveName],
    /// The limit that kept the answer from being complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<&'static str>,
}

impl<'a> ReviewAnswer<'a> {
    /// The answer for a solution of a level.
    pub fn new(level: About<'a>, review: &'a Review, after_end: &'a [MoveName]) -> Self {
        ReviewAnswer {
            after_end,
            answer: Answer::new(level, &review.report),
            standing: review.standing,
            behind: review.behind(),
            steps: &review.steps,
            unfinished: review.unfinished.as_ref().map(Limit::name),
        }
    }
}

/// The layers of a search.
#[derive(Clone, Debug, Serialize)]
pub struct LayersAnswer<'a> {
    /// The game's id.
    pub game: &'static str,
    /// The level's title.
    pub title: Option<&'a str>,
    /// What is counted.
    pub unit: &'static str,
    /// What the layers are layers of.
    pub shows: Shows,
    /// The layers from the start on, each of them whole.
    pub layers: Vec<LayerAnswer<'a>>,
    /// How many positions there are in all these layers; null for those of a solution. A search
    /// for the fewest may visit fewer.
    pub reachable: Option<u64>,
    /// The depth of the first win, which is the last layer's; null where no win was reached.
    pub won_at: Option<u64>,
    /// Which limit ended the search; null where none did.
    pub limit: Option<&'static str>,
}

/// One layer of a search.
#[derive(Clone, Debug, Serialize)]
pub struct LayerAnswer<'a> {
    /// How many moves reach it.
    pub depth: u64,
    /// How many positions are first reached by so many; null in a layer of a solution.
    pub positions: Option<u64>,
    /// Pairs of a square and the number of positions with the player there, or, in a game without
    /// a player, with the square changed; in a layer of a solution the squares that it changes.
    pub squares: &'a [(Square, u64)],
}

impl<'a> LayersAnswer<'a> {
    /// The answer for a level, or for a position of it.
    pub fn new(level: About<'a>, layers: &'a Layers) -> Self {
        let each = (0..).zip(&layers.layers).map(|(depth, layer)| LayerAnswer {
            depth,
            positions: (layers.shows == Shows::Search).then_some(layer.positions),
            squares: &layer.squares,
        });
        LayersAnswer {
            game: level.info.id,
            title: level.title,
            unit: level.info.unit.many,
            shows: layers.shows,
            layers: each.collect(),
            reachable: layers.reachable(),
            won_at: layers.won_at,
            limit: layers.limit.as_ref().map(Limit::name),
        }
    }
}

/// What a position looks like. Squares are numbered row by row from the top left, from 0.
#[derive(Clone, Debug, Serialize)]
pub struct ViewAnswer<'a> {
    /// How many rows the board has.
    pub rows: u32,
    /// How many columns it has.
    pub columns: u32,
    /// Every kind of tile on it, in the order in which they first come.
    pub kinds: Vec<&'a Tile>,
    /// For each square, the place of its kind among those.
    pub tiles: Vec<u32>,
    /// The squares of the long body from the head to the tail.
    pub body: &'a [Square],
    /// Ways from one square to another.
    pub links: &'a [Link],
    /// Walls between two squares.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub edges: &'a [Edge],
    /// The pictures that the level brings along.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub sprites: &'a [Sprite],
    /// The way of the move that led here; null where none was made.
    pub trace: Option<&'a Trace>,
}

impl<'a> ViewAnswer<'a> {
    /// The answer for a position, and for the move that led there.
    pub fn new(view: &'a View, trace: Option<&'a Trace>) -> Self {
        let mut kinds: Vec<&Tile> = Vec::new();
        let mut places: HashMap<&Tile, u32> = HashMap::new();
        let mut last: Option<(&Tile, u32)> = None;
        let mut place = |tile: &'a Tile| {
            // Most squares look like the one before, which is seen sooner than looked up.
            if let Some((before, place)) = last
                && before == tile
            {
                return place;
            }
            let place = *places.entry(tile).or_insert_with(|| {
                kinds.push(tile);
                kinds.len() as u32 - 1
            });
            last = Some((tile, place));
            place
        };
        let tiles = view.tiles.squares().iter().map(&mut place).collect();
        ViewAnswer {
            rows: view.tiles.rows(),
            columns: view.tiles.columns(),
            kinds,
            tiles,
            body: &view.body,
            links: &view.links,
            edges: &view.edges,
            sprites: &view.sprites,
            trace,
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::grid::Grid;
    use crate::oracle::read;
    use crate::view::{Ground, Piece, Rgb, Role};

    /// What is said of a level after some moves, and of the last of them.
    fn said(text: &str, moves: &[&str]) -> String {
        let level = read(text);
        let mut session = level.session();
        let mut trace = None;
        for step in moves {
            trace = session.trace(step);
            session.push(step).expect("a legal move");
        }
        let view = session.view();
        serde_json::to_string(&ViewAnswer::new(&view, trace.as_ref())).expect("it is plain")
    }

    fn tile(text: &str, role: &str, ground: &str, piece: &str, label: &str) -> String {
        format!(
            r#"{{"text":"{text}","role":"{role}","ground":"{ground}","piece":{piece},"label":"{label}"}}"#
        )
    }

    #[test]
    fn a_body() {
        let kinds = [
            tile("1", "player", "floor", "null", ""),
            tile(".", "plain", "floor", "null", ""),
            tile("@", "goal", "apple", "null", ""),
            tile("2", "body", "floor", "null", ""),
            tile("3", "body", "floor", "null", ""),
            tile("#", "wall", "wall", "null", ""),
        ];
        assert_eq!(
            said("game: snake\n\n..@\n12#\n.3#\n", &["U"]),
            format!(
                r#"{{"rows":3,"columns":3,"kinds":[{}],"tiles":[0,1,2,3,4,5,1,1,5],"body":[0,3,4],"links":[],"trace":{{"steps":[3,0],"jump":null}}}}"#,
                kinds.join(",")
            )
        );
    }

    #[test]
    fn links_and_a_jump() {
        // The track winds: 7 8 9, 6 5 4, 1 2 3.
        let kinds = [
            tile("7", "plain", "floor", "null", "7"),
            tile("8>2", "drop", "floor", "null", "8"),
            tile("9*", "goal", "flag", "null", "9"),
            tile("(6)", "player", "floor", r#""pawn""#, "6"),
            tile("5", "plain", "floor", "null", "5"),
            tile("4", "plain", "floor", "null", "4"),
            tile("1", "plain", "floor", "null", "1"),
            tile("2", "plain", "floor", "null", "2"),
            tile("3>6", "lift", "floor", "null", "3"),
        ];
        assert_eq!(
            said("game: ladders\n\n. 2 .\n. . .\n. . 6\n", &["2"]),
            format!(
                r#"{{"rows":3,"columns":3,"kinds":[{}],"tiles":[0,1,2,3,4,5,6,7,8],"body":[],"links":[{{"from":1,"to":7,"role":"drop"}},{{"from":8,"to":3,"role":"lift"}}],"trace":{{"steps":[6,7,8],"jump":3}}}}"#,
                kinds.join(",")
            )
        );
    }

    #[test]
    fn lids_mines_and_counts() {
        let kinds = [
            tile("1", "count", "count", "null", "1"),
            tile("M", "danger", "lid", r#""mine""#, ""),
            tile("E", "hidden", "lid", "null", ""),
            tile("B", "plain", "floor", "null", ""),
            tile("X", "danger", "floor", r#""blast""#, ""),
        ];
        let safe = [0, 1, 2, 3].map(|place: usize| kinds[place].clone());
        assert_eq!(
            said("game: mines\n\nEM\nEE\nBB\n", &["0,0"]),
            format!(
                r#"{{"rows":3,"columns":2,"kinds":[{}],"tiles":[0,1,2,2,3,3],"body":[],"links":[],"trace":{{"steps":[0],"jump":null}}}}"#,
                safe.join(",")
            )
        );
        let lost = [2, 4, 3].map(|place: usize| kinds[place].clone());
        assert_eq!(
            said("game: mines\n\nEM\nEE\nBB\n", &["0,1"]),
            format!(
                r#"{{"rows":3,"columns":2,"kinds":[{}],"tiles":[0,1,0,0,2,2],"body":[],"links":[],"trace":{{"steps":[1],"jump":null}}}}"#,
                lost.join(",")
            )
        );
    }

    #[test]
    fn blocks_rubble_a_stone_and_a_target() {
        let kinds = [
            tile(".", "plain", "floor", "null", ""),
            tile("S", "player", "floor", r#""stone""#, ""),
            tile("x", "plain", "rubble", "null", ""),
            tile("#", "wall", "block", "null", ""),
            tile("G", "goal", "target", "null", ""),
        ];
        assert_eq!(
            said("game: curling\n\nS..##\n....G\n", &["R"]),
            format!(
                r#"{{"rows":2,"columns":5,"kinds":[{}],"tiles":[0,0,1,2,3,0,0,0,0,4],"body":[],"links":[],"trace":{{"steps":[0,1,2],"jump":null}}}}"#,
                kinds.join(",")
            )
        );
    }

    #[test]
    fn rings_a_pawn_and_a_flag() {
        let kinds = [
            tile(".", "plain", "floor", "null", ""),
            tile("A", "lift", "ring", "null", "A"),
            tile("@", "player", "ring", r#""pawn""#, "A"),
            tile("*", "goal", "flag", "null", ""),
        ];
        assert_eq!(
            said("game: portals\n\n.A.A.\n", &["R"]),
            format!(
                r#"{{"rows":1,"columns":5,"kinds":[{}],"tiles":[0,1,0,2,3],"body":[],"links":[],"trace":{{"steps":[0,1],"jump":3}}}}"#,
                kinds.join(",")
            )
        );
        assert!(said("game: portals\n\n.A.A.\n", &[]).ends_with(r#","trace":null}"#));
    }

    #[test]
    fn sprites_and_the_pictures_of_a_tile() {
        let tile = |pictures: &[u32]| Tile::new("o", Role::Plain).pictured(pictures.to_vec());
        let sprite = Sprite {
            columns: 2,
            colours: vec![Rgb(255, 0, 10), Rgb(0, 128, 0)],
            pixels: vec![Some(1), None, Some(0), Some(0)],
        };
        let view = View {
            sprites: vec![sprite].into(),
            ..View::new(Grid::new(2, vec![tile(&[]), tile(&[0, 0])]))
        };
        let told = serde_json::to_string(&ViewAnswer::new(&view, None)).expect("it is plain");
        let kind = r#""text":"o","role":"plain","ground":"floor","piece":null,"label":"""#;
        assert_eq!(
            told,
            format!(
                r##"{{"rows":1,"columns":2,"kinds":[{{{kind}}},{{{kind},"pictures":[0,0]}}],"tiles":[0,1],"body":[],"links":[],"sprites":[{{"columns":2,"colours":["#ff000a","#008000"],"pixels":[1,null,0,0]}}],"trace":null}}"##
            )
        );
        assert_eq!(view.sprites[0].rows(), 2);
    }

    /// Each square's kind is its tile, and no kind is said twice: on large boards, where kinds
    /// come in runs and come again.
    #[test]
    fn kinds_and_tiles_are_the_view() {
        const SEED: u64 = 40;
        let mut rng = Rng::with_seed(SEED);
        for round in 0..2_000 {
            let columns = rng.usize(1..=40);
            let letters = [1, 2, 26][round % 3];
            let tile = |rng: &mut Rng| {
                let text = char::from(b'a' + rng.u8(..letters));
                let tile = Tile::new(text, [Role::Plain, Role::Goal][rng.usize(..2)]);
                match rng.u8(..4) {
                    0 => tile.on(Ground::Ring),
                    1 => tile.with(Piece::Pawn),
                    2 => tile.labelled("1"),
                    _ => tile,
                }
            };
            let mut squares = Vec::new();
            while squares.len() < columns * rng.usize(1..=40) {
                let run = rng.usize(1..=8);
                let tile = tile(&mut rng);
                squares.extend(std::iter::repeat_n(tile, run));
            }
            squares.truncate(squares.len() / columns * columns);
            let view = View::new(Grid::new(columns, squares));
            let answer = ViewAnswer::new(&view, None);
            let tiles: Vec<&Tile> = answer
                .tiles
                .iter()
                .map(|&place| answer.kinds[place as usize])
                .collect();
            let seen: Vec<&Tile> = view.tiles.squares().iter().collect();
            assert_eq!(tiles, seen, "seed {SEED}, round {round}");
            for (place, kind) in answer.kinds.iter().enumerate() {
                let before = &answer.kinds[..place];
                assert!(!before.contains(kind), "seed {SEED}, round {round}");
            }
        }
    }
}
