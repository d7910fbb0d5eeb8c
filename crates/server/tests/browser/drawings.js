// For every game a level that the tests draw from nothing, and what is to come out. A new game
// needs an entry here and nothing else.

/** @typedef {import("./workbench.js").Place} Place */

/**
 * @typedef {object} Drawn
 * @property {[rows: number, columns: number]} size
 * @property {[tool: string, places: Place[]][]} strokes which tool is drawn over which squares
 * @property {string[]} board what the level text is to hold
 * @property {number} par
 * @property {string[]} moves a shortest way to win
 */

/** @type {Record<string, Drawn>} */
export const drawings = {
  ladders: {
    size: [6, 6],
    strokes: [
      ["jump", [[5, 1], [3, 2]]],
      ["jump", [[3, 1], [0, 1]]],
      ["jump", [[3, 4], [3, 0]]],
    ],
    board: [" .  .  .  .  .  .", " .  .  .  .  .  .", " .  .  .  .  .  .", " . 35  .  . 13  .", " .  .  .  .  .  .", " . 15  .  .  .  ."],
    par: 4,
    moves: ["1", "2", "1", "1"],
  },
  mines: {
    size: [4, 5],
    strokes: [
      ["mine", [[1, 2]]],
      ["mine", [[3, 0]]],
    ],
    board: ["EEEEE", "EEMEE", "EEEEE", "MEEEE"],
    par: 3,
    moves: ["0,0", "0,2", "0,4"],
  },
  snake: {
    size: [5, 7],
    strokes: [
      ["wall", [[0, 3], [1, 3], [2, 3], [3, 3]]],
      ["snake", [[1, 1], [2, 1], [3, 1], [4, 1], [4, 2]]],
      ["apple", [[1, 5]]],
    ],
    board: ["...#...", ".1.#.@.", ".2.#...", ".3.#...", ".45...."],
    par: 10,
    moves: ["R", "D", "D", "D", "R", "R", "U", "U", "U", "R"],
  },
  curling: {
    size: [6, 8],
    strokes: [
      ["block", [[0, 0], [1, 0], [1, 1]]],
      ["block", [[0, 4]]],
      ["block", [[4, 0]]],
      ["block", [[4, 5], [5, 5], [5, 1]]],
      ["block", [[5, 6], [5, 7]]],
      ["stone", [[0, 3]]],
      ["goal", [[2, 5]]],
    ],
    board: ["#..S#...", "##......", ".....G..", "........", "#....#..", ".#######"],
    par: 4,
    moves: ["D", "L", "U", "R"],
  },
  slide: {
    size: [3, 5],
    strokes: [
      ["block", [[0, 4]]],
      ["wall", [[1, 2], [1, 3]]],
      ["target", [[2, 2]]],
      ["robot 0", [[0, 0]]],
      ["robot 1", [[1, 3]]],
    ],
    board: ["0...#", "...1.", "..G.."],
    par: 3,
    moves: ["1D", "0D", "0R"],
  },
  portals: {
    size: [5, 7],
    strokes: [
      ["wall", [[0, 2], [4, 2]]],
      ["wall", [[2, 3], [2, 6]]],
      ["portal", [[1, 1]]],
      ["portal", [[4, 5]]],
      ["portal", [[1, 5], [4, 4]]],
    ],
    board: ["..#....", ".A#..B.", "..#####", "..#....", "..#.BA."],
    par: 3,
    moves: ["D", "R", "R"],
  },
};
