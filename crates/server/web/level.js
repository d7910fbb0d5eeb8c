// A level as the page holds it: read from level text and written back, where in that text its parts stand, and
// covered squares of which nothing is known.
/** @import {Info} from "./types.js" */

/**
 * A level being drawn; never changed in place, so that every step of the past can be kept.
 * @typedef {Object} Drawing
 * @property {string} game
 * @property {ReadonlyMap<string, string>} notes all but the game's name, in their order
 * @property {number} rows
 * @property {number} columns
 * @property {readonly string[]} cells row by row, each as it stands in the text
 * @property {string} solution the moves, or nothing
 */

/**
 * A part of a level that an error is about.
 * @typedef {{square: number} | {board: true} | {note: string} | {solution: true}} Part
 */

const NOTE = /^([a-z-]+):(.*)$/;

/** The texts of all levels in a text. @param {string} text */
export function split(text) {
  const texts = text.split(/^---[ \t]*\r?$/m).map((part) => part.replace(/^\s*\n/, "").trimEnd());
  return texts.filter((part) => part.trim() !== "");
}

/** The name of the game that a level text states. @param {string} text @returns {string | undefined} */
export function gameOf(text) {
  return /^game:[ \t]*(\S+)/m.exec(text)?.[1];
}

/**
 * A board with nothing on it.
 * @param {Info} info @param {number} [rows] @param {number} [columns] @param {string} [empty]
 * @returns {Drawing}
 */
export function blank(info, rows = info.board.rows, columns = info.board.columns, empty = info.board.empty) {
  const cells = new Array(rows * columns).fill(empty);
  return { game: info.id, notes: new Map(), rows, columns, cells, solution: "" };
}

/**
 * Reads a level text in the form that the server and `compose` write; nothing where it is not in
 * that form.
 * @param {string} text @param {Info} info
 * @returns {Drawing | null}
 */
export function parse(text, info) {
  const lines = (split(text)[0] ?? "").split(/\r?\n/);
  /** @type {Map<string, string>} */
  const notes = new Map();
  let line = 0;
  for (; line < lines.length && lines[line].trim() !== ""; line++) {
    const note = NOTE.exec(lines[line]);
    if (!note) return null;
    notes.set(note[1], note[2].trim());
  }
  while (line < lines.length && lines[line].trim() === "") line++;
  /** @type {string[][]} */
  const board = [];
  for (; line < lines.length && lines[line].trim() !== "" && !NOTE.test(lines[line]); line++) {
    board.push(info.board.spaced ? lines[line].trim().split(/\s+/) : [...lines[line].trimEnd()]);
  }
  const columns = board[0]?.length ?? 0;
  if (columns === 0 || board.some((row) => row.length !== columns)) return null;
  const rest = lines.slice(line).join(" ").trim();
  if (rest !== "" && !rest.startsWith("solution:")) return null;
  notes.delete("game");
  return {
    game: info.id,
    notes,
    rows: board.length,
    columns,
    cells: board.flat(),
    solution: rest.replace("solution:", "").trim().replace(/\s+/g, " "),
  };
}

/** How wide a cell is in the text. @param {Drawing} drawing @param {Info} info */
function width(drawing, info) {
  return info.board.spaced ? drawing.cells.reduce((most, cell) => Math.max(most, cell.length), 1) : 1;
}

/** The notes that are written: one with nothing to say is left out. @param {Drawing} drawing */
function written(drawing) {
  return [...drawing.notes].filter(([, value]) => value !== "");
}

/** The level text. @param {Drawing} drawing @param {Info} info */
export function compose(drawing, info) {
  const wide = width(drawing, info);
  const lines = [`game: ${drawing.game}`, ...written(drawing).map(([name, value]) => `${name}: ${value}`), ""];
  for (let row = 0; row < drawing.rows; row++) {
    const cells = drawing.cells.slice(row * drawing.columns, (row + 1) * drawing.columns);
    lines.push(info.board.spaced ? cells.map((cell) => cell.padStart(wide)).join(" ") : cells.join(""));
  }
  if (drawing.solution) lines.push("", `solution: ${drawing.solution}`);
  return `${lines.join("\n")}\n`;
}

