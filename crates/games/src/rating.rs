//! Rates a level: what was counted, and from that one figure for how hard it is, with its parts.

use std::ops::ControlFlow;

use fewest_search::{Limit, Report, SearchContext, Verdict};
use fewest_words::key;
use num_bigint::BigUint;
use serde::Serialize;

use crate::game::{Game, MoveName};
use crate::level::Level;
use crate::solve::Disagreement;
use crate::survey::{Listener, Survey};

/// What is known of a level.
#[derive(Clone, Debug)]
pub struct Rating {
    /// The search for the fewest moves that win.
    pub report: Report<MoveName>,
    /// What was counted, or the limit that ended the counting.
    pub survey: Result<Survey, Limit>,
    /// The fewest that a careless reading would guess.
    pub guess: u64,
    /// How hard it is; nothing where it cannot be won or was not counted.
    pub difficulty: Option<Difficulty>,
}

/// Rates a level.
///
/// ```
/// use fewest_games::{level::Level, rating::rate, snake};
/// use fewest_search::SearchContext;
///
/// let level = Level::<snake::Board>::parse("game: snake\n\n##...\n..1#@\n432#.\n...#.\n")?;
/// let rating = rate(&level, &mut SearchContext::default())?;
/// let survey = rating.survey.expect("no limit is set");
/// assert_eq!((survey.par, rating.guess), (Some(4), 2));
/// assert_eq!(survey.solutions, 1u32.into());
/// assert_eq!((survey.positions, survey.dead), (88u32.into(), 0u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The rules refuse an answer, or searching and counting do not agree.
pub fn rate<G: Game>(
    level: &Level<G>,
    context: &mut SearchContext,
) -> Result<Rating, Disagreement> {
    let report = level.solve(context)?;
    rate_solved(level, report, context)
}

/// Rates a level after a search of it.
///
/// # Errors
/// The rules refuse an answer, or searching and counting do not agree.
pub fn rate_solved<G: Game>(
    level: &Level<G>,
    report: Report<MoveName>,
    context: &mut SearchContext,
) -> Result<Rating, Disagreement> {
    let survey = match &report.verdict {
        // Counting takes far more than searching.
        Verdict::GaveUp { limit, .. } => Err(limit.clone()),
        _ => match context.next_search() {
            Ok(mut search) => {
                let mut enough = |_: &[MoveName]| ControlFlow::Break(());
                survey_solved(level, &report, &mut search, &mut enough)?
            }
            Err(limit) => Err(limit),
        },
    };
    let guess = level.board.naive_lower_bound();
    let counted = survey.as_ref().ok();
    let difficulty = counted.and_then(|survey| Difficulty::new(survey, guess, G::INFO.hardest));
    Ok(Rating {
        report,
        survey,
        guess,
        difficulty,
    })
}

/// Counts everything about a level that a search has decided. The two find the fewest in different
/// ways, and must agree.
///
/// # Errors
/// They do not, or the rules refuse a solution.
pub fn survey_solved<G: Game>(
    level: &Level<G>,
    report: &Report<MoveName>,
    context: &mut SearchContext,
    listener: Listener<MoveName>,
) -> Result<Result<Survey, Limit>, Disagreement> {
    let survey = match level.survey(context, listener) {
        Ok(survey) => survey,
        Err(why) => return Ok(Err(why.limit()?)),
    };
    let (searched, counted) = (report.verdict.fewest(), survey.par);
    if searched != counted {
        return Err(Disagreement {
            game: G::INFO.id,
            kernel: report.plan.kernel,
            what: format!("the search says {searched:?}, and counting says {counted:?}"),
        });
    }
    Ok(Ok(survey))
}

/// How hard a level is, from 0 to 10: ten times the sum of its parts, each times its weight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difficulty {
    /// From 0 to 10, which is as hard as the hardest board of the game that is known.
    pub value: f64,
    /// What it is made of.
    pub parts: Vec<Part>,
}

/// One part of the difficulty.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// From 0, easy, to 1, hard.
    pub value: f64,
    /// How much it counts. The weights differ from game to game by one factor: with it the parts
    /// of the hardest board known add up to 1.
    pub weight: f64,
}

