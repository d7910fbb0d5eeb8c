// The signs on buttons: outlines on a square of 24, drawn in the colour of the text.

import { s } from "./dom.js";

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M8 4.5v15l12-7.5z",
  backwards: "M16 4.5v15L4 12z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4",
  restart: "M5 12a7 7 0 1 0 2.3-5.2M5 4v4.5h4.5",
  hint: "M9.5 17.5h5M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.7.6 1 1.2 1 2.1v1h5v-1c0-.9.3-1.5 1-2.1A6 6 0 0 0 12 3.5z",
  flag: "M7 21V4l11 4.5L7 13",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  die: "M6.5 4h11A2.5 2.5 0 0 1 20 6.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5v-11A2.5 2.5 0 0 1 6.5 4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  U: "M12 19V5M6 11l6-6 6 6",
  D: "M12 5v14M6 13l6 6 6-6",
  L: "M19 12H5M11 6l-6 6 6 6",
  R: "M5 12h14M13 6l6 6-6 6",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
