// <fewest-gallery>: the levels that ship with the project, each with its picture, and those of a
// catalogue where the server has one.
import { hasCatalogue, levels, problemOf } from "./api.js";
import { Cards, titleOf } from "./cards.js";
import { CataloguePages } from "./catalogue.js";
import { fill, h } from "./dom.js";
import { tellOpened } from "./open.js";
import { sheet, sheetHead } from "./sheet.js";
import { store } from "./store.js";
import { t, tr } from "./words.js";

/** @typedef {import("./types.js").Sample} Sample */

export class GalleryDialog extends HTMLElement {
  #dialog = sheet("gallery-title", "wide");
  #search = h("input", { type: "search", id: "gallery-search" });
  #sources = h("div", { class: "row chips", role: "group" });
  #games = h("div", { class: "row chips", role: "group" });
  #count = h("p", { class: "quiet", role: "status" });
  #cards = new Cards(this.#dialog, (level) => this.#open(level));
  #pages = new CataloguePages((levels, words) => this.#tell(levels, words));
  /** The levels that ship. @type {Sample[]} */
  #levels = [];
  #game = "";
  /** Whether there is a catalogue, and whether it is looked at. */
  #hasCatalogue = false;
  #inCatalogue = false;

  connectedCallback() {
    this.append(this.#dialog);
    this.#dialog.addEventListener("close", () => this.#pages.leave());
    this.#search.addEventListener("input", () => this.#list());
  }

  async show() {
    this.#game = store.level.game;
    this.#search.value = "";
    this.#build();
    this.#dialog.showModal();
    try {
      const [shipped, has] = await Promise.all([levels(), hasCatalogue()]);
      // What ships never changes: whoever has seen it once sees it already.
      if (this.#levels.length > 0 && has === this.#hasCatalogue) return;
      this.#levels = shipped;
      this.#hasCatalogue = has;
      this.#inCatalogue &&= has;
      this.#build();
    } catch (error) {
      // Not as a toast, which the dialog would cover.
      this.#count.textContent = problemOf(error)?.words ?? "";
    }
  }

  #build() {
    this.#search.setAttribute("placeholder", t("find by name"));
    this.#search.setAttribute("aria-label", t("find by name"));
    this.#pages.speak();
    this.#chips(this.#sources, t("which levels"), "source", this.#inCatalogue ? "catalogue" : "shipped", [["shipped", t("Levels that ship")], ["catalogue", t("Catalogue")]], (id) => (this.#inCatalogue = id === "catalogue"));
    this.#chips(this.#games, t("game"), "game", this.#game, [["", t("all games")], ...store.games.map((info) => /** @type {[string, string]} */ ([info.id, tr(info.title)]))], (id) => (this.#game = id));
    if (!this.#dialog.contains(this.#cards.element)) {
      this.#dialog.append(h("header", {}), this.#sources, h("div", { class: "row filters" }, this.#games, this.#search, this.#pages.fields), this.#count, this.#cards.element, this.#pages.pager);
    }
    this.#sources.hidden = !this.#hasCatalogue;
    this.#search.hidden = this.#inCatalogue;
    this.#pages.fields.hidden = this.#pages.pager.hidden = !this.#inCatalogue;
    const title = this.#inCatalogue ? t("Levels of the catalogue") : t("Levels that ship with fewest");
    this.#dialog.querySelector("header")?.replaceWith(sheetHead(this.#dialog, title));
    this.#list();
  }

  /**
   * Buttons of which one is chosen.
   * @param {HTMLElement} row @param {string} label @param {string} kind @param {string} chosen
   * @param {[string, string][]} choices @param {(id: string) => void} choose
   */
  #chips(row, label, kind, chosen, choices, choose) {
    const held = row.contains(document.activeElement);
    row.setAttribute("aria-label", label);
    const chip = (/** @type {[string, string]} */ [id, name]) => {
      const act = () => {
        choose(id);
        this.#build();
      };
      return h("button", { type: "button", "aria-pressed": String(id === chosen), onclick: act, [`data-${kind}`]: id }, name);
    };
    fill(row, ...choices.map(chip));
    if (held) /** @type {HTMLElement | null} */ (row.querySelector("[aria-pressed=true]"))?.focus();
  }

  #list() {
    if (this.#inCatalogue) return void this.#pages.first(this.#game);
    this.#pages.leave();
    const wanted = this.#search.value.trim().toLowerCase();
    const fits = (/** @type {Sample} */ level) => (!this.#game || level.game === this.#game) && titleOf(level).toLowerCase().includes(wanted);
    const found = this.#levels.filter(fits);
    this.#tell(found, t("{count} levels", { count: found.length }));
  }

  /** @param {Sample[]} levels @param {string} words */
  #tell(levels, words) {
    this.#count.textContent = words;
    this.#cards.show(levels, this.#game === "");
  }

  /** @param {Sample} level */
  #open(level) {
    if (!store.load(level.text, titleOf(level))) return;
    this.#dialog.close();
    tellOpened(titleOf(level));
  }
}

customElements.define("fewest-gallery", GalleryDialog);
