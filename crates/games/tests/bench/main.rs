//! What designers ask, held to brute force: thousands of small random boards of every game, every
//! figure counted again by playing everything there is to play.

mod boards;
mod brute;

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use brute::{Brute, losing_moves};
use fastrand::Rng;
use fewest_games::builtin::{self, AnyLevel, GAMES, GameId};
use fewest_games::game::{MoveName, Standing};
use fewest_games::grid::Place;
use fewest_games::review::Loss;
use fewest_games::source::Source;
use fewest_search::{Limit, Limits, Progress, SearchContext, SearchOptions, Verdict};

const BOARDS: usize = 1500;

fn within(limits: &Limits) -> SearchContext<'static> {
    SearchContext::new(&SearchOptions::new().limits(*limits))
}

/// A random board with all that can be played on it.
struct Played<'a> {
    level: &'a AnyLevel,
    brute: &'a Brute,
    text: &'a str,
}

/// How often there was something to find: checks that never come by it would prove nothing.
#[derive(Default)]
struct Found {
    /// Wins that were lost on the way to where a hint was asked for.
    lost_on_the_way: usize,
    /// Games that were lost by a last move.
    lost_games: usize,
    /// Moves that lost ground.
    slips: usize,
    /// Moves that lost the win.
    blunders: usize,
}

const CHECKS: [fn(&Played, &mut Rng, &mut Found); 7] = [
    ratings_and_listings_are_what_brute_force_counts,
    listing_stops_when_it_is_asked_to,
    hints_are_what_brute_force_finds,
    a_game_that_is_lost_was_lost_by_its_last_move,
    analyses_are_what_brute_force_finds,
    distances_are_those_of_the_best_position_on_each_square,
    every_position_is_as_far_from_the_win_as_brute_force_says,
];

/// Makes random boards of a game, plays each to the end once, and holds all answers to that. A game
/// that none are made of has its levels, those on which that is not too much.
fn check_game(game: GameId) -> Found {
    let id = game.info().id;
    // What a check draws changes no board.
    let (mut rng, mut check_rng) = (Rng::with_seed(4), Rng::with_seed(5));
    let mut found = Found::default();
    let maker = boards::maker(id);
    let mut levels = boards::levels(id).into_iter();
    let (mut boards, mut impossible, mut longest) = (0, 0, 0);
    while boards < BOARDS {
        let text = match maker {
            Some(make) => Some(format!("game: {id}\n{}", make(&mut rng))),
            None => levels.next(),
        };
        let Some(text) = text else {
            return found;
        };
        let source = Source::new(text.as_bytes()).expect("UTF-8");
        let level = builtin::read(source, None).expect(&text).remove(0);
        let Some(brute) = Brute::new(&level) else {
            continue;
        };
        boards += 1;
        match brute.left(0) {
            Some(par) => longest = longest.max(par),
            None => impossible += 1,
        }
        let played = Played {
            level: &level,
            brute: &brute,
            text: &text,
        };
        for check in CHECKS {
            check(&played, &mut check_rng, &mut found);
        }
    }
    // A maker that has gone dull would prove nothing.
    assert!(longest >= 4, "{id}: the longest takes {longest}");
    assert!(impossible < BOARDS / 2, "{id}: {impossible} are impossible");
    found
}

#[test]
fn what_designers_ask_is_what_brute_force_finds() {
    let found: Vec<Found> = thread::scope(|scope| {
        let check = |game| scope.spawn(move || check_game(game));
        let games: Vec<_> = GAMES.iter().map(|game| check(*game)).collect();
        let found = games.into_iter().map(|game| game.join());
        found
            .map(|found| found.expect("a game as brute force has it"))
            .collect()
    });
    let sum = |count: fn(&Found) -> usize| found.iter().map(count).sum::<usize>();
    let lost = sum(|found| found.lost_on_the_way);
    assert!(lost > 50, "only {lost} wins were lost on the way");
    let lost = sum(|found| found.lost_games);
    assert!(lost > 800, "only {lost} games were lost");
    let slips = sum(|found| found.slips);
    assert!(slips > 500, "only {slips} moves lost ground");
    let blunders = sum(|found| found.blunders);
    assert!(blunders > 50, "only {blunders} moves lost the win");
}

