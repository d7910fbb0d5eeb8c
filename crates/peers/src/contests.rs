//! Who is measured on what: the parts of the benchmark, and those of them that run in this process.

use crate::instances;
use crate::measure::{Disagreement, Run};
use crate::processes::{batch, cluster, judges, scale};

/// fewest in the tables, where it does all that it does.
pub const FEWEST: &str = "fewest";
/// The library, wherever it is measured.
pub const PATHFINDING: &str = "pathfinding bfs";
/// Minesweeper's own library, asked as plainly as it can be.
pub const TOOLLIB: &str = "ms_toollib";

/// A part of the benchmark.
pub struct Section {
    /// What `--only` calls it.
    pub name: &'static str,
    /// The names of its instances.
    pub instances: fn(quick: bool) -> Vec<String>,
    /// Measures them all.
    pub run: fn(&mut Run) -> Result<(), Disagreement>,
}

/// All parts, in the order of the tables.
pub const SECTIONS: &[Section] = &[
    part(
        "snake",
        |quick| {
            let mut all = instances::snake::exploring(quick);
            all.push(instances::snake::hard(quick));
            names(all)
        },
        snake::run,
    ),
    part(
        "curling",
        |quick| names(instances::curling::all(quick)),
        curling::run,
    ),
    part(
        "portals",
        |quick| {
            let all = instances::portals::all(quick);
            names(all.into_iter().map(|(_, instance)| instance))
        },
        portals::run,
    ),
    part(
        "ladders",
        |quick| names(instances::ladders::all(quick)),
        ladders::run,
    ),
    part("mines", mines::names, mines::run),
    part("chances", chances::names, chances::run),
    part("no-guess", noguess::names, noguess::run),
    part(
        "scale",
        |quick| {
            let all = instances::scale::all(quick);
            all.into_iter().map(|whole| whole.name).collect()
        },
        scale::run,
    ),
    part("processes", |_| judges::names(), judges::run),
    part("batch", batch::names, batch::run),
    part(
        "cluster",
        |quick| {
            let all = instances::scale::shared(quick);
            all.into_iter().map(|whole| whole.name).collect()
        },
        cluster::run,
    ),
];

const fn part(
    name: &'static str,
    instances: fn(bool) -> Vec<String>,
    run: fn(&mut Run) -> Result<(), Disagreement>,
) -> Section {
    Section {
        name,
        instances,
        run,
    }
}

fn names(all: impl IntoIterator<Item = instances::Instance>) -> Vec<String> {
    all.into_iter().map(|instance| instance.name).collect()
}

/// Snake: everything explored by everyone, and the hard boards solved.
pub mod snake {
    use super::{FEWEST, PATHFINDING};
    use crate::instances::{self, snake::LARGE};
    use crate::libraries::{pathfinding, stateright};
    use crate::measure::{Contest, Disagreement, Per, Row, Run, Trust};
    use crate::ours;
    use crate::textbook::snake::{self, array, shapes};

    /// fewest without its bound, asked for the moves.
    pub const MOVES: &str = "fewest exploring, the moves";
    /// fewest without its bound, asked for the length alone.
    pub const LENGTH: &str = "fewest exploring, the length";
    /// The queue over an array.
    pub const ARRAY: &str = "textbook array BFS";
    /// The queue over numbered shapes.
    pub const SHAPES: &str = "ranked-shape queue";
    /// The instance's row for the slowest single board of those that are solved.
    pub const SLOWEST: &str = "fewest, the slowest of them";

    /// Measures them all.
    pub fn run(run: &mut Run) -> Result<(), Disagreement> {
        for instance in instances::snake::exploring(run.quick) {
            explore(run, &instance.name, &instance.text())?;
        }
        let hard = instances::snake::hard(run.quick);
        let text = hard.text();
        solve(run, &hard.name, &text)?;
        slowest(run, &hard.name, &text)
    }

