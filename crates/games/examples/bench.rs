use fewest_games::game::Game;
use fewest_games::level::Level;
use fewest_search::*;
use std::time::Instant;
fn times<B: Game>(path: &str, text: &str, threads: usize) {
    let Ok(level) = Level::<B>::parse(text) else { return };
    let board = &level.board;
    let options = SearchOptions::new().threads(std::num::NonZeroUsize::new(threads).unwrap());
    let run = |which: bool| {
        let mut best = f64::INFINITY;
        let mut told = String::new();
        let begin = Instant::now();
        for _ in 0..15 {
            let t = Instant::now();
            let mut ctx = SearchContext::new(&options);
            let r = if which { match board.kernel(&options) { Some(k) => (k.solve)(board, &mut ctx), None => return (0.0, "none".to_string()) } } else { board.puzzle().solve(&mut ctx) };
            best = best.min(t.elapsed().as_secs_f64());
            told = format!("{} {:?} states {}", r.plan.kernel, r.verdict.fewest(), r.stats.states);
            if begin.elapsed().as_secs_f64() > 1.0 { break; }
        }
        (best, told)
    };
    let (a, ta) = run(true);
    let (b, tb) = run(false);
    println!("{path}: kernel {:.1} us [{ta}]  generic {:.1} us [{tb}]  ratio {:.2}", a*1e6, b*1e6, b/a);
}
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        for text in text.split("\n===\n") {
        let g = text.lines().find_map(|l| l.strip_prefix("game: ")).unwrap_or("");
        match g {
            "snake" => times::<fewest_games::snake::Board>(&path, text, 1),
            "curling" => times::<fewest_games::curling::Board>(&path, text, 1),
            "ladders" => times::<fewest_games::ladders::Board>(&path, text, 1),
            "portals" => times::<fewest_games::portals::Board>(&path, text, 1),
            _ => println!("{path}: ?"),
        }
        }
    }
}