impl Difficulty {
    /// The difficulty of a level that can be won, of a game whose hardest board is that hard
    /// ([`Info::hardest`](crate::info::Info::hardest)). One that is won already has no parts.
    pub(crate) fn new(survey: &Survey, guess: u64, hardest: f64) -> Option<Self> {
        let par = survey.par?;
        let mut parts = Vec::new();
        if par > 0 {
            // A win in one move is found by trying, whatever else there is to be counted. With six
            // moves to choose, and with 10,000 positions, it is half as hard as can be.
            let more = (par - survey.forced).saturating_sub(1) as f64;
            let length = more / (more + 5.0);
            let mut part = |name, weight: f64, value: f64| {
                parts.push(Part {
                    name,
                    value: length * value,
                    weight: weight / hardest,
                });
            };
            part(key("length"), 0.25, 1.0);
            let positions = log2(&survey.positions) / 10f64.log2();
            part(key("space"), 0.20, positions / (positions + 4.0));
            let kept = share(&survey.best, &survey.moves);
            part(key("precision"), 0.15, 1.0 - kept);
            let open = share(&survey.open, &survey.moves);
            part(key("traps"), 0.15, 1.0 - open);
            let detour = par.abs_diff(guess) as f64 / par.max(guess) as f64;
            part(key("surprise"), 0.15, detour);
            let rare = 1.0 / (1.0 + log2(&survey.solutions));
            part(key("rarity"), 0.10, rare);
        }
        let weighted = parts.iter().map(|part| part.weight * part.value);
        Some(Difficulty {
            value: (10.0 * weighted.fold(0.0, |sum, part| sum + part)).min(10.0),
            parts,
        })
    }
}

/// The logarithm of a number that is not 0, however large.
pub(crate) fn log2(number: &BigUint) -> f64 {
    let shift = number.bits().saturating_sub(64);
    let leading = u64::try_from(number >> shift).expect("64 bits");
    (leading as f64).log2() + shift as f64
}