    /// The apple cannot be reached, so everyone sees everything.
    fn explore(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
        let board = ours::snake_board(text);
        let levels = ours::levels("snake", text);
        let textbook = snake::read(&mut text.split_ascii_whitespace()).expect("a board");
        let codes = array::Codes::new(&textbook);

        let mut contest = Contest::new("snake", name);
        contest.explores = true;
        contest.weighs = (name == LARGE).then_some(Per::Position(16_263_434));
        contest.add(LENGTH, LENGTH, || ours::explore(&board, false));
        contest.add(MOVES, MOVES, || ours::explore(&board, true));
        contest.add(PATHFINDING, MOVES, || pathfinding::snake(&codes));
        contest.add("stateright, 1 thread", MOVES, || {
            stateright::check(&codes, 1)
        });
        contest.add("stateright, 2 threads", MOVES, || {
            stateright::check(&codes, 2)
        });
        contest.add("textbook hash set", LENGTH, || snake::fewest(&textbook));
        // The array takes a byte for each head and code: a gibibyte on the large board.
        if name != LARGE {
            contest.add(ARRAY, LENGTH, || array::fewest(&textbook));
        }
        contest.add(SHAPES, LENGTH, || shapes::fewest(&textbook));
        run.hold(contest)?;

        // What `solve` does with such a board: it may see that the apple is in another room.
        let mut contest = Contest::new("snake", refused(name));
        contest.add(FEWEST, FEWEST, || ours::solve(&levels[0]));
        run.hold(contest)
    }

    /// The name of a board that is solved instead of explored.
    pub fn refused(name: &str) -> String {
        format!("{name}, solved")
    }

    fn solve(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
        let levels = ours::levels("snake", text);
        let boards = read(text);
        let ours = split(text).map(ours::snake_board).collect::<Vec<_>>();
        let codes: Vec<_> = boards.iter().map(array::Codes::new).collect();
        let mut contest = Contest::new("snake", name);
        contest.add_each(FEWEST, FEWEST, &levels, ours::solve);
        contest.add_each(LENGTH, LENGTH, &ours, |board| ours::explore(board, false));
        contest.add_each(MOVES, MOVES, &ours, |board| ours::explore(board, true));
        contest.add_each(PATHFINDING, FEWEST, &codes, pathfinding::snake);
        let check = stateright::check;
        contest.add_each("stateright, 1 thread", FEWEST, &codes, |codes| {
            check(codes, 1)
        });
        contest.enter("stateright, 2 threads", FEWEST, Trust::MayErr, |clock| {
            clock.time(|| codes.iter().map(|codes| check(codes, 2)).collect())
        });
        contest.add_each("textbook hash set", FEWEST, &boards, snake::fewest);
        contest.add_each(ARRAY, FEWEST, &boards, array::fewest);
        contest.add_each(SHAPES, FEWEST, &boards, shapes::fewest);
        run.hold(contest)
    }

    /// Each board by itself; only the slowest is kept.
    fn slowest(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
        let before = run.rows.len();
        for (number, level) in (1..).zip(ours::levels("snake", text)) {
            let mut contest = Contest::new("snake", format!("{name}, number {number}"));
            contest.add(SLOWEST, SLOWEST, || ours::solve(&level));
            run.hold(contest)?;
        }
        let each = run.rows.split_off(before);
        let slowest = each
            .into_iter()
            .max_by(|a, b| a.seconds.total_cmp(&b.seconds));
        run.rows.extend(slowest.map(|row| Row {
            instance: name.to_string(),
            ..row
        }));
        Ok(())
    }

    fn read(text: &str) -> Vec<snake::Board> {
        let mut words = text.split_ascii_whitespace();
        std::iter::from_fn(|| snake::read(&mut words)).collect()
    }

    /// The single cases of a judge's input: each begins with a line of two numbers.
    fn split(text: &str) -> impl Iterator<Item = &str> {
        let rows = |text: &str| text.split(' ').next().and_then(|rows| rows.parse().ok());
        let mut rest = text;
        std::iter::from_fn(move || {
            let rows: usize = rows(rest)?;
            let lines = rest.split_inclusive('\n').take(rows + 1);
            let (case, after) = rest.split_at(lines.map(str::len).sum());
            rest = after;
            Some(case)
        })
    }
}

/// Curling: a hundred boards at a time.
pub mod curling {
    use super::{FEWEST, PATHFINDING};
    use crate::libraries::rink::Rink;
    use crate::libraries::{pathfinding, stateright};
    use crate::measure::{Contest, Disagreement, Run, Trust};
    use crate::textbook::curling;
    use crate::{instances, ours};

    /// The search with backtracking.
    pub const TEXTBOOK: &str = "textbook DFS";

