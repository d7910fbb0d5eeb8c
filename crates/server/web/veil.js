// Boards of which nothing is known but what can be seen: their covered squares are written in
// glyphs of their own, which do not mix with those that say what is beneath.

import { withNote } from "./level.js";

/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./level.js").Drawing} Drawing */

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
