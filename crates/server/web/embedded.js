// What the page needs from its server at once, and what never changes while the server runs. The
// server writes this file when it joins the page's modules; see `files.rs`.
/** @import {Info, Sample} from "./types.js" */

/** Every game there is. @type {Info[]} */
export const GAMES = [];
/** The levels that ship. @type {Sample[]} */
export const LEVELS = [];
/** The symbols that boards are drawn with, as SVG. @type {string} */
export const SYMBOLS = "";
