//! The layers within their limits, on the levels that ship, and as JSON.

use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use fewest_search::{Limit, Limits, Progress, SearchContext};

use super::Layers;
use crate::answer::LayersAnswer;
use crate::builtin::{AnyLevel, GAMES};
use crate::contract::files;
use crate::oracle::{read, within};

const WALL: &str = "game: snake\ntitle: Round the wall\n\n##...\n..1#@\n432#.\n...#.\n";

fn json(level: &AnyLevel, layers: &Layers) -> String {
    serde_json::to_string(&LayersAnswer::new(level.about(), layers)).expect("it is plain")
}

fn layers_within(limits: Limits) -> Layers {
    read(WALL).layers(&mut within(limits))
}

#[test]
fn a_search_as_json() {
    let level = read(WALL);
    let mut session = level.session();
    let layers = session.here().layers(&mut SearchContext::default());
    assert_eq!(
        json(&level, &layers),
        concat!(
            r#"{"game":"snake","title":"Round the wall","unit":"moves","shows":"search","layers":["#,
            r#"{"depth":0,"positions":1,"squares":[[7,1]]},"#,
            r#"{"depth":1,"positions":2,"squares":[[2,1],[6,1]]},"#,
            r#"{"depth":2,"positions":3,"squares":[[3,1],[5,1],[11,1]]},"#,
            r#"{"depth":3,"positions":5,"squares":[[4,1],[10,2],[12,1],[16,1]]},"#,
            r#"{"depth":4,"positions":9,"#,
            r#""squares":[[5,1],[7,1],[9,1],[11,1],[15,3],[17,2]]}],"#,
            r#""reachable":20,"won_at":4,"limit":null}"#
        )
    );
    let limits = Limits {
        cost: Some(1),
        ..Limits::default()
    };
    session.push("U").expect("a legal move");
    let layers = session.here().layers(&mut within(limits));
    assert_eq!(
        json(&level, &layers),
        concat!(
            r#"{"game":"snake","title":"Round the wall","unit":"moves","shows":"search","layers":["#,
            r#"{"depth":0,"positions":1,"squares":[[2,1]]},"#,
            r#"{"depth":1,"positions":1,"squares":[[3,1]]}],"#,
            r#""reachable":2,"won_at":null,"limit":"cost"}"#
        )
    );
}

#[test]
fn clicks_as_json() {
    let level = read("game: mines\n\nEEM\nEEE\nMEM\n");
    let mut session = level.session();
    let layers = session.here().layers(&mut SearchContext::default());
    assert_eq!(
        json(&level, &layers),
        concat!(
            r#"{"game":"mines","title":null,"unit":"clicks","shows":"search","layers":["#,
            r#"{"depth":0,"positions":1,"squares":[]},"#,
            r#"{"depth":1,"positions":6,"squares":[[0,1],[1,2],[3,2],[4,2],[5,1],[7,1]]},"#,
            r#"{"depth":2,"positions":12,"squares":[[0,2],[1,6],[3,6],[4,6],[5,5],[7,5]]},"#,
            r#"{"depth":3,"positions":11,"squares":[[0,1],[1,7],[3,7],[4,7],[5,7],[7,7]]}],"#,
            r#""reachable":30,"won_at":3,"limit":null}"#
        )
    );
    let limits = Limits {
        cost: Some(1),
        ..Limits::default()
    };
    let told = session.here().layers(&mut within(limits));
    assert_eq!(told.layers, layers.layers[..2]);
    assert_eq!((told.won_at, told.limit), (None, Some(Limit::Cost)));
    session.push("0,2").expect("it can be clicked");
    let lost = session.here().layers(&mut SearchContext::default());
    assert_eq!(
        (lost.layers.len(), lost.won_at, lost.limit),
        (1, None, None)
    );
}

/// What a limit leaves is the beginning of what there is, in whole layers.
#[test]
fn limits_leave_whole_layers() {
    let all = layers_within(Limits::default());
    assert_eq!(all.won_at, Some(4));
    let is_beginning = |told: &Layers| {
        assert_eq!(told.layers, all.layers[..told.layers.len()]);
        assert_eq!(told.won_at.is_some(), told.limit.is_none());
        told.layers.len()
    };
    for cost in 0..6 {
        let told = layers_within(Limits {
            cost: Some(cost),
            ..Limits::default()
        });
        assert_eq!(is_beginning(&told), 5.min(cost as usize + 1));
        assert_eq!(told.limit, (cost < 4).then_some(Limit::Cost));
    }
    for states in 0..25 {
        let told = layers_within(Limits {
            states: Some(states),
            ..Limits::default()
        });
        is_beginning(&told);
        let positions: u64 = told.layers.iter().map(|layer| layer.positions).sum();
        assert!(positions <= states.max(1), "{states}");
        assert_eq!(told.limit, (states < 20).then_some(Limit::States));
    }
    let mut most = 0;
    for memory in (0..20_000).step_by(50) {
        let told = layers_within(Limits {
            memory: Some(memory),
            ..Limits::default()
        });
        let layers = is_beginning(&told);
        assert!(layers >= most, "{memory} bytes are worth less than fewer");
        assert!(told.limit.is_none_or(|limit| limit == Limit::Memory));
        most = layers;
    }
    assert_eq!(most, 5);
    let told = layers_within(Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    });
    assert_eq!((is_beginning(&told), told.limit), (1, Some(Limit::Time)));
}

/// Who watches is told of the depth, and can end it, in a game that is searched and in one that
/// is not.
#[test]
fn a_watch_can_stop_it() {
    for text in [WALL, "game: mines\n\nEMEMEMEMEMEM\n"] {
        let level = read(text);
        let mut looks = 0;
        let mut watch = |_: Progress| {
            looks += 1;
            match looks {
                3.. => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let told = level.layers(&mut SearchContext::default().observed_by(&mut watch));
        assert_eq!((told.won_at, told.limit), (None, Some(Limit::Stopped)));
        assert!(looks == 3 && told.layers.len() < 5, "{text}");
    }
}

/// On every level that ships and has no more positions than this, the last layer is the par's.
#[test]
fn the_levels_that_ship_are_won_at_their_par() {
    let limits = Limits {
        states: Some(300_000),
        ..Limits::default()
    };
    for game in GAMES {
        let mut whole = 0;
        for path in files(game.info().id) {
            let level = read(&fs::read_to_string(&path).expect("a level is text"));
            let layers = level.session().here().layers(&mut within(limits));
            if layers.limit.is_some() {
                continue;
            }
            whole += 1;
            let report = level.solve(&mut SearchContext::default());
            let fewest = report.expect("no disagreement").verdict.fewest();
            assert_eq!(layers.won_at, fewest, "{}", path.display());
            if let Some(fewest) = fewest {
                assert_eq!(layers.layers.len() as u64, fewest + 1, "{}", path.display());
            }
        }
        assert!(whole > 0, "{} has a level that small", game.info().id);
    }
}
