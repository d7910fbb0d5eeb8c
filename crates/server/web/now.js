// The level of now as the board shows it where a mode has nothing to add: as the server reads it,
// or as it was drawn while that is not known, or where it is no level.
import { look } from "./look.js";
import { shown } from "./picture.js";
import { store } from "./store.js";
import { only } from "./tiles.js";

/** @typedef {import("./tiles.js").TileLook} TileLook */

/** The level of now as the server reads it; nothing while that is not known, or where it is no level. */
export function nowFrame() {
  const { reading, revision } = store;
  return reading?.ok && reading.revision === revision ? reading.frame : null;
}

/** @param {(look: TileLook) => TileLook} [seen] how each square is shown */
export function nowShown(seen) {
  const { level, info } = store;
  const frame = nowFrame();
  if (frame) return shown(frame, info, seen);
  const picture = look(level, info, store.lastRead);
  return seen ? { ...picture, tiles: picture.tiles.map((tile) => only(seen(tile))) } : picture;
}

/** Why the level of now cannot be read, where that is known. */
export function nowProblem() {
  const { reading, revision } = store;
  return reading && !reading.ok && reading.revision === revision ? reading.problem : null;
}
