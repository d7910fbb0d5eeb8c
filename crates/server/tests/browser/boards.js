// Boards that several tests share: a small one, and large ones, as large as the judges give and
// larger, made by numbers that look like chance and are always the same.

/** A snake on its way round a wall: 4 moves. */
export const WALL = "game: snake\n\n##...\n..1#@\n432#.\n...#.\n";

/** @param {number} seed */
function chance(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @param {number} rows @param {number} columns @param {(row: number, column: number) => string} cell */
function board(rows, columns, cell) {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => cell(row, column)));
}

/** @param {string} game @param {string[][]} cells @param {string} [between] */
function level(game, cells, between = "") {
  return `game: ${game}\n\n${cells.map((row) => row.join(between)).join("\n")}\n`;
}

/** Snake, 15 by 15, nine segments: the largest that the judge gives. */
function snake() {
  const some = chance(225);
  const cells = board(15, 15, () => (some() < 0.2 ? "#" : "."));
  [..."123456789"].forEach((segment, n) => (cells[n < 5 ? 0 : 1][n < 5 ? 4 - n : n - 5] = segment));
  cells[14][14] = "@";
  cells[14][13] = cells[13][14] = ".";
  return level("snake", cells);
}

/** Ladders, 20 by 20. */
function ladders() {
  const some = chance(909);
  const cells = board(20, 20, () => (some() < 0.2 ? String(1 + Math.floor(some() * 400)) : "."));
  cells[19][0] = cells[0][0] = ".";
  return level("ladders", cells, " ");
}

/** Curling, 20 by 20. */
function curling() {
  const some = chance(3009);
  const cells = board(20, 20, () => (some() < 0.25 ? "#" : "."));
  cells[1][1] = "S";
  cells[17][16] = "G";
  return level("curling", cells);
}

/** A portal maze, 100 by 100. */
function portals() {
  const some = chance(54138);
  const cells = board(100, 100, () => (some() < 0.25 ? "#" : "."));
  for (const letter of "ABCDEFGHIJKLM") {
    for (let end = 0; end < 2; end += 1) cells[Math.floor(some() * 100)][Math.floor(some() * 100)] = letter;
  }
  cells[0][0] = cells[99][99] = cells[0][1] = cells[99][98] = ".";
  return level("portals", cells);
}

/** Minesweeper, 50 by 50. */
function mines() {
  const some = chance(529);
  return level("mines", board(50, 50, () => (some() < 0.18 ? "M" : "E")));
}

/** The largest boards of the judges, a tool of each game, and a square that it may change. */
export const judges = {
  snake: { text: snake(), tool: "wall" },
  ladders: { text: ladders(), tool: "jump" },
  curling: { text: curling(), tool: "block" },
  portals: { text: portals(), tool: "wall" },
  mines: { text: mines(), tool: "mine" },
};

/** A snake of 35 segments and an apple far away: the search would go on for very long. */
export function endless() {
  const cells = board(40, 40, () => ".");
  [..."123456789abcdefghijklmnopqrstuvwxyz"].forEach((segment, n) => (cells[20][37 - n] = segment));
  cells[0][0] = "@";
  return level("snake", cells);
}

/** A maze of more squares than are drawn one by one. */
export function vast() {
  const some = chance(200);
  const cells = board(120, 120, () => (some() < 0.25 ? "#" : "."));
  cells[0][0] = cells[0][1] = cells[119][119] = cells[119][118] = ".";
  return level("portals", cells);
}
