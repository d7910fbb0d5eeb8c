// <fewest-help>: the keys of the page, how the game is played, and what a board's glyphs and moves
// mean.
import { fill, h } from "./dom.js";
import { rules } from "./how-to-play.js";
import { sheet, sheetHead } from "./sheet.js";
import { store } from "./store.js";
import { t, tr } from "./words.js";

export class HelpDialog extends HTMLElement {
  #dialog = sheet("help-title");

  connectedCallback() {
    this.append(this.#dialog);
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

customElements.define("fewest-help", HelpDialog);