/// One number as a share of another, of which it is a part; all of it where that is 0.
pub fn share(part: &BigUint, whole: &BigUint) -> f64 {
    if *whole == BigUint::ZERO {
        return 1.0;
    }
    let shift = whole.bits().saturating_sub(64);
    let leading = |number: &BigUint| u64::try_from(number >> shift).expect("64 bits") as f64;
    leading(part) / leading(whole)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use fewest_search::{Limits, SearchOptions};

    use super::*;
    use crate::builtin::{AnyLevel, GameId};
    use crate::making::frame::FrameAsk;
    use crate::making::generate::GenerateAsk;
    use crate::making::wanted::Wanted;
    use crate::oracle;

    /// A board whose difficulty is known.
    enum Anchor {
        /// A level that ships.
        File(&'static str),
        /// Rows, columns, what it is made with, and the seed that a climb to the difficulty began
        /// from.
        Climb(u32, u32, &'static [(&'static str, &'static str)], u64),
    }
    use Anchor::{Climb, File};

    /// A game's anchors, each with its par and its difficulty.
    type Anchors = &'static [(Anchor, u64, f64)];

    /// The anchors of `docs/rating.md`, with their pars: of each game from the easiest on, the last
    /// of them the hardest board known.
    const ANCHORS: [(&str, Anchors); 6] = [
        (
            "ladders",
            &[
                (File("two-by-two"), 1, 0.0),
                (File("down-the-snake"), 4, 2.8),
                (File("milton-bradley"), 7, 5.9),
                (File("grand-hall-of-doors"), 49, 8.7),
                (Climb(14, 14, &[], 109), 19, 9.9),
            ],
        ),
        (
            "mines",
            &[
                (File("one-click"), 1, 0.0),
                (File("rice-field"), 4, 3.7),
                (File("beginner"), 27, 7.6),
                (File("expert"), 183, 9.7),
                (Climb(16, 30, &[("mines", "99")], 279), 162, 9.9),
            ],
        ),
        (
            "snake",
            &[
                (File("one-bite"), 2, 1.4),
                (File("about-turn"), 6, 3.6),
                (File("lawn"), 70, 6.2),
                (File("anaconda"), 176, 9.0),
                (Climb(9, 9, &[], 1047), 48, 9.8),
            ],
        ),
        (
            "curling",
            &[
                (File("first-throw"), 1, 0.0),
                (File("crooked-way"), 4, 3.7),
                (File("whirlpool"), 10, 7.4),
                (Climb(8, 8, &[("throws", "none")], 1), 26, 9.6),
                (File("butterfly"), 26, 9.9),
            ],
        ),
        (
            "portals",
            &[
                (File("already-there"), 0, 0.0),
                (File("born-on-a-portal"), 6, 4.6),
                (File("revolving-door"), 30, 8.0),
                (Climb(14, 14, &[], 354), 83, 9.6),
                (File("six-chambers"), 602, 9.9),
            ],
        ),
        (
            "slide",
            &[
                (File("straight-ahead"), 1, 0.0),
                (File("a-helping-hand"), 3, 2.6),
                (File("four-corners"), 10, 6.2),
                (File("figure-skating"), 18, 7.8),
                (File("polar-night"), 102, 9.9),
            ],
        ),
    ];

    fn board(game: &str, anchor: &Anchor, difficulty: f64) -> AnyLevel {
        match anchor {
            File(name) => {
                let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
                let path = root.join(game).join(name).with_extension("txt");
                oracle::read(&std::fs::read_to_string(path).expect("a level that ships"))
            }
            Climb(rows, columns, with, seed) => {
                let named = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
                let ask = GenerateAsk {
                    frame: FrameAsk {
                        rows: *rows,
                        columns: *columns,
                        with: with.iter().map(named).collect(),
                    },
                    wanted: Wanted {
                        difficulty: Some(difficulty - 0.05..=10.0),
                        ..Wanted::default()
                    },
                    seed: *seed,
                };
                let limits = Limits {
                    states: Some(2_000_000),
                    ..Limits::default()
                };
                let mut found = None;
                let heard = GameId::find(game).expect("a game").generate(
                    &ask,
                    &SearchOptions::new().limits(limits),
                    &mut |attempt| match attempt {
                        None => ControlFlow::Continue(()),
                        Some(attempt) => {
                            found = attempt.found.map(|found| found.level);
                            ControlFlow::Break(())
                        }
                    },
                );
                heard.expect("it can be made");
                found.expect("the climb reaches it")
            }
        }
    }

    /// Easy boards are near 0 and the hardest known near 10, and harder ones have more in between.
    #[test]
    fn the_anchors_have_their_difficulties() {
        for (game, anchors) in ANCHORS {
            let mut before = -1.0;
            for (anchor, par, difficulty) in anchors {
                let level = board(game, anchor, *difficulty);
                let rating = level.rate(&mut SearchContext::default());
                let rating = rating.expect("no disagreement");
                let value = rating.difficulty.expect("it can be won").value;
                let survey = rating.survey.expect("no limit");
                let name = format!("{game} {}: {value}", level.title().unwrap_or("climbed"));
                assert_eq!(survey.par, Some(*par), "{name}");
                assert!(
                    (value - difficulty).abs() <= 0.1,
                    "{name}, not {difficulty}"
                );
                assert!(value > before, "{name} after {before}");
                before = value;
            }
            assert!(before > 9.5, "the hardest of {game} is {before}");
            assert!(anchors[0].2 < 1.5, "the easiest of {game}");
        }
    }

    /// A win in one move, or along a way without a choice, asks nothing of the player.
    #[test]
    fn trivial_boards_are_rated_0() {
        for text in [
            "game: snake\n\n21@\n",
            "game: curling\n\nS.G\n",
            "game: mines\n\nEEEE\n",
            "game: portals\n\n..\n",
            "game: slide\n\n0.G\n",
            "game: ladders\n\n. .\n. .\n",
        ] {
            let level = oracle::read(text);
            let rating = level.rate(&mut SearchContext::default());
            let rating = rating.expect("no disagreement");
            assert_eq!(rating.difficulty.expect(text).value, 0.0, "{text}");
        }
    }

    #[test]
    fn large_numbers_have_logarithms_and_shares() {
        let large = BigUint::from(3u32).pow(1000);
        assert!((log2(&large) - 1000.0 * 3f64.log2()).abs() < 1e-9);
        assert_eq!(log2(&BigUint::from(1u32)), 0.0);
        let third = BigUint::from(3u32).pow(999);
        assert!((share(&third, &large) - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(share(&BigUint::ZERO, &large), 0.0);
        assert_eq!(share(&BigUint::ZERO, &BigUint::ZERO), 1.0);
    }
}
