// A position as the board shows it to somebody who plays or watches.

/** @import {Picture, TileLook} from "./tiles.js" */
/** @import {Frame, Info, Trace} from "./types.js" */
import { pictureOf } from "./tiles.js";

/** @typedef {HTMLElement & {picture: Picture}} BoardElement */

/**
 * @param {Frame} frame
 * @param {Info} info
 * @param {(look: TileLook) => TileLook} [seen] how each kind of square is shown
 * @returns {Picture}
 */
export function shown({ view }, info, seen = (look) => look) {
  const picture = pictureOf({ ...view, kinds: view.kinds.map(seen) });
  return { ...picture, numbered: info.board.numbered };
}

/**
 * The squares of a move, one after another.
 * @param {Trace} trace
 */
export function wayOf(trace) {
  return trace.jump === null ? trace.steps : [...trace.steps, trace.jump];
}

/**
 * A mine under its lid, as a player sees it: nothing but the lid, and a flag that stands on it.
 * @param {TileLook} look
 * @returns {TileLook}
 */
export function covered(look) {
  if (look.ground !== "lid" || look.piece === null) return look;
  const piece = look.piece === "marker" ? look.piece : null;
  return { ...look, piece, role: "hidden", text: "", label: "" };
}