    /// Measures them all.
    pub fn run(run: &mut Run) -> Result<(), Disagreement> {
        for instance in instances::curling::all(run.quick) {
            let (name, text) = (&instance.name, instance.text());
            let levels = ours::levels("curling", &text);
            let mut words = text.split_ascii_whitespace();
            let boards: Vec<_> = std::iter::from_fn(|| curling::read(&mut words)).collect();
            let rinks: Vec<_> = boards.iter().map(Rink::new).collect();

            let mut contest = Contest::new("curling", name.as_str());
            contest.add_each(FEWEST, FEWEST, &levels, ours::solve);
            contest.add_each(PATHFINDING, FEWEST, &rinks, pathfinding::curling);
            let check = stateright::check;
            contest.add_each("stateright, 1 thread", FEWEST, &rinks, |rink| {
                check(rink, 1)
            });
            contest.enter("stateright, 2 threads", FEWEST, Trust::MayErr, |clock| {
                clock.time(|| rinks.iter().map(|rink| check(rink, 2)).collect())
            });
            contest.add_each(TEXTBOOK, FEWEST, &boards, curling::fewest);
            run.hold(contest)?;
        }
        Ok(())
    }
}

/// Portal mazes: everything explored, since the goal is walled in.
pub mod portals {
    use super::{FEWEST, PATHFINDING};
    use crate::instances::portals::{Kind, all, name};
    use crate::libraries::{pathfinding, petgraph};
    use crate::measure::{Contest, Disagreement, Per, Run};
    use crate::ours;
    use crate::textbook::portals;

    /// Dijkstra over two layers of squares.
    pub const TEXTBOOK: &str = "textbook Dijkstra";
    /// The largest side.
    pub const LARGEST: usize = 4000;

    /// Measures them all.
    pub fn run(run: &mut Run) -> Result<(), Disagreement> {
        for (side, instance) in all(run.quick) {
            let text = instance.text();
            let levels = ours::levels("portals", &text);
            let board = portals::read(&mut text.split_ascii_whitespace()).expect("a board");
            // A graph of the largest maze takes gigabytes before it is searched.
            let maze = (side < LARGEST).then(|| petgraph::build(&board));

            let mut contest = Contest::new("portals", instance.name.as_str());
            let squares = (side * side) as u64;
            contest.weighs =
                (instance.name == name(LARGEST, Kind::Open)).then_some(Per::Square(squares));
            contest.add(FEWEST, FEWEST, || ours::solve(&levels[0]));
            contest.add(PATHFINDING, FEWEST, || pathfinding::portals(&board));
            if let Some(maze) = &maze {
                contest.add("petgraph, build and Dijkstra", FEWEST, || {
                    petgraph::search(&board, &petgraph::build(&board))
                });
                contest.add("petgraph, Dijkstra alone", FEWEST, || {
                    petgraph::search(&board, maze)
                });
            }
            contest.add(TEXTBOOK, FEWEST, || portals::fewest(&board));
            run.hold(contest)?;
        }
        Ok(())
    }
}

/// Snakes and Ladders, from the judge's size to millions of squares.
pub mod ladders {
    use super::{FEWEST, PATHFINDING};
    use crate::libraries::pathfinding;
    use crate::measure::{Contest, Disagreement, Run};
    use crate::textbook::ladders;
    use crate::{instances, ours};

    /// The queue over a hash map.
    pub const TEXTBOOK: &str = "textbook hash map";

    /// Measures them all.
    pub fn run(run: &mut Run) -> Result<(), Disagreement> {
        for instance in instances::ladders::all(run.quick) {
            let (name, text) = (&instance.name, instance.text());
            let levels = ours::levels("ladders", &text);
            let board = ladders::read(&text).expect("a board");
            // fewest lays the matrix out along its track while it reads; so does the library's user.
            let track = pathfinding::track(&board);

            let mut contest = Contest::new("ladders", name.as_str());
            contest.add(FEWEST, FEWEST, || ours::solve(&levels[0]));
            contest.add(PATHFINDING, FEWEST, || pathfinding::ladders(&track));
            contest.add(TEXTBOOK, FEWEST, || ladders::fewest(&board));
            run.hold(contest)?;
        }
        Ok(())
    }
}

/// Minesweeper: what one click reveals. Each run gets the hidden board afresh, before its clock
/// runs. On an empty board, also from the judge's text to the judge's text, beside a copy of it.
pub mod mines {
    use fewest_games::mines::reveal;