fn ratings_and_listings_are_what_brute_force_counts(played: &Played, _: &mut Rng, _: &mut Found) {
    let Played { level, brute, text } = *played;
    let mut listed: Vec<Vec<MoveName>> = Vec::new();
    let limits = Limits::default();
    let survey = level.survey(&mut within(&limits), &mut |moves| {
        listed.push(moves.to_vec());
        ControlFlow::Continue(())
    });
    let survey = survey.expect(text);
    let solutions = brute.solutions();
    assert_eq!(survey.par, brute.left(0), "{text}");
    assert_eq!(listed, solutions, "{text}");
    assert_eq!(survey.solutions, solutions.len().into(), "{text}");
    assert_eq!(survey.positions, brute.positions().into(), "{text}");
    assert_eq!(survey.dead, brute.dead().into(), "{text}");
    let [moves, open, best] = brute.moves();
    assert_eq!(survey.moves, moves.into(), "{text}");
    assert_eq!(survey.open, open.into(), "{text}");
    assert_eq!(survey.best, best.into(), "{text}");
    let forced = brute.longest_run(&solutions, |place| brute.choices(place) == 1);
    assert_eq!(survey.forced, forced, "{text}");
    let narrow = brute.longest_run(&solutions, |place| brute.keeping(place).len() == 1);
    assert_eq!(survey.narrow, narrow, "{text}");
    assert_eq!(survey.part, brute.part(&solutions), "{text}");

    let rating = level.rate(&mut within(&limits)).expect(text);
    assert_eq!(rating.survey, Ok(survey), "{text}");
    match brute.left(0) {
        None => assert_eq!(rating.difficulty, None, "{text}"),
        Some(0) => assert_eq!(rating.difficulty.expect(text).value, 0.0, "{text}"),
        Some(_) => {
            // The formula as docs/rating.md has it.
            let par = brute.left(0).expect(text) as f64;
            let chosen = (par - forced as f64 - 1.0).max(0.0);
            let length = chosen / (chosen + 5.0);
            let digits = (brute.positions() as f64).log10();
            let guess = rating.guess as f64;
            let rarity = 1.0 / (1.0 + (solutions.len() as f64).log2());
            let expected = [
                ("length", 0.25, 1.0),
                ("space", 0.2, digits / (digits + 4.0)),
                ("precision", 0.15, 1.0 - best as f64 / moves as f64),
                ("traps", 0.15, 1.0 - open as f64 / moves as f64),
                ("surprise", 0.15, (par - guess).abs() / par.max(guess)),
                ("rarity", 0.1, rarity),
            ];
            let difficulty = rating.difficulty.as_ref().expect(text);
            assert_eq!(difficulty.parts.len(), expected.len());
            let mut points = 0.0;
            for (part, (name, share, value)) in difficulty.parts.iter().zip(expected) {
                assert_eq!(part.name, name);
                assert!(
                    (part.value - length * value).abs() < 1e-12,
                    "{name}\n{text}"
                );
                points += 10.0 * share * length * value / level.info().hardest;
            }
            let points = f64::min(points, 10.0);
            assert!((difficulty.value - points).abs() < 1e-12, "{text}");
        }
    }
}

