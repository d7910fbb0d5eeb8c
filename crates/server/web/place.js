// Where a square is: beside another, and as notes and moves write it: `row,column`, counted from 0.
// The walls between squares are written `row,columnR`, right of a square, and `row,columnD`, below one.
/** @import {Edge} from "./types.js" */

/** @typedef {{rows: number, columns: number}} Size */

const PLACE = /^\s*(\d+)\s*,\s*(\d+)\s*$/;

/** The row and the column of a square, counted from 0. @param {{columns: number}} size @param {number} square @returns {[row: number, column: number]} */
export function rowAndColumn({ columns }, square) {
  return [Math.floor(square / columns), square % columns];
}

/** Whether two squares share a side. @param {Size} size @param {number} one @param {number} other */
export function beside(size, one, other) {
  const [[row, column], [otherRow, otherColumn]] = [rowAndColumn(size, one), rowAndColumn(size, other)];
  return Math.abs(row - otherRow) + Math.abs(column - otherColumn) === 1;
}

/** @param {Size} size @param {number} square */
export function placeText(size, square) {
  return rowAndColumn(size, square).join();
}

/**
 * The square that a text names, or nothing where it names none of the board.
 * @param {Size} size @param {string} text
 */
export function placedAt({ rows, columns }, text) {
  const [, row, column] = (PLACE.exec(text) ?? []).map(Number);
  return row < rows && column < columns ? row * columns + column : undefined;
}

/** @param {Edge} edge */
const edgeKey = ({ square, side }) => `${square}${side}`;

/** The keys of each list of edges, made once. @type {WeakMap<readonly Edge[], Set<string>>} */
const keys = new WeakMap();

/** @param {readonly Edge[]} edges @param {Edge | null} [edge] */
export function hasEdge(edges, edge) {
  if (!edge) return false;
  let known = keys.get(edges);
  if (!known) keys.set(edges, (known = new Set(edges.map(edgeKey))));
  return known.has(edgeKey(edge));
}

/**
 * The edge on a side of a square: nothing where the board ends there.
 * @param {Size} size @param {number} square @param {string} direction
 * @returns {Edge | null}
 */
export function edgeBeside({ rows, columns }, square, direction) {
  const [row, column] = rowAndColumn({ columns }, square);
  if (direction === "R" && column + 1 < columns) return { square, side: "R" };
  if (direction === "L" && column > 0) return { square: square - 1, side: "R" };
  if (direction === "D" && row + 1 < rows) return { square, side: "D" };
  if (direction === "U" && row > 0) return { square: square - columns, side: "D" };
  return null;
}

/**
 * The edge nearest to a place of the board, counted in squares from its top left corner, and whether
 * the place is clearly on that edge: not in the middle of a square, nor at a corner.
 * @param {Size} size @param {number} across @param {number} down
 */
export function edgeNear(size, across, down) {
  const [column, row] = [Math.floor(across), Math.floor(down)];
  if (column < 0 || row < 0 || column >= size.columns || row >= size.rows) return null;
  const square = row * size.columns + column;
  const [x, y] = [across - column, down - row];
  const sides = [
    { direction: "L", far: x, along: y },
    { direction: "R", far: 1 - x, along: y },
    { direction: "U", far: y, along: x },
    { direction: "D", far: 1 - y, along: x },
  ];
  const found = sides.flatMap(({ direction, far, along }) => {
    const edge = edgeBeside(size, square, direction);
    return edge ? [{ edge, far, isOn: far < 0.3 && Math.abs(along - 0.5) < 0.3 }] : [];
  });
  return found.sort((one, other) => one.far - other.far)[0] ?? null;
}

/** The edges of the board that a note lists. @param {Size} size @param {string} text */
export function edgesIn(size, text) {
  return text.split(/\s+/).flatMap((word) => {
    const square = placedAt(size, word.slice(0, -1));
    const edge = square === undefined ? null : edgeBeside(size, square, word.slice(-1));
    return edge?.square === square && edge !== null ? [edge] : [];
  });
}

/** A note that lists some edges, in the order of their squares. @param {Size} size @param {readonly Edge[]} edges */
export function edgesText(size, edges) {
  const sorted = edges.toSorted((one, other) => one.square - other.square || (one.side < other.side ? 1 : -1));
  return sorted.map(({ square, side }) => placeText(size, square) + side).join(" ");
}
