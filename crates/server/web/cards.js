// Levels as cards, each with its picture; a click opens the level.
import { titleName } from "./called.js";
import { fill, h } from "./dom.js";
import { look } from "./look.js";
import { covered } from "./picture.js";
import { store } from "./store.js";
import { only } from "./tiles.js";
import { figure, readable, t, tr } from "./words.js";

/** @typedef {import("./types.js").Sample} Sample */
/** A level, more to say about it, and how it is taken off the list. @typedef {Sample & {about?: string, remove?: () => void}} Card */
/** @typedef {import("./board.js").FewestBoard} FewestBoard */

export class Cards {
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
    return h("li", { "data-level": level.name }, h("button", { type: "button", class: "card-button", onclick: () => this.#open(level) }, h("span", { class: "thumb" }), h("strong", {}, readable(titleOf(level))), h("small", {}, about)), level.remove && h("button", { type: "button", class: "plain remove", "aria-label": t("Remove {name} from the list", { name: readable(titleOf(level)) }), title: t("Remove from the list"), onclick: level.remove }, "×"));
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
export function titleOf({ title, name }) {
  return titleName(title ?? name);
}