fn listing_stops_when_it_is_asked_to(played: &Played, rng: &mut Rng, _: &mut Found) {
    let Played { level, brute, text } = *played;
    let solutions = brute.solutions();
    let wanted = rng.usize(1..=4);
    let mut listed: Vec<Vec<MoveName>> = Vec::new();
    let survey = level.survey(&mut SearchContext::default(), &mut |moves| {
        listed.push(moves.to_vec());
        match listed.len() < wanted {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    let survey = survey.expect(text);
    assert_eq!(listed, solutions[..wanted.min(solutions.len())], "{text}");
    assert_eq!(survey.solutions, solutions.len().into(), "{text}");
}

fn hints_are_what_brute_force_finds(played: &Played, rng: &mut Rng, found: &mut Found) {
    let Played { level, brute, text } = *played;
    let (moves, places) = brute.walk(rng);
    let here = *places.last().expect("the start");
    let hint = level
        .hint(&moves, &mut SearchContext::default())
        .expect(text);
    let seen = format!("{text}after {}", moves.join(" "));
    assert_eq!(hint.made, moves.len(), "{seen}");
    assert_eq!(hint.report.verdict.fewest(), brute.left(here), "{seen}");
    assert_eq!(hint.standing, brute.standing(here), "{seen}");
    assert_eq!(hint.unfinished, None, "{seen}");
    if brute.left(here).is_some() {
        assert_eq!(hint.moves, brute.keeping(here), "{seen}");
        assert_eq!(hint.lost_by, None, "{seen}");
    } else {
        let is_lost = |place: &usize| brute.left(*place).is_none();
        assert_eq!(hint.lost_by, places.iter().position(is_lost), "{seen}");
        assert!(hint.moves.is_empty(), "{seen}");
        found.lost_on_the_way += usize::from(hint.lost_by > Some(0));
    }
}

fn a_game_that_is_lost_was_lost_by_its_last_move(
    played: &Played,
    rng: &mut Rng,
    found: &mut Found,
) {
    let Played { level, brute, text } = *played;
    let (mut moves, places) = brute.walk(rng);
    let Some(last) = losing_moves(level, &moves).next() else {
        return;
    };
    moves.push(last);
    let seen = format!("{text}after {}", moves.join(" "));
    let limits = Limits::default();
    let hint = level.hint(&moves, &mut within(&limits)).expect(&seen);
    assert_eq!(hint.standing, Standing::Lost, "{seen}");
    assert_eq!(hint.report.verdict, Verdict::Impossible, "{seen}");
    let is_lost = |place: &usize| brute.left(*place).is_none();
    let lost_by = places.iter().position(is_lost).unwrap_or(moves.len());
    assert_eq!(hint.lost_by, Some(lost_by), "{seen}");
    let analysis = level.review(&moves, &mut within(&limits)).expect(&seen);
    assert_eq!(analysis.behind(), None, "{seen}");
    let last = analysis.steps.last().expect(&seen);
    match lost_by == moves.len() {
        true => assert_eq!(last.loss, Loss::Win, "{seen}"),
        false => assert_eq!(last.loss, Loss::Lost, "{seen}"),
    }
    found.lost_games += 1;
}

#[test]
fn whoever_asks_to_stop_between_searches_is_heard() {
    let text = "game: ladders\ndie: 60\n\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n\
                . . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n";
    let source = Source::new(text.as_bytes()).expect("UTF-8");
    let level = builtin::read(source, None).expect(text).remove(0);
    let session = level.session();
    let limits = Limits::default();
    let mut looks = 0;
    let mut stop = |_: Progress| {
        looks += 1;
        match looks < 10 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let stopped = session
        .here()
        .keeping(2, &mut within(&limits).observed_by(&mut stop));
    assert_eq!(stopped, Err(Limit::Stopped), "each search is over at once");
    let no_time = Limits {
        time: Some(Duration::ZERO),
        ..limits
    };
    let late = session.here().keeping(2, &mut within(&no_time));
    assert_eq!(late, Err(Limit::Time));
    let moves = ["1", "1", "1"].map(Into::into);
    let mut stop = |_: Progress| ControlFlow::Break(());
    let analysis = level.review(&moves, &mut within(&limits).observed_by(&mut stop));
    assert_eq!(analysis.expect(text).unfinished, Some(Limit::Stopped));
}

fn analyses_are_what_brute_force_finds(played: &Played, rng: &mut Rng, found: &mut Found) {
    let Played { level, brute, text } = *played;
    let (moves, places) = brute.walk(rng);
    let analysis = level
        .review(&moves, &mut SearchContext::default())
        .expect(text);
    let seen = format!("{text}after {}", moves.join(" "));
    assert_eq!(analysis.report.verdict.fewest(), brute.left(0), "{seen}");
    let end = *places.last().expect("the start");
    assert_eq!(analysis.standing, brute.standing(end), "{seen}");
    assert_eq!(analysis.steps.len(), moves.len(), "{seen}");
    for (made, step) in analysis.steps.iter().enumerate() {
        let (before, after) = (places[made], places[made + 1]);
        assert_eq!(step.step, moves[made], "{seen}");
        assert_eq!(step.left, brute.left(after), "{seen}");
        let loss = match (brute.left(before), brute.left(after)) {
            (None, _) => Loss::Lost,
            (Some(_), None) => Loss::Win,
            (Some(before), Some(after)) => match after + 1 - before {
                0 => Loss::None,
                by => Loss::Ground { by },
            },
        };
        assert_eq!(step.loss, loss, "{seen}");
        found.slips += usize::from(matches!(loss, Loss::Ground { .. }));
        found.blunders += usize::from(loss == Loss::Win);
        match loss {
            Loss::None | Loss::Lost => assert!(step.better.is_empty(), "{seen}"),
            _ => assert_eq!(step.better, brute.keeping(before), "{seen}"),
        }
    }
    let made = moves.len() as u64;
    let behind = brute
        .left(end)
        .map(|left| left + made - brute.left(0).expect(&seen));
    assert_eq!(analysis.behind(), behind, "{seen}");
}

/// The square that a move which clicks on one names, on a board of so many columns.
fn clicked(step: &str, columns: u32) -> Option<u32> {
    let place = Place::read(step)?;
    Some(place.row * columns + place.column)
}

fn distances_are_those_of_the_best_position_on_each_square(
    played: &Played,
    _: &mut Rng,
    _: &mut Found,
) {
    let Played { level, brute, text } = *played;
    let distances = level.distances(&mut SearchContext::default());
    let distances = distances.expect(text);
    let mut best = distances.map(|_| None);
    let mut note = |square: u32, left: Option<u64>| {
        best[square] = [best[square], left].into_iter().flatten().min();
    };
    for place in 0..brute.positions() {
        if let Some(square) = brute.player(place) {
            note(square, brute.left(place));
        }
    }
    for (step, next) in brute.first_moves() {
        if let Some(square) = clicked(step, distances.columns()) {
            note(square, brute.left(*next));
        }
    }
    assert_eq!(distances, best, "{text}");
}

fn every_position_is_as_far_from_the_win_as_brute_force_says(
    played: &Played,
    rng: &mut Rng,
    _: &mut Found,
) {
    let Played { level, brute, text } = *played;
    for place in 0..brute.positions() {
        if rng.u32(0..8) > 0 {
            continue;
        }
        let mut session = level.session();
        for step in brute.way(place) {
            session.push(step).expect(text);
        }
        let report = session.here().solve(&mut SearchContext::default());
        let report = report.expect(text);
        assert_eq!(report.verdict.fewest(), brute.left(place), "{text}");
        let Verdict::Fewest { moves, .. } = report.verdict else {
            continue;
        };
        assert_eq!(moves.first(), brute.keeping(place).first(), "{text}");
    }
}