/**
 * What stands at a place of the text that `compose` wrote; lines and columns count from 1.
 * @param {Drawing} drawing @param {Info} info @param {number} line @param {number} column
 * @param {number} [wide] an error about a whole row is one about the board
 * @returns {Part | null}
 */
export function partAt(drawing, info, line, column, wide = 1) {
  const notes = written(drawing);
  if (line >= 2 && line < 2 + notes.length) return { note: notes[line - 2][0] };
  const row = line - (notes.length + 3);
  if (row >= 0 && row < drawing.rows) {
    const advance = info.board.spaced ? width(drawing, info) + 1 : 1;
    if (drawing.columns > 1 && wide >= drawing.columns * advance - (advance > 1 ? 1 : 0)) return { board: true };
    const at = Math.min(Math.max(Math.floor((column - 1) / advance), 0), drawing.columns - 1);
    return { square: row * drawing.columns + at };
  }
  return row > drawing.rows && drawing.solution ? { solution: true } : null;
}

/** The same level with some squares changed. @param {Drawing} drawing @param {Map<number, string>} changes */
export function withCells(drawing, changes) {
  const cells = drawing.cells.slice();
  let differs = false;
  for (const [square, cell] of changes) {
    differs ||= cells[square] !== cell;
    cells[square] = cell;
  }
  return differs ? { ...drawing, cells } : drawing;
}

/**
 * The same level with a note set, or taken away where the value is empty.
 * @param {Drawing} drawing @param {string} name @param {string} value
 */
export function withNote(drawing, name, value) {
  // One line of plain text: a note with a line break or a bell in it could not be read back.
  const plain = value.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  if ((drawing.notes.get(name) ?? "") === plain) return drawing;
  const notes = new Map(drawing.notes);
  if (plain === "") notes.delete(name);
  else notes.set(name, plain);
  return { ...drawing, notes };
}

/** Whether nothing is known of the covered squares. @param {Drawing} drawing @param {Info} info */
export function isVeiled({ cells }, { board: { veil } }) {
  return veil !== null && cells.some((cell) => veil.unknown.includes(cell));
}

/** What is written for an erased square of a level. @param {Drawing} drawing @param {Info} info */
export function emptyOf(drawing, info) {
  const { veil, empty } = info.board;
  return veil && isVeiled(drawing, info) ? veil.empty : empty;
}

/**
 * The tools that draw on a level: where nothing is known of covered squares, those that would say it
 * are put away, or one click would change all of them.
 * @param {Drawing} drawing @param {Info} info
 */
export function toolsOf(drawing, info) {
  const { veil } = info.board;
  if (!veil || !isVeiled(drawing, info)) return info.tools;
  return info.tools.filter(({ glyphs }) => glyphs === "" || !veil.known.includes(glyphs));
}

/**
 * The same level where a glyph has just been drawn: with the first covered square of which nothing is
 * known, all the others become so.
 * @param {Drawing} drawing @param {Info} info @param {string} glyph
 */
export function unmixed(drawing, info, glyph) {
  const { veil } = info.board;
  return veil?.unknown.includes(glyph) ? replaced(drawing, veil.known, veil.empty) : drawing;
}

/**
 * The same level with all that lies under its covered squares forgotten, but for how many dangers
 * there are.
 * @param {Drawing} drawing @param {Info} info @param {number} dangers
 */
export function veiled(drawing, info, dangers) {
  const { veil } = info.board;
  if (!veil) return drawing;
  const forgotten = replaced(drawing, veil.known, veil.empty);
  return dangers > 0 ? withNote(forgotten, veil.total, String(dangers)) : forgotten;
}

/** @param {Drawing} drawing @param {string} glyphs @param {string} by */
function replaced(drawing, glyphs, by) {
  if (!drawing.cells.some((cell) => glyphs.includes(cell))) return drawing;
  return { ...drawing, cells: drawing.cells.map((cell) => (glyphs.includes(cell) ? by : cell)) };
}
