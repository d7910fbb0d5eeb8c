//! What the squares of a picture are tinted by: how far the win is, or what a change would do.

use fewest_draw::heat::{Heat, Reading};
use fewest_games::advise::{Effect, Group, Outcome, Wish};
use fewest_games::builtin::AnySession;
use fewest_games::grid::{Grid, Square};
use fewest_games::view::{Role, View};
use fewest_search::{Limit, SearchOptions};
use fewest_words::say;

use crate::advise::{IMPOSSIBLE, UNCHANGED};
use crate::args::{self, LimitArgs, ProgressMode};
use crate::host::{self, Host};
use crate::levels::Entry;
use crate::outcome::Failure;

/// The heat that was asked for in a position, or the limit that ended the search for it.
pub fn read(
    asked: &args::Heat,
    entry: &Entry,
    session: &AnySession,
    limits: &LimitArgs,
    host: &dyn Host,
) -> Result<Result<Heat, Limit>, Failure> {
    match asked {
        args::Heat::Distance => {
            let distances = distances(session, limits, host);
            Ok(distances.map(|distances| by_distance(entry, &session.view(), &distances)))
        }
        args::Heat::Advise(_) if session.made() > 0 => Err(Failure::plain(say!(
            "advice is about a level, not about a position: leave out --after"
        ))),
        args::Heat::Advise(group) => by_advice(entry, group.as_deref(), limits, host),
    }
}

/// How far the win is from each square, or the limit that left it open.
pub fn distances(
    session: &AnySession,
    limits: &LimitArgs,
    host: &dyn Host,
) -> Result<Grid<Option<u64>>, Limit> {
    let mut watch = host.watch(ProgressMode::Bar);
    let mut context = host::search_within(host::limits(host, limits), watch.as_mut());
    session.here().distances(&mut context)
}

/// The nearer the win, the warmer.
fn by_distance(entry: &Entry, view: &View, distances: &Grid<Option<u64>>) -> Heat {
    let known = distances.squares().iter().flatten().copied();
    let ends = known.clone().max().zip(known.min());
    let (farthest, nearest) = ends.unwrap_or_default();
    let unit = entry.level.info().unit.many;
    // Without a player every square that says nothing has nothing to be played on it.
    let has_player = !entry.level.info().covers;
    let is_unreached = |&square: &Square| {
        distances[square].is_none() && view.tiles[square].role != Role::Wall && has_player
    };
    Heat {
        unreached: (0..distances.len()).filter(is_unreached).collect(),
        squares: distances.map(|distance| {
            distance.map(|distance| Reading {
                text: distance.to_string(),
                warmth: Some(1.0 - along(distance, nearest, farthest)),
            })
        }),
        title: format!("{unit} to the win"),
        ends: ends.map(|(farthest, nearest)| [farthest, nearest].map(|end| end.to_string())),
        notes: Vec::new(),
    }
}

/// The harder, the warmer.
fn by_advice(
    entry: &Entry,
    group: Option<&str>,
    limits: &LimitArgs,
    host: &dyn Host,
) -> Result<Result<Heat, Limit>, Failure> {
    let (threads, limits) = host::shared_limits(host, limits);
    let mut bar = host.watch(ProgressMode::Bar);
    let mut watch = |tally| bar.on_batch_progress(host::BatchProgress::Changes(tally));
    let options = SearchOptions::new().limits(limits).threads(threads);
    let advice = entry.level.advise(Wish::Harder, &options, &mut watch)?;
    drop(bar);
    if let Some(limit) = advice.limit {
        return Ok(Err(limit));
    }
    let mut groups = advice.groups.iter();
    let Some(found) = (match group {
        Some(name) => groups.find(|group| group.name == name),
        None => groups.next(),
    }) else {
        let names: Vec<_> = advice.groups.iter().map(|group| &*group.name).collect();
        return Err(Failure::plain(match names.is_empty() {
            true => say!("no square of this level can be changed"),
            false => say!(
                "this level has no changes of `{group}`: it has {names}",
                group = group.unwrap_or_default(),
                names = names.join(", ")
            ),
        }));
    };
    Ok(match undecided(&advice.now, found) {
        Some(limit) => Err(limit),
        None => Ok(of_group(&advice.now, found)),
    })
}

/// The limit that left an outcome open, if one did.
fn undecided(now: &Outcome, group: &Group) -> Option<Limit> {
    let tried = group.tried.iter().map(|tried| &tried.becomes);
    tried.chain([now]).find_map(|outcome| match outcome {
        Outcome::Undecided { limit, .. } => Some(limit.clone()),
        Outcome::Fewest(_) | Outcome::Impossible => None,
    })
}