    use super::FEWEST;
    use crate::measure::{Answer, Contest, Disagreement, Run, Trust};
    use crate::textbook::{self, mines};
    use crate::{instances, ours};

    /// The queue over a `Vec<Vec<char>>`.
    pub const TEXTBOOK: &str = "textbook flood";
    /// All bytes of the judge's text, copied once into memory that is new.
    pub const COPY: &str = "a copy of the text";

    /// The names of its instances.
    pub fn names(quick: bool) -> Vec<String> {
        let all = instances::mines::all(quick).into_iter();
        let mut names: Vec<String> = all.map(|instance| instance.name).collect();
        names.push(judged(&instances::mines::largest(quick).name));
        names
    }

    /// The name of a board that is read and written too.
    pub fn judged(name: &str) -> String {
        format!("{name}, text to text")
    }

    /// Measures them all.
    pub fn run(run: &mut Run) -> Result<(), Disagreement> {
        for instance in instances::mines::all(run.quick) {
            click(run, &instance.name, &instance.text())?;
        }
        let largest = instances::mines::largest(run.quick);
        judge(run, &judged(&largest.name), &largest.text())
    }

    fn click(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
        let (hidden, square) = ours::mines_board(text);
        let (first, second) = text.split_once('\n').expect("two lines");
        let (board, click) = mines::read(first, second).expect("a case");

        let mut contest = Contest::new("mines", name);
        contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
            let mut cells = hidden.clone();
            clock.time(|| reveal(&mut cells, square));
            Answer::Text(cells.squares().to_vec()).into()
        });
        contest.enter(TEXTBOOK, FEWEST, Trust::Exact, |clock| {
            let mut cells = board.clone();
            clock.time(|| mines::click(&mut cells, click));
            Answer::Text(cells.iter().flatten().map(|&cell| cell as u8).collect()).into()
        });
        run.hold(contest)
    }

    /// From the judge's text in memory to the judge's text in memory. The copy reads as many bytes and
    /// writes as many: nobody who reads all and writes all can do with less.
    fn judge(run: &mut Run, name: &str, text: &str) -> Result<(), Disagreement> {
        let mut contest = Contest::new("mines", name);
        contest.add(FEWEST, FEWEST, || Answer::Text(ours::judge("mines", text)));
        contest.add(TEXTBOOK, FEWEST, || {
            let answer = textbook::answer("mines", text).expect("one of the programs");
            Answer::Text(answer.into_bytes())
        });
        contest.enter(COPY, FEWEST, Trust::Silent, |clock| {
            clock.time(|| text.as_bytes().to_vec());
            Answer::None.into()
        });
        run.hold(contest)
    }
}

/// Minesweeper: the chance of a mine in every covered cell. Each position is a contest of its own,
/// and a row tells the median, the fastest and the slowest of them.
pub mod chances {
    use fewest_minesweeper::Position;
    use fewest_search::SearchContext;

    use super::{FEWEST, TOOLLIB};
    use crate::instances::expert::EXPERT;
    use crate::instances::frontiers;
    use crate::libraries::toollib;
    use crate::measure::{Answer, Contest, Disagreement, Outcome, Row, Run, Trust};

    /// What the rows are called that this part brings.
    pub const GAME: &str = "chances";
    /// The library, with what is easy to see marked before, as its manual advises.
    pub const MARKED: &str = "ms_toollib, marked";

    /// The names of its instances.
    pub fn names(quick: bool) -> Vec<String> {
        vec![frontiers::name(quick)]
    }

    /// Measures them all.
    pub fn run(run: &mut Run) -> Result<(), Disagreement> {
        let name = frontiers::name(run.quick);
        let before = run.rows.len();
        for (number, position) in (1..).zip(frontiers::all(run.quick)) {
            compare(run, &format!("{name}, number {number}"), &position)?;
        }
        let each = run.rows.split_off(before);
        let ours = gathered(&name, FEWEST, &each);
        for program in [FEWEST, TOOLLIB, MARKED] {
            let row = gathered(&name, program, &each);
            run.rows.push(Row {
                ratio: row.seconds / ours.seconds,
                ..row
            });
        }
        Ok(())
    }

