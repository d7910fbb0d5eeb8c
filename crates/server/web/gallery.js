// Where levels are chosen: those that ship with the project, those drawn or opened in this browser, and those of a
// catalogue where the server has one.
import { tellReplaced, titleName, toast } from "./announce.js";
import { catalogue, hasCatalogue, problemOf } from "./api.js";
import { button, fill, h, sheet, sheetHead } from "./dom.js";
import { LEVELS } from "./embedded.js";
import { look } from "./look.js";
import { covered, only } from "./picture.js";
import { forgetRecent, hasRecentLevels, recentLevels, restoreRecent, store } from "./store.js";
import { figure, lang, readable, t, tr } from "./words.js";
/** @import {FewestBoard} from "./board.js" */
/** @import {RecentLevel} from "./store.js" */
/** @import {Sample} from "./types.js" */

/** A level, more to say about it, and how it is taken off the list. @typedef {Sample & {about?: string, remove?: () => void}} Card */

class Cards {
  element = h("ul", { class: "cards" });
  /** @type {Map<string, Card>} */
  #levels = new Map();
  /** @type {(level: Card) => void} */
  #open;
  /** Pictures are drawn when they come into sight: some boards are large. @type {IntersectionObserver} */
  #seen;

  /** @param {Element} root what they are seen through @param {(level: Card) => void} open */
  constructor(root, open) {
    this.#open = open;
    this.#seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.#draw(/** @type {HTMLElement} */ (target));
    }, { root, rootMargin: "200px" });
  }

  /** Shows these levels, with what game each is of where they are of several. @param {Card[]} levels @param {boolean} ofSeveral */
  show(levels, ofSeveral) {
    this.#seen.disconnect();
    this.#levels = new Map(levels.map((level) => [level.name, level]));
    fill(this.element, ...levels.map((level) => this.#card(level, ofSeveral)));
    for (const card of this.element.children) this.#seen.observe(card);
  }

  /** @param {Card} level @param {boolean} ofSeveral */
  #card(level, ofSeveral) {
    const game = ofSeveral ? tr(store.infoOf(level.game)?.title ?? level.game) : "";
    const par = level.par === null ? "" : level.par === "impossible" ? t("impossible") : t("par {n}", { n: level.par });
    const hard = level.difficulty ?? null;
    const difficulty = hard === null ? "" : t("difficulty {n}", { n: figure(hard, { maximumFractionDigits: 1 }) });
    const about = [game, `${level.rows} × ${level.columns}`, par, difficulty, level.about].filter(Boolean).join(" · ");
    const title = readable(titleOf(level));
    const content = [h("span", { class: "thumb" }), h("strong", {}, title), h("small", {}, about)];
    const open = button(content, () => this.#open(level), { class: "card-button" });
    const remove = level.remove && button("×", level.remove, { class: "plain remove", "aria-label": t("Remove {name} from the list", { name: title }), title: t("Remove from the list") });
    return h("li", { "data-level": level.name }, open, remove);
  }

  /** @param {HTMLElement} card */
  #draw(card) {
    this.#seen.unobserve(card);
    const level = this.#levels.get(card.dataset.level ?? "");
    const drawing = level && store.read(level.text);
    if (!drawing) return;
    const board = /** @type {FewestBoard} */ (document.createElement("fewest-board"));
    board.setAttribute("still", "");
    card.querySelector(".thumb")?.replaceChildren(board);
    const info = /** @type {import("./types.js").Info} */ (store.infoOf(drawing.game));
    const picture = look(drawing, info);
    // Who means to play the level must not see what is covered.
    board.picture = info.covers ? { ...picture, tiles: picture.tiles.map((tile) => only(covered(tile))) } : picture;
  }
}

/** What a level is called in the reader's language: by the name of its file where it has no title. @param {Sample} level */
function titleOf({ title, name }) {
  return titleName(title ?? name);
}

/** How many levels are on a page. */
const PAGE = 24;

class CataloguePages {
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
    const page = (/** @type {string} */ does, /** @type {string} */ name, /** @type {boolean} */ disabled, /** @type {() => void} */ turn) =>
      button(name, () => (turn(), this.#load()), { "data-does": does, disabled });
    fill(
      this.pager,
      page("previous", t("Previous"), this.#begins.length === 1, () => this.#begins.pop()),
      page("next", t("Next"), end >= total, () => this.#begins.push(end)),
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

/** Where levels are chosen from. @typedef {"shipped" | "recent" | "catalogue"} Source */

export class GalleryDialog {
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

  constructor() {
    document.body.append(this.#dialog);
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
      return button(name, act, { "aria-pressed": String(id === chosen), [`data-${kind}`]: id });
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
    const note = h("span", {}, t("Removed from the list."), " ", button(t("Undo"), restore, { class: "small", "data-does": "restore" }));
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
