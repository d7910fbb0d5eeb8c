// <fewest-gallery>: the levels that ship with the project, those drawn or opened in this browser, and
// those of a catalogue where the server has one.
import { tellReplaced, toast } from "./announce.js";
import { hasCatalogue, problemOf } from "./api.js";
import { Cards, titleOf } from "./cards.js";
import { CataloguePages } from "./catalogue.js";
import { fill, h } from "./dom.js";
import { LEVELS } from "./embedded.js";
import { forgetRecent, hasRecentLevels, recentLevels, restoreRecent } from "./recent.js";
import { sheet, sheetHead } from "./sheet.js";
import { store } from "./store.js";
import { lang, t, tr } from "./words.js";

/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./types.js").Sample} Sample */
/** @typedef {import("./recent.js").RecentLevel} RecentLevel */

/** Where levels are chosen from. @typedef {"shipped" | "recent" | "catalogue"} Source */

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
  /** @type {Source} */
  #source = "shipped";
  #hasCatalogue = false;

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
      const has = await hasCatalogue();
      // What ships never changes: whoever has seen it once sees it already.
      if (this.#levels.length > 0 && has === this.#hasCatalogue) return;
      this.#levels = LEVELS;
      this.#hasCatalogue = has;
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
    /** @type {[Source, string, boolean][]} */
    const sources = [
      ["shipped", t("Levels that ship"), true],
      ["recent", t("Recent levels"), hasRecentLevels()],
      ["catalogue", t("Catalogue"), this.#hasCatalogue],
    ];
    const offered = sources.filter(([, , isThere]) => isThere);
    if (!offered.some(([id]) => id === this.#source)) this.#source = "shipped";
    const chips = offered.map(([id, name]) => /** @type {[string, string]} */ ([id, name]));
    this.#chips(this.#sources, t("which levels"), "source", this.#source, chips, (id) => this.#turnTo(/** @type {Source} */ (id)));
    this.#chips(this.#games, t("game"), "game", this.#game, [["", t("all games")], ...store.games.map((info) => /** @type {[string, string]} */ ([info.id, tr(info.title)]))], (id) => (this.#game = id));
    if (!this.#dialog.contains(this.#cards.element)) {
      this.#dialog.append(h("header", {}), this.#sources, h("div", { class: "row filters" }, this.#games, this.#search, this.#pages.fields), this.#count, this.#cards.element, this.#pages.pager);
    }
    this.#sources.hidden = offered.length === 1;
    this.#search.hidden = this.#source === "catalogue";
    this.#pages.fields.hidden = this.#pages.pager.hidden = this.#source !== "catalogue";
    const titles = {
      shipped: t("Levels that ship with fewest"),
      recent: t("Levels drawn or opened in this browser"),
      catalogue: t("Levels of the catalogue"),
    };
    this.#dialog.querySelector("header")?.replaceWith(sheetHead(this.#dialog, titles[this.#source]));
    this.#list();
  }

  /** Shows the levels of another source. @param {Source} source */
  #turnTo(source) {
    this.#source = source;
    // What was drawn last may be of any game.
    if (source === "recent") this.#game = "";
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
    if (this.#source === "catalogue") return void this.#pages.first(this.#game);
    this.#pages.leave();
    const wanted = this.#search.value.trim().toLowerCase();
    const names = (/** @type {Card} */ level) => [titleOf(level), level.title ?? ""];
    const fits = (/** @type {Card} */ level) => (!this.#game || level.game === this.#game) && names(level).some((name) => name.toLowerCase().includes(wanted));
    const found = (this.#source === "recent" ? this.#recent() : this.#levels).filter(fits);
    this.#tell(found, found.length === 1 ? t("1 level") : t("{count} levels", { count: found.length }));
  }

  /** The recent levels as cards; of several that are the same the newest. @returns {Card[]} */
  #recent() {
    /** @type {Set<string>} */
    const texts = new Set();
    return recentLevels().flatMap((recent) => {
      const level = store.read(recent.text);
      if (!level || texts.has(recent.text)) return [];
      texts.add(recent.text);
      const { game, rows, columns, notes } = level;
      const title = notes.get("title") ?? t("Untitled level");
      return [{ name: recent.id, game, rows, columns, title, par: null, text: recent.text, about: ago(recent.time), remove: () => this.#remove(recent) }];
    });
  }

  /** Takes a level off the list, with a way back. @param {RecentLevel} recent */
  #remove(recent) {
    // All that have the same text stand on one card.
    const removed = recentLevels().filter(({ text }) => text === recent.text);
    for (const { id } of removed) forgetRecent(id);
    this.#build();
    const restore = () => {
      removed.forEach(restoreRecent);
      this.#build();
    };
    const note = h("span", {}, t("Removed from the list."), " ", h("button", { type: "button", class: "small", onclick: restore, "data-does": "restore" }, t("Undo")));
    fill(this.#count, note);
    note.querySelector("button")?.focus();
  }

  /** @param {Card[]} levels @param {string} words */
  #tell(levels, words) {
    this.#count.textContent = words;
    this.#cards.show(levels, this.#game === "");
  }

  /** @param {Card} level */
  #open(level) {
    if (!store.load(level.text, titleOf(level), "list")) return toast(t("This level cannot be shown here."));
    this.#dialog.close();
    tellReplaced(t("Opened: {name}", { name: titleOf(level) }));
  }
}

/** How long ago a moment was, in words. @param {number} time */
function ago(time) {
  const seconds = Math.max(0, (Date.now() - time) / 1000);
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
  const words = new Intl.RelativeTimeFormat(lang() === "zh" ? "zh-CN" : "en", { numeric: "auto" });
  return words.format(-Math.floor(seconds / length), unit);
}

customElements.define("fewest-gallery", GalleryDialog);