fn of_group(now: &Outcome, group: &Group) -> Heat {
    let pars = group.grid.squares().iter().flatten();
    let pars = pars.filter_map(|outcome| match outcome {
        Outcome::Fewest(par) => Some(*par),
        _ => None,
    });
    let least = pars.clone().min().unwrap_or(0);
    let most = pars.max().unwrap_or(0);
    // Which of several changes that show on one square it is.
    let by = |square: Square| {
        let place = group.best[square]?;
        group.tried[place].by.as_deref()
    };
    let reading = |square: Square, outcome: &Outcome| match outcome {
        _ if Effect::new(now, outcome) == Effect::Unchanged => Reading {
            text: UNCHANGED.to_string(),
            warmth: None,
        },
        Outcome::Fewest(par) => Reading {
            text: match by(square) {
                Some(by) => format!("{by}:{par}"),
                None => par.to_string(),
            },
            warmth: Some(along(*par, least, most)),
        },
        Outcome::Impossible | Outcome::Undecided { .. } => Reading {
            text: IMPOSSIBLE.to_string(),
            warmth: None,
        },
    };
    let unchanged = match now {
        Outcome::Fewest(par) => format!("par {par} as it is"),
        Outcome::Impossible | Outcome::Undecided { .. } => "impossible as it is".to_string(),
    };
    let outcomes = (0..).zip(group.grid.squares());
    let readings =
        outcomes.map(|(square, outcome)| outcome.as_ref().map(|outcome| reading(square, outcome)));
    let squares = Grid::new(group.grid.columns() as usize, readings.collect());
    let readings = || squares.squares().iter().flatten();
    let is_on_the_scale = readings().any(|reading| reading.warmth.is_some());
    let marks = [
        (UNCHANGED, unchanged),
        (IMPOSSIBLE, "impossible".to_string()),
    ];
    let is_used = |mark: &str| readings().any(|reading| reading.text == mark);
    let used = marks.into_iter().filter(|(mark, _)| is_used(mark));
    let mut notes: Vec<_> = used
        .map(|(mark, meaning)| (mark.to_string(), meaning))
        .collect();
    // One of those that are written explains how all are read.
    let written = group.best.squares().iter().flatten();
    let example = written.map(|&place| &group.tried[place]).find_map(|tried| {
        let by = tried.by.as_ref()?;
        match tried.becomes {
            Outcome::Fewest(par) if tried.effect != Effect::Unchanged => Some((by, par, tried)),
            _ => None,
        }
    });
    if let Some((by, par, tried)) = example {
        notes.push((format!("{by}:{par}"), format!("par {par}: {}", tried.what)));
    }
    Heat {
        unreached: Vec::new(),
        squares,
        title: format!("par by change: {}", group.name),
        ends: is_on_the_scale.then(|| [least, most].map(|end| end.to_string())),
        notes,
    }
}

/// How far along a number is from one end to the other.
fn along(number: u64, from: u64, to: u64) -> f64 {
    match to - from {
        0 => 0.0,
        length => (number - from) as f64 / length as f64,
    }
}

#[cfg(test)]
mod tests {
    use fewest_games::{builtin, source::Source};

    use super::*;
    use crate::host::TestHost;

    fn entry(text: &str) -> Entry {
        let source = Source::new(text.as_bytes()).expect("it is UTF-8");
        Entry {
            name: "test".to_string(),
            level: builtin::read(source, None).expect(text).remove(0),
        }
    }

    /// Every square's reading, row by row; nothing is a dot.
    fn rows(heat: &Heat) -> Vec<String> {
        let text = |reading: &Option<Reading>| match reading {
            Some(reading) => reading.text.clone(),
            None => ".".to_string(),
        };
        let squares: Vec<_> = heat.squares.squares().iter().map(text).collect();
        let rows = squares.chunks(heat.squares.columns() as usize);
        rows.map(|row| row.join(" ")).collect()
    }

    fn heat(asked: args::Heat, text: &str) -> Heat {
        let entry = entry(text);
        let session = entry.level.session();
        let limits = LimitArgs::default();
        let read = read(&asked, &entry, &session, &limits, &TestHost::default());
        let Ok(Ok(heat)) = read else {
            panic!("it is read")
        };
        heat
    }

    #[test]
    fn distances_are_warmer_the_nearer_they_are() {
        let heat = heat(
            args::Heat::Distance,
            "game: portals\n\n..#\n#..\n#.#\n..#\n",
        );
        assert_eq!(
            rows(&heat),
            [". . .", ". . .", ". . .", ". . ."],
            "the goal is a wall"
        );
        assert_eq!(heat.ends, None);
        assert_eq!(heat.unreached, [0, 1, 4, 5, 7, 9, 10, 11], "all but walls");
        let heat = self::heat(args::Heat::Distance, "game: portals\n\n..#\n#..\n#..\n");
        assert_eq!(rows(&heat), ["4 3 .", ". 2 1", ". 1 0"]);
        assert!(heat.unreached.is_empty(), "walls are no way that is missed");
        assert_eq!(heat.ends, Some(["4", "0"].map(str::to_string)));
        let warmth = |square: u32| heat.squares[square].as_ref().and_then(|here| here.warmth);
        assert_eq!(
            [warmth(0), warmth(4), warmth(8)],
            [Some(0.0), Some(0.5), Some(1.0)]
        );
        let heat = self::heat(args::Heat::Distance, "game: mines\n\nEME\n");
        assert_eq!(rows(&heat), ["1 . 1"]);
    }

    #[test]
    fn advice_tells_unchanged_and_impossible_apart() {
        let text = "game: snake\n\n1..\n#.@\n...\n";
        let heat = heat(args::Heat::Advise(None), text);
        assert_eq!(rows(&heat), [". x =", "= = .", "= = ="]);
        assert_eq!(heat.ends, None, "the par stays, or there is none");
        let notes: Vec<_> = heat.notes.iter().map(|(mark, _)| mark.as_str()).collect();
        assert_eq!(notes, ["=", "x"]);
        let jumps = "game: ladders\n\n. . .\n. . .\n. 1 .\n";
        let heat_of_jumps = self::heat(args::Heat::Advise(None), jumps);
        assert_eq!(
            rows(&heat_of_jumps),
            ["= = 2:1", "= = =", ". = ="],
            "which jump it is stands before its par"
        );
        let note = heat_of_jumps.notes.last().expect("it is explained");
        assert!(
            note.1.contains(" 1: ") && note.1.ends_with(" 9"),
            "{}",
            note.1
        );
        let apple = args::Heat::Advise(Some("apple".to_string()));
        let heat = self::heat(apple, text);
        assert_eq!(rows(&heat), [". 1 2", ". 2 .", "4 = 4"]);
        assert_eq!(heat.ends, Some(["1", "4"].map(str::to_string)));
    }
}
