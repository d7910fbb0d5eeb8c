//! The portal maze against its oracle: random boards, all tiny ones, the published ones.

mod edits;
mod kernel;
mod maze;

use maze::{Maze, SEED, every_maze, random_maze};

use crate::oracle::judge;

#[test]
fn random_mazes_agree_with_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(SEED);
    for _ in 0..20_000 {
        let maze = random_maze(&mut rng);
        let (level, truth) = maze.check();
        maze.check_texts(&level, &truth);
    }
}

#[test]
fn every_small_maze_between_all_squares() {
    for (rows, columns) in [
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 1),
        (3, 1),
        (4, 1),
        (2, 2),
    ] {
        for mut maze in every_maze(rows, columns) {
            for start in maze.spots() {
                for goal in maze.spots() {
                    (maze.start, maze.goal) = (start, goal);
                    let (level, truth) = maze.check();
                    maze.check_texts(&level, &truth);
                }
            }
        }
    }
}

#[test]
fn every_maze_of_six_and_nine_squares_between_the_corners() {
    for (rows, columns) in [(1, 6), (2, 3), (3, 2), (3, 3)] {
        for maze in every_maze(rows, columns) {
            maze.check();
        }
    }
}

#[test]
fn the_published_examples() {
    assert_eq!(judge("portals", "3 3\n.#.\nA#A\n.#.\n"), "2\n");
    assert_eq!(judge("portals", "1 1\n.\n"), "0\n");
    assert_eq!(judge("portals", "2 2\n.#\n#.\n"), "Game Over.\n");
    assert_eq!(judge("portals", "1 1\n.\n2 2\n.#\n#.\n"), "0\nGame Over.\n");
}

#[test]
fn a_single_square_is_won_at_once_unless_it_is_a_wall() {
    assert_eq!(judge("portals", "1 1\n.\n"), "0\n");
    assert_eq!(judge("portals", "1 1\n#\n"), "Game Over.\n");
}

#[test]
fn born_on_a_portal_that_leads_to_the_goal() {
    assert_eq!(judge("portals", "2 2\nA#\n#A\n"), "0\n");
}

#[test]
fn a_goal_that_is_a_portal_is_reached_by_walking_onto_it() {
    assert_eq!(judge("portals", "1 4\n.A.A\n"), "1\n");
    assert_eq!(judge("portals", "2 3\n..A\n#.A\n"), "2\n");
}

#[test]
fn adjacent_twins_bounce_the_player_back() {
    assert_eq!(judge("portals", "1 4\n.AA.\n"), "2\n");
    // The upper twin is only ever touched: whoever walks onto it stands on the lower one.
    let mut maze = Maze::new([".A.", "#A#"].map(|row| row.chars().collect()).to_vec());
    maze.goal = (0, 2);
    assert_eq!(maze.first_solution(), None);
    maze.check();
}
