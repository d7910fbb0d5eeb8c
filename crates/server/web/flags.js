// Flags on covered squares, and what a click on an open count does when they are all set.

import { rowAndColumn } from "./place.js";
/** @import {View} from "./types.js" */

/**
 * The up to eight squares around one.
 * @param {View} view
 * @param {number} square
 */
function around({ rows, columns }, square) {
  const [row, column] = rowAndColumn({ columns }, square);
  const found = [];
  for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, rows - 1); r += 1) {
    for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, columns - 1); c += 1) {
      if (r !== row || c !== column) found.push(r * columns + c);
    }
  }
  return found;
}

/**
 * @param {View} view
 * @param {number} square
 */
export function lookAt(view, square) {
  return view.kinds[view.tiles[square]];
}

/**
 * What a chord on a square opens: all that is covered around it and has no flag, where as many
 * flags are set as it counts.
 * @param {View} view
 * @param {number} square
 * @param {Set<number>} flags
 */
export function chord(view, square, flags) {
  const look = lookAt(view, square);
  if (look.ground !== "count") return [];
  const near = around(view, square).filter((near) => lookAt(view, near).ground === "lid");
  const flagged = near.filter((near) => flags.has(near));
  if (flagged.length !== Number(look.label)) return [];
  return near.filter((near) => !flags.has(near));
}

/**
 * How many flags the game itself has set.
 * @param {View} view
 */
export function markers(view) {
  return view.tiles.filter((kind) => view.kinds[kind].piece === "marker").length;
}

/**
 * How many mines there are, asleep or not.
 * @param {View} view
 */
export function mines(view) {
  const is = view.kinds.map(({ role }) => role === "danger");
  return view.tiles.reduce((sum, kind) => sum + (is[kind] ? 1 : 0), 0);
}
