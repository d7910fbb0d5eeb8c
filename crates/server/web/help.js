// How a game is played, and the page of help: the keys, and what a board's glyphs and moves mean.
import { askLines, problemOf } from "./api.js";
import { fill, h, sheet, sheetHead } from "./dom.js";
import { forget, keep, recall } from "./kept.js";
import { covered, shown, wayOf } from "./picture.js";
import { keysOf } from "./play-pad.js";
import { store } from "./store.js";
import { t, tr } from "./words.js";
/** @import {FewestBoard} from "./board.js" */
/** @import {Picture} from "./picture.js" */
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

export class HelpDialog {
  #dialog = sheet("help-title");

  constructor() {
    document.body.append(this.#dialog);
  }

  show() {
    this.#build();
    this.#dialog.showModal();
  }

  #build() {
    const { info } = store;
    const tools = info.tools.some(({ key }) => key) ? info.tools.map(({ key }) => key?.toUpperCase()).join(" ") : "1 … 9";
    /** @type {[string, string][]} */
    const keys = [
      ["Alt+1 … Alt+4", t("draw, play, watch, odds")],
      [`${tools}, E`, t("choose a tool, the eraser")],
      ["← ↑ ↓ →", t("move over the board")],
      [t("Space, Enter"), t("use the tool; a path, a jump: begin and end")],
      ["Delete", t("erase; so does the right button")],
      ...(info.tools.some(({ kind }) => kind === "edge") ? [/** @type {[string, string]} */ (["⇧ ← ↑ ↓ →", t("set or remove a wall on a side of the square")])] : []),
      ["Ctrl+Z, Ctrl+Y", t("undo, redo")],
      ["Ctrl+V", t("open what was copied: any supported text")],
      ["Ctrl+O", t("open a text or a file")],
      [t("Ctrl+wheel"), t("larger, smaller")],
      ["?", t("this page")],
    ];
    const rows = (/** @type {[string, string][]} */ pairs) => pairs.flatMap(([key, meaning]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)]);
    const glyphs = /** @type {[string, string][]} */ (info.glyphs.map(([glyph, meaning]) => [tr(glyph), tr(meaning)]));
    fill(
      this.#dialog,
      sheetHead(this.#dialog, t("Keys and help")),
      h("dl", { class: "keys-list" }, rows(keys)),
      h("h3", {}, tr(info.title)),
      ...rules(info),
      h("p", {}, t("Moves are written {how}.", { how: tr(info.moves) }), " ", t("What counts is the fewest {unit}.", { unit: tr(info.unit.many) })),
      h("dl", { class: "keys-list" }, rows(glyphs)),
      h("p", { class: "quiet" }, t("Everything here can be asked by programs, too:"), " ", h("a", { href: "/api" }, t("the API"))),
    );
  }
}
