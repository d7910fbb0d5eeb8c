// <fewest-size>: how many rows and columns the board has, and which side stays where it is when
// that changes.
import { announce } from "./announce.js";
import { fill, h } from "./dom.js";
import { store } from "./store.js";
import { resize } from "./turn.js";
import { t } from "./words.js";

/** A board drawn by hand is no longer than this, so that every stroke is seen at once; one that was opened may be. */
const MOST_SIDE = 200;

export class SizeForm extends HTMLElement {
  #rows = h("input", { type: "number", min: 1, inputmode: "numeric", name: "rows" });
  #columns = h("input", { type: "number", min: 1, inputmode: "numeric", name: "columns" });
  #anchors = h("div", { class: "anchors", role: "radiogroup" });
  #down = 0;
  #across = 0;
  #game = "";

  constructor() {
    super();
    for (const field of [this.#rows, this.#columns]) {
      field.addEventListener("change", () => this.#change(field));
    }
  }

  build() {
    const { square, numbered } = store.info.board;
    if (this.#game !== store.info.id) {
      this.#game = store.info.id;
      // A numbered board begins at the bottom left.
      [this.#down, this.#across] = numbered ? [1, 0] : [0, 0];
    }
    const side = (/** @type {HTMLInputElement} */ field, /** @type {string} */ name) =>
      h("div", { class: "stepper" }, h("label", {}, h("span", {}, name), field), this.#step(field, -1, t("one less: {name}", { name })), this.#step(field, 1, t("one more: {name}", { name })));
    fill(
      this,
      h("h2", {}, t("Size")),
      h(
        "div",
        { class: "size" },
        h("div", { class: "sides" }, side(this.#rows, square ? t("side") : t("rows")), square ? null : side(this.#columns, t("columns"))),
        this.#anchors,
      ),
    );
    this.#anchors.setAttribute("aria-label", t("what stays where it is"));
    this.#draw();
    this.update();
  }

  update() {
    const { rows, columns } = store.level;
    if (document.activeElement !== this.#rows) this.#rows.value = String(rows);
    if (document.activeElement !== this.#columns) this.#columns.value = String(columns);
  }

  /** @param {HTMLInputElement} field @param {number} by @param {string} name */
  #step(field, by, name) {
    const press = () => {
      field.value = String(Number(field.value) + by);
      this.#change(field);
    };
    return h("button", { type: "button", class: "small square", "aria-label": name, title: name, onclick: press }, by > 0 ? "+" : "−");
  }

  /** Nine places, three by three. */
  #draw() {
    const downs = [t("top"), t("middle"), t("bottom")];
    const sides = [t("left"), t("middle"), t("right")];
    const held = this.#anchors.contains(document.activeElement);
    const buttons = downs.flatMap((down, row) =>
      sides.map((side, column) => {
        const chosen = this.#down === row / 2 && this.#across === column / 2;
        const name = t("{down} {side} stays", { down, side });
        return h("button", { type: "button", role: "radio", "aria-checked": String(chosen), tabindex: chosen ? 0 : -1, "aria-label": name, title: name, onclick: () => this.#anchor(row / 2, column / 2) });
      }),
    );
    fill(this.#anchors, ...buttons);
    if (held) /** @type {HTMLElement | null} */ (this.#anchors.querySelector("[tabindex='0']"))?.focus();
    this.#anchors.onkeydown = (event) => {
      const step = { ArrowUp: [-0.5, 0], ArrowDown: [0.5, 0], ArrowLeft: [0, -0.5], ArrowRight: [0, 0.5] }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const within = (/** @type {number} */ place) => Math.min(Math.max(place, 0), 1);
      this.#anchor(within(this.#down + step[0]), within(this.#across + step[1]));
    };
  }

  /** @param {number} down @param {number} across */
  #anchor(down, across) {
    [this.#down, this.#across] = [down, across];
    this.#draw();
  }

  /** @param {HTMLInputElement} field */
  #change(field) {
    const { square } = store.info.board;
    const { level } = store;
    const read = (/** @type {HTMLInputElement} */ from, /** @type {number} */ before) => {
      const side = Math.round(Number(from.value));
      // What is no size, such as an emptied field, must not cut the board.
      return side >= 1 ? Math.min(side, Math.max(before, MOST_SIDE)) : before;
    };
    const rows = read(this.#rows, level.rows);
    const columns = square ? rows : read(this.#columns, level.columns);
    field.value = String(field === this.#rows ? rows : columns);
    if (rows === level.rows && columns === level.columns) return;
    store.change(t("Size"), (level) => resize(level, store.info, rows, columns, this.#down, this.#across));
    announce(t("{rows} rows, {columns} columns", { rows, columns }));
  }
}

customElements.define("fewest-size", SizeForm);
