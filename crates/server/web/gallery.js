// <fewest-gallery>: the levels that ship with the project, each with its picture.
import { levels, problemOf } from "./api.js";
import { fill, h } from "./dom.js";
import { look } from "./look.js";
import { tellOpened } from "./open.js";
import { store } from "./store.js";
import { t, tr } from "./words.js";

/** @typedef {import("./types.js").Sample} Sample */
/** @typedef {import("./board.js").FewestBoard} FewestBoard */

export class GalleryDialog extends HTMLElement {
  #dialog = h("dialog", { class: "sheet wide", "aria-labelledby": "gallery-title" });
  #search = h("input", { type: "search", id: "gallery-search" });
  #games = h("div", { class: "row chips", role: "group" });
  #count = h("p", { class: "quiet", role: "status" });
  #cards = h("ul", { class: "cards" });
  /** @type {Sample[]} */
  #levels = [];
  #game = "";
  /** Pictures are drawn when they come into sight: some boards are large. */
  #seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) this.#draw(/** @type {HTMLElement} */ (target));
  }, { root: this.#dialog, rootMargin: "200px" });

  connectedCallback() {
    this.append(this.#dialog);
    this.#search.addEventListener("input", () => this.#list());
    document.addEventListener("languagechange-fewest", () => this.#dialog.open && this.#build());
  }

  async show() {
    this.#game = store.level.game;
    this.#search.value = "";
    this.#build();
    this.#dialog.showModal();
    try {
      this.#levels = await levels();
      this.#list();
    } catch (error) {
      // Not as a toast, which the dialog would cover.
      this.#count.textContent = problemOf(error)?.words ?? "";
    }
  }

  #build() {
    this.#search.setAttribute("placeholder", t("find by name"));
    this.#search.setAttribute("aria-label", t("find by name"));
    this.#games.setAttribute("aria-label", t("game"));
    const chip = (/** @type {string} */ id, /** @type {string} */ name) => {
      const choose = () => {
        this.#game = id;
        this.#build();
      };
      return h("button", { type: "button", "aria-pressed": String(id === this.#game), onclick: choose, "data-game": id }, name);
    };
    const held = this.#games.contains(document.activeElement);
    fill(this.#games, chip("", t("all games")), store.games.map((info) => chip(info.id, tr(info.title))));
    if (held) /** @type {HTMLElement | null} */ (this.#games.querySelector("[aria-pressed=true]"))?.focus();
    if (!this.#dialog.contains(this.#cards)) {
      this.#dialog.append(h("header", {}), h("div", { class: "row filters" }, this.#games, this.#search), this.#count, this.#cards);
    }
    const header = /** @type {HTMLElement} */ (this.#dialog.querySelector("header"));
    fill(header, h("h2", { id: "gallery-title" }, t("Levels that ship with fewest")), h("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: () => this.#dialog.close() }, "×"));
    this.#list();
  }

  #list() {
    this.#seen.disconnect();
    const wanted = this.#search.value.trim().toLowerCase();
    const fits = (/** @type {Sample} */ level) => (!this.#game || level.game === this.#game) && level.title.toLowerCase().includes(wanted);
    const found = this.#levels.filter(fits);
    this.#count.textContent = t("{count} levels", { count: found.length });
    fill(this.#cards, ...found.map((level) => this.#card(level)));
    for (const card of this.#cards.children) this.#seen.observe(card);
  }

  /** @param {Sample} level */
  #card(level) {
    const info = store.infoOf(level.game);
    const par = level.par === null ? "" : level.par === "impossible" ? t("impossible") : t("par {n}", { n: level.par });
    const about = [this.#game ? "" : tr(info?.title ?? level.game), `${level.rows} × ${level.columns}`, par].filter(Boolean).join(" · ");
    const open = () => {
      if (!store.load(level.text, level.title)) return;
      this.#dialog.close();
      tellOpened(level.title);
    };
    return h("li", { "data-level": level.name }, h("button", { type: "button", class: "card-button", onclick: open }, h("span", { class: "thumb" }), h("strong", {}, level.title), h("small", {}, about)));
  }

  /** @param {HTMLElement} card */
  #draw(card) {
    this.#seen.unobserve(card);
    const level = this.#levels.find((level) => level.name === card.dataset.level);
    const drawing = level && store.read(level.text);
    if (!drawing) return;
    const board = /** @type {FewestBoard} */ (document.createElement("fewest-board"));
    board.setAttribute("still", "");
    card.querySelector(".thumb")?.replaceChildren(board);
    board.picture = look(drawing, /** @type {import("./types.js").Info} */ (store.infoOf(drawing.game)));
  }
}

customElements.define("fewest-gallery", GalleryDialog);
