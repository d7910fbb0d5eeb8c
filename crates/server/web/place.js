// A square as notes and moves write it: `row,column`, both counted from 0.

/** @typedef {{rows: number, columns: number}} Size */

const PLACE = /^\s*(\d+)\s*,\s*(\d+)\s*$/;

/** @param {Size} size @param {number} square */
export function placeText({ columns }, square) {
  return `${Math.floor(square / columns)},${square % columns}`;
}

/**
 * The square that a text names, or nothing where it names none of the board.
 * @param {Size} size @param {string} text
 */
export function placedAt({ rows, columns }, text) {
  const [, row, column] = (PLACE.exec(text) ?? []).map(Number);
  return row < rows && column < columns ? row * columns + column : undefined;
}
