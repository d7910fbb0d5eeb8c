// Where a square is: beside another, and as notes and moves write it: `row,column`, counted from 0.

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
