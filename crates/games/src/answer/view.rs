//! A position as a screen is told of it in JSON: every kind of tile once, and for each square
//! which of them it is.

use std::collections::HashMap;

use serde::Serialize;

use crate::grid::Square;
use crate::view::{Edge, Link, Sprite, Tile, Trace, View};

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