    fn compare(run: &mut Run, name: &str, position: &Position) -> Result<(), Disagreement> {
        let board = toollib::board(position);
        let covered = |chances: Vec<Vec<f64>>| {
            let columns = position.cells.columns() as usize;
            let chance =
                |square: u32| chances[square as usize / columns][square as usize % columns];
            outcome(position.covered().map(chance))
        };

        let mut contest = Contest::new(GAME, name);
        contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
            let chances = clock.time(|| {
                let exact = position.probabilities(&mut SearchContext::default());
                let exact = exact.unwrap_or_else(|_| unreachable!("some layout fits"));
                let squares = 0..position.cells.len();
                squares
                    .map(|square| exact.mine_f64(square))
                    .collect::<Vec<_>>()
            });
            outcome(chances.into_iter().flatten())
        });
        contest.enter(TOOLLIB, FEWEST, Trust::Exact, |clock| {
            covered(clock.time(|| toollib::chances(&board, EXPERT.mines)))
        });
        contest.enter(MARKED, FEWEST, Trust::Exact, |clock| {
            covered(clock.time(|| toollib::marked_chances(&board, EXPERT.mines)))
        });
        run.hold(contest)
    }

    fn outcome(chances: impl Iterator<Item = f64>) -> Outcome {
        Answer::Chances(chances.collect()).into()
    }

    /// One row of all that a program was measured on.
    fn gathered(name: &str, program: &str, each: &[Row]) -> Row {
        let mut rows: Vec<&Row> = each.iter().filter(|row| row.program == program).collect();
        rows.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        Row {
            instance: name.to_string(),
            answer: format!("{} positions", rows.len()),
            seconds: rows[rows.len() / 2].seconds,
            least: rows[0].seconds,
            most: rows[rows.len() - 1].seconds,
            runs: rows.len(),
            ..rows[0].clone()
        }
    }
}

/// Minesweeper: which boards need no guess, among many that are dealt at random. fewest deals them
/// on its own time; the library is handed them.
///
/// The library does not count the mines that are left, so the boards are compared that do not take
/// that; fewest keeps the others too, and both are told how many they kept.
pub mod noguess {
    use fewest_minesweeper::Reasoning;

    use super::{FEWEST, TOOLLIB};
    use crate::instances::expert::{self, EXPERT};
    use crate::libraries::toollib;
    use crate::measure::{Answer, Contest, Disagreement, Outcome, Run, Trust};

    /// What the rows are called that this part brings.
    pub const GAME: &str = "no-guess";

    /// The names of its instances.
    pub fn names(quick: bool) -> Vec<String> {
        vec![expert::dealt_name(quick)]
    }

    /// Measures them all.
    pub fn run(run: &mut Run) -> Result<(), Disagreement> {
        let quick = run.quick;
        let boards: Vec<_> = expert::dealt(quick)
            .map(|mines| toollib::dealt(&mines))
            .collect();

        let mut contest = Contest::new(GAME, expert::dealt_name(quick));
        contest.enter(FEWEST, FEWEST, Trust::Exact, |clock| {
            let kept = clock.time(|| keep(expert::many(quick)));
            let compared = kept.iter().filter(|(_, reasoning)| reasoning.count == 0);
            Outcome {
                positions: Some(kept.len() as u64),
                answer: Answer::Boards(compared.map(|&(number, _)| number).collect()),
            }
        });
        contest.enter(TOOLLIB, FEWEST, Trust::Exact, |clock| {
            let kept: Vec<u64> = clock.time(|| {
                let numbered = (0..).zip(&boards);
                let kept =
                    numbered.filter(|(_, board)| toollib::needs_no_guess(board, EXPERT.click));
                kept.map(|(number, _)| number).collect()
            });
            Outcome {
                positions: Some(kept.len() as u64),
                answer: Answer::Boards(kept),
            }
        });
        run.hold(contest)
    }

    /// Deals so many boards, and keeps those that need no guess: their numbers, and the reasoning that they take.
    fn keep(many: u64) -> Vec<(u64, Reasoning)> {
        let (mut generator, mut bits) = expert::dealer();
        let mut kept = Vec::new();
        let mut drawn = 0;
        while drawn < many {
            let next = generator.find(&mut bits, many - drawn);
            drawn += next.boards;
            kept.extend(next.found.map(|(_, reasoning)| (drawn - 1, reasoning)));
        }
        kept
    }
}
