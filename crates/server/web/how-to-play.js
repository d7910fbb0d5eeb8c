// How a game is played: a picture, the rules in a few sentences, and the keys.
import { askLines, problemOf } from "./api.js";
import { h } from "./dom.js";
import { forget, keep, recall } from "./kept.js";
import { covered, shown, wayOf } from "./picture.js";
import { keysOf } from "./play-tools.js";
import { store } from "./store.js";
import { t, tr } from "./words.js";
/** @import {FewestBoard} from "./board.js" */
/** @import {Picture} from "./tiles.js" */
/** @import {Frame, Info} from "./types.js" */

/** Kept once the reader has closed the rules. */
const CLOSED = "fewest.rules-closed";

/** The picture of each game's example, asked for once. @type {Map<string, Promise<Picture>>} */
const pictures = new Map();

/** The rules of a game, and its keys, to be opened and closed. @param {Info} info */
export function howToPlay(info) {
  const details = h("details", { class: "how", open: recall(CLOSED) === null }, h("summary", {}, h("h2", {}, t("How to play"))), ...rules(info), h("p", { class: "quiet keys" }, keysOf(info)));
  details.addEventListener("toggle", () => (details.open ? forget(CLOSED) : keep(CLOSED, "yes")));
  return h("div", { class: "card" }, details);
}

/** The rules of a game: its picture and its sentences. @param {Info} info */
export function rules(info) {
  const board = /** @type {FewestBoard} */ (document.createElement("fewest-board"));
  board.setAttribute("still", "");
  const figure = h("div", { class: "how-picture", role: "img", "aria-label": t("an example") }, board);
  pictureOf(info).then(
    (picture) => (board.picture = picture),
    (error) => {
      figure.hidden = true;
      problemOf(error);
    },
  );
  return [figure, h("ul", { class: "how-rules" }, info.how.map((sentence) => h("li", {}, tr(sentence))))];
}

/** @param {Info} info */
function pictureOf(info) {
  const known = pictures.get(info.id);
  if (known) return known;
  const drawn = draw(info);
  pictures.set(info.id, drawn);
  // What failed may go well the next time.
  drawn.catch(() => pictures.delete(info.id));
  return drawn;
}

/**
 * The example's start with the way to the win; where squares are covered, the position after the
 * first move.
 * @param {Info} info
 * @returns {Promise<Picture>}
 */
async function draw(info) {
  const after = store.read(info.example)?.solution ?? "";
  /** @type {Frame[]} */
  const frames = await askLines("show", info.example, { after, every: true });
  if (info.covers) return shown(frames[1], info, covered);
  return { ...shown(frames[0], info), way: frames.flatMap(({ view }) => (view.trace ? [wayOf(view.trace)] : [])) };
}
