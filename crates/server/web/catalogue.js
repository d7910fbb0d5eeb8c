// The catalogue that the server may have beside the levels that ship: page by page, by par and
// difficulty.
import { catalogue, problemOf } from "./api.js";
import { fill, h } from "./dom.js";
import { figure, t } from "./words.js";

/** @typedef {import("./types.js").Sample} Sample */

/** How many levels are on a page. */
const PAGE = 24;

export class CataloguePages {
  /** What levels are wanted. */
  fields = h("div", { class: "row" });
  /** The way to other pages. */
  pager = h("div", { class: "row pager", role: "group" });
  #par = h("input", { type: "text", id: "catalogue-par", autocomplete: "off" });
  #difficulty = h("input", { type: "text", id: "catalogue-difficulty", autocomplete: "off" });
  #game = "";
  /** Where this page begins, after those before it: a page of large levels is shorter. */
  #begins = [0];
  #asked = new AbortController();
  /** @type {(levels: Sample[], words: string) => void} */
  #tell;

  /** @param {(levels: Sample[], words: string) => void} tell */
  constructor(tell) {
    this.#tell = tell;
    for (const field of [this.#par, this.#difficulty]) field.addEventListener("change", () => this.first(this.#game));
    this.fields.append(this.#par, this.#difficulty);
  }

  /** Says everything in the reader's language. */
  speak() {
    for (const [field, words] of /** @type {const} */ ([[this.#par, t("par, such as 14..18")], [this.#difficulty, t("difficulty, such as 5..7")]])) {
      field.setAttribute("placeholder", words);
      field.setAttribute("aria-label", words);
    }
  }

  /** Shows the first page of a game, or of all games. @param {string} game */
  first(game) {
    this.#game = game;
    this.#begins = [0];
    return this.#load();
  }

  /** Nobody waits for a page any more. */
  leave() {
    this.#asked.abort();
  }

  async #load() {
    this.leave();
    this.#asked = new AbortController();
    const offset = this.#begins[this.#begins.length - 1];
    const wanted = { game: this.#game, par: this.#par.value.trim(), difficulty: this.#difficulty.value.trim(), offset, limit: PAGE };
    try {
      const page = await catalogue(wanted, this.#asked.signal);
      this.#turn(offset + page.levels.length, page.total);
      this.#tell(page.levels.map(sample), this.#where(offset, page.levels.length, page.total));
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) return;
      this.#turn(0, 0);
      this.#tell([], problem.words);
    }
  }

  /** @param {number} offset @param {number} count @param {number} total */
  #where(offset, count, total) {
    if (count === 0 || count === total) return t("{count} levels", { count: figure(total) });
    return t("{from} to {to} of {total}", { from: figure(offset + 1), to: figure(offset + count), total: figure(total) });
  }

  /** The buttons to the pages before and after. @param {number} end @param {number} total */
  #turn(end, total) {
    const held = this.pager.contains(document.activeElement);
    const button = (/** @type {string} */ does, /** @type {string} */ name, /** @type {boolean} */ off, /** @type {() => void} */ turn) =>
      h("button", { type: "button", "data-does": does, disabled: off, onclick: () => (turn(), this.#load()) }, name);
    fill(
      this.pager,
      button("previous", t("Previous"), this.#begins.length === 1, () => this.#begins.pop()),
      button("next", t("Next"), end >= total, () => this.#begins.push(end)),
    );
    this.pager.hidden = this.#begins.length === 1 && end >= total;
    if (held) /** @type {HTMLElement | null} */ (this.pager.querySelector("button:enabled"))?.focus();
  }
}

/** A level of the catalogue as one that ships. @param {import("./types.js").CatalogueLevel} level @returns {Sample} */
function sample(level) {
  const { number, title, fewest, ...same } = level;
  return { ...same, name: String(number), title: title ?? t("level {number}", { number }), par: fewest === null ? "impossible" : String(fewest) };
}
