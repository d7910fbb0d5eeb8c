//! Whole spaces, larger than the other boards': what more threads and a disk are for.

use super::snake;

/// A level whose whole space is visited.
pub struct Whole {
    /// What it is called in the tables.
    pub name: String,
    /// The level's text.
    pub text: String,
    /// So little memory that the search goes to the disk; none for a search that has no disk.
    pub memory: Option<u64>,
}

/// Snake, by its own kernel, which is in memory alone.
pub const SNAKE: &str = "snake, 24×24, k = 14, the whole space";
/// Curling, by the generic search over whole keys.
pub const CURLING: &str = "curling, 10×10 without a limit of throws, the whole space";

/// Whatever can still be thrown, the goal is not reached.
const CURLING_BOARD: &str = "\
#.#.##..#.
##..##...#
###.#.#..#
##...##...
.#...##...
..#.#..#..
##.##..#.#
....##S...
.#####.G..
..#......#
";

/// All of them.
pub fn all(quick: bool) -> Vec<Whole> {
    let (side, segments) = if quick { (8, 7) } else { (24, 14) };
    let board = snake::walled(side, segments, 0.0);
    let (_, rows) = board.split_once('\n').expect("a line of numbers");
    let name = match quick {
        true => "snake, 8×8, k = 7, the whole space",
        false => SNAKE,
    };
    let mut all = vec![Whole {
        name: name.to_string(),
        text: format!("game: snake\n\n{rows}"),
        memory: None,
    }];
    if !quick {
        all.push(Whole {
            name: CURLING.to_string(),
            text: format!("game: curling\nthrows: none\n\n{CURLING_BOARD}"),
            memory: Some(32 << 20),
        });
    }
    all
}

/// Snake, a long one on a small board: by the generic search, it would be as by a cluster.
pub const LONG_SNAKE: &str = "snake, 6×6, k = 19, the whole space";

const LONG_SNAKE_BOARD: &str = "\
jihgfe
89abcd
765432
.....1
......
@.....
";

/// Those that a cluster shares out.
pub fn shared(quick: bool) -> Vec<Whole> {
    let mut all = all(quick);
    if !quick {
        // Snake's own kernel alone is for as many positions as the first one has.
        all[0] = Whole {
            name: LONG_SNAKE.to_string(),
            text: format!("game: snake\n\n{LONG_SNAKE_BOARD}"),
            memory: None,
        };
    }
    all
}
