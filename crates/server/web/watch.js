// Watching: `<fewest-watch>`. The film of a solution, the search layer by layer, and maps of
// heat; one of them at a time on the board.

import { fill, h } from "./dom.js";
import { Film } from "./film.js";
import { HeatMaps } from "./heat.js";
import { verdict } from "./verdict.js";
import { SearchLayers } from "./search-layers.js";
import { store } from "./store.js";
import { t } from "./words.js";
/** @import {BoardElement} from "./picture.js" */
/** @import {Picture} from "./tiles.js" */

/**
 * What can be watched.
 * @typedef {object} Sight
 * @property {HTMLElement} element what stands beside the board
 * @property {(show: (picture: Picture) => void) => void} enter it is looked at from now on
 * @property {() => void} leave
 * @property {() => void} renew the level or what is known of it may have changed
 * @property {() => void} retell says everything again, in the language of now
 * @property {(event: KeyboardEvent) => boolean} key takes a key if it is one of its own
 * @property {(square: number) => void} pick a square was chosen on the board
 */

class FewestWatch extends HTMLElement {
  /** @type {Record<string, Sight>} */
  #sights = { film: new Film(), search: new SearchLayers(), heat: new HeatMaps() };
  #chosen = "film";
  #choice = h("div", { class: "segments", role: "group" });
  #stage = h("div", { class: "sight" });
  /** @type {BoardElement | null} */
  #board = null;
  /** @type {AbortController | null} */
  #active = null;

  /** @param {BoardElement} board */
  activate(board) {
    this.#board = board;
    board.toggleAttribute("cursor", true);
    this.#active = new AbortController();
    const { signal } = this.#active;
    const pick = (/** @type {any} */ event) => this.#sight.pick(event.detail.square);
    // A press that became a scroll of the page is cancelled: only one that ends on the board picks.
    board.addEventListener("square-up", (/** @type {any} */ event) => event.detail.cancelled || pick(event), { signal });
    board.addEventListener(
      "square-key",
      (/** @type {any} */ event) => event.detail.key === "Enter" && pick(event),
      { signal },
    );
    // Before anybody else: an arrow is a step here.
    window.addEventListener("keydown", this.#key, { signal, capture: true });
    verdict.addEventListener("known", () => this.#sight.renew(), { signal });
    store.addEventListener("reading", () => this.#sight.renew(), { signal });
    document.addEventListener("languagechange-fewest", () => this.#retell(), { signal });
    this.replaceChildren(this.#choice, this.#stage);
    this.#retell();
    this.#choose(this.#chosen);
  }

  deactivate() {
    this.#active?.abort();
    this.#sight.leave();
    this.#board?.toggleAttribute("cursor", false);
    this.#board = null;
  }

  get #sight() {
    return this.#sights[this.#chosen];
  }

  #retell() {
    const names = { film: t("Solution"), search: t("Search"), heat: t("Heat") };
    const buttons = Object.entries(names).map(([sight, name]) =>
      h(
        "button",
        {
          type: "button",
          "data-sight": sight,
          "aria-pressed": String(sight === this.#chosen),
          onclick: (/** @type {MouseEvent} */ event) => {
            this.#choose(sight);
            // A button with the focus would take the space bar, which plays. Chosen by the keyboard it keeps it.
            if (event.detail > 0) this.#board?.parentElement?.focus({ preventScroll: true });
          },
        },
        name,
      ),
    );
    this.#choice.setAttribute("aria-label", t("what to watch"));
    fill(this.#choice, buttons);
    for (const sight of Object.values(this.#sights)) sight.retell();
  }

  /** @param {string} chosen */
  #choose(chosen) {
    this.#sight.leave();
    this.#chosen = chosen;
    for (const button of this.#choice.children) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-sight") === chosen));
    }
    fill(this.#stage, this.#sight.element);
    this.#sight.enter((picture) => {
      if (this.#board) this.#board.picture = picture;
    });
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    // With the focus on the board, the arrows move its cursor where squares are to be picked.
    const isOnBoard = event.target instanceof Node && this.#board?.contains(event.target);
    if (isOnBoard && this.#chosen === "heat") return;
    if (!this.#sight.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

customElements.define("fewest-watch", FewestWatch);
