// Where a square is: beside another, and as notes and moves write it: `row,column`, counted from 0.

/** @typedef {{rows: number, columns: number}} Size */

const PLACE = /^\s*(\d+)\s*,\s*(\d+)\s*$/;

/** Whether two squares share a side. @param {Size} size @param {number} one @param {number} other */
export function beside({ columns }, one, other) {
  const across = Math.abs((one % columns) - (other % columns));
  return across + Math.abs(Math.floor(one / columns) - Math.floor(other / columns)) === 1;
}

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
