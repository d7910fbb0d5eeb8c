//! A game whose kernel lies, to show that no lie becomes an answer.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use fewest_search::{Limits, Plan, Report, Stats, Terms, Unwatched, Verdict, Watch, Why};

use crate::advice::Wish;
use crate::game::Game as _;
use crate::grid::{Direction, Grid};
use crate::info::{Info, Options, Unit};
use crate::judge::JudgeError;
use crate::making::chance::Chance;
use crate::making::farthest::{Farthest, NoStarts};
use crate::making::frame::{Frame, NoFrame};
use crate::making::{Make, Numbered};
use crate::palette::{Blank, Play};
use crate::rows::BoardText;
use crate::rules::{Change, Design, Kernel, Look, Rules, Solve, Standing, Task, Text};
use crate::scan::Scanner;
use crate::source::{Source, TextError};
use crate::typed::Typed;
use crate::view::{Role, Tile, Trace, View};

/// Three steps to the right win; the board holds what the kernel claims.
#[derive(Clone)]
struct Liar {
    claim: Vec<Direction>,
    cost: u64,
}

impl Rules for Liar {
    type State = u32;
    type Move = Direction;
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
}

impl Text for Liar {
    const INFO: Info = Info {
        id: "liar",
        title: "Liar",
        how: &[],
        example: "",
        judge: "nobody",
        judge_no: "-1",
        judge_end: "",
        unit: Unit {
            one: "lie",
            many: "lies",
        },
        moves: "R",
        glyphs: &[],
        options: &[],
        amounts: &[],
        play: Play::Steps,
        chance: false,
        covers: false,
        hardest: 1.0,
        board: Blank::PLAIN,
        tools: &[],
    };
    fn read_board(board: &BoardText, _: &Options) -> Result<Self, TextError> {
        Err(board.error("liars have no levels", "none"))
    }
    fn write_board(&self) -> String {
        String::new()
    }
    fn options(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// `cost moves`: what the kernel is to claim.
    fn read_case(input: &mut Scanner) -> Result<Option<Self>, TextError> {
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
    fn write_case(&self) -> Result<String, String> {
        Err("liars have no judge".to_string())
    }
}

impl Solve for Liar {
    fn with_puzzle<T: Task<Direction>>(&self, _: T) -> T::Output {
        unreachable!("the kernel answers")
    }
    fn kernel(&self, _: &Terms) -> Option<Kernel<Self>> {
        Some(Kernel { plan, solve })
    }
}

fn plan(_: &Liar, _: &Terms) -> Plan {
    Plan {
        kernel: "lies",
        states: None,
        bytes: None,
        needed: None,
        expected: None,
        why: Why::default(),
    }
}

fn solve(liar: &Liar, terms: &Terms, _: &mut dyn Watch) -> Report<Direction> {
    Report {
        verdict: Verdict::Fewest {
            cost: liar.cost,
            moves: liar.claim.clone(),
        },
        best: None,
        stats: Stats {
            elapsed: Duration::ZERO,
            ..Stats::default()
        },
        plan: plan(liar, terms),
    }
}

/// Nobody makes liars.
impl Make for Liar {
    const DECISIVE: &'static [&'static str] = &[];

    fn blank(_: u32, _: u32) -> Option<String> {
        None
    }
    fn room(_: &Frame<Self>) -> Result<(), NoFrame> {
        Ok(())
    }
    fn random(_: &Frame<Self>, _: &mut Chance) -> Option<Self> {
        None
    }
    fn changed(&self, _: &Frame<Self>, _: &mut Chance) -> Option<Self> {
        None
    }
    fn images(&self) -> Vec<Self> {
        vec![self.clone()]
    }
    fn pars(_: &Frame<Self>) -> (u64, u64) {
        (3, 3)
    }
    fn numbered(_: &Frame<Self>, _: u128) -> Option<Box<dyn Numbered<Self> + '_>> {
        None
    }
    fn farthest(
        &self,
        _: usize,
        _: &Limits,
        _: &mut dyn Watch,
    ) -> Result<Farthest<Self>, NoStarts> {
        Err(NoStarts::Startless(Liar::INFO.id))
    }
}

impl Look for Liar {
    fn size(&self) -> (u32, u32) {
        (1, 1)
    }
    fn view(&self, _: &u32) -> View {
        View::new(Grid::new(1, vec![Tile::new(".", Role::Plain)]))
    }
    fn trace(&self, _: &u32, _: Direction) -> Trace {
        Trace::walk(vec![0])
    }
}

impl Design for Liar {
    fn at(&self, _: &u32) -> Self {
        unreachable!("nobody plays it")
    }
    fn careless(&self) -> u64 {
        3
    }

    /// What the kernel is to claim instead.
    type Edit = u64;

    fn edits(&self) -> impl Iterator<Item = u64> + Send {
        0..self.cost
    }
    fn edited(&self, cost: u64) -> Self {
        Liar {
            claim: self.claim.clone(),
            cost,
        }
    }
    fn describe(&self, cost: u64) -> Change {
        Change {
            group: "lie",
            square: 0,
            what: format!("claim {cost}"),
            by: None,
        }
    }
}

/// What comes out for a claim: the judge's output, or the internal error's text.
fn claimed(claim: &str) -> Result<String, String> {
    let source = Source::new(claim.as_bytes()).expect("it is UTF-8");
    let game = Typed::<Liar>(std::marker::PhantomData);
    match game.judge(source, &Limits::default(), &mut Unwatched) {
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
    let game = Typed::<Liar>(std::marker::PhantomData);
    let level = game.read_judge(source).expect("it is a case").remove(0);
    for threads in [1, 2, 5] {
        let threads = NonZeroUsize::new(threads).expect("it is not 0");
        let watch = &mut |_| ControlFlow::Continue(());
        let advice = level.advise(Wish::Harder, threads, &Limits::default(), watch);
        let lie = advice.expect_err("the rules must refuse it").what;
        assert!(lie.starts_with("3 moves were given for "), "{lie}");
    }
}

#[test]
fn a_lie_is_an_internal_error() {
    let lie = |claim: &str| claimed(claim).expect_err("the rules must refuse it");
    assert_eq!(lie("2 RR"), "the 2 moves do not win");
    assert_eq!(lie("2 RRR"), "3 moves were given for 2");
    assert_eq!(lie("3 RUR"), "move 2, `U`, is illegal: only right is right");
    assert_eq!(
        lie("4 RRRR"),
        "move 4, `R`, is illegal: the game is already won"
    );
}
