//! A game whose kernel lies, to show that no lie becomes an answer.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use fewest_search::{Plan, Report, SearchContext, SearchOptions, Stats, Verdict, Why};

use crate::advise::{Wish, advise};
use crate::edit::{Change, Edit, Editor};
use crate::format::{Judge, JudgeError, answer_fewest};
use crate::game::{Game, Kernel, Standing};
use crate::grid::{Direction, Grid};
use crate::info::{Info, Options};
use crate::level::Level;
use crate::oracle::numbers;
use crate::puzzle::AnyPuzzle;
use crate::rows::BoardText;
use crate::scan::Scanner;
use crate::source::{Source, TextError};
use crate::view::{Role, Tile, View};

/// Three steps to the right win; the board holds what the kernel claims.
#[derive(Clone)]
struct Liar {
    claim: Vec<Direction>,
    cost: u64,
}

impl Game for Liar {
    type State = u32;
    type Move = Direction;

    const INFO: Info = Info {
        id: "liar",
        title: "Liar",
        ..Info::PLAIN
    };

    fn read_board(board: &BoardText, _: &Options) -> Result<Self, TextError> {
        Err(board.error("liars have no levels", "none"))
    }
    fn write_board(&self) -> String {
        String::new()
    }
    fn start(&self) -> u32 {
        0
    }
    fn standing(&self, &steps: &u32) -> Standing {
        if steps == 3 {
            Standing::Won
        } else {
            Standing::Playing
        }
    }
    fn candidates(&self, _: &u32) -> Vec<Direction> {
        vec![Direction::Right]
    }
    fn play(&self, steps: &mut u32, direction: Direction) -> Result<(), String> {
        if direction != Direction::Right {
            return Err("only right is right".to_string());
        }
        *steps += 1;
        Ok(())
    }
    fn at(&self, _: &u32) -> Self {
        unreachable!("nobody plays it")
    }
    fn puzzle(&self) -> Box<dyn AnyPuzzle<Direction> + '_> {
        unreachable!("the kernel answers")
    }
    fn view(&self, _: &u32) -> View {
        View::new(Grid::new(1, vec![Tile::new(".", Role::Plain)]))
    }
    fn kernel(&self, _: &SearchOptions) -> Option<Kernel<Self>> {
        Some(Kernel { plan, solve })
    }
    fn judge() -> Option<Judge<Self>> {
        Some(Judge {
            read: read_case,
            write: |_| Err("liars have no judge".to_string()),
            answer: answer_fewest,
        })
    }
    fn editor() -> &'static dyn Editor<Self> {
        &OtherClaims
    }
}

/// `cost moves`: what the kernel is to claim.
fn read_case(input: &mut Scanner) -> Result<Option<Liar>, TextError> {
    if input.at_end() {
        return Ok(None);
    }
    let cost = input.number("a cost", "")? as u64;
    let moves = input.word().map_or("", |word| word.text);
    let claim = moves.chars().map(|letter| match letter {
        'R' => Direction::Right,
        _ => Direction::Up,
    });
    Ok(Some(Liar {
        claim: claim.collect(),
        cost,
    }))
}

fn plan(_: &Liar, _: &SearchOptions) -> Plan {
    Plan {
        kernel: "lies",
        states: None,
        bytes: None,
        needed: None,
        expected: None,
        why: Why::default(),
    }
}

fn solve(liar: &Liar, context: &mut SearchContext) -> Report<Direction> {
    Report {
        verdict: Verdict::Fewest {
            cost: liar.cost,
            moves: liar.claim.clone(),
        },
        best: None,
        stats: Stats::default(),
        plan: plan(liar, &context.options),
    }
}

/// What the kernel is to claim instead.
struct OtherClaims;

impl Editor<Liar> for OtherClaims {
    fn edits<'a>(&'a self, board: &'a Liar) -> Box<dyn Iterator<Item = Edit> + Send + 'a> {
        Box::new((0..board.cost as u32).map(|cost| Edit::at(cost, 0)))
    }
    fn edited(&self, board: &Liar, edit: Edit) -> Liar {
        Liar {
            claim: board.claim.clone(),
            cost: edit.kind.into(),
        }
    }
    fn describe(&self, _: &Liar, edit: Edit) -> Change {
        Change {
            group: "lie".into(),
            square: 0,
            what: format!("claim {}", edit.kind),
            by: None,
        }
    }
}

/// What comes out for a claim: the judge's output, or the internal error's text.
fn claimed(claim: &str) -> Result<String, String> {
    let source = Source::new(claim.as_bytes()).expect("it is UTF-8");
    match Level::<Liar>::answer_judge(source, &mut SearchContext::default()) {
        Ok(answer) => Ok(String::from_utf8(answer).expect("it is UTF-8")),
        Err(JudgeError::Disagreement(lie)) => Err(lie.what),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_truth_is_answered() {
    assert_eq!(claimed("3 RRR"), Ok("3\n".to_string()));
}

#[test]
fn no_lie_is_advice() {
    let source = Source::new(b"3 RRR").expect("it is UTF-8");
    let levels = Level::<Liar>::read_judge(source).expect("it is a case");
    for threads in [1, 2, 5] {
        let threads = NonZeroUsize::new(threads).expect("it is not 0");
        let watch = &mut |_| ControlFlow::Continue(());
        let options = SearchOptions::new().threads(threads);
        let advice = advise(&levels[0].board, Wish::Harder, &options, watch);
        let lie = advice.expect_err("the rules must refuse it").what;
        assert_eq!(numbers(&lie)[0], 3, "{lie}");
    }
}

#[test]
fn a_lie_is_an_internal_error() {
    let lie = |claim: &str| claimed(claim).expect_err("the rules must refuse it");
    assert_eq!(numbers(&lie("2 RR")), [2]);
    assert_eq!(numbers(&lie("2 RRR")), [3, 2]);
    let illegal = lie("3 RUR");
    assert!(illegal.contains("`U`") && illegal.ends_with("only right is right"));
    assert_eq!(numbers(&illegal), [2]);
    let after_the_win = lie("4 RRRR");
    assert!(after_the_win.contains("`R`"), "{after_the_win}");
    assert_eq!(numbers(&after_the_win), [4]);
}
